"""The calculators of The Republic of Rome."""

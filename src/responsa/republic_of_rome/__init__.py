"""The rules of The Republic of Rome."""

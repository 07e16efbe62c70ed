"""The calculators of Here I Stand."""

"""The calculators of the Royal Game of Ur."""

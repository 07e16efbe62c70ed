"""The calculators of Hellenes."""

"""The rules of Here I Stand."""

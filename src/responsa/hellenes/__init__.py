"""The rules of Hellenes."""

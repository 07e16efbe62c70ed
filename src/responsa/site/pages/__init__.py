"""What shapes a page."""

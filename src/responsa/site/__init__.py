"""What makes a web site of the book."""

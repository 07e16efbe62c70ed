"""What is asked of a book: a question in each module, and whatever is wrong is a fault with page and line."""

"""What answers a reader, on the page and when it is built: only the standard library, so that a browser runs it."""

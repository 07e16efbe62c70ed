"""What shapes the site: the Markdown extension and the exports."""

"""The one reader of the pages: rules, examples, tables, numbers, errata."""

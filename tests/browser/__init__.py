"""The page in a real browser, against real processes."""

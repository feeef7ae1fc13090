"""The pages for people, one module a kind of page."""

"""Passwords that people may choose: none that stands in lists of stolen ones."""

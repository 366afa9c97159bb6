"""A season that is over, told in awards."""

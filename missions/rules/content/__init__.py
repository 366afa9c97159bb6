"""What the manual says besides rules and briefings: statuses, when assets act, other names, worked examples.

The words are in `data/*.toml`; figures in them come from the rules that use them.
"""

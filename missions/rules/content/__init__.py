"""Missions, assets and statuses as data, with their words; worked examples; set-up, victory and report facts.

The words are in `data/*.toml`; figures in them come from the rules that use them.
"""

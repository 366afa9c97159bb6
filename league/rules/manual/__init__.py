"""The manual: every rule, mission, asset, status and word of the campaign, with its address and a search.

`model` has its parts, `port` is how an app adds its share, `contents` puts the shares together, `search`
finds things in them, `words` reads the words to look up.
"""

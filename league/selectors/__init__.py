"""Reading for the pages of the league: rows in a constant number of queries.

What lives in the apps above (fleets, games) comes from the providers that those apps register in `providers`.
"""

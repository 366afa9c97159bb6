"""Reading for the pages of the league: rows in a constant number of queries.

Fleets and games live in the apps above; `providers` asks the functions that those apps register.
"""

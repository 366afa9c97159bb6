"""Reading for the pages of the league: rows in a constant number of queries.

Fleets and games live in the apps above; `port_rows` asks the ports that those apps fill.
"""

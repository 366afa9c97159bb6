"""PURE: fleets — what a roster may hold, what it costs, what can be done with it and when."""

"""The schedule: game nights with a date, a time and a venue, and the people who come."""

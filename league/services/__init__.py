"""Writing to a campaign: one door (`acts`), and the people's business around it."""

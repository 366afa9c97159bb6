"""The manual’s missions, assets, statuses and squadron types, and the books of the battles."""

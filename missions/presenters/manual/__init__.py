"""The manual’s missions, assets, statuses and squadron types."""

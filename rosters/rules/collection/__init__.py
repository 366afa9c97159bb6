"""The models that a person owns: reading a list of them, and comparing it with a fleet."""

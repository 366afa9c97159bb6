"""Photos of games: checked and made again, kept as private files, with a row for each."""

"""What a search is asked for, and what it answers."""

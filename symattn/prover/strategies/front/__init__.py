"""The front door of the search."""

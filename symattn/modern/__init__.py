"""The words of modern attention."""

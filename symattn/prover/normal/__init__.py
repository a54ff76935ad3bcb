"""The normal form of terms: the normaliser, its parts one by one, and the context of what they may use."""

"""Families of matrices, one for each head, and what is built from all their members."""

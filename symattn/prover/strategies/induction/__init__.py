"""Induction over ℕ, over places and over sizes."""

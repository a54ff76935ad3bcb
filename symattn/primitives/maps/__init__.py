"""Arbitrary maps of rows, and a map applied to each row of a matrix."""

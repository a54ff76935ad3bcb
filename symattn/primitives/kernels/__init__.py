"""Similarity kernels, at two vectors and at all rows of two matrices."""

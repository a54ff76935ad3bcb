"""Softmax of the rows of a matrix of scores."""

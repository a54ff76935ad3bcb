"""The gradient of a number by the entries of a matrix."""

"""The largest entry of each row of a matrix."""

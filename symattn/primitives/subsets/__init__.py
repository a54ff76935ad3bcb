"""Subsets of indices, and that an index lies in one."""

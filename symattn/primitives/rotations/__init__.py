"""Columns of sines and cosines, and rotations by blocks."""

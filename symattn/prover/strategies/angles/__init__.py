"""Angles, turns and waves."""

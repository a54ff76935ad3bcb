"""Inequalities between numbers: signs, bounds, combinations, cases."""

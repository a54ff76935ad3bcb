"""Derived rules, conversions, matching and the order of terms: what any proof needs, whatever it is about."""

"""Expectations over a finite sample space, and what is stated of random vectors."""

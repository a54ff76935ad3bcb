"""Theorems as tests of real code: a function computes what an expression says, and has what was proved of it."""

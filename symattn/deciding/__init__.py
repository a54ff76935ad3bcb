"""Decide claims: translate them for the kernel, prove or refute them, and compare both readings."""

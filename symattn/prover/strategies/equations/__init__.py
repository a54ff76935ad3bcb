"""Equations between numbers, from others that are simpler."""

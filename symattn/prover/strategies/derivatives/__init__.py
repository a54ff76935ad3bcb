"""Derivatives, and what their signs say."""

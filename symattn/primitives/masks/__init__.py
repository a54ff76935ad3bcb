"""The masks with a formula: a prefix of the keys, a subset of the keys, the causal mask."""

"""The trusted kernel: terms, rules of inference, ring arithmetic and one table of axioms."""

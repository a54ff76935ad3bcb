"""What every word of the language is made of: nodes, symbols, sizes, shapes, sorts, names, and what SymPy is taught."""

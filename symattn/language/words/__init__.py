"""The words of the language that have a definition: one module per subject, written as a textbook defines them."""

"""Write claims, proofs and results for readers: LaTeX, Unicode text, and terminal tables."""

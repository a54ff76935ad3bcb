"""What is proved or defined once: facts on demand, definitions, and one module of lemmas per subject."""

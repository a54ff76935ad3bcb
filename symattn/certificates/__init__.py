"""Write what was proved or refuted as files that programs which share no code with symattn check."""

"""Ways to a proof: the entry level, the matrix level, cases, induction, inequalities, turns; ``prove`` tries them."""

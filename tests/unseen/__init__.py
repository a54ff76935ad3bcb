"""160 statements, 120 true and 40 false, that nobody who worked on the prover had seen when they were first decided.

They were written from README.md and docs/language.md alone and from the general knowledge of textbooks and papers,
before any of them was put to ``decide``; each was checked at random values or, where it is false, at a counterexample.
The first time 86 of the 120 true ones (72 %) were proved and 38 of the 40 false ones refuted, none wrongly.  Since then
they are known, and no measure of what others would find.
"""

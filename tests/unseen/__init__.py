"""Statements that nobody who worked on the prover had seen when they were first decided.

They were written from README.md and docs/language.md alone and from the general knowledge of textbooks and papers,
before any of them was put to ``decide``; each was checked at random values or, where it is false, at a counterexample.
How they came out the first time, none wrongly:

==============================================  ==================  ==================
modules                                         true ones proved    false ones refuted
==============================================  ==================  ==================
attention definite easy information norms       86 of 120 (72 %)    38 of 40
recurrences sums
general                                         85 of 90 (94 %)     29 of 30
families (7 true, 3 false could not be said)    57 of 75 (76 %)     22 of 25
algebra                                         13 of 15 (87 %)     5 of 5
mathematics                                     26 of 30 (87 %)     10 of 10
linear                                          24 of 30 (80 %)     9 of 10
analysis                                        27 of 30 (90 %)     10 of 10
transformers                                    25 of 30 (83 %)     10 of 10
==============================================  ==================  ==================

Since then they are known, and no measure of what others would find.  Four statements of ``algebra`` are about
determinants of symbolic size, which could not be said then; they are not counted in the table.  Those of
``mathematics`` were written by one who had worked on the prover, before any of them was decided.
"""

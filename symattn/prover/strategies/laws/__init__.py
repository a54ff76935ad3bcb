"""The matrix level: laws of compositions, F(P·A) = P·F(A), first rows, right factors."""

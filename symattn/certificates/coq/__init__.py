"""Write proofs for Coq: files that Coq's own kernel checks, from nothing but its standard library."""

"""Turn claims into answers: elaborate, prove, refute, and hold what both readings say against each other."""

"""Benchmarks of symattn: ratios to named peers, each pair measured in one run. See README.md beside this."""

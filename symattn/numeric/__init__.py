"""Numbers against symbols: evaluate the expressions of a claim, spot-check it, refute it by exact values.

`evaluate.py` computes with arrays, `enclosure.py` with exact rationals and balls; `spot_check.py` samples,
`refute.py` searches. Nothing here can prove anything.
"""

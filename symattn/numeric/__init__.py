"""Numbers against symbols: evaluate the expressions of a claim, spot-check it, refute it by exact values.

`evaluate.py` computes with arrays, `enclosure.py` with exact rationals and balls; `spot_check.py` samples,
`refute.py` searches. Nothing here can prove anything.
"""

from symattn.numeric.quick import evaluate
from symattn.numeric.refute import Counterexample, refute, witness
from symattn.numeric.spot_check import SpotCheck, spot_check
from symattn.registration import enter_primitives

for _floor in ("arrays", "exact"):  # registration: the handlers of the primitives enter the tables of both evaluators
    enter_primitives(_floor)

__all__ = ["Counterexample", "SpotCheck", "evaluate", "refute", "spot_check", "witness"]

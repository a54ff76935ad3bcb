"""How much a decision may cost."""

from __future__ import annotations

STEPS = 5_000  # steps of normalisation for one goal before the answer is “unknown”

"""What one test has decided is decided for all: a claim has one verdict."""

from typing import Any

import pytest

from symattn.reading import judging
from symattn.reading.judging import Decision, Reading

DECIDED: dict[Any, Decision] = {}


@pytest.fixture(autouse=True)
def decided_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(reading: Reading) -> Decision:
        key = reading.claim.proposition, reading.claim.given
        if key not in DECIDED:
            DECIDED[key] = judging.decided_claim(reading)
        return DECIDED[key]

    monkeypatch.setattr(judging, "decide_reading", decide)

"""What one test has decided is decided for all: a claim has one verdict."""

from dataclasses import replace
from typing import Any

import pytest

from symattn.reading import judging
from symattn.reading.judging import Answer, Reading

DECIDED: dict[Any, Answer] = {}


@pytest.fixture(autouse=True)
def decided_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(reading: Reading, differs: str) -> Answer:
        said = reading.claim.proposition, reading.claim.given, reading.denominators
        key = said, reading.assumed, reading.unread, reading.holds, differs
        if key not in DECIDED:
            DECIDED[key] = judging.decided_reading(reading, differs)
        return replace(DECIDED[key], readings=(reading,))

    monkeypatch.setattr(judging, "decide_reading", decide)

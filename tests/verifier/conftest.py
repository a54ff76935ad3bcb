"""Certificates to verify: a few claims of the proof scripts, and drafts written line by line."""

import io
import json
from pathlib import Path

import pytest

from symattn import verifier
from symattn.certificates.certificate import certificate
from symattn.scripts.claims import load, run_claim

ROOT = Path(__file__).resolve().parent.parent.parent


class Draft:
    """Write a certificate by hand: every method adds lines and returns the number of the term or theorem."""

    def __init__(self):
        self.lines, self.terms, self.theorems = [], 0, 0

    def term(self, *items):
        self.lines.append(items)
        self.terms += 1
        return self.terms - 1

    def infer(self, *items):
        self.lines.append(items)
        self.theorems += 1
        return self.theorems - 1

    def apply(self, function, *arguments):
        for argument in arguments:
            function = self.term("apply", function, argument)
        return function

    def equation(self, ty, left, right):
        return self.apply(self.term("equality", ty), left, right)

    def real(self, value):
        return self.term("literal", value, "ℝ")

    def truth(self):
        same = self.term("lambda", "𝔹", self.term("bound", 0, "𝔹"))
        return self.equation("𝔹→𝔹", same, same)

    def forall(self, ty, body):
        truth = self.truth()
        return self.equation(f"{ty}→𝔹", self.term("lambda", ty, body), self.term("lambda", ty, truth))

    def falsehood(self):
        return self.forall("𝔹", self.term("bound", 0, "𝔹"))

    def claim(self, conclusion, *hypotheses):
        self.lines.append(("claim", conclusion, *hypotheses))

    def text(self, axioms=(), end=True, **header):
        """Return the certificate, with the header that its claim needs if there is one."""
        replay, statement = verifier.Replay(), []
        replay.header = {"statement": None}
        for items in json.loads(json.dumps(self.lines)):
            try:
                if items[0] == "claim":
                    stated = tuple(replay.terms[number] for number in items[1:])
                    statement = verifier.Printer(replay.logic, stated).statement()
                    break
                replay.line(items)
            except (verifier.NotACertificate, verifier.DoesNotHold, IndexError, RecursionError):
                break
        told = {"format": "symattn certificate", "version": 1, "name": "", "statement": statement, **header}
        lines = [{**told, "axioms": list(axioms)}, *self.lines, *[("end",)] * end]
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


@pytest.fixture
def draft():
    return Draft()


@pytest.fixture
def verify():
    """Verify text or bytes."""

    def run(content):
        return verifier.verify(io.BytesIO(content if isinstance(content, bytes) else content.encode()))

    return run


@pytest.fixture(scope="session")
def certificates():
    """The certificates of a few claims: short, middling, with hypotheses, with indices, with −∞."""
    entries = load([ROOT / "proofs"]).entries
    chosen = ("D2.free", "G13", "G20", "G26", "D4.zero")
    return {name: certificate(run_claim(entries[name], numeric=False).verdict, name) for name in chosen}

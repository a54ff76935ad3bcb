"""Write proofs: an inference record as lines that a program which shares no code with symattn can replay.

Every theorem carries the inference that made it, so a certificate is a walk over the proof: each term and each
inference once, premises before conclusions, in the order of the walk.  `docs/certificate.md` describes the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from symattn import verifier
from symattn.certificates.record import axioms_used, inferences
from symattn.certificates.terms import TermWriter, json_lines
from symattn.errors import UsageError
from symattn.kernel.axioms import AXIOMS
from symattn.kernel.rules import Theorem
from symattn.kernel.terms import Const, Term
from symattn.prover.library.definitions import definition_of


def proof_certificate(theorem: Theorem, name: str = "") -> str:
    """Return the certificate of a theorem; raise UsageError for a statement beyond the limits of the verifier."""
    return _ProofWriter((theorem.conclusion, *theorem.hypotheses), inferences(theorem)).text(theorem, name)


def statement(conclusion: Term, hypotheses: Sequence[Term] = ()) -> list[Any]:
    """Return what the header of a certificate says of a theorem, for a proposition that need not be one.

    Raise UsageError for a statement beyond the limits of the verifier.
    """
    stated = conclusion, *hypotheses
    writer = _ProofWriter(stated)
    return _statement(writer.lines, [writer.term(t) for t in stated])


class _ProofWriter(TermWriter):
    """Number the terms and the inferences of one proof."""

    def __init__(self, stated: Sequence[Term], proof: Iterable[Theorem] = ()) -> None:
        super().__init__(*stated)
        self.theorems: dict[Any, int] = {}
        self.numbers: dict[int, int] = {}  # by the identity of a theorem, which the proof keeps alive
        self.definitions = {str(t.arguments[0]): t for t in proof if t.rule == "definition"}
        self.defined: set[str] = set()

    def text(self, theorem: Theorem, name: str) -> str:
        """Return the whole certificate: header, claim, proof, end."""
        conclusion, *hypotheses = [self.term(t) for t in (theorem.conclusion, *theorem.hypotheses)]
        header = {
            "format": "symattn certificate",
            "version": verifier.VERSION,
            "name": name,
            "statement": _statement(self.lines, [conclusion, *hypotheses]),
            "axioms": axioms_used(theorem),
        }
        self.line("claim", conclusion, *hypotheses)
        self.proof(theorem)
        self.line("end")
        return json_lines(header, *self.lines)

    def undefined(self, constant: Const) -> Term | None:
        """Return the value of a constant; its definition need not be part of the proof."""
        if constant.name in self.defined or constant.name == "=":
            return None
        if constant.name not in self.definitions:
            found = definition_of(constant.name)
            if found is None:
                return None
            self.definitions[constant.name] = found
        value = self.definitions[constant.name].arguments[2]
        return value if isinstance(value, Term) else None

    def define(self, constant: Const) -> None:
        """Write the inference that defines a constant."""
        self.proof(self.definitions[constant.name])

    def proof(self, theorem: Theorem) -> None:
        """Write what is new in a proof, premises before conclusions."""
        stack = [theorem]
        while stack:
            current = stack[-1]
            if id(current) in self.numbers:
                stack.pop()
                continue
            waiting = [premise for premise in current.premises if id(premise) not in self.numbers]
            if waiting:
                stack += reversed(waiting)
                continue
            stack.pop()
            premises = tuple(self.numbers[id(premise)] for premise in current.premises)
            key = (current.rule, premises, current.arguments)
            if key not in self.theorems:
                self.line(*self.inference(current, premises))
                self.theorems[key] = len(self.theorems)
            self.numbers[id(current)] = self.theorems[key]

    def inference(self, theorem: Theorem, premises: tuple[int, ...]) -> tuple[Any, ...]:
        """Return the line of an inference, after the lines of the terms in it."""
        rule, arguments = theorem.rule, theorem.arguments
        if rule == "axiom":
            entry = AXIOMS.get(str(arguments[0]))
            return rule, arguments[0], entry.statement if entry else ""
        if rule == "definition":
            name, parameters, value = arguments
            self.defined.add(str(name))
            return rule, name, self.term(value), *parameters  # type: ignore[arg-type,misc]
        if rule == "abstraction":
            return rule, self.term(arguments[0]), *premises  # type: ignore[arg-type]
        flat = [item for argument in arguments for item in (argument if isinstance(argument, tuple) else (argument,))]
        return rule, *premises, *map(self.argument, flat)

    def argument(self, item: Any) -> int | str:
        """Return a term as its number, a name or size as text."""
        return self.term(item) if isinstance(item, Term) else str(item)


def _statement(lines: list[tuple[Any, ...]], stated: list[int]) -> list[Any]:
    """Return the claim in words, as the verifier writes it: the header says it, and the verifier compares."""
    replay = verifier.Replay()
    try:
        for items in lines:
            replay.logic.allow(len(json_lines(items).encode()))
            replay.line(list(items))
        return verifier.Printer(replay.logic, tuple(replay.terms[number] for number in stated)).statement()
    except (verifier.NotACertificate, verifier.DoesNotHold) as error:
        raise UsageError(f"this statement has no certificate: {error}") from None

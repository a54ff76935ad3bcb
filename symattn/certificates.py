"""Write certificates: a proof as lines that a program which shares no code with symattn can replay.

Every theorem carries the inference that made it, so a certificate is a walk over the proof: each term and each
inference once, premises before conclusions, in the order of the walk.  `docs/certificate.md` describes the format.
"""

from __future__ import annotations

import json
from typing import Any

from . import verifier
from .errors import UsageError
from .kernel.axioms import AXIOMS, CONSTANTS
from .kernel.rules import Theorem
from .kernel.terms import Abs, App, Bound, Const, Lit, Term, Var
from .prover.library.definitions import definition_of
from .record import axioms_used, inferences


def certificate(proved: Any, name: str = "") -> str:
    """Return the certificate of a theorem or of a verdict as text: of a proof, or of a refutation by values.

    `name` labels the certificate; nobody checks it. Raise UsageError for a verdict that has neither, and for a
    statement beyond the limits of the verifier.

    >>> from sympy import MatrixSymbol
    >>> from symattn import decide, dims
    >>> n = dims("n")
    >>> A = MatrixSymbol("A", n, n)
    >>> lines = certificate(decide(A.T.T, A)).splitlines()
    >>> lines[0][:54]
    '{"format":"symattn certificate","version":1,"name":"",'
    >>> lines[-1]
    '["end"]'
    """
    theorem = proved if isinstance(proved, Theorem) else getattr(proved, "theorem", None)
    if getattr(proved, "status", "") == "refuted" and theorem is None:
        from .refutation_certificate import refutation_certificate

        return refutation_certificate(proved, name)
    if not isinstance(theorem, Theorem):
        status = getattr(proved, "status", proved)
        raise UsageError(f"only what is proved or refuted has a certificate, and this is {status!r}")
    return _ProofWriter(theorem, name).text()


class TermWriter:
    """Number terms, and write each as one line: parts before wholes, definitions before the constants they define."""

    def __init__(self, *stated: Term) -> None:
        self.lines: list[tuple[Any, ...]] = []
        self.terms: dict[Term, int] = {}
        self.constants = {entry.name for entry in CONSTANTS} | _defined(stated)

    def line(self, *items: Any) -> None:
        """Add one line."""
        self.lines.append(items)

    def undefined(self, constant: Const) -> Term | None:
        """Return what defines a constant if that has not been written, None if it has, or for a primitive constant."""
        raise NotImplementedError

    def define(self, constant: Const) -> None:
        """Write the definition of a constant whose value has been written."""
        raise NotImplementedError

    def term(self, term: Term) -> int:
        """Write what is new in a term and return its number."""
        stack = [term]
        while stack:
            t = stack[-1]
            if t in self.terms:
                stack.pop()
                continue
            value = self.undefined(t) if isinstance(t, Const) else None
            parts = (value,) if value is not None else _parts(t)
            waiting = [part for part in parts if part not in self.terms]
            if waiting:
                stack += reversed(waiting)
                continue
            if value is not None and isinstance(t, Const):
                self.define(t)
            stack.pop()
            self.line(*self.written(t))
            self.terms[t] = len(self.terms)
        return self.terms[term]

    def variable_name(self, name: str) -> str:
        """Return the name under which a variable is written: ``pi_`` for one called like the constant ``pi``.

        One that ends in _ already gets one more, so that different names stay different.
        """
        return f"{name}_" if name.rstrip("_") in self.constants else name

    def written(self, t: Term) -> tuple[Any, ...]:
        """Return the line of a term whose parts have their numbers."""
        if isinstance(t, App):
            return "apply", self.terms[t.function], self.terms[t.argument]
        if isinstance(t, Abs):
            return "lambda", str(t.binder), self.terms[t.body]
        if isinstance(t, Var):
            return "variable", self.variable_name(t.name), str(t.type)
        if isinstance(t, Bound):
            return "bound", t.index, str(t.type)
        if isinstance(t, Lit):
            return "literal", str(t.value), str(t.type)
        if isinstance(t, Const) and t.name != "=":
            return "constant", t.name, *map(str, t.sizes)
        return "equality", str(t.type.domain)


class _ProofWriter(TermWriter):
    """Number the terms and the inferences of one proof."""

    def __init__(self, theorem: Theorem, name: str) -> None:
        super().__init__(theorem.conclusion, *theorem.hypotheses)
        self.theorem, self.name = theorem, name
        self.theorems: dict[Any, int] = {}
        self.numbers: dict[int, int] = {}  # by the identity of a theorem, which the proof keeps alive
        self.definitions = {str(t.arguments[0]): t for t in inferences(theorem) if t.rule == "definition"}
        self.defined: set[str] = set()

    def text(self) -> str:
        """Return the whole certificate: header, claim, proof, end."""
        conclusion, *hypotheses = [self.term(t) for t in (self.theorem.conclusion, *self.theorem.hypotheses)]
        header = {
            "format": "symattn certificate",
            "version": verifier.VERSION,
            "name": self.name,
            "statement": _statement(self.lines, [conclusion, *hypotheses]),
            "axioms": axioms_used(self.theorem),
        }
        self.line("claim", conclusion, *hypotheses)
        self.proof(self.theorem)
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


def json_lines(*items: Any) -> str:
    """Write each item as JSON on a line of its own."""
    return "".join(json.dumps(item, ensure_ascii=False, separators=(",", ":")) + "\n" for item in items)


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


def _defined(stated: tuple[Term, ...]) -> set[str]:
    """Return the names of the defined constants that propositions rest on."""
    found: set[str] = set()
    seen: set[Term] = set()
    stack = list(stated)
    while stack:
        t = stack.pop()
        if t in seen:
            continue
        seen.add(t)
        stack += _parts(t)
        if isinstance(t, Const) and t.name != "=" and t.name not in found:
            definition = definition_of(t.name)
            if definition is not None and isinstance(value := definition.arguments[2], Term):
                found.add(t.name)
                stack.append(value)
    return found


def _parts(t: Term) -> tuple[Term, ...]:
    if isinstance(t, App):
        return t.function, t.argument
    return (t.body,) if isinstance(t, Abs) else ()

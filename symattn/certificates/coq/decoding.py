"""Translate propositions of the kernel into plain Coq statements, and prove that both say the same.

A proposition is a truth value in the kernel; in Coq's words it is made of ∀, →, ∧, ¬, =, ≤ and <, and a derivative is
the limit of Coq's library.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symattn.certificates.coq.printing import Printer
from symattn.kernel.syntax import FALSE, TRUE
from symattn.kernel.terms import App, Const, Term, sides
from symattn.prover.logic.derived_rules import match_conjunction, match_forall, match_implication


@dataclass(frozen=True, slots=True)
class Part:
    """Hold the outermost form of a proposition and what it is made of."""

    form: str
    of: tuple[Any, ...] = ()


def part(t: Term) -> Part:
    """Return the outermost form of a proposition: one of Coq's, or "holds" for a truth value."""
    if t is TRUE or t is FALSE:
        return Part("True" if t is TRUE else "False")
    if (under := match_forall(t)) is not None:
        return Part("forall", (under,))
    if (pair := match_implication(t)) is not None:
        if pair[1] is not FALSE:
            return Part("->", pair)
        inner = part(pair[0])
        return Part("<", inner.of[::-1]) if inner.form == "<=" else Part("~", pair[:1])
    if (pair := match_conjunction(t)) is not None:
        return Part("/\\", pair)
    if (pair := sides(t)) is not None:
        return Part("=", pair)
    head, arguments = _spine(t)
    if isinstance(head, Const) and head.name == "≤" and len(arguments) == 2:
        return Part("<=", arguments)
    if isinstance(head, Const) and head.name == "deriv" and len(arguments) == 3:
        return Part("derivable_pt_lim", arguments)
    return Part("holds", (t,))


def _spine(t: Term) -> tuple[Term, tuple[Term, ...]]:
    arguments: list[Term] = []
    while isinstance(t, App):
        arguments.insert(0, t.argument)
        t = t.function
    return t, tuple(arguments)


class Decoder:
    """Write propositions in Coq's words, and the proofs from one form to the other."""

    def __init__(self, printer: Printer) -> None:
        self.printer = printer
        self.count = 0

    def said(self, t: Term) -> str:
        """Return a proposition in Coq's words."""
        p, show = part(t), self.printer.term
        if p.form == "forall":
            x, body = self.printer.opened(p.of[0])
            return f"(forall {self.printer.variable(x)} : {self.printer.type(x.type)}, {self.said(body)})"
        if p.form in ("->", "/\\"):
            return f"({self.said(p.of[0])} {p.form} {self.said(p.of[1])})"
        if p.form == "~":
            return f"(~ {self.said(p.of[0])})"
        if p.form in ("=", "<=", "<"):
            return f"({show(p.of[0])} {p.form} {show(p.of[1])})"
        if p.form == "derivable_pt_lim":
            return f"(derivable_pt_lim {' '.join(map(show, p.of))})"
        return p.form if not p.of else f"(is_true {show(t)})"

    def from_kernel(self, t: Term, proof: str) -> str:
        """Return a proof of what is said from one of the truth value."""
        p = part(t)
        if p.form == "forall":
            x, body = self.printer.opened(p.of[0])
            name = self.printer.variable(x)
            inner = self.from_kernel(body, f"({self._lemma(p, t, 1)} {proof} {name})")
            return f"(fun {name} : {self.printer.type(x.type)} => {inner})"
        if p.form == "/\\":
            both = f"({self._lemma(p, t, 1)} {proof})"
            left, right = (self.from_kernel(q, f"(proj{n} {both})") for n, q in enumerate(p.of, 1))
            return f"(conj {left} {right})"
        if p.form in ("->", "~"):
            q = self._new()
            given = f"({self._lemma(p, t, 1)} {proof} {self.to_kernel(p.of[0], q)})"
            return f"(fun {q} => {given if p.form == '~' else self.from_kernel(p.of[1], given)})"
        return {"True": "Logic.I", "holds": proof}.get(p.form) or f"({self._lemma(p, t, 1)} {proof})"

    def to_kernel(self, t: Term, proof: str) -> str:
        """Return a proof of the truth value from one of what is said."""
        p = part(t)
        if p.form == "forall":
            x, body = self.printer.opened(p.of[0])
            name = self.printer.variable(x)
            inner = f"(fun {name} : {self.printer.type(x.type)} => {self.to_kernel(body, f'({proof} {name})')})"
            return f"({self._lemma(p, t, 2)} {inner})"
        if p.form == "/\\":
            left, right = (self.to_kernel(q, f"(proj{n} {proof})") for n, q in enumerate(p.of, 1))
            return f"({self._lemma(p, t, 2)} (conj {left} {right}))"
        if p.form in ("->", "~"):
            q = self._new()
            given = f"({proof} {self.from_kernel(p.of[0], q)})"
            inner = given if p.form == "~" else self.to_kernel(p.of[1], given)
            return f"({self._lemma(p, t, 2)} (fun {q} => {inner}))"
        return {"True": "TT_true", "holds": proof}.get(p.form) or f"({self._lemma(p, t, 2)} {proof})"

    def _new(self) -> str:
        self.count += 1
        return f"q{self.count}"

    def _lemma(self, p: Part, t: Term, direction: int) -> str:
        """Return the lemma that a form is what it says, from left to right (1) or back (2)."""
        show = self.printer.term
        if p.form == "False":
            return f"proj{direction} FFP"
        if p.form == "forall":
            name, arguments = "ALLP", [self.printer.argument_type(p.of[0].binder), show(p.of[0])]
        elif p.form == "=":
            name, arguments = "eqbP", [self.printer.argument_type(p.of[0].type), *map(show, p.of)]
        else:
            names = {"->": "IMPP", "/\\": "ANDP", "~": "NOTP", "<=": "lebP", "<": "LTP", "derivable_pt_lim": "derivP"}
            name, arguments = names[p.form], [*map(show, p.of)]
        return f"proj{direction} (@{name} {' '.join(arguments)})"

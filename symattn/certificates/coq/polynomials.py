"""Write steps of polynomial arithmetic: lemmas on atoms, which Coq's `ring` or `field` prove, each written once."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from symattn.certificates.coq.printing import Printer, fraction
from symattn.kernel.terms import App, Const, Lit, Term


class Polynomials:
    """Hold the lemmas on polynomials that have been written."""

    def __init__(self, printer: Printer) -> None:
        self.printer = printer
        self.lemmas: dict[tuple[str, int], str] = {}
        self.values: dict[Term, Fraction | None] = {}
        self.valued: dict[Term, str] = {}

    def lemma(self, left: Term, right: Term) -> tuple[str, list[Term]]:
        """Return the lemma that two polynomials are equal, and the atoms that it takes."""
        atoms: dict[Term, str] = {}
        known: dict[str, None] = {}
        text = " = ".join(self._polynomial(t, atoms, known) for t in (left, right))
        key = text, len(atoms)
        if key not in self.lemmas:
            self.lemmas[key] = self.printer.names.new("ring")
            over = f"forall {' '.join(atoms.values())} : R, " if atoms else ""
            self.printer.lines.append(f"Lemma {self.lemmas[key]} : {over}{text}. {_proof('intros', text, known)}")
        return self.lemmas[key], list(atoms)

    def _polynomial(self, t: Term, atoms: dict[Term, str], known: dict[str, None]) -> str:
        """Return a real term as a polynomial in atoms; ``known`` are lemmas that say the values of named numbers."""
        if isinstance(t, Lit):
            return fraction(Fraction(t.value))
        operation = _operands(t)
        if operation is None:
            return atoms.setdefault(t, f"a{len(atoms)}")
        value = self._value(t)
        if value is not None and (named := self.printer.term(t)).isidentifier():
            known[self._named(t, named, value)] = None
            return named
        symbol, left, right = operation
        return f"({self._polynomial(left, atoms, known)} {symbol} {self._polynomial(right, atoms, known)})"

    def _value(self, t: Term) -> Fraction | None:
        """Return the number that a term of numbers, sums and products is, or None."""
        if t not in self.values:
            self.values[t] = Fraction(t.value) if isinstance(t, Lit) else None
            if (operation := _operands(t)) is not None:
                symbol, a, b = operation[0], self._value(operation[1]), self._value(operation[2])
                if a is not None and b is not None:
                    self.values[t] = a + b if symbol == "+" else a * b
        return self.values[t]

    def _named(self, t: Term, named: str, value: Fraction) -> str:
        """Write once that a number that has a name is its value; return that lemma."""
        if t not in self.valued and (operation := _operands(t)) is not None:
            known: dict[str, None] = {}
            symbol, left, right = operation
            text = f"{self._polynomial(left, {}, known)} {symbol} {self._polynomial(right, {}, known)}"
            self.valued[t] = self.printer.names.new(f"{named}_is")
            stated = f"{named} = {fraction(value)}"
            proof = _proof(f"unfold {named}", f"{text} = {fraction(value)}", known)
            self.printer.lines.append(f"Lemma {self.valued[t]} : {stated}. {proof}")
        return self.valued[t]


def _proof(begins: str, text: str, known: Iterable[str]) -> str:
    """Return the proof of an equation of polynomials, after the values of named numbers are put in."""
    values = "".join(f"rewrite ?{lemma}; " for lemma in known)
    return f"Proof. {begins}; {values}{'field' if '/' in text else 'ring'}. Qed."


def _operands(t: Term) -> tuple[str, Term, Term] | None:
    """Return the operation and the operands of a sum or a product, or None."""
    if isinstance(t, App) and isinstance(t.function, App):
        head = t.function.function
        if isinstance(head, Const) and head.name in ("+", "*"):
            return head.name, t.function.argument, t.argument
    return None

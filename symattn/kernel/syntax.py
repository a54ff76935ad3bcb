"""The notation of the logic: abbreviations for the connectives, and a parser for tables of statements.

The connectives are not constants but abbreviations for equations (Andrews, *An Introduction to Mathematical Logic and
Type Theory*, §50; Harrison's HOL Light): ⊤ is (λp. p) = (λp. p), ∀x. p is (λx. p) = (λx. ⊤), p ∧ q is
(λf. f p q) = (λf. f ⊤ ⊤), p ⇒ q is (p ∧ q) = p, ⊥ is ∀p. p, ¬p is p ⇒ ⊥; x < y stands for ¬(y ≤ x) and x ≠ y for
¬(x = y).  In the tables, ``[n]`` is an index type, ``sum{n}`` a constant at a size, ``Σ i:[n]. t`` a finite sum,
``#{n}`` the size n as a real number and ``k@[n]`` an index literal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NoReturn, TypeVar

from .terms import (
    BOOL,
    EXTENDED,
    NAT,
    REAL,
    KernelError,
    Size,
    Term,
    Type,
    Var,
    abstract,
    app,
    bound,
    const,
    equation,
    fin,
    fun,
    lam,
    literal,
    var,
)

_IDENTITY = lam(BOOL, bound(0, BOOL))
TRUE = equation(_IDENTITY, _IDENTITY)
_CONNECTIVE = fun(BOOL, fun(BOOL, BOOL))


def conjunction(p: Term, q: Term) -> Term:
    """Return p ∧ q, which abbreviates (λf. f p q) = (λf. f ⊤ ⊤)."""
    f = bound(0, _CONNECTIVE)
    return equation(lam(_CONNECTIVE, app(f, p, q)), lam(_CONNECTIVE, app(f, TRUE, TRUE)))


def implication(p: Term, q: Term) -> Term:
    """Return p ⇒ q, which abbreviates (p ∧ q) = p."""
    return equation(conjunction(p, q), p)


def forall(variable: Var, body: Term) -> Term:
    """Return ∀variable. body, which abbreviates (λvariable. body) = (λvariable. ⊤)."""
    return equation(abstract(variable, body), lam(variable.type, TRUE))


FALSE = forall(var("p", BOOL), var("p", BOOL))


def negation(p: Term) -> Term:
    """Return ¬p, which abbreviates p ⇒ ⊥."""
    return implication(p, FALSE)


# -------------------------------------------------------------------------------------------------------------- parsing

_TOKEN = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_']*|-?[0-9]+(?:/[1-9][0-9]*)?|ℝ∞|[^\s])")
Result = TypeVar("Result", Term, Type)
_BASE = {"ℝ": REAL, "ℕ": NAT, "𝔹": BOOL, "ℝ∞": EXTENDED}
_INFIX = {"⇒": 1, "∧": 2, "=": 3, "≠": 3, "≤": 3, "<": 3, "+": 4, "*": 5}
_STOP = frozenset(").,⇒∧=≠≤<+*]}")


class _Parser:
    """Read one type or term by precedence climbing; identifiers are bound variables, then constants."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.at = text, _TOKEN.findall(text), 0
        self.scope: dict[str, Var] = {}

    def fail(self, expected: str) -> NoReturn:
        raise KernelError(f"parse: expected {expected} at “{' '.join(self.tokens[self.at :])}” in “{self.text}”")

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *expected: str) -> str:
        token = self.peek()
        if not token or (expected and token not in expected):
            self.fail(" or ".join(expected) or "more")
        self.at += 1
        return token

    def accept(self, token: str) -> bool:
        if self.peek() != token:
            return False
        self.at += 1
        return True

    def size(self) -> Size:
        product = self.size_product()
        return product + self.size() if self.accept("+") else product

    def size_product(self) -> Size:
        token = self.take()
        factor = Size.number(int(token)) if token[0] in "123456789" else Size.variable(token)
        return factor * self.size_product() if self.accept("*") else factor

    def type(self) -> Type:
        if self.accept("("):
            left = self.type()
            self.take(")")
        elif self.accept("["):
            left = fin(self.size())
            self.take("]")
        else:
            left = _BASE[self.take(*_BASE)]
        return fun(left, self.type()) if self.accept("→") else left

    def term(self, precedence: int = 0) -> Term:
        left = self.prefix()
        while (symbol := self.peek()) in _INFIX and _INFIX[symbol] >= precedence:
            self.take()
            own = _INFIX[symbol]
            right = self.term(own if symbol in "⇒∧" else own + 1)
            left = self.combine(symbol, left, right)
        return left

    @staticmethod
    def combine(symbol: str, left: Term, right: Term) -> Term:
        if symbol in "=≠":
            return equation(left, right) if symbol == "=" else negation(equation(left, right))
        if symbol == "⇒":
            return implication(left, right)
        if symbol == "∧":
            return conjunction(left, right)
        if symbol == "<":
            return negation(app(const("≤"), right, left))
        return app(const(symbol), left, right)

    def prefix(self) -> Term:
        if self.peek() in ("∀", "λ", "Σ"):
            return self.binder(self.take())
        if self.accept("¬"):
            return negation(self.term(6))
        result = self.atom()
        while self.peek() and self.peek() not in _STOP:
            result = app(result, self.atom())
        return result

    def binder(self, symbol: str) -> Term:
        outer, variables, separator = dict(self.scope), [], ","
        while separator == ",":
            names = [self.take()]
            while not self.accept(":"):
                names.append(self.take())
            ty = self.type()
            variables += [var(name, ty) for name in names]
            separator = self.take(",", ".")
        self.scope.update((v.name, v) for v in variables)
        body = self.term()
        for v in reversed(variables):
            body = forall(v, body) if symbol == "∀" else abstract(v, body)
            if symbol == "Σ":
                body = app(const("sum", v.type.size or self.fail("an index type under Σ")), body)
        self.scope = outer
        return body

    def atom(self) -> Term:
        token = self.take()
        if token == "(":
            inner = self.term()
            self.take(")")
            return inner
        if token in ("⊤", "⊥"):
            return TRUE if token == "⊤" else FALSE
        if token[-1].isdigit() and token[0] in "-0123456789":
            return literal(int(token), self.type()) if self.accept("@") else literal(Fraction(token), REAL)
        if token in self.scope:
            return self.scope[token]
        sizes: list[Size] = []
        if self.accept("{"):
            sizes.append(self.size())
            while self.take(",", "}") == ",":
                sizes.append(self.size())
        return const(token, *sizes)


def parse(text: str) -> Term:
    """Read a closed term; every name must be bound or a constant.

    >>> parse("∀x:ℝ. x = x") is parse("∀y:ℝ. y = y")
    True
    """
    return _read(text, _Parser.term)


def parse_type(text: str) -> Type:
    """Read a type.

    >>> print(parse_type("([n]→ℝ)→ℝ"))
    ([n]→ℝ)→ℝ
    """
    return _read(text, _Parser.type)


def _read(text: str, what: Callable[[_Parser], Result]) -> Result:
    try:
        parser = _Parser(text)
        result = what(parser)
    except (TypeError, ValueError, RecursionError) as error:
        raise KernelError(f"parse: {error}") from None
    if parser.peek():
        parser.fail("the end")
    return result

"""The notation of the logic: abbreviations for the connectives, a printer, and a parser for tables of statements.

The connectives are not constants but abbreviations for equations (Andrews, *An Introduction to Mathematical Logic and
Type Theory*, §50; Harrison's HOL Light): ⊤ is (λp. p) = (λp. p), ∀x. p is (λx. p) = (λx. ⊤), p ∧ q is
(λf. f p q) = (λf. f ⊤ ⊤), p ⇒ q is (p ∧ q) = p, ⊥ is ∀p. p, ¬p is p ⇒ ⊥; x < y stands for ¬(y ≤ x) and x ≠ y for
¬(x = y).  In the tables, ``[n]`` is an index type, ``sum{n}`` a constant at a size, ``Σ i:[n]. t`` a finite sum,
``#{n}`` the size n as a real number and ``k@[n]`` an index literal.
"""

from __future__ import annotations

import re
from fractions import Fraction

from .terms import (
    BOOL,
    EXTENDED,
    NAT,
    REAL,
    Abs,
    App,
    Bound,
    Const,
    KernelError,
    Lit,
    Size,
    Term,
    Type,
    Var,
    abstract,
    app,
    bound,
    const,
    equality,
    equation,
    fin,
    fun,
    lam,
    literal,
    open_body,
    sides,
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


def match_forall(t: Term) -> Abs | None:
    """Return the λ-abstraction under a ∀, or None."""
    pair = sides(t)
    if pair and isinstance(pair[0], Abs) and isinstance(pair[1], Abs) and pair[1].body is TRUE and t is not TRUE:
        return pair[0]
    return None


def match_conjunction(t: Term) -> tuple[Term, Term] | None:
    """Return the two sides of p ∧ q, or None."""
    pair = sides(t)
    if pair and isinstance(pair[0], Abs) and pair[0].binder is _CONNECTIVE:
        body = pair[0].body
        if isinstance(body, App) and isinstance(body.function, App):
            p, q = body.function.argument, body.argument
            if body.function.function is bound(0, _CONNECTIVE) and not p.loose and not q.loose:
                return (p, q) if conjunction(p, q) is t else None
    return None


def match_implication(t: Term) -> tuple[Term, Term] | None:
    """Return the two sides of p ⇒ q, or None."""
    pair = sides(t)
    both = match_conjunction(pair[0]) if pair else None
    return both if pair and both and both[0] is pair[1] else None


# ------------------------------------------------------------------------------------------------------------- printing


def show(term: Term) -> str:
    """Return the term in the notation that ``parse`` reads; bound variables are named by their depth."""
    return _show(term, 0, 0)


def _infix(precedence: int, own: int, text: str) -> str:
    return f"({text})" if precedence > own else text


def _show(t: Term, precedence: int, depth: int) -> str:
    if isinstance(t, Var):
        return t.name
    if isinstance(t, Bound):
        return f"?{t.index}"
    if isinstance(t, Lit):
        return str(t.value) if t.type is REAL else f"{t.value}@{t.type}"
    if isinstance(t, Const):
        return t.name + ("{" + ", ".join(map(str, t.sizes)) + "}" if t.sizes else "")
    if isinstance(t, Abs):
        return _infix(precedence, 0, _binder("λ", t, depth))
    if t is TRUE or t is FALSE:
        return "⊤" if t is TRUE else "⊥"
    if (quantified := match_forall(t)) is not None:
        return _infix(precedence, 0, _binder("∀", quantified, depth))
    if (pair := match_implication(t)) is not None:
        p, q = pair
        if q is FALSE and (both := sides(p)) is not None:
            return _infix(precedence, 3, f"{_show(both[0], 4, depth)} ≠ {_show(both[1], 4, depth)}")
        if q is FALSE and (args := _binary(p, "≤")) is not None:
            return _infix(precedence, 3, f"{_show(args[1], 4, depth)} < {_show(args[0], 4, depth)}")
        if q is FALSE:
            return _infix(precedence, 6, f"¬{_show(p, 7, depth)}")
        return _infix(precedence, 1, f"{_show(p, 2, depth)} ⇒ {_show(q, 1, depth)}")
    if (pair := match_conjunction(t)) is not None:
        return _infix(precedence, 2, f"{_show(pair[0], 3, depth)} ∧ {_show(pair[1], 2, depth)}")
    for symbol, own in (("=", 3), ("≤", 3), ("+", 4), ("*", 5)):
        if (pair := _binary(t, symbol)) is not None:
            right = _show(pair[1], own + 1, depth)
            return _infix(precedence, own, f"{_show(pair[0], own + (own == 3), depth)} {symbol} {right}")
    if isinstance(t, App):
        if isinstance(t.function, Const) and t.function.name == "sum" and isinstance(t.argument, Abs):
            return _infix(precedence, 0, _binder("Σ", t.argument, depth))
        return _infix(precedence, 7, f"{_show(t.function, 7, depth)} {_show(t.argument, 8, depth)}")
    raise KernelError(f"show: {type(t).__name__} is not a term")


def _binary(t: Term, symbol: str) -> tuple[Term, Term] | None:
    if isinstance(t, App) and isinstance(t.function, App):
        head = t.function.function
        if isinstance(head, Const) and head.name == symbol:
            return t.function.argument, t.argument
    return None


def _binder(symbol: str, t: Abs, depth: int) -> str:
    name = f"x{depth}"
    taken = {v.name for v in t.free}
    while name in taken:
        name += "'"
    # The outer binders are still open here: replace the innermost index only where the body is otherwise closed.
    body = open_body(t, var(name, t.binder)) if not t.loose else _name_bound(t.body, var(name, t.binder), 0)
    return f"{symbol}{name}:{t.binder}. {_show(body, 0, depth + 1)}"


def _name_bound(t: Term, name: Var, depth: int) -> Term:
    if isinstance(t, Bound):
        return name if t.index == depth else t
    if isinstance(t, App):
        return app(_name_bound(t.function, name, depth), _name_bound(t.argument, name, depth))
    if isinstance(t, Abs):
        return lam(t.binder, _name_bound(t.body, name, depth + 1))
    return t


# -------------------------------------------------------------------------------------------------------------- parsing

_TOKEN = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_']*|-?\d+(?:/\d+)?|ℝ∞|[^\s])")
_BASE = {"ℝ": REAL, "ℕ": NAT, "𝔹": BOOL, "ℝ∞": EXTENDED}
_INFIX = {"⇒": 1, "∧": 2, "=": 3, "≠": 3, "≤": 3, "<": 3, "+": 4, "*": 5}
_STOP = frozenset(").,⇒∧=≠≤<+*]}")


class _Parser:
    """Read one type or term by precedence climbing; identifiers are bound variables, then constants."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.at = text, _TOKEN.findall(text), 0
        self.scope: dict[str, Var] = {}

    def fail(self, expected: str) -> KernelError:
        return KernelError(f"parse: expected {expected} at “{' '.join(self.tokens[self.at:])}” in “{self.text}”")

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *expected: str) -> str:
        token = self.peek()
        if not token or (expected and token not in expected):
            raise self.fail(" or ".join(expected) or "more")
        self.at += 1
        return token

    def size(self) -> Size:
        total = self.size_product()
        while self.peek() == "+":
            self.take()
            total = total + self.size_product()
        return total

    def size_product(self) -> Size:
        token = self.take()
        product = Size.number(int(token)) if token.isdigit() else Size.variable(token)
        while self.peek() == "*":
            self.take()
            token = self.take()
            product = product * (Size.number(int(token)) if token.isdigit() else Size.variable(token))
        return product

    def type(self) -> Type:
        if self.peek() == "(":
            self.take()
            left = self.type()
            self.take(")")
        elif self.peek() == "[":
            self.take()
            left = fin(self.size())
            self.take("]")
        else:
            left = _BASE[self.take(*_BASE)]
        if self.peek() == "→":
            self.take()
            return fun(left, self.type())
        return left

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
        return negation(app(const("≤"), right, left)) if symbol == "<" else app(const(symbol), left, right)

    def prefix(self) -> Term:
        symbol = self.peek()
        if symbol in ("∀", "λ", "Σ"):
            return self.binder(self.take())
        if symbol == "¬":
            self.take()
            return negation(self.term(6))
        result = self.atom()
        while self.peek() and self.peek() not in _STOP:
            result = app(result, self.atom())
        return result

    def binder(self, symbol: str) -> Term:
        outer, variables = dict(self.scope), []
        while True:
            names = [self.take()]
            while self.peek() != ":":
                names.append(self.take())
            self.take(":")
            ty = self.type()
            variables += [var(name, ty) for name in names]
            if self.take(",", ".") == ".":
                break
        self.scope.update((v.name, v) for v in variables)
        body = self.term()
        for v in reversed(variables):
            if symbol == "Σ":
                if v.type.size is None:
                    raise self.fail("an index type under Σ")
                body = app(const("sum", v.type.size), abstract(v, body))
            else:
                body = abstract(v, body) if symbol == "λ" else forall(v, body)
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
            if self.peek() == "@":  # an index or natural literal, written with its type
                self.take()
                return literal(int(token), self.type())
            return literal(Fraction(token), REAL)
        if token in self.scope:
            return self.scope[token]
        sizes: list[Size] = []
        if self.peek() == "{":
            while self.take("{", ",", "}") != "}":
                if self.peek() != "}":
                    sizes.append(self.size())
        return const(token, *sizes)


def parse(text: str) -> Term:
    """Read a closed term; every name must be bound or a constant.

    >>> print(parse("∀x:ℝ. x = x"))
    ∀x0:ℝ. x0 = x0
    """
    parser = _Parser(text)
    result = parser.term()
    if parser.peek():
        raise parser.fail("the end")
    return result


def parse_type(text: str) -> Type:
    """Read a type.

    >>> print(parse_type("([n]→ℝ)→ℝ"))
    ([n]→ℝ)→ℝ
    """
    parser = _Parser(text)
    result = parser.type()
    if parser.peek():
        raise parser.fail("the end")
    return result


__all__ = [
    "FALSE",
    "TRUE",
    "conjunction",
    "equality",
    "forall",
    "implication",
    "match_conjunction",
    "match_forall",
    "match_implication",
    "negation",
    "parse",
    "parse_type",
    "show",
]

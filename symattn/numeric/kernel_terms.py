"""Kernel terms as the numerics read them: their parts, heads and arguments, arrays, and "and" by its encoding."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from symattn.kernel.terms import (
    BOOL,
    EXTENDED,
    REAL,
    Abs,
    App,
    Const,
    Lit,
    Term,
    Type,
    Var,
    app,
    equation,
    fun,
    lam,
)
from symattn.kernel.terms import bound as bound_variable


def parts_of(term: Term) -> tuple[Term, ...]:
    """Return the terms that a term is made of directly."""
    if type(term) is App:
        return term.function, term.argument
    return (term.body,) if type(term) is Abs else ()


def inside_out(term: Term) -> list[Term]:
    """Return the distinct parts of a term, each after its own parts."""
    found: list[Term] = []
    seen: set[Term] = set()
    stack = [(term, False)]
    while stack:
        part, finished = stack.pop()
        if finished:
            found.append(part)
        elif part not in seen:
            seen.add(part)
            if inner := parts_of(part):
                stack.append((part, True))
                stack += [(each, False) for each in inner]
            else:
                found.append(part)
    return found


@cache
def is_array(ty: Type) -> bool:
    """Tell whether a type is that of rows or matrices of numbers or truth values."""
    is_function = False
    while ty.domain is not None and ty.codomain is not None and ty.domain.size is not None:
        is_function, ty = True, ty.codomain
    return is_function and ty in (REAL, EXTENDED, BOOL)


def spine(term: Term) -> tuple[Term, list[Term]]:
    """Take an application apart: what is applied, and to what."""
    arguments = []
    while isinstance(term, App):
        arguments.append(term.argument)
        term = term.function
    return term, arguments[::-1]


def is_atom(term: Term) -> bool:
    """Tell whether the value of a term is asked of the model: of a variable, a constant, or an array."""
    return isinstance(term, Var | Const) or (isinstance(term, App) and not term.loose and is_array(term.type))


def is_known(term: Term) -> bool:
    """Tell whether the value of a term is a number, or asked of the model."""
    return isinstance(term, Lit) or is_atom(term)


def number_of(literal: Lit) -> int | Fraction:
    """Return the number that a literal stands for."""
    return int(literal.value) if literal.value.denominator == 1 else literal.value


def is_exact(ty: Type) -> bool:
    """Tell whether equal values of a type are the same: not so of numbers, for 1.0 is not known exactly."""
    return ty is not REAL and ty is not EXTENDED


# The encodings of ⊤ and of p ∧ q, which is (λf. f p q) = (λf. f ⊤ ⊤).
_IDENTITY = lam(BOOL, bound_variable(0, BOOL))
TRUE = equation(_IDENTITY, _IDENTITY)
CONNECTIVE = fun(BOOL, fun(BOOL, BOOL))


def conjuncts_of(left: Term, right: Term) -> tuple[Term, Term] | None:
    """Return p and q, still under the binder of f, when the two sides encode p ∧ q."""
    if not isinstance(left, Abs) or not isinstance(right, Abs) or left.binder is not CONNECTIVE:
        return None
    f, body = bound_variable(0, CONNECTIVE), left.body
    if right.body is not app(f, TRUE, TRUE) or not (isinstance(body, App) and isinstance(body.function, App)):
        return None
    head, p, q = body.function.function, body.function.argument, body.argument
    free_of_f = all(index != 0 for side in (p, q) for index, _ in side.loose)
    return (p, q) if head is f and free_of_f else None

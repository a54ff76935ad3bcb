"""Closed terms for the values that hypotheses compute place by place, where they are no rational numbers.

A state such as l (t + 1) = l t · exp (a t) has an exact value: a term in what stands before it.  The hypotheses say
which, at each place.  A proof at these values does not depend on how they were found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from itertools import islice
from typing import Any

from flint import arb

from symattn.certificates.kernel_instance import KernelInstance, as_term
from symattn.kernel.terms import REAL, Abs, App, Const, Lit, Term, Type, Var, abstract, app, open_body, sides
from symattn.prover.logic.conversions import beta_normal_form, fresh
from symattn.prover.logic.derived_rules import match_forall, right
from symattn.prover.logic.places import place as place_of

#: How many equations of entries are looked at.
MOST_EQUATIONS = 200


class _Open(Exception):
    """A term speaks of an entry of which only an enclosure is known."""


def with_computed_values(instance: KernelInstance) -> KernelInstance:
    """Return an instance in which enclosures are replaced by terms, as far as the hypotheses say what they enclose."""
    values = dict(instance.values)
    left = {(variable, at) for variable, value in values.items() for at in _places(value) if _is_open(value, at)}
    if not left:
        return instance
    said = list(islice((e for h in instance.hypotheses for e in _equations(h)), MOST_EQUATIONS))
    while found := next(_computed(said, values, left), None):
        variable, at, value = found
        values[variable] = _with_entry(values[variable], at, value)
        left.remove((variable, at))
    return replace(instance, values=tuple((variable, values[variable]) for variable, _ in instance.values))


def _computed(
    said: list[tuple[Term, Term]], values: dict[Var, Any], left: set[tuple[Var, tuple[int, ...]]]
) -> Iterator[tuple[Var, tuple[int, ...], Term]]:
    """Yield the entries that are left and of which an equation says what they are, in terms of what is known."""
    for side, value in said:
        head, arguments = _spine(side)
        at = tuple(place for place in map(_position, arguments) if place is not None)
        if isinstance(head, Var) and (head, at) in left and len(at) == len(arguments):
            with suppress(_Open):
                yield head, at, _at_values(value, values)


def _at_values(t: Term, values: dict[Var, Any]) -> Term:
    """Return a term with values in place of variables and entries in place of theirs; raise _Open for one unknown."""
    head, arguments = _spine(t)
    if isinstance(head, Var) and head in values:
        value, ty = values[head], head.type
        while arguments and isinstance(value, tuple) and (place := _position(arguments[0])) is not None:
            value, ty, arguments = value[place], ty.codomain or ty, arguments[1:]
        if any(_is_open(value, at) for at in _places(value)):
            raise _Open
        head = as_term(value, ty)
    elif isinstance(head, Abs):
        inner = fresh(head.binder, head)
        head = abstract(inner, _at_values(open_body(head, inner), values))
    return app(head, *(_at_values(each, values) for each in arguments))


def _equations(proposition: Term) -> Iterator[tuple[Term, Term]]:
    """Yield the equations of numbers that a hypothesis states, at all values of indices, both ways round."""
    pair = sides(proposition)
    if (stated := match_forall(proposition)) is not None:
        for index in _indices(stated.binder):
            yield from _equations(open_body(stated, index))
    elif pair is not None:
        yield from _of_entries(*pair)


def _of_entries(one: Term, other: Term) -> Iterator[tuple[Term, Term]]:
    if one.type is REAL:
        pair = right(beta_normal_form(one)), right(beta_normal_form(other))
        yield from (pair, pair[::-1])
    elif one.type.domain is not None:
        for index in _indices(one.type.domain):
            yield from _of_entries(app(one, index), app(other, index))


def _indices(ty: Type) -> list[Term]:
    return [] if ty.size is None else [place_of(value, ty.size) for value in range(ty.size.least())]


def _position(index: Term) -> int | None:
    """Return the number of a closed index, or None where it is not plain."""
    head, arguments = _spine(index)
    if isinstance(head, Lit) and not arguments:
        return head.numerator
    at = [_position(each) for each in arguments]
    known = [each for each in at if each is not None]
    if not isinstance(head, Const) or len(known) < len(at):
        return None
    sizes = [size.least() for size in head.sizes]
    rule = POSITIONS.get(head.name)
    return None if rule is None else rule(*sizes, *known)


#: The number of an index that a constant of some sizes makes of others.
POSITIONS: dict[str, Callable[..., int]] = {
    "last": lambda n: n - 1,
    "inl": lambda m, k, i: i,
    "inr": lambda m, k, i: m + i,
    "pair": lambda m, n, i, j: n * i + j,
    "quo": lambda m, n, i: i // n,
    "rem": lambda m, n, i: i % n,
}


def _places(value: Any) -> Iterator[tuple[int, ...]]:
    """Yield the places of the entries of a value; of a number, the one without indices."""
    if not isinstance(value, tuple):
        yield ()
        return
    for first, part in enumerate(value):
        yield from ((first, *rest) for rest in _places(part))


def _is_open(value: Any, at: tuple[int, ...]) -> bool:
    """Tell whether an entry is an enclosure."""
    return isinstance(reduce(lambda part, place: part[place], at, value), arb)


def _with_entry(value: Any, at: tuple[int, ...], entry: Term) -> Any:
    """Return a value with another entry at a place."""
    if not at:
        return entry
    return (*value[: at[0]], _with_entry(value[at[0]], at[1:], entry), *value[at[0] + 1 :])


def _spine(t: Term) -> tuple[Term, list[Term]]:
    """Return what is applied, and the arguments it is applied to."""
    arguments = list[Term]()
    while isinstance(t, App):
        arguments.append(t.argument)
        t = t.function
    return t, arguments[::-1]

"""Random statements: true ones, made by rewriting or as known theorems of random expressions, and nearly true ones."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from sympy import Idx

from symattn import SymattnError
from tests.fuzz import laws_of_attention, laws_of_matrices, laws_of_numbers
from tests.fuzz.expressions import (
    SHAPES,
    Author,
    add,
    at,
    entry,
    multiply,
    number,
    rational,
)
from tests.fuzz.laws import disguised
from tests.fuzz.statements import Statement
from tests.fuzz.theorems import a_theorem
from tests.fuzz.twists import twisted
from tests.fuzz.words import E, Writer

LAWS_ARE_ENTERED_BY = (laws_of_numbers, laws_of_matrices, laws_of_attention)


def statement(seed: int) -> Statement:
    """Return the statement of a number: an even one is true, an odd one was changed in one place."""
    rng = Random(seed // 2)
    author = Author(rng)
    kind = rng.random()
    if kind < 0.5:
        made = _rewritten(author)
    elif kind < 0.58:
        made = _of_complex_numbers(author)
    else:
        made = a_theorem(author)
    return made if seed % 2 == 0 else twisted(author, made)


def _rewritten(author: Author) -> Statement:
    rng = author.rng
    depth = rng.choice((1, 2, 2, 3))
    if rng.random() < 0.35:
        e, indices = author.number((), depth), ()
    else:
        e = author.matrix((rng.choice(SHAPES), rng.choice(SHAPES)), depth)
    if rng.random() < 0.1 and e.shape is not None:
        indices = (("i_0", e.shape[0]), ("j_0", e.shape[1]))
        e = entry(e, at("i_0"), at("j_0"))
    else:
        indices = ()
    scope = {name: Idx(name, size) for name, size in indices}
    other, rate = e, rng.choice((0.3, 0.6))
    while rate < 1 and (other == e or _written_alike(e, other, scope)):
        other, rate = disguised(author, e, rate), rate + 0.1
    return Statement("=", e, other, (), indices, "rewritten")


def _written_alike(a: E, b: E, scope: dict[str, Idx]) -> bool:
    """Tell whether SymPy makes one of two expressions; of what it refuses to make nothing is asked."""
    with suppress(SymattnError):
        return Writer()(a, scope) == Writer()(b, scope)
    return False


# Complex numbers


def _of_complex_numbers(author: Author) -> Statement:
    rng = author.rng

    def some(depth: int = 2) -> E:
        pick = rng.randrange(7 if depth else 3)
        if pick <= 1:
            return E("leaf", (rng.choice(("w", "v")), "complex"), None, "complex")
        if pick == 2:
            return rng.choice((number("i"), author.scalar()))
        if pick == 3:
            return number("conjugate", some(depth - 1))
        if pick == 4:
            return number("exp", multiply(number("i"), author.scalar()))
        return number(rng.choice("+*"), some(depth - 1), some(depth - 1))

    z, w = some(), some()
    j = number("i")
    x = author.scalar()
    half = rational(1, 2)
    options = [
        (number("conjugate", multiply(z, w)), multiply(number("conjugate", z), number("conjugate", w))),
        (number("conjugate", add(z, w)), add(number("conjugate", z), number("conjugate", w))),
        (number("abs", multiply(z, w)), multiply(number("abs", z), number("abs", w))),
        (multiply(z, number("conjugate", z)), number("to the", number("abs", z), 2)),
        (number("re", z), multiply(half, add(z, number("conjugate", z)))),
        (multiply(j, number("im", z)), multiply(half, number("-", z, number("conjugate", z)))),
        (z, add(number("re", z), multiply(j, number("im", z)))),
        (number("exp", add(z, w)), multiply(number("exp", z), number("exp", w))),
        (number("exp", multiply(j, x)), add(number("cos", x), multiply(j, number("sin", x)))),
        (multiply(z, add(w, x)), add(multiply(z, w), multiply(z, x))),
        (number("conjugate", number("exp", z)), number("exp", number("conjugate", z))),
        (number("to the", z, 3), multiply(z, multiply(z, z))),
        (number("re", multiply(z, w)), number("-", multiply(number("re", z), number("re", w)),
                                              multiply(number("im", z), number("im", w)))),
    ]  # fmt: skip
    left, right = rng.choice(options)
    return Statement("=", left, right, (), (), "complex")

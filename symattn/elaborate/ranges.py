"""Ranges of whole numbers: the least and the greatest value of a polynomial in indices and sizes.

Sums whose ends are indices, floor and the remainder need them: what is bound is a range that does not vary.
"""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from typing import Any

from sympy import (
    Add,
    Basic,
    Expr,
    Function,
    Integer,
    Mod,
    Mul,
    Pow,
    Product,
    S,
    Sum,
    cancel,
    expand,
    floor,
    fraction,
    gcd_list,
    together,
)

from symattn.errors import UnsupportedExpression
from symattn.language.base.dims import is_dim, is_size, sizes_equal
from symattn.language.base.naturals import is_natural

from ..kernel.syntax import conjunction, negation
from ..kernel.terms import Term, app, const
from ..prover.library.definitions import defined
from .formulas import add, at_most, indicator, multiply, number, product, total
from .indices import known_index
from .scope import BoundSymbol, Scope, elaborates
from .sizes import size_of

MOST_ADDED = 3  # times the divisor that are added to what is divided, or taken away from it
MOST_MULTIPLES = 4  # of a divisor that are counted one by one


def ends_of(scope: Scope, node: Expr) -> tuple[Expr, Expr] | None:
    """Return the least and the greatest value of a polynomial in which indices are linear; None for anything else."""
    least, greatest = (_end_of(scope, expand(node), is_greatest) for is_greatest in (False, True))
    return None if least is None or greatest is None else (least, greatest)


def _end_of(scope: Scope, node: Expr, is_greatest: bool) -> Expr | None:
    """Return one end of what a polynomial may be: each index is at an end, those with limits that vary come first."""
    node = node.xreplace({each: each.args[2] - 1 if is_greatest else S.Zero for each in node.atoms(PowerRemainder)})
    while indices := _indices_in(scope, node):
        symbol, known, limits = indices[0]
        slope = node.coeff(symbol, 1)
        if not (is_size(slope) or is_size(-slope)) or expand(node - slope * symbol).has(
            symbol
        ):  # i·(n − i) rises, falls
            return None
        if known.offset.free_symbols & scope.frame.bound.keys():
            return None
        first, last = limits or (known.offset, known.offset + known.length - 1)
        node = expand(node.subs(symbol, last if is_greatest == is_size(slope) else first))
    return node


def _indices_in(scope: Scope, node: Expr) -> list[tuple[Basic, BoundSymbol, tuple[Expr, Expr] | None]]:
    """Return the indices in a node with what they stand for and the limits that vary: the innermost ones first."""
    found = [(symbol, known) for symbol in scope.symbols(node) if (known := known_index(scope, symbol)) is not None]
    limited = [(symbol, known, _limits_here(scope, known)) for symbol, known in found]
    return sorted(limited, key=lambda each: (each[2] is None, -len(each[1].place.trail), str(each[0])))


def _limits_here(scope: Scope, known: BoundSymbol) -> tuple[Expr, Expr] | None:
    """Return the limits of a bound symbol unless a name in them means something else here."""
    bound = scope.frame.bound
    names = frozenset[Basic]().union(*(scope.symbols(limit) for limit in known.limits or ()))
    return known.limits if all(bound.get(name) is known.place.bound.get(name) for name in names) else None


def _is_natural(node: Expr) -> bool:
    return node == 0 or is_size(node) or is_size(node + 1)


def varies(scope: Scope, node: Basic) -> bool:
    """Tell whether an index occurs in a node."""
    return any(known_index(scope, symbol) is not None for symbol in scope.symbols(node))


def may_be_empty(lower: Expr, upper: Expr) -> bool:
    """Tell whether the ends of a range are sizes and numbers, and it may hold nothing, as 1, …, n − 1 for n = 1."""
    length = expand(upper - lower + 1)
    return not is_size(length) and all(map(is_dim, length.free_symbols))


def varying_sum(scope: Scope, node: Sum | Product, limit: Any, summand: Any) -> Term:
    """Return Σ or ∏ of what ``summand`` makes over a range that varies or may be empty: 0, …, j or 1, …, n − 1.

    It is taken over all that the symbol may be, with the condition that it lies in the range: a factor is 1 elsewhere.
    There must be such a range, which may be empty, for all values of the indices under what is given.
    """
    symbol, lower, upper = limit
    first, last = ends_of(scope, lower), ends_of(scope, upper)
    count = ends_of(scope, expand(upper - lower + 1))
    if first is None or last is None or count is None:
        raise UnsupportedExpression(node, f"{lower} and {upper} must be sums of indices, sizes and multiples of these")
    if not _is_natural(count[0]):
        indices = expand(upper - lower + 1)
        scope.need(at_most(number(0), scope.real(indices)), indices, "{} ≥ 0")
    start, length = _range(node, symbol, first[0], last[1])

    low = None if start == lower else scope.real(lower)  # read here, where the symbol may stand for something else
    high = None if expand(start + length - 1 - upper) == 0 else scope.real(upper)

    def term() -> Term:
        place = scope.real(symbol)
        within = [at_most(low, place)] if low is not None else []
        within += [at_most(place, high)] if high is not None else []
        condition = conjunction(*within) if len(within) == 2 else within[0]
        value = scope.assuming(condition, summand)
        if isinstance(node, Product):
            return add(number(1), multiply(indicator(condition), add(value, number(-1))))
        return multiply(indicator(condition), value)

    over = product if isinstance(node, Product) else total
    limits = None if low is None and high is None else (lower, upper)
    return over(length, scope.binding(symbol, length, term, start, limits))


def _range(node: Basic, symbol: Basic, first: Expr, last: Expr) -> tuple[Expr, Expr]:
    """Return the start and the length of a range that surely holds first, …, last; it may hold more."""
    if not _is_natural(first):
        raise UnsupportedExpression(node, f"the range of {symbol} may start below 0")
    for start, length in ((first, last - first + 1), *((S.Zero, last + more) for more in range(1, 5))):
        if is_size(expand(length)):
            return start, expand(length)
    raise UnsupportedExpression(node, f"the range of {symbol} has no provable end")


# ---------------------------------------------------------------------------------------------------- floor, remainder


class PowerRemainder(Function):  # type: ignore[misc]
    """Hold a number, a natural exponent and a divisor: the remainder of the power."""


def _with_remainders(node: Expr, divisor: Expr) -> Expr:
    """Return what is divided by a number with the remainders of powers for them, where exponents vary."""
    if not isinstance(divisor, Integer) or divisor < 2:
        return expand(node)

    def remainder(power: Pow, all_that_is_sure: bool) -> Expr:
        ones = {size: size + 1 for size in power.exp.free_symbols if all_that_is_sure and is_dim(size)}
        constant, varying = expand(power.exp.subs(ones, simultaneous=True)).as_coeff_Add()
        varying = expand(varying.subs({size: size - 1 for size in ones}, simultaneous=True))
        step = gcd_list([part.as_coeff_Mul()[0] for part in Add.make_args(varying)])
        if not (step.is_Integer and constant.is_Integer):
            return power
        more, first = (0, constant) if all_that_is_sure else divmod(constant, step)
        base = (power.base**step - 2) % divisor + 2  # 1 stays no number of its own
        return power.base**first * PowerRemainder(base, varying / step + more, divisor)

    def within(part: Expr, all_that_is_sure: bool) -> Expr:
        if isinstance(part, Pow) and isinstance(part.base, Integer) and not part.exp.is_number:
            return remainder(part, all_that_is_sure)
        if isinstance(part, Add | Mul):
            return part.func(*(within(each, all_that_is_sure) for each in part.args))
        is_power = isinstance(part, Pow) and part.exp.is_Integer and part.exp > 0
        return within(part.base, all_that_is_sure) ** part.exp if is_power else part

    for all_that_is_sure in (False, True):  # of 2ⁿ/2 the factor 2 has to be taken out
        terms = Add.make_args(expand(within(node, all_that_is_sure)))
        counted = {term: term.as_coeff_Mul() for term in terms if term.has(PowerRemainder)}
        ones = {each: S.One for term in counted for each in term.atoms(PowerRemainder)}
        if all(term.xreplace(ones).is_integer for term in counted):  # no multiples of the divisor are left out then
            break
    else:
        return expand(node)
    for term in terms:  # what is taken away is added less often than the divisor says
        factor, rest = term.as_coeff_Mul()
        if counted and factor.is_Integer and factor < 0 and rest.is_integer and rest.is_polynomial() and rest != 1:
            counted[term] = factor, rest
    return Add(*((counted[t][0] % divisor) * counted[t][1] if t in counted else t for t in terms))


@elaborates(floor)
def _floor(scope: Scope, node: Any) -> Term:
    above, below = fraction(together(node.args[0]))
    if stays_below(scope, above, below):
        return number(0)
    dividend, divisor, more = _divided(scope, node, expand(above), expand(below))
    whole = _part(scope, "quo", dividend, divisor) or _quotient(scope, dividend, divisor)
    return add(whole, number(-more)) if more else whole


@elaborates(Mod)
def _remainder(scope: Scope, node: Any) -> Term:
    if stays_below(scope, *node.args):
        return scope.real(node.args[0])
    dividend, divisor, _ = _divided(scope, node, _with_remainders(*node.args), expand(node.args[1]))
    part = _part(scope, "rem", dividend, divisor)
    if part is not None:
        return part
    whole = multiply(scope.real(divisor), _quotient(scope, dividend, divisor))
    return add(scope.real(dividend), multiply(number(-1), whole))


def is_quotient(scope: Scope, node: Expr) -> bool:
    """Tell whether a number is a quotient of which there is the floor, and no whole number by its form."""
    above, below = map(expand, fraction(together(node)))
    return below != 1 and varies(scope, above) and is_size(below) and _enough(scope, above, below) is not None


def stays_below(scope: Scope, node: Expr, size: Expr) -> bool:
    """Tell whether a quotient or a remainder is surely below a size: ⌊a/b⌋ for 0 ≤ a < b·size, a mod b for b ≤ size."""
    if not is_size(size):
        return False
    if isinstance(node, Mod):
        return is_size(node.args[1]) and _is_natural(expand(size - node.args[1]))
    if not isinstance(node, floor):
        return False
    above, below = map(expand, fraction(together(node.args[0])))
    ends = ends_of(scope, above)
    if ends is None or not is_size(below):
        return False
    return never_negative(ends[0]) and never_negative(expand(below * size - 1 - ends[1]))


def _divided(scope: Scope, node: Expr, dividend: Expr, divisor: Expr) -> tuple[Expr, Expr, int]:
    """Return what is divided, with as many times the divisor added as make it a whole number ≥ 0, and how many times.

    Raise UnsupportedExpression unless a few times do, and it is divided by a size.
    """
    more = _enough(scope, dividend, divisor)
    if more is not None:
        return expand(dividend + more * divisor), divisor, more
    reason = "what is divided must be an index, or a sum of indices and sizes, by a size, and not far below 0"
    raise UnsupportedExpression(node, reason)


def _enough(scope: Scope, dividend: Expr, divisor: Expr) -> int | None:
    """Return how many times a divisor is added to what is divided to make it the least whole number ≥ 0.

    Of what surely is as large the divisor is taken away, so often less than 0 times. None stands for many times.
    """
    ends = ends_of(scope, dividend)
    for more in range(-MOST_ADDED, MOST_ADDED + 1) if ends is not None and is_size(divisor) else ():
        least, greatest = (expand(end + more * divisor) for end in ends)  # type: ignore[union-attr]
        if never_negative(least) and (_above(greatest) is not None or _multiples(greatest, divisor) is not None):
            return more
    return None


def _above(greatest: Expr) -> Expr | None:
    """Return a size above a polynomial in sizes, or None: one more, without what is taken away where that is needed."""
    terms = [term for term in Add.make_args(greatest) if term.as_coeff_Mul()[0].is_positive]
    return next(filter(is_size, (expand(greatest + 1), expand(Add(*terms, 1)))), None)


def _multiples(greatest: Expr, divisor: Expr) -> int | None:
    """Return how many positive multiples of a size there are up to a whole number at most, or None for many."""
    few = (count for count in range(1, MOST_MULTIPLES + 1) if never_negative((count + 1) * divisor - greatest - 1))
    return next(few, None)


def never_negative(node: Expr) -> bool:
    """Tell whether a polynomial has natural coefficients in natural numbers and in sizes less 1: it is at least 0."""
    symbols = node.free_symbols
    if not node.is_polynomial(*symbols) or not all(is_dim(symbol) or is_natural(symbol) for symbol in symbols):
        return False
    moved = expand(node.subs({size: size + 1 for size in symbols if is_dim(size)}, simultaneous=True))
    return _rises(moved, MOST_ADDED)


def _rises(node: Expr, more: int) -> bool:
    """Tell whether a polynomial in natural numbers is at least 0: it has no other coefficients, or so from 1 on."""
    if all(term.as_coeff_Mul()[0].is_nonnegative for term in Add.make_args(node)):
        return True
    symbols = node.free_symbols
    if len(symbols) != 1 or not more:
        return False
    (symbol,) = symbols
    return node.subs(symbol, 0).is_nonnegative and _rises(expand(node.subs(symbol, symbol + 1)), more - 1)


def remainders(scope: Scope, node: Any) -> list[tuple[Term, Term]] | None:
    """Return when a remainder is the dividend less each of a few multiples, and what it then is, or None for many."""
    dividend, divisor, _ = _divided(scope, node, *map(expand, node.args))
    ends = ends_of(scope, dividend)
    count = _multiples(ends[1], divisor) if ends is not None else None
    if count is None:
        return None
    above, multiples = scope.real(dividend), [scope.real(times * divisor) for times in range(count + 1)]
    whens = [negation(at_most(multiples[1], above))]
    whens += [conjunction(at_most(a, above), negation(at_most(b, above))) for a, b in pairwise(multiples[1:])]
    whens.append(at_most(multiples[-1], above))
    return [(when, add(above, multiply(number(-1), m))) for when, m in zip(whens, multiples, strict=True)]


def _part(scope: Scope, name: str, dividend: Expr, divisor: Expr) -> Term | None:
    """Return the position of the block, or in the block, of an index of m·w places, or None for others."""
    known = known_index(scope, dividend)
    if known is not None and known.offset == 0 and sizes_equal(known.length, divisor):  # one block
        return number(0) if name == "quo" else scope.real(dividend)
    blocks = expand(cancel(known.length / divisor)) if known is not None and known.offset == 0 else None
    if known is None or blocks is None or not is_size(blocks):
        return None
    sizes = size_of(blocks), size_of(divisor)
    return app(const("pos", sizes[0 if name == "quo" else 1]), app(const(name, *sizes), known.variable))


def _quotient(scope: Scope, dividend: Expr, divisor: Expr) -> Term:
    """Return the number of positive multiples of a size up to a whole number, one by one where there are few."""
    ends = ends_of(scope, dividend)
    largest = ends[1] if ends is not None else dividend
    if (count := _multiples(largest, divisor)) is not None:
        above = scope.real(dividend)
        return reduce(add, [indicator(at_most(scope.real(t * divisor), above)) for t in range(1, count + 1)])
    return app(defined("quotient", size_of(_above(largest))), scope.real(dividend), scope.real(divisor))

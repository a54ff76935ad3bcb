"""Find in a goal what the rows of the table look for: Σ w·p, with a pattern p of a row and a factor w.

A sum is opened where the pattern stands in it.  The factors of a product are shared out in all ways among the pattern
and its weight.  Some patterns are read with more care, since normal forms write them in several ways: every product is
w·eᵘ, perhaps with u = 0, and a number x with a logarithm in sight is e^(log x); g·g·g is g·g², and e^(a·u) a power of
eᵘ; a sum of products is one over any of its indices; a double sum may be the square of a sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations, product
from math import gcd

from ....kernel.terms import REAL, Abs, Const, Size, Term, Type, Var, abstract, app, const, open_body, substitute
from ...library.definitions import defined
from ...limits import MOST_EXPONENT, MOST_INDICES, MOST_PLACES, MOST_WITHIN
from ...logic.conversions import beta_normal_form
from ...logic.derived_rules import right
from ...logic.formulas import EXP
from ...logic.matching import match
from ...logic.numerals import nadd, numeral
from ...logic.parts import args_of, head_and_arguments, index_size, operand, parts_of
from ...logic.term_order import key, opened, opened_number
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    Monomial,
    Polynomial,
    atoms_of,
    divided,
    factors,
    multiply,
    polynomial_term,
    product_term,
    read_polynomial,
    sorted_terms,
    without,
)
from ...normal.positivity import positive
from .exponents_compared import exponent_and_rest
from .lifting import summed_over

Values = dict[Var, Term]
Binders = tuple[Var, ...]
#: The indices of the sums that were opened, what is summed up, and its coefficient.
Opened = tuple[Binders, Monomial, Fraction]
#: The indices of a place, the values of the variables of a pattern there, a monomial beside it, and its coefficient.
Found = Iterator[tuple[Binders, Values, Monomial, Fraction]]


def places_in(*terms: Term) -> list[Term]:
    """Return the indices in some terms: variables, and the first place, the last, the third and the like."""
    variables = {v for t in terms for v in t.free if v.type.size is not None}
    fixed = {p for p in parts_of(*terms) if not (p.free or p.loose) and p.type.size is not None}
    return [*sorted(variables, key=lambda v: v.name), *sorted(fixed, key=key)[:MOST_INDICES]]


@dataclass(frozen=True)
class Place:
    """Hold where a pattern stands: Σ w·p over some indices, with values of the variables of p, and w."""

    binders: tuple[Var, ...]
    values: tuple[tuple[Var, Term], ...]
    weight: Polynomial

    def seen_from(self, binders: Sequence[Var]) -> Iterator[Values]:
        """Yield the values with the indices of another place for those of this one, in every order."""
        for order in permutations(binders, len(self.binders)):
            if all(x.type is y.type for x, y in zip(self.binders, order, strict=True)):
                moved = dict(zip(self.binders, order, strict=True))
                yield {v: substitute(t, moved) for v, t in self.values} if moved else dict(self.values)


@dataclass
class Reading:
    """Read a goal 0 ≤ t for patterns; what was read once is kept."""

    normaliser: Normaliser
    goal: Polynomial
    more: Sequence[Polynomial] = ()  # what is known of the goal: sums are looked for there as well
    alone: bool = False  # whether nested sums count over each index where that leaves a sum alone
    _places: dict[tuple[Term, frozenset[Var]], list[Place]] = field(default_factory=dict)

    def places(self, pattern: Term, variables: frozenset[Var]) -> list[Place]:
        """Return where a pattern stands, with the weights of the same values added up."""
        question = pattern, variables & pattern.free
        if question not in self._places:
            weights: dict[tuple[Binders, tuple[tuple[Var, Term], ...]], dict[Monomial, Fraction]] = {}
            for binders, values, rest, c in self._read(pattern, question[1]):
                at = binders, tuple(sorted(values.items(), key=lambda pair: pair[0].name))
                weight = weights.setdefault(at, {})
                weight[rest] = weight.get(rest, Fraction(0)) + c
            nonzero = ((at, {m: c for m, c in weight.items() if c}) for at, weight in weights.items())
            places = [Place(*at, weight) for at, weight in nonzero if weight]
            is_open = is_sum(pattern) or all(_is_bare(a, variables) for a in atoms_of(read_polynomial(pattern)))
            places = places if is_open else places[:MOST_PLACES]
            self._places[question] = places + _counted(places)
        return self._places[question]

    def _read(self, pattern: Term, variables: frozenset[Var]) -> Found:
        exponent = operand(pattern, "exp")
        if exponent is not None and exponent in variables:
            yield from self._exponentials(exponent)
            return
        wanted = factors(next(iter(read_polynomial(pattern))))
        pattern_of = operand(pattern, "sum")
        if pattern_of is not None and any(v.type.domain is not None for v in variables):
            for x, parts in self.sums:
                if x.type is pattern_of.type.domain:
                    inside = factors(next(iter(read_polynomial(right(beta_normal_form(app(pattern_of, x)))))))
                    for values, rest in shared(inside, parts, variables, (x,)):
                        if not rest:
                            yield (), values, (), Fraction(1)
            return
        if len(wanted) == 2 and wanted[0] is wanted[1] and is_sum(wanted[0]):
            yield from self._squares_of_sums(wanted[0], variables)
            return
        power = next((args for t in wanted if (args := args_of(t, "power", 2)) is not None), None)
        if power is not None:
            yield from self._powers(read_polynomial(power[0]), power[1], wanted)
            return
        names = [head.name for t in wanted if isinstance(head := head_and_arguments(t)[0], Const)]
        most = MOST_INDICES if all(_is_bare(t, variables) for t in wanted) else MOST_WITHIN
        for binders, monomial, c in opened_monomials(self.goal, lambda t: _is_sum_with(names, t), most):
            for around, parts in [(binders, _split(monomial)), *(_closed(binders, monomial) if pattern_of else ())]:
                for values, rest in shared(wanted, parts, variables):
                    yield around, values, next(iter(read_polynomial(product_term(rest)))), c

    # ------------------------------------------------------------------------------------------------------------ sums

    @cached_property
    def atoms(self) -> set[Term]:
        """All factors of the goal, of what is known of it, and of hypotheses that are equations."""
        return set(atoms_of(self.goal, *self.more, *told(self.normaliser)))

    @cached_property
    def sums(self) -> list[tuple[Var, list[Term]]]:
        """The sums at hand as Σ_x of a product of some factors; of nested sums any index is the first one.

        A square u² counts as |u|² where |·| is a number of its own.
        """
        found: list[tuple[Var, list[Term]]] = []
        totals = [atom for atom in sorted(self.atoms, key=key) if is_sum(atom)]
        for whole in totals:
            for binders, summand, c in opened_monomials({((whole, 1),): Fraction(1)}, is_sum, MOST_INDICES):
                for x in binders if c == 1 else ():
                    parts = parts_over(x, binders, _split(summand))
                    root = self._root(parts)
                    least = 1 if self.alone else min(len(binders), 2)
                    found += [
                        (x, each) for each in (parts, root) if least <= len(each) and len({*each}) <= MOST_INDICES
                    ]
        return sorted(found, key=lambda piece: -len(piece[1]))[:MOST_PLACES]

    def _squares_of_sums(self, pattern: Term, variables: frozenset[Var]) -> Found:
        """Yield Σ_ik w·g(i)·g(k) with w free of i and k as w·(Σ g)², where g may be a sum over further indices.

        Where the pattern is (Σ u·v)², the factors of g are shared out.
        """
        f, *others = sorted({t for t in parts_of(pattern) if isinstance(t, Var)}, key=key)
        summand = operand(pattern, "sum") or pattern
        for binders, monomial, c in opened_monomials(self.goal, is_sum, MOST_INDICES):
            alike = [x for x in binders if x.type is f.type.domain]
            for i, k in combinations(alike, 2):
                (of_i, own_i), (of_k, own_k) = (_with_own_indices(x, binders, factors(monomial)) for x in (i, k))
                g = abstract(i, summed_over(own_i, product_term(of_i)))
                if of_i and k not in own_i and g is abstract(k, summed_over(own_k, product_term(of_k))):
                    taken = {i, k, *own_i, *own_k}
                    rest = tuple(pair for pair in monomial if pair[0].free.isdisjoint(taken))
                    around = tuple(x for x in binders if x not in taken)
                    inside = factors(next(iter(read_polynomial(right(beta_normal_form(app(summand, i)))))))
                    shares = shared(inside, of_i, variables, (i,)) if others and not own_i else ()
                    for values in (values for values, left in shares if not left) if others else ({f: g},):
                        yield around, values, rest, c

    def _root(self, parts: Sequence[Term]) -> list[Term]:
        is_square = len(parts) == 2 and parts[0] is parts[1] and "abs" in self.normaliser.context.opaque
        return [app(defined("abs"), parts[0])] * 2 if is_square else []

    @cached_property
    def sizes(self) -> list[Size]:
        """The sizes that sums and products at hand are over."""
        heads = (t for t in parts_of(*sorted(self.atoms, key=key)) if isinstance(t, Const))
        return list(dict.fromkeys(head.sizes[0] for head in heads if head.name in ("sum", "product", "top")))

    def indices(self, kind: Type) -> list[Term]:
        """Return the places of a kind in sight."""
        return [index for index in self._indices if index.type is kind][:MOST_INDICES]

    @cached_property
    def _indices(self) -> list[Term]:
        variables = [v for v in places_in(*atoms_of(self.goal, *self.more)) if isinstance(v, Var)]
        return [*variables, *(place for place in places_in(*atoms_of(self.goal)) if not isinstance(place, Var))]

    def has(self, t: Term) -> bool:
        """Tell whether a number is made of what is at hand, or of sizes."""
        made_of = atoms_of(read_polynomial(right(self.normaliser.normal(t))))
        return all(a in self.atoms or args_of(a, "#", 0) is not None or not a.free for a in made_of)

    # ---------------------------------------------------------------------------------------------------- exponentials

    def _exponentials(self, v: Var) -> Found:
        """Yield every monomial as Σ w·eᵘ, where a positive number whose logarithm is met is e to that."""
        if not any(occurs_in("exp", atom) for atom in atoms_of(self.goal)):
            return
        logs, tables = self._logarithms
        for binders, monomial, c in opened_monomials(self.goal, self._is_opened, MOST_WITHIN):
            numbers = logs | {open_body(f, x) for f in tables for x in binders if f.binder is x.type}
            exponent, rest = exponent_and_rest(monomial, numbers)
            yield binders, {v: right(self.normaliser.normal(exponent))}, rest, c

    def _is_opened(self, t: Term) -> bool:
        inside = operand(t, "sum") or t
        met = any(isinstance(inside, Abs) and f.binder is inside.binder for f in self._logarithms[1])
        return met or _is_sum_with(["exp"], t)

    @cached_property
    def _logarithms(self) -> tuple[set[Term], list[Abs]]:
        """The positive numbers x with log x in an exponent of the goal, and the tables f with sums of log f there."""
        numbers: dict[Term, None] = {}
        tables: dict[Term, None] = {}
        for atom in self._atoms_of_exponents():
            numbers |= dict.fromkeys(self._under_logarithms([atom]))
            f = operand(atom, "sum") or atom
            if isinstance(f, Abs) and f.binder.size is not None:
                x = self.normaliser.context.next_variable(f.binder, f)
                inner = atoms_of(read_polynomial(open_body(f, x)))
                tables |= dict.fromkeys(abstract(x, t) for t in self._under_logarithms(inner))
        return set(numbers), [f for f in sorted(tables, key=key) if isinstance(f, Abs)]

    def _under_logarithms(self, atoms: Iterable[Term]) -> list[Term]:
        """Return the positive numbers of which some atoms are logarithms."""
        logs = (u for atom in atoms if (u := operand(atom, "log")))
        return [u for u in logs if positive(self.normaliser, u) is not None]

    def _atoms_of_exponents(self) -> list[Term]:
        exponents = (u for atom in atoms_of(self.goal) if (u := operand(atom, "exp")))
        return atoms_of(*map(read_polynomial, exponents))

    # ---------------------------------------------------------------------------------------------------------- powers

    def _powers(self, base: Polynomial, a: Term, wanted: Sequence[Term]) -> Found:
        """Yield every product as w·g^(s + d·a), for the pattern v^s·(v^d)^a, where a may be a symbol or a number.

        A number is meant only where s is not 0 and there are three factors, or one that is an inverse.
        """
        ((((v, d),), _),) = base.items()
        s = sum(t is v for t in wanted)
        for binders, monomial, c in opened_monomials(self.goal, is_sum, MOST_WITHIN):
            symbols = {t: power for t, e in monomial if e == 1 and (power := self._as_power(t)) is not None}
            for t, e in monomial:
                rest = without(monomial, t)
                if t in symbols:
                    g, exponent = symbols[t]
                    beside = dict(rest).get(g, 0) if s else 0
                    if d != 1 or beside < s:
                        continue
                    rest = without(rest, g) if s else rest
                    value = nadd(numeral(beside - s), exponent) if beside > s else exponent
                elif not s or e > MOST_EXPONENT or all(x not in t.free for x in binders):
                    continue
                elif (inverse := operand(t, "inv")) is not None:
                    g, value, rest = t, numeral(e + 1 - s), multiply(rest, ((inverse, 1),))
                    if d != 1:
                        continue
                elif e > 2 and (e - s) % d == 0 and all(g is not t for g, _ in symbols.values()):
                    g, value = t, numeral((e - s) // d)
                else:
                    continue
                yield binders, {v: g, a: value}, rest, c  # type: ignore[dict-item]

    def _as_power(self, atom: Term) -> tuple[Term, Term] | None:
        """Return b and a, where an atom is bᵃ or e^(a·log b), for a natural number a that is no number, or None."""
        power, inside = args_of(atom, "power", 2), args_of(atom, "exp", 1)
        if power is not None:
            return power[0], power[1]
        exponent = read_polynomial(inside[0]) if inside is not None else {}
        for monomial, c in exponent.items() if len(exponent) == 1 else ():
            for t, e in monomial:
                if e == 1 and (natural := operand(t, "real")) is not None:
                    rest = polynomial_term({divided(monomial, ((t, 1),)) or (): c})
                    return right(self.normaliser.normal(app(EXP, rest))), natural
        return None


def _counted(places: Iterable[Place]) -> list[Place]:
    """Return the places #n·w·p once more as Σ w·p, for the indices i < n of another place."""
    places = list(places)
    found = []
    for (x,) in dict.fromkeys(place.binders for place in places if len(place.binders) == 1):
        size = app(const("#", index_size(x)))
        for place in places:
            weight = {without(m, size): c for m, c in place.weight.items() if dict(m).get(size) == 1}
            if weight and not place.binders:
                found.append(Place((x,), place.values, weight))
    return found


# ---------------------------------------------------------------------------------------------------------- products


def shared(
    wanted: Sequence[Term], given: Sequence[Term], variables: frozenset[Var], local: tuple[Var, ...] = ()
) -> Iterator[tuple[Values, list[Term]]]:
    """Yield values at which the factors of a pattern are some of those that are given, and the others of these.

    A factor of the pattern that is a variable, or a function of the index ``local``, is a product of some factors.
    """
    rigid = [t for t in wanted if not _is_bare(t, variables)]
    bare = list(dict.fromkeys(t for t in wanted if _is_bare(t, variables)))
    for values, rest in _matched(rigid, list(given), variables, local, {}):
        yield from _shared_out(bare, wanted, rest, values, local)


def _is_bare(t: Term, variables: frozenset[Var]) -> bool:
    return head_and_arguments(t)[0] in variables


def _matched(
    rigid: list[Term], given: list[Term], variables: frozenset[Var], local: tuple[Var, ...], values: Values
) -> Iterator[tuple[Values, list[Term]]]:
    if not rigid:
        yield values, given
        return
    for t in dict.fromkeys(given):
        trial = dict(values)
        if match(rigid[0], t, variables, trial, local):
            rest = list(given)
            rest.remove(t)
            yield from _matched(rigid[1:], rest, variables, local, trial)


def _shared_out(
    bare: Sequence[Term], wanted: Sequence[Term], given: list[Term], values: Values, local: tuple[Var, ...]
) -> Iterator[tuple[Values, list[Term]]]:
    """Yield the ways to share factors out among variables, as often as these are wanted, and what is left of them."""
    if not bare:
        yield values, given
        return
    if len(given) > MOST_INDICES:
        return
    seen = set()
    for shares in product(range(-1, len(bare)), repeat=len(given)):
        parts = [product_term([t for t, s in zip(given, shares, strict=True) if s == k]) for k in range(-1, len(bare))]
        if tuple(parts) in seen:
            continue
        seen.add(tuple(parts))
        found = _at(bare, wanted, parts[1:], values, local)
        if found is not None:
            yield found, [t for t, s in zip(given, shares, strict=True) if s == -1]


def _at(
    bare: Sequence[Term], wanted: Sequence[Term], parts: Sequence[Term], values: Values, local: tuple[Var, ...]
) -> Values | None:
    """Return the values at which variables are some products, or None; one that is wanted twice has a square."""
    found = dict(values)
    for t, part in zip(bare, parts, strict=True):
        times_wanted = sum(t is other for other in wanted)
        if times_wanted > 1:
            ((monomial, _),) = read_polynomial(part).items()
            if any(e % times_wanted for _, e in monomial):
                return None
            part = product_term([a for a, e in monomial for _ in range(e // times_wanted)])
        head, arguments = head_and_arguments(t)
        if any(a not in local for a in arguments):
            return None
        if head in found and right(beta_normal_form(app(found[head], *arguments))) is not part:
            return None
        for x in reversed(arguments):
            part = abstract(x, part)
        found[head] = part  # type: ignore[index]
    return found


# -------------------------------------------------------------------------------------------------------------- pieces


def opened_monomials(goal: Polynomial, wanted: Callable[[Term], bool], most: int) -> Iterator[Opened]:
    """Yield the monomials of a goal, with the sums that are wanted opened: the indices, the summand, its coefficient.

    The indices are numbered alike in all monomials, so that pieces over the same indices can be compared.
    """
    free = {v for atom in atoms_of(goal) for v in atom.free}
    first = 1 + max((n for v in free if (n := opened_number(v)) is not None), default=-1)
    for monomial, coefficient in sorted_terms(goal):
        binders: list[Var] = []
        rest, scale = monomial, coefficient
        while len(binders) < most and (total := next((a for a, _ in rest if wanted(a)), None)) is not None:
            f = operand(total, "sum") or total
            if not isinstance(f, Abs) or f.binder.size is None:
                break
            x = opened(first + len(binders), f.binder)
            inside = read_polynomial(open_body(f, x))
            if len(inside) != 1:
                break
            ((body, factor),) = inside.items()
            rest = multiply(divided(rest, ((total, 1),)) or (), body)
            scale *= factor
            binders.append(x)
        yield tuple(binders), rest, scale


def _split(monomial: Monomial) -> list[Term]:
    """Return the factors of a monomial, with e^(k·u) as k factors eᵘ."""
    parts = []
    for t in factors(monomial):
        exponent = operand(t, "exp")
        polynomial = read_polynomial(exponent) if exponent is not None else {}
        whole = all(c.denominator == 1 for c in polynomial.values())
        k = gcd(*(c.numerator for c in polynomial.values())) if whole else 1
        u = polynomial_term({m: c / k for m, c in polynomial.items()}) if 1 < k <= MOST_EXPONENT else None
        parts += [t] if u is None else [app(EXP, u)] * k
    return parts


def _closed(binders: tuple[Var, ...], monomial: Monomial) -> Iterator[tuple[tuple[Var, ...], list[Term]]]:
    """Yield the factors of a summand with those that one index stands in as one sum over it."""
    terms = factors(monomial)
    for x in binders:
        inner = summed_over([x], product_term([t for t in terms if x in t.free]))
        yield tuple(y for y in binders if y is not x), [inner, *(t for t in terms if x not in t.free)]


def _with_own_indices(x: Var, binders: Sequence[Var], terms: Sequence[Term]) -> tuple[list[Term], list[Var]]:
    """Return the factors that an index stands in, and the other indices that stand in no other factor."""
    of_x, others = ([t for t in terms if (x in t.free) is within] for within in (True, False))
    own = [y for y in binders if y is not x and all(y not in t.free for t in others)]
    return of_x, own


def parts_over(x: Var, binders: Sequence[Var], terms: Sequence[Term]) -> list[Term]:
    """Return the parts with Σ_x of their product the sum of a product over some indices.

    So Σ_ij x_i·A_ij·y_j is the sum over i of x_i and of (A y)_i, and the sum over j of (Aᵀx)_j and of y_j.
    """
    groups: list[tuple[list[Term], set[Var]]] = []
    for t in terms:
        bound = {v for v in binders if v is not x and v in t.free}
        met = [group for group in groups if not group[1].isdisjoint(bound)]
        groups = [group for group in groups if group not in met]
        groups.append(([*(p for group in met for p in group[0]), t], bound.union(*(group[1] for group in met))))
    return [summed_over([v for v in binders if v in bound], product_term(inside)) for inside, bound in groups]


def told(normaliser: Normaliser) -> list[Polynomial]:
    """Return the sides of the equations between numbers among the hypotheses, as they stand."""
    equations = (truth.sides for truth in normaliser.context.truths)
    return [read_polynomial(side) for pair in equations if pair is not None for side in pair if side.type is REAL]


def is_sum(t: Term) -> bool:
    """Tell whether a term is a sum."""
    return operand(t, "sum") is not None


def _is_sum_with(names: Sequence[str], t: Term) -> bool:
    """Tell whether a term is a sum of terms in which one of some functions stands; any sum will do for none."""
    return is_sum(t) and (not names or any(occurs_in(name, t) for name in names))


def occurs_in(name: str, t: Term) -> bool:
    """Tell whether a function stands in a term other than within an argument of another function of numbers."""
    head, _ = head_and_arguments(t)
    if isinstance(head, Const) and head.name == name:
        return True
    inside = operand(t, "sum")
    if inside is None or not isinstance(inside, Abs):
        return False
    return any(occurs_in(name, atom) for atom in atoms_of(read_polynomial(inside.body)))

"""Search for counterexamples: exact values that satisfy every hypothesis and surely violate the claim.

The search follows the order of `instances.py` and stops at the first counterexample, the smallest in search order. At
each instance both sides are enclosed in balls, with 64 bits first and up to 256 where 64 settle nothing. A claim is
refuted only by enclosures that exclude it: disjoint ones for an equation. An instance at which a hypothesis cannot be
decided, or a side is undefined, is passed over. Finding nothing says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice, product
from typing import Any, cast

from flint import arb, ctx, fmpq
from sympy import Basic, Eq, Ge, Gt, Le, Lt, Ne

from symattn.calls import checks_its_call
from symattn.errors import answering
from symattn.language.base.accepted import Expression, Given, Statement
from symattn.language.base.complex_numbers import speaks_of_complex
from symattn.language.definite import Definite
from symattn.language.distinct import Fails, Injective
from symattn.language.inspection import Declarations, declarations, free_atoms, numbers_in_conditions
from symattn.language.plain import bound_text, plain_name
from symattn.language.propositions import Claim, Equation, OfSquareMatrix
from symattn.language.propositions import claim as make_claim
from symattn.language.quantified import ForAll
from symattn.numeric import exact
from symattn.numeric.constructions import Plan, plan
from symattn.numeric.definite import failing, surely
from symattn.numeric.enclosure import Encloser
from symattn.numeric.exact import Exhausted, Imprecise, Infinity, Scalar, Undefined
from symattn.numeric.functions import PolynomialKernel, PolynomialMap
from symattn.numeric.given_values import index_choices
from symattn.numeric.instances import Draws, Instance, Powers, free_indices
from symattn.numeric.late_search import late_instances
from symattn.numeric.reduction import as_pointwise, is_relation
from symattn.numeric.satisfaction import PRECISIONS, Budget, agrees, allowed, entry_pairs, holds, satisfies
from symattn.numeric.sequences import at_two_values, speaks_of_all_values
from symattn.numeric.size_search import MOST_AT_EACH, larger_choices, reaching_choices, size_choices
from symattn.numeric.small_solutions import solved_instances
from symattn.showing import ShowsItself

#: Balls that overlap and are narrower than this, relative to their size or 1, count as showing no difference.
NARROW = 2.0**-40
#: Exact values are shown as they are while numerator and denominator are at most this.
LONGEST, MOST_BITS = 10**40, 128
#: How much may be computed to find larger sizes that satisfy hypotheses about sizes and indices.
WORK_FOR_SIZES = 20_000
#: How much may be computed to find small matrices that solve hypotheses, after everything else.
WORK_FOR_SOLUTIONS = 60_000
#: At how many instances, and with how much work, hypotheses are looked for that hold at none.
LOOKED_AT = (100, 30_000)
#: So many choices of the sizes 1 and 2 beside each other are tried for these.
MOST_UNEQUAL = 6
#: How much may be computed at sizes that reach numbers in conditions, after that.
WORK_FOR_NUMBERS = 60_000
#: How many instances are tried with irrational values that equations give, and how much may be computed at them: in
#: the first part of a search and in the whole; so many of each choice of sizes, so many of these if all is rational.
COMPUTED_FIRST, COMPUTED, COMPUTED_AT_EACH, COMPUTED_AT_MOST = (100, 10_000), (400, 60_000), 8, 6


@dataclass(frozen=True)
class Counterexample(ShowsItself):
    """Hold values that refute a claim, as exact strings, with enclosures of the two sides that exclude it.

    What given equations compute may be irrational: it is an enclosure, and a theorem confirms the counterexample.
    ``entry`` is the (row, column) at which the sides differ, None for scalars; ``values`` has the other symbols by
    name. Of complex numbers, ``part`` names the part that differs. ``place`` is the entry in the kernel's reading, in
    which a complex number is the row of its parts. ``instance`` has the exact objects, as `enclose` takes them.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> n = dims("n")
    >>> found = refute(MatrixSymbol("A", n, n).T, MatrixSymbol("A", n, n))
    >>> found.sizes, found.entry
    ({'n': 2}, (0, 1))
    """

    sizes: dict[str, int]
    values: dict[str, Any]
    entry: tuple[int, int] | None
    lhs: str
    rhs: str
    kind: str = "values"
    part: str = ""
    place: tuple[int, int] | None = None
    instance: Instance = field(default_factory=lambda: Instance({}), repr=False, compare=False)

    def __str__(self) -> str:
        return "\n".join(self.lines(plain_name))

    def lines(self, named: Callable[[str, bool], str]) -> tuple[str, str, str]:
        """Return the sizes and values on one line, and the two sides; ``named`` writes a name, of a scalar or not."""
        chosen = [f"{named(name, True)} = {value}" for name, value in self.sizes.items()]
        for name, value in self.values.items():
            written = named(name, not isinstance(value, list | tuple))
            rows, formula = self.function_of(name)
            is_renamed = formula not in ("", value)  # since q, k or an index is the name of something else
            chosen.append(f"{written}({rows}) = {formula}" if is_renamed else f"{written} = {_plain(value)}")
        where = "" if self.entry is None else f" at entry {self.entry}"
        of = f"{self.part} of the " * bool(self.part)
        left, right = (bound_text(str(side)) for side in (self.lhs, self.rhs))
        return ", ".join(chosen), f"{of}left side{where}: {left}", f"{of}right side{where}: {right}"

    def function_of(self, name: str, in_latex: bool = False) -> tuple[str, str]:
        """Return the rows that a kernel or map takes and its formula, in letters that name nothing else, or nothing."""
        objects = {str(symbol): value for symbol, value in self.instance.bindings.items()}
        found = objects.get(name)
        if in_latex and isinstance(found, Powers):
            return "", found.latex
        return found.shown(objects, in_latex) if isinstance(found, PolynomialKernel | PolynomialMap) else ("", "")


def _plain(value: Any) -> str:
    return f"[{', '.join(map(_plain, value))}]" if isinstance(value, list | tuple) else str(value)


@dataclass(frozen=True)
class Violation:
    """Hold where a claim fails: the entry, the index values, and the two sides there."""

    entry: tuple[int, int] | None
    index: dict[Basic, fmpq]
    lhs: Scalar
    rhs: Scalar


@checks_its_call
def refute(
    lhs: Expression | Statement | Claim,
    rhs: Expression | None = None,
    given: Given = (),
    seed: int = 0,
    budget: Budget | None = None,
) -> Counterexample | None:
    """Search for the first counterexample to an equation, a proposition or a Claim; None when none is found.

    This searches and proves nothing: what it finds is confirmed by a certificate, or by a theorem, before ``decide``
    reports it. The default ``budget`` allows some seconds, counted by the work done and not by the clock, so that the
    outcome does not depend on the machine. Raise UndeclaredSymbol or UnsupportedExpression for what cannot be given
    values.

    >>> from symattn.language import PermutationSymbol, dims
    >>> n = dims("n")
    >>> sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", n)
    >>> found = refute(sigma*tau, tau*sigma)
    >>> found.sizes, found.values, found.entry, found.lhs, found.rhs
    ({'n': 3}, {'sigma': ['0', '2', '1'], 'tau': ['1', '0', '2']}, (0, 1), '[1]', '[0]')
    >>> refute(sigma.T*sigma, sigma*sigma.T) is None
    True
    """
    with answering():
        return next(counterexamples(_as_claim(lhs, rhs, given), seed, budget), None)


def counterexamples(stated: Claim, seed: int = 0, budget: Budget | None = None) -> Iterator[Counterexample]:
    """Yield the counterexamples of a claim in search order, while the budget lasts."""
    budget = budget or Budget()
    if speaks_of_all_values(stated.proposition):
        if isinstance(stated.proposition, Injective):
            yield from _alike(stated, seed, budget)
        elif isinstance(stated.proposition, Fails) and isinstance(stated.proposition.proposition, Equation):
            yield from _holding(stated.proposition.proposition, stated.given, seed, budget)
        return
    if budget.begins and not is_relation(stated.proposition):
        return  # only a theorem confirms that it fails, which is looked for last
    proposition, hypotheses = as_pointwise(stated.proposition, stated.given)
    seen: list[Instance] = []
    regular = ((instance, budget) for instance in witnesses(stated, seed, budget))
    late = () if budget.begins else late_instances(proposition, hypotheses, seen, seed)
    computed = _computed(proposition, hypotheses, seed, budget.begins)
    for instance, spending in chain(regular, computed, late):
        if instance.is_exact:
            seen.append(instance)
        violation = find_violation(proposition, instance, spending)
        if violation is not None:
            shown = Instance({**instance.bindings, **violation.index})
            left, right = _show(violation.lhs), _show(violation.rhs)
            entry, part = _where(stated.proposition, violation.entry, shown)
            place = violation.entry
            yield Counterexample(shown.sizes, shown.values, entry, left, right, part=part, place=place, instance=shown)


def _where(proposition: Basic, entry: tuple[int, int] | None, instance: Instance) -> tuple[tuple[int, int] | None, str]:
    """Return at which entry the two sides of a proposition differ as it is written, and in which part, if complex."""
    if entry is None or not speaks_of_complex(proposition):
        return entry, ""
    row, column = entry
    lhs = proposition.args[0]
    width = Encloser(instance.bindings).shape(lhs)[1] if getattr(lhs, "is_Matrix", False) else 1
    part = "imaginary part" if column >= width else "real part"
    return (row, column % width) if getattr(lhs, "is_Matrix", False) else None, part


def _alike(stated: Claim, seed: int, budget: Budget) -> Iterator[Counterexample]:
    """Yield two values of a symbol at which an expression has the same values, all of them rational."""
    symbol, copy, equation = at_two_values(stated.proposition, *stated.given)
    for instance in witnesses(Claim(equation, stated.given), seed, budget):
        if instance.bindings.get(symbol) != instance.bindings.get(copy):
            yield from _equal_at(equation, instance, budget)


def _holding(equation: Equation, given: tuple[Basic, ...], seed: int, budget: Budget) -> Iterator[Counterexample]:
    """Yield values at which an equation holds of which it is said that it fails, all of them rational."""
    for instance in witnesses(Claim(equation, (*given, equation)), seed, budget):
        yield from _equal_at(equation, instance, budget)


def _equal_at(equation: Equation, instance: Instance, budget: Budget) -> Iterator[Counterexample]:
    """Yield an instance at which both sides of an equation have the same values, all of them rational."""
    with ctx.workprec(PRECISIONS[0]):
        try:
            pairs = entry_pairs(equation, Encloser(instance.bindings, budget.work))
        except (Imprecise, Undefined, Exhausted):
            return
    lefts, rights = [x for _, x, _ in pairs], [y for _, _, y in pairs]
    if lefts == rights and all(isinstance(x, fmpq) for x in (*lefts, *rights)):
        left, right = (", ".join(_show(value) for value in side) for side in (lefts, rights))
        yield Counterexample(instance.sizes, instance.values, None, left, right, instance=instance)


@checks_its_call
def witness(proposition: Statement | Claim, given: Given = (), seed: int = 0) -> Instance | None:
    """Return the first exact instance that satisfies all hypotheses of a claim, or None when none is found.

    The symbols have the properties they are declared with. A claim without a witness may be vacuous.

    >>> from sympy import Symbol
    >>> x = Symbol("x", real=True)
    >>> witness(x > 0, given=[x > 1]).values
    {'x': '2'}
    >>> witness(x > 0, given=[x < 0, x > 1]) is None
    True
    """
    with answering():
        claim = _as_claim(proposition, None, given)
        if (first := next(known_witnesses(claim, seed), None)) is not None:
            return first
        late = late_instances(*as_pointwise(claim.proposition, claim.given), (), seed)
        return next((instance for instance, _ in late), None)


def never_met(claim: Claim, seed: int = 0) -> tuple[Basic, ...] | None:
    """Return the hypotheses of a claim that hold at none of the first values that are tried; None if none could be.

    >>> from sympy import Symbol
    >>> x = Symbol("x", real=True)
    >>> never_met(make_claim(x > 0, given=[x**2 < x - 1, x < 1]))
    (x**2 < x - 1,)
    """
    proposition, hypotheses = as_pointwise(claim.proposition, claim.given)
    budget, left, tried = Budget(*LOOKED_AT), list(zip(claim.given, hypotheses, strict=False)), False
    for draws in _draws(declarations(proposition, *hypotheses), plan(hypotheses), seed, budget):
        for instance in islice(_drawn((draws,), budget), COMPUTED_AT_EACH):
            fail = [pair for pair in left if not holds(instance, pair[1], budget)]
            if budget.spent:  # what was not looked at does not fail
                break
            left, tried = fail, True
    return tuple(said for said, _ in left) if tried else None


def known_witnesses(claim: Claim, seed: int) -> Iterator[Instance]:
    """Yield what `witnesses` yields with a budget of its own, each instance searched for once.

    Whether a claim is vacuous, its spot check and the comparison of its two readings ask for the same ones.
    """
    search = _search(claim, seed)
    place = 0
    while place < len(search.found) or search.goes_on():
        yield search.found[place]
        place += 1


class _Search:
    """Hold the witnesses of a claim that were found so far, and the search for further ones."""

    def __init__(self, claim: Claim, seed: int) -> None:
        self.found: list[Instance] = []
        self._further = witnesses(claim, seed, Budget())

    def goes_on(self) -> bool:
        """Search for one more witness, and tell whether there is one."""
        try:
            self.found.append(next(self._further))
        except StopIteration:
            return False
        except BaseException:
            _search.cache_clear()  # a search that broke off says nothing about what it would have found
            raise
        return True


#: The last searches; a claim is done with before the next one begins.
_search = lru_cache(maxsize=4)(_Search)


def witnesses(claim: Claim, seed: int, budget: Budget) -> Iterator[Instance]:
    """Yield the exact instances that satisfy all hypotheses of a claim, in search order, while the budget lasts.

    The free indices of the hypotheses have values in each; those of the claim alone do not.
    """
    proposition, hypotheses = as_pointwise(claim.proposition, claim.given)
    declared, made = declarations(proposition, *hypotheses), plan(hypotheses)
    drawn = _drawn(_draws(declared, made, seed, budget), budget)
    still = _at_rest(declared, made, claim.given, seed, budget)
    solved = _solved(declared, made, hypotheses, seed, budget)
    numbers = numbers_in_conditions(proposition, *hypotheses)
    further = () if budget.begins else (solved, _reaching(declared, made, numbers, seed, budget))
    for instance in chain(still, drawn, *further):
        if satisfies(instance, hypotheses, budget):
            yield instance


def _drawn(every: Iterable[Draws], budget: Budget) -> Iterator[Instance]:
    """Yield the instances of some sizes, one choice of these after the other, while the budget lasts."""
    for draws in every:
        if draws.entries // 10 > budget.work:
            return
        for instance in draws.instances():
            if budget.spent:
                return
            budget.candidates -= 1
            budget.work -= draws.entries / 10
            yield instance


def _computed(
    proposition: Basic, hypotheses: tuple[Basic, ...], seed: int, begins: bool
) -> Iterator[tuple[Instance, Budget]]:
    """Yield instances with irrational values that equations among the hypotheses give, a few of each choice of sizes.

    They satisfy these equations by construction. A theorem confirms what is found so, hence they come after the others.
    """
    declared, made = declarations(proposition, *hypotheses), plan(hypotheses)
    budget, met = Budget(*(COMPUTED_FIRST if begins else COMPUTED)), 0
    compares = isinstance(proposition, (Equation, *VIOLATED_BY))
    for place, draws in enumerate(_draws(declared, made, seed, budget) if made.steps and compares else ()):
        if budget.spent or (place == COMPUTED_AT_MOST and not met):
            return
        for instance in islice(_drawn((draws,), budget), COMPUTED_AT_EACH):
            if not instance.is_exact:
                met += 1
                if agrees(instance, hypotheses, made, budget):
                    yield instance, budget


def _at_rest(
    declared: Declarations, made: Plan, given: Iterable[Basic], seed: int, budget: Budget
) -> Iterator[Instance]:
    """Yield the instance of zeros where hypotheses say what stands at all places, or that a form has a sign.

    Hardly any drawn values are so, or hardly any forms are 0.
    """
    if any(isinstance(e, Definite) or (isinstance(e, ForAll) and isinstance(e.proposition, Equation)) for e in given):
        with suppress(Undefined, Imprecise):
            draws = Draws(declared, made, (1,) * len(declared.sizes), seed)
            if allowed(draws, made, budget):
                yield draws.at_rest()


def _solved(
    declared: Declarations, made: Plan, hypotheses: tuple[Basic, ...], seed: int, budget: Budget
) -> Iterator[Instance]:
    """Yield instances in which small matrices solve the hypotheses, after all others, for a part of what is left."""
    count = len(declared.sizes)
    unequal = sorted(product((1, 2), repeat=count), key=lambda sizes: (sum(sizes), sizes))[1:-1][:MOST_UNEQUAL]
    for sizes in dict.fromkeys(((2,) * count, *unequal, (3,) * count)):
        draws, least = Draws(declared, made, sizes, seed), budget.work - WORK_FOR_SOLUTIONS

        def holding(hypothesis: Basic, values: dict[Basic, Any], least: float = least) -> bool:
            return not budget.spent and budget.work > least and holds(Instance(values), hypothesis, budget)

        with suppress(Undefined, Imprecise):
            if not budget.spent and allowed(draws, made, budget):
                for instance in solved_instances(hypotheses, draws, holding):
                    budget.candidates -= 1
                    if budget.spent:
                        return
                    yield instance


def _reaching(
    declared: Declarations, made: Plan, numbers: Iterable[int], seed: int, budget: Budget
) -> Iterator[Instance]:
    """Yield instances at sizes that reach numbers in conditions, after all others, for a part of what is left."""
    least = budget.work - WORK_FOR_NUMBERS
    for sizes in reaching_choices(len(declared.sizes), numbers):
        draws = Draws(declared, made, sizes, seed)
        if budget.spent or budget.work - draws.entries / 10 <= least:
            return
        if allowed(draws, made, budget):
            for instance in islice(draws.instances(), MOST_AT_EACH):
                budget.candidates -= 1
                budget.work -= draws.entries / 10
                if budget.spent or budget.work <= least:
                    return
                yield instance


def _draws(declared: Declarations, made: Plan, seed: int, budget: Budget) -> Iterator[Draws]:
    """Yield what makes the instances, for each choice of sizes that the hypotheses about sizes and indices allow."""
    about = (*made.about_sizes, *made.about_indices)
    shapes = [size for matrix in (*made.orthonormal_columns, *made.orthonormal_rows) for size in matrix.shape]
    named = free_atoms(*about, *shapes)

    search = Budget(work=WORK_FOR_SIZES)

    def fits(sizes: tuple[int, ...]) -> bool:
        return not search.spent and allowed(Draws(declared, made, sizes, seed), made, search)

    found = False
    for sizes in size_choices(len(declared.sizes)):
        draws = Draws(declared, made, sizes, seed)
        if allowed(draws, made, budget):
            found = True
            yield draws
    if about and not found:
        for sizes in larger_choices([size in named for size in declared.sizes], fits):
            draws = Draws(declared, made, sizes, seed)
            if allowed(draws, made, budget):
                yield draws


def _as_claim(lhs: Expression | Statement | Claim, rhs: Expression | None, given: Given) -> Claim:
    if isinstance(lhs, Claim) and rhs is None and not given:
        return lhs
    return make_claim(cast(Statement, lhs), rhs, given)  # a claim with something beside it is refused there


# The claim


def find_violation(proposition: Basic, instance: Instance, budget: Budget) -> Violation | None:
    """Return the first place at which a claim surely fails at an instance, or None."""
    free = [index for index in free_indices(proposition) if index not in instance.bindings]
    held, error = True, 0.0
    for index in index_choices(Encloser(instance.bindings), free):
        if budget.spent:
            return None
        bindings = {**instance.bindings, **index}
        for precision in PRECISIONS:
            with ctx.workprec(precision):
                reader = Encloser(bindings, budget.work)
                settled, width = False, 0.0
                try:
                    found, settled, width = _violation_at(proposition, reader)
                except Imprecise:
                    continue
                except (Undefined, Exhausted):
                    break
                finally:
                    budget.work -= reader.work
            if found is not None:
                return Violation(found[0], index, found[1], found[2])
            if settled:
                break
        held, error = held and settled, max(error, width)
    if held:
        budget.held, budget.error = budget.held + 1, max(budget.error, error)
    return None


Found = tuple[tuple[int, int] | None, Scalar, Scalar]

#: For each inequality, the orders of (left, right) that violate it.
VIOLATED_BY = {Le: (1,), Lt: (0, 1), Ge: (-1,), Gt: (-1, 0), Ne: (0,), Eq: (-1, 1)}


def _violation_at(proposition: Basic, reader: Encloser) -> tuple[Found | None, bool, float]:
    """Return the first violation, whether a higher precision is pointless, and how far the sides may be apart."""
    if isinstance(proposition, OfSquareMatrix):
        matrix = reader.matrix(proposition.matrix)
        return None if surely(proposition, matrix) else (None, *failing(proposition, matrix)), True, 0.0
    if isinstance(proposition, Equation):
        pairs = entry_pairs(proposition, reader)
        found = next((pair for pair in pairs if _apart(pair[1], pair[2])), None)
        settled = found is not None or all(_narrow(x) and _narrow(y) for _, x, y in pairs)
        return found, settled, max((_apart_by(x, y) for _, x, y in pairs), default=0.0) if settled else 0.0
    left, right = reader.number(proposition.args[0]), reader.number(proposition.args[1])
    order = exact.compare(left, right)
    return ((None, left, right), True, 0.0) if order in VIOLATED_BY[type(proposition)] else (None, True, 0.0)


def _apart(left: Scalar, right: Scalar) -> bool:
    """Tell whether two values are surely different."""
    if isinstance(left, Infinity) or isinstance(right, Infinity):
        return left is not right
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return bool(left != right)
    return not arb(left).overlaps(arb(right))


def _apart_by(left: Scalar, right: Scalar) -> float:
    """Return how far two values may be apart."""
    if not isinstance(left, fmpq | arb) or not isinstance(right, fmpq | arb) or not isinstance(left - right, arb):
        return 0.0
    return float(abs(arb(left) - arb(right)).upper())


def _narrow(value: Scalar) -> bool:
    if not isinstance(value, arb):
        return True
    return float(value.rad()) < NARROW * max(1.0, abs(float(value.mid())))


def _show(value: Scalar) -> str:
    """Write an enclosure: [p/q] for an exact number, [midpoint ± radius] for a ball and for what is too long."""
    if isinstance(value, arb) and value.is_finite() and value.is_exact() and abs(value.man_exp()[1]) < MOST_BITS:
        value = value.fmpq()
    if isinstance(value, fmpq) and max(abs(value.p), value.q) > LONGEST:
        value = arb(value)
    if isinstance(value, arb):
        if value.is_exact() and abs(value) > LONGEST:
            value *= arb(1, 2.0**-50)  # the digits of an exact ball would all be computed
        return f"[{value.str(18).strip('[]')}]".replace("+/-", "±")
    return f"[{value.value if isinstance(value, Infinity) else value}]"

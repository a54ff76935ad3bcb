"""Prove equations of matrices from others: rules for words, completed, and factors that may be cancelled.

A hypothesis a = b, and its transpose, becomes a rule that rewrites its greatest word (by length, then atom by atom)
into the rest, so that every step makes words smaller.  Where two rules overlap on a word, what they make of it is equal
and becomes a further rule: the completion of Knuth and Bendix for a free algebra (G. Bergman, The diamond lemma for
ring theory, *Advances in Mathematics* 29, 1978).  It need not end; a number of overlaps is the budget.

From X·Y = 1 follows L = R where Y·L = Y·R or L·X = R·X, which takes inverses out of a goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import product as choices

from ....kernel.rules import Theorem, eq_mp, instantiate_sizes
from ....kernel.terms import NAT, REAL, Abs, App, Const, Size, Term, Var, app, equation, sides
from ...library.definitions import defined
from ...library.facts import fact, infer
from ...library.matrices import added, identity, product, rules_of_parts, scaled, shape, transposed
from ...limits import LONGEST_WORD, MOST_CANCELLED, MOST_MATRIX_FACTORS, MOST_OVERLAPS
from ...logic.cached_rules import refl, ring
from ...logic.conversions import replaced, rewrite
from ...logic.derived_rules import (
    ap_term,
    ap_thm,
    at_arguments,
    beta_spine,
    binary,
    chain,
    extensional,
    left,
    match_forall,
    right,
    spec,
    strip,
    symmetric,
)
from ...logic.formulas import ADD, MUL, ONE, UNIT, inv, minus, number, plus, times
from ...logic.parts import args_of, head_and_arguments, is_matrix, parts_of
from ...logic.term_order import key
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, canonical_term, polynomial_term, read_polynomial
from ...normal.positivity import nonzero
from ..core.goals import Prove, attempted
from ..core.search import Ask
from .matrix_combinations import ALONE, Rule, degree, difference, place_of, reduced
from .matrix_combinations import product as times_each
from .matrix_words import RESERVED, Numbers, Words, column, contraction, row

_PUT_TOGETHER = ("matmul", "matadd", "matscale", "above", "beside")


@dataclass(frozen=True)
class Unit:
    """Hold two matrices whose product is the identity, and the theorem that says so."""

    first: Term
    second: Term
    theorem: Theorem


def proved_by_matrices(goal: Term, context: Context, others: Sequence[Theorem]) -> Theorem | None:
    """Return ⊢ goal for an equation of matrices that follows from others by matrix algebra, or None."""
    pair = sides(goal)
    if pair is None or not is_matrix(pair[0].type) or is_reserved(goal, *(o.conclusion for o in others)):
        return None
    return Algebra((goal,), context, [*others, *_at_numbers(others, goal)]).equal(*pair)


def _at_numbers(others: Iterable[Theorem], goal: Term) -> Iterator[Theorem]:
    """Yield what is given of all natural numbers at those that a goal speaks of."""
    numbers = sorted({p for p in parts_of(goal) if p.type is NAT and not p.loose}, key=key)[:MOST_MATRIX_FACTORS]
    plain = Normaliser(Context())
    for theorem in others:
        count = sum(v.type is NAT for v in strip(theorem)[0])
        for values in choices(numbers, repeat=count) if count else ():
            said = spec(theorem, *values)
            inside = (p for p in parts_of(said.conclusion) if p.type is NAT and not p.loose)
            yield eq_mp(rewrite(said.conclusion, *map(plain.normal, inside)), said)


def proved_without_inverse(goal: Term, context: Context, others: Sequence[Theorem], prove: Prove) -> Theorem | None:
    """Return ⊢ goal where an inverse in it is cancelled, and what is left is proved in another way, or None."""
    pair = sides(goal)
    if pair is None or not is_matrix(pair[0].type) or is_reserved(goal, *(o.conclusion for o in others)):
        return None
    equations = (e for theorem in others for e in matrix_equations(theorem))
    units = [unit for e in equations if (unit := unit_of(e)) is not None]
    if not any(isinstance(t, Var) and t in goal.free for unit in units for t in (unit.first, unit.second)):
        return None
    return Algebra((goal,), context, others).without_inverse(*pair, prove)


def is_composite_inverse(theorem: Theorem) -> bool:
    """Tell whether a theorem says X·Y = 1 of a variable and a matrix that is put together."""
    for e in matrix_equations(theorem):
        pair = written_factors(left(e))
        if pair is not None and any(isinstance(f, Var) for f in pair):
            return any(args_of(f, name, 2) is not None for f in pair for name in _PUT_TOGETHER)
    return False


def is_reserved(*terms: Term) -> bool:
    """Tell whether a name that matrix algebra needs for itself is free in some terms."""
    return any(v.name.startswith(RESERVED) for t in terms for v in t.free)


class Algebra:
    """Prove equations of matrices under some hypotheses."""

    def __init__(
        self, terms: Sequence[Term], context: Context, others: Sequence[Theorem], numbers: Numbers | None = None
    ) -> None:
        self.words = Words(numbers or Normaliser(context).normal, context.opaque)
        self.context = context
        self.equations = [e for theorem in others for e in matrix_equations(theorem)]
        units = [unit for e in self.equations if (unit := unit_of(e) or _factored(e)) is not None]
        parts = _parts([*terms, *(e.conclusion for e in self.equations)])
        units += _orthogonal(context, parts)
        units += _on_both_sides(units)
        units += _of_powers(units, parts)
        self.units = [*units, *map(_transposed_unit, units)]
        self._completion = Completion(self.words, context)
        self._goals = 0
        for theorem in (*(unit.theorem for unit in self.units), *_of_blocks(parts), *_of_ones(terms, self.equations)):
            self._completion.add(theorem)
        self._take_up(self.equations)

    @property
    def left_over(self) -> Sequence[Theorem]:
        """The equations of which no rule was made: of numbers alone, or by what may be 0."""
        return self._completion.left_over

    def _take_up(self, equations: Iterable[Theorem]) -> None:
        """Make rules of equations and of their transposes, which are written out before a rule can rewrite them.

        So KᵀK = G says Gᵀ = G.
        """
        plain = Words(self.words.numbers, self.words.opaque)
        for e in equations:
            turned = ap_term(defined("transpose", *shape(left(e))), e)
            self._completion.add(e)
            self._completion.add(chain(symmetric(plain.matrix(left(turned))), turned, plain.matrix(right(turned))))
        self._completion.settle(0)

    def found(self, a: Term, b: Term) -> Theorem | None:
        """Return ⊢ a = b by the rules there are, or None."""
        self.words.steps = self._goals = 0
        found = self._cancelled(a, b)
        self.context.unfolded |= self.words.unfolded
        return found

    def agree(self, a: Term, b: Term) -> bool:
        """Tell whether two matrices have one normal form by the rules there are."""
        return self.words.combination(a) == self.words.combination(b)

    def equal(self, a: Term, b: Term) -> Theorem | None:
        """Return ⊢ a = b by the rules there are or, if that fails, by those that completion adds, or None."""
        found = self.found(a, b)
        return self.found(a, b) if found is None and self.complete() else found

    def know(self, x: Term, y: Term, exponent: Term) -> None:
        """Take up Xᵏ·Yᵏ = 1 and Yᵏ·Xᵏ = 1 where X·Y = 1 and Y·X = 1 are found."""
        for first, second in ((x, y), (y, x)):
            one = self.found(product(first, second), identity(shape(x)[0]))
            if one is not None:
                unit = power_of_unit(Unit(first, second, one), exponent)
                self.units += [unit, _transposed_unit(unit)]
                self._take_up([unit.theorem])

    def complete(self) -> bool:
        """Add what rules say where they overlap; return whether there was anything to look at."""
        if not self._completion.overlaps:
            return False
        attempted(self._completion.settle, MOST_OVERLAPS)  # the rules that were found so far may do
        return True

    def with_equations(self, equations: Iterable[Theorem], a: Term, b: Term) -> Theorem | None:
        """Return ⊢ a = b by the rules there are and those that further equations make, or None."""
        self._take_up(equations)
        return self.equal(a, b)

    def without_inverse(self, a: Term, b: Term, prove: Prove) -> Theorem | None:
        """Return ⊢ a = b from x·a = x·b or a·x = b·x where that has no inverse of x any more, or None."""
        for cancelled in self._cancellations(a, b):
            inverse, (first, second) = cancelled.inverse, (self.words.matrix(t) for t in cancelled.products)
            if not isinstance(inverse, Var) or not any(inverse in t.free for t in (a, b)):
                continue
            if not any(inverse in right(same).free for same in (first, second)):
                what = equation(right(first), right(second))
                left_over = attempted(prove, self.context.extended(), what)
                if left_over is not None:
                    return cancelled.concluded(chain(first, left_over, symmetric(second)))
        return None

    def _cancelled(self, a: Term, b: Term, most: int = MOST_MATRIX_FACTORS) -> Theorem | None:
        """Return ⊢ a = b by normal forms, of both sides or of what they become when factors are cancelled."""
        self._goals += 1
        first, second = self._in_words(a), self._in_words(b)
        if right(first) is right(second):
            return chain(first, symmetric(second))
        found = {*self.words.combination(a), *self.words.combination(b)}
        ends = [{word[place] for word in found if word} for place in (0, -1)]
        for cancelled in self._cancellations(a, b) if most else ():
            if self._goals < MOST_CANCELLED and self._atom(cancelled.inverse) in ends[not cancelled.on_the_left]:
                inner = self._cancelled(*cancelled.products, most - 1)
                if inner is not None:
                    return cancelled.concluded(inner)
        return None

    def _in_words(self, t: Term) -> Theorem:
        """Return ⊢ t = t' by the rules for words, or since a product is known to be 1, of which no rule may be made."""
        one = next((unit.theorem for unit in self.units if left(unit.theorem) is t), None)
        return self.words.matrix(t) if one is None else chain(one, self.words.matrix(right(one)))

    def _cancellations(self, a: Term, b: Term) -> Iterator[Cancellation]:
        """Yield the ways to multiply both sides of a = b by a unit, from the left or from the right."""
        for unit in self.units:
            if shape(unit.first)[0] == shape(a)[0]:
                yield Cancellation(unit, True, a, b)
            if shape(unit.second)[1] == shape(a)[1]:
                yield Cancellation(unit, False, a, b)

    def _atom(self, t: Term) -> Term | None:
        """Return the only atom of a matrix that is a word of one atom, or None."""
        words = list(self.words.combination(t))
        return words[0][0] if len(words) == 1 and len(words[0]) == 1 else None


@dataclass(frozen=True)
class Cancellation:
    """Say that a = b follows from y·a = y·b where x·y = 1, or from a·x = b·x."""

    unit: Unit
    on_the_left: bool
    a: Term
    b: Term

    @property
    def inverse(self) -> Term:
        """The factor that goes away."""
        return self.unit.first if self.on_the_left else self.unit.second

    @property
    def products(self) -> tuple[Term, Term]:
        """The two matrices that remain to be equal."""
        x, y = self.unit.first, self.unit.second
        if self.on_the_left:
            return product(y, self.a), product(y, self.b)
        return product(self.a, x), product(self.b, x)

    def concluded(self, inner: Theorem) -> Theorem:
        """Infer a = b from what remains."""
        x, y = self.unit.first, self.unit.second
        premises = (self.unit.theorem, inner)
        if self.on_the_left:
            return fact("matmul_cancel_left", y, x, self.a, self.b, premises=premises)
        return fact("matmul_cancel_right", x, y, self.a, self.b, premises=premises)


class Completion:
    """Make rules of equations, and of what rules say where they overlap."""

    def __init__(self, words: Words, context: Context) -> None:
        self.words, self.context = words, context
        self.overlaps: list[tuple[int, int, Rule, Rule, int]] = []
        self.left_over: list[Theorem] = []  # equations of which no rule is made: of numbers, or by what may be 0
        self._pending: list[Theorem] = []
        self._made = 0

    def add(self, equation: Theorem) -> None:
        """Take up ⊢ a = b for two matrices."""
        self._pending.append(equation)

    def settle(self, most: int) -> None:
        """Make rules of all equations, then of overlaps, the shortest first, as long as their number allows."""
        self._take_up()
        while self.overlaps and most:
            _, _, first, second, common = heappop(self.overlaps)
            if first in self.words.rules and second in self.words.rules and not self._agree(first, second, common):
                most -= 1
                self.add(self._overlap(first, second, common))
                self._take_up()

    def _take_up(self) -> None:
        while self._pending:
            rule = self._rule(self._pending.pop(0))
            if rule is None:
                continue
            contained = [old for old in self.words.rules if place_of(rule.word, old.word) is not None]
            self._pending += [old.theorem for old in contained]
            rules = [*(old for old in self.words.rules if old not in contained), rule]
            self.words.use(sorted(rules, key=lambda r: degree(r.word)))
            for other in self.words.rules:
                self._find_overlaps(rule, other)
                if other is not rule:
                    self._find_overlaps(other, rule)

    def _find_overlaps(self, first: Rule, second: Rule) -> None:
        for common in range(1, min(len(first.word), len(second.word))):
            length = len(first.word) + len(second.word) - common
            if first.word[-common:] == second.word[:common] and length <= LONGEST_WORD:
                self._made += 1
                heappush(self.overlaps, (length, self._made, first, second, common))

    def _overlap(self, first: Rule, second: Rule, common: int) -> Theorem:
        """Return ⊢ p·v = u·q, both equal to the word on which the rules x = p and y = q overlap."""
        word = first.word + second.word[common:]
        rows = shape(word[0])[0]
        at_start = self.words.replaced_in(word, 0, first, rows)
        at_end = self.words.replaced_in(word, len(first.word) - common, second, rows)
        return chain(symmetric(at_start), at_end)

    def _agree(self, first: Rule, second: Rule, common: int) -> bool:
        """Tell whether what two rules make of the word on which they overlap has one normal form, found quickly."""
        at_start = times_each(first.rest, {second.word[common:]: ALONE})
        at_end = times_each({first.word[:-common]: ALONE}, second.rest)
        return reduced(difference(at_start, at_end), self.words.rules) == {}

    def _rule(self, theorem: Theorem) -> Rule | None:
        """Return the rule for the greatest word of an equation, or None where there is nothing to rewrite."""
        a, b = left(theorem), right(theorem)
        rows, columns = shape(a)
        i, j = row(rows), column(columns)
        normal = [self.words.entry(side) for side in (a, b)]
        same = chain(symmetric(normal[0]), at_arguments(theorem, i, j), normal[1])
        difference = plus(left(same), minus(right(same)))
        combination = self.words.read(canonical_term(difference))
        word = max(combination, key=degree, default=())
        if not word:
            self.left_over += [theorem] if combination else []
            return None
        entry = self.words.entry_of(word, rows, i, j)
        rest = {m: c for m, c in read_polynomial(difference).items() if entry not in dict(m)}
        start = self._solved(entry, combination[word], difference, polynomial_term(rest))
        if start is None:
            self.left_over.append(theorem)
            return None
        nothing = binary(ADD, same, refl(minus(right(same))))
        solution = self.words.collected(replaced(start, nothing))
        return Rule(word, extensional((i, j), solution), self.words.read(right(solution)))

    def _solved(self, entry: Term, coefficient: Polynomial, difference: Term, rest: Term) -> Theorem | None:
        """Return ⊢ w = (1/c)·(d − r) for a difference d = c·w + r, where c is not 0, or None."""
        others = plus(difference, minus(rest))
        if coefficient.keys() == {()}:
            return ring(entry, times(number(1 / coefficient[()]), others))
        c = polynomial_term(coefficient)
        premise = nonzero(Normaliser(self.context), c)
        if premise is None:
            return None
        one = fact("inv_mul", c, premises=(premise,))
        start = chain(ring(entry, times(ONE, entry)), ap_thm(ap_term(MUL, symmetric(one)), entry))
        return chain(start, ring(right(start), times(inv(c), others)))


def matrix_equations(theorem: Theorem) -> Iterator[Theorem]:
    """Yield ⊢ a = b for two matrices where the theorem says so, at once or entry by entry."""
    proposition, indices = theorem.conclusion, []
    while (quantified := match_forall(proposition)) is not None:
        proposition = quantified.body
        indices.append(quantified.binder.size)
    pair = sides(proposition)
    if pair is None:
        return
    if not indices and is_matrix(pair[0].type):
        yield theorem
    elif len(indices) == 2 and None not in indices and pair[0].type is REAL:
        variables, _, entries = strip(theorem)
        yield extensional(variables, entries)


def unit_of(theorem: Theorem) -> Unit | None:
    """Return X and Y where the theorem says X·Y = 1, or None."""
    factors = written_factors(left(theorem))
    return None if factors is None else as_unit(*factors, theorem)


def written_as_one(t: Term) -> Theorem | None:
    """Return ⊢ t = 1 for a square matrix that is written otherwise, or None."""
    rows, columns = shape(t)
    one = Words().matrix(t) if rows == columns else None
    return None if one is None or right(one) is not identity(rows) else one


def as_unit(x: Term, y: Term, theorem: Theorem) -> Unit | None:
    """Return X·Y = 1 where a theorem says so of a matrix with the normal form of X·Y, or None."""
    if (one := written_as_one(right(theorem))) is None:
        return None
    words = Words()
    together, written = words.matrix(product(x, y)), words.matrix(left(theorem))
    if right(together) is not right(written):
        return None
    return Unit(x, y, chain(together, symmetric(written), theorem, one))


def written_factors(t: Term) -> tuple[Term, Term] | None:
    """Return X and Y where a matrix is written X·Y, or as the sums Σ k. (X i k)·(Y k j), or None."""
    if (args := args_of(t, "matmul", 2)) is not None:
        return args[0], args[1]
    if not isinstance(t, Abs) or not isinstance(t.body, Abs):
        return None
    i, j = row(shape(t)[0]), column(shape(t)[1])
    found = contraction(right(beta_spine(app(t, i, j))), i, j)
    return None if found is None or found.front is not ONE else (found.a, found.b)


def _factored(e: Theorem) -> Unit | None:
    """Return (X + b)·(Y + a)/c = 1 where an equation says X·Y + a·X + b·Y = c − a·b for a number c but 0, or None.

    So X + Y = X·Y says (X − 1)·(Y − 1) = 1.
    """
    (rows, columns), words = shape(left(e)), Words()
    if rows != columns or rows == UNIT or all(args_of(side, "matadd", 2) is None for side in (left(e), right(e))):
        return None
    combination = difference(*map(words.combination, (left(e), right(e))))
    pair = max(combination, key=len, default=())
    parts = [combination.get(word, {}) for word in (pair, pair[:1], pair[1:], ())]
    if len(pair) != 2 or len(combination) > sum(map(bool, parts)) or any(part.keys() - {()} for part in parts):
        return None
    whole, a, b, rest = (part.get((), Fraction(0)) for part in parts)
    a, b, c = a / whole, b / whole, a * b / whole**2 - rest / whole
    if not c or pair[0] is pair[1]:
        return None
    x, y = (added(t, scaled(number(k), identity(rows))) for t, k in zip(pair, (b, a), strict=True))
    y = scaled(number(1 / c), y)
    completion = Completion(words, Context())
    completion.add(e)
    completion.settle(0)
    one = words.matrix(product(x, y))
    return Unit(x, y, one) if right(one) is identity(rows) else None


def _on_both_sides(units: Sequence[Unit]) -> list[Unit]:
    """Return Y·X = 1 for square matrices where X·Y = 1 is known alone."""
    known = {(unit.first, unit.second) for unit in units}
    alone = [unit for unit in units if (unit.second, unit.first) not in known and unit.first.type is unit.second.type]
    return [
        Unit(unit.second, unit.first, infer("inverse_on_both_sides", unit.theorem, sizes={"n": shape(unit.first)[0]}))
        for unit in alone
    ]


def _of_ones(terms: Iterable[Term], equations: Iterable[Theorem]) -> Iterator[Theorem]:
    """Yield 1·1ᵀ = J for square matrices J of ones, and what the transposes of ones are."""
    parts = parts_of(*terms, *(e.conclusion for e in equations))
    ones = {shape(part): None for part in parts if isinstance(part, Const) and part.name == "ones"}
    for rows, columns in ones:
        if rows == columns:
            yield fact("ones_outer", {"n": rows})
        yield fact("ones_transposed", {"m": rows, "n": columns})


def _transposed_unit(unit: Unit) -> Unit:
    """Return Yᵀ·Xᵀ = 1 from X·Y = 1."""
    x, y = unit.first, unit.second
    rows = shape(x)[0]
    turned = ap_term(defined("transpose", rows, rows), unit.theorem)
    split = fact("transpose_matmul", x, y)
    theorem = chain(symmetric(split), turned, fact("transpose_identity", {"n": rows}))
    return Unit(transposed(y), transposed(x), theorem)


def _orthogonal(context: Context, parts: Iterable[Term]) -> Iterator[Unit]:
    """Yield T·Tᵀ = 1 and Tᵀ·T = 1 for the matrices T of permutations and the rotations by blocks among some terms."""
    for t in parts:
        of_places, angles = args_of(t, "permutation", 1), args_of(t, "block_rotation", 1)
        if of_places is None and angles is None:
            continue
        turned = transposed(t)
        if of_places is not None and of_places[0] in context.bijections:
            for x, y in ((t, turned), (turned, t)):
                one = equation(product(x, y), identity(shape(t)[0]))
                proved = attempted(Ask(Normaliser(context)).prove, one)
                if proved is not None:
                    yield Unit(x, y, proved)
        if angles is not None and "block_rotation" not in context.opaque:
            size = {"h": shape(angles[0])[0]}
            yield Unit(t, turned, fact("rotation_and_transpose", size, *angles))
            yield Unit(turned, t, fact("transpose_and_rotation", size, *angles))


def _of_powers(units: Sequence[Unit], parts: Iterable[Term]) -> list[Unit]:
    """Return Xᵏ·Yᵏ = 1 for the powers among some terms of an X or Y with X·Y = 1, square ones."""
    powers = [args for t in parts if (args := args_of(t, "matpow", 2)) is not None]
    pairs = {(u, k): None for base, k in powers for u in units if base in (u.first, u.second)}
    return [power_of_unit(unit, exponent) for unit, exponent in pairs if shape(unit.first)[0] == shape(unit.first)[1]]


def power_of_unit(unit: Unit, exponent: Term) -> Unit:
    """Return Xᵏ·Yᵏ = 1 from X·Y = 1 for square matrices."""
    size = shape(unit.first)[0]
    x, y = (app(defined("matpow", size), matrix, exponent) for matrix in (unit.first, unit.second))
    values = unit.first, unit.second, exponent
    return Unit(x, y, fact("powers_of_inverses", *values, premises=(unit.theorem,)))


def _of_blocks(parts: Iterable[Term]) -> list[Theorem]:
    """Return what the parts of an identity matrix are to each other, for all matrices of blocks among some terms."""
    sizes: dict[tuple[Size, Size], None] = {}
    for t in parts:
        for name, places in (("above", slice(0, 2)), ("beside", slice(1, 3))):
            head = head_and_arguments(t)[0]
            if args_of(t, name, 2) is not None and isinstance(head, Const):
                sizes[head.sizes[places]] = None  # type: ignore[index]
    return [instantiate_sizes(dict(zip("mk", pair, strict=True)), law) for pair in sizes for law in rules_of_parts()]


def matrix_variables(*terms: Term) -> list[Term]:
    """Return the variables among some terms that are matrices."""
    return sorted({v for t in terms for v in t.free if is_matrix(v.type)}, key=key)


def _parts(terms: Iterable[Term]) -> list[Term]:
    """Return the applications in some terms, each once."""
    return [part for part in parts_of(*terms) if isinstance(part, App) and not part.loose]

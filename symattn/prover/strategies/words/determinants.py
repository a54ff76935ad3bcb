"""Determinants: of words of matrices they are products, of 1 + u·v and 1 + v·u they are the same.

Each determinant in a goal, and in what is given, becomes a polynomial in determinants of atoms: numbers stand before,
transposes are left out, of an inverse it is the inverse.  Equal matrices that are given have equal determinants.  What
is left is said of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product as cartesian

from ....kernel.rules import Theorem, assume, eq_mp, instantiate
from ....kernel.syntax import negation
from ....kernel.terms import Const, Size, Term, Var, app, const, equation, sides
from ...library.definitions import defined
from ...library.facts import fact, infer
from ...library.matrices import added, identity, left_part, product, right_part, scaled, shape, transposed
from ...library.propositions import by_cases
from ...logic.cached_rules import refl
from ...logic.conversions import converted, fresh, replaced, rewrite_proposition
from ...logic.derived_rules import (
    ap_term,
    ap_thm,
    binary,
    chain,
    cut,
    eq_mp_back,
    is_refl,
    left,
    match_negation,
    mp,
    right,
    symmetric,
)
from ...logic.formulas import MINUS, MUL, TWO, UNIT, ZERO
from ...logic.parts import args_of, contains, head_and_arguments, parts_of
from ...logic.term_order import key
from ...normal.context import Context
from ...normal.polynomials import Polynomial, polynomial_term
from ..core.goals import Facts, attempted
from .matrix_combinations import ALONE, Combination, Word, degree
from .matrix_rules import Algebra, is_reserved, matrix_equations, matrix_variables, written_factors

#: Of so few rows a determinant is a polynomial in the entries.
_WRITTEN_OUT = {UNIT: "det_one_entry", TWO: "det_two_rows"}
Proved = tuple[Theorem, Context]
Prove = Callable[[Term], Theorem]


@lru_cache(maxsize=4096)
def speaks_of_determinants(t: Term) -> bool:
    """Tell whether a determinant stands in a term."""
    return any(isinstance(part, Const) and part.name == "det" for part in parts_of(t))


def proved_of_determinants(
    goal: Term,
    facts: Facts,
    made: Callable[[], Context],
    prove: Callable[[Term, Facts], Proved],
    easily: Callable[[Term, Facts], Proved],
    signs: Callable[[], Iterable[Theorem]],
) -> Proved | None:
    """Prove a goal in which determinants stand by what they are, or return None where nothing more is known of them.

    A context for the facts, and the signs of the determinants of forms that are given, are made where they are needed.
    """
    if not any(map(speaks_of_determinants, (goal, *facts.others))) or is_reserved(goal, *facts.others):
        return None

    others = tuple(fact for fact in facts.others if not speaks_of_determinants(fact))  # those may lead back to it
    plain = tuple(fact for fact in others if not _speaks_of_products(fact))

    def proved(premise: Term) -> Theorem:
        return prove(premise, replace(facts, others=others))[0]

    def proved_easily(premise: Term) -> Theorem:
        return easily(premise, replace(facts, others=plain))[0]

    of_forms = [*signs()]
    determinants = Determinants(goal, made(), [*map(assume, facts.others), *of_forms], proved, proved_easily)
    for theorem in determinants.others:
        m = _apart_from_zero(theorem)
        if m is not None and all(unit.first is not m for unit in determinants.algebra.units):
            return _with_inverse(m, theorem, goal, facts, prove)
    rewritten = determinants.inside(goal)
    if determinants.doubtful is not None:
        zero = equation(determinants.doubtful, ZERO)
        (found, used), (other, _) = (prove(goal, facts.also(case)) for case in (zero, negation(zero)))
        return by_cases(zero, found, other), used
    known = {
        each.conclusion: each for each in determinants.known(bool(of_forms)) if each.conclusion not in facts.others
    }
    if is_refl(rewritten) and not known:
        return None
    found, used = prove(right(rewritten), facts.also(*known))
    return eq_mp_back(rewritten, cut(*known.values(), found)), used


def denied_by_determinants(equal: Theorem, prove: Callable[[Term, Facts], Proved]) -> Theorem | None:
    """Return ⊢ ⊥ from ⊢ a = b for square matrices of which the determinants cannot be equal, or None."""
    if is_reserved(equal.conclusion) or not any(args_of(part, "matmul", 2) for part in parts_of(equal.conclusion)):
        return None

    def proved(premise: Term) -> Theorem:
        return prove(premise, Facts())[0]

    determinants = Determinants(equal.conclusion, Context(), (), proved, proved)
    for same in determinants._of_equal(equal):
        apart = attempted(proved, negation(same.conclusion))
        if apart is not None:
            return mp(apart, same)
    return None


def _split(constant: Const) -> tuple[Size, Size] | None:
    """Return the sizes of the parts that a constant puts below or beside each other, or None."""
    places = {"above": (0, 1), "beside": (1, 2)}.get(constant.name)
    return None if places is None else (constant.sizes[places[0]], constant.sizes[places[1]])


def _under_determinants(t: Term) -> dict[Term, None]:
    """Return the matrices whose determinants stand in a term."""
    found = (args[0] for part in parts_of(t) if (args := args_of(part, "det", 1)) is not None)
    return dict.fromkeys(m for m in found if not m.loose)


def _divided(polynomial: Polynomial, c: Fraction) -> Polynomial:
    return {monomial: number / c for monomial, number in polynomial.items()}


def _apart_from_zero(theorem: Theorem) -> Term | None:
    """Return m where a theorem says that det m is not 0, or None."""
    denied = match_negation(theorem.conclusion)
    zero = None if denied is None else sides(denied)
    args = None if zero is None or zero[1] is not ZERO else args_of(zero[0], "det", 1)
    return None if args is None else args[0]


def _speaks_of_products(fact: Term) -> bool:
    """Tell whether a product of matrices is given, or what is said of one."""
    equations = (each.conclusion for each in matrix_equations(assume(fact)))
    products = (written_factors(side) for each in equations for side in sides(each) or ())
    return any(args_of(part, "matmul", 2) for part in parts_of(fact)) or any(products)


def _with_inverse(m: Term, apart: Theorem, goal: Term, facts: Facts, prove: Callable[[Term, Facts], Proved]) -> Proved:
    """Prove a goal by the inverse of a matrix whose determinant is not 0, as for any matrix with its two equations."""
    first, size = fact("inverse_by_adjugate", m, premises=(apart,)), shape(m)[0]
    inverse = fresh(m.type, goal, *facts.others, stem="inverse")
    both = [equation(product(*pair), identity(size)) for pair in ((m, inverse), (inverse, m))]
    found, used = prove(goal, facts.also(*both))
    found = instantiate({inverse: (args_of(left(first), "matmul", 2) or (m, m))[1]}, found)
    return cut(first, infer("inverse_on_both_sides", first, sizes={"n": size}), found), used


class Determinants:
    """Hold what determinants are by the words of their matrices, beside some equations of matrices."""

    def __init__(self, goal: Term, context: Context, others: Sequence[Theorem], prove: Prove, easily: Prove) -> None:
        self.goal, self.others, self.prove, self.easily = goal, others, prove, easily
        self.doubtful: Term | None = None  # a number that may be 0, by which it would have been divided
        self.given = frozenset(v for theorem in others for v in theorem.conclusion.free)
        terms = goal, *(theorem.conclusion for theorem in others)
        self.vectors = [v for v in matrix_variables(*terms) if shape(v)[1] == UNIT]
        self.splits = dict.fromkeys(
            sizes for part in parts_of(*terms) if isinstance(part, Const) and (sizes := _split(part)) is not None
        )
        self.algebra = Algebra((goal,), context, others)
        self.words = self.algebra.words
        self._values: dict[Term, Theorem] = {}
        for each in others:
            self._solve(each)

    def _solve(self, theorem: Theorem) -> None:
        """Let ⊢ det v = a number say what the determinant of a variable is, unless it would lead back to itself."""
        args = None if theorem.sides is None else args_of(left(theorem), "det", 1)
        if args is None or not isinstance(args[0], Var) or args[0] in self._values:
            return
        found = chain(theorem, self.inside(right(theorem)))
        if not any(contains(left(theorem), right(each)) for each in (found, *self._values.values())):
            self._values[args[0]] = found

    def inside(self, t: Term) -> Theorem:
        """Return ⊢ t = t' with what each determinant is in place of it."""
        return converted(t, self._value_at)

    def _value_at(self, t: Term) -> Theorem | None:
        args = args_of(t, "det", 1)
        return None if args is None or t.loose else self.value(args[0])

    def known(self, forms_given: bool) -> Iterator[Theorem]:
        """Yield what is given with what each determinant is, and what units, forms and their order say of them."""
        for theorem in self.others:
            said = eq_mp(self.inside(theorem.conclusion), theorem)
            if not is_refl(said):
                yield said
            for equal in matrix_equations(theorem):
                yield from self._of_equal(equal)
        yield from self._of_units()
        yield from self._of_forms(forms_given)
        yield from self._in_order_of_forms()

    def _of_units(self) -> Iterator[Theorem]:
        """Yield ⊢ det X · det Y = 1 where X·Y = 1, and det Y · det m = ±det m where Y·m = ±mᵀ, as gᵀ(1 ± g) is."""
        for unit in self.algebra.units:
            for same in self._of_equal(unit.theorem):
                yield same
                if args_of(left(same), "*", 2) is not None:
                    inverse = infer("inv_unique", same)  # of the two ways to say this, one is a rule
                    if args_of(right(inverse), "det", 1) is not None:
                        yield symmetric(inverse) if key(unit.first) < key(unit.second) else inverse
            if shape(unit.first) == shape(unit.second):
                apart = infer("det_of_invertible", unit.theorem, sizes={"n": shape(unit.first)[0]})
                yield eq_mp(self.inside(apart.conclusion), apart)
            for m in (m for m in _under_determinants(self.goal) if m.type is unit.second.type):
                for turned in (transposed(m), scaled(MINUS, transposed(m))):
                    if self.algebra.agree(moved := product(unit.second, m), turned):
                        yield from self._of_equal(self._same(moved, turned))

    def _of_forms(self, forms_given: bool) -> Iterator[Theorem]:
        """Yield the signs and the bounds of determinants of matrices in the goal, which are definite.

        Where no forms are given, only what is seen to be symmetric is tried.
        """
        told = set[Term]().union(*(_under_determinants(theorem.conclusion) for theorem in self.others))
        for m in (m for m in _under_determinants(self.goal) if m not in told):
            if forms_given or (not isinstance(m, Var) and self.algebra.agree(m, transposed(m))):
                yield from self._following("det_definite", m) or self._following("det_semidefinite", m)
                yield from self._following("det_at_most_diagonal", m)

    def _in_order_of_forms(self) -> Iterator[Theorem]:
        """Yield ⊢ det a ≤ det b for matrices, or 1, on both sides of the goal where a is definite and a ⪯ b."""
        ones = {identity(shape(m)[0]): None for m in _under_determinants(self.goal)}
        compared = args_of(self.goal, "≤", 2) or ()
        pairs = cartesian(*(_under_determinants(t) or ({} if t.free else ones) for t in compared))
        for first, second in pairs if compared else ():
            if shape(first) == shape(second):
                more = self._normal(added(second, scaled(MINUS, first)))
                same = ap_term(const("det", shape(first)[0]), self._same(added(first, more), second))
                yield from self._following("det_grows", first, more, by=same)

    def _following(self, name: str, *values: Term, by: Theorem | None = None) -> list[Theorem]:
        """Return what a fact says at some values where its premises are proved, with what each determinant is."""
        known = fact(name, *values)
        for premise in known.hypotheses:
            if (proved := attempted(self.prove, premise)) is None:
                return []
            known = cut(proved, known)
        known = known if by is None else rewrite_proposition(known, by)
        return [eq_mp(self.inside(known.conclusion), known)]

    def _of_equal(self, equal: Theorem) -> Iterator[Theorem]:
        """Yield ⊢ det a = det b from a = b for square matrices, unless that says nothing."""
        rows, columns = shape(left(equal))
        if rows == columns:
            plain = Determinants(equal.conclusion, Context(), (), self.prove, self.easily)
            plain.given = self.given
            first, second = (plain.value(side) for side in (left(equal), right(equal)))
            same = chain(symmetric(first), ap_term(const("det", rows), equal), second)
            if not is_refl(same):
                yield same
                if right(same) is ZERO and args_of(left(same), "power", 2) is not None:
                    yield infer("power_is_zero", same)

    def value(self, m: Term) -> Theorem:
        """Return ⊢ det m = a number, where determinants of atoms stand."""
        if m not in self._values:
            self._values[m] = refl(app(const("det", shape(m)[0]), m))  # for what leads back to itself
            self._values[m] = self._value(m)
        return self._values[m]

    def _by(self, equal: Theorem) -> Theorem:
        """Return ⊢ det a = a number from a = b."""
        size = shape(left(equal))[0]
        return chain(ap_term(const("det", size), equal), self.value(right(equal)))

    def _multiplied(self, theorem: Theorem) -> Theorem:
        """Continue ⊢ d = det a · det b."""
        factors = args_of(right(theorem), "*", 2) or ()
        return chain(theorem, binary(MUL, *(self._value_at(f) or refl(f) for f in factors)))

    def _value(self, m: Term) -> Theorem:
        size = shape(m)[0]
        if size in _WRITTEN_OUT:
            return fact(_WRITTEN_OUT[size], m)
        if (none := self._singular(m)) is not None:
            return none
        if isinstance(m, Var):
            return self._of_entries(m) or refl(app(const("det", size), m))
        head, arguments = head_and_arguments(m)
        name = head.name if isinstance(head, Const) else ""
        if name == "matmul" and all(shape(a) == (size, size) for a in arguments):
            return self._multiplied(fact("det_matmul", *arguments))
        if name == "transpose":
            return chain(fact("det_transpose", *arguments), self.value(arguments[0]))
        if name == "matscale":
            return self._multiplied(fact("det_matscale", *arguments))
        if name == "identity":
            return fact("det_one", {"n": size})
        if name == "zeros":
            return fact("det_zeros", {"n": size})
        if name == "block_rotation":
            return fact("det_block_rotation", {"h": shape(arguments[0])[0]}, *arguments)
        if name == "matpow":
            power = fact("det_matpow", *arguments)
            return chain(power, ap_thm(ap_term(defined("power"), self.value(arguments[0])), arguments[1]))
        return attempted(self._of_blocks, m) or attempted(self._of_words, m) or refl(app(const("det", size), m))

    def _of_blocks(self, m: Term) -> Theorem | None:
        """Return ⊢ det m = a number for blocks: one beside the diagonal is a multiple of one on it; or None.

        Or both [A, B; C, D] and a triangular matrix of blocks map (±x, x) alike.
        """
        size = shape(m)[0]
        for p, q in self.splits:
            if p + q != size:
                continue
            parts = [transposed(part(p, q)) for part in (left_part, right_part)]
            a, b, c, d = (self._normal(product(x, product(m, transposed(y)))) for x in parts for y in parts)
            signs = (identity(p), scaled(MINUS, identity(p))) if p == q else ()
            for rule, corner, other in (("det_eliminated_below", a, c), ("det_eliminated_above", d, b)):
                inverses = [unit.second for unit in self.algebra.units if unit.first is corner]
                inverses += [corner] if corner is identity(shape(corner)[0]) else []
                for y in (defined("zeros", *shape(other)), *signs, *(product(other, each) for each in inverses)):
                    if self.algebra.agree(other, product(y, corner)):
                        return self._in_blocks(m, rule, (a, b, c, d), y, self._same(other, product(y, corner)))
            for x in signs:
                first, second = added(b, product(x, d)), product(added(a, product(x, c)), x)
                if self.algebra.agree(first, second):
                    return self._in_blocks(m, "det_sheared", (a, b, c, d), x, self._same(first, second))
        return None

    def _in_blocks(self, m: Term, rule: str, blocks: Sequence[Term], by: Term, given: Theorem) -> Theorem:
        """Return ⊢ det m = a number by a rule for the four blocks of a matrix."""
        a, b, c, d = blocks
        (p, _), (q, _) = shape(a), shape(d)
        rows = app(defined("beside", p, p, q), a, b), app(defined("beside", q, p, q), c, d)
        same = self._same(m, app(defined("above", p, q, p + q), *rows))
        return self._multiplied(chain(ap_term(const("det", p + q), same), fact(rule, *blocks, by, premises=(given,))))

    def _normal(self, t: Term) -> Term:
        return right(self.words.matrix(t))

    def _singular(self, m: Term) -> Theorem | None:
        """Return ⊢ det m = 0 for a matrix that maps a vector to 0 which is given not to be 0, or None."""
        size = shape(m)[0]
        none = defined("zeros", size, UNIT)
        for z in self.vectors:
            if shape(z)[0] == size and not self.words.combination(product(m, z)):
                apart = attempted(self.prove, negation(equation(z, none)))
                if apart is not None:
                    return infer("det_with_kernel", self._same(product(m, z), none), apart, sizes={"n": size})
        return None

    def _of_entries(self, m: Term) -> Theorem | None:
        """Return ⊢ det m = a number where rows or columns have the sum 0, or a triangle of entries is 0; or None."""
        for name in ("det_of_no_sums", "det_triangular") if m in self.given or not isinstance(m, Var) else ():
            for t in (m, transposed(m)):
                found = fact(name, t)
                if (known := attempted(self.easily, found.hypotheses[0])) is not None:
                    turned = refl(left(found)) if t is m else symmetric(fact("det_transpose", m))
                    return chain(turned, cut(known, found))
        return None

    def _same(self, a: Term, b: Term) -> Theorem:
        """Return ⊢ a = b for matrices with the same words."""
        return chain(self.words.matrix(a), symmetric(self.words.matrix(b)))

    def _of_words(self, m: Term) -> Theorem | None:
        """Return ⊢ det m = a number by the words of a matrix, or None."""
        words, size = self.words.combination(m), shape(m)[0]
        if not words:
            return self._by(self._same(m, defined("zeros", size, size)))
        if words.keys() != {()} and (found := self._of_entries(m)) is not None:
            return found
        if () not in words and len(words) > 1 and (found := self._taken_out(m, words)) is not None:
            return found
        if (found := self._scaled_out(m, words)) is not None:
            return found
        first = () if () in words else max(words, key=degree)
        c = words[first]
        if c != ALONE and (len(words) == 1 or c.keys() == {()}):
            rest = {first: ALONE} if len(words) == 1 else {w: _divided(n, c[()]) for w, n in words.items()}
            return self._by(self._same(m, scaled(polynomial_term(c), self._written(rest, size))))
        if len(words) == 1:
            return self._of_word(m, first)
        found = self._turned(m, words) if not first and c == ALONE else None
        return found or self._similar(m, words) or self._in_order(m)

    def _scaled_out(self, m: Term, words: Combination) -> Theorem | None:
        """Return ⊢ det m = a number for m = c + a·b, where c is not written out or b has one row; or None."""
        size, c = shape(m)[0], words.get((), {})
        factors = [] if c == ALONE else list(self._factors({w: n for w, n in words.items() if w}, size))
        one, number = scaled(polynomial_term(c), identity(size)), polynomial_term(c)
        for a, b in factors:
            if shape(b)[0] == UNIT:
                same = self._same(m, added(one, product(a, b)))
                return chain(ap_term(const("det", size), same), fact("det_rank_one", number, a, b))
        if not factors or not c or c.keys() == {()}:
            return None
        zero = equation(number, ZERO)
        rest = self._written({w: n for w, n in words.items() if w}, size)
        same = self._same(m, added(one, rest))
        told = {each.conclusion: each for each in self.others}
        if zero in told:
            return self._by(replaced(same, told[zero]))
        if (apart := told.get(negation(zero)) or attempted(self.easily, negation(zero))) is None:
            self.doubtful = number
            return None
        return self._multiplied(
            chain(ap_term(const("det", size), same), fact("det_unscaled", rest, number, premises=(apart,)))
        )

    def _of_word(self, m: Term, word: Word) -> Theorem | None:
        """Return ⊢ det m = the product of the determinants of the square parts of a word."""
        size = shape(m)[0]
        for place in range(1, len(word)):
            if shape(word[place])[0] == size:
                parts = (self.words.term(part, size) for part in (word[:place], word[place:]))
                return self._by(self._same(m, product(*parts)))
        t = self.words.term(word, size)
        return self._in_order(m) if len(word) > 1 or t is m else self._by(self._same(m, t))

    def _turned(self, m: Term, words: Combination) -> Theorem | None:
        """Return ⊢ det m = a number for m = 1 + a·b by 1 + b·a, where that comes first, or None."""
        size, least, chosen = shape(m)[0], self._rank(m), None
        for a, b in self._factors({word: c for word, c in words.items() if word}, size):
            rank = self._rank(added(identity(shape(b)[0]), product(b, a)))
            if rank < least:
                least, chosen = rank, (a, b)
        if chosen is None:
            return None
        same = self._same(m, added(identity(size), product(*chosen)))
        theorem = chain(ap_term(const("det", size), same), fact("sylvester", *chosen))
        return chain(theorem, self._value_at(right(theorem)) or refl(right(theorem)))

    def _factors(self, words: Combination, size: Size) -> Iterator[tuple[Term, Term]]:
        """Yield a and b where a combination of words is a·b, by what all words begin or end with."""
        least = min(words, key=len, default=())
        if [*words] == [(defined("ones", size, size),)]:
            number = polynomial_term(words[least])
            yield scaled(number, defined("ones", size, UNIT)), defined("ones", UNIT, size)
        for place in range(1, len(least) + 1):
            begin, end = least[:place], least[-place:]
            inner = shape(begin[-1])[1], shape(end[0])[0]
            if all(word[:place] == begin for word in words):
                yield self.words.term(begin, size), self._written({w[place:]: c for w, c in words.items()}, inner[0])
            if all(word[-place:] == end for word in words):
                rest = {word[:-place]: c for word, c in words.items()}
                yield self._written(rest, size), self.words.term(end, inner[1])

    def _taken_out(self, m: Term, words: Combination) -> Theorem | None:
        """Return ⊢ det m = det a · det (t + b·c) for m = t·a + c, where a·b = 1, or None."""
        size = shape(m)[0]
        for unit in self.algebra.units:
            if (unit.first,) in words and shape(unit.second) == (size, size):
                rest = self._written({word: c for word, c in words.items() if word != (unit.first,)}, size)
                one = scaled(polynomial_term(words[unit.first,]), identity(size))
                inner = added(one, product(unit.second, rest))
                return self._by(self._same(m, product(unit.first, inner)))
        return None

    def _similar(self, m: Term, words: Combination) -> Theorem | None:
        """Return ⊢ det m = det a · det n · det b where b·a = 1 and n = b·m·a has shorter words, or None."""
        for unit in self.algebra.units:
            b, a = unit.first, unit.second
            if shape(a) == shape(b) == shape(m):
                inner = product(b, product(m, a))
                if sum(map(len, self.words.combination(inner))) < sum(map(len, words)):
                    return self._by(self._same(m, product(a, product(right(self.words.matrix(inner)), b))))
        return None

    def _written(self, words: Combination, rows: Size) -> Term:
        """Return the sum of some words with their numbers."""
        terms = ((c, self.words.term(word, rows)) for word, c in words.items())
        return reduce(added, (t if c == ALONE else scaled(polynomial_term(c), t) for c, t in terms))

    def _both_ways(self, m: Term) -> tuple[Theorem, Theorem]:
        """Return ⊢ det m = det n and ⊢ det m = det nᵀ for the normal forms of a matrix and its transpose."""
        det, turned = const("det", shape(m)[0]), transposed(m)
        other = chain(symmetric(fact("det_transpose", m)), ap_term(det, self.words.matrix(turned)))
        return ap_term(det, self.words.matrix(m)), other

    def _rank(self, m: Term) -> tuple[object, ...]:
        return shape(m)[0] != UNIT, str(shape(m)[0]), min(key(right(same)) for same in self._both_ways(m))

    def _in_order(self, m: Term) -> Theorem:
        """Return ⊢ det m = det n for the normal form n of the matrix or of its transpose that comes first."""
        return min(self._both_ways(m), key=lambda same: key(right(same)))

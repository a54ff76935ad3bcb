"""Matrix algebra without entries: a matrix is a combination Σ c·w of words w, products of matrices that are atoms.

An entry i, j of a matrix is brought to Σ c·(w i j), a polynomial of the kernel whose atoms are the entries of words, so
that the ring rule of the kernel adds and scales; products are distributed under the sum over the inner index, and words
are joined by associativity.  Transposes stand at atoms only, the identity is the empty word, a 1×1 factor is a number.
A word may be rewritten by rules w = Σ c·w', which ``matrix_rules`` makes of hypotheses.  Every rule makes words smaller
in the order by length; a budget of steps guards the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce

from ....kernel.rules import Theorem, congruence, instantiate
from ....kernel.terms import Abs, Const, Size, Term, Var, abstract, app, fin, literal, open_body, sides, var
from ...library.definitions import applied_definition, defined, definition_of, table
from ...library.facts import fact
from ...library.matrices import blocks_as_parts, identity, product, scaled, shape, transposed
from ...library.sums import sum_of_multiple, under_sum
from ...limits import MOST_MATRIX_STEPS
from ...logic.cached_rules import refl
from ...logic.conversions import beta_normal_form, rearranged, replaced, rewrite
from ...logic.derived_rules import (
    ProofError,
    ap_term,
    ap_thm,
    at_arguments,
    beta_spine,
    binary,
    chain,
    extensional,
    is_refl,
    left,
    right,
    swapped,
    symmetric,
)
from ...logic.formulas import ADD, IND, MUL, ONE, UNIT, ZERO, times
from ...logic.parts import args_of, head_and_arguments, is_matrix, operands
from ...logic.term_order import key
from ...normal.context import BudgetExceeded
from ...normal.polynomials import (
    Monomial,
    Polynomial,
    canonical_term,
    polynomial_term,
    product_term,
    read_polynomial,
)
from ..laws.laws import entry_parts
from .matrix_combinations import ALONE, Combination, Rule, Word, applicable, degree, mirrored, reduced
from .nested_sums import factors_of, pulled, summed

Numbers = Callable[[Term], Theorem]  # ⊢ t = t' for a number that multiplies a word
ALGEBRAIC = frozenset(("matmul", "matadd", "matscale", "transpose", "identity", "zeros"))
BLOCKS = frozenset(("above", "beside"))
_TABLE = frozenset(name for name, _, _ in table())
RESERVED = "matrix."  # what the names of indices begin with; goals with such names are left alone
_ROW, _COLUMN, _INNER, _BOUND = (RESERVED + name for name in ("row", "column", "inner", "bound"))


def row(size: Size) -> Var:
    """Return the index of the row of an entry."""
    return var(_ROW, fin(size))


def column(size: Size) -> Var:
    """Return the index of the column of an entry."""
    return var(_COLUMN, fin(size))


class Words:
    """Bring matrices to combinations of words, proved by the kernel; what was found is remembered."""

    def __init__(self, numbers: Numbers = refl, opaque: frozenset[str] = frozenset()) -> None:
        self.numbers, self.opaque = numbers, opaque
        self.rules: Sequence[Rule] = ()
        self.unfolded: set[str] = set()
        self.steps = 0
        self.words: dict[Term, Word] = {}
        self._entries: dict[Term, Theorem] = {}
        self._normal: dict[Word, Theorem] = {}

    def use(self, rules: Sequence[Rule]) -> None:
        """Rewrite by these rules from now on."""
        self.rules = rules
        self._entries.clear()
        self._normal.clear()

    def spend(self) -> None:
        """Count a step; beyond the budget the attempt ends."""
        self.steps += 1
        if self.steps > MOST_MATRIX_STEPS:
            raise BudgetExceeded("gave up: too many steps of matrix algebra")

    # ----------------------------------------------------------------------------------------------------- matrices

    def entry(self, t: Term) -> Theorem:
        """Return ⊢ t i j = Σ c·(w i j) for a matrix, in normal form."""
        found = self._entries.get(t)
        if found is None:
            self.spend()
            rows, columns = shape(t)
            found = self._entries[t] = self.collected(self._entry(t, row(rows), column(columns)))
        return found

    def matrix(self, t: Term) -> Theorem:
        """Return ⊢ t = the matrix of its combination."""
        rows, columns = shape(t)
        return extensional((row(rows), column(columns)), self.entry(t))

    def at(self, t: Term, i: Term, j: Term) -> Theorem:
        """Return ⊢ t i j = Σ c·(w i j) at any indices."""
        return _moved(self.entry(t), *shape(t), i, j)

    def combination(self, t: Term) -> Combination:
        """Return the words of a matrix with their numbers, which are polynomials."""
        return self.read(right(self.entry(t)))

    def read(self, e: Term) -> Combination:
        """Return the words of an entry with their numbers."""
        return {self.words[matrix_of(entry)]: number for entry, number in self._entries_in(e).items()}

    def _entries_in(self, e: Term) -> dict[Term, Polynomial]:
        """Return the entries of words in a combination, with their numbers."""
        found: dict[Term, dict[Monomial, Fraction]] = {}
        for monomial, coefficient in read_polynomial(e).items():
            entries = [power for power in monomial if self.word_of(power[0]) is not None]
            if len(entries) != 1 or entries[0][1] != 1:
                raise ProofError("an entry is no combination of words")
            rest = tuple(power for power in monomial if power is not entries[0])
            found.setdefault(entries[0][0], {})[rest] = coefficient
        return found  # type: ignore[return-value]

    def word_of(self, atom: Term) -> Word | None:
        """Return the word of which a term is an entry, or None."""
        entry = entry_parts(atom)
        if entry is None or not all(isinstance(i, Var) and i.name in (_ROW, _COLUMN, _INNER) for i in entry[1:]):
            return None
        return self.words.get(entry[0])

    def term(self, word: Word, size: Size) -> Term:
        """Return the matrix of a word; the empty one is the identity of the size."""
        t = identity(size)
        if word:
            t = word[-1]
            for atom in reversed(word[:-1]):
                t = product(atom, t)
        self.words[t] = word
        return t

    def entry_of(self, word: Word, rows: Size, i: Term, j: Term) -> Term:
        """Return the entry i, j of a word, as it stands in normal forms."""
        return app(self.term(word, rows), i, j)

    def collected(self, theorem: Theorem) -> Theorem:
        """Continue ⊢ a = Σ c·(w i j) to the normal form: each word once, its number in normal form."""
        e = right(theorem)
        canonical = canonical_term(e)
        theorem = chain(theorem, rearranged(e, canonical))
        found = self._entries_in(canonical)
        numbers = {entry: self._normal_number(c) for entry, c in found.items()}
        if all(map(is_refl, numbers.values())):
            return theorem
        terms = [ap_thm(ap_term(MUL, number), entry) for entry, number in numbers.items()]
        simpler = reduce(partial(binary, ADD), terms)
        return self.collected(chain(theorem, rearranged(canonical, left(simpler)), simpler))

    def _normal_number(self, polynomial: Polynomial) -> Theorem:
        c = polynomial_term(polynomial)
        return refl(c) if polynomial.keys() == {()} else self.numbers(c)

    # ------------------------------------------------------------------------------------------------------ entries

    def _entry(self, t: Term, i: Var, j: Var) -> Theorem:
        plain = beta_normal_form(t)
        if not is_refl(plain):
            return chain(at_arguments(plain, i, j), self._entry(right(plain), i, j))
        if isinstance(t, Abs):
            opened = beta_spine(app(t, i, j))
            return chain(opened, self._of_formula(right(opened), i, j))
        head, arguments = head_and_arguments(t)
        name = head.name if isinstance(head, Const) else ""
        is_known = name in ALGEBRAIC or name in BLOCKS or name not in _TABLE
        if name in self.opaque or definition_of(name) is None or not is_known:
            return self._of_atom(t, i, j)
        if name in BLOCKS:
            self.unfolded.add(name)
            parts = blocks_as_parts(name, head.sizes, *arguments)  # type: ignore[attr-defined]
            return chain(at_arguments(parts, i, j), self.at(right(parts), i, j))
        if name == "identity":
            return self._of_word((), shape(t)[0], i, j)
        if name == "matmul":
            return self._of_product(arguments[0], arguments[1], i, j)
        unfolded = self._unfolded(t, i, j)
        opened = refl(right(unfolded)) if name in ALGEBRAIC else beta_normal_form(right(unfolded))
        return chain(unfolded, opened, self._of_formula(right(opened), i, j))

    def _unfolded(self, t: Term, *indices: Term) -> Theorem:
        """Return ⊢ t i j = e by the definition of the operation at the head of t."""
        head, arguments = head_and_arguments(t)
        definition = definition_of(head.name) if isinstance(head, Const) else None
        if definition is None or not isinstance(head, Const):
            raise ProofError(f"{head} is not defined")
        self.unfolded.add(head.name)
        return applied_definition(definition, head.sizes, *arguments, *indices)

    def _of_transposed_entry(self, a: Term, i: Term, j: Term) -> Theorem:
        """Return ⊢ a j i = Σ c·(w i j) with transposed words w."""
        (rows, columns), found = shape(a), self.at(a, j, i)
        equations = list[Theorem]()
        for entry in self._entries_in(right(found)):
            t = matrix_of(entry)
            word = self.words[t]
            turned = chain(symmetric(self._unfolded(transposed(t), i, j)), at_arguments(self.reverse(word, rows), i, j))
            equations.append(chain(turned, self._of_word(mirrored(word), columns, i, j)))
        return chain(found, rewrite(right(found), *equations))

    def _of_word(self, word: Word, size: Size, i: Term, j: Term) -> Theorem:
        """Return ⊢ w i j = Σ c·(w' i j) with w rewritten; ``size`` is the number of rows."""
        t = self.term(word, size)
        if not word:
            return refl(app(t, i, j))
        found = self._normal.get(word)
        if found is None:
            rows, columns = shape(t)
            found = self._normal[word] = self._rewritten(word, t, row(rows), column(columns))
        return _moved(found, *shape(t), i, j)

    def _of_atom(self, t: Term, i: Var, j: Var) -> Theorem:
        """Return ⊢ t i j = w i j, the word being the term itself, with its own matrices in normal form."""
        head, arguments = head_and_arguments(t)
        same = refl(head)
        for a in arguments:
            is_inner = isinstance(head, Const) and is_matrix(a.type) and not a.loose
            same = congruence(same, self.matrix(a) if is_inner else refl(a))
        return chain(at_arguments(same, i, j), self._of_word((right(same),), shape(t)[0], i, j))

    def _of_product(self, a: Term, b: Term, i: Term, j: Term) -> Theorem:
        """Return ⊢ (a·b) i j = Σ c·(w i j): Σ k. Σ c·(u i k)·(v k j), where the words w are u·v."""
        rows, inner = shape(a)
        k = var(_INNER, fin(inner))
        inside = binary(MUL, self.at(a, i, k), self.at(b, k, j))
        body = canonical_term(right(inside))
        arranged = under_sum(k, chain(inside, rearranged(right(inside), body)))

        def joined(entries: list[Term]) -> tuple[Term, Theorem]:
            first, second = sorted(entries, key=lambda entry: entry.argument is not k)  # type: ignore[attr-defined]
            folded = symmetric(self._unfolded(product(matrix_of(first), matrix_of(second)), i, j))
            u, v = self.words[matrix_of(first)], self.words[matrix_of(second)]
            together = at_arguments(self.join(u, v, rows, inner), i, j)
            return times(first, second), chain(folded, together, self._of_word(u + v, rows, i, j))

        return chain(self._unfolded(product(a, b), i, j), arranged, summed(k, body, joined))

    # -------------------------------------------------------------------------------------------------------- words

    def join(self, u: Word, v: Word, rows: Size, inner: Size) -> Theorem:
        """Return ⊢ u·v = the word of both."""
        self.spend()
        first, second = self.term(u, rows), self.term(v, inner)
        columns = shape(second)[1]
        self.term(u + v, rows)
        if not u:
            return fact("identity_matmul", second)
        if not v:
            return fact("matmul_identity", first)
        if len(u) == 1:
            return refl(product(first, second))
        m = shape(u[0])[1]
        moved = fact("matmul_assoc", u[0], self.term(u[1:], m), second)
        return chain(moved, ap_term(app(defined("matmul", rows, m, columns), u[0]), self.join(u[1:], v, m, inner)))

    def reverse(self, word: Word, rows: Size) -> Theorem:
        """Return ⊢ wᵀ = the word of the transposed atoms in reverse order."""
        self.spend()
        t = self.term(word, rows)
        columns = shape(t)[1]
        self.term(mirrored(word), columns)
        if not word:
            return fact("transpose_identity", {"n": rows})
        if len(word) == 1:
            inner = args_of(t, "transpose", 1)
            if inner is None:
                return refl(transposed(t))
            return fact("transpose_transpose", *inner)
        first, rest = word[:1], word[1:]
        m = shape(word[0])[1]
        split = fact("transpose_matmul", word[0], self.term(rest, m))
        both = binary(defined("matmul", columns, m, rows), self.reverse(rest, m), self.reverse(first, rows))
        return chain(split, both, self.join(mirrored(rest), mirrored(first), columns, m))

    def split(self, word: Word, place: int, rows: Size) -> Theorem:
        """Return ⊢ the word = u·v, split before the atom at a place."""
        inner = shape(word[place])[0] if place < len(word) else shape(word[-1])[1]
        return symmetric(self.join(word[:place], word[place:], rows, inner))

    def _rewritten(self, word: Word, t: Term, i: Var, j: Var) -> Theorem:
        """Return ⊢ w i j = Σ c·(w' i j) by the first rule that applies, or by taking numbers out."""
        self.spend()
        found = applicable(word, self.rules)
        if found is None:
            return self._without_number(word, t, i, j)
        rule, place = found
        changed = self.replaced_in(word, place, rule, shape(t)[0])
        return chain(at_arguments(changed, i, j), self.at(right(changed), i, j))

    def replaced_in(self, word: Word, place: int, rule: Rule, rows: Size) -> Theorem:
        """Return ⊢ u·w·v = u·(p·v) where the rule w = p applies at a place."""
        end = place + len(rule.word)
        inner = shape(rule.word[0])[0]
        result = rule.theorem
        if end < len(word):
            rest = self.term(word[end:], shape(rule.word[-1])[1])
            moved = ap_thm(ap_term(defined("matmul", inner, *shape(rest)), result), rest)
            result = chain(self.split(word[place:], len(rule.word), inner), moved)
        if place:
            result = chain(self.split(word, place, rows), self._after(word[:place], rows, result))
        return result

    def _after(self, u: Word, rows: Size, theorem: Theorem) -> Theorem:
        """Infer u·a = u·b from a = b."""
        inner, columns = shape(right(theorem))
        return ap_term(app(defined("matmul", rows, inner, columns), self.term(u, rows)), theorem)

    def _without_number(self, word: Word, t: Term, i: Var, j: Var) -> Theorem:
        """Return ⊢ w i j = c·(u·v i j) where w = u·m·v with a 1×1 matrix m, or ⊢ w i j = w i j."""
        rows = shape(t)[0]
        sizes = [rows, *(shape(atom)[1] for atom in word)]
        places = [place for place, size in enumerate(sizes) if size == UNIT]
        if len(places) < 2:
            return refl(app(t, i, j))
        start, end = places[:2]
        u, v = word[:start], word[end:]
        inner = self.split(word[start:], end - start, UNIT)
        apart = chain(self.split(word, start, rows), self._after(u, rows, inner))
        terms = self.term(u, rows), self.term(word[start:end], UNIT), self.term(v, UNIT)
        outside = fact("number_inside", *terms, i, j)
        rest = chain(at_arguments(self.join(u, v, rows, UNIT), i, j), self._of_word(u + v, rows, i, j))
        return chain(at_arguments(apart, i, j), outside, binary(MUL, self._number(word[start:end]), rest))

    def _number(self, word: Word) -> Theorem:
        """Return ⊢ the only entry of a 1×1 word = a number; of the word and its transpose the lesser is taken."""
        t, first = self.term(word, UNIT), literal(0, fin(UNIT))
        same = refl(app(t, first, first))
        other = reduced({mirrored(word): ALONE}, self.rules) or {}
        if [number == ALONE and degree(w) < degree(word) for w, number in other.items()] == [True]:
            turned = self.reverse(word, UNIT)
            same = chain(symmetric(self._unfolded(transposed(t), first, first)), at_arguments(turned, first, first))
            same = replaced(chain(same, self.at(right(turned), first, first)), fact("identity_one"))
        return chain(same, self.numbers(right(same)))

    # ----------------------------------------------------------------------------------------------------- formulas

    def _of_formula(self, e: Term, i: Var, j: Var) -> Theorem:
        """Return ⊢ e = Σ c·(w i j) for a formula of the entry i, j."""
        self.spend()
        if e is ZERO:
            return refl(e)
        pair = operands(e, "+")
        if pair is not None:
            return binary(ADD, *(self._of_formula(part, i, j) for part in pair))
        pair = operands(e, "*")
        for number, rest in (pair, pair[::-1]) if pair is not None else ():
            if number.free.isdisjoint((i, j)) and not rest.free.isdisjoint((i, j)):
                inner = self._of_formula(rest, i, j)
                return chain(rearranged(e, times(number, rest)), ap_term(app(MUL, number), inner))
        m, *indices = entry_parts(e) or (e,)
        if m.free.isdisjoint((i, j)) and indices == [i, j]:
            return self.at(m, i, j)
        if m.free.isdisjoint((i, j)) and indices == [j, i]:
            return self._of_transposed_entry(m, i, j)
        args = args_of(e, "ind", 1)
        same = sides(args[0]) if args is not None else None
        if same in ((i, j), (j, i)) and i.type.size is not None and "identity" not in self.opaque:
            turned = refl(e) if same == (i, j) else ap_term(IND, swapped(j, i))
            unit = symmetric(self._unfolded(identity(i.type.size), i, j))
            return chain(turned, unit, self._of_word((), i.type.size, i, j))
        plain = pulled(e)
        if not is_refl(plain):
            return chain(plain, self._of_formula(right(plain), i, j))
        return self._of_contraction(e, i, j) or self._of_entries(e, i, j)

    def _of_contraction(self, e: Term, i: Var, j: Var) -> Theorem | None:
        """Return ⊢ Σ k. (a i k)·(b k j) = Σ c·(w i j), or None for anything else."""
        found = contraction(e, i, j)
        if found is None:
            return None
        k, front, a, b = found.k, found.front, found.a, found.b
        unfolded = self._unfolded(product(a, b), i, j)
        folded = symmetric(chain(unfolded, beta_normal_form(right(unfolded))))
        together = under_sum(k, rearranged(found.body, times(front, body_of(left(folded), k))))
        outside = sum_of_multiple(k, front, body_of(left(folded), k))
        return chain(together, outside, ap_term(app(MUL, front), chain(folded, self._of_product(a, b, i, j))))

    def _of_entries(self, e: Term, i: Var, j: Var) -> Theorem:
        """Return ⊢ e = w i j for an atom that has the formula as its entries."""
        formula = abstract(i, abstract(j, e))
        rows = shape(formula)[0]
        atom = scaled(ONE, formula)
        unfolded = at_arguments(fact("matscale_one", formula), i, j)
        opened = chain(unfolded, beta_spine(right(unfolded)))
        return chain(symmetric(opened), self._of_word((atom,), rows, i, j))


@dataclass(frozen=True)
class Contraction:
    """Hold a sum Σ k. c·(a i k)·(b k j): its body, the number in front and the two matrices."""

    k: Var
    body: Term
    front: Term
    a: Term
    b: Term


def contraction(e: Term, i: Var, j: Var) -> Contraction | None:
    """Return how a sum is an entry i, j of a product of matrices, or None."""
    args = args_of(e, "sum", 1)
    if args is None or not isinstance(args[0], Abs):
        return None
    k = var(_BOUND, args[0].binder)
    body = open_body(args[0], k)
    terms = sorted(factors_of(body), key=key)
    lefts = [f for f in terms if i in f.free or (j not in f.free and k in f.free)]
    rights = [f for f in terms if j in f.free]
    if not lefts or not rights or any(f in lefts for f in rights):
        return None
    front = product_term([f for f in terms if f not in lefts and f not in rights])
    a, b = formula_matrix(i, k, product_term(lefts)), formula_matrix(k, j, product_term(rights))
    return Contraction(k, body, front, a, b)


def body_of(t: Term, k: Var) -> Term:
    """Return the terms of a sum at an index."""
    return open_body(t.argument, k)  # type: ignore[attr-defined]


def matrix_of(entry: Term) -> Term:
    """Return the matrix of which a term is an entry."""
    return entry.function.function  # type: ignore[attr-defined, no-any-return]


def _moved(theorem: Theorem, rows: Size, columns: Size, i: Term, j: Term) -> Theorem:
    """Return what holds of the entry of a matrix at other indices."""
    values = {v: new for v, new in ((row(rows), i), (column(columns), j)) if v is not new}
    return instantiate(values, theorem) if values else theorem


def formula_matrix(i: Var, j: Var, e: Term) -> Term:
    """Return the matrix with the entries e, as short as it can be written."""
    m, *indices = entry_parts(e) or (e,)
    return m if indices == [i, j] and m.free.isdisjoint((i, j)) else abstract(i, abstract(j, e))

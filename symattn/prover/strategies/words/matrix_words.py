"""Matrix algebra without entries: a matrix is a combination Σ c·w of words w, products of matrices that are atoms.

An entry i, j of a matrix is brought to Σ c·(w i j), a polynomial of the kernel whose atoms are the entries of words, so
that the ring rule of the kernel adds and scales; products are distributed under the sum over the inner index, and words
are joined by associativity.  Transposes stand at atoms only, the identity is the empty word, a 1×1 factor is a number.
A word may be rewritten by rules w = Σ c·w', which ``matrix_rules`` makes of hypotheses.  Every rule makes words smaller
in the order by length; a budget of steps guards the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from ....kernel.rules import Theorem, congruence, instantiate
from ....kernel.terms import Abs, App, Const, Size, Term, Var, abstract, app, fin, literal, open_body, sides, var
from ...library.definitions import applied_definition, defined, definition_of, table
from ...library.facts import fact
from ...library.matrices import blocks_as_parts, identity, product, shape, transposed
from ...library.sums import sum_of_multiple, sum_of_sum, under_sum
from ...logic.cached_rules import refl
from ...logic.conversions import beta_normal_form, rearranged, replaced
from ...logic.derived_rules import (
    ProofError,
    ap_term,
    ap_thm,
    beta_spine,
    binary,
    chain,
    extensional,
    is_refl,
    right,
    swapped,
    symmetric,
)
from ...logic.formulas import ADD, IND, MUL, ONE, UNIT, ZERO, plus, times, total
from ...logic.parts import args_of, head_and_arguments, operands
from ...logic.term_order import key
from ...normal.context import BudgetExceeded
from ...normal.polynomials import canonical_term, factors, polynomial_term, product_term, read_polynomial, scaled_term
from ..laws.laws import is_matrix
from .matrix_combinations import Combination, Word, reduced
from .nested_sums import factors_of, pulled

Numbers = Callable[[Term], Theorem]  # ⊢ t = t' for a number that multiplies a word
MOST_STEPS = 6_000  # matrices that are read, words that are joined, transposed or rewritten
LONGEST_WORD, MOST_WORDS = 64, 120
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


@dataclass(frozen=True)
class Rule:
    """Hold a rule for words: ⊢ the matrix of the word = the matrix of a combination, and that combination."""

    word: Word
    theorem: Theorem
    rest: Combination = field(compare=False, hash=False)


def degree(word: Word) -> tuple[object, ...]:
    """Return the place of a word in the order by which rules rewrite: by length, then atom by atom.

    Transposed atoms are ordered as the atoms are, lest Y be rewritten to X and Xᵀ to Yᵀ.
    """
    return len(word), tuple(_place(atom) for atom in word)


def _place(atom: Term) -> tuple[object, ...]:
    inner = args_of(atom, "transpose", 1)
    return (key(atom), False) if inner is None else (key(inner[0]), True)


class Words:
    """Bring matrices to combinations of words, proved by the kernel; what was found is remembered."""

    def __init__(self, numbers: Numbers = refl, opaque: frozenset[str] = frozenset(), most: int = MOST_STEPS) -> None:
        self.numbers, self.opaque, self.most = numbers, opaque, most
        self.rules: list[Rule] = []
        self.unfolded: set[str] = set()
        self.steps = 0
        self.words: dict[Term, Word] = {}
        self._entries: dict[Term, Theorem] = {}
        self._normal: dict[Word, Theorem] = {}

    def use(self, rules: list[Rule]) -> None:
        """Rewrite by these rules from now on."""
        self.rules = rules
        self._entries.clear()
        self._normal.clear()

    def spend(self) -> None:
        """Count a step; beyond the budget the attempt ends."""
        self.steps += 1
        if self.steps > self.most:
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
        found: dict[Word, dict[object, object]] = {}
        for monomial, coefficient in read_polynomial(e).items():
            entries = [atom for atom, _ in monomial if self.word_of(atom) is not None]
            if len(entries) != 1 or dict(monomial)[entries[0]] != 1:
                raise ProofError("an entry is no combination of words")
            word = self.word_of(entries[0])
            rest = tuple(pair for pair in monomial if pair[0] is not entries[0])
            found.setdefault(word, {})[rest] = coefficient  # type: ignore[arg-type]
        return found  # type: ignore[return-value]

    def word_of(self, atom: Term) -> Word | None:
        """Return the word of which a term is an entry, or None."""
        if not isinstance(atom, App) or not isinstance(atom.function, App):
            return None
        indices = (atom.function.argument, atom.argument)
        if not all(isinstance(i, Var) and i.name in (_ROW, _COLUMN, _INNER) for i in indices):
            return None
        return self.words.get(atom.function.function)

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
        combination = self.read(canonical)
        if len(combination) > MOST_WORDS:
            raise BudgetExceeded("gave up: too many terms in a sum of matrices")
        numbers = {word: self.numbers(polynomial_term(c)) for word, c in combination.items() if any(c)}
        if all(map(is_refl, numbers.values())):
            return theorem
        entries = {self.word_of(a): a for a in _atoms(canonical) if self.word_of(a) is not None}
        parts = [ap_thm(ap_term(MUL, number), entries[word]) for word, number in numbers.items()]
        plain = {w: c for w, c in combination.items() if w not in numbers}
        rest = polynomial_term({_with(m, entries[w]): c for w, p in plain.items() for m, c in p.items()})
        result = refl(rest)
        for part in parts:
            result = binary(ADD, part, result)
        pair = result.sides
        start = rearranged(canonical, pair[0]) if pair is not None else refl(canonical)
        return self.collected(chain(theorem, start, result))

    # ------------------------------------------------------------------------------------------------------ entries

    def _entry(self, t: Term, i: Var, j: Var) -> Theorem:
        reduced = beta_normal_form(t)
        if not is_refl(reduced):
            return chain(_at(reduced, i, j), self._entry(right(reduced), i, j))
        if isinstance(t, Abs):
            opened = beta_spine(app(t, i, j))
            return chain(opened, self._of_formula(right(opened), i, j))
        head, arguments = head_and_arguments(t)
        name = head.name if isinstance(head, Const) else ""
        if name in BLOCKS and isinstance(head, Const) and name not in self.opaque:
            self.unfolded.add(name)
            parts = blocks_as_parts(name, head.sizes, *arguments)
            return chain(_at(parts, i, j), self.at(right(parts), i, j))
        if not isinstance(head, Const) or name in self.opaque or (name in _TABLE and name not in ALGEBRAIC):
            return self._of_atom(t, i, j)
        if name == "identity":
            return self._of_word((), shape(t)[0], i, j)
        if name == "matmul":
            return self._of_product(arguments[0], arguments[1], i, j)
        unfolded = self._unfolded(t, i, j)
        if unfolded is None:
            return self._of_atom(t, i, j)
        if name == "zeros":
            return unfolded
        if name == "matadd":
            return chain(unfolded, binary(ADD, *(self.at(a, i, j) for a in arguments)))
        if name == "matscale":
            return chain(unfolded, ap_term(app(MUL, arguments[0]), self.at(arguments[1], i, j)))
        if name == "transpose":
            return chain(unfolded, self._of_transposed_entry(arguments[0], i, j))
        plain = beta_normal_form(right(unfolded))
        return chain(unfolded, plain, self._of_formula(right(plain), i, j))

    def _unfolded(self, t: Term, *indices: Term) -> Theorem | None:
        """Return ⊢ t i j = e by the definition of the operation at the head of t, or None."""
        head, arguments = head_and_arguments(t)
        definition = definition_of(head.name) if isinstance(head, Const) else None
        if definition is None or not isinstance(head, Const):
            return None
        self.unfolded.add(head.name)
        return applied_definition(definition, head.sizes, *arguments, *indices)

    def _of_transposed_entry(self, a: Term, i: Term, j: Term) -> Theorem:
        """Return ⊢ a j i = Σ c·(w i j) with transposed words w."""
        found = self.at(a, j, i)
        steps = []
        for word in self.read(right(found)):
            t = self.term(word, shape(a)[0])
            turned = self._unfolded(transposed(t), i, j)
            if turned is None:
                raise ProofError("transposes are not to be unfolded")
            other = self.reverse(word, shape(a)[0])
            back, size = self.word_in(right(other)), shape(a)[1]
            steps.append(chain(symmetric(turned), _at(other, i, j), self._of_word(back, size, i, j)))
        return self._with_entries(found, steps)

    @staticmethod
    def _with_entries(found: Theorem, steps: list[Theorem]) -> Theorem:
        """Replace entries of words in ⊢ a = e by the equations, all at once."""
        marks = {left: var(f"{RESERVED}entry{number}", left.type) for number, left in enumerate(map(_left, steps))}
        e = right(found)
        pattern = polynomial_term(
            {tuple((marks.get(a, a), n) for a, n in monomial): c for monomial, c in read_polynomial(e).items()}
        )
        arranged = rearranged(e, _filled(pattern, {v: t for t, v in marks.items()}))
        values = {marks[_left(step)]: step for step in steps}
        return chain(found, arranged, _congruent(pattern, values))

    def word_in(self, t: Term) -> Word:
        return self.words[t]

    def _of_word(self, word: Word, size: Size, i: Term, j: Term) -> Theorem:
        """Return ⊢ w i j = Σ c·(w' i j) with w rewritten; ``size`` is the number of rows."""
        t = self.term(word, size)
        found = self._normal.get(word) if word else None
        if found is None:
            rows, columns = shape(t)
            found = self._rewritten(word, t, row(rows), column(columns))
            if word:
                self._normal[word] = found
        return _moved(found, *shape(t), i, j)

    def _of_atom(self, t: Term, i: Var, j: Var) -> Theorem:
        """Return ⊢ t i j = w i j, the word being the term itself, with its own matrices in normal form."""
        head, arguments = head_and_arguments(t)
        same = refl(t)
        if isinstance(head, Const) and any(is_matrix(a.type) for a in arguments):
            same = refl(head)
            for a in arguments:
                inner = self.matrix(a) if is_matrix(a.type) and not a.loose else refl(a)
                same = congruence(same, inner)
        return chain(_at(same, i, j), self._of_word((right(same),), shape(t)[0], i, j))

    def _of_product(self, a: Term, b: Term, i: Term, j: Term) -> Theorem:
        """Return ⊢ (a·b) i j = Σ c·(w i j)."""
        self.unfolded.add("matmul")
        size = shape(a)[1]
        k = var(_INNER, fin(size))
        unfolded = self._unfolded(product(a, b), i, j)
        if unfolded is None:
            raise ProofError("products are not to be unfolded")
        inside = binary(MUL, self.at(a, i, k), self.at(b, k, j))
        return chain(unfolded, under_sum(k, inside), self._linear(k, right(inside), shape(a)[0], i, j))

    def _linear(self, k: Var, body: Term, size: Size, i: Term, j: Term) -> Theorem:
        """Return ⊢ Σ k. Σ c·(u i k)·(v k j) = Σ c·(w i j) with the words w = u·v."""
        self.spend()
        canonical = canonical_term(body)
        arranged = under_sum(k, rearranged(body, canonical))
        return chain(arranged, self._summed(k, canonical, size, i, j))

    def _summed(self, k: Var, body: Term, size: Size, i: Term, j: Term) -> Theorem:
        inner = k.type.size
        if inner is None:
            raise ProofError("a sum is over an index")
        if body is ZERO:
            return fact("sum_zero", {"n": inner})
        pair = operands(body, "+")
        if pair is not None:
            split = sum_of_sum(k, *pair)
            return chain(split, binary(ADD, *(self._summed(k, part, size, i, j) for part in pair)))
        ((monomial, coefficient),) = read_polynomial(body).items()
        mine = [factor for factor in factors(monomial) if k in factor.free]
        if len(mine) != 2:
            raise ProofError("a product of matrices has two factors")
        first, second = sorted(mine, key=lambda f: f.argument is not k)  # type: ignore[attr-defined]
        u, v = (self.word_of(factor) for factor in (first, second))
        if u is None or v is None:
            raise ProofError("the factors of a product are words")
        front = scaled_term(coefficient, tuple(p for p in monomial if k not in p[0].free))
        together = times(first, second)
        arranged = under_sum(k, rearranged(body, times(front, together)))
        pulled = sum_of_multiple(k, front, together)
        terms = self.term(u, size), self.term(v, inner)
        folded = self._unfolded(product(*terms), i, j)
        if folded is None:
            raise ProofError("products are not to be unfolded")
        joined = chain(symmetric(folded), _at(self.join(u, v, size, inner), i, j), self._of_word(u + v, size, i, j))
        return chain(arranged, pulled, ap_term(app(MUL, front), joined))

    # -------------------------------------------------------------------------------------------------------- words

    def join(self, u: Word, v: Word, rows: Size, inner: Size) -> Theorem:
        """Return ⊢ u·v = the word of both."""
        self.spend()
        if len(u) + len(v) > LONGEST_WORD:
            raise BudgetExceeded("gave up: a product of matrices became too long")
        first, second = self.term(u, rows), self.term(v, inner)
        columns = shape(second)[1]
        self.term(u + v, rows)
        if not u:
            return fact("identity_matmul", {"r": rows, "n": columns}, second)
        if not v:
            return fact("matmul_identity", {"r": rows, "n": inner}, first)
        if len(u) == 1:
            return refl(product(first, second))
        m = shape(u[0])[1]
        moved = fact("matmul_assoc", {"r": rows, "m": m, "n": inner, "d": columns}, u[0], self.term(u[1:], m), second)
        return chain(moved, ap_term(app(defined("matmul", rows, m, columns), u[0]), self.join(u[1:], v, m, inner)))

    def reverse(self, word: Word, rows: Size) -> Theorem:
        """Return ⊢ wᵀ = the word of the transposed atoms in reverse order."""
        self.spend()
        t = self.term(word, rows)
        columns = shape(t)[1]
        if not word:
            self.term((), rows)
            return fact("transpose_identity", {"n": rows})
        if len(word) == 1:
            inner = args_of(word[0], "transpose", 1)
            if inner is not None:
                self.term((inner[0],), columns)
                return fact("transpose_transpose", dict(zip("rn", shape(inner[0]), strict=True)), *inner)
            self.term((transposed(t),), columns)
            return refl(transposed(t))
        m = shape(word[0])[1]
        rest = self.term(word[1:], m)
        split = fact("transpose_matmul", {"r": rows, "m": m, "n": columns}, word[0], rest)
        halves = self.reverse(word[1:], m), self.reverse(word[:1], rows)
        u, v = (self.words[right(half)] for half in halves)
        together = binary(defined("matmul", columns, m, rows), *halves)
        return chain(split, together, self.join(u, v, columns, m))

    def split(self, word: Word, place: int, rows: Size) -> Theorem:
        """Return ⊢ the word = u·v, split before the atom at a place."""
        inner = shape(word[place])[0] if place < len(word) else shape(word[-1])[1]
        return symmetric(self.join(word[:place], word[place:], rows, inner))

    def _rewritten(self, word: Word, t: Term, i: Var, j: Var) -> Theorem:
        """Return ⊢ w i j = Σ c·(w' i j) by the first rule that applies, or by taking numbers out."""
        self.spend()
        rows = shape(t)[0]
        for rule in self.rules:
            for place in range(len(word) - len(rule.word) + 1):
                if word[place : place + len(rule.word)] == rule.word:
                    changed = self.replaced_in(word, place, rule, rows)
                    return chain(_at(changed, i, j), self.at(right(changed), i, j))
        return self._without_numbers(word, t, i, j) or refl(app(t, i, j))

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
            before = self.term(word[:place], rows)
            times_before = app(defined("matmul", rows, inner, shape(right(result))[1]), before)
            result = chain(self.split(word, place, rows), ap_term(times_before, result))
        return result

    def _without_numbers(self, word: Word, t: Term, i: Var, j: Var) -> Theorem | None:
        """Return ⊢ w i j = c·(w' i j) for a word with a factor that is a 1×1 matrix, or None."""
        bounds = [shape(t)[0], *(shape(atom)[1] for atom in word)]
        places = [place for place, size in enumerate(bounds) if size == UNIT]
        if len(places) < 2:
            return None
        start, end = places[:2]
        middle = self.term(word[start:end], UNIT)
        rows, columns = shape(t)
        rest = word[:start] + word[end:]
        if not rest:
            step = fact("number_alone", {}, t, i, j)
        elif start == 0:
            after = self.term(word[end:], UNIT)
            step = fact("number_before", {"n": columns}, middle, after, i, j)
            step = chain(_at(self.split(word, end, rows), i, j), step)
        elif end == len(word):
            before = self.term(word[:start], rows)
            step = fact("number_after", {"r": rows}, before, middle, i, j)
            step = chain(_at(self.split(word, start, rows), i, j), step)
        else:
            before, after = self.term(word[:start], rows), self.term(word[end:], UNIT)
            inner = self.split(word[start:], end - start, UNIT)
            multiplied = ap_term(app(defined("matmul", rows, UNIT, columns), before), inner)
            parts = chain(self.split(word, start, rows), multiplied)
            step = fact("number_inside", {"r": rows, "n": columns}, before, middle, after, i, j)
            joined = _at(self.join(word[:start], word[end:], rows, UNIT), i, j)
            step = chain(_at(parts, i, j), step, ap_term(app(MUL, _number_of(step)), joined))
        size = UNIT if not rest else rows
        number = self._number(word[start:end])
        return chain(step, binary(MUL, number, self._of_word(rest, size, i, j)))

    def _number(self, word: Word) -> Theorem:
        """Return ⊢ the only entry of a 1×1 word = a number; of the word and its transpose the lesser is taken."""
        t, first = self.term(word, UNIT), literal(0, fin(UNIT))
        entry = app(t, first, first)
        turned = self.reverse(word, UNIT)
        other = self.words[right(turned)]
        rest = reduced({other: {(): Fraction(1)}}, [(rule.word, rule.rest) for rule in self.rules])
        lesser = next(iter(rest)) if rest is not None and len(rest) == 1 else word
        unfolded = self._unfolded(transposed(t), first, first) if degree(lesser) < degree(word) else None
        if unfolded is None or rest != {lesser: {(): Fraction(1)}}:
            return self.numbers(entry)
        result = chain(symmetric(unfolded), _at(turned, first, first), self.at(right(turned), first, first))
        result = replaced(result, fact("identity_one"))
        return chain(result, self.numbers(right(result)))

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
        if isinstance(e, App) and isinstance(e.function, App):
            m, indices = e.function.function, (e.function.argument, e.argument)
            if is_matrix(m.type) and m.free.isdisjoint((i, j)):
                if indices == (i, j):
                    return self.at(m, i, j)
                if indices == (j, i):
                    return self._of_transposed_entry(m, i, j)
        args = args_of(e, "ind", 1)
        same = sides(args[0]) if args is not None else None
        if same is not None and same in ((i, j), (j, i)) and "identity" not in self.opaque:
            unit = self._unfolded(identity(i.type.size), i, j)  # type: ignore[arg-type]
            if unit is not None:
                turned = refl(e) if same == (i, j) else ap_term(IND, swapped(j, i))
                return chain(turned, symmetric(unit), self._of_word((), i.type.size, i, j))  # type: ignore[arg-type]
        plain = pulled(e)
        if not is_refl(plain):
            return chain(plain, self._of_formula(right(plain), i, j))
        return self._of_contraction(e, i, j) or self._of_entries(e, i, j)

    def _of_contraction(self, e: Term, i: Var, j: Var) -> Theorem | None:
        """Return ⊢ Σ k. (a i k)·(b k j) = Σ c·(w i j), or None for anything else."""
        args = args_of(e, "sum", 1)
        if args is None or not isinstance(args[0], Abs):
            return None
        k = var(_BOUND, args[0].binder)
        body = open_body(args[0], k)
        polynomial = read_polynomial(body)
        if len(polynomial) == 1:
            ((monomial, coefficient),) = polynomial.items()
            terms = factors(monomial)
        else:
            coefficient, terms = Fraction(1), factors_of(body)
        if any(i in f.free and j in f.free for f in terms):
            return None
        lefts = [f for f in terms if i in f.free or (j not in f.free and k in f.free)]
        rights = [f for f in terms if j in f.free]
        others = [f for f in terms if f not in lefts and f not in rights]
        if not lefts or not rights or k.type.size is None:
            return None
        a, b = formula_matrix(i, k, product_term(lefts)), formula_matrix(k, j, product_term(rights))
        front = scaled_term(coefficient, tuple((f, 1) for f in others))
        together = times(product_term(lefts), product_term(rights))
        arranged = under_sum(k, rearranged(body, times(front, together)))
        pulled = sum_of_multiple(k, front, together)
        unfolded = self._unfolded(product(a, b), i, j)
        if unfolded is None:
            return None
        reduced = beta_normal_form(right(unfolded))
        folded = symmetric(chain(unfolded, reduced))
        if _left(folded) is not total(k.type.size, abstract(k, together)):
            return None
        return chain(arranged, pulled, ap_term(app(MUL, front), chain(folded, self._of_product(a, b, i, j))))

    def _of_entries(self, e: Term, i: Var, j: Var) -> Theorem:
        """Return ⊢ e = w i j for an atom that has the formula as its entries."""
        formula = abstract(i, abstract(j, e))
        rows, columns = shape(formula)
        atom = app(defined("matscale", rows, columns), ONE, formula)
        unfolded = _at(fact("matscale_one", {"r": rows, "n": columns}, formula), i, j)
        opened = chain(unfolded, beta_spine(right(unfolded)))
        return chain(symmetric(opened), self._of_word((atom,), rows, i, j))


def _left(theorem: Theorem) -> Term:
    pair = theorem.sides
    if pair is None:
        raise ProofError(f"{theorem} is no equation")
    return pair[0]


def _at(theorem: Theorem, i: Term, j: Term) -> Theorem:
    """Infer a i j = b i j from a = b."""
    return ap_thm(ap_thm(theorem, i), j)


def _moved(theorem: Theorem, rows: Size, columns: Size, i: Term, j: Term) -> Theorem:
    """Return what holds of the entry of a matrix at other indices."""
    values = {v: new for v, new in ((row(rows), i), (column(columns), j)) if v is not new}
    return instantiate(values, theorem) if values else theorem


def _atoms(e: Term) -> list[Term]:
    return sorted({atom for monomial in read_polynomial(e) for atom, _ in monomial}, key=key)


def _with(monomial: tuple[tuple[Term, int], ...], atom: Term) -> tuple[tuple[Term, int], ...]:
    return tuple(sorted((*monomial, (atom, 1)), key=lambda power: key(power[0])))


def _number_of(step: Theorem) -> Term:
    """Return c from ⊢ a = c·b."""
    pair = operands(right(step), "*")
    if pair is None:
        raise ProofError(f"{step} has no number in front")
    return pair[0]


def formula_matrix(i: Var, j: Var, e: Term) -> Term:
    """Return the matrix with the entries e, as short as it can be written."""
    if isinstance(e, App) and isinstance(e.function, App) and e.argument is j and e.function.argument is i:
        m = e.function.function
        if m.free.isdisjoint((i, j)):
            return m
    return abstract(i, abstract(j, e))


def _congruent(pattern: Term, values: dict[Var, Theorem]) -> Theorem:
    """Return ⊢ p[a…] = p[b…] for a polynomial and equations a = b for some of its atoms."""
    for name in ("+", "*"):
        pair = operands(pattern, name)
        if pair is not None:
            a, b = (_congruent(part, values) for part in pair)
            return binary(ADD if name == "+" else MUL, a, b)
    return values[pattern] if isinstance(pattern, Var) and pattern in values else refl(pattern)


def _filled(pattern: Term, values: dict[Var, Term]) -> Term:
    for name, operator in (("+", plus), ("*", times)):
        pair = operands(pattern, name)
        if pair is not None:
            return operator(*(_filled(part, values) for part in pair))
    return values[pattern] if isinstance(pattern, Var) and pattern in values else pattern

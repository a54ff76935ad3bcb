"""Numbers that are made of matrices: polynomials in traces of words, and in the only entries of 1×1 words.

Σ A_ij B_ij is the trace of A Bᵀ, a combination of traces of words.  A word under a trace may be turned round and
transposed: where a rule applies to one of these forms it is rewritten, where one begins at a width of 1 the trace is
the entry of that form, and otherwise the least form is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from ....kernel.rules import Theorem, eq_mp
from ....kernel.terms import Abs, App, Const, Size, Term, Var, abstract, app, const, fin, literal, open_body
from ...library.definitions import applied_definition
from ...library.facts import fact
from ...library.inequalities import about
from ...library.matrices import identity, product, shape, transposed
from ...library.sums import sum_of_multiple, sum_of_sum, under_sum
from ...logic.cached_rules import refl
from ...logic.conversions import beta_normal_form, rearranged, replaced, rewrite_proposition
from ...logic.derived_rules import ProofError, ap_term, ap_thm, binary, chain, is_refl, right, spec, symmetric
from ...logic.formulas import ADD, LE, MUL, ONE, UNIT, ZERO, plus, times, total
from ...logic.parts import args_of, head_and_arguments, operands
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    canonical_term,
    factors,
    polynomial_term,
    product_term,
    read_polynomial,
    scaled_term,
)
from ...normal.positivity import nonnegative
from ..laws.laws import is_matrix
from .matrix_combinations import Word
from .matrix_words import Words, column, degree, formula_matrix, row
from .nested_sums import factors_of, pulled

_FIRST = literal(0, fin(UNIT))


class Traces:
    """Bring numbers to polynomials in traces of words; the matrices whose squares were added up are remembered."""

    def __init__(self, words: Words, normaliser: Normaliser) -> None:
        self.words, self.normaliser = words, normaliser
        self.squares: dict[Term, None] = {}
        self._numbers: dict[Term, Theorem] = {}
        self._radicands: dict[Term, Theorem] = {}  # ⊢ 0 ≤ p for the roots √p that were met
        self._traces: dict[tuple[Word, Size], Theorem] = {}
        self._of_matrices: dict[Term, Theorem] = {}
        self._waiting: set[tuple[Word, Size]] = set()

    def number(self, t: Term) -> Theorem:
        """Return ⊢ t = p for a number, where p is a polynomial in normal form."""
        found = self._numbers.get(t)
        if found is None:
            found = self._numbers[t] = self._without_squared_roots(_collected(self._number(t)))
        return found

    def _number(self, t: Term) -> Theorem:
        self.words.spend()
        plain = chain(beta_normal_form(t), pulled(right(beta_normal_form(t))))
        if not is_refl(plain):
            return chain(plain, self.number(right(plain)))
        for name, operator in (("+", ADD), ("*", MUL)):
            pair = operands(t, name)
            if pair is not None:
                return self._square_of_root(*pair) or binary(operator, *map(self.number, pair))
        for name, reading in (("sum", self._sum), ("sqrt", self._of_root)):
            args = args_of(t, name, 1)
            if args is not None:
                return reading(*args)
        if isinstance(t, App) and isinstance(t.function, App) and is_matrix(t.function.function.type):
            m, place = t.function.function, (t.function.argument, t.argument)
            return self.only_entry(m) if place == (_FIRST, _FIRST) else refl(t)
        unfolded = self._unfolded(t)
        return refl(t) if unfolded is None else chain(unfolded, self.number(right(unfolded)))

    def _unfolded(self, t: Term) -> Theorem | None:
        """Return ⊢ t = e by the definition of a word of matrices, such as a norm, or None."""
        head, arguments = head_and_arguments(t)
        if not isinstance(head, Const) or not any(is_matrix(a.type) for a in arguments):
            return None
        definition = self.normaliser.context.unfold(head.name)
        if definition is None:
            return None
        return applied_definition(definition, head.sizes, *arguments)

    def _of_root(self, inside: Term) -> Theorem:
        """Return ⊢ √e = √p, where it is remembered that p is not negative."""
        normal = self.number(inside)
        sign = nonnegative(self.normaliser, inside)
        if sign is not None:
            self._radicands[right(normal)] = rewrite_proposition(sign, normal)
        return ap_term(const("sqrt"), normal)

    def _without_squared_roots(self, theorem: Theorem) -> Theorem:
        """Continue ⊢ a = p to a polynomial without squares of roots of numbers that are known not to be negative."""
        p = right(theorem)
        for monomial, coefficient in read_polynomial(p).items() if self._radicands else ():
            for atom, exponent in monomial:
                (inside,) = args_of(atom, "sqrt", 1) or (atom,)
                if exponent < 2 or inside not in self._radicands:
                    continue
                rest = tuple((a, e - 2 * (a is atom)) for a, e in monomial if a is not atom or e > 2)
                others = polynomial_term({m: c for m, c in read_polynomial(p).items() if m != monomial})
                apart = plus(times(times(atom, atom), scaled_term(coefficient, rest)), others)
                square = fact("sqrt_square", {}, inside, premises=(self._radicands[inside],))
                fewer = _collected(replaced(rearranged(p, apart), square))
                return self._without_squared_roots(chain(theorem, fewer))
        return theorem

    def _root(self, t: Term) -> tuple[Theorem, Theorem] | None:
        """Return ⊢ t = √e and ⊢ 0 ≤ e for a norm, or None."""
        opened = self._unfolded(t) or refl(t)
        root = args_of(right(opened), "sqrt", 1)
        sign = nonnegative(self.normaliser, *root) if root is not None else None
        return None if sign is None else (opened, sign)

    def root_sign(self, t: Term) -> Theorem | None:
        """Return ⊢ 0 ≤ t for a norm, or for what is put together of norms and numbers, or None."""
        found = self._root(t)
        if found is None:
            return nonnegative(self.normaliser, t)
        opened, sign = found
        nonneg = fact("sqrt_nonneg", {}, *args_of(right(opened), "sqrt", 1) or (), premises=(sign,))
        return eq_mp(ap_term(app(LE, ZERO), symmetric(opened)), nonneg)

    def _square_of_root(self, a: Term, b: Term) -> Theorem | None:
        """Return ⊢ a·a = e for an absolute value, or for the root a of a number e that is not negative, or None."""
        bars = args_of(a, "abs", 1) if a is b else None
        if bars is not None:
            self.words.unfolded.add("abs")
            square = spec(about("abs", "∀x:ℝ. abs x * abs x = x * x"), *bars)
            return chain(square, self.number(times(*bars, *bars)))
        found = self._root(a) if a is b else None
        if found is None:
            return None
        opened, sign = found
        (inside,) = args_of(right(opened), "sqrt", 1) or (a,)
        square = fact("sqrt_square", {}, inside, premises=(sign,))
        return chain(binary(MUL, opened, opened), square, self.number(inside))

    # --------------------------------------------------------------------------------------------------------- sums

    def _sum(self, f: Term) -> Theorem:
        """Return ⊢ Σ f = p."""
        size = f.type.domain.size if f.type.domain is not None else None
        if size is None or not isinstance(f, Abs):
            return refl(total(size, f)) if size is not None else refl(f)
        i = row(size)
        body = open_body(f, i)
        split = self._split(size, i, body)
        if split is not None:
            return split
        inner = args_of(body, "sum", 1)
        if inner is not None and isinstance(inner[0], Abs) and inner[0].binder.size is not None:
            j = column(inner[0].binder.size)
            return self._double(i, j, open_body(inner[0], j))
        if isinstance(body, App) and isinstance(body.function, App) and body.argument is i is body.function.argument:
            m = body.function.function
            if is_matrix(m.type) and i not in m.free:
                return self.trace(m)
        return self._single(i, body)

    def _split(self, size: Size, i: Var, body: Term) -> Theorem | None:
        """Return ⊢ Σ i. a + b = p, or ⊢ Σ i. c·a = p where i does not occur in c, or None."""
        pair = operands(body, "+")
        if pair is not None:
            halves = [abstract(i, part) for part in pair]
            both = [self.number(total(size, half)) for half in halves]
            return chain(sum_of_sum(i, *pair), binary(ADD, *both))
        parts = factors_of(body)
        front, rest = ([f for f in parts if (i in f.free) is inside] for inside in (False, True))
        if not front or body is ONE:
            return None
        c, inner = product_term(front), product_term(rest)
        arranged = under_sum(i, rearranged(body, times(c, inner)))
        outside = sum_of_multiple(i, c, inner)
        whole = self.number(total(size, abstract(i, inner))) if rest else fact("sum_const", {"n": size})
        return chain(arranged, outside, binary(MUL, self.number(c), whole))

    def _double(self, i: Var, j: Var, e: Term) -> Theorem:
        """Return ⊢ Σ i. Σ j. e = p."""
        rows, columns = i.type.size, j.type.size
        whole = total(rows, abstract(i, total(columns, abstract(j, e))))  # type: ignore[arg-type]
        pair = operands(e, "+")
        if pair is not None:
            parts = [abstract(j, part) for part in pair]
            apart = under_sum(i, fact("sum_add", {"n": columns}, *parts))  # type: ignore[dict-item]
            return chain(apart, self.number(right(apart)))
        parts = factors_of(e)
        if any(i not in f.free for f in parts):
            swapped = fact("sum_swap", {"m": rows, "n": columns}, abstract(i, abstract(j, e)))  # type: ignore[dict-item]
            return chain(swapped, self.number(right(swapped)))
        if len(parts) < 2:
            return refl(whole)
        return self._inner_product(i, j, e, parts[0], product_term(parts[1:]))

    def _single(self, i: Var, body: Term) -> Theorem:
        """Return ⊢ Σ i. a·b = p, where a and b are entries of columns or rows."""
        whole = total(i.type.size, abstract(i, body))  # type: ignore[arg-type]
        parts = factors_of(body)
        if len(parts) < 2:
            return refl(whole)
        j = column(UNIT)
        places = fact("fin_one", {}, j)  # ⊢ j = 0
        e = right(replaced(refl(body), symmetric(places)))
        added = fact("sum_one", {}, abstract(j, e))
        if right(added) is not body:
            return refl(whole)
        first, *others = factors_of(e)
        return chain(under_sum(i, symmetric(added)), self._inner_product(i, j, e, first, product_term(others)))

    def _inner_product(self, i: Var, j: Var, e: Term, f: Term, g: Term) -> Theorem:
        """Return ⊢ Σ i. Σ j. e = p for e = f·g."""
        rows, columns = i.type.size, j.type.size
        if rows is None or columns is None:
            raise ProofError("a sum is over an index")
        a, b = formula_matrix(i, j, f), formula_matrix(i, j, g)
        if a is b:
            self.squares[a] = None
        arranged = under_sum(i, under_sum(j, rearranged(e, times(f, g))))
        traced = fact("inner_product_trace", {"r": rows, "n": columns}, a, b)
        return chain(arranged, traced, self.trace(product(a, transposed(b))))

    # ------------------------------------------------------------------------------------------------------- traces

    def inner_product(self, a: Term, b: Term) -> Term:
        """Return ⟨a, b⟩ in normal form."""
        return right(self.trace(product(a, transposed(b))))

    def trace(self, m: Term) -> Theorem:
        """Return ⊢ Σ i. m i i = p."""
        if m not in self._of_matrices:
            i = row(shape(m)[0])
            entry = self.words.at(m, i, i)
            self._of_matrices[m] = _collected(chain(under_sum(i, entry), self._spread(i, right(entry))))
        return self._of_matrices[m]

    def _spread(self, i: Var, body: Term) -> Theorem:
        """Return ⊢ Σ i. Σ c·(w i i) = p."""
        size = i.type.size
        if size is None:
            raise ProofError("a sum is over an index")
        if body is ZERO:
            return fact("sum_zero", {"n": size})
        pair = operands(body, "+")
        if pair is not None:
            return chain(sum_of_sum(i, *pair), binary(ADD, *(self._spread(i, part) for part in pair)))
        ((monomial, coefficient),) = read_polynomial(body).items()
        mine = [f for f in factors(monomial) if i in f.free]
        word = self.words.word_of(mine[0]) if len(mine) == 1 else None
        if word is None:
            raise ProofError("an entry on the diagonal is no combination of words")
        front = scaled_term(coefficient, tuple(p for p in monomial if i not in p[0].free))
        arranged = under_sum(i, rearranged(body, times(front, mine[0])))
        outside = sum_of_multiple(i, front, mine[0])
        return chain(arranged, outside, ap_term(app(MUL, front), self._of_word(word, size)))

    def _of_word(self, word: Word, size: Size) -> Theorem:
        """Return ⊢ Σ i. w i i = p."""
        place = (word, size)
        if place not in self._traces:
            if place in self._waiting:  # rules and turns lead round in a circle
                return refl(self._term(word, size))
            self._waiting.add(place)
            self._traces[place] = _collected(self._least(word, size))
            self._waiting.discard(place)
        return self._traces[place]

    def _term(self, word: Word, size: Size) -> Term:
        i = row(size)
        return total(size, abstract(i, self.words.entry_of(word, size, i, i)))

    def _least(self, word: Word, size: Size) -> Theorem:
        """Return ⊢ Σ i. w i i = p by the rules, as the entry of a 1×1 word, or as the trace of the least form."""
        if not word:
            return self._of_identity(size)
        ways: dict[Word, tuple[Word, Callable[[], Theorem]]] = {}  # from which form, and how

        def way(form: Word) -> Theorem:
            if form not in ways:
                return refl(self._term(word, size))
            before, step = ways[form]
            return chain(way(before), step())

        waiting, least, seen = [word], [], {word}
        while waiting:
            form = waiting.pop(0)
            rows = shape(form[0])[0]
            if any(_occurs(rule.word, form) for rule in self.words.rules):
                i = row(rows)
                entry = self.words.at(self.words.term(form, rows), i, i)
                rewritten = under_sum(i, entry)
                other = self.words.word_of(right(entry))
                if other is None or len(other) < len(word):
                    return chain(way(form), rewritten, self._spread(i, right(entry)))
                found: list[tuple[Word, Callable[[], Theorem]]] = [(other, partial(chain, rewritten))]
            else:
                least.append(form)
                found = list(self._turned(form, rows))
            for other, step in found:
                if other not in seen:
                    seen.add(other)
                    ways[other] = (form, step)
                    waiting.append(other)
        for form in least:
            if shape(form[0])[0] == UNIT:
                return self._alone(form, way(form))
        return way(min(least, key=degree))

    @staticmethod
    def _of_identity(size: Size) -> Theorem:
        """Return ⊢ Σ i. 1 i i = the width."""
        if size != UNIT:
            return fact("trace_of_identity", {"n": size})
        i = row(UNIT)
        return chain(fact("sum_one", {}, abstract(i, app(identity(UNIT), i, i))), fact("identity_one"))

    def _alone(self, form: Word, theorem: Theorem) -> Theorem:
        """Continue ⊢ t = Σ i. w i i to the only entry of the 1×1 word."""
        i, t = row(UNIT), self.words.term(form, UNIT)
        return chain(theorem, fact("sum_one", {}, abstract(i, app(t, i, i))), self.only_entry(t))

    def word_in(self, atom: Term) -> Word:
        """Return the word of which an atom is the trace or the only entry; the empty one where there is none."""
        args, i = args_of(atom, "sum", 1), _FIRST
        if args is not None and isinstance(args[0], Abs) and args[0].binder.size is not None:
            i = row(args[0].binder.size)
            atom = open_body(args[0], i)
        if not isinstance(atom, App) or not isinstance(atom.function, App) or atom.argument is not i:
            return ()
        return self.words.words.get(atom.function.function, ()) if atom.function.argument is i else ()

    def halves(self, atom: Term) -> Iterator[Word]:
        """Yield u where an atom is the trace of uᵀu, and a·u where it is that of uᵀgu, with a rule aᵀa = g."""
        word = self.word_in(atom)
        for place in range(len(word)):
            form = word[place:] + word[:place]
            half = len(form) // 2
            last = form[len(form) - half :]
            if form[:half] != _mirrored(last):
                continue
            if len(form) % 2 == 0:
                yield last
            for rule in self.words.rules if len(form) % 2 else ():
                front = rule.word[len(rule.word) // 2 :]
                if rule.word == _mirrored(front) + front and rule.rest == {form[half : half + 1]: {(): Fraction(1)}}:
                    yield front + last

    def other_forms(self, atom: Term) -> Iterator[Theorem]:
        """Yield ⊢ t = p for a trace or an only entry t, by each of its forms that a rule rewrites."""
        word = self.word_in(atom)
        if not word:
            return
        size = shape(word[0])[0]
        start = refl(atom)
        if args_of(atom, "sum", 1) is None:
            i = row(UNIT)
            start = symmetric(fact("sum_one", {}, abstract(i, app(self.words.term(word, UNIT), i, i))))
        waiting, seen = [(word, size, start)], {word}
        while waiting:
            form, rows, way = waiting.pop(0)
            if any(_occurs(rule.word, form) for rule in self.words.rules):
                i = row(rows)
                entry = self.words.at(self.words.term(form, rows), i, i)
                yield _collected(chain(way, under_sum(i, entry), self._spread(i, right(entry))))
            for other, step in self._turned(form, rows):
                if other not in seen:
                    seen.add(other)
                    waiting.append((other, shape(other[0])[0], chain(way, step())))

    def _turned(self, word: Word, size: Size) -> Iterator[tuple[Word, Callable[[], Theorem]]]:
        """Yield the words of the same trace, turned round and transposed, and what proves it when it is asked."""
        for place in range(1, len(word)):
            yield word[place:] + word[:place], partial(self._turned_round, word, place, size)
        yield _mirrored(word), partial(self._transposed, word, size)

    def _transposed(self, word: Word, size: Size) -> Theorem:
        """Return ⊢ trace of w = trace of wᵀ."""
        same = fact("trace_of_transpose", {"n": size}, self.words.term(word, size))
        i = row(size)
        return chain(symmetric(same), under_sum(i, _diagonal(self.words.reverse(word, size), i)))

    def _turned_round(self, word: Word, place: int, size: Size) -> Theorem:
        """Return ⊢ trace of u·v = trace of v·u for a word, split at a place."""
        i, u, v = row(size), word[:place], word[place:]
        inner = shape(v[0])[0]
        apart = under_sum(i, _diagonal(self.words.split(word, place, size), i))
        terms = self.words.term(u, size), self.words.term(v, inner)
        swapped = fact("trace_of_product", {"m": size, "n": inner}, *terms)
        j = row(inner)
        return chain(apart, swapped, under_sum(j, _diagonal(self.words.join(v, u, inner, size), j)))

    def only_entry(self, m: Term) -> Theorem:
        """Return ⊢ m 0 0 = p for a 1×1 matrix."""
        return replaced(self.words.at(m, _FIRST, _FIRST), fact("identity_one"))


def _occurs(part: Word, word: Word) -> bool:
    return any(word[k : k + len(part)] == part for k in range(len(word) - len(part) + 1))


def _mirrored(word: Word) -> Word:
    """Return the word of the transpose."""
    return tuple(map(_transposed_atom, reversed(word)))


def _transposed_atom(atom: Term) -> Term:
    inner = args_of(atom, "transpose", 1)
    return transposed(atom) if inner is None else inner[0]


def _diagonal(theorem: Theorem, i: Var) -> Theorem:
    """Infer a i i = b i i from a = b."""
    return ap_thm(ap_thm(theorem, i), i)


def _collected(theorem: Theorem) -> Theorem:
    """Continue ⊢ a = p to the normal form of the polynomial."""
    p = right(theorem)
    return chain(theorem, rearranged(p, canonical_term(p)))

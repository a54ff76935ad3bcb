"""Numbers that are made of matrices: polynomials in traces of words, and in the only entries of 1×1 words.

Σ A_ij B_ij is the trace of A Bᵀ, a combination of traces of words.  A word under a trace may be turned round and
transposed: where a rule applies to one of these forms it is rewritten, where one begins at a width of 1 the trace is
the entry of that form, and otherwise the least form is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ....kernel.rules import Theorem
from ....kernel.terms import REAL, Abs, App, Const, Size, Term, Var, abstract, app, const, fin, literal, open_body
from ...library.definitions import applied_definition
from ...library.facts import fact
from ...library.matrices import identity, product, shape, transposed
from ...library.sums import under_sum
from ...logic.cached_rules import refl
from ...logic.conversions import beta_normal_form, rearranged, replaced
from ...logic.derived_rules import ap_term, at_arguments, binary, chain, is_refl, left, right, symmetric
from ...logic.formulas import ADD, MUL, UNIT, times, total_over
from ...logic.parts import args_of, head_and_arguments, index_size, is_matrix, operands
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    canonical_term,
    product_term,
)
from ..laws.laws import entry_parts
from .matrix_combinations import ALONE, Word, applicable, degree, mirrored
from .matrix_words import Words, column, formula_matrix, matrix_of, row
from .nested_sums import factors_of, pulled, summed

Proof = Callable[[], Theorem]  # made only when it is asked for
FIRST = literal(0, fin(UNIT))


class Traces:
    """Bring numbers to polynomials in traces of words; the matrices whose squares were added up are remembered."""

    def __init__(self, words: Words, normaliser: Normaliser) -> None:
        self.words, self.normaliser = words, normaliser
        self.squares: dict[Term, None] = {}
        self._numbers: dict[Term, Theorem] = {}
        self._traces: dict[tuple[Word, Size], Theorem] = {}
        self._of_matrices: dict[Term, Theorem] = {}
        self._waiting: set[Word] = set()

    def number(self, t: Term) -> Theorem:
        """Return ⊢ t = p for a number, where p is a polynomial in normal form."""
        found = self._numbers.get(t)
        if found is None:
            found = self._numbers[t] = _collected(self._number(t))
        return found

    def _number(self, t: Term) -> Theorem:
        self.words.spend()
        plain = chain(beta_normal_form(t), pulled(right(beta_normal_form(t))))
        if not is_refl(plain):
            return chain(plain, self.number(right(plain)))
        for name, operator in (("+", ADD), ("*", MUL)):
            pair = operands(t, name)
            if pair is not None:
                return binary(operator, *map(self.number, pair))
        if isinstance(t, App) and t.argument.type is REAL:
            return ap_term(t.function, self.number(t.argument))
        if (terms := args_of(t, "sum", 1)) is not None:
            return self._sum(*terms)
        if (entry := entry_parts(t)) is not None:
            return self._as_trace(entry[0]) if entry[1:] == (FIRST, FIRST) else refl(t)
        unfolded = unfolded_word(t, self.normaliser.context)
        return refl(t) if unfolded is None else chain(unfolded, self.number(right(unfolded)))

    # --------------------------------------------------------------------------------------------------------- sums

    def _sum(self, f: Term) -> Theorem:
        """Return ⊢ Σ f = p."""
        whole = app(const("sum", f.type.domain.size), f)  # type: ignore[union-attr, arg-type]
        if not isinstance(f, Abs):
            return refl(whole)
        i = row(f.binder.size)  # type: ignore[arg-type]
        body = open_body(f, i)
        m, *indices = entry_parts(body) or (body,)
        if indices == [i, i] and i not in m.free:
            return self.trace(m)
        inner = args_of(body, "sum", 1)
        if inner is not None and isinstance(inner[0], Abs):
            j = column(inner[0].binder.size)  # type: ignore[arg-type]
            within, e = refl(body), open_body(inner[0], j)
        else:  # the sum of one term over the only column
            j = column(UNIT)
            e = right(replaced(refl(body), symmetric(fact("fin_one", j))))
            within = symmetric(fact("sum_one", abstract(j, e)))
        parts = factors_of(e)
        if len(parts) < 2 or left(within) is not body:
            return refl(whole)
        if any(i not in part.free for part in parts):
            swapped = fact("sum_swap", abstract(i, abstract(j, e)))
            return chain(swapped, self.number(right(swapped)))
        first, second = parts[0], product_term(parts[1:])
        a, b = formula_matrix(i, j, first), formula_matrix(i, j, second)
        if a is b:
            self.squares[a] = None
        arranged = under_sum(i, chain(within, under_sum(j, rearranged(e, times(first, second)))))
        traced = fact("inner_product_trace", a, b)
        return chain(arranged, traced, self.trace(product(a, transposed(b))))

    # ------------------------------------------------------------------------------------------------------- traces

    def inner_product(self, a: Term, b: Term) -> Term:
        """Return ⟨a, b⟩ in normal form."""
        return right(self.trace(product(a, transposed(b))))

    def trace(self, m: Term) -> Theorem:
        """Return ⊢ Σ i. m i i = p."""
        if m not in self._of_matrices:
            i = row(shape(m)[0])
            self._of_matrices[m] = _collected(self._spread(i, self.words.at(m, i, i)))
        return self._of_matrices[m]

    def _spread(self, i: Var, entry: Theorem) -> Theorem:
        """Return ⊢ Σ i. m i i = p from ⊢ m i i = Σ c·(w i i)."""

        def traced(entries: list[Term]) -> tuple[Term, Theorem]:
            return entries[0], self._of_word(self.words.words[matrix_of(entries[0])], index_size(i))

        return chain(under_sum(i, entry), summed(i, right(entry), traced))

    def _of_word(self, word: Word, size: Size) -> Theorem:
        """Return ⊢ Σ i. w i i = p."""
        if (word, size) not in self._traces:
            for place in range(len(word)):  # rules and turns may lead round in a circle
                if word[place:] + word[:place] in self._waiting:
                    return self._turned_round(word, place, size) if place else refl(self._term(word, size))
            self._waiting.add(word)
            self._traces[word, size] = _collected(self._least(word, size))
            self._waiting.discard(word)
        return self._traces[word, size]

    def _term(self, word: Word, size: Size) -> Term:
        i = row(size)
        return total_over(i, self.words.entry_of(word, size, i, i))

    def _least(self, word: Word, size: Size) -> Theorem:
        """Return ⊢ Σ i. w i i = p by the rules, as the entry of a 1×1 word, or as the trace of the least form."""
        if not word:
            return self._of_identity(size)
        least: dict[Word, Proof] = {}
        for form, proof, entry in self._forms(word):
            if entry is None:
                least[form] = proof
            elif self._other(entry, form) is None:
                return chain(proof(), self._spread(row(shape(form[0])[0]), entry))
        for form, proof in least.items():
            if shape(form[0])[0] == UNIT:
                return self._alone(form, proof())
        return least[min(least, key=degree)]()

    def _forms(self, word: Word) -> Iterator[tuple[Word, Proof, Theorem | None]]:
        """Yield the words v of the same trace: turned round, transposed, or rewritten to others as long.

        With each comes a proof of ⊢ trace of w = trace of v, and ⊢ v i i = Σ c·(u i i) where a rule rewrites it.
        """
        waiting: list[tuple[Word, Proof]] = [(word, partial(refl, self._term(word, shape(word[0])[0])))]
        seen = {word}
        while waiting:
            form, proof = waiting.pop(0)
            rows = shape(form[0])[0]
            i = row(rows)
            entry = None
            if applicable(form, self.words.rules) is not None:
                entry = self.words.at(self.words.term(form, rows), i, i)
                other = self._other(entry, form)
                found: list[tuple[Word, Proof]] = [] if other is None else [(other, partial(under_sum, i, entry))]
            else:
                turns = range(1, len(form))
                found = [(form[k:] + form[:k], partial(self._turned_round, form, k, rows)) for k in turns]
                found.append((mirrored(form), partial(self._transposed, form, rows)))
            yield form, proof, entry
            for other, step in found:
                if other not in seen:
                    seen.add(other)
                    waiting.append((other, partial(_followed, proof, step)))

    def _other(self, entry: Theorem, word: Word) -> Word | None:
        """Return the word to which a rule rewrites another one if it is as long, or None."""
        other = self.words.word_of(right(entry))
        return other if other is not None and len(other) == len(word) else None

    @staticmethod
    def _of_identity(size: Size) -> Theorem:
        """Return ⊢ Σ i. 1 i i = the width."""
        if size != UNIT:
            return fact("trace_of_identity", {"n": size})
        i = row(UNIT)
        return chain(fact("sum_one", abstract(i, app(identity(UNIT), i, i))), fact("identity_one"))

    def _alone(self, form: Word, theorem: Theorem) -> Theorem:
        """Continue ⊢ t = Σ i. w i i to the only entry of the 1×1 word."""
        i, t = row(UNIT), self.words.term(form, UNIT)
        return chain(theorem, fact("sum_one", abstract(i, app(t, i, i))), self.only_entry(t))

    def word_in(self, atom: Term) -> Word:
        """Return the word of which an atom is the trace or the only entry; the empty one where there is none."""
        args, i = args_of(atom, "sum", 1), FIRST
        if args is not None and isinstance(args[0], Abs) and args[0].binder.size is not None:
            i = row(args[0].binder.size)
            atom = open_body(args[0], i)
        m, *indices = entry_parts(atom) or (atom,)
        return self.words.words.get(m, ()) if indices == [i, i] else ()

    def halves(self, atom: Term) -> Iterator[Word]:
        """Yield u where an atom is the trace of uᵀu, and a·u where it is that of uᵀgu, with a rule aᵀa = g."""
        word = self.word_in(atom)
        for place in range(len(word)):
            form = word[place:] + word[:place]
            half = len(form) // 2
            last = form[len(form) - half :]
            if form[:half] != mirrored(last):
                continue
            if len(form) % 2 == 0:
                yield last
            for rule in self.words.rules if len(form) % 2 else ():
                front = rule.word[len(rule.word) // 2 :]
                if rule.word == mirrored(front) + front and rule.rest == {form[half : half + 1]: ALONE}:
                    yield front + last

    def by_turns(self, atom: Term) -> Iterator[Theorem]:
        """Yield what the trace t of a word is by its forms, perhaps −t, where an atom is t or the only entry."""
        word = self.word_in(atom)
        if word:
            size = shape(word[0])[0]
            i = row(size)
            if args_of(atom, "sum", 1) is None:
                yield fact("sum_one", abstract(i, app(self.words.term(word, size), i, i)))
            yield self._of_word(word, size)

    def _transposed(self, word: Word, size: Size) -> Theorem:
        """Return ⊢ trace of w = trace of wᵀ."""
        same = fact("trace_of_transpose", self.words.term(word, size))
        i = row(size)
        return chain(symmetric(same), under_sum(i, at_arguments(self.words.reverse(word, size), i, i)))

    def _turned_round(self, word: Word, place: int, size: Size) -> Theorem:
        """Return ⊢ trace of u·v = trace of v·u for a word, split at a place."""
        i, u, v = row(size), word[:place], word[place:]
        inner = shape(v[0])[0]
        apart = under_sum(i, at_arguments(self.words.split(word, place, size), i, i))
        terms = self.words.term(u, size), self.words.term(v, inner)
        swapped = fact("trace_of_product", *terms)
        j = row(inner)
        return chain(apart, swapped, under_sum(j, at_arguments(self.words.join(v, u, inner, size), j, j)))

    def _as_trace(self, m: Term) -> Theorem:
        """Return ⊢ m 0 0 = p for a 1×1 matrix, whose words may be turned."""
        if shape(m) != (UNIT, UNIT):
            return self.only_entry(m)
        i = row(UNIT)
        alone = fact("sum_one", abstract(i, app(m, i, i)))
        return chain(symmetric(alone), self.number(left(alone)))

    def only_entry(self, m: Term) -> Theorem:
        """Return ⊢ m 0 0 = p for a 1×1 matrix."""
        return replaced(self.words.at(m, FIRST, FIRST), fact("identity_one"))


def is_trace(t: Term) -> bool:
    """Tell whether a term is a sum, or an entry of a matrix."""
    return not t.loose and (entry_parts(t) is not None or args_of(t, "sum", 1) is not None)


def unfolded_word(t: Term, context: Context) -> Theorem | None:
    """Return ⊢ t = e by the definition of a word of matrices, such as a norm or a trace, or None."""
    head, arguments = head_and_arguments(t)
    if not isinstance(head, Const) or not any(is_matrix(a.type) for a in arguments):
        return None
    definition = context.unfold(head.name)
    return None if definition is None else applied_definition(definition, head.sizes, *arguments)


def _followed(proof: Proof, step: Proof) -> Theorem:
    return chain(proof(), step())


def _collected(theorem: Theorem) -> Theorem:
    """Continue ⊢ a = p to the normal form of the polynomial."""
    p = right(theorem)
    return chain(theorem, rearranged(p, canonical_term(p)))

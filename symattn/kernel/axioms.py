"""The primitive constants and the axioms: one table each, data only.

A constant is a name, its size parameters, its type and its meaning.  An axiom is a name, a closed statement (up to size
variables, which range over positive integers) in the notation of ``syntax``, and a textbook source.  Nothing here
mentions softmax, attention, masks over keys or encodings: those are definitions.

Sources: [Andrews] P. Andrews, *An Introduction to Mathematical Logic and Type Theory*, 2nd ed.  [Rudin] W. Rudin,
*Principles of Mathematical Analysis*, 3rd ed.  [GKP] R. Graham, D. Knuth, O. Patashnik, *Concrete Mathematics*, 2nd
ed.  [Hoffman] K. Hoffman, R. Kunze, *Linear Algebra*, 2nd ed.  [Rockafellar] R. T. Rockafellar, *Convex Analysis*, §4
(arithmetic with −∞).  [Niven] I. Niven, A simple proof that π is irrational, *Bulletin of the AMS* 53 (1947).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from .syntax import parse_type
from .terms import declare


class Constant(NamedTuple):
    """Hold a primitive constant: name, size parameters, type, meaning."""

    name: str
    parameters: tuple[str, ...]
    type: str
    meaning: str


class Axiom(NamedTuple):
    """Hold an axiom: name, closed statement, source."""

    name: str
    statement: str
    source: str


_CONSTANTS: Final = (
    # real numbers
    ("+", "", "ℝ→ℝ→ℝ", "addition"),
    ("*", "", "ℝ→ℝ→ℝ", "multiplication"),
    ("inv", "", "ℝ→ℝ", "multiplicative inverse, made total by inv 0 = 0"),
    ("≤", "", "ℝ→ℝ→𝔹", "order"),
    ("exp", "", "ℝ→ℝ", "exponential function"),
    ("log", "", "ℝ→ℝ", "natural logarithm of a positive number"),
    ("sqrt", "", "ℝ→ℝ", "square root of a nonnegative number"),
    ("sin", "", "ℝ→ℝ", "sine"),
    ("cos", "", "ℝ→ℝ", "cosine"),
    ("pi", "", "ℝ", "half the period of sine and cosine"),
    ("ind", "", "𝔹→ℝ", "Iverson bracket: 1 if true, 0 if false"),
    # natural numbers
    ("suc", "", "ℕ→ℕ", "successor"),
    ("nadd", "", "ℕ→ℕ→ℕ", "addition of natural numbers"),
    ("real", "", "ℕ→ℝ", "a natural number as a real number"),
    (
        "iterate",
        "m n",
        "(([m]→[n]→ℝ)→[m]→[n]→ℝ)→([m]→[n]→ℝ)→ℕ→[m]→[n]→ℝ",
        "a map of matrices applied k times to a matrix",
    ),
    # indices and sums
    ("#", "n", "ℝ", "the size n as a real number"),
    ("sum", "n", "([n]→ℝ)→ℝ", "finite sum over an index type"),
    ("pos", "n", "[n]→ℝ", "the position 0, …, n−1 of an index as a real number"),
    ("nat", "n", "[n]→ℕ", "the position 0, …, n−1 of an index as a natural number"),
    ("last", "n", "[n]", "the index n−1"),
    ("inl", "m k", "[m]→[m+k]", "index among the first m of m+k"),
    ("inr", "m k", "[k]→[m+k]", "index among the last k of m+k"),
    ("case", "m k", "([m]→ℝ)→([k]→ℝ)→[m+k]→ℝ", "two vectors one after the other"),
    ("pair", "m n", "[m]→[n]→[m*n]", "index n·i + j of a block i and a place j"),
    ("quo", "m n", "[m*n]→[m]", "the block of an index"),
    ("rem", "m n", "[m*n]→[n]", "the place of an index in its block"),
    ("det", "n", "([n]→[n]→ℝ)→ℝ", "determinant of a square matrix"),
    # extended reals ℝ ∪ {−∞}
    ("emb", "", "ℝ→ℝ∞", "a real number as an extended real"),
    ("ninf", "", "ℝ∞", "−∞"),
    ("plus", "", "ℝ∞→ℝ∞→ℝ∞", "addition, with x + (−∞) = −∞"),
    ("times", "", "ℝ→ℝ∞→ℝ∞", "scaling by a positive real"),
    ("eexp", "", "ℝ∞→ℝ", "exponential function, 0 at −∞"),
    ("allow", "", "𝔹→ℝ∞", "0 if true, −∞ if false"),
    # derivatives
    ("deriv", "", "(ℝ→ℝ)→ℝ→ℝ→𝔹", "deriv f x c: the function f has the derivative c at x"),
)

_AXIOMS: Final = (
    # logic
    ("bool_cases", "∀P:𝔹→𝔹. P ⊤ ⇒ P ⊥ ⇒ (∀p:𝔹. P p)", "[Andrews, §52, axiom 1]"),
    ("ind_true", "ind ⊤ = 1", "[GKP, 2.1]"),
    ("ind_false", "ind ⊥ = 0", "[GKP, 2.1]"),
    ("nat_induction", "∀P:ℕ→𝔹. P 0@ℕ ⇒ (∀n:ℕ. P n ⇒ P (suc n)) ⇒ (∀n:ℕ. P n)", "[Andrews, §60]"),
    ("nadd_zero", "∀n:ℕ. nadd 0@ℕ n = n", "[Andrews, §61]"),
    ("nadd_suc", "∀m n:ℕ. nadd (suc m) n = suc (nadd m n)", "[Andrews, §61]"),
    ("iterate_zero", "∀f:([m]→[n]→ℝ)→[m]→[n]→ℝ, a:[m]→[n]→ℝ. iterate{m,n} f a 0@ℕ = a", "[Andrews, §64]"),
    (
        "iterate_suc",
        "∀f:([m]→[n]→ℝ)→[m]→[n]→ℝ, a:[m]→[n]→ℝ, k:ℕ. iterate{m,n} f a (suc k) = f (iterate{m,n} f a k)",
        "[Andrews, §64]",
    ),
    ("real_zero", "real 0@ℕ = 0", "[Rudin, 1.19]"),
    ("real_suc", "∀n:ℕ. real (suc n) = real n + 1", "[Rudin, 1.19]"),
    # ordered field
    ("le_total", "∀x y:ℝ. ¬(x ≤ y) ⇒ y ≤ x", "[Rudin, 1.5]"),
    ("le_antisym", "∀x y:ℝ. x ≤ y ⇒ y ≤ x ⇒ x = y", "[Rudin, 1.5]"),
    ("le_trans", "∀x y z:ℝ. x ≤ y ⇒ y ≤ z ⇒ x ≤ z", "[Rudin, 1.5]"),
    ("le_add", "∀x y z:ℝ. x ≤ y ⇒ x + z ≤ y + z", "[Rudin, 1.17]"),
    ("le_mul", "∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ 0 ≤ x * y", "[Rudin, 1.17]"),
    ("zero_lt_one", "0 < 1", "[Rudin, 1.18]"),
    ("inv_zero", "inv 0 = 0", "convention: the inverse is total"),
    ("inv_mul", "∀x:ℝ. x ≠ 0 ⇒ x * inv x = 1", "[Rudin, 1.12]"),
    # roots, exponential and logarithm, trigonometry
    ("sqrt_nonneg", "∀x:ℝ. 0 ≤ x ⇒ 0 ≤ sqrt x", "[Rudin, 1.21]"),
    ("sqrt_square", "∀x:ℝ. 0 ≤ x ⇒ sqrt x * sqrt x = x", "[Rudin, 1.21]"),
    ("exp_zero", "exp 0 = 1", "[Rudin, 8.6]"),
    ("exp_add", "∀x y:ℝ. exp (x + y) = exp x * exp y", "[Rudin, 8.6]"),
    ("exp_pos", "∀x:ℝ. 0 < exp x", "[Rudin, 8.6]"),
    ("exp_log", "∀x:ℝ. 0 < x ⇒ exp (log x) = x", "[Rudin, 8.6]"),
    ("log_exp", "∀x:ℝ. log (exp x) = x", "[Rudin, 8.6]"),
    ("sin_zero", "sin 0 = 0", "[Rudin, 8.7]"),
    ("cos_zero", "cos 0 = 1", "[Rudin, 8.7]"),
    ("sin_neg", "∀x:ℝ. sin (-1 * x) = -1 * sin x", "[Rudin, 8.7]"),
    ("cos_neg", "∀x:ℝ. cos (-1 * x) = cos x", "[Rudin, 8.7]"),
    ("sin_add", "∀x y:ℝ. sin (x + y) = sin x * cos y + cos x * sin y", "[Rudin, exercise 8.5 and 8.6 (46)]"),
    ("cos_add", "∀x y:ℝ. cos (x + y) = cos x * cos y + -1 * (sin x * sin y)", "[Rudin, exercise 8.5 and 8.6 (46)]"),
    ("pi_pos", "0 < pi", "[Rudin, 8.7]"),
    ("cos_pi", "cos pi = -1", "[Rudin, 8.7]"),
    (
        "cos_one",
        "∀x:ℝ, p:𝔹. cos x = 1 ⇒ (∀k:ℕ. x = 2 * (pi * real k) ⇒ p) ⇒ (∀k:ℕ. x = -2 * (pi * real k) ⇒ p) ⇒ p",
        "[Rudin, 8.7]: cos x = 1 only at the multiples of 2π",
    ),
    (
        "pi_irrational",
        "∀a b c d:ℕ. pi * (real a + -1 * real b) = real c + -1 * real d ⇒ a = b",
        "[Niven]: π is no quotient of integers a − b and c − d",
    ),
    # sizes as numbers
    ("size_one", "#{1} = 1", "[GKP, 2.1]"),
    ("size_add", "#{m+n} = #{m} + #{n}", "[GKP, 2.1]"),
    ("size_mul", "#{m*n} = #{m} * #{n}", "[GKP, 2.1]"),
    ("size_pos", "0 < #{n}", "sizes are positive"),
    # finite sums over an index type of n ≥ 1 elements
    ("sum_const", "(Σ i:[n]. 1) = #{n}", "[GKP, 2.1]"),
    ("sum_add", "∀f g:[n]→ℝ. (Σ i:[n]. f i + g i) = (Σ i:[n]. f i) + (Σ i:[n]. g i)", "[GKP, (2.16)]"),
    ("sum_mul", "∀c:ℝ, f:[n]→ℝ. (Σ i:[n]. c * f i) = c * (Σ i:[n]. f i)", "[GKP, (2.15)]"),
    ("sum_swap", "∀f:[m]→[n]→ℝ. (Σ i:[m]. Σ j:[n]. f i j) = (Σ j:[n]. Σ i:[m]. f i j)", "[GKP, (2.27)]"),
    ("sum_delta", "∀f:[n]→ℝ, i:[n]. (Σ j:[n]. ind (j = i) * f j) = f i", "[GKP, 2.4]"),
    (
        "sum_reindex",
        "∀f:[n]→ℝ, s:[m]→[n], t:[n]→[m]. (∀i:[m]. t (s i) = i) ⇒ (∀j:[n]. s (t j) = j)"
        " ⇒ (Σ j:[n]. f j) = (Σ i:[m]. f (s i))",
        "[GKP, (2.17)]",
    ),
    ("sum_split", "∀f:[m+k]→ℝ. (Σ i:[m+k]. f i) = (Σ i:[m]. f (inl{m,k} i)) + (Σ j:[k]. f (inr{m,k} j))", "[GKP, 2.3]"),
    ("sum_pair", "∀f:[m*n]→ℝ. (Σ i:[m*n]. f i) = (Σ i:[m]. Σ j:[n]. f (pair{m,n} i j))", "[GKP, (2.28)]"),
    ("sum_one", "∀f:[1]→ℝ. (Σ i:[1]. f i) = f 0@[1]", "[GKP, 2.1]"),
    ("sum_ge_term", "∀f:[n]→ℝ, w:[n]. (∀i:[n]. 0 ≤ f i) ⇒ f w ≤ (Σ i:[n]. f i)", "[Rudin, 1.17]"),
    # indices
    ("fin_one", "∀i:[1]. i = 0@[1]", "{0} has one element"),
    ("fin_two_left", "inl{1,1} 0@[1] = 0@[2]", "{0, 1} = {0} ∪ {1}"),
    ("fin_two_right", "inr{1,1} 0@[1] = 1@[2]", "{0, 1} = {0} ∪ {1}"),
    (
        "fin_split",
        "∀P:[m+k]→𝔹. (∀i:[m]. P (inl{m,k} i)) ⇒ (∀j:[k]. P (inr{m,k} j)) ⇒ (∀i:[m+k]. P i)",
        "{0, …, m+k−1} = {0, …, m−1} ∪ {m, …, m+k−1}",
    ),
    ("case_left", "∀f:[m]→ℝ, g:[k]→ℝ, i:[m]. case{m,k} f g (inl{m,k} i) = f i", "definition by cases"),
    ("case_right", "∀f:[m]→ℝ, g:[k]→ℝ, j:[k]. case{m,k} f g (inr{m,k} j) = g j", "definition by cases"),
    ("quo_pair", "∀i:[m], j:[n]. quo{m,n} (pair{m,n} i j) = i", "[GKP, 3.4]"),
    ("rem_pair", "∀i:[m], j:[n]. rem{m,n} (pair{m,n} i j) = j", "[GKP, 3.4]"),
    ("pair_quo_rem", "∀k:[m*n]. pair{m,n} (quo{m,n} k) (rem{m,n} k) = k", "[GKP, 3.4]"),
    ("pos_nonneg", "∀i:[n]. 0 ≤ pos{n} i", "0 ≤ i < n"),
    ("pos_less", "∀i:[n]. pos{n} i + 1 ≤ #{n}", "0 ≤ i < n"),
    ("pos_injective", "∀i j:[n]. pos{n} i = pos{n} j ⇒ i = j", "an index is its position"),
    ("pos_zero", "pos{n} 0@[n] = 0", "the first index"),
    ("pos_last", "pos{n} last{n} + 1 = #{n}", "the last index"),
    ("real_nat", "∀i:[n]. real (nat{n} i) = pos{n} i", "an index is its position"),
    ("pos_left", "∀i:[m]. pos{m+k} (inl{m,k} i) = pos{m} i", "[GKP, 3.4]"),
    ("pos_right", "∀j:[k]. pos{m+k} (inr{m,k} j) = #{m} + pos{k} j", "[GKP, 3.4]"),
    ("pos_pair", "∀i:[m], j:[n]. pos{m*n} (pair{m,n} i j) = #{n} * pos{m} i + pos{n} j", "[GKP, 3.4]"),
    # determinants: linear in each row, 0 where two rows are equal, 1 at the identity; all others are multiples of it
    (
        "det_linear",
        "∀A:[n]→[n]→ℝ, i:[n]."
        " det{n} A = (Σ j:[n]. A i j * det{n} (λk l:[n]. A k l + ind (k = i) * (ind (l = j) + -1 * A k l)))",
        "[Hoffman, 5.2]",
    ),
    (
        "det_alternating",
        "∀A:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ (∀k:[n]. A i k = A j k) ⇒ det{n} A = 0",
        "[Hoffman, 5.2]",
    ),
    ("det_identity", "det{n} (λi j:[n]. ind (i = j)) = 1", "[Hoffman, 5.2]"),
    (
        "det_unique",
        "∀f:([n]→[n]→ℝ)→ℝ, A:[n]→[n]→ℝ. (∀B:[n]→[n]→ℝ, i:[n]."
        " f B = (Σ j:[n]. B i j * f (λk l:[n]. B k l + ind (k = i) * (ind (l = j) + -1 * B k l))))"
        " ⇒ (∀B:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ (∀k:[n]. B i k = B j k) ⇒ f B = 0)"
        " ⇒ f A = det{n} A * f (λi j:[n]. ind (i = j))",
        "[Hoffman, 5.3, theorem 2]",
    ),
    # ℝ ∪ {−∞}: no subtraction, no cancellation, scaling by positive reals only
    ("plus_emb", "∀x y:ℝ. plus (emb x) (emb y) = emb (x + y)", "[Rockafellar, §4]"),
    ("plus_comm", "∀x y:ℝ∞. plus x y = plus y x", "[Rockafellar, §4]"),
    ("plus_assoc", "∀x y z:ℝ∞. plus (plus x y) z = plus x (plus y z)", "[Rockafellar, §4]"),
    ("plus_ninf", "∀x:ℝ∞. plus ninf x = ninf", "[Rockafellar, §4]"),
    ("times_emb", "∀c x:ℝ. 0 < c ⇒ times c (emb x) = emb (c * x)", "[Rockafellar, §4]"),
    ("times_ninf", "∀c:ℝ. 0 < c ⇒ times c ninf = ninf", "[Rockafellar, §4]"),
    ("times_plus", "∀c:ℝ, x y:ℝ∞. 0 < c ⇒ times c (plus x y) = plus (times c x) (times c y)", "[Rockafellar, §4]"),
    ("times_times", "∀c d:ℝ, x:ℝ∞. 0 < c ⇒ 0 < d ⇒ times c (times d x) = times (c * d) x", "[Rockafellar, §4]"),
    ("eexp_emb", "∀x:ℝ. eexp (emb x) = exp x", "exp extended by its limit at −∞"),
    ("eexp_ninf", "eexp ninf = 0", "exp extended by its limit at −∞"),
    ("eexp_plus", "∀x y:ℝ∞. eexp (plus x y) = eexp x * eexp y", "exp extended by its limit at −∞"),
    ("eexp_nonneg", "∀x:ℝ∞. 0 ≤ eexp x", "exp extended by its limit at −∞"),
    ("allow_true", "allow ⊤ = emb 0", "an allowed score is unchanged"),
    ("allow_false", "allow ⊥ = ninf", "a forbidden score is −∞"),
    # derivatives of functions of a real number; nothing is said where a function has none
    ("deriv_const", "∀c x:ℝ. deriv (λt:ℝ. c) x 0", "[Rudin, 5.4]"),
    ("deriv_id", "∀x:ℝ. deriv (λt:ℝ. t) x 1", "[Rudin, 5.4]"),
    (
        "deriv_add",
        "∀f g:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv g x b ⇒ deriv (λt:ℝ. f t + g t) x (a + b)",
        "[Rudin, 5.3 (a)]",
    ),
    (
        "deriv_mul",
        "∀f g:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv g x b ⇒ deriv (λt:ℝ. f t * g t) x (a * g x + f x * b)",
        "[Rudin, 5.3 (b)]",
    ),
    ("deriv_inv", "∀x:ℝ. x ≠ 0 ⇒ deriv inv x (-1 * (inv x * inv x))", "[Rudin, 5.3 (c)]"),
    (
        "deriv_chain",
        "∀f g:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv g (f x) b ⇒ deriv (λt:ℝ. g (f t)) x (b * a)",
        "[Rudin, 5.5]",
    ),
    ("deriv_exp", "∀x:ℝ. deriv exp x (exp x)", "[Rudin, 8.6 (b)]"),
    ("deriv_log", "∀x:ℝ. 0 < x ⇒ deriv log x (inv x)", "[Rudin, 8.6]"),
    (
        "deriv_sqrt",
        "∀x:ℝ. 0 < x ⇒ deriv sqrt x (inv (2 * sqrt x))",
        "[Rudin, exercise 5.2]: the derivative of an inverse function",
    ),
    ("deriv_sin", "∀x:ℝ. deriv sin x (cos x)", "[Rudin, 8.7]"),
    ("deriv_cos", "∀x:ℝ. deriv cos x (-1 * sin x)", "[Rudin, 8.7]"),
    (
        "deriv_sum",
        "∀f:[n]→ℝ→ℝ, c:[n]→ℝ, x:ℝ. (∀i:[n]. deriv (f i) x (c i)) ⇒ deriv (λt:ℝ. Σ i:[n]. f i t) x (Σ i:[n]. c i)",
        "[Rudin, 5.3 (a)], n times",
    ),
    ("deriv_unique", "∀f:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv f x b ⇒ a = b", "[Rudin, 4.2 and 5.1]: a limit is unique"),
    (
        "deriv_nonneg",
        "∀f g:ℝ→ℝ, a b:ℝ. a ≤ b ⇒ (∀x:ℝ. a ≤ x ⇒ x ≤ b ⇒ deriv f x (g x)) ⇒ (∀x:ℝ. a ≤ x ⇒ x ≤ b ⇒ 0 ≤ g x)"
        " ⇒ f a ≤ f b",
        "[Rudin, 5.11 (a)]: by the mean value theorem",
    ),
)

CONSTANTS: Final[tuple[Constant, ...]] = tuple(
    Constant(name, tuple(parameters.split()), ty, meaning) for name, parameters, ty, meaning in _CONSTANTS
)
TABLE: Final[tuple[Axiom, ...]] = tuple(Axiom(*entry) for entry in _AXIOMS)  # what the rules read


class _ByName(Mapping[str, Axiom]):
    """Find axioms by their names in the table, and hold no dictionary: a MappingProxyType gives its own to ``==``."""

    __slots__ = ()

    def __getitem__(self, name: str) -> Axiom:
        return {entry.name: entry for entry in TABLE}[name]

    def __iter__(self) -> Iterator[str]:
        return (entry.name for entry in TABLE)

    def __len__(self) -> int:
        return len(TABLE)


AXIOMS: Final = _ByName()

for _constant in CONSTANTS:
    declare(_constant.name, _constant.parameters, parse_type(_constant.type))

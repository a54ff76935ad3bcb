"""Verify certificates of symattn: a second program that believes nothing.

    python verifier.py CERTIFICATE…

A certificate is a proof written out: one JSON array a line, each a term or one inference.  This file replays it with
terms, rules, ring arithmetic and a table of axioms of its own.  Conclusions do not stand in a certificate; they are
worked out here from the rule, the premises and the arguments, and the last one must be the sequent that the certificate
claims.  It needs nothing but Python's standard library and shares no code with the rest of symattn; the one thing that
is the same by intention is the table of axioms at the beginning, which a test compares with the kernel's.

Exit code 0: every certificate holds.  1: a step does not hold, or the proof is beyond the limits below.  2: a file is
not a certificate.  A certificate's name is only a label: what is established is the statement that is printed.

The logic is simply typed higher-order logic (Andrews, *An Introduction to Mathematical Logic and Type Theory*, ch. 5;
Harrison, *HOL Light: an overview*) whose index types [p] = {0, …, p−1} have a symbolic size p: a polynomial with
natural coefficients in variables that range over the positive integers.  Connectives abbreviate equations: ⊤ is
(λp. p) = (λp. p), ∀x. p is (λx. p) = (λx. ⊤), p ∧ q is (λf. f p q) = (λf. f ⊤ ⊤), p ⇒ q is (p ∧ q) = p, ⊥ is ∀p. p,
¬p is p ⇒ ⊥, x < y is ¬(y ≤ x) and x ≠ y is ¬(x = y).
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise, zip_longest
from typing import Any, BinaryIO, Final, NoReturn

# ----------------------------------------------------------------------------------------------- constants and axioms
# One a line: name | size parameters | type | meaning.

CONSTANTS: Final = """
+ |  | ℝ→ℝ→ℝ | addition
* |  | ℝ→ℝ→ℝ | multiplication
inv |  | ℝ→ℝ | multiplicative inverse, made total by inv 0 = 0
≤ |  | ℝ→ℝ→𝔹 | order
exp |  | ℝ→ℝ | exponential function
log |  | ℝ→ℝ | natural logarithm of a positive number
sqrt |  | ℝ→ℝ | square root of a nonnegative number
sin |  | ℝ→ℝ | sine
cos |  | ℝ→ℝ | cosine
pi |  | ℝ | half the period of sine and cosine
ind |  | 𝔹→ℝ | Iverson bracket: 1 if true, 0 if false
suc |  | ℕ→ℕ | successor
nadd |  | ℕ→ℕ→ℕ | addition of natural numbers
real |  | ℕ→ℝ | a natural number as a real number
iterate | m n | (([m]→[n]→ℝ)→[m]→[n]→ℝ)→([m]→[n]→ℝ)→ℕ→[m]→[n]→ℝ | a map of matrices applied k times to a matrix
# | n | ℝ | the size n as a real number
sum | n | ([n]→ℝ)→ℝ | finite sum over an index type
pos | n | [n]→ℝ | the position 0, …, n−1 of an index as a real number
nat | n | [n]→ℕ | the position 0, …, n−1 of an index as a natural number
last | n | [n] | the index n−1
inl | m k | [m]→[m+k] | index among the first m of m+k
inr | m k | [k]→[m+k] | index among the last k of m+k
case | m k | ([m]→ℝ)→([k]→ℝ)→[m+k]→ℝ | two vectors one after the other
pair | m n | [m]→[n]→[m*n] | index n·i + j of a block i and a place j
quo | m n | [m*n]→[m] | the block of an index
rem | m n | [m*n]→[n] | the place of an index in its block
det | n | ([n]→[n]→ℝ)→ℝ | determinant of a square matrix
emb |  | ℝ→ℝ∞ | a real number as an extended real
ninf |  | ℝ∞ | −∞
plus |  | ℝ∞→ℝ∞→ℝ∞ | addition, with x + (−∞) = −∞
times |  | ℝ→ℝ∞→ℝ∞ | scaling by a positive real
eexp |  | ℝ∞→ℝ | exponential function, 0 at −∞
allow |  | 𝔹→ℝ∞ | 0 if true, −∞ if false
deriv |  | (ℝ→ℝ)→ℝ→ℝ→𝔹 | deriv f x c: the function f has the derivative c at x
"""

# One a line: name | statement, closed but for size variables | source.  [Andrews] is named above; [Rudin] W. Rudin,
# *Principles of Mathematical Analysis*, 3rd ed.; [GKP] R. Graham, D. Knuth, O. Patashnik, *Concrete Mathematics*, 2nd
# ed.; [Hoffman] K. Hoffman, R. Kunze, *Linear Algebra*, 2nd ed.; [Rockafellar] R. T. Rockafellar, *Convex Analysis*;
# [Niven] I. Niven, *A simple proof that π is irrational*.

AXIOMS: Final = """
bool_cases | ∀P:𝔹→𝔹. P ⊤ ⇒ P ⊥ ⇒ (∀p:𝔹. P p) | [Andrews, §52, axiom 1]
ind_true | ind ⊤ = 1 | [GKP, 2.1]
ind_false | ind ⊥ = 0 | [GKP, 2.1]
nat_induction | ∀P:ℕ→𝔹. P 0@ℕ ⇒ (∀n:ℕ. P n ⇒ P (suc n)) ⇒ (∀n:ℕ. P n) | [Andrews, §60]
nadd_zero | ∀n:ℕ. nadd 0@ℕ n = n | [Andrews, §61]
nadd_suc | ∀m n:ℕ. nadd (suc m) n = suc (nadd m n) | [Andrews, §61]
iterate_zero | ∀f:([m]→[n]→ℝ)→[m]→[n]→ℝ, a:[m]→[n]→ℝ. iterate{m,n} f a 0@ℕ = a | [Andrews, §64]
iterate_suc | ∀f:([m]→[n]→ℝ)→[m]→[n]→ℝ, a:[m]→[n]→ℝ, k:ℕ. iterate{m,n} f a (suc k) = f (iterate{m,n} f a k) | [Andrews, §64]
real_zero | real 0@ℕ = 0 | [Rudin, 1.19]
real_suc | ∀n:ℕ. real (suc n) = real n + 1 | [Rudin, 1.19]
le_total | ∀x y:ℝ. ¬(x ≤ y) ⇒ y ≤ x | [Rudin, 1.5]
le_antisym | ∀x y:ℝ. x ≤ y ⇒ y ≤ x ⇒ x = y | [Rudin, 1.5]
le_trans | ∀x y z:ℝ. x ≤ y ⇒ y ≤ z ⇒ x ≤ z | [Rudin, 1.5]
le_add | ∀x y z:ℝ. x ≤ y ⇒ x + z ≤ y + z | [Rudin, 1.17]
le_mul | ∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ 0 ≤ x * y | [Rudin, 1.17]
zero_lt_one | 0 < 1 | [Rudin, 1.18]
inv_zero | inv 0 = 0 | convention: the inverse is total
inv_mul | ∀x:ℝ. x ≠ 0 ⇒ x * inv x = 1 | [Rudin, 1.12]
sqrt_nonneg | ∀x:ℝ. 0 ≤ x ⇒ 0 ≤ sqrt x | [Rudin, 1.21]
sqrt_square | ∀x:ℝ. 0 ≤ x ⇒ sqrt x * sqrt x = x | [Rudin, 1.21]
exp_zero | exp 0 = 1 | [Rudin, 8.6]
exp_add | ∀x y:ℝ. exp (x + y) = exp x * exp y | [Rudin, 8.6]
exp_pos | ∀x:ℝ. 0 < exp x | [Rudin, 8.6]
exp_log | ∀x:ℝ. 0 < x ⇒ exp (log x) = x | [Rudin, 8.6]
log_exp | ∀x:ℝ. log (exp x) = x | [Rudin, 8.6]
sin_zero | sin 0 = 0 | [Rudin, 8.7]
cos_zero | cos 0 = 1 | [Rudin, 8.7]
sin_neg | ∀x:ℝ. sin (-1 * x) = -1 * sin x | [Rudin, 8.7]
cos_neg | ∀x:ℝ. cos (-1 * x) = cos x | [Rudin, 8.7]
sin_add | ∀x y:ℝ. sin (x + y) = sin x * cos y + cos x * sin y | [Rudin, exercise 8.5 and 8.6 (46)]
cos_add | ∀x y:ℝ. cos (x + y) = cos x * cos y + -1 * (sin x * sin y) | [Rudin, exercise 8.5 and 8.6 (46)]
pi_pos | 0 < pi | [Rudin, 8.7]
cos_pi | cos pi = -1 | [Rudin, 8.7]
cos_one | ∀x:ℝ, p:𝔹. cos x = 1 ⇒ (∀k:ℕ. x = 2 * (pi * real k) ⇒ p) ⇒ (∀k:ℕ. x = -2 * (pi * real k) ⇒ p) ⇒ p | [Rudin, 8.7]: cos x = 1 only at the multiples of 2π
pi_irrational | ∀a b c d:ℕ. pi * (real a + -1 * real b) = real c + -1 * real d ⇒ a = b | [Niven]: π is no quotient of integers a − b and c − d
size_one | #{1} = 1 | [GKP, 2.1]
size_add | #{m+n} = #{m} + #{n} | [GKP, 2.1]
size_mul | #{m*n} = #{m} * #{n} | [GKP, 2.1]
size_pos | 0 < #{n} | sizes are positive
sum_const | (Σ i:[n]. 1) = #{n} | [GKP, 2.1]
sum_add | ∀f g:[n]→ℝ. (Σ i:[n]. f i + g i) = (Σ i:[n]. f i) + (Σ i:[n]. g i) | [GKP, (2.16)]
sum_mul | ∀c:ℝ, f:[n]→ℝ. (Σ i:[n]. c * f i) = c * (Σ i:[n]. f i) | [GKP, (2.15)]
sum_swap | ∀f:[m]→[n]→ℝ. (Σ i:[m]. Σ j:[n]. f i j) = (Σ j:[n]. Σ i:[m]. f i j) | [GKP, (2.27)]
sum_delta | ∀f:[n]→ℝ, i:[n]. (Σ j:[n]. ind (j = i) * f j) = f i | [GKP, 2.4]
sum_reindex | ∀f:[n]→ℝ, s:[m]→[n], t:[n]→[m]. (∀i:[m]. t (s i) = i) ⇒ (∀j:[n]. s (t j) = j) ⇒ (Σ j:[n]. f j) = (Σ i:[m]. f (s i)) | [GKP, (2.17)]
sum_split | ∀f:[m+k]→ℝ. (Σ i:[m+k]. f i) = (Σ i:[m]. f (inl{m,k} i)) + (Σ j:[k]. f (inr{m,k} j)) | [GKP, 2.3]
sum_pair | ∀f:[m*n]→ℝ. (Σ i:[m*n]. f i) = (Σ i:[m]. Σ j:[n]. f (pair{m,n} i j)) | [GKP, (2.28)]
sum_one | ∀f:[1]→ℝ. (Σ i:[1]. f i) = f 0@[1] | [GKP, 2.1]
sum_ge_term | ∀f:[n]→ℝ, w:[n]. (∀i:[n]. 0 ≤ f i) ⇒ f w ≤ (Σ i:[n]. f i) | [Rudin, 1.17]
fin_one | ∀i:[1]. i = 0@[1] | {0} has one element
fin_two_left | inl{1,1} 0@[1] = 0@[2] | {0, 1} = {0} ∪ {1}
fin_two_right | inr{1,1} 0@[1] = 1@[2] | {0, 1} = {0} ∪ {1}
fin_split | ∀P:[m+k]→𝔹. (∀i:[m]. P (inl{m,k} i)) ⇒ (∀j:[k]. P (inr{m,k} j)) ⇒ (∀i:[m+k]. P i) | {0, …, m+k−1} = {0, …, m−1} ∪ {m, …, m+k−1}
case_left | ∀f:[m]→ℝ, g:[k]→ℝ, i:[m]. case{m,k} f g (inl{m,k} i) = f i | definition by cases
case_right | ∀f:[m]→ℝ, g:[k]→ℝ, j:[k]. case{m,k} f g (inr{m,k} j) = g j | definition by cases
quo_pair | ∀i:[m], j:[n]. quo{m,n} (pair{m,n} i j) = i | [GKP, 3.4]
rem_pair | ∀i:[m], j:[n]. rem{m,n} (pair{m,n} i j) = j | [GKP, 3.4]
pair_quo_rem | ∀k:[m*n]. pair{m,n} (quo{m,n} k) (rem{m,n} k) = k | [GKP, 3.4]
pos_nonneg | ∀i:[n]. 0 ≤ pos{n} i | 0 ≤ i < n
pos_less | ∀i:[n]. pos{n} i + 1 ≤ #{n} | 0 ≤ i < n
pos_injective | ∀i j:[n]. pos{n} i = pos{n} j ⇒ i = j | an index is its position
pos_zero | pos{n} 0@[n] = 0 | the first index
pos_last | pos{n} last{n} + 1 = #{n} | the last index
real_nat | ∀i:[n]. real (nat{n} i) = pos{n} i | an index is its position
pos_left | ∀i:[m]. pos{m+k} (inl{m,k} i) = pos{m} i | [GKP, 3.4]
pos_right | ∀j:[k]. pos{m+k} (inr{m,k} j) = #{m} + pos{k} j | [GKP, 3.4]
pos_pair | ∀i:[m], j:[n]. pos{m*n} (pair{m,n} i j) = #{n} * pos{m} i + pos{n} j | [GKP, 3.4]
det_linear | ∀A:[n]→[n]→ℝ, i:[n]. det{n} A = (Σ j:[n]. A i j * det{n} (λk l:[n]. A k l + ind (k = i) * (ind (l = j) + -1 * A k l))) | [Hoffman, 5.2]
det_alternating | ∀A:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ (∀k:[n]. A i k = A j k) ⇒ det{n} A = 0 | [Hoffman, 5.2]
det_identity | det{n} (λi j:[n]. ind (i = j)) = 1 | [Hoffman, 5.2]
det_unique | ∀f:([n]→[n]→ℝ)→ℝ, A:[n]→[n]→ℝ. (∀B:[n]→[n]→ℝ, i:[n]. f B = (Σ j:[n]. B i j * f (λk l:[n]. B k l + ind (k = i) * (ind (l = j) + -1 * B k l)))) ⇒ (∀B:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ (∀k:[n]. B i k = B j k) ⇒ f B = 0) ⇒ f A = det{n} A * f (λi j:[n]. ind (i = j)) | [Hoffman, 5.3, theorem 2]
plus_emb | ∀x y:ℝ. plus (emb x) (emb y) = emb (x + y) | [Rockafellar, §4]
plus_comm | ∀x y:ℝ∞. plus x y = plus y x | [Rockafellar, §4]
plus_assoc | ∀x y z:ℝ∞. plus (plus x y) z = plus x (plus y z) | [Rockafellar, §4]
plus_ninf | ∀x:ℝ∞. plus ninf x = ninf | [Rockafellar, §4]
times_emb | ∀c x:ℝ. 0 < c ⇒ times c (emb x) = emb (c * x) | [Rockafellar, §4]
times_ninf | ∀c:ℝ. 0 < c ⇒ times c ninf = ninf | [Rockafellar, §4]
times_plus | ∀c:ℝ, x y:ℝ∞. 0 < c ⇒ times c (plus x y) = plus (times c x) (times c y) | [Rockafellar, §4]
times_times | ∀c d:ℝ, x:ℝ∞. 0 < c ⇒ 0 < d ⇒ times c (times d x) = times (c * d) x | [Rockafellar, §4]
eexp_emb | ∀x:ℝ. eexp (emb x) = exp x | exp extended by its limit at −∞
eexp_ninf | eexp ninf = 0 | exp extended by its limit at −∞
eexp_plus | ∀x y:ℝ∞. eexp (plus x y) = eexp x * eexp y | exp extended by its limit at −∞
eexp_nonneg | ∀x:ℝ∞. 0 ≤ eexp x | exp extended by its limit at −∞
allow_true | allow ⊤ = emb 0 | an allowed score is unchanged
allow_false | allow ⊥ = ninf | a forbidden score is −∞
deriv_const | ∀c x:ℝ. deriv (λt:ℝ. c) x 0 | [Rudin, 5.4]
deriv_id | ∀x:ℝ. deriv (λt:ℝ. t) x 1 | [Rudin, 5.4]
deriv_add | ∀f g:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv g x b ⇒ deriv (λt:ℝ. f t + g t) x (a + b) | [Rudin, 5.3 (a)]
deriv_mul | ∀f g:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv g x b ⇒ deriv (λt:ℝ. f t * g t) x (a * g x + f x * b) | [Rudin, 5.3 (b)]
deriv_inv | ∀x:ℝ. x ≠ 0 ⇒ deriv inv x (-1 * (inv x * inv x)) | [Rudin, 5.3 (c)]
deriv_chain | ∀f g:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv g (f x) b ⇒ deriv (λt:ℝ. g (f t)) x (b * a) | [Rudin, 5.5]
deriv_exp | ∀x:ℝ. deriv exp x (exp x) | [Rudin, 8.6 (b)]
deriv_log | ∀x:ℝ. 0 < x ⇒ deriv log x (inv x) | [Rudin, 8.6]
deriv_sqrt | ∀x:ℝ. 0 < x ⇒ deriv sqrt x (inv (2 * sqrt x)) | [Rudin, exercise 5.2]: the derivative of an inverse function
deriv_sin | ∀x:ℝ. deriv sin x (cos x) | [Rudin, 8.7]
deriv_cos | ∀x:ℝ. deriv cos x (-1 * sin x) | [Rudin, 8.7]
deriv_sum | ∀f:[n]→ℝ→ℝ, c:[n]→ℝ, x:ℝ. (∀i:[n]. deriv (f i) x (c i)) ⇒ deriv (λt:ℝ. Σ i:[n]. f i t) x (Σ i:[n]. c i) | [Rudin, 5.3 (a)], n times
deriv_unique | ∀f:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv f x b ⇒ a = b | [Rudin, 4.2 and 5.1]: a limit is unique
deriv_nonneg | ∀f g:ℝ→ℝ, a b:ℝ. a ≤ b ⇒ (∀x:ℝ. a ≤ x ⇒ x ≤ b ⇒ deriv f x (g x)) ⇒ (∀x:ℝ. a ≤ x ⇒ x ≤ b ⇒ 0 ≤ g x) ⇒ f a ≤ f b | [Rudin, 5.11 (a)]: by the mean value theorem
"""  # noqa: E501

# ------------------------------------------------------------------------------------------------------------- limits
# What a certificate may ask for.  Beyond this the answer is that it is not verified, never a hang or a full memory.

VERSION: Final = 1
LINE: Final = 1_000_000  # characters in a line
WORD: Final = 2_000  # characters in a name, size, type or number
NODES: Final = 2_000_000  # terms, weighted by what they hold
WORK: Final = 50_000_000  # steps of all kinds
FIRST: Final = 60_000, 250_000  # terms and steps that any file may take, and how many more for each byte of it
EACH: Final = 10, 50
RING: Final = 3_000_000  # weight of the polynomials in one use of the rule ``ring``
STEPS_OF_RING: Final = 2  # for each unit of that weight
POLYNOMIAL: Final = 200  # monomials in a size
DEGREE: Final = 60  # factors in a monomial of a size


class NotACertificate(Exception):
    """Report a file that is not a certificate of this version: exit code 2."""


class DoesNotHold(Exception):
    """Report a step that does not hold: exit code 1."""


def quoted(thing: object) -> str:
    """Show something from a file on one short line of printable characters, none of them written from right to left."""
    text = ascii(thing) if not isinstance(thing, str) or not thing.isprintable() else thing
    text = text if len(text) <= 200 else text[:200] + "…"
    return ascii(text)[1:-1] if any(unicodedata.bidirectional(c) in RIGHT_TO_LEFT for c in text) else text


# -------------------------------------------------------------------------------------------------------------- names
# A name is made of letters and digits that are their own compatibility normal form, and . ' ′ _ ⁻¹.  What could be
# taken for another character is shown by its number, in ⟨ ⟩, which no name contains.

RIGHT_TO_LEFT: Final = frozenset(("R", "AL", "AN"))
LETTERS: Final = frozenset(("Lu", "Ll", "Lm", "Lo", "Nd"))
NO_LETTERS: Final = frozenset("λΣ\u115f\u1160")  # notation, and two letters of Korean that are blank
MARKS: Final = frozenset("?·•★")  # begin the auxiliary variables of a proof
RUN: Final = re.compile(r"⁻¹|[^\W\d_]+|[^\x00-\x7f]")
CLEAR: Final = re.compile("[A-Za-zΓΔΘΞΠΦΨΩ]+|[αβγδεζηθκμξπρστφχψω]+|⁻¹")  # letters of one kind, none like another


def proper_name(text: object) -> str:
    """Return a name that cannot be taken for notation or a number."""
    name = word(text)
    plain = name.replace("⁻¹", "")
    begins = name[:1].isalpha() or name[:1] == "_" or (name[:1] in MARKS and len(name) > 1)
    rest = plain[1:] if plain[:1] in MARKS else plain
    letters = all(c in "._'′" or (unicodedata.category(c) in LETTERS and c not in NO_LETTERS) for c in rest)
    if not begins or not letters or len(name) >= 200 or "" in rest.split("."):
        raise NotACertificate(f"{quoted(name)!r} is not a name")
    if not unicodedata.is_normalized("NFKC", plain):
        raise NotACertificate(f"{quoted(name)!r} is not a name: it has characters that stand for others")
    return name


def shown(name: str) -> str:
    """Return a name as it is printed: a letter that is not clearly what it seems to be becomes its number."""
    return RUN.sub(lambda run: run[0] if CLEAR.fullmatch(run[0]) else numbered(run[0]), name)


def numbered(text: str) -> str:
    """Return text with the number of each character in place of what is not ASCII."""
    return "".join(c if c.isascii() else f"⟨U+{ord(c):04X}⟩" for c in text)


# -------------------------------------------------------------------------------------------------------------- terms

Monomial = tuple[str, ...]
Loose = tuple["Type | None", ...]


@dataclass(eq=False, slots=True)
class Size:
    """A nonzero polynomial with natural coefficients: ((names of a monomial, in order), coefficient), …"""

    terms: tuple[tuple[Monomial, int], ...]
    text: str
    mask: int  # the size variables in it, a bit each
    least: int  # its value where every variable is 1, the least there is


@dataclass(eq=False, slots=True)
class Type:
    """A type: ``domain`` and ``codomain`` of a function type, ``size`` of an index type, or ℝ, ℕ, 𝔹, ℝ∞."""

    text: str
    mask: int  # the size variables in it, a bit each
    size: Size | None = None
    domain: Type | None = None
    codomain: Type | None = None


@dataclass(eq=False, slots=True)
class Term:
    """A term.  What ``a`` and ``b`` hold depends on ``kind``:

    "variable": name; "bound": de Bruijn index; "literal": value; "constant": name and sizes; "equality": type;
    "application": function and argument; "abstraction": type of the bound variable and body.
    """

    kind: str
    a: Any
    b: Any
    type: Type
    free: int  # the free variables in it, a bit each
    loose: Loose  # for each bound index that is not bound in it, the type that it has there
    mask: int  # the size variables in it, a bit each


Theorem = tuple[frozenset[Term], Term, int]  # hypotheses, conclusion, axioms (a bit each)
Skip = Callable[[Term, int], bool]
Leaf = Callable[[Term, int], Term]
TERMS: Final = frozenset(("variable", "bound", "literal", "constant", "equality", "apply", "lambda"))
NONE: Final[frozenset[Term]] = frozenset()


class Logic:
    """Terms and rules: everything that is known while one certificate is replayed."""

    def __init__(self) -> None:
        self.nodes: dict[object, Term] = {}  # equal terms are one object
        self.types: dict[object, Type] = {}
        self.sizes: dict[object, Size] = {}
        self.size_texts: dict[str, Size] = {}  # what has been read
        self.type_texts: dict[str, Type] = {}
        self.size_bits: dict[str, int] = {}
        self.variable_bits: dict[tuple[str, Type], int] = {}
        self.constants: dict[str, tuple[tuple[str, ...], Type]] = {}
        self.definitions: dict[str, Term] = {}
        self.room, self.work = FIRST
        self.later = NODES - self.room, WORK - self.work  # what a longer file may get
        self.real, self.natural, self.truth, self.extended = (self._type(t, 0) for t in ("ℝ", "ℕ", "𝔹", "ℝ∞"))
        connective = self.function(self.truth, self.function(self.truth, self.truth))
        identity = self.abstraction(self.truth, self.bound(0, self.truth))
        self.connective, self.true = self.bound(0, connective), self.equation(identity, identity)
        self.false = self.forall(self.variable("p", self.truth), self.variable("p", self.truth))
        for name, (parameters, ty, _) in table(CONSTANTS).items():
            self.constants[name] = (tuple(parameters.split()), self.read_type(ty))

    def spend(self, steps: int, room: int = 0) -> None:
        """Count steps and memory; refuse more than the limits."""
        self.work, self.room = self.work - steps, self.room - room
        if self.work < 0 or self.room < 0:
            raise DoesNotHold("the proof takes more steps or more memory than the verifier's limits")

    def allow(self, length: int) -> None:
        """Allow what one more line of a file may take."""
        room, work = (min(rest, length * each) for rest, each in zip(self.later, EACH, strict=True))
        self.later = self.later[0] - room, self.later[1] - work
        self.room, self.work = self.room + room, self.work + work

    # sizes and types

    def size_bit(self, *names: str) -> int:
        """Return the bits of some size variables."""
        return reduce(lambda mask, n: mask | self.size_bits.setdefault(n, 1 << len(self.size_bits)), names, 0)

    def size(self, terms: dict[Monomial, int]) -> Size:
        """Return the size with these coefficients."""
        key = tuple(sorted((monomial, count) for monomial, count in terms.items() if count))
        if key not in self.sizes:
            if not key or len(key) > POLYNOMIAL or any(len(m) > DEGREE or c >= 10**30 for m, c in key):
                raise DoesNotHold("a size is 0, or beyond the verifier's limits")
            by_degree = sorted(key, key=lambda term: (len(term[0]), term))
            written = ("*".join((*[str(c)] * (c > 1 or not m), *map(shown, m))) for m, c in by_degree)
            text = limited(" + ".join(written))
            mask = self.size_bit(*(name for monomial, _ in key for name in monomial))
            self.spend(len(text), len(key) + len(text) // 16 + mask.bit_length() // 64)
            self.sizes[key] = Size(key, text, mask, sum(count for _, count in key))
        return self.sizes[key]

    def read_size(self, text: object) -> Size:
        """Read a sum of products of names and numbers, such as ``2*n + m*k``."""
        text = word(text)
        if text not in self.size_texts:
            terms: dict[Monomial, int] = {}
            for summand in text.split("+"):
                count, names = 1, []
                for factor in map(str.strip, summand.split("*")):
                    if re.fullmatch("[0-9]{1,30}", factor):
                        count = min(count * int(factor), 10**30)
                    else:
                        names.append(proper_name(factor))
                monomial = tuple(sorted(names))
                terms[monomial] = terms.get(monomial, 0) + count
            self.size_texts[text] = self.size(terms)
        return self.size_texts[text]

    def size_at(self, size: Size, values: dict[str, Size]) -> Size:
        """Return the size with values for its variables."""
        total: dict[Monomial, int] = {}
        for monomial, count in size.terms:
            product: dict[Monomial, int] = {(): count}
            for name in monomial:
                factor = values[name].terms if name in values else (((name,), 1),)
                self.spend(_weight_of(product) * len(factor) + len(product) * _weight_of(dict(factor)))
                product = dict(self.size(_product(product, factor)).terms)  # within the limits, or refused
            for key, value in product.items():
                total[key] = total.get(key, 0) + value
        return self.size(total)

    def _type(self, text: str, *parts: Any) -> Type:
        self.spend(1 + len(text) // 16, 1 + len(text) // 16)
        return Type(limited(text), *parts)

    def index(self, size: Size) -> Type:
        """Return the type {0, …, size−1}."""
        if size not in self.types:
            self.types[size] = self._type(f"[{size.text}]", size.mask, size)
        return self.types[size]

    def function(self, domain: Type, codomain: Type) -> Type:
        """Return the type of functions."""
        if (domain, codomain) not in self.types:
            left = domain.text if domain.domain is None else f"({domain.text})"
            mask = domain.mask | codomain.mask
            self.types[domain, codomain] = self._type(f"{left}→{codomain.text}", mask, None, domain, codomain)
        return self.types[domain, codomain]

    def read_type(self, text: object) -> Type:
        """Read a type such as ``([n]→ℝ)→ℝ``."""
        text = word(text)
        if text not in self.type_texts:
            self.type_texts[text] = Reader.read(self, text, Reader.type)
        return self.type_texts[text]

    def type_at(self, ty: Type, values: dict[str, Size], mask: int, known: dict[Type, Type]) -> Type:
        """Return the type with values for its size variables."""
        if not ty.mask & mask:
            return ty
        if ty not in known:
            if ty.size is not None:
                known[ty] = self.index(self.size_at(ty.size, values))
            elif ty.domain is not None and ty.codomain is not None:
                left = self.type_at(ty.domain, values, mask, known)
                known[ty] = self.function(left, self.type_at(ty.codomain, values, mask, known))
        return known[ty]

    # terms

    def _term(self, key: object, *parts: Any) -> Term:
        term = self.nodes[key] = Term(*parts)
        room = 1 + len(term.loose) // 8 + term.free.bit_length() // 512 + term.mask.bit_length() // 512
        self.spend(room, room)
        return term

    def variable(self, name: str, ty: Type) -> Term:
        """Return a free variable."""
        key = ("variable", name, ty)
        if key not in self.nodes:
            bit = self.variable_bits.setdefault((name, ty), 1 << len(self.variable_bits))
            self._term(key, "variable", name, None, ty, bit, (), ty.mask)
        return self.nodes[key]

    def bound(self, index: int, ty: Type) -> Term:
        """Return a bound variable by its de Bruijn index."""
        key = ("bound", index, ty)
        if key not in self.nodes:
            self._term(key, "bound", index, None, ty, 0, (*(None,) * index, ty), ty.mask)
        return self.nodes[key]

    def literal(self, value: Fraction, ty: Type) -> Term:
        """Return a real number, a natural number, or an index that surely lies below its size."""
        if ty is not self.real:
            limit = ty.size.least if ty.size is not None else None
            if ty is not self.natural and limit is None:
                raise DoesNotHold(f"the type {ty.text} has no literals")
            if value.denominator != 1 or value < 0 or (limit is not None and value >= limit):
                raise DoesNotHold(f"{quoted(str(value))} is not surely an element of {ty.text}")
        key = ("literal", value, ty)
        return self.nodes.get(key) or self._term(key, "literal", value, None, ty, 0, (), ty.mask)

    def constant(self, name: str, *sizes: Size) -> Term:
        """Return a primitive or defined constant at sizes."""
        key = ("constant", name, sizes)
        if key not in self.nodes:
            if name not in self.constants:
                raise DoesNotHold(f"the constant {quoted(name)} is not defined")
            parameters, ty = self.constants[name]
            if len(parameters) != len(sizes):
                raise DoesNotHold(f"the constant {quoted(name)} takes {len(parameters)} sizes, not {len(sizes)}")
            ty = self.type_at(ty, dict(zip(parameters, sizes, strict=True)), ty.mask, {})
            mask = reduce(lambda mask, size: mask | size.mask, sizes, ty.mask)
            self._term(key, "constant", name, sizes, ty, 0, (), mask)
        return self.nodes[key]

    def equality(self, ty: Type) -> Term:
        """Return equality on a type."""
        key = ("equality", ty)
        if key not in self.nodes:
            self._term(key, "equality", ty, None, self.function(ty, self.function(ty, self.truth)), 0, (), ty.mask)
        return self.nodes[key]

    def application(self, function: Term, argument: Term) -> Term:
        """Return a function applied to an argument of its domain."""
        key = (function, argument)
        found = self.nodes.get(key)
        if found is not None:
            return found
        ty = function.type
        if ty.codomain is None or ty.domain is not argument.type:
            raise DoesNotHold(f"a function of type {ty.text} does not take an argument of type {argument.type.text}")
        same = function.loose is argument.loose or not argument.loose
        loose = function.loose if same else _both(function.loose, argument.loose)
        free, mask = function.free | argument.free, function.mask | argument.mask
        return self._term(key, "application", function, argument, ty.codomain, free, loose, mask)

    def abstraction(self, binder: Type, body: Term) -> Term:
        """Return λ over the bound index 0 of the body."""
        key = ("abstraction", binder, body)
        found = self.nodes.get(key)
        if found is not None:
            return found
        if body.loose and body.loose[0] is not None and body.loose[0] is not binder:
            raise DoesNotHold(f"a bound variable of type {body.loose[0].text} is bound as {binder.text}")
        ty, mask = self.function(binder, body.type), binder.mask | body.mask
        return self._term(key, "abstraction", binder, body, ty, body.free, body.loose[1:], mask)

    def equation(self, left: Term, right: Term) -> Term:
        """Return left = right."""
        return self.application(self.application(self.equality(left.type), left), right)

    def conjunction(self, p: Term, q: Term) -> Term:
        """Return p ∧ q for p and q without loose indices."""
        f, true = self.connective, self.true
        both = self.application(self.application(f, p), q)
        truths = self.application(self.application(f, true), true)
        return self.equation(self.abstraction(f.type, both), self.abstraction(f.type, truths))

    def implication(self, p: Term, q: Term) -> Term:
        """Return p ⇒ q."""
        return self.equation(self.conjunction(p, q), p)

    def forall(self, variable: Term, body: Term) -> Term:
        """Return ∀variable. body."""
        return self.equation(self.bind(variable, body), self.abstraction(variable.type, self.true))

    # substitution

    def rebuild(self, root: Term, skip: Skip, leaf: Leaf, binder: Callable[[Type], Type] | None = None) -> Term:
        """Rebuild a term: keep what ``skip`` says, replace atoms by ``leaf``; both get the number of binders above.

        There is no recursion, and what occurs several times is rebuilt once.
        """
        if skip(root, 0):
            return root
        done: dict[tuple[Term, int], Term] = {}
        stack = [(root, 0)]
        while stack:
            self.spend(1)
            term, depth = key = stack[-1]
            if key in done:
                stack.pop()
            elif term.kind == "application":
                f, x = term.a, term.b
                new_f = f if skip(f, depth) else done.get((f, depth))
                new_x = x if skip(x, depth) else done.get((x, depth))
                if new_x is None:
                    stack.append((x, depth))
                if new_f is None:
                    stack.append((f, depth))
                if new_f and new_x:
                    done[stack.pop()] = self.application(new_f, new_x)
            elif term.kind == "abstraction":
                body, inner = term.b, depth + 1
                new_body = body if skip(body, inner) else done.get((body, inner))
                if new_body is None:
                    stack.append((body, inner))
                else:
                    done[stack.pop()] = self.abstraction(binder(term.a) if binder else term.a, new_body)
            else:
                done[stack.pop()] = leaf(term, depth)
        return done[root, 0]

    def bind(self, variable: Term, term: Term) -> Term:
        """Return λvariable. term."""
        bit, ty = variable.free, variable.type
        body = self.rebuild(term, lambda t, _: not t.free & bit, lambda _, depth: self.bound(depth, ty))
        return self.abstraction(ty, body)

    def opened(self, abstraction: Term, argument: Term) -> Term:
        """Return the body of an abstraction with the argument, which has no loose index, for the bound variable."""
        # Nothing else is loose in an abstraction without loose indices, so the length of ``loose`` tells all.
        return self.rebuild(abstraction.b, lambda t, depth: len(t.loose) <= depth, lambda _, __: argument)

    def substituted(self, term: Term, values: dict[Term, Term], mask: int) -> Term:
        """Return the term with the values, which have no loose indices, for free variables, all at once."""
        return self.rebuild(term, lambda t, _: not t.free & mask, lambda t, _: values[t])

    def at_sizes(self, term: Term, values: dict[str, Size], mask: int) -> Term:
        """Return the term with sizes for size variables, in types and in the sizes of constants alike."""
        known: dict[Type, Type] = {}

        def at(ty: Type) -> Type:
            return self.type_at(ty, values, mask, known)

        def leaf(t: Term, _: int) -> Term:
            if t.kind == "variable":
                return self.variable(t.a, at(t.type))
            if t.kind == "bound":
                return self.bound(t.a, at(t.type))
            if t.kind == "literal":
                return self.literal(t.a, at(t.type))
            if t.kind == "constant":
                return self.constant(t.a, *(self.size_at(size, values) for size in t.b))
            return self.equality(at(t.type.domain or t.type))

        return self.rebuild(term, lambda t, _: not t.mask & mask, leaf, at)


def _weight_of(size: dict[Monomial, int]) -> int:
    return sum(2 + len(monomial) for monomial in size)


def _product(left: dict[Monomial, int], right: Any) -> dict[Monomial, int]:
    product: dict[Monomial, int] = {}
    for a, count in left.items():
        for b, factor in right:
            key = tuple(sorted(a + b))
            product[key] = product.get(key, 0) + count * factor
    return product


def _both(first: Loose, second: Loose) -> Loose:
    """Return the loose indices of two terms together; an index has one type only."""
    both = tuple(zip_longest(first, second))
    if any(a and b and a is not b for a, b in both):
        raise DoesNotHold("a bound index has two types")
    return tuple(a or b for a, b in both)


def word(text: object) -> str:
    """Return a short string from a certificate."""
    if type(text) is not str or len(text) > WORD:
        raise NotACertificate(f"expected a short string and found {quoted(text)}")
    return text


def limited(text: str) -> str:
    """Return the text of a size or type if it is not too long."""
    if len(text) > WORD:
        raise DoesNotHold("a size or type is beyond the verifier's limits")
    return text


def closed(term: Term) -> Term:
    """Return a term that leaves no bound index loose."""
    if term.loose:
        raise DoesNotHold("the term has a loose bound index")
    return term


# ------------------------------------------------------------------------------------------------ statements of axioms

TOKEN: Final = re.compile(r"\[[^\]]*\]|\{[^}]*\}|ℝ∞|-?[0-9]+(?:/[0-9]+)?|[A-Za-z_][A-Za-z0-9_']*|\S")
STOP: Final = frozenset((")", ",", ".", "", *"⇒∧=≠≤<+*"))


def level_of(sign: str) -> int:
    """Return how strongly a sign between two operands binds, and −1 for anything else."""
    return {"⇒": 1, "∧": 2, "=": 3, "≠": 3, "≤": 3, "<": 3, "+": 4, "*": 5}.get(sign, -1)


class Reader:
    """Read a type, or a closed proposition of the table above, in the notation that ``Printer`` writes."""

    def __init__(self, logic: Logic, text: str) -> None:
        self.logic, self.tokens, self.scope = logic, [*TOKEN.findall(text), ""][::-1], dict[str, Term]()

    @classmethod
    def read(cls, logic: Logic, text: str, what: Callable[[Reader], Any]) -> Any:
        """Read the whole text as what is expected."""
        reader = cls(logic, text)
        result = what(reader)
        return result if reader.tokens == [""] else reader.fail("the end")

    def fail(self, expected: str) -> NoReturn:
        raise NotACertificate(f"expected {expected} before {quoted(' '.join(self.tokens[::-1]))!r}")

    def accept(self, token: str) -> bool:
        if self.tokens[-1] != token:
            return False
        self.tokens.pop()
        return True

    def type(self) -> Type:
        logic, token = self.logic, self.tokens[-1]
        if self.accept("("):
            left = self.type()
            self.accept(")") or self.fail(")")
        elif token.startswith("[") and token.endswith("]"):
            left = logic.index(logic.read_size(self.tokens.pop()[1:-1]))
        else:
            base = {ty.text: ty for ty in (logic.real, logic.natural, logic.truth, logic.extended)}
            left = base.get(token) or self.fail("a type")
            self.tokens.pop()
        return logic.function(left, self.type()) if self.accept("→") else left

    def term(self, level: int = 0) -> Term:
        left = self.operand()
        while level_of(self.tokens[-1]) >= level:
            symbol = self.tokens.pop()
            right = self.term(level_of(symbol) + (symbol not in "⇒∧"))
            left = self.combined(symbol, left, right)
        return left

    def combined(self, symbol: str, left: Term, right: Term) -> Term:
        logic = self.logic
        if symbol in "⇒∧":
            return (logic.implication if symbol == "⇒" else logic.conjunction)(left, right)
        if symbol in "=≠":
            return logic.equation(left, right) if symbol == "=" else self.denied(logic.equation(left, right))
        if symbol == "<":
            return self.denied(self.combined("≤", right, left))
        return logic.application(logic.application(logic.constant(symbol), left), right)

    def denied(self, p: Term) -> Term:
        return self.logic.implication(p, self.logic.false)

    def operand(self) -> Term:
        if self.tokens[-1] in ("∀", "λ", "Σ"):
            return self.binder(self.tokens.pop())
        if self.accept("¬"):
            return self.denied(self.term(6))
        term = self.atom()
        while self.tokens[-1] not in STOP:
            term = self.logic.application(term, self.atom())
        return term

    def binder(self, symbol: str) -> Term:
        logic, outer, variables, separator = self.logic, self.scope, list[Term](), ","
        while separator == ",":
            names = []
            while not self.accept(":"):
                names.append(proper_name(self.tokens.pop()))
            ty = self.type()
            variables += [logic.variable(name, ty) for name in names]
            separator = self.tokens.pop()
        self.scope = outer | {variable.a: variable for variable in variables}
        term = self.term() if separator == "." else self.fail("a body")
        for variable in reversed(variables):
            if symbol == "∀":
                term = logic.forall(variable, term)
            else:
                term = logic.bind(variable, term)
                if symbol == "Σ":
                    term = logic.application(logic.constant("sum", variable.type.size or self.fail("indices")), term)
        self.scope = outer
        return term

    def atom(self) -> Term:
        token = self.tokens.pop()
        if token == "(":
            inner = self.term()
            self.accept(")") or self.fail(")")
            return inner
        if token in ("⊤", "⊥"):
            return self.logic.true if token == "⊤" else self.logic.false
        if token[-1:].isdigit() and token[0] in "-0123456789":
            return self.logic.literal(Fraction(token), self.type() if self.accept("@") else self.logic.real)
        if token in self.scope:
            return self.scope[token]
        sizes = self.tokens.pop()[1:-1].split(",") if self.tokens[-1].startswith("{") else ()
        return self.logic.constant(token, *map(self.logic.read_size, sizes))


def table(text: str) -> dict[str, tuple[str, ...]]:
    """Read a table above, name → the other columns: anew for each file, since nobody can change a text."""
    rows = [tuple(map(str.strip, line.split("|"))) for line in text.strip().splitlines()]
    return {row[0]: row[1:] for row in rows}


def statement(logic: Logic, name: str, text: str) -> Term:
    """Return the proposition of an axiom."""
    proposition: Term = Reader.read(logic, text, Reader.term)
    if proposition.type is not logic.truth or proposition.free or proposition.loose:
        raise DoesNotHold(f"the axiom {name} is not a closed proposition")
    return proposition


# ---------------------------------------------------------------------------------------------------------------- ring


def same_polynomial(logic: Logic, left: Term, right: Term) -> bool:
    """Tell whether two real terms are equal as polynomials over ℚ in whatever is not +, * or a number."""
    atoms: dict[Term, int] = {}
    done: dict[Term, dict[tuple[int, ...], Fraction]] = {}
    allowed = left_over = min(RING, logic.work // STEPS_OF_RING)
    stack = [left, right]
    while stack:
        term = stack[-1]
        head = term.a.a if term.kind == "application" and term.a.kind == "application" else term
        operation = head.a if head.kind == "constant" and head.a in ("+", "*") else ""
        if term in done:
            stack.pop()
        elif operation:
            first, second = term.a.b, term.b
            if first not in done or second not in done:
                stack += [part for part in (second, first) if part not in done]
                continue
            a, b = done[first], done[second]
            total: dict[tuple[int, ...], Fraction] = dict(a) if operation == "+" else {}
            left_over -= _weight(a) + _weight(b) if operation == "+" else _weight(a) * _weight(b)
            if left_over < 0:
                raise DoesNotHold("the polynomials are larger than the verifier's limit")
            products = ((tuple(sorted(m + n)), c * d) for m, c in a.items() for n, d in b.items())
            for monomial, c in b.items() if operation == "+" else products:
                total[monomial] = total.get(monomial, Fraction(0)) + c
            done[stack.pop()] = {monomial: c for monomial, c in total.items() if c}
        elif term.kind == "literal":
            done[stack.pop()] = {(): term.a} if term.a else {}
        else:
            done[stack.pop()] = {(atoms.setdefault(term, len(atoms)),): Fraction(1)}
    logic.spend(STEPS_OF_RING * (allowed - left_over) + 2 * len(done))
    return done[left] == done[right]


def _weight(polynomial: dict[tuple[int, ...], Fraction]) -> int:
    return sum(
        1 + len(m) + (c.numerator.bit_length() + c.denominator.bit_length()) // 64 for m, c in polynomial.items()
    )


# --------------------------------------------------------------------------------------------------------------- rules


@dataclass(frozen=True)
class Established:
    """What a certificate establishes, in words: headings and what stands under them; ``name`` is an unchecked label."""

    name: str
    statement: list[list[Any]]
    axioms: tuple[str, ...]
    inferences: int
    terms: int


def equated(term: Term) -> tuple[Term, Term] | None:
    """Return the two sides if a term is an equation."""
    equation = term.kind == "application" and term.a.kind == "application" and term.a.a.kind == "equality"
    return (term.a.b, term.b) if equation else None


def sides(theorem: Theorem) -> tuple[Term, Term]:
    """Return the two sides of the equation that a theorem must be."""
    pair = equated(theorem[1])
    if pair is None:
        raise DoesNotHold("the premise is not an equation")
    return pair


class Replay:
    """Read a certificate line by line.  ``rules`` says what each line holds, and which method works out what it says.

    In a pattern, t is a term, p a theorem, n a name, z a size, y a type, q a number, i an index, * more of the last.
    """

    def __init__(self) -> None:
        self.logic = Logic()
        self.table, self.rules, self.decode = table(AXIOMS), rules(), _decode()
        self.terms: list[Term] = []
        self.theorems: list[Theorem] = []
        self.axioms: dict[str, Term] = {}
        self.stated: tuple[Term, ...] = ()  # the conclusion that is claimed, and the hypotheses, each once
        self.proving = False  # whether anything has been inferred but definitions
        self.header: dict[str, Any] = {}

    def begin(self, items: Any) -> None:
        """Take in the first line; what it says of the proof is compared later."""
        told, version = (items.get("format"), items.get("version")) if type(items) is dict else (None, None)
        if told == "symattn refutation":
            raise NotACertificate("it is the certificate of a refutation, which refutation_verifier.py checks")
        if told != "symattn certificate":
            raise NotACertificate('the first line names no format: that of a proof has "format": "symattn certificate"')
        if type(version) is not int or version != VERSION:
            raise NotACertificate(f"it is of version {quoted(version)}, and this program checks version {VERSION}")
        if " ".join(sorted(items)) != "axioms format name statement version" or not word(items["name"]).isprintable():
            raise NotACertificate("the header has format, version, a printable name, statement and axioms, no more")
        self.header = items

    def line(self, items: Any) -> None:
        """Take in one line after the header."""
        if type(items) is not list or not items or type(items[0]) is not str:
            raise NotACertificate("a line is a list that begins with a word")
        kind = items[0]
        entry = self.rules.get(kind)
        if entry is None:
            raise DoesNotHold(f"there is no rule {quoted(kind)!r}")
        pattern, method = entry
        codes = pattern.rstrip("*")
        extra = len(items) - 1 - len(codes)
        if extra and (codes == pattern or extra < -1):
            raise NotACertificate(f"the line {quoted(kind)} has {len(items) - 1} entries")
        decoded = [self.decode[codes[min(place, len(codes) - 1)]](self, item) for place, item in enumerate(items[1:])]
        self.logic.spend(len(items) + sum(len(item[0]) for item in decoded if type(item) is tuple))
        if kind in TERMS:
            self.terms.append(method(self.logic, *decoded))
        elif (result := method(self, *decoded)) is not None:
            self.logic.spend(1 + len(result[0]), 1 + len(result[0]) // 4)
            self.theorems.append(result)
            self.proving = self.proving or kind != "definition"

    def earlier(self, number: object, what: str, lines: Sequence[Any]) -> Any:
        """Return the term or theorem with a number; it must stand before."""
        if type(number) is not int:
            raise NotACertificate(f"a {what} is given by its number, not {quoted(number)}")
        if not 0 <= number < len(lines):
            raise DoesNotHold(f"there is no {what} {number} before this line")
        return lines[number]

    # rules of inference

    def union(self, first: Theorem, second: Theorem) -> tuple[frozenset[Term], int]:
        return (first[0] if second[0] <= first[0] else first[0] | second[0]), first[2] | second[2]

    def refl(self, t: Term) -> Theorem:
        """⊢ t = t."""
        return NONE, self.logic.equation(closed(t), t), 0

    def trans(self, first: Theorem, second: Theorem) -> Theorem:
        """Γ ∪ Δ ⊢ a = c from Γ ⊢ a = b and Δ ⊢ b = c."""
        (a, b), (also_b, c) = sides(first), sides(second)
        if b is not also_b:
            raise DoesNotHold("the middle terms differ")
        hypotheses, axioms = self.union(first, second)
        return hypotheses, self.logic.equation(a, c), axioms

    def congruence(self, functions: Theorem, arguments: Theorem) -> Theorem:
        """Γ ∪ Δ ⊢ f x = g y from Γ ⊢ f = g and Δ ⊢ x = y."""
        (f, g), (x, y) = sides(functions), sides(arguments)
        hypotheses, axioms = self.union(functions, arguments)
        logic = self.logic
        return hypotheses, logic.equation(logic.application(f, x), logic.application(g, y)), axioms

    def abstraction(self, variable: Term, theorem: Theorem) -> Theorem:
        """Γ ⊢ (λx. a) = (λx. b) from Γ ⊢ a = b, where x is not free in Γ."""
        a, b = sides(theorem)
        if variable.kind != "variable":
            raise DoesNotHold("only a variable can be bound")
        if any(hypothesis.free & variable.free for hypothesis in theorem[0]):
            raise DoesNotHold(f"the variable {quoted(variable.a)} is free in a hypothesis")
        logic = self.logic
        return theorem[0], logic.equation(logic.bind(variable, a), logic.bind(variable, b)), theorem[2]

    def beta(self, redex: Term) -> Theorem:
        """⊢ (λx. t) a = t[a/x]."""
        closed(redex)
        if redex.kind != "application" or redex.a.kind != "abstraction":
            raise DoesNotHold("the term is not an abstraction applied to an argument")
        return NONE, self.logic.equation(redex, self.logic.opened(redex.a, redex.b)), 0

    def eta(self, term: Term) -> Theorem:
        """⊢ (λx. f x) = f, where x is not free in f."""
        body = closed(term).b if term.kind == "abstraction" else None
        if body is None or body.kind != "application" or body.b.kind != "bound" or body.b.a != 0:
            raise DoesNotHold("the term is not of the form λx. f x")
        return NONE, self.logic.equation(term, closed(body.a)), 0

    def assume(self, p: Term) -> Theorem:
        """p ⊢ p."""
        if closed(p).type is not self.logic.truth:
            raise DoesNotHold("only a proposition can be assumed")
        return frozenset((p,)), p, 0

    def eq_mp(self, equivalence: Theorem, theorem: Theorem) -> Theorem:
        """Γ ∪ Δ ⊢ q from Γ ⊢ p = q and Δ ⊢ p."""
        p, q = sides(equivalence)
        if p is not theorem[1]:
            raise DoesNotHold("the second premise is not the left side of the first")
        hypotheses, axioms = self.union(equivalence, theorem)
        return hypotheses, q, axioms

    def deduct_antisym(self, first: Theorem, second: Theorem) -> Theorem:
        """(Γ − {q}) ∪ (Δ − {p}) ⊢ p = q from Γ ⊢ p and Δ ⊢ q."""
        p, q = first[1], second[1]
        hypotheses = (first[0] - {q}) | (second[0] - {p})
        return hypotheses, self.logic.equation(p, q), first[2] | second[2]

    def instantiate(self, theorem: Theorem, *pairs: Term) -> Theorem:
        """Γ[t/x] ⊢ p[t/x] from Γ ⊢ p, for all the variables x at once; the pairs are x, t, x, t, …"""
        values, mask = dict[Term, Term](), 0
        for variable, value in _pairs(pairs):
            if variable.kind != "variable" or variable in values:
                raise DoesNotHold("only a variable can be replaced, and only once")
            if closed(value).type is not variable.type:
                raise DoesNotHold(
                    f"{quoted(variable.a)} of type {variable.type.text} cannot be of type {value.type.text}"
                )
            values[variable], mask = value, mask | variable.free
        hypotheses = frozenset(self.logic.substituted(h, values, mask) for h in theorem[0])
        return hypotheses, self.logic.substituted(theorem[1], values, mask), theorem[2]

    def instantiate_sizes(self, theorem: Theorem, *pairs: str) -> Theorem:
        """Γ[p/n] ⊢ q[p/n] from Γ ⊢ q, for all the size variables n at once; the pairs are n, p, n, p, …"""
        values, mask = dict[str, Size](), 0
        for name, text in _pairs(pairs):
            if proper_name(name) in values:
                raise DoesNotHold("a size variable can be replaced only once")
            values[name] = self.logic.read_size(text)
            mask |= self.logic.size_bits.get(name, 0)
        hypotheses = frozenset(self.logic.at_sizes(h, values, mask) for h in theorem[0])
        return hypotheses, self.logic.at_sizes(theorem[1], values, mask), theorem[2]

    def definition(self, name: str, value: Term, *parameters: str) -> Theorem:
        """⊢ c = t for a new constant c and a closed term t, whose size variables are all among c's parameters."""
        logic = self.logic
        if name in logic.constants:
            raise DoesNotHold(f"{quoted(name)} is not a new name")
        mask = logic.size_bit(*map(proper_name, parameters))
        if closed(value).free or value.mask & ~mask or len(set(parameters)) != len(parameters):
            raise DoesNotHold(f"the definition of {quoted(name)} has a free variable, or a size that is no parameter")
        logic.constants[name] = (parameters, value.type)
        logic.definitions[name] = value
        constant = logic.constant(name, *map(logic.read_size, parameters))
        return NONE, logic.equation(constant, value), 0

    def axiom(self, name: str, text: str) -> Theorem:
        """⊢ p for an axiom of the table, which must say what the certificate says."""
        if name not in self.table:
            raise DoesNotHold(f"there is no axiom {quoted(name)!r}")
        if text != self.table[name][0]:
            raise DoesNotHold(f"the axiom {name} is {self.table[name][0]}, not {quoted(text)}")
        if name not in self.axioms:
            self.axioms[name] = statement(self.logic, name, text)
        return NONE, self.axioms[name], 1 << list(self.axioms).index(name)

    def ring(self, left: Term, right: Term) -> Theorem:
        """⊢ a = b for real terms that are the same polynomial."""
        if closed(left).type is not self.logic.real or closed(right).type is not self.logic.real:
            raise DoesNotHold("both sides must be real")
        if not same_polynomial(self.logic, left, right):
            raise DoesNotHold("the two sides are different polynomials")
        return NONE, self.logic.equation(left, right), 0

    # the claim

    def claims(self, conclusion: Term, *hypotheses: Term) -> None:
        """Take in the sequent that is claimed: once, and before the proof, so that nobody reads another one first."""
        if self.stated or self.proving:
            raise NotACertificate("a claim stands once, and before the proof")
        if any(closed(p).type is not self.logic.truth for p in (conclusion, *hypotheses)):
            raise DoesNotHold("what is claimed is not a proposition")
        self.stated = (conclusion, *dict.fromkeys(hypotheses))
        if Printer(self.logic, self.stated).statement() != self.header["statement"]:
            raise DoesNotHold("what is claimed is not the statement of the header")

    def conclude(self) -> Established:
        """Compare the last theorem with the claim, and say what is established."""
        if not self.stated or not self.theorems:
            raise NotACertificate("there is no claim, or no theorem")
        hypotheses, conclusion, mask = self.theorems[-1]
        if conclusion is not self.stated[0]:
            raise DoesNotHold("the last theorem is not the conclusion that is claimed")
        if hypotheses != frozenset(self.stated[1:]):
            raise DoesNotHold("the last theorem does not have the hypotheses that are claimed")
        axioms = sorted(name for place, name in enumerate(self.axioms) if mask >> place & 1)
        if axioms != self.header["axioms"]:
            raise DoesNotHold(f"the proof rests on other axioms than are claimed: {', '.join(axioms)}")
        counts = len(self.theorems), len(self.terms)
        return Established(self.header["name"], self.header["statement"], tuple(axioms), *counts)


def _pairs(items: tuple[Any, ...]) -> Iterator[tuple[Any, Any]]:
    if len(items) % 2:
        raise NotACertificate("a replacement lacks its value")
    return zip(items[::2], items[1::2], strict=True)


def _number(_: Replay, text: object) -> Fraction:
    if not re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", word(text)) or len(word(text)) > 1000:
        raise NotACertificate(f"a number is a string like -3/4, not {quoted(text)}")
    return Fraction(word(text))


# fmt: off
def _decode() -> dict[str, Callable[[Replay, Any], Any]]:
    """Say how to read each kind of entry of a line: made anew for each file, so that nobody can change it."""
    return {
        "t": lambda replay, number: replay.earlier(number, "term", replay.terms),
        "p": lambda replay, number: replay.earlier(number, "theorem", replay.theorems),
        "n": lambda _, name: proper_name(name),
        "c": lambda replay, name: name if word(name) in replay.logic.constants else proper_name(name),
        "s": lambda _, text: word(text),
        "z": lambda replay, text: replay.logic.read_size(text),
        "y": lambda replay, text: replay.logic.read_type(text),
        "q": _number,
        "i": lambda replay, number: replay.earlier(number, "bound index", range(1000)),
    }


def rules() -> dict[str, tuple[str, Callable[..., Any]]]:
    """Return the entries of each kind of line, and the method that works out what it says."""
    return {
        "variable": ("ny", Logic.variable), "bound": ("iy", Logic.bound), "literal": ("qy", Logic.literal),
        "constant": ("cz*", Logic.constant), "equality": ("y", Logic.equality), "apply": ("tt", Logic.application),
        "lambda": ("yt", Logic.abstraction),
        "refl": ("t", Replay.refl), "trans": ("pp", Replay.trans), "congruence": ("pp", Replay.congruence),
        "abstraction": ("tp", Replay.abstraction), "beta": ("t", Replay.beta), "eta": ("t", Replay.eta),
        "assume": ("t", Replay.assume), "eq_mp": ("pp", Replay.eq_mp), "deduct_antisym": ("pp", Replay.deduct_antisym),
        "instantiate": ("pt*", Replay.instantiate), "instantiate_sizes": ("ps*", Replay.instantiate_sizes),
        "definition": ("nts*", Replay.definition), "axiom": ("ss", Replay.axiom), "ring": ("tt", Replay.ring),
        "claim": ("tt*", Replay.claims),
    }
# fmt: on


# ------------------------------------------------------------------------------------------------------------ printing

MOST: Final = 200_000  # characters of all that is shown of a claim; a longer one is refused


class Printer:
    """Write propositions for people.  A name that could be taken for another is written with its type."""

    def __init__(self, logic: Logic, stated: tuple[Term, ...]) -> None:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))  # calls in Python do not fill the stack of C
        self.logic, self.left, self.free, self.used = logic, MOST, dict[Term, None](), dict[str, None]()
        self.known: dict[tuple[Term, tuple[str, ...]], tuple[str, int]] = {}  # what has been written
        self._collect(stated)
        self.conclusion, self.hypotheses = stated[0], tuple(dict.fromkeys(stated[1:]))
        names = sorted(variable.a for variable in self.free)
        self.doubtful = {name for name, after in pairwise(names) if name == after} | logic.constants.keys()
        self.taken = {*names, *logic.constants}

    def _collect(self, terms: tuple[Term, ...]) -> None:
        """Note the free variables and the defined constants, those inside definitions too."""
        seen: set[Term] = set()
        stack = list(reversed(terms))
        while stack:
            term = stack.pop()
            if term in seen:
                continue
            seen.add(term)
            stack += {"application": (term.b, term.a), "abstraction": (term.b,)}.get(term.kind, ())
            if term.kind == "variable":
                self.free[term] = None
            elif term.kind == "constant" and term.a in self.logic.definitions and term.a not in self.used:
                self.used[term.a] = None
                stack.append(self.logic.definitions[term.a])

    def statement(self) -> list[list[Any]]:
        """Say under headings what is stated, with the definitions that it rests on."""
        found = [
            ["for all sizes, and all", [f"{shown(variable.a)} : {variable.type.text}" for variable in self.free]],
            ["if", list(map(self.proposition, self.hypotheses))],
            ["then", [self.proposition(self.conclusion)]],
            ["where", [self.definition(name) for name in self.used]],
        ]
        return [section for section in found if section[1]]

    def definition(self, name: str) -> str:
        sizes = ",".join(map(shown, self.logic.constants[name][0]))
        text = self.proposition(self.logic.definitions[name])
        return f"{shown(name)}{f'{{{sizes}}}' * bool(sizes)} := {text}"

    def proposition(self, term: Term) -> str:
        """Write a closed term on a line of its own."""
        text = self.show(term, 0, ())
        self.spend(len(text))
        return text

    def spend(self, characters: int) -> None:
        self.left -= characters
        if self.left < 0:
            raise DoesNotHold("the statement is too long to be shown")

    def show(self, term: Term, level: int, scope: tuple[str, ...]) -> str:
        """Write a closed term, in parentheses if it binds less than ``level``."""
        key = term, scope
        if key not in self.known:
            text, own = self._written(term, scope)
            self.spend(1 + len(text) // 50)  # also for what is written again within something longer
            self.known[key] = text, own
        text, own = self.known[key]
        return f"({text})" if own < level else text

    def _written(self, term: Term, scope: tuple[str, ...]) -> tuple[str, int]:
        logic = self.logic
        if term is logic.true or term is logic.false:
            return "⊤" if term is logic.true else "⊥", 8
        if term.kind == "abstraction":
            return self._bound("λ", term, scope)
        if term.kind == "variable":
            name = shown(term.a)
            return (f"({name} : {term.type.text})" if term.a in self.doubtful else name), 8
        if term.kind == "literal":
            plain = term.a >= 0 and term.a.denominator == 1
            return (str(term.a) if term.type is logic.real else f"{term.a}@{term.type.text}"), 8 if plain else 5
        if term.kind == "constant":
            return shown(term.a) + (f"{{{','.join(size.text for size in term.b)}}}" if term.b else ""), 8
        if term.kind == "equality":
            return f"(=@{term.a.text})", 8
        return self._connective(term, scope) or self._application(term, scope)

    def _bound(self, symbol: str, term: Term, scope: tuple[str, ...]) -> tuple[str, int]:
        base = "i" if term.a.size else {"ℝ": "x", "ℕ": "k", "𝔹": "p", "ℝ∞": "x"}.get(term.a.text, "f")
        name, count = base, 0
        while name in self.taken or name in scope:
            name, count = f"{base}{count}", count + 1
        self.spend(len(scope) * count // 100)  # for the search above
        before = self.logic.work
        body = self.logic.opened(term, self.logic.variable(name, term.a))
        self.spend((before - self.logic.work) // 4)
        return f"{symbol}{name}:{term.a.text}. {self.show(body, 0, (*scope, name))}", 0

    def _connective(self, term: Term, scope: tuple[str, ...]) -> tuple[str, int] | None:
        """Write an equation that abbreviates something as what it abbreviates, and any other equation."""
        pair = equated(term)
        if pair is None:
            return None
        left, right = pair
        if left.kind == right.kind == "abstraction" and right.b is self.logic.true:
            return self._bound("∀", left, scope)
        if (both := self._conjuncts(pair)) is not None:
            return f"{self.show(both[0], 3, scope)} ∧ {self.show(both[1], 2, scope)}", 2
        both = self._conjuncts(equated(left))
        if both is not None and both[0] is right:
            if both[1] is self.logic.false:
                return f"¬{self.show(right, 7, scope)}", 6
            return f"{self.show(right, 2, scope)} ⇒ {self.show(both[1], 1, scope)}", 1
        return f"{self.show(left, 4, scope)} = {self.show(right, 4, scope)}", 3

    def _conjuncts(self, pair: tuple[Term, Term] | None) -> tuple[Term, Term] | None:
        """Return p and q if two terms are the sides of p ∧ q."""
        body = pair[0].b if pair is not None and pair[0].kind == "abstraction" else None
        if pair is None or body is None or body.kind != "application" or body.a.kind != "application":
            return None
        p, q = body.a.b, body.b
        if p.loose or q.loose or p.type is not self.logic.truth or q.type is not self.logic.truth:
            return None
        return (p, q) if self.logic.conjunction(p, q) is self.logic.equation(*pair) else None

    def _application(self, term: Term, scope: tuple[str, ...]) -> tuple[str, int]:
        head, arguments = term, list[Term]()
        while head.kind == "application":
            arguments.append(head.b)
            head = head.a
        level = level_of(head.a) if head.kind == "constant" else -1
        if level > 0 and len(arguments) == 2:
            left = self.show(arguments[1], level + (level == 3), scope)
            return f"{left} {head.a} {self.show(arguments[0], level + 1, scope)}", level
        if head.kind == "constant" and head.a == "sum" and arguments[-1].kind == "abstraction" and len(arguments) == 1:
            return self._bound("Σ", arguments[0], scope)
        return " ".join(self.show(part, 8, scope) for part in (head, *reversed(arguments))), 7


# ------------------------------------------------------------------------------------------------------------- reading


def _integer(text: str) -> int:
    if len(text) > 10 or not text.lstrip("-").isdecimal():
        raise NotACertificate(f"the number {quoted(text)} has no place in a certificate")
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise NotACertificate("an object has two values for one key")
    return dict(pairs)


_JSON: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_integer, parse_constant=_integer
)


def _lines(file: BinaryIO, logic: Logic) -> Iterator[Any]:
    """Yield the lines of a file as JSON; each allows some steps."""
    while raw := file.readline(LINE + 1):
        if not raw.endswith(b"\n"):
            raise NotACertificate("a line does not end: the file is truncated, or the line too long")
        logic.allow(len(raw))
        try:
            yield _JSON.decode(raw.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise NotACertificate(f"a line is not JSON: {quoted(str(error))}") from None


def verify(file: BinaryIO) -> Established:
    """Replay a certificate; raise NotACertificate or DoesNotHold, whose message names the line."""
    number, ended = 1, False
    try:
        replay = Replay()
        for items in _lines(file, replay.logic):
            if number == 1:
                replay.begin(items)
            elif ended:
                raise NotACertificate("there is something after the end")
            elif items == ["end"]:
                ended = True
            else:
                replay.line(items)
            number += 1
        if not ended:
            raise NotACertificate("the file is truncated, or empty: its end is missing")
        return replay.conclude()
    except (NotACertificate, DoesNotHold) as error:
        raise type(error)(f"line {number}: {error}") from None
    except RecursionError:
        raise NotACertificate(f"line {number}: a type or the statement is nested too deeply") from None


def report(path: str, found: Established) -> str:
    """Say what a certificate establishes."""
    lines = [f"{path}: verified ({found.inferences} inferences, {found.terms} terms)"]
    texts = table(AXIOMS)
    axioms = [["by the axioms", [f"{name}: {texts[name][0]}" for name in found.axioms]]] * bool(found.axioms)
    for heading, entries in found.statement + axioms:
        lines += [f"  {heading}", *(f"    {entry}" for entry in entries)]
    return "\n".join(lines)


def verify_path(path: str) -> Established:
    """Verify the certificate at a path."""
    try:
        with open(path, "rb") as file:
            return verify(file)
    except OSError as error:
        raise NotACertificate(f"cannot be read: {error.strerror}") from None
    except MemoryError:
        raise DoesNotHold("the proof takes more memory than there is") from None


def main(paths: list[str]) -> int:
    """Verify certificates and return the exit code."""
    if not paths or any(path.startswith("-") for path in paths):
        print("usage: python verifier.py CERTIFICATE…", file=sys.stderr)
        return 2
    code = 0
    for path in paths:
        try:
            print(report(quoted(path), verify_path(path)))
        except (NotACertificate, DoesNotHold) as error:
            bad_file = isinstance(error, NotACertificate)
            code = max(code, 2 if bad_file else 1)
            print(f"{quoted(path)}: {'not a certificate' if bad_file else 'NOT VERIFIED'}: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        sys.exit(main(sys.argv[1:]))
    except (BrokenPipeError, KeyboardInterrupt):
        sys.exit(1)

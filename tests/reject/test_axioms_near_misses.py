"""Every axiom holds on random instances in the standard model, and each of its near misses is seen to fail there.

One numeric test serves both: the statement is parsed as the kernel parses it, its quantifiers and premises are peeled
off, random values are drawn, and the premises and the conclusion are evaluated.  A near miss is a statement one step
more general or otherwise altered: a premise dropped, indices swapped, m for n, 0 or −1 for a positive number.
"""

import math
import random
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from symattn.kernel.axioms import AXIOMS, CONSTANTS
from symattn.kernel.rules import axiom
from symattn.kernel.syntax import FALSE, forall, implication, parse
from symattn.kernel.terms import BOOL, EXTENDED, NAT, REAL, Abs, App, Size, open_body, sides, size_variables, var
from symattn.numeric.meanings import MEANINGS, SemanticsError
from symattn.numeric.semantics import evaluate_term

pytestmark = pytest.mark.sampled

TRIALS = 300
NAMED = [0, 1, -1, 2, -2, 3, Fraction(1, 2), Fraction(-3, 2)]

# what the axiom about the sign of a derivative asks of a function on an interval
SLOPE, SIGN = "(∀x:ℝ. a ≤ x ⇒ x ≤ b ⇒ deriv f x (g x))", "(∀x:ℝ. a ≤ x ⇒ x ≤ b ⇒ 0 ≤ g x)"

# what makes a function of matrices one that is linear in each row, and one that is 0 where two rows are equal
REPLACED = "(λk l:[n]. B k l + ind (k = i) * (ind (l = j) + -1 * B k l))"
LINEAR = f"(∀B:[n]→[n]→ℝ, i:[n]. f B = (Σ j:[n]. B i j * f {REPLACED}))"
ALTERNATING = "(∀B:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ (∀k:[n]. B i k = B j k) ⇒ f B = 0)"
ONE = "(λi j:[n]. ind (i = j))"

NEAR_MISSES = {
    "bool_cases": ["∀P:𝔹→𝔹. P ⊤ ⇒ (∀p:𝔹. P p)", "∀P:𝔹→𝔹. P ⊥ ⇒ (∀p:𝔹. P p)"],
    "ind_true": ["ind ⊤ = 0"],
    "ind_false": ["ind ⊥ = 1"],
    "nat_induction": [
        "∀P:ℕ→𝔹. (∀n:ℕ. P n ⇒ P (suc n)) ⇒ (∀n:ℕ. P n)",
        "∀P:ℕ→𝔹. P 0@ℕ ⇒ (∀n:ℕ. P n)",
        "∀P:ℕ→𝔹. P 1@ℕ ⇒ (∀n:ℕ. P n ⇒ P (suc n)) ⇒ (∀n:ℕ. P n)",
        "∀P:ℕ→𝔹. P 0@ℕ ⇒ (∀n:ℕ. P n ⇒ P n) ⇒ (∀n:ℕ. P n)",
    ],
    "nadd_zero": ["∀n:ℕ. nadd 0@ℕ n = 0@ℕ", "∀n:ℕ. nadd 1@ℕ n = n"],
    "nadd_suc": ["∀m n:ℕ. nadd (suc m) n = nadd m n", "∀m n:ℕ. nadd (suc m) n = suc n"],
    "iterate_zero": ["∀f:([m]→[n]→ℝ)→[m]→[n]→ℝ, a:[m]→[n]→ℝ. iterate{m,n} f a 0@ℕ = f a"],
    "iterate_suc": [
        "∀f:([m]→[n]→ℝ)→[m]→[n]→ℝ, a:[m]→[n]→ℝ, k:ℕ. iterate{m,n} f a (suc k) = iterate{m,n} f a k",
        "∀f:([m]→[n]→ℝ)→[m]→[n]→ℝ, a:[m]→[n]→ℝ, k:ℕ. iterate{m,n} f a (suc k) = f a",
    ],
    "real_zero": ["real 1@ℕ = 0"],
    "real_suc": ["∀n:ℕ. real (suc n) = real n"],
    "le_total": ["∀x y:ℝ. y ≤ x", "∀x y:ℝ. x ≤ y ⇒ ¬(y ≤ x)", "∀x y:ℝ. ¬(x ≤ y) ⇒ x ≤ y"],
    "le_antisym": ["∀x y:ℝ. x ≤ y ⇒ x = y", "∀x y:ℝ. y ≤ x ⇒ x = y"],
    "le_trans": ["∀x y z:ℝ. x ≤ y ⇒ z ≤ y ⇒ x ≤ z", "∀x y z:ℝ. x ≤ y ⇒ y ≤ z ⇒ z ≤ x"],
    "le_add": ["∀x y z:ℝ. x + z ≤ y + z", "∀x y z:ℝ. x ≤ y ⇒ x + z ≤ y"],
    "le_mul": ["∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ x * y", "∀x y z:ℝ. x ≤ y ⇒ z * x ≤ z * y"],
    "zero_lt_one": ["1 < 0", "1 < 1"],
    "inv_zero": ["inv 0 = 1"],
    "inv_mul": ["∀x:ℝ. x * inv x = 1", "∀x:ℝ. x ≠ 0 ⇒ inv x * inv x = 1"],
    "sqrt_nonneg": ["∀x:ℝ. 0 ≤ x ⇒ 0 < sqrt x", "∀x:ℝ. 0 ≤ x ⇒ 1 ≤ sqrt x"],
    "sqrt_square": ["∀x:ℝ. sqrt x * sqrt x = x", "∀x:ℝ. sqrt (x * x) = x"],
    "exp_zero": ["exp 1 = 1"],
    "exp_add": ["∀x y:ℝ. exp (x + y) = exp x + exp y", "∀x y:ℝ. exp (x * y) = exp x * exp y"],
    "exp_pos": ["∀x:ℝ. exp x < 0", "∀x:ℝ. 1 < exp x"],
    "exp_log": ["∀x:ℝ. exp (log x) = x", "∀x:ℝ. 0 ≤ x ⇒ exp (log x) = x"],
    "log_exp": ["∀x:ℝ. log (exp x) = exp x", "∀x:ℝ. log x = x"],
    "sin_zero": ["sin 0 = 1"],
    "cos_zero": ["cos 0 = 0"],
    "sin_neg": ["∀x:ℝ. sin (-1 * x) = sin x"],
    "cos_neg": ["∀x:ℝ. cos (-1 * x) = -1 * cos x"],
    "sin_add": [
        "∀x y:ℝ. sin (x + y) = sin x * cos y + -1 * (cos x * sin y)",
        "∀x y:ℝ. sin (x + y) = sin x * sin y + cos x * cos y",
    ],
    "cos_add": ["∀x y:ℝ. cos (x + y) = cos x * cos y + sin x * sin y"],
    "pi_pos": ["pi < 0", "pi < 3"],
    "cos_pi": ["cos pi = 1", "cos (2 * pi) = -1"],
    "cos_one": [
        "∀x:ℝ, p:𝔹. cos x = 1 ⇒ (∀k:ℕ. x = 2 * (pi * real k) ⇒ p) ⇒ p",
        "∀x:ℝ, p:𝔹. cos x = 1 ⇒ (∀k:ℕ. x = 4 * (pi * real k) ⇒ p) ⇒ (∀k:ℕ. x = -4 * (pi * real k) ⇒ p) ⇒ p",
        "∀x:ℝ, p:𝔹. sin x = 0 ⇒ (∀k:ℕ. x = 2 * (pi * real k) ⇒ p) ⇒ (∀k:ℕ. x = -2 * (pi * real k) ⇒ p) ⇒ p",
        "∀x:ℝ, p:𝔹. cos x = 1 ⇒ (∀k:ℕ. x = 2 * (pi * real (suc k)) ⇒ p) ⇒ (∀k:ℕ. x = -2 * (pi * real (suc k)) ⇒ p) ⇒ p",
    ],
    "pi_irrational": [
        "∀a b c d:ℕ. pi * (real a + -1 * real b) = real c + -1 * real d ⇒ a = c",
        "∀a b c d:ℕ. pi * (real a + -1 * real b) = real c + -1 * real d ⇒ a = 0@ℕ",
        "∀a b c d:ℕ. 2 * (real a + -1 * real b) = real c + -1 * real d ⇒ a = b",
        "∀a b c d:ℕ, x:ℝ. pi * (real a + -1 * real b) = x ⇒ a = b",
    ],
    "size_one": ["#{2} = 1", "#{n} = 1"],
    "size_add": ["#{m+n} = #{m} * #{n}", "#{m+n} = #{m} + #{m}"],
    "size_mul": ["#{m*n} = #{m} + #{n}", "#{m*n} = #{n} * #{n}"],
    "size_pos": ["1 < #{n}", "0 < #{n} + -1"],
    "sum_const": ["(Σ i:[n]. 1) = 1", "(Σ i:[n]. #{n}) = #{n}"],
    "sum_add": [
        "∀f g:[n]→ℝ. (Σ i:[n]. f i + g i) = (Σ i:[n]. f i)",
        "∀f g:[n]→ℝ. (Σ i:[n]. f i * g i) = (Σ i:[n]. f i) * (Σ i:[n]. g i)",
    ],
    "sum_mul": [
        "∀c:ℝ, f:[n]→ℝ. (Σ i:[n]. c + f i) = c + (Σ i:[n]. f i)",
        "∀c f:[n]→ℝ. ∀k:[n]. (Σ i:[n]. c i * f i) = c k * (Σ i:[n]. f i)",
    ],
    "sum_swap": [
        "∀f:[n]→[n]→ℝ, k:[n]. (Σ i:[n]. f i k) = (Σ j:[n]. f k j)",
        "∀f:[m]→[n]→ℝ, i:[m], j:[n]. (Σ j:[n]. f i j) = (Σ i:[m]. f i j)",
    ],
    "sum_delta": [
        "∀f:[n]→ℝ, i k:[n]. (Σ j:[n]. ind (j = i) * f j) = f k",
        "∀f:[n]→ℝ, i:[n]. (Σ j:[n]. ind (i = i) * f j) = f i",
        "∀f:[n]→ℝ, s:[n]→[n], i:[n]. (Σ j:[n]. ind (s j = i) * f j) = f i",
    ],
    "sum_reindex": [
        "∀f:[n]→ℝ, s:[m]→[n], t:[n]→[m]. (∀j:[n]. s (t j) = j) ⇒ (Σ j:[n]. f j) = (Σ i:[m]. f (s i))",
        "∀f:[n]→ℝ, s:[m]→[n], t:[n]→[m]. (∀i:[m]. t (s i) = i) ⇒ (Σ j:[n]. f j) = (Σ i:[m]. f (s i))",
        "∀f:[n]→ℝ, s t:[n]→[n]. (∀i:[n]. s (s i) = i) ⇒ (∀j:[n]. t (t j) = j)"
        " ⇒ (Σ j:[n]. f j * f (t j)) = (Σ i:[n]. f (s i) * f (t i))",
    ],
    "sum_split": [
        "∀f:[m+m]→ℝ. (Σ i:[m+m]. f i) = (Σ i:[m]. f (inl{m,m} i)) + (Σ j:[m]. f (inl{m,m} j))",
        "∀f:[m+k]→ℝ. (Σ i:[m+k]. f i) = (Σ i:[m]. f (inl{m,k} i))",
        "∀f:[m+k]→ℝ. (Σ i:[m+k]. f i) = (Σ i:[m]. f (inl{m,k} i)) + (Σ j:[k]. f (inl{k,m} j))",
    ],
    "sum_pair": [
        "∀f:[n*n]→ℝ. (Σ i:[n*n]. f i) = (Σ i:[n]. f (pair{n,n} i i))",
        "∀f:[m*n]→ℝ, i:[m]. (Σ k:[m*n]. f k) = (Σ j:[n]. f (pair{m,n} i j))",
    ],
    "sum_one": ["∀f:[n]→ℝ. (Σ i:[n]. f i) = f 0@[n]", "∀f:[2]→ℝ. (Σ i:[2]. f i) = f 0@[2]"],
    "sum_ge_term": [
        "∀f:[n]→ℝ, w:[n]. f w ≤ (Σ i:[n]. f i)",
        "∀f:[n]→ℝ, w:[n]. (∀i:[n]. 0 ≤ f i) ⇒ (Σ i:[n]. f i) ≤ f w",
        "∀f:[n]→ℝ, w:[n]. 0 ≤ f w ⇒ f w ≤ (Σ i:[n]. f i)",
    ],
    "fin_one": ["∀i:[n]. i = 0@[n]", "∀i:[2]. i = 0@[2]"],
    "fin_two_left": ["inl{1,1} 0@[1] = 1@[2]"],
    "fin_two_right": ["inr{1,1} 0@[1] = 0@[2]"],
    "fin_split": [
        "∀P:[m+k]→𝔹. (∀i:[m]. P (inl{m,k} i)) ⇒ (∀i:[m+k]. P i)",
        "∀P:[m+k]→𝔹. (∀j:[k]. P (inr{m,k} j)) ⇒ (∀i:[m+k]. P i)",
        "∀P:[m+k]→𝔹. (∀i:[m]. P (inl{m,k} i)) ⇒ (∀j:[k]. P (inl{k,m} j)) ⇒ (∀i:[m+k]. P i)",
    ],
    "case_left": ["∀f g:[m]→ℝ, i:[m]. case{m,m} f g (inr{m,m} i) = f i"],
    "case_right": ["∀f g:[m]→ℝ, i:[m]. case{m,m} f g (inl{m,m} i) = g i"],
    "quo_pair": ["∀i j:[n]. quo{n,n} (pair{n,n} i j) = j", "∀i:[m], j:[n]. quo{n,m} (pair{m,n} i j) = j"],
    "rem_pair": ["∀i j:[n]. rem{n,n} (pair{n,n} i j) = i", "∀i:[m], j:[n]. rem{n,m} (pair{m,n} i j) = i"],
    "pair_quo_rem": [
        "∀k:[m*n]. pair{n,m} (rem{m,n} k) (quo{m,n} k) = k",
        "∀k:[m*n]. pair{n,m} (quo{n,m} k) (rem{n,m} k) = 0@[m*n]",
    ],
    "pos_nonneg": ["∀i:[n]. 0 < pos{n} i"],
    "pos_less": ["∀i:[n]. pos{n} i + 2 ≤ #{n}", "∀i:[n+m]. pos{n+m} i + 1 ≤ #{n}"],
    "pos_injective": ["∀i j:[n]. i = j", "∀i j:[n]. pos{n} i ≤ pos{n} j ⇒ i = j"],
    "pos_zero": ["pos{n} 0@[n] = 1", "pos{n+1} 1@[n+1] = 0"],
    "pos_last": ["pos{n} last{n} = #{n}", "pos{n} last{n} = 0"],
    "real_nat": ["∀i:[n]. real (nat{n} i) = pos{n} i + 1", "∀i:[n]. real (nat{n} i) = #{n}"],
    "pos_left": ["∀i:[m]. pos{m+k} (inl{m,k} i) = #{k} + pos{m} i"],
    "pos_right": ["∀j:[k]. pos{m+k} (inr{m,k} j) = pos{k} j", "∀j:[k]. pos{m+k} (inr{m,k} j) = #{k} + pos{k} j"],
    "pos_pair": [
        "∀i:[m], j:[n]. pos{m*n} (pair{m,n} i j) = #{m} * pos{m} i + pos{n} j",
        "∀i:[m], j:[n]. pos{m*n} (pair{m,n} i j) = pos{m} i + #{m} * pos{n} j",
    ],
    "det_linear": [
        f"∀B:[n]→[n]→ℝ, i:[n]. det{{n}} B = (Σ j:[n]. B j i * det{{n}} {REPLACED})",
        f"∀B:[n]→[n]→ℝ, i:[n]. det{{n}} B = (Σ j:[n]. det{{n}} {REPLACED})",
        f"∀B:[n]→[n]→ℝ, i j:[n]. det{{n}} B = B i j * det{{n}} {REPLACED}",
        "∀B:[n]→[n]→ℝ, i:[n]. det{n} B = (Σ j:[n]. B i j * det{n} (λk l:[n]. B k l + ind (k = i) * ind (l = j)))",
        "∀A B:[n]→[n]→ℝ. det{n} (λi j:[n]. A i j + B i j) = det{n} A + det{n} B",
        "∀c:ℝ, A:[n]→[n]→ℝ. det{n} (λi j:[n]. c * A i j) = c * det{n} A",
    ],
    "det_alternating": [
        "∀A:[n]→[n]→ℝ, i j:[n]. (∀k:[n]. A i k = A j k) ⇒ det{n} A = 0",
        "∀A:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ det{n} A = 0",
        "∀A:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ A i i = A j j ⇒ det{n} A = 0",
        "∀A:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ A i j = A j i ⇒ det{n} A = 0",
        "∀A:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ (∀k:[n]. A i k = A j k) ⇒ det{n} A = 1",
    ],
    "det_identity": [
        f"det{{n}} {ONE} = 0",
        f"det{{n}} {ONE} = #{{n}}",
        "det{n} (λi j:[n]. 1) = 1",
        "det{n} (λi j:[n]. -1 * ind (i = j)) = -1",
        "det{n+1} (λi j:[n+1]. ind (pos{n+1} i + pos{n+1} j = #{n})) = 1",
    ],
    "det_unique": [
        f"∀f:([n]→[n]→ℝ)→ℝ, A:[n]→[n]→ℝ. {ALTERNATING} ⇒ f A = det{{n}} A * f {ONE}",
        f"∀f:([n]→[n]→ℝ)→ℝ, A:[n]→[n]→ℝ. {LINEAR} ⇒ f A = det{{n}} A * f {ONE}",
        f"∀f:([n]→[n]→ℝ)→ℝ, A:[n]→[n]→ℝ. {LINEAR} ⇒ {ALTERNATING} ⇒ f A = det{{n}} A",
        f"∀f:([n]→[n]→ℝ)→ℝ, A:[n]→[n]→ℝ. {LINEAR} ⇒ {ALTERNATING} ⇒ f A = f {ONE}",
        f"∀f:([n]→[n]→ℝ)→ℝ, A:[n]→[n]→ℝ. {LINEAR} ⇒ {ALTERNATING} ⇒ f A = det{{n}} A * f A",
    ],
    "plus_emb": ["∀x y:ℝ. plus (emb x) (emb y) = emb (x * y)"],
    "plus_comm": ["∀x y:ℝ∞. plus x y = plus x x", "∀x y z:ℝ∞. plus x z = plus y z ⇒ x = y"],
    "plus_assoc": ["∀x y z:ℝ∞. plus (plus x y) z = plus x y", "∀x y:ℝ∞. plus x y = x ⇒ y = emb 0"],
    "plus_ninf": ["∀x:ℝ∞. plus ninf x = x", "∀x y:ℝ∞. plus x y = x"],
    "times_emb": ["∀c x:ℝ. 0 < c ⇒ times c (emb x) = emb (c + x)", "∀c x:ℝ. 0 < c ⇒ times c (emb x) = emb x"],
    "times_ninf": [
        "∀c:ℝ. times c ninf = ninf",
        "∀c:ℝ. 0 ≤ c ⇒ times c ninf = ninf",
        "∀c:ℝ. c ≠ 0 ⇒ times c ninf = ninf",
    ],
    "times_plus": [
        "∀c:ℝ, x y:ℝ∞. times c (plus x y) = plus (times c x) (times c y)",
        "∀c:ℝ, x y:ℝ∞. 0 ≤ c ⇒ times c (plus x y) = plus (times c x) y",
    ],
    "times_times": [
        "∀c d:ℝ, x:ℝ∞. times c (times d x) = times (c * d) x",
        "∀c d:ℝ, x:ℝ∞. 0 < c ⇒ 0 < d ⇒ times c (times d x) = times (c + d) x",
    ],
    "eexp_emb": ["∀x:ℝ. eexp (emb x) = x"],
    "eexp_ninf": ["eexp ninf = 1"],
    "eexp_plus": ["∀x y:ℝ∞. eexp (plus x y) = eexp x + eexp y"],
    "eexp_nonneg": ["∀x:ℝ∞. 0 < eexp x", "∀x y:ℝ∞. eexp x = eexp y ⇒ plus x y = x"],
    "allow_true": ["allow ⊤ = ninf"],
    "allow_false": ["allow ⊥ = emb 0", "∀p q:𝔹. allow p = allow q"],
    "deriv_const": ["∀c x:ℝ. deriv (λt:ℝ. c) x 1", "∀c x y:ℝ. deriv (λt:ℝ. c) x y", "∀f:ℝ→ℝ, x:ℝ. deriv f x 0"],
    "deriv_id": ["∀x:ℝ. deriv (λt:ℝ. t) x x", "∀x:ℝ. deriv (λt:ℝ. x) x 1", "∀f:ℝ→ℝ, x:ℝ. deriv f x 1"],
    "deriv_add": [
        "∀f g:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv (λt:ℝ. f t + g t) x (a + b)",
        "∀f g:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv g x b ⇒ deriv (λt:ℝ. f t + g t) x (a * b)",
        "∀f g:ℝ→ℝ, x y a b:ℝ. deriv f x a ⇒ deriv g y b ⇒ deriv (λt:ℝ. f t + g t) x (a + b)",
        "∀f g:ℝ→ℝ, x a:ℝ. deriv f x a ⇒ deriv (λt:ℝ. f t + g t) x a",
    ],
    "deriv_mul": [
        "∀f g:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv g x b ⇒ deriv (λt:ℝ. f t * g t) x (a * b)",
        "∀f g:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv g x b ⇒ deriv (λt:ℝ. f t * g t) x (a * f x + g x * b)",
        "∀f g:ℝ→ℝ, x a:ℝ. deriv f x a ⇒ deriv (λt:ℝ. f t * g t) x (a * g x)",
        "∀g:ℝ→ℝ, x:ℝ. deriv (λt:ℝ. t * g t) x (g x + x * g 1)",
    ],
    "deriv_inv": [
        "∀x:ℝ. deriv inv x (-1 * (inv x * inv x))",
        "∀x:ℝ. x ≠ 0 ⇒ deriv inv x (inv x * inv x)",
        "deriv inv 0 0",
    ],
    "deriv_chain": [
        "∀f g:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv g x b ⇒ deriv (λt:ℝ. g (f t)) x (b * a)",
        "∀f g:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv g (f x) b ⇒ deriv (λt:ℝ. g (f t)) x b",
        "∀f g:ℝ→ℝ, x a:ℝ. deriv f x a ⇒ deriv (λt:ℝ. g (f t)) x a",
        "∀f g:ℝ→ℝ, x b:ℝ. deriv g (f x) b ⇒ deriv (λt:ℝ. g (f t)) x b",
    ],
    "deriv_exp": ["∀x:ℝ. deriv exp x (x * exp x)", "∀x:ℝ. deriv exp x 1"],
    "deriv_log": [
        "∀x:ℝ. deriv log x (inv x)",
        "∀x:ℝ. 0 ≤ x ⇒ deriv log x (inv x)",
        "∀x:ℝ. x ≠ 0 ⇒ deriv log x (inv x)",
        "∀x:ℝ. 0 < x ⇒ deriv log x x",
    ],
    "deriv_sqrt": [
        "∀x:ℝ. 0 ≤ x ⇒ deriv sqrt x (inv (2 * sqrt x))",
        "∀x:ℝ. deriv sqrt x (inv (2 * sqrt x))",
        "∀x:ℝ. 0 < x ⇒ deriv sqrt x (inv (sqrt x))",
        "deriv sqrt 0 0",
    ],
    "deriv_sin": ["∀x:ℝ. deriv sin x (-1 * cos x)", "∀x:ℝ. deriv sin x (sin x)"],
    "deriv_cos": ["∀x:ℝ. deriv cos x (sin x)", "∀x:ℝ. deriv cos x (cos x)"],
    "deriv_sum": [
        "∀f:[n]→ℝ→ℝ, c:[n]→ℝ, x:ℝ, k:[n]. deriv (f k) x (c k) ⇒ deriv (λt:ℝ. Σ i:[n]. f i t) x (Σ i:[n]. c i)",
        "∀f:[n]→ℝ→ℝ, c:[n]→ℝ, x:ℝ, k:[n]. (∀i:[n]. deriv (f i) x (c i)) ⇒ deriv (λt:ℝ. Σ i:[n]. f i t) x (c k)",
        "∀f:[n]→ℝ→ℝ, c x:[n]→ℝ, k:[n]. (∀i:[n]. deriv (f i) (x i) (c i))"
        " ⇒ deriv (λt:ℝ. Σ i:[n]. f i t) (x k) (Σ i:[n]. c i)",
    ],
    "deriv_unique": [
        "∀f:ℝ→ℝ, x y a b:ℝ. deriv f x a ⇒ deriv f y b ⇒ a = b",
        "∀f g:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ deriv g x b ⇒ a = b",
        "∀f:ℝ→ℝ, x a b:ℝ. deriv f x a ⇒ a = b",
        "∀f g:ℝ→ℝ, x a:ℝ. deriv f x a ⇒ deriv g x a ⇒ f x = g x",
    ],
    "deriv_nonneg": [
        f"∀f g:ℝ→ℝ, a b:ℝ. {SLOPE} ⇒ {SIGN} ⇒ f a ≤ f b",
        f"∀f g:ℝ→ℝ, a b:ℝ. a ≤ b ⇒ {SLOPE} ⇒ f a ≤ f b",
        f"∀f g:ℝ→ℝ, a b:ℝ. a ≤ b ⇒ {SIGN} ⇒ f a ≤ f b",
        f"∀f g:ℝ→ℝ, a b:ℝ. a ≤ b ⇒ {SLOPE} ⇒ {SIGN} ⇒ f b ≤ f a",
        f"∀f g:ℝ→ℝ, a b:ℝ. a ≤ b ⇒ {SLOPE} ⇒ {SIGN} ⇒ f a < f b",
        f"∀f g:ℝ→ℝ, a b:ℝ. a < b ⇒ {SLOPE} ⇒ {SIGN} ⇒ f a < f b",
        f"∀f g:ℝ→ℝ, a b:ℝ. a ≤ b ⇒ {SLOPE} ⇒ 0 ≤ g a ⇒ f a ≤ f b",
        "∀f:ℝ→ℝ, a b c:ℝ. a ≤ b ⇒ deriv f a c ⇒ 0 ≤ c ⇒ f a ≤ f b",
        "∀f g:ℝ→ℝ, a b:ℝ. a ≤ b ⇒ (∀x:ℝ. a ≤ x ⇒ deriv f x (g x)) ⇒ (∀x:ℝ. b ≤ x ⇒ 0 ≤ g x) ⇒ f a ≤ f b",
        "∀f g:ℝ→ℝ, a b:ℝ. a ≤ b ⇒ (∀x:ℝ. a < x ⇒ x < b ⇒ deriv f x (g x)) ⇒ (∀x:ℝ. a < x ⇒ x < b ⇒ 0 ≤ g x)"
        " ⇒ f a ≤ f b",
        f"∀f g:ℝ→ℝ, a b:ℝ. a ≤ b ⇒ {SLOPE} ⇒ (∀x:ℝ. a ≤ x ⇒ x ≤ b ⇒ g x ≤ 0) ⇒ f a ≤ f b",
        f"∀f g h:ℝ→ℝ, a b:ℝ. a ≤ b ⇒ {SLOPE} ⇒ {SIGN} ⇒ h a ≤ h b",
        f"∀f g:ℝ→ℝ, a b:ℝ. a ≤ b ⇒ {SLOPE} ⇒ {SIGN} ⇒ f a + b + -1 * a ≤ f b",
    ],
}


# ----------------------------------------------------------------------------------------------------- the numeric test


def peel(statement):
    """Split a statement into its quantified variables, its premises and its conclusion; ¬p stays whole."""
    variables, premises, t = [], [], statement
    while (pair := sides(t)) is not None:
        left, right = pair
        if isinstance(left, Abs):
            v = var(f"v{len(variables)}", left.binder)
            body = open_body(left, v)
            if forall(v, body) is not t:
                break
            variables.append(v)
        elif (both := sides(left)) is not None and isinstance(both[0], Abs) and isinstance(both[0].body, App):
            q = both[0].body.argument
            if q.loose or q is FALSE or implication(right, q) is not t:
                break
            premises.append(right)
            body = q
        else:
            break
        t = body
    return variables, premises, t


def draw(ty, rng):
    """Draw a value of a type without size variables; small exact numbers often, so that equalities occur."""
    if ty is REAL:
        if rng.random() < 0.1:
            return rng.randrange(-4, 5) * math.pi
        return rng.choice(NAMED) if rng.random() < 0.8 else rng.gauss(0, 1)
    if ty is EXTENDED:
        return float("-inf") if rng.random() < 0.3 else draw(REAL, rng)
    if ty is BOOL:
        return rng.random() < 0.5
    if ty is NAT:
        return min(rng.randrange(6), rng.randrange(6))  # two of them are often equal
    if ty.size is not None:
        return rng.randrange(ty.size.least())
    return draw_function(ty, rng)


def draw_function(ty, rng):
    if ty.domain is NAT:
        bound, answer = rng.randrange(-1, 7), rng.random() < 0.5
        return lambda n: (n < bound) == answer
    if ty.domain is BOOL:
        table = [draw(ty.codomain, rng) for _ in range(2)]
        return lambda p: table[p]
    if ty.domain is REAL:
        return draw_real_function(rng)
    if ty.codomain is REAL and ty.domain.domain is not None:  # a number that a matrix has
        return draw_number_of_matrix(ty.domain.domain.size.least(), rng)
    if ty.domain.domain is not None:  # a map of matrices
        scale, shift = draw(REAL, rng), draw(REAL, rng)
        return lambda matrix: scale * matrix + shift
    count = ty.domain.size.least()
    if ty.codomain is ty.domain and rng.random() < 0.6:
        return rng.sample(range(count), count)
    if ty.codomain.domain is REAL:
        return [draw_real_function(rng) for _ in range(count)].__getitem__
    values = [draw(ty.codomain, rng) for _ in range(count)]
    all_alike = rng.random() < 0.3
    if all_alike and ty.codomain.domain is ty.domain and ty.codomain.codomain is REAL:
        return values[:1] * count  # equal rows
    if ty.codomain is REAL and all_alike:
        return [abs(value) for value in values]
    return [True] * count if ty.codomain is BOOL and all_alike else values


def draw_number_of_matrix(size, rng):
    """Draw a multiple of the determinant, or what is linear in each row or alternating and not both."""
    determinant, c = MEANINGS["det"](size), rng.choice(NAMED)

    def entry(matrix):
        return lambda i: lambda j: matrix[i][j]

    return rng.choice(
        [
            lambda matrix: c * determinant(entry(matrix)),
            lambda matrix: c * math.prod(matrix[i][i] for i in range(size)),
            lambda matrix: c * math.prod(sum(row) for row in matrix),
            lambda matrix: c * determinant(entry(matrix)) ** 2,
            lambda matrix: c + matrix[0][0],
        ]
    )


def draw_real_function(rng):
    """Draw a polynomial, a wave or a function with a kink or a jump, often at a number that is drawn as an argument."""
    a, b, c, p = (rng.choice(NAMED) for _ in range(4))
    return rng.choice(
        [
            lambda t: a,
            lambda t: a + b * t,
            lambda t: a + t * (b + t * c),
            lambda t: a + b * math.sin(t),
            lambda t: a * math.exp(t / 4),
            lambda t: a + abs(t - p),
            lambda t: a + b * (t >= p),
        ]
    )


def fitted(premise, values, sizes):
    """Let a number, the numbers of a family or a function that a premise calls a derivative be one, where there is one.

    They are measured by a difference quotient: numbers drawn at random would hardly ever satisfy the premise.
    """
    indices, _, inner = peel(premise)
    spine = [inner]
    while isinstance(spine[0], App):
        spine[:1] = [spine[0].function, spine[0].argument]
    head, *arguments = spine
    if getattr(head, "name", "") != "deriv":
        return
    function, place, slope = arguments
    variable = slope.function if isinstance(slope, App) else slope
    if variable not in values or len(indices) != int(variable is not slope):
        return
    h, drawn = Fraction(1, 2**16), dict(values)

    def measured(i):
        at = {**drawn, indices[0]: i} if indices else drawn
        f, x = evaluate_term(function, at, sizes), evaluate_term(place, at, sizes)
        x, step = (x, h) if isinstance(x, int | Fraction) else (x, float(h))
        return (f(x + step) - f(x - step)) / (2 * step)

    if indices and indices[0].type is REAL:
        values[variable] = measured
        return
    numbers = {name: Size.number(size) for name, size in sizes.items()}
    count = indices[0].type.substitute(numbers).size.least() if indices else 1
    found = [measured(i) for i in range(count)]
    values[variable] = found if indices else found[0]


def sampler(rng, count):
    return lambda ty: range(8) if ty is NAT else [draw(ty, rng) for _ in range(count)]


def closely(rng, count):
    """Sample the real numbers where functions are drawn with kinks, jumps and ends of intervals, and between these.

    Among the matrices are one with equal rows and one whose entries have nothing to do with each other.
    """

    def samples(ty):
        if ty is REAL:
            return [*NAMED, *(Fraction(k, 4) for k in range(-16, 17))]
        drawn = sampler(rng, count)(ty)
        if ty.domain is None or ty.codomain.domain is not ty.domain or ty.codomain.codomain is not REAL:
            return drawn
        size = range(ty.domain.size.least())
        return [*drawn, [[k + 2 for k in size]] * len(size), [[rng.randrange(2, 9) for _ in size] for _ in size]]

    return samples


@dataclass
class Outcome:
    """Count the instances whose premises held and did not hold, and keep those that refute the statement.

    ``untold`` counts those where difference quotients do not tell what a derivative is.
    """

    held: int = 0
    not_held: int = 0
    untold: int = 0
    refuted: list = field(default_factory=list)


def try_out(statement, seed=0):
    """Evaluate a statement on random instances, the first of them with every size 1."""
    rng = random.Random(seed)
    variables, premises, conclusion = peel(statement)
    names = sorted(size_variables([statement]))
    outcome = Outcome()
    for trial in range(TRIALS if variables or names else 1):
        same = rng.choice((1, 2, 3)) if rng.random() < 0.5 else None
        sizes = {name: 1 if trial == 0 else same or rng.choice((1, 2, 3)) for name in names}
        numbers = {name: Size.number(size) for name, size in sizes.items()}
        values = {v: draw(v.type.substitute(numbers), rng) for v in variables}
        for premise in premises:
            if rng.random() < 0.7:
                fitted(premise, values, sizes)

        def holds(t, values=values, sizes=sizes):
            value = evaluate_term(t, values, sizes, samples=closely(rng, 4))
            assert type(value) is bool
            return value

        try:
            if not all(map(holds, premises)):
                outcome.not_held += 1
                continue
            if not holds(conclusion):
                outcome.refuted.append((sizes, {v.name: value for v, value in values.items()}))
        except SemanticsError as untold:
            assert "difference quotients" in str(untold)
            outcome.untold += 1
            continue
        outcome.held += 1
    return outcome


@pytest.mark.parametrize("name", AXIOMS)
def test_axiom_holds_on_random_instances(name):
    statement = axiom(name).conclusion
    outcome = try_out(statement)
    assert outcome.refuted == [] and outcome.untold < TRIALS / 10
    variables, premises, _ = peel(statement)
    if premises:
        assert outcome.held >= 10 and outcome.not_held >= 10, "the premises should be now true, now false"
    else:
        assert outcome.held + outcome.untold == (TRIALS if variables or size_variables([statement]) else 1)


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("name", AXIOMS)
def test_whole_axiom_is_true(name, size):
    statement = axiom(name).conclusion
    sizes = dict.fromkeys(size_variables([statement]), size)
    others = sampler(random.Random(1), 3)
    assert evaluate_term(statement, {}, sizes, samples=lambda ty: NAMED if ty is REAL else others(ty)) is True


@pytest.mark.parametrize(
    ("name", "text"),
    [pytest.param(name, text, id=f"{name}-{k}") for name, texts in NEAR_MISSES.items() for k, text in enumerate(texts)],
)
def test_near_miss_is_refuted(name, text):
    statement = parse(text)
    assert statement.type is BOOL and not statement.free and statement is not axiom(name).conclusion
    outcome = try_out(statement)
    assert outcome.refuted, f"{outcome.held} instances held"


def test_every_axiom_has_a_near_miss():
    assert set(NEAR_MISSES) == set(AXIOMS) and all(NEAR_MISSES.values())


def test_every_constant_has_a_meaning():
    assert sorted(MEANINGS) == sorted(constant.name for constant in CONSTANTS)


def test_peeling_loses_nothing():
    statement = axiom("sum_reindex").conclusion
    variables, premises, conclusion = peel(statement)
    assert [str(v.type) for v in variables] == ["[n]→ℝ", "[m]→[n]", "[n]→[m]"]
    assert len(premises) == 2 and sides(conclusion) is not None
    whole = implication(premises[0], implication(premises[1], conclusion))
    for v in reversed(variables):
        whole = forall(v, whole)
    assert whole is statement

"""Lemmas about powers of numbers and of matrices with natural numbers as exponents, from their recursion."""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.terms import NAT, REAL, Size, Term, fin, fun, var
from ..logic.conversions import beta_sides, replaced
from ..logic.derived_rules import (
    ap_thm,
    chain,
    mp,
    right,
    symmetric,
)
from ..logic.formulas import n, x
from ..logic.numerals import NONE, suc
from ..logic.parts import head_and_arguments
from .definitions import from_definition
from .facts import Outline, fact, infer, lemma
from .outlines import by_induction_on, claim, in_cases, rewriting, some, through, use

a, b = var("a", NAT), var("b", NAT)
M = var("M", fun(fin(n), fun(fin(n), REAL)))
h = Size.variable("h")


def recursion(name: str, sizes: tuple[Size, ...], base: Term, exponent: Term, predecessor: Term | None) -> Theorem:
    """Infer the recursion equation of a power at 0, or at the successor of a number."""
    unfolded = from_definition(name, sizes, base, exponent)
    head, (steps, start, _, *entry) = head_and_arguments(right(unfolded))
    at = dict(zip("mn", head.sizes, strict=True))  # type: ignore[attr-defined]
    values = (steps, start) if predecessor is None else (steps, start, predecessor)
    result = fact("iterate_zero" if predecessor is None else "iterate_suc", at, *values)
    for index in entry:
        result = ap_thm(result, index)
    result = beta_sides(chain(unfolded, result))
    if predecessor is None:
        return result
    return replaced(result, symmetric(from_definition(name, sizes, base, predecessor)))


@lemma("∀x:ℝ. power x 0@ℕ = 1")
def power_zero() -> Theorem:
    """A power with the exponent 0."""
    return recursion("power", (), x, NONE, None)


@lemma("∀x:ℝ, a:ℕ. power x (suc a) = x * power x a")
def power_suc() -> Theorem:
    """A power with an exponent that is not 0."""
    return recursion("power", (), x, suc(a), a)


@lemma("∀M:[n]→[n]→ℝ. matpow{n} M 0@ℕ = identity{n}")
def matpow_zero() -> Theorem:
    """A matrix power with the exponent 0."""
    return recursion("matpow", (n,), M, NONE, None)


@lemma("∀M:[n]→[n]→ℝ, a:ℕ. matpow{n} M (suc a) = matmul{n,n,n} M (matpow{n} M a)")
def matpow_suc() -> Theorem:
    """A matrix power with an exponent that is not 0."""
    return recursion("matpow", (n,), M, suc(a), a)


@lemma("∀x:ℝ. power x (suc 0@ℕ) = x", by=through(use("power_suc", "x", "0@ℕ"), use("power_zero", "x"), then=rewriting))
def power_one() -> None:
    """A power with the exponent 1."""


@lemma(
    "∀x:ℝ, a:ℕ. power (inv x) a = inv (power x a)",
    by=by_induction_on(
        "a",
        through(use("power_zero", "inv x"), use("power_zero", "x"), "inv 1 = 1", then=rewriting),
        through(
            use("power_suc", "inv x", "a"),
            use("power_suc", "x", "a"),
            use("inv_product", "x", "power x a"),
            then=rewriting,
        ),
    ),
)
def power_of_inverse() -> None:
    """The factors are inverted."""


@lemma("∀a:ℕ. 1 ≤ real a ⇒ power 0 a = 0", by=by_induction_on("a"))
def power_of_zero() -> None:
    """A factor is 0."""


@lemma(
    "∀i:[n]. power 0 (nat{n} i) = ind (i = 0@[n])",
    by=in_cases(
        "i = 0@[n]",
        then=through("nat{n} i = 0@ℕ", use("power_zero", "0"), "ind (i = 0@[n]) = 1", then=rewriting),
        otherwise=through(
            use("first_position", "i"),
            claim("¬(pos{n} i ≤ 0)", then=rewriting),
            use("∀i:[n]. ¬(pos{n} i ≤ 0) ⇒ 1 ≤ real (nat{n} i)", "i"),
            use("power_of_zero", "nat{n} i"),
            use("∀p:𝔹. ¬p ⇒ ind p = 0", "i = 0@[n]"),
            then=rewriting,
        ),
    ),
)
def power_of_zero_at() -> None:
    """Only the exponent 0 leaves 1."""


@lemma(
    "∀M:[n]→[n]→ℝ. matpow{n} M (suc 0@ℕ) = M",
    by=through(
        use("matpow_suc", "M", "0@ℕ"),
        use("matpow_zero", "M"),
        use("matmul_identity", "n=n", "r=n", "M"),
        then=rewriting,
    ),
)
def matpow_one() -> None:
    """A matrix power with the exponent 1."""


@lemma(
    "∀x:ℝ, a b:ℕ. power x (nadd a b) = power x a * power x b",
    by=by_induction_on(
        "a",
        through(use("nadd_zero", "b"), use("power_zero", "x"), then=rewriting),
        through(
            use("nadd_suc", "a", "b"), use("power_suc", "x", "nadd a b"), use("power_suc", "x", "a"), then=rewriting
        ),
    ),
)
def power_nadd() -> None:
    """A power with a sum as its exponent."""


@lemma(
    "∀M:[n]→[n]→ℝ, a b:ℕ. matpow{n} M (nadd a b) = matmul{n,n,n} (matpow{n} M a) (matpow{n} M b)",
    by=by_induction_on(
        "a",
        through(
            use("nadd_zero", "b"), use("matpow_zero", "M"), use("identity_matmul", "matpow{n} M b"), then=rewriting
        ),
        through(
            use("nadd_suc", "a", "b"),
            use("matpow_suc", "M", "nadd a b"),
            use("matpow_suc", "M", "a"),
            use("matmul_assoc", "M", "matpow{n} M a", "matpow{n} M b"),
            then=rewriting,
        ),
    ),
)
def matpow_nadd() -> None:
    """A matrix power with a sum as its exponent."""


@lemma(
    "∀M:[n]→[n]→ℝ, a:ℕ, i j:[n]. (Σ k:[n]. matpow{n} M a i k * M k j) = (Σ k:[n]. M i k * matpow{n} M a k j)",
    by=through(
        use("matpow_last", "M", "a", back=True),
        use("matpow_suc", "M", "a"),
        claim("matmul{n,n,n} (matpow{n} M a) M = matmul{n,n,n} M (matpow{n} M a)", then=rewriting),
    ),
)
def matpow_commutes() -> None:
    """A matrix commutes with its powers, entry by entry."""


def _power_of_power(power: str, base: str, facts: str) -> Outline:
    """Prove (xᵃ)ᵏ = xᶜ from c = k·a, by induction over k."""
    zero, after, both = (f"{facts}_{name}" for name in ("zero", "suc", "nadd"))
    inner = f"{power} {base} a"
    return by_induction_on(
        "k",
        through("c = 0@ℕ", use(zero, inner), use(zero, base), then=rewriting),
        through(
            some("e:ℕ", "real e = real k * real a", "product_exists", "k", "a"),
            "c = nadd a e",
            use(1, "e"),
            use(after, inner, "k"),
            use(both, base, "a", "e"),
            then=rewriting,
        ),
        any="c",
    )


@lemma(
    "∀M:[n]→[n]→ℝ, a k c:ℕ. real c = real k * real a ⇒ matpow{n} (matpow{n} M a) k = matpow{n} M c",
    by=_power_of_power("matpow{n}", "M", "matpow"),
)
def matpow_of_matpow() -> None:
    """A power of a power of a matrix."""


@lemma(
    "∀x:ℝ, a k c:ℕ. real c = real k * real a ⇒ power (power x a) k = power x c",
    by=_power_of_power("power", "x", "power"),
)
def power_of_power() -> None:
    """A power of a power."""


def _swapped(base: str, of_power: str) -> Outline:
    """Prove (xᵃ)ᵇ = (xᵇ)ᵃ, both xᶜ for c = b·a."""
    return through(
        some("c:ℕ", "real c = real b * real a", "product_exists", "b", "a"),
        use(of_power, base, "a", "b", "c"),
        use(of_power, base, "b", "a", "c"),
        then=rewriting,
    )


@lemma(
    "∀M:[n]→[n]→ℝ, a b:ℕ. matpow{n} (matpow{n} M a) b = matpow{n} (matpow{n} M b) a",
    by=_swapped("M", "matpow_of_matpow"),
)
def matpow_swapped() -> None:
    """Powers of powers of a matrix do not depend on the order of the exponents."""


@lemma("∀x:ℝ, a b:ℕ. power (power x a) b = power (power x b) a", by=_swapped("x", "power_of_power"))
def power_swapped() -> None:
    """Powers of powers do not depend on the order of the exponents."""


@lemma("∀M:[n]→[n]→ℝ, a:ℕ. matpow{n} M (suc a) = matmul{n,n,n} (matpow{n} M a) M")
def matpow_last() -> None:
    """A matrix power with an exponent that is not 0, with the last factor apart."""


@lemma(
    "∀A B:[n]→[n]→ℝ, a:ℕ. matmul{n,n,n} A B = identity{n}"
    " ⇒ matmul{n,n,n} (matpow{n} A a) (matpow{n} B a) = identity{n}",
    by=by_induction_on(
        "a",
        through(
            use("matpow_zero", "A"),
            use("matpow_zero", "B"),
            "matmul{n,n,n} identity{n} identity{n} = identity{n}",
            then=rewriting,
        ),
        through(
            use("matpow_last", "A", "a"),
            use("matpow_suc", "B", "a"),
            use(
                "∀A B C D:[n]→[n]→ℝ. matmul{n,n,n} A B = identity{n} ⇒ matmul{n,n,n} C D = identity{n}"
                " ⇒ matmul{n,n,n} (matmul{n,n,n} C A) (matmul{n,n,n} B D) = identity{n}",
                "A",
                "B",
                "matpow{n} A a",
                "matpow{n} B a",
            ),
            then=rewriting,
        ),
    ),
)
def powers_of_inverses() -> None:
    """The powers of inverse matrices are inverse, by induction."""


@lemma(
    "∀A:[m]→[m]→ℝ, X:[m]→[n]→ℝ, B:[n]→[n]→ℝ, a:ℕ. matmul{m,m,n} A X = matmul{m,n,n} X B"
    " ⇒ matmul{m,m,n} (matpow{m} A a) X = matmul{m,n,n} X (matpow{n} B a)",
    by=by_induction_on(
        "a",
        through(
            use("matpow_zero", "n=m", "A"),
            use("matpow_zero", "B"),
            "matmul{m,m,n} identity{m} X = matmul{m,n,n} X identity{n}",
            then=rewriting,
        ),
        through(
            use("matpow_suc", "n=m", "A", "a"),
            use("matpow_suc", "B", "a"),
            "matmul{m,m,n} (matmul{m,m,m} A (matpow{m} A a)) X = matmul{m,n,n} X (matmul{n,n,n} B (matpow{n} B a))",
            then=rewriting,
        ),
    ),
)
def powers_intertwine() -> None:
    """What passes from one side of a matrix to the other does so with its powers, by induction."""


@lemma(
    "∀A B:[n]→[n]→ℝ, x:[n]→[1]→ℝ, c:ℝ, k:ℕ. matmul{n,n,n} A B = matmul{n,n,n} B A"
    " ⇒ matmul{n,n,1} A x = matscale{n,1} c (matmul{n,n,1} B x)"
    " ⇒ matmul{n,n,1} (matpow{n} A k) x = matscale{n,1} (power c k) (matmul{n,n,1} (matpow{n} B k) x)",
    by=by_induction_on(
        "k",
        through(
            use("matpow_zero", "A"),
            use("matpow_zero", "B"),
            use("power_zero", "c"),
            use("matscale_one", "matmul{n,n,1} identity{n} x"),
            then=rewriting,
        ),
        through(
            use("matpow_suc", "A", "k"),
            use("matpow_suc", "B", "k"),
            use("power_suc", "c", "k"),
            use("powers_intertwine", "m=n", "B", "A", "B", "k"),
            use("powers_intertwine", "m=n", "B", "B", "B", "k"),
            use(
                "∀A P Q:[n]→[n]→ℝ, x:[n]→[1]→ℝ, d:ℝ. matmul{n,n,1} Q x = matscale{n,1} d (matmul{n,n,1} P x)"
                " ⇒ matmul{n,n,1} (matmul{n,n,n} A Q) x = matscale{n,1} d (matmul{n,n,1} (matmul{n,n,n} A P) x)",
                *("A", "matpow{n} B k", "matpow{n} A k", "x", "power c k"),
            ),
            use(
                "∀A B P:[n]→[n]→ℝ, x:[n]→[1]→ℝ, c:ℝ. matmul{n,n,n} P A = matmul{n,n,n} A P"
                " ⇒ matmul{n,n,1} A x = matscale{n,1} c (matmul{n,n,1} B x)"
                " ⇒ matmul{n,n,1} (matmul{n,n,n} A P) x = matscale{n,1} c (matmul{n,n,1} (matmul{n,n,n} P B) x)",
                *("A", "B", "matpow{n} B k", "x", "c"),
            ),
            use(
                "∀x y z:[n]→[1]→ℝ, c d:ℝ. x = matscale{n,1} d y ⇒ y = matscale{n,1} c z ⇒ x = matscale{n,1} (c * d) z",
                "matmul{n,n,1} (matmul{n,n,n} A (matpow{n} A k)) x",
                "matmul{n,n,1} (matmul{n,n,n} A (matpow{n} B k)) x",
                "matmul{n,n,1} (matmul{n,n,n} (matpow{n} B k) B) x",
                *("c", "power c k"),
            ),
            then=rewriting,
        ),
    ),
)
def powers_at_vector() -> None:
    """Two matrices that commute and map a vector to multiples of one do so with their powers, by induction."""


@lemma(
    "∀A B C:[n]→[n]→ℝ, x:[n]→[1]→ℝ, c:ℝ, k:ℕ. matmul{n,n,n} C A = identity{n} ⇒ matmul{n,n,n} A B = matmul{n,n,n} B A"
    " ⇒ matpow{n} B k = zeros{n,n} ⇒ matmul{n,n,1} A x = matscale{n,1} c (matmul{n,n,1} B x) ⇒ x = zeros{n,1}",
    by=through(
        use("powers_at_vector", "A", "B", "x", "c", "k"),
        use("powers_of_inverses", "C", "A", "k"),
        use(
            "∀P Q Z:[n]→[n]→ℝ, x:[n]→[1]→ℝ, d:ℝ. matmul{n,n,n} Q P = identity{n} ⇒ Z = zeros{n,n}"
            " ⇒ matmul{n,n,1} P x = matscale{n,1} d (matmul{n,n,1} Z x) ⇒ x = zeros{n,1}",
            *("matpow{n} A k", "matpow{n} C k", "matpow{n} B k", "x", "power c k"),
        ),
    ),
)
def zero_beside_nilpotent() -> None:
    """The k-th power of A has an inverse, and that of B is 0."""


@lemma(
    "∀a:[h]→[1]→ℝ, k:ℕ. matpow{h*2} (block_rotation{h} a) k = block_rotation{h} (λi:[h], j:[1]. real k * a i j)",
    by=by_induction_on("k"),
)
def rotation_power() -> None:
    """The power of a rotation by blocks, by induction."""


@lemma(
    "∀x y:ℝ, n:ℕ. power (x * y) n = power x n * power y n",
    by=by_induction_on(
        "n",
        through(use("power_zero", "x * y"), use("power_zero", "x"), use("power_zero", "y"), then=rewriting),
        through(use("power_suc", "x * y", "n"), use("power_suc", "x", "n"), use("power_suc", "y", "n"), then=rewriting),
    ),
)
def power_of_product() -> None:
    """The power of a product, by induction."""


@lemma(
    "∀x:ℝ, n:ℕ. power (exp x) n = exp (real n * x)",
    by=by_induction_on(
        "n",
        through(
            use("power_zero", "exp x"),
            use("exp_zero"),
            claim("real 0@ℕ * x = 0", use("real_zero"), then=rewriting),
            then=rewriting,
        ),
        through(
            use("power_suc", "exp x", "n"),
            use("exp_add", "x", "real n * x"),
            claim("real (suc n) * x = x + real n * x", use("real_suc", "n"), then=rewriting),
            then=rewriting,
        ),
    ),
)
def power_of_exponential() -> None:
    """The power of an exponential, by induction."""


@lemma(
    "∀x:ℝ, n:ℕ. power x n = 0 ⇒ x = 0",
    by=by_induction_on(
        "n",
        step=through(
            use("power_suc", "x", "n"),
            "x * power x n = 0",
            then=in_cases("x = 0", otherwise=through(use("mul_zero", "x", "power x n"), use(1))),
        ),
    ),
)
def power_is_zero() -> None:
    """A power is 0 only where its base is, by induction."""


@lemma("∀x:ℝ, a:ℕ. x ≠ 0 ⇒ power x a ≠ 0")
def power_ne(apart: Theorem, zero: Theorem) -> Theorem:
    """No factor is 0."""
    return mp(apart, infer("power_is_zero", zero))


@lemma("∀y:ℝ. power_remainder{n} y 0@ℕ = 1")
def power_remainder_zero() -> Theorem:
    """Nothing is divided."""
    return recursion("power_remainder", (n,), var("y", REAL), NONE, None)


_NEXT = "#{n} * power_remainder{n} y a"


@lemma(f"∀y:ℝ, a:ℕ. power_remainder{{n}} y (suc a) = {_NEXT} + -1 * (y * quotient{{n}} ({_NEXT}) y)")
def power_remainder_suc() -> Theorem:
    """A factor more, without the multiples in it."""
    return recursion("power_remainder", (n,), var("y", REAL), suc(a), a)


@lemma(
    "∀y:ℝ. #{n} + -1 * (y + 1) = 0 ⇒ 0 < y + -1 ⇒ quotient{n} (#{n} * 1) y = 1",
    by=through(
        use("multiples_up_to", "n=n", "suc 0@ℕ", "#{n} * 1", "y", "1"),
        "real (suc 0@ℕ) = 1",
        then=rewriting,
    ),
)
def one_multiple() -> None:
    """There is one multiple of y up to y + 1."""


@lemma(
    "∀y:ℝ, a:ℕ. #{n} + -1 * (y + 1) = 0 ⇒ 0 < y + -1 ⇒ power_remainder{n} y a = 1",
    by=by_induction_on(
        "a",
        through(use("power_remainder_zero", "y"), then=rewriting),
        through(
            use("power_remainder_suc", "y", "a"),
            use("one_multiple", "n=n", "y"),
            use("∀x y:ℝ. x + -1 * (y + 1) = 0 ⇒ x * 1 + -1 * (y * 1) = 1", "#{n}", "y"),
            then=rewriting,
        ),
    ),
)
def power_remainder_of_one() -> None:
    """Powers of a number that leaves 1 leave 1, by induction."""

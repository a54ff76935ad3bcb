"""Lemmas about the parts of (a + bi)ᵏ, from the powers of the matrix by which a + bi multiplies.

What both parts are is one statement, for the one proof by induction of both.
"""

from __future__ import annotations

from .facts import Outline, lemma
from .outlines import Step, by_induction_on, claim, rewriting, through, unfold, use


def _first(part: str, row: str, value: str) -> Outline:
    """Prove what a part of (a + bi)⁰ is."""
    entry = f"identity{{2}} {row} 0@[2] = {value}"
    return through(entry, unfold(f"power_{part} a b 0@ℕ"), use("matpow_zero", "complex a b"), then=rewriting)


def _following(part: str, row: str, value: str) -> Outline:
    """Prove what a part of (a + bi)ᵏ⁺¹ is, from the entries of the power of the matrix before."""
    entry = f"∀a b:ℝ, A:[2]→[2]→ℝ. matmul{{2,2,2}} (complex a b) A {row} 0@[2] = {value}"
    return through(
        *map(unfold, ("power_re a b k", "power_im a b k", f"power_{part} a b (suc k)")),
        use("matpow_suc", "complex a b", "k"),
        use(entry, "a", "b", "matpow{2} (complex a b) k"),
        then=rewriting,
    )


@lemma("∀a b:ℝ. power_re a b 0@ℕ = 1", by=_first("re", "0@[2]", "1"))
def power_re_zero() -> None:
    """The real part of (a + bi)⁰."""


@lemma("∀a b:ℝ. power_im a b 0@ℕ = 0", by=_first("im", "1@[2]", "0"))
def power_im_zero() -> None:
    """The imaginary part of (a + bi)⁰."""


@lemma(
    "∀a b:ℝ, k:ℕ. power_re a b (suc k) = a * power_re a b k + -1 * (b * power_im a b k)",
    by=_following("re", "0@[2]", "a * A 0@[2] 0@[2] + -1 * (b * A 1@[2] 0@[2])"),
)
def power_re_suc() -> None:
    """The real part of (a + bi)(a + bi)ᵏ."""


@lemma(
    "∀a b:ℝ, k:ℕ. power_im a b (suc k) = a * power_im a b k + b * power_re a b k",
    by=_following("im", "1@[2]", "a * A 1@[2] 0@[2] + b * A 0@[2] 0@[2]"),
)
def power_im_suc() -> None:
    """The imaginary part of (a + bi)(a + bi)ᵏ."""


def _zeroth(*base: str) -> tuple[Outline, Outline]:
    """Show the parts of z⁰."""
    return use("power_re_zero", *base), use("power_im_zero", *base)


def _later(*base: str, exponent: str = "k") -> tuple[Outline, Outline]:
    """Show the parts of zᵏ⁺¹."""
    return use("power_re_suc", *base, exponent), use("power_im_suc", *base, exponent)


_ONE = through(*_zeroth("a", "b"), *_later("a", "b", exponent="0@ℕ"), then=rewriting)


@lemma("∀a b:ℝ. power_re a b (suc 0@ℕ) = a", by=_ONE)
def power_re_one() -> None:
    """The real part of (a + bi)¹."""


@lemma("∀a b:ℝ. power_im a b (suc 0@ℕ) = b", by=_ONE)
def power_im_one() -> None:
    """The imaginary part of (a + bi)¹."""


def _by_steps(parts: tuple[str, str], zeroth: tuple[Step, ...], later: tuple[Step, ...]) -> Outline:
    """Prove one of two equations by induction over k for both, from equations about 0 and about k + 1."""
    steps = by_induction_on("k", through(*zeroth, then=rewriting), through(*later, then=rewriting))
    return through(claim(" ∧ ".join(f"({part})" for part in parts), then=steps), then=rewriting)


_OF_SUM = (
    "power_re a b (nadd k l) = power_re a b k * power_re a b l + -1 * (power_im a b k * power_im a b l)",
    "power_im a b (nadd k l) = power_re a b k * power_im a b l + power_im a b k * power_re a b l",
)
_SUM = _by_steps(
    _OF_SUM,
    (*_zeroth("a", "b"), use("nadd_zero", "l")),
    (*_later("a", "b"), *_later("a", "b", exponent="nadd k l"), use("nadd_suc", "k", "l")),
)


@lemma(f"∀a b:ℝ, k l:ℕ. {_OF_SUM[0]}", by=_SUM)
def power_re_nadd() -> None:
    """The real part of (a + bi)ᵏ⁺ˡ."""


@lemma(f"∀a b:ℝ, k l:ℕ. {_OF_SUM[1]}", by=_SUM)
def power_im_nadd() -> None:
    """The imaginary part of (a + bi)ᵏ⁺ˡ."""


_BASES = ("a * x + -1 * (b * y)", "a * y + b * x"), ("a", "b"), ("x", "y")
_OF_PRODUCT = (
    "power_re (a * x + -1 * (b * y)) (a * y + b * x) k"
    " = power_re a b k * power_re x y k + -1 * (power_im a b k * power_im x y k)",
    "power_im (a * x + -1 * (b * y)) (a * y + b * x) k"
    " = power_re a b k * power_im x y k + power_im a b k * power_re x y k",
)
_PRODUCT = _by_steps(
    _OF_PRODUCT,
    tuple(step for base in _BASES for step in _zeroth(*base)),
    tuple(step for base in _BASES for step in _later(*base)),
)


@lemma(f"∀a b x y:ℝ, k:ℕ. {_OF_PRODUCT[0]}", by=_PRODUCT)
def power_re_of_product() -> None:
    """The real part of ((a + bi)(x + yi))ᵏ."""


@lemma(f"∀a b x y:ℝ, k:ℕ. {_OF_PRODUCT[1]}", by=_PRODUCT)
def power_im_of_product() -> None:
    """The imaginary part of ((a + bi)(x + yi))ᵏ."""


_OF_REAL = "power_re a 0 k = power a k", "power_im a 0 k = 0"
_REAL = _by_steps(
    _OF_REAL,
    (*_zeroth("a", "0"), use("power_zero", "a")),
    (*_later("a", "0"), use("power_suc", "a", "k")),
)


@lemma(f"∀a:ℝ, k:ℕ. {_OF_REAL[0]}", by=_REAL)
def power_re_of_real() -> None:
    """A power of a real number is real."""


@lemma(f"∀a:ℝ, k:ℕ. {_OF_REAL[1]}", by=_REAL)
def power_im_of_real() -> None:
    """A power of a real number has no imaginary part."""


_OF_TURN = "power_re (cos x) (sin x) k = cos (real k * x)", "power_im (cos x) (sin x) k = sin (real k * x)"
_TURN = _by_steps(
    _OF_TURN,
    ("cos (real 0@ℕ * x) = 1", "sin (real 0@ℕ * x) = 0", *_zeroth("cos x", "sin x")),
    (
        *_later("cos x", "sin x"),
        use("∀x:ℝ, k:ℕ. cos (real (suc k) * x) = cos x * cos (real k * x) + -1 * (sin x * sin (real k * x))", "x", "k"),
        use("∀x:ℝ, k:ℕ. sin (real (suc k) * x) = cos x * sin (real k * x) + sin x * cos (real k * x)", "x", "k"),
    ),
)


@lemma(f"∀x:ℝ, k:ℕ. {_OF_TURN[0]}", by=_TURN)
def power_re_of_turn() -> None:
    """De Moivre: the real part of (cos x + i sin x)ᵏ."""


@lemma(f"∀x:ℝ, k:ℕ. {_OF_TURN[1]}", by=_TURN)
def power_im_of_turn() -> None:
    """De Moivre: the imaginary part of (cos x + i sin x)ᵏ."""


_OF_CONJUGATE = "power_re a (-1 * b) k = power_re a b k", "power_im a (-1 * b) k = -1 * power_im a b k"
_CONJUGATE = _by_steps(
    _OF_CONJUGATE,
    (*_zeroth("a", "-1 * b"), *_zeroth("a", "b")),
    (*_later("a", "-1 * b"), *_later("a", "b")),
)


@lemma(f"∀a b:ℝ, k:ℕ. {_OF_CONJUGATE[0]}", by=_CONJUGATE)
def power_re_of_conjugate() -> None:
    """The real part of a power of a − bi."""


@lemma(f"∀a b:ℝ, k:ℕ. {_OF_CONJUGATE[1]}", by=_CONJUGATE)
def power_im_of_conjugate() -> None:
    """The imaginary part of a power of a − bi."""


_MULTIPLIED = (
    "∀a b x y u:ℝ. x * x + y * y = u ⇒ (a * x + -1 * (b * y)) * (a * x + -1 * (b * y))"
    " + (a * y + b * x) * (a * y + b * x) = (a * a + b * b) * u"
)
_MODULUS = "power_re a b k * power_re a b k + power_im a b k * power_im a b k"


@lemma(
    f"∀a b:ℝ, k:ℕ. {_MODULUS} = power (a * a + b * b) k",
    by=by_induction_on(
        "k",
        through(*_zeroth("a", "b"), use("power_zero", "a * a + b * b"), then=rewriting),
        through(
            use("power_suc", "a * a + b * b", "k"),
            use(_MULTIPLIED, "a", "b", "power_re a b k", "power_im a b k", "power (a * a + b * b) k"),
            *_later("a", "b"),
            then=rewriting,
        ),
    ),
)
def power_of_modulus() -> None:
    """|zᵏ|² = |z|²ᵏ, by induction."""


@lemma(
    "∀a b:ℝ, k:ℕ. power_im a b k * power_im a b k = power (a * a + b * b) k + -1 * (power_re a b k * power_re a b k)",
    by=through(use("power_of_modulus", "a", "b", "k", back=True), then=rewriting),
)
def power_im_square() -> None:
    """The square of the imaginary part of (a + bi)ᵏ."""

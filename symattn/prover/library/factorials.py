"""Lemmas about falling factorials x·(x − 1)⋯(x − a + 1), factorials and binomials, from their recursion."""

from __future__ import annotations

from .facts import lemma
from .outlines import by_induction_on, claim, rewriting, through, unfold, use

_END = "(suc (nat{n} last{n}))"
_FACTOR = "λc:ℝ. x + -1 * c"


@lemma(
    "∀x:ℝ. falling x 0@ℕ = 1",
    by=through(unfold("falling x 0@ℕ"), use("product_below_zero", _FACTOR), then=rewriting),
)
def falling_zero() -> None:
    """No factor."""


@lemma(
    "∀x:ℝ, a:ℕ. falling x (suc a) = falling x a * (x + -1 * real a)",
    by=through(
        unfold("falling x a"), unfold("falling x (suc a)"), use("product_below_suc", _FACTOR, "a"), then=rewriting
    ),
)
def falling_suc() -> None:
    """The last factor apart."""


@lemma(
    "∀x:ℝ, a:ℕ. falling (x + 1) (suc a) = (x + 1) * falling x a",
    by=by_induction_on(
        "a",
        through(
            use("falling_suc", "x + 1", "0@ℕ"),
            use("falling_zero", "x + 1"),
            use("falling_zero", "x"),
            use("real_zero"),
            then=rewriting,
        ),
        through(
            use("falling_suc", "x + 1", "suc a"), use("falling_suc", "x", "a"), use("real_suc", "a"), then=rewriting
        ),
    ),
)
def falling_up() -> None:
    """The first factor apart, by induction."""


@lemma("factorial 0@ℕ = 1", by=through(unfold("factorial 0@ℕ"), use("falling_zero", "real 0@ℕ"), then=rewriting))
def factorial_zero() -> None:
    """0! = 1."""


@lemma(
    "∀a:ℕ. factorial (suc a) = (real a + 1) * factorial a",
    by=through(
        unfold("factorial a"),
        unfold("factorial (suc a)"),
        use("real_suc", "a"),
        use("falling_up", "real a", "a"),
        then=rewriting,
    ),
)
def factorial_suc() -> None:
    """The largest factor apart."""


@lemma(
    "∀a:ℕ. 0 < factorial a",
    by=by_induction_on(
        "a",
        through(use("factorial_zero"), use("zero_lt_one"), then=rewriting),
        through(
            use("factorial_suc", "a"),
            use("∀a:ℕ, f:ℝ. 0 < f ⇒ 0 < (real a + 1) * f", "a", "factorial a"),
            then=rewriting,
        ),
    ),
)
def factorial_pos() -> None:
    """A product of positive numbers, by induction."""


@lemma(
    "∀a b:ℕ. falling (real (nadd a b)) a = factorial (nadd a b) * inv (factorial b)",
    by=by_induction_on(
        "a",
        through(use("∀b:ℕ. falling (real (nadd 0@ℕ b)) 0@ℕ = factorial (nadd 0@ℕ b) * inv (factorial b)", "b")),
        through(
            use("∀a b:ℕ. real (nadd (suc a) b) = real (nadd a b) + 1", "a", "b"),
            use("falling_up", "real (nadd a b)", "a"),
            use(
                "∀a b:ℕ. (real (nadd a b) + 1) * (factorial (nadd a b) * inv (factorial b))"
                " = factorial (nadd (suc a) b) * inv (factorial b)",
                "a",
                "b",
                back=True,
            ),
            then=rewriting,
        ),
    ),
)
def falling_of_sum() -> None:
    """Without the factors up to b, by induction."""


@lemma("∀k b:ℕ. falling (real k) (nadd k (suc b)) = 0", by=by_induction_on("b"))
def falling_beyond() -> None:
    """One of the factors is 0, by induction."""


def _row(k: str, size: str = "n+1", place: str = "j") -> str:
    """Return the statement of the sum over the places of a row of Pascal's triangle, with powers of x."""
    return _term(k, f"(nat{{{size}}} {place})")


def _term(k: str, number: str) -> str:
    return f"falling (real {k}) {number} * inv (factorial {number}) * power x {number}"


def _sum(k: str, size: str = "n+1") -> str:
    return f"(Σ j:[{size}]. {_row(k, size)})"


_FIRST_ROW = f"(Σ i:[1]. {_row('0@ℕ', place='(inl{1,n} i)')}) + (Σ j:[n]. {_row('0@ℕ', place='(inr{1,n} j)')})"


@lemma(
    f"∀x:ℝ, k e:ℕ. real k + real e = #{{n}} ⇒ {_sum('k')} = power (x + 1) k",
    by=by_induction_on(
        "k",
        any="e",
        base=through(
            use("sum_split", "m=1", "k=n", f"λj:[n+1]. {_row('0@ℕ')}"),
            use(f"∀x:ℝ. {_FIRST_ROW} = power (x + 1) 0@ℕ", "x"),
            then=rewriting,
        ),
        step=through(
            use("∀k e:ℕ. real (suc k) + real e = #{n} ⇒ real k + real (suc e) = #{n}", "k", "e"),
            use(f"∀k e:ℕ. real k + real (suc e) = #{{n}} ⇒ real (nadd k (suc e)) = real {_END}", "k", "e"),
            use("real_injective", "nadd k (suc e)", _END),
            use("falling_beyond", "k", "e"),
            claim(f"falling (real k) {_END} = 0", then=rewriting),
            use(f"∀x:ℝ, k:ℕ. {_sum('(suc k)')} = {_sum('k')} + x * {_sum('k', 'n')}", "x", "k"),
            use(f"∀x:ℝ, k:ℕ. {_sum('k')} = {_sum('k', 'n')} + {_term('k', _END)}", "x", "k"),
            use(1, "suc e"),
            use(
                "∀a b c d e f x:ℝ, k:ℕ. a = b + x * c ⇒ b = c + d * e * f ⇒ d = 0 ⇒ b = power (x + 1) k"
                " ⇒ a = power (x + 1) (suc k)",
                *(_sum("(suc k)"), _sum("k"), _sum("k", "n")),
                *(f"falling (real k) {_END}", f"inv (factorial {_END})", f"power x {_END}"),
                *("x", "k"),
            ),
        ),
    ),
)
def row_sums() -> None:
    """The sums over the rows of Pascal's triangle up to the n-th one, by Pascal's rule and by induction."""


@lemma(
    f"∀x:ℝ. {_sum(_END)} = power (x + 1) {_END}",
    by=through(f"real {_END} + real 0@ℕ = #{{n}}", use("row_sums", "n=n", "x", _END, "0@ℕ")),
)
def binomial_theorem() -> None:
    """The sum over the n-th row."""

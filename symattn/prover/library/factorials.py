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


@lemma(
    "∀x:ℝ, a:ℕ. falling (x + 1) a * (x + 1 + -1 * real a) = (x + 1) * falling x a",
    by=through(use("falling_suc", "x + 1", "a"), use("falling_up", "x", "a"), then=rewriting),
)
def falling_beside() -> None:
    """Compare x·(x − 1)⋯ with so many factors from x + 1 on."""


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


@lemma(
    "∀a:ℕ. falling 0 (suc a) = 0",
    by=through(
        use("falling_up", "-1", "a"),
        use("∀y z:ℝ. z = (-1 + 1) * y ⇒ z = 0", "falling (-1) a", "falling (-1 + 1) (suc a)"),
    ),
)
def falling_of_zero() -> None:
    """The first factor is 0."""


@lemma("∀g:ℝ→ℝ. (Σ i:[n]. g (pos{n} i + 1) + -1 * g (pos{n} i)) = g #{n} + -1 * g 0")
def telescoping() -> None:
    """What is between the first and the last value cancels."""


_STEP = "falling (pos{n} i + 1) (suc a) + -1 * falling (pos{n} i) (suc a)"
_MULTIPLE = "(real a + 1) * falling (pos{n} i) a"


@lemma(
    "∀a:ℕ. (Σ i:[n]. falling (pos{n} i) a) = falling #{n} (suc a) * inv (real a + 1)",
    by=through(
        use("telescoping", "n=n", "λc:ℝ. falling c (suc a)"),
        use("falling_of_zero", "a"),
        claim(
            f"∀i:[n]. {_STEP} = {_MULTIPLE}",
            use("falling_up", "pos{n} i", "a"),
            use("falling_suc", "pos{n} i", "a"),
            then=rewriting,
        ),
        use(
            "∀f g:[n]→ℝ. (∀i:[n]. f i = g i) ⇒ (Σ i:[n]. g i) = (Σ i:[n]. f i)",
            *(f"λi:[n]. {_STEP}", f"λi:[n]. {_MULTIPLE}"),
        ),
        use("sum_mul", "real a + 1", "λi:[n]. falling (pos{n} i) a", back=True),
        claim("(real a + 1) * (Σ i:[n]. falling (pos{n} i) a) = falling #{n} (suc a)", then=rewriting),
        use(
            "∀a:ℕ, s t:ℝ. (real a + 1) * s = t ⇒ s = t * inv (real a + 1)",
            *("a", "Σ i:[n]. falling (pos{n} i) a", "falling #{n} (suc a)"),
        ),
    ),
)
def falling_powers_summed() -> None:
    """Falling powers of positions are steps of those with an exponent more (GKP, 2.6)."""


@lemma(
    "∀a:ℕ. (Σ i:[n]. factorial (nadd a (nat{n} i)) * inv (factorial (nat{n} i)))"
    f" = factorial (nadd a {_END}) * inv ((real a + 1) * factorial (nat{{n}} last{{n}}))"
)
def rising_powers_summed() -> None:
    """The sums along a diagonal of Pascal's triangle, by induction over n."""


def _weighted(r: str, x: str, position: str, number: str) -> str:
    return f"falling {position} {r} * (falling {x} {number} * inv (factorial {number}) * power q {number})"


def _at(r: str, x: str, index: str, size: str = "n+1") -> str:
    return _weighted(r, x, f"(pos{{{size}}} {index})", f"(nat{{{size}}} {index})")


def _moment(r: str, x: str, size: str = "n+1") -> str:
    """Return the statement of the sum of the places' falling powers in a row, with powers of q."""
    return f"(Σ j:[{size}]. {_at(r, x, 'j', size)})"


_LESS = "real k + real e + 1 = #{n}"


@lemma(
    f"∀x q:ℝ, r:ℕ. {_moment('(suc r)', 'x')} = x * q * {_moment('r', '(x + -1)', 'n')}",
    by=through(
        use("sum_split", "m=1", "k=n", f"λj:[n+1]. {_at('(suc r)', 'x', 'j')}"),
        use("falling_of_zero", "r"),
        claim(
            f"∀i:[n]. {_at('(suc r)', 'x', '(inr{1,n} i)')} = x * q * ({_at('r', '(x + -1)', 'i', 'n')})",
            claim(
                f"∀a:ℕ. {_weighted('(suc r)', 'x', '(real a + 1)', '(suc a)')}"
                f" = x * q * ({_weighted('r', '(x + -1)', '(real a)', 'a')})",
                use("falling_up", "real a", "r"),
                "x + -1 + 1 = x",
                use("falling_up", "x + -1", "a"),
                claim("falling x (suc a) = x * falling (x + -1) a", then=rewriting),
                use("power_suc", "q", "a"),
                use("factorial_suc", "a"),
                use("factorial_pos", "a"),
            ),
            use(-1, "nat{n} i"),
        ),
    ),
)
def moment_absorbed() -> None:
    """k·(n over k) = n·(n − 1 over k − 1), under a sum (GKP, (5.6))."""


@lemma(
    f"∀q:ℝ, r k e:ℕ. {_LESS} ⇒ {_moment('r', '(real k)')} = {_moment('r', '(real k)', 'n')}",
    by=through(
        use(f"∀k e:ℕ. {_LESS} ⇒ real (nadd k (suc e)) = real {_END}", "k", "e"),
        use("real_injective", "nadd k (suc e)", _END),
        use("falling_beyond", "k", "e"),
        claim(f"falling (real k) {_END} = 0", then=rewriting),
        claim(f"nat{{n+1}} last{{n+1}} = {_END}"),
        claim(f"{_at('r', '(real k)', 'last{n+1}')} = 0", then=rewriting),
        use(f"∀x q:ℝ, r:ℕ, i:[n]. {_at('r', 'x', '(inl{n,1} i)')} = {_at('r', 'x', 'i', 'n')}"),
        use(
            "∀f:[n+1]→ℝ, g:[n]→ℝ. (∀i:[n]. f (inl{n,1} i) = g i) ⇒ f last{n+1} = 0 ⇒ (Σ j:[n+1]. f j) = (Σ i:[n]. g i)",
            *(f"λj:[n+1]. {_at('r', '(real k)', 'j')}", f"λi:[n]. {_at('r', '(real k)', 'i', 'n')}"),
        ),
    ),
)
def moment_of_shorter_row() -> None:
    """A shorter row has a zero at the last place."""


@lemma(
    f"∀q:ℝ, k e:ℕ. real k + real e = #{{n}} ⇒ {_moment('0@ℕ', '(real k)')} = power (q + 1) k",
    by=through(
        use("row_sums", "n=n", "q", "k", "e"),
        use(f"∀q:ℝ, k:ℕ. {_moment('0@ℕ', '(real k)')} = {_sum('k').replace('x', 'q')}", "q", "k"),
        then=rewriting,
    ),
)
def moment_zero() -> None:
    """The sum over a row."""


@lemma(
    f"∀q:ℝ. {_moment('(suc 0@ℕ)', '#{n}')} = #{{n}} * q * power (q + 1) (nat{{n}} last{{n}})",
    by=through(
        use("moment_absorbed", "n=n", "#{n}", "q", "0@ℕ"),
        "#{n} + -1 = real (nat{n} last{n})",
        use("moment_of_shorter_row", "n=n", "q", "0@ℕ", "nat{n} last{n}", "0@ℕ", back=True),
        use("moment_zero", "n=n", "q", "nat{n} last{n}", "suc 0@ℕ"),
        then=rewriting,
    ),
)
def moment_one() -> None:
    """The places of a row, summed: the first factor of each binomial is taken out."""


@lemma(
    f"∀q:ℝ, r k e:ℕ. real k + real e = #{{n}}"
    f" ⇒ power (q + 1) r * {_moment('r', '(real k)')} = falling (real k) r * power q r * power (q + 1) k",
    by=by_induction_on(
        "r",
        any="k e",
        base=through(
            use("moment_zero", "n=n", "q", "k", "e"),
            use("falling_zero", "real k"),
            use("power_zero", "q"),
            use("power_zero", "q + 1"),
            then=rewriting,
        ),
        step=by_induction_on(
            "k",
            any="e",
            base=through(
                use("moment_absorbed", "n=n", "0", "q", "r"),
                use("falling_of_zero", "r"),
                use("real_zero"),
                claim(f"{_moment('(suc r)', '0')} = 0"),
                then=rewriting,
            ),
            step=through(
                use(f"∀k e:ℕ. real (suc k) + real e = #{{n}} ⇒ {_LESS}", "k", "e"),
                use("∀k e:ℕ. real (suc k) + real e = #{n} ⇒ real k + real (suc e) = #{n}", "k", "e"),
                use("moment_of_shorter_row", "n=n", "q", "r", "k", "e"),
                use("falling_up", "real k", "r"),
                use(1, "k", "suc e"),
                use("moment_absorbed", "n=n", "real k + 1", "q", "r"),
                "real k + 1 + -1 = real k",
                claim(
                    f"{_moment('(suc r)', '(real k + 1)')} = (real k + 1) * q * {_moment('r', '(real k)')}",
                    then=rewriting,
                ),
                use("real_suc", "k"),
                *(use("power_suc", x, a) for x, a in (("q", "r"), ("q + 1", "r"), ("q + 1", "k"))),
                use(
                    "∀q p s k y f w u:ℝ. s = (k + 1) * q * y ⇒ p * y = f * u * w"
                    " ⇒ (q + 1) * p * s = (k + 1) * f * (q * u) * ((q + 1) * w)",
                    *("q", "power (q + 1) r", _moment("(suc r)", "(real k + 1)"), "real k", _moment("r", "(real k)")),
                    *("falling (real k) r", "power (q + 1) k", "power q r"),
                ),
                then=rewriting,
            ),
        ),
    ),
)
def moments() -> None:
    """The factorial moments of a row, by absorption and by induction."""


_BEFORE = "(nat{n} last{n})"
_ROW = f"(real {_BEFORE})"


@lemma(
    f"∀q:ℝ. {_moment('0@ℕ', _ROW, 'n')} = power (q + 1) {_BEFORE}",
    by=through(
        use("moment_of_shorter_row", "n=n", "q", "0@ℕ", _BEFORE, "0@ℕ", back=True),
        use("moment_zero", "n=n", "q", _BEFORE, "suc 0@ℕ"),
        then=rewriting,
    ),
)
def moment_zero_of_row() -> None:
    """The binomial theorem, where the n places are those of the row."""


_RATIO = "(u * inv v)"
_RAISED = f"falling {_ROW} r * power {_RATIO} r * power ({_RATIO} + 1) {_BEFORE}"
_OF_ROW, _OF_LONGER = (_moment("r", _ROW, size).replace("q", _RATIO) for size in ("n", "n+1"))


@lemma(f"∀u v:ℝ. v ≠ 0 ⇒ {_RATIO} + 1 = (u + v) * inv v")
def ratio_and_one() -> None:
    """A common denominator."""


@lemma(
    f"∀u v:ℝ, r:ℕ. v ≠ 0 ⇒ u + v ≠ 0 ⇒ {_OF_ROW} = {_RAISED} * inv (power ({_RATIO} + 1) r)",
    by=through(
        use("moments", "n=n", _RATIO, "r", _BEFORE, "suc 0@ℕ"),
        use("moment_of_shorter_row", "n=n", _RATIO, "r", _BEFORE, "0@ℕ", back=True),
        use("inv_ne", "v"),
        use("mul_ne", "u + v", "inv v"),
        use("ratio_and_one", "u", "v", back=True),
        claim(f"{_RATIO} + 1 ≠ 0", then=rewriting),
        use("power_ne", f"{_RATIO} + 1", "r"),
        use(
            "∀p s t:ℝ. p ≠ 0 ⇒ p * s = t ⇒ s = t * inv p",
            *(f"power ({_RATIO} + 1) r", _OF_LONGER, _RAISED),
        ),
        then=rewriting,
    ),
)
def moments_of_row() -> None:
    """The factorial moments of a row where the sum over it is not 0."""


_SHARE = f"{_term(_BEFORE, '(nat{n} i)').replace('x', 'q')} * inv (pos{{n}} i + 1)"
_WHOLE = f"falling (real {_END}) (nat{{n+1}} j) * inv (factorial (nat{{n+1}} j)) * power q (nat{{n+1}} j)"


@lemma(
    f"∀q:ℝ. q ≠ 0 ⇒ (Σ i:[n]. {_SHARE}) = (power (q + 1) {_END} + -1) * inv (#{{n}} * q)",
    by=through(
        claim(
            f"(Σ j:[n+1]. {_WHOLE}) = 1 + #{{n}} * q * (Σ i:[n]. {_SHARE})",
            claim(
                f"∀i:[n]. {_WHOLE.replace('(nat{n+1} j)', '(suc (nat{n} i))')} = #{{n}} * q * ({_SHARE})",
                use("falling_up", f"real {_BEFORE}", "nat{n} i"),
                use("factorial_suc", "nat{n} i"),
                use("factorial_pos", "nat{n} i"),
            ),
            use("sum_split", "m=1", "k=n", f"λj:[n+1]. {_WHOLE}"),
        ),
        use("binomial_theorem", "n=n", "q"),
        use(
            "∀a c q s:ℝ. q ≠ 0 ⇒ a = 1 + #{n} * q * s ⇒ a = c ⇒ s = (c + -1) * inv (#{n} * q)",
            *(f"Σ j:[n+1]. {_WHOLE}", f"power (q + 1) {_END}", "q", f"Σ i:[n]. {_SHARE}"),
        ),
    ),
)
def shares_of_row() -> None:
    """(n over k)/(k + 1) = (n + 1 over k + 1)/(n + 1), under a sum."""

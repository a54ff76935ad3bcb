"""Lemmas about the product of finitely many numbers, from its recursion: one factor more at each place."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.terms import (
    NAT,
    REAL,
    Term,
    app,
    equation,
    fin,
    fun,
    literal,
    var,
)
from ..logic.conversions import beta_sides, replaced
from ..logic.derived_rules import (
    ap_thm,
    chain,
    right,
    symmetric,
)
from ..logic.formulas import ONE, TWO, ZERO, n
from ..logic.numerals import NONE, real, suc
from .definitions import defined, from_definition
from .facts import Outline, fact, lemma
from .naturals import by_induction
from .outlines import by_places, claim, rewriting, through, unfold, use
from .powers import recursion
from .search import said_of, search

_F, _K = var("f", fun(fin(n), REAL)), var("k", NAT)
_W = var("w", fin(n))
_H = var("h", fun(REAL, REAL))
_COUNTER, _SO_FAR = literal(0, fin(TWO)), literal(1, fin(TWO))


def _state(k: Term, part: Term) -> Term:
    return app(defined("counted_product"), _H, k, part)


def _next_state(part: Term, value: str) -> Theorem:
    """Return ⊢ the state after k + 1 steps = what the step makes of the state after k, at one of its two parts."""
    step = beta_sides(ap_thm(recursion("counted_product", (), _H, suc(_K), _K), part))
    made = "ind (J = 0@[2]) * (c + 1) + ind (J = 1@[2]) * (v * s)".replace("J", f"{part.value}@[2]")  # type: ignore[attr-defined]
    count, so_far = _state(_K, _COUNTER), _state(_K, _SO_FAR)
    return chain(step, said_of(f"∀c v s:ℝ. {made} = {value}", (count, so_far, app(_H, count))))


def _first_state(part: Term, value: Term) -> Theorem:
    start = beta_sides(ap_thm(recursion("counted_product", (), _H, NONE, None), part))
    return chain(start, search(equation(right(start), value)))


@lemma("∀h:ℝ→ℝ, k:ℕ. counted_product h k 0@[2] = real k")
def counter() -> Theorem:
    """The counter, by induction."""
    same = assume(equation(_state(_K, _COUNTER), real(_K)))
    base = chain(_first_state(_COUNTER, ZERO), symmetric(fact("real_zero")))
    step = chain(replaced(_next_state(_COUNTER, "c + 1"), same), symmetric(fact("real_suc", _K)))
    return by_induction(_K, same.conclusion, base, step)


@lemma("∀h:ℝ→ℝ. product_below h 0@ℕ = 1")
def product_below_zero() -> Theorem:
    """A product of no factor."""
    return chain(from_definition("product_below", (), _H, NONE), _first_state(_SO_FAR, ONE))


@lemma("∀h:ℝ→ℝ, k:ℕ. product_below h (suc k) = product_below h k * h (real k)")
def product_below_suc() -> Theorem:
    """The last factor apart."""
    unfolded = chain(from_definition("product_below", (), _H, suc(_K)), _next_state(_SO_FAR, "v * s"))
    return replaced(unfolded, fact("counter", _H, _K), symmetric(from_definition("product_below", (), _H, _K)))


_NUMBERS = "λc:ℝ. Σ l:[n]. ind (pos{n} l = c) * f l"


@lemma(
    "∀f:[n]→ℝ. product_to{n} f 0@ℕ = f 0@[n]",
    by=through(
        unfold("product_to{n} f 0@ℕ"),
        use("product_below_suc", _NUMBERS, "0@ℕ"),
        use("product_below_zero", _NUMBERS),
        use("∀f:[n]→ℝ. 1 * (Σ i:[n]. ind (pos{n} i = real 0@ℕ) * f i) = f 0@[n]", "f"),
        then=rewriting,
    ),
)
def product_to_first() -> None:
    """A product up to the first place is its first factor."""


@lemma(
    "∀f:[n]→ℝ, w:[n], k:ℕ. real k + 1 = pos{n} w ⇒ product_to{n} f (suc k) = product_to{n} f k * f w",
    by=through(
        use(
            "∀f:[n]→ℝ, w:[n], k:ℕ. real k + 1 = pos{n} w ⇒ (Σ i:[n]. ind (pos{n} i = real (suc k)) * f i) = f w",
            *("f", "w", "k"),
        ),
        unfold("product_to{n} f k"),
        unfold("product_to{n} f (suc k)"),
        use("product_below_suc", _NUMBERS, "suc k"),
        then=rewriting,
    ),
)
def product_to_next() -> None:
    """A product up to the next place has the factor there besides."""


@lemma("∀f:[n]→ℝ. product_to{n} f (nat{n} last{n}) = product{n} f", by=through(unfold("product{n} f"), then=rewriting))
def product_to_last() -> None:
    """A product up to the last place is the whole product."""


@lemma("∀f:[n]→ℝ. product{n} (λi:[n]. 1 + ind (pos{n} i ≤ pos{n} last{n}) * (f i + -1)) = product{n} f")
def product_within_last() -> None:
    """All factors lie up to the last place."""


def _of_all(says: str, of_two: str) -> Outline:
    """Prove of a product what is said of each factor, by a fact that says it of the product of two numbers."""
    return by_places(
        "k:ℕ, w:[n]",
        says.format("product_to{n} f k"),
        through(use("product_to_first", "f"), use(0, "0@[n]"), then=rewriting),
        through(
            use("product_to_next", "f", "w", "k"), use(0, "w"), use(of_two, "product_to{n} f k", "f w"), then=rewriting
        ),
        through(use("product_to_last", "f"), then=rewriting),
    )


@lemma("∀f:[n]→ℝ. (∀i:[n]. 0 < f i) ⇒ 0 < product{n} f", by=_of_all("0 < {}", "mul_pos"))
def product_pos() -> None:
    """A product of positive factors is positive."""


@lemma("∀f:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ 0 ≤ product{n} f", by=_of_all("0 ≤ {}", "le_mul"))
def product_nonneg() -> None:
    """A product of factors that are not negative is not negative."""


@lemma("∀f:[n]→ℝ. (∀i:[n]. f i ≠ 0) ⇒ product{n} f ≠ 0", by=_of_all("{} ≠ 0", "mul_ne"))
def product_ne() -> None:
    """A product of factors that are not 0 is not 0."""


@lemma(
    "∀f:[1]→ℝ. product{1} f = f 0@[1]",
    by=through(
        "nat{1} last{1} = 0@ℕ", use("product_to_first", "f"), use("product_to_last", "f", back=True), then=rewriting
    ),
)
def product_one() -> None:
    """A product of one factor."""


_IN_FIRST, _IN_SECOND = "(λi:[m]. f (inl{m,k} i))", "(λj:[k]. f (inr{m,k} j))"
_START = "(suc (nat{m} last{m}))"  # the place of the first index of the second part


@lemma(
    "∀f:[m+k]→ℝ. product{m+k} f = product{m} (λi:[m]. f (inl{m,k} i)) * product{k} (λj:[k]. f (inr{m,k} j))",
    by=through(
        claim(
            f"product_to{{m+k}} f (nat{{m}} last{{m}}) = product{{m}} {_IN_FIRST}",
            then=by_places(
                "a:ℕ, w:[m]",
                f"product_to{{m+k}} f a = product_to{{m}} {_IN_FIRST} a",
                through(
                    "0@[m+k] = inl{m,k} 0@[m]",
                    use("product_to_first", "f"),
                    use("product_to_first", _IN_FIRST),
                    then=rewriting,
                ),
                through(
                    "real a + 1 = pos{m+k} (inl{m,k} w)",
                    use("product_to_next", "n=m+k", "f", "inl{m,k} w", "a"),
                    use("product_to_next", "n=m", _IN_FIRST, "w", "a"),
                    then=rewriting,
                ),
                through(use("product_to_last", _IN_FIRST), then=rewriting),
            ),
        ),
        claim(
            f"product_to{{m+k}} f (nadd (nat{{k}} last{{k}}) {_START})"
            f" = product{{m}} {_IN_FIRST} * product{{k}} {_IN_SECOND}",
            then=by_places(
                "a:ℕ, w:[k]",
                f"product_to{{m+k}} f (nadd a {_START}) = product{{m}} {_IN_FIRST} * product_to{{k}} {_IN_SECOND} a",
                through(
                    use("nadd_zero", _START),
                    use("product_to_next", "n=m+k", "f", "inr{m,k} 0@[k]", "nat{m} last{m}"),
                    use("product_to_first", _IN_SECOND),
                    then=rewriting,
                ),
                through(
                    f"real (nadd a {_START}) + 1 = pos{{m+k}} (inr{{m,k}} w)",
                    use("nadd_suc", "a", _START),
                    use("product_to_next", "n=m+k", "f", "inr{m,k} w", f"nadd a {_START}"),
                    use("product_to_next", "n=k", _IN_SECOND, "w", "a"),
                    then=rewriting,
                ),
                through(use("product_to_last", _IN_SECOND), then=rewriting),
            ),
        ),
        f"nat{{m+k}} last{{m+k}} = nadd (nat{{k}} last{{k}}) {_START}",
        use("product_to_last", "f", back=True),
        then=rewriting,
    ),
)
def product_split() -> None:
    """A product over two parts, place by place: over the first one, then over the second one."""


@lemma(
    "∀f g:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ (∀i:[n]. f i ≤ g i) ⇒ product{n} f ≤ product{n} g",
    by=by_places(
        "k:ℕ, w:[n]",
        "0 ≤ product_to{n} f k ∧ product_to{n} f k ≤ product_to{n} g k",
        through(use("product_to_first", "f"), use("product_to_first", "g")),
        through(use("product_to_next", "f", "w", "k"), use("product_to_next", "g", "w", "k")),
        through(use("product_to_last", "f"), use("product_to_last", "g")),
    ),
)
def product_le() -> None:
    """Factor by factor: the products of ordered numbers that are not negative are ordered."""


_APART_TO = "(Σ i:[n]. ind (pos{n} i ≤ real k) * abs (f i + -1 * g i))"
_TO_F, _TO_G = "(product_to{n} f k)", "(product_to{n} g k)"
_PRODUCT_OF_TWO = "∀x y:ℝ. abs x ≤ 1 ⇒ abs y ≤ 1 ⇒ abs (x * y) ≤ 1"
_PRODUCTS_OF_TWO = (
    "∀a b x y s:ℝ. abs x ≤ 1 ⇒ abs b ≤ 1 ⇒ abs (a + -1 * b) ≤ s ⇒ abs (a * x + -1 * (b * y)) ≤ s + abs (x + -1 * y)"
)


@lemma(
    "∀f g:[n]→ℝ. (∀i:[n]. abs (f i) ≤ 1) ⇒ (∀i:[n]. abs (g i) ≤ 1)"
    " ⇒ product{n} f + -1 * product{n} g ≤ (Σ i:[n]. abs (f i + -1 * g i))",
    by=by_places(
        "k:ℕ, w:[n]",
        f"abs {_TO_F} ≤ 1 ∧ abs {_TO_G} ≤ 1 ∧ abs ({_TO_F} + -1 * {_TO_G}) ≤ {_APART_TO}",
        through(
            use("product_to_first", "f"),
            use("product_to_first", "g"),
            use(0, "0@[n]"),
            use(1, "0@[n]"),
            claim(f"abs (f 0@[n] + -1 * g 0@[n]) ≤ {_APART_TO.replace('real k', 'real 0@ℕ')}"),
            then=rewriting,
        ),
        through(
            use("product_to_next", "f", "w", "k"),
            use("product_to_next", "g", "w", "k"),
            use(0, "w"),
            use(1, "w"),
            use(_PRODUCT_OF_TWO, _TO_F, "f w"),
            use(_PRODUCT_OF_TWO, _TO_G, "g w"),
            use(_PRODUCTS_OF_TWO, _TO_F, _TO_G, "f w", "g w", _APART_TO),
            claim(f"{_APART_TO} + abs (f w + -1 * g w) = {_APART_TO.replace('real k', 'real (suc k)')}"),
            then=rewriting,
        ),
        through(
            use("product_to_last", "f"),
            use("product_to_last", "g"),
            claim("∀x:ℝ. x ≤ abs x"),
            use(-1, "product{n} f + -1 * product{n} g"),
        ),
    ),
)
def products_apart() -> None:
    """From place to place, as f·a − g·b = f·(a − b) + (f − g)·b."""


_EXPONENTIALS, _EXPONENTIAL_TO = "(λi:[n]. exp (f i))", "exp (Σ i:[n]. ind (pos{{n}} i ≤ real {}) * f i)"
_FIRST_TO, _SO_FAR_TO, _NEXT_TO, _LAST_TO = map(_EXPONENTIAL_TO.format, ("0@ℕ", "k", "(suc k)", "(nat{n} last{n})"))


@lemma(
    "∀f:[n]→ℝ. product{n} (λi:[n]. exp (f i)) = exp (Σ i:[n]. f i)",
    by=by_places(
        "k:ℕ, w:[n]",
        f"product_to{{n}} {_EXPONENTIALS} k = {_SO_FAR_TO}",
        through(use("product_to_first", _EXPONENTIALS), f"exp (f 0@[n]) = {_FIRST_TO}", then=rewriting),
        through(
            use("product_to_next", _EXPONENTIALS, "w", "k"), f"{_SO_FAR_TO} * exp (f w) = {_NEXT_TO}", then=rewriting
        ),
        through(f"{_LAST_TO} = exp (Σ i:[n]. f i)", use("product_to_last", _EXPONENTIALS), then=rewriting),
    ),
)
def product_of_exponentials() -> None:
    """From place to place, as exp (a + b) = exp a · exp b."""


@lemma(
    "∀f:[n]→ℝ. (∀i:[n]. 0 < f i) ⇒ log (product{n} f) = (Σ i:[n]. log (f i))",
    by=through(
        claim("product{n} f = exp (Σ i:[n]. log (f i))", use("product_of_exponentials", "λi:[n]. log (f i)")),
        use("log_exp", "Σ i:[n]. log (f i)"),
        then=rewriting,
    ),
)
def log_of_product() -> None:
    """Each factor is the exponential of its logarithm."""


@lemma(
    "∀f:[n]→ℝ, v:ℝ, g:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ (∀i:[n]. f i ≤ exp (g i)) ⇒ (Σ i:[n]. g i) ≤ v ⇒ product{n} f ≤ exp v",
    by=through(
        use("product_le", "f", "λi:[n]. exp (g i)"), use("product_of_exponentials", "g"), "exp (Σ i:[n]. g i) ≤ exp v"
    ),
)
def product_below_exponential() -> None:
    """The product of the larger exponentials is that of their sum."""


@lemma(
    "∀f:[n]→ℝ, v:ℝ, g:[n]→ℝ. (∀i:[n]. exp (g i) ≤ f i) ⇒ v ≤ (Σ i:[n]. g i) ⇒ exp v ≤ product{n} f",
    by=through(
        claim("∀i:[n]. 0 ≤ exp (g i)"),
        use("product_le", "λi:[n]. exp (g i)", "f"),
        use("product_of_exponentials", "g"),
        "exp v ≤ exp (Σ i:[n]. g i)",
    ),
)
def product_above_exponential() -> None:
    """The product of the smaller exponentials is that of their sum."""


@lemma(
    "product{n} (λi:[n]. 1) = 1",
    by=through(use("product_of_exponentials", "λi:[n]. 0"), use("exp_zero"), use("sum_zero"), then=rewriting),
)
def product_of_ones() -> None:
    """Each factor is exp 0."""


_FROM_J_ON = "(1 + ind (pos{{n}} j ≤ real {}) * (f j + -1))"
_BEFORE_J = "(f w + ind (pos{n} j ≤ pos{n} w) * (1 + -1 * f w))"
_UP_TO_J = "(1 + ind (pos{n} w ≤ pos{n} j) * (f w + -1))"
_AFTER_J = "(f w + ind (pos{n} w ≤ pos{n} j) * (1 + -1 * f w))"
_SINCE_J = "(1 + ind (pos{n} j ≤ pos{n} w) * (f w + -1))"


def _taken_in(without_j: str, with_j: str) -> Outline:
    """Prove f j · Π w. … = Π w. …: up to each place, where f j is taken from j on, both sides agree."""
    less, more = f"(λw:[n]. {without_j})", f"(λw:[n]. {with_j})"
    all_taken = f"{_FROM_J_ON.format('(nat{n} last{n})')} = f j"
    return by_places(
        "k:ℕ, w:[n]",
        f"{_FROM_J_ON.format('k')} * product_to{{n}} {less} k = product_to{{n}} {more} k",
        through(use("product_to_first", less), use("product_to_first", more)),
        through(use("product_to_next", less, "w", "k"), use("product_to_next", more, "w", "k")),
        through(use("product_to_last", less), use("product_to_last", more), all_taken, then=rewriting),
    )


@lemma(
    f"∀f:[n]→ℝ, j:[n]. f j * product{{n}} (λw:[n]. {_BEFORE_J}) = product{{n}} (λw:[n]. {_UP_TO_J})",
    by=_taken_in(_BEFORE_J, _UP_TO_J),
)
def product_with_last() -> None:
    """The product of the factors before j takes in the one at j."""


@lemma(
    f"∀f:[n]→ℝ, j:[n]. f j * product{{n}} (λw:[n]. {_AFTER_J}) = product{{n}} (λw:[n]. {_SINCE_J})",
    by=_taken_in(_AFTER_J, _SINCE_J),
)
def product_with_first() -> None:
    """The product of the factors after j takes in the one at j."""


_WITHOUT_J, _OTHER_J = "(f w + ind (w = j) * (1 + -1 * f w))", "(f w + ind (w = j) * g w)"


@lemma(
    f"∀f:[n]→ℝ, j:[n]. f j * product{{n}} (λw:[n]. {_WITHOUT_J}) = product{{n}} (λw:[n]. f w)",
    by=_taken_in(_WITHOUT_J, "(f w)"),
)
def product_with_one() -> None:
    """The product of the factors other than the one at j takes it in."""


@lemma(
    f"∀f g:[n]→ℝ, j:[n]. f j + g j = 1 ⇒ f j * product{{n}} (λw:[n]. {_OTHER_J}) = product{{n}} (λw:[n]. f w)",
    by=through(
        f"product{{n}} (λw:[n]. {_OTHER_J}) = product{{n}} (λw:[n]. {_WITHOUT_J})",
        use("product_with_one", "f", "j"),
        then=rewriting,
    ),
)
def product_with_other() -> None:
    """The same where 1 − f j is written otherwise."""


_LESS, _ALL = "product{n} (λl:[n]. f l + ind ({}) * (1 + -1 * f l))", "product{n} (λl:[n]. 1 + ind ({}) * (f l + -1))"
_BEFORE_W, _BEFORE_V = (_LESS.replace("{}", f"pos{{n}} {j} ≤ pos{{n}} l") for j in "wv")
_UP_TO_W, _UP_TO_V = (_ALL.replace("{}", f"pos{{n}} l ≤ pos{{n}} {j}") for j in "wv")


@lemma(
    f"∀f:[n]→ℝ, v w:[n]. pos{{n}} v + 1 = pos{{n}} w ⇒ {_UP_TO_W} = {_UP_TO_V} * f w",
    by=through(use("product_with_last", "f", "w", back=True), f"{_BEFORE_W} = {_UP_TO_V}", then=rewriting),
)
def product_up_to_next() -> None:
    """The product up to the next place w has the factor there besides."""


@lemma(
    f"∀f:[n]→ℝ, v w:[n]. pos{{n}} v + 1 = pos{{n}} w ⇒ {_BEFORE_W} = {_BEFORE_V} * f v",
    by=through(use("product_with_last", "f", "v", back=True), f"{_BEFORE_W} = {_UP_TO_V}", then=rewriting),
)
def product_before_following() -> None:
    """The product before the next place has the factor at v besides those before v."""

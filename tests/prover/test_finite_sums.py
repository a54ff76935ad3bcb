"""Finite sums and products: pairs in order, distances of places, geometric sums, waves over whole turns, blocks."""

import pytest
from sympy import (
    Abs,
    Eq,
    Ge,
    Gt,
    I,
    Idx,
    Le,
    MatrixSymbol,
    Max,
    Min,
    Mod,
    Ne,
    Piecewise,
    Product,
    Sum,
    Symbol,
    conjugate,
    cos,
    exp,
    pi,
    sin,
)

from symattn import Equation, ForAll, SquaredNorm, claim, decide, dims, sum_over

n, m, d, b = dims("n m d b")
x, q, t, c = (Symbol(name, real=True) for name in "xqtc")
i, j, k, l = (Symbol(name, integer=True) for name in "ijkl")
z, u, v = (MatrixSymbol(name, n, 1) for name in "zuv")
a, w = MatrixSymbol("a", n + 1, 1), MatrixSymbol("w", n + 1, 1)
X, blocks = MatrixSymbol("X", n, d), MatrixSymbol("x", m * b, 1)
f, g = Idx("f", n), Idx("g", n)
p = MatrixSymbol("p", 1, n)
POSITIVE = ForAll(n, lambda s: Gt(p[0, s], 0))
BELOW = ForAll(n, lambda s: Le(u[s, 0], c))
SIGNS = ForAll(n, lambda s: Ge(u[s, 0], 0))


def total(term):
    return sum_over(n, term)


def pairs(term):
    """Return the sum over all pairs of places."""
    return total(lambda first: total(lambda second: term(first, second)))


def where(condition, term):
    return Piecewise((term, condition), (0, True))


def turns(number):
    """Return the complex number of so many turns in n places."""
    return exp(2 * pi * I * number / n)


def spectrum(frequency, signal=u):
    return total(lambda place: signal[place, 0] * turns(-frequency * place))


ROW, SQUARES = total(lambda s: z[s, 0]), total(lambda s: z[s, 0] ** 2)

#: A place that has one after it, and how a softmax whose largest score moves takes one more term up.
HERE = Idx("h", n)
RESCALED = exp(w[HERE, 0] - w[HERE + 1, 0]) * Sum(exp(a[i, 0] - w[HERE, 0]), (i, 0, HERE))
ONE_MORE = Sum(exp(a[i, 0] - w[HERE + 1, 0]), (i, 0, HERE + 1))

TRUE = {
    "one term more, and another factor": Equation(ONE_MORE, RESCALED + exp(a[HERE + 1, 0] - w[HERE + 1, 0])),
    "pairs in order": Equation(Sum(z[i, 0] * z[j, 0], (j, 0, i), (i, 0, n - 1)), (ROW**2 + SQUARES) / 2),
    "pairs in strict order": Equation(2 * pairs(lambda r, s: where(r < s, z[r, 0] * z[s, 0])), ROW**2 - SQUARES),
    "pairs in the other order": Equation(pairs(lambda r, s: where(s <= r, z[r, 0] * z[s, 0])), (ROW**2 + SQUARES) / 2),
    "pairs of rows in order": Equation(
        2 * Sum(sum_over(d, lambda r: X[i, r] * X[j, r]), (j, 0, i), (i, 0, n - 1)),
        sum_over(d, lambda r: total(lambda s: X[s, r]) ** 2) + SquaredNorm(X),
    ),
    "squared distances in order": Equation(
        pairs(lambda r, s: where(r < s, (z[r, 0] - z[s, 0]) ** 2)), n * SQUARES - ROW**2
    ),
    "exponentials of sums in order": Equation(
        2 * pairs(lambda r, s: where(r <= s, exp(z[r, 0] + z[s, 0]))),
        total(lambda r: exp(z[r, 0])) ** 2 + total(lambda r: exp(2 * z[r, 0])),
    ),
    "distances of places": Equation(pairs(lambda r, s: Abs(r - s)), n * (n**2 - 1) / 3),
    "the later of two places": Equation(pairs(lambda r, s: Max(r, s)), n * (n - 1) * (4 * n + 1) / 6),
    "the earlier of two places": Equation(pairs(lambda r, s: Min(r, s)), n * (n - 1) * (2 * n - 1) / 6),
    "how many pairs": Equation(Sum(1, (j, 0, i), (i, 0, n - 1)), n * (n + 1) / 2),
    "a condition on twice the places": Equation(
        pairs(lambda r, s: where(2 * r <= 2 * s, z[s, 0])), total(lambda s: (s + 1) * z[s, 0])
    ),
    "a factor more": Equation(Product(1 + l, (l, 0, n)), (n + 1) * Product(1 + l, (l, 0, n - 1))),
    "any factor more": Equation(Product(q + l, (l, 0, n)), (q + n) * Product(q + l, (l, 0, n - 1))),
    "a product that telescopes": Equation(Product(1 + 1 / (1 + l), (l, 0, n - 1)), n + 1),
    "a product of exponentials": Equation(Product(exp(z[l, 0]), (l, 0, n - 1)), exp(ROW)),
    "a product of a row below an exponential": claim(
        Le(Product(p[0, l], (l, 0, n - 1)), exp(Sum(p[0, l] - 1, (l, 0, n - 1)))), given=POSITIVE
    ),
    "by parts": Equation(
        sum_over(n + 1, lambda s: a[s, 0] * w[s, 0]),
        w[n, 0] * sum_over(n + 1, lambda s: a[s, 0])
        - Sum(Sum(a[l, 0], (l, 0, k)) * (w[k + 1, 0] - w[k, 0]), (k, 0, n - 1)),
    ),
    "in blocks": Equation(
        sum_over(m * b, lambda s: blocks[s, 0]), sum_over(m, lambda r: sum_over(b, lambda s: blocks[r * b + s, 0]))
    ),
    "a geometric sum": claim(total(lambda s: q**s), (1 - q**n) / (1 - q), given=Ne(q, 1)),
    "a weighted geometric sum": Equation(
        (1 - q) ** 2 * total(lambda s: s * q**s), q - n * q**n + (n - 1) * q ** (n + 1)
    ),
    "a sum of exponentials": claim(total(lambda s: exp(t * s)), (exp(t * n) - 1) / (exp(t) - 1), given=Ne(t, 0)),
    "a discounted sum": claim(total(lambda s: exp(-t * s)), (1 - exp(-t * n)) / (1 - exp(-t)), given=Gt(t, 0)),
    "odd numbers": Equation(total(lambda s: 2 * s + 1), n**2),
    "numbers up to an index": Equation(Sum(l, (l, 0, f)), f * (f + 1) / 2),
    "odd numbers before an index": Equation(Sum(2 * l + 1, (l, 0, f - 1)), f**2),
    "powers up to an index": Equation((1 - q) * Sum(q**l, (l, 0, f)), 1 - q ** (f + 1)),
    "weighted powers of 2 up to an index": Equation(Sum(l * 2**l, (l, 0, f)), (f - 1) * 2 ** (f + 1) + 2),
    "inverses of neighbours up to an index": Equation(Sum(1 / ((l + 1) * (l + 2)), (l, 0, f)), (f + 1) / (f + 2)),
    "inverse squares up to an index": Le(Sum(1 / (l + 1) ** 2, (l, 0, f)), 2 - 1 / (f + 1)),
    "what is bounded, up to an index": claim(Le(Sum(u[l, 0], (l, 0, f)), (f + 1) * c), given=BELOW),
    "what is not negative, up to a later index": claim(
        Le(Sum(u[l, 0], (l, 0, g)), Sum(u[l, 0], (l, 0, f))), given=[Le(g, f), SIGNS]
    ),
    "equal factors before an index": Equation(Product(c, (l, 0, f - 1)), c**f),
    "a factor more at an index": Equation(Product(1 + l, (l, 0, f)), (f + 1) * Product(1 + l, (l, 0, f - 1))),
    "a product that telescopes before an index": Equation(Product(1 + 1 / (1 + l), (l, 0, f - 1)), f + 1),
    "inverses of neighbours": Equation(total(lambda s: 1 / ((s + 1) * (s + 2))), n / (n + 1)),
    "above a power of 2": Ge(2**n, n + 1),
    "below a power of 3": Gt(3**n, n**2),
    "Bernoulli": claim(Ge((1 + x) ** n, 1 + n * x), given=Ge(x, -1)),
    "characters are orthogonal": Equation(total(lambda s: turns(s * (f - g))), where(Eq(f, g), n)),
    "different characters": claim(total(lambda s: turns(s * (f - g))), 0, given=Ne(f, g)),
    "a row of the transform and another": Equation(total(lambda s: turns(s * f) * turns(-s * g)), where(Eq(f, g), n)),
    "cosines of whole turns": claim(total(lambda s: cos(2 * pi * s * f / n)), 0, given=Ge(f, 1)),
    "sines of whole turns": Equation(total(lambda s: sin(2 * pi * s * f / n)), 0),
    "sines and cosines": Equation(total(lambda s: cos(2 * pi * s * f / n) * sin(2 * pi * s * g / n)), 0),
    "roots of unity": claim(total(turns), 0, given=Ge(n, 2)),
    "roots of unity, one more": Equation(sum_over(n + 1, lambda s: cos(2 * pi * s / (n + 1))), 0),
    "five roots of unity": Equation(sum_over(5, lambda s: cos(2 * pi * s / 5)), 0),
    "Parseval": Equation(total(lambda r: Abs(spectrum(r)) ** 2), n * total(lambda s: u[s, 0] ** 2)),
    "a term at a number": Le(a[1, 0] ** 2, SquaredNorm(a)),
    "the first term and the second": Le(a[0, 0] ** 2 + a[1, 0] ** 2, SquaredNorm(a)),
    "the first term and the last": Le(a[0, 0] ** 2 + a[n, 0] ** 2, SquaredNorm(a)),
    "the first term and another": claim(Le(z[0, 0] ** 2 + z[f, 0] ** 2, SQUARES), given=Ne(f, 0)),
    "the last term and another": claim(Le(z[f, 0] ** 2 + z[n - 1, 0] ** 2, SQUARES), given=Ne(f, n - 1)),
    "the first two of what is not negative": claim(
        Le(u[0, 0] + u[f, 0], total(lambda s: u[s, 0])), given=[SIGNS, f > 0]
    ),
    "Plancherel": Equation(
        total(lambda r: spectrum(r) * conjugate(spectrum(r, v))), n * total(lambda s: u[s, 0] * v[s, 0])
    ),
    "the inverse transform": Equation(total(lambda r: spectrum(r) * turns(r * f)) / n, u[f, 0]),
    "the transform of a constant": Equation(total(lambda s: c * turns(-s * f)), where(Eq(f, 0), c * n)),
    "a convolution commutes": Equation(
        total(lambda s: u[s, 0] * v[Mod(f - s, n), 0]), total(lambda s: v[s, 0] * u[Mod(f - s, n), 0])
    ),
}
FALSE = {
    "one term more, not rescaled": Equation(ONE_MORE, RESCALED + exp(a[HERE + 1, 0] - w[HERE, 0])),
    "pairs in order": Equation(Sum(z[i, 0] * z[j, 0], (j, 0, i), (i, 0, n - 1)), (ROW**2 - SQUARES) / 2),
    "pairs in strict order": Equation(2 * pairs(lambda r, s: where(r < s, z[r, 0] * z[s, 0])), ROW**2),
    "what is not symmetric": Equation(pairs(lambda r, s: where(r <= s, z[r, 0])), (n + 1) * ROW / 2),
    "a difference in order": Equation(pairs(lambda r, s: where(r <= s, z[r, 0] - z[s, 0])), 0),
    "a square and a number in order": Equation(
        2 * pairs(lambda r, s: where(r <= s, z[r, 0] ** 2 * z[s, 0])), ROW * SQUARES + total(lambda s: z[s, 0] ** 3)
    ),
    "pairs of two rows in order": Equation(
        2 * pairs(lambda r, s: where(r <= s, u[r, 0] * v[s, 0])),
        total(lambda r: u[r, 0]) * total(lambda r: v[r, 0]) + total(lambda r: u[r, 0] * v[r, 0]),
    ),
    "squared distances in order": Equation(
        pairs(lambda r, s: where(r < s, (z[r, 0] - z[s, 0]) ** 2)), 2 * n * SQUARES - 2 * ROW**2
    ),
    "distances of places": Equation(pairs(lambda r, s: Abs(r - s)), n * (n**2 + 1) / 3),
    "the later of two places": Equation(pairs(lambda r, s: Max(r, s)), n * (n - 1) * (2 * n - 1) / 6),
    "the earlier of two places": Equation(pairs(lambda r, s: Min(r, s)), n * (n - 1) * (4 * n + 1) / 6),
    "how many pairs": Equation(Sum(1, (j, 0, i), (i, 0, n - 1)), n * (n - 1) / 2),
    "a condition on twice one place": Equation(
        pairs(lambda r, s: where(2 * r <= s, z[s, 0])), total(lambda s: (s + 1) * z[s, 0])
    ),
    "a factor more": Equation(Product(1 + l, (l, 0, n)), n * Product(1 + l, (l, 0, n - 1))),
    "any factor more": Equation(Product(q + l, (l, 0, n)), (q + n + 1) * Product(q + l, (l, 0, n - 1))),
    "a product that telescopes": Equation(Product(1 + 1 / (1 + l), (l, 0, n - 1)), n),
    "a product of exponentials": Equation(Product(exp(z[l, 0]), (l, 0, n - 1)), ROW),
    "a product of a row below an exponential": claim(
        Le(Product(p[0, l], (l, 0, n - 1)), exp(Sum(p[0, l] - 2, (l, 0, n - 1)))), given=POSITIVE
    ),
    "by parts": Equation(
        sum_over(n + 1, lambda s: a[s, 0] * w[s, 0]),
        w[n, 0] * sum_over(n + 1, lambda s: a[s, 0])
        + Sum(Sum(a[l, 0], (l, 0, k)) * (w[k + 1, 0] - w[k, 0]), (k, 0, n - 1)),
    ),
    "in blocks": Equation(sum_over(m * b, lambda s: blocks[s, 0]), sum_over(m, lambda r: blocks[r * b, 0])),
    "a geometric sum": claim(total(lambda s: q**s), (1 - q ** (n + 1)) / (1 - q), given=Ne(q, 1)),
    "a weighted geometric sum": Equation((1 - q) ** 2 * total(lambda s: s * q**s), q - n * q**n),
    "a sum of exponentials": claim(total(lambda s: exp(t * s)), (exp(t * n + t) - 1) / (exp(t) - 1), given=Ne(t, 0)),
    "a discounted sum": claim(total(lambda s: exp(-t * s)), 1 / (1 - exp(-t)), given=Gt(t, 0)),
    "odd numbers": Equation(total(lambda s: 2 * s + 1), n * (n + 1)),
    "numbers up to an index": Equation(Sum(l, (l, 0, f)), f * (f - 1) / 2),
    "odd numbers before an index": Equation(Sum(2 * l + 1, (l, 0, f - 1)), f**2 + f),
    "powers up to an index": Equation((1 - q) * Sum(q**l, (l, 0, f)), 1 - q**f),
    "weighted powers of 2 up to an index": Equation(Sum(l * 2**l, (l, 0, f)), (f - 1) * 2 ** (f + 1) + 1),
    "inverses of neighbours up to an index": Equation(Sum(1 / ((l + 1) * (l + 2)), (l, 0, f)), f / (f + 1)),
    "inverse squares up to an index": Le(Sum(1 / (l + 1) ** 2, (l, 0, f)), 2 - 2 / (f + 1)),
    "what is bounded, up to an index": claim(Le(Sum(u[l, 0], (l, 0, f)), f * c), given=BELOW),
    "what is not negative, up to another index": claim(
        Le(Sum(u[l, 0], (l, 0, g)), Sum(u[l, 0], (l, 0, f))), given=[SIGNS]
    ),
    "equal factors up to an index": Equation(Product(c, (l, 0, f)), c**f),
    "a factor more at an index": Equation(Product(1 + l, (l, 0, f)), f * Product(1 + l, (l, 0, f - 1))),
    "a product that telescopes up to an index": Equation(Product(1 + 1 / (1 + l), (l, 0, f)), f + 1),
    "inverses of neighbours": Equation(total(lambda s: 1 / ((s + 1) * (s + 2))), 1 - 1 / (n + 2)),
    "above a power of 2": Ge(2**n, n + 2),
    "below a power of 2": Gt(2**n, n**2),
    "Bernoulli": claim(Ge((1 + x) ** n, 1 + n * x), given=Ge(x, -4)),
    "characters are orthogonal": Equation(total(lambda s: turns(s * (f - g))), where(Eq(f, g), 1)),
    "characters of sums": Equation(total(lambda s: turns(s * (f + g))), where(Eq(f, g), n)),
    "a row of the transform with itself": Equation(total(lambda s: turns(s * f) * turns(s * g)), where(Eq(f, g), n)),
    "cosines of whole turns": Equation(total(lambda s: cos(2 * pi * s * f / n)), 0),
    "cosines of half turns": claim(total(lambda s: cos(pi * s * f / n)), 0, given=Ge(f, 1)),
    "squared sines": Equation(total(lambda s: sin(2 * pi * s * f / n) ** 2), n / 2),
    "the sum of one root of unity": Equation(total(turns), 0),
    "the sum of half turns": claim(total(lambda s: turns(s / 2)), 0, given=Ge(n, 2)),
    "the first term twice": Le(2 * a[0, 0] ** 2, SquaredNorm(a)),
    "the first term and the last of one": Le(z[0, 0] ** 2 + z[n - 1, 0] ** 2, SQUARES),
    "the first term and perhaps the same": Le(z[0, 0] ** 2 + z[f, 0] ** 2, SQUARES),
    "the second term and perhaps the same": Le(a[1, 0] ** 2 + a[n, 0] ** 2, SquaredNorm(a)),
    "the first term, of any sign, and another": claim(Le(u[0, 0] + u[f, 0], total(lambda s: u[s, 0])), given=Ne(f, 0)),
    "Parseval without its factor": Equation(total(lambda r: Abs(spectrum(r)) ** 2), total(lambda s: u[s, 0] ** 2)),
    "Plancherel without conjugates": Equation(
        total(lambda r: spectrum(r) * spectrum(r, v)), n * total(lambda s: u[s, 0] * v[s, 0])
    ),
    "the transform twice": Equation(total(lambda r: spectrum(r) * turns(-r * f)) / n, u[f, 0]),
    "the transform of a constant": Equation(total(lambda s: c * turns(-s * f)), c * n),
    "a sum of squares of characters": Le(total(lambda s: cos(2 * pi * s * f / n)), 0),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_such_sums_come_down_to_is_proved(name):
    verdict = decide(TRUE[name])
    assert verdict.status == "proved", str(verdict)


@pytest.mark.parametrize("name", FALSE)
def test_what_they_nearly_come_down_to_is_refuted(name):
    verdict = decide(FALSE[name])
    assert verdict.status == "refuted", str(verdict)

"""Places of a recurrence are reached from the first one by the steps to them; sums of steps are their difference."""

import pytest
from sympy import Abs, Eq, Idx, Le, Lt, MatrixSymbol, Sum, Symbol, exp

from symattn import (
    Equation,
    ForAll,
    RowSoftmax,
    SquaredNorm,
    certificate,
    claim,
    decide,
    dims,
    sum_over,
    verifier,
)

pytestmark = pytest.mark.sampled

n, d = dims("n d")
Z, G, u = MatrixSymbol("Z", n + 1, d), MatrixSymbol("G", n, d), MatrixSymbol("u", 1, d)
z, g, f = MatrixSymbol("z", 1, n + 1), MatrixSymbol("g", 1, n), MatrixSymbol("f", n + 1, 1)
t, k = Symbol("t", real=True), Symbol("k", integer=True)
eta, beta = Symbol("eta", positive=True), Symbol("beta", positive=True)
i, j = Idx("i", n + 1), Idx("j", n + 1)


def total(term, size=n):
    return sum_over(size, term)


def distance(row):
    return total(lambda c: (Z[row, c] - u[0, c]) ** 2, d)


def gain(row):
    return total(lambda c: G[row, c] * (Z[row, c] - u[0, c]), d)


DESCENT = [ForAll((n, d), lambda a, c: Eq(Z[a + 1, c], Z[a, c] - eta * G[a, c]))]
RUNNING = [ForAll(n, lambda a: Eq(z[0, a + 1], z[0, a] + g[0, a]))]
RISING = [*RUNNING, ForAll(n, lambda a: g[0, a] >= 0)]
WEIGHTS = [Eq(z[0, 0], 0), ForAll(n, lambda a: Eq(z[0, a + 1], z[0, a] + RowSoftmax(g)[0, a]))]
POWERS = [ForAll(n, lambda a: Eq(z[0, a + 1], t * z[0, a]))]
FALLING = [ForAll(n, lambda a: Le(f[a + 1, 0], f[a, 0] - eta / 2 * g[0, a] ** 2))]
GROWING = [ForAll(n, lambda a: Le(f[a + 1, 0], beta * f[a, 0]))]
SHRINKING = [ForAll(n, lambda a: Eq(z[0, a + 1], beta * z[0, a])), beta <= 1]

PROVED = {
    "the last place": claim(z[0, n], z[0, 0] + total(lambda a: g[0, a]), given=RUNNING),
    "in an exponential": claim(exp(z[0, n]), exp(z[0, 0] + total(lambda a: g[0, a])), given=RUNNING),
    "two places": claim(
        Equation(z[0, n] - z[0, i], total(lambda a: g[0, a]) - Sum(g[0, k], (k, 0, i - 1))), given=RUNNING
    ),
    "its square": claim(
        z[0, n] ** 2, z[0, 0] ** 2 + total(lambda a: 2 * z[0, a] * g[0, a] + g[0, a] ** 2), given=RUNNING
    ),
    "rising to the last place": claim(Le(z[0, i], z[0, n]), given=RISING),
    "rising, in exponentials": claim(Le(exp(z[0, i]), exp(z[0, n])), given=RISING),
    "weights": claim(z[0, n], 1, given=WEIGHTS),
    "weights, in a bound": claim(Le(z[0, n] * t, Abs(t)), given=WEIGHTS),
    "powers at the last place": claim(z[0, n], t**n * z[0, 0], given=POWERS),
    "powers of what is positive, in a modulus": claim(Le(Abs(z[0, n]), Abs(z[0, 0])), given=SHRINKING),
    "multiples of the number of places": claim(
        z[0, n], z[0, 0] + n * t, given=[ForAll(n, lambda a: Eq(z[0, a + 1], z[0, a] + t))]
    ),
    "numbers of pairs": claim(
        z[0, n], z[0, 0] + n * (n - 1) / 2 * t, given=[ForAll(n, lambda a: Eq(z[0, a + 1], z[0, a] + t * a))]
    ),
    "falling to any place": claim(Le(f[i, 0], f[0, 0]), given=[ForAll(n, lambda a: Le(f[a + 1, 0], f[a, 0]))]),
    "falling by the steps": claim(Le(SquaredNorm(g), 2 * (f[0, 0] - f[n, 0]) / eta), given=FALLING),
    "falling by the steps, in exponentials": claim(
        Le(exp(eta * SquaredNorm(g)), exp(2 * f[0, 0] - 2 * f[n, 0])), given=FALLING
    ),
    "falling by the steps of each column": claim(
        Le(total(lambda a: total(lambda c: G[a, c], d)), total(lambda c: Z[0, c] - Z[n, c], d)),
        given=[ForAll((n, d), lambda a, c: Le(Z[a + 1, c], Z[a, c] - G[a, c]))],
    ),
    "growing no faster than powers": claim(Le(f[n, 0], beta**n * f[0, 0]), given=GROWING),
    "growing by at most a number": claim(
        Le(f[n, 0], f[0, 0] + n * t), given=[ForAll(n, lambda a: Le(f[a + 1, 0], f[a, 0] + t))]
    ),
    "one step of descent": claim(
        2 * eta * gain(Idx("s", n)),
        distance(Idx("s", n)) - distance(Idx("s", n) + 1) + eta**2 * total(lambda c: G[Idx("s", n), c] ** 2, d),
        given=DESCENT,
    ),
    "all steps of descent": claim(
        2 * eta * total(gain), distance(0) - distance(n) + eta**2 * SquaredNorm(G), given=DESCENT
    ),
    "regret": claim(Le(total(gain), distance(0) / (2 * eta) + eta / 2 * SquaredNorm(G)), given=DESCENT),
    "regret, in exponentials": claim(
        Le(exp(2 * eta * total(gain)), exp(distance(0) + eta**2 * SquaredNorm(G))), given=DESCENT
    ),
    "regret, among other sums": claim(
        Le(2 * eta * total(gain) - distance(0) - total(lambda a: g[0, a] ** 2), eta**2 * SquaredNorm(G)), given=DESCENT
    ),
    "regret of numbers": claim(
        Le(2 * total(lambda a: g[0, a] * (z[0, a] - t)), (z[0, 0] - t) ** 2 + SquaredNorm(g)),
        given=[ForAll(n, lambda a: Eq(z[0, a + 1], z[0, a] - g[0, a]))],
    ),
}

NOT_PROVED = {
    "the last place, without a step": claim(z[0, n], z[0, 0] + total(lambda a: g[0, a]) - g[0, 0], given=RUNNING),
    "a place, with all steps": claim(z[0, i], z[0, 0] + total(lambda a: g[0, a]), given=RUNNING),
    "the square, without squares of steps": claim(
        z[0, n] ** 2, z[0, 0] ** 2 + total(lambda a: 2 * z[0, a] * g[0, a]), given=RUNNING
    ),
    "rising strictly": claim(Lt(z[0, 0], z[0, n]), given=RISING),
    "any two places rising": claim(Le(z[0, i], z[0, j]), given=RISING),
    "steps that may fall": claim(Le(z[0, i], z[0, n]), given=RUNNING),
    "weights without a start": claim(z[0, n], 1, given=WEIGHTS[1:]),
    "weights at any place": claim(z[0, i], 1, given=WEIGHTS),
    "a power too many": claim(z[0, n], t ** (n + 1) * z[0, 0], given=POWERS),
    "powers at the place before": claim(z[0, n], t ** (n - 1) * z[0, 0], given=POWERS),
    "a recurrence at one place": claim(
        z[0, n],
        z[0, 0] + total(lambda a: g[0, a]),
        given=[Eq(z[0, Idx("s", n) + 1], z[0, Idx("s", n)] + g[0, Idx("s", n)])],
    ),
    "falling, the wrong way": claim(Le(f[0, 0], f[i, 0]), given=[ForAll(n, lambda a: Le(f[a + 1, 0], f[a, 0]))]),
    "falling at one place": claim(Le(f[n, 0], f[0, 0]), given=[Le(f[Idx("s", n) + 1, 0], f[Idx("s", n), 0])]),
    "falling by more than the steps": claim(Le(SquaredNorm(g), (f[0, 0] - f[n, 0]) / eta), given=FALLING),
    "rising by the steps": claim(Le(SquaredNorm(g), 2 * (f[n, 0] - f[0, 0]) / eta), given=FALLING),
    "growing slower than powers": claim(Le(f[n, 0], beta ** (n - 1) * f[0, 0]), given=GROWING),
    "growing by a number too few": claim(
        Le(f[n, 0], f[0, 0] + (n - 1) * t), given=[ForAll(n, lambda a: Le(f[a + 1, 0], f[a, 0] + t))]
    ),
    "descent the wrong way": claim(
        2 * eta * total(gain), distance(n) - distance(0) + eta**2 * SquaredNorm(G), given=DESCENT
    ),
    "regret without the squares of steps": claim(Le(total(gain), distance(0) / (2 * eta)), given=DESCENT),
    "regret with a step too long": claim(
        Le(total(gain), distance(0) / (2 * eta) + eta / 3 * SquaredNorm(G)), given=DESCENT
    ),
    "regret without steps given": claim(Le(total(gain), distance(0) / (2 * eta) + eta / 2 * SquaredNorm(G))),
    "regret of other steps": claim(
        Le(2 * total(lambda a: g[0, a] * (z[0, a + 1] - t)), (z[0, 0] - t) ** 2 / 4 - SquaredNorm(g)),
        given=[ForAll(n, lambda a: Eq(z[0, a + 1], z[0, a] - 2 * g[0, a]))],
    ),
    "numbers of pairs, the last one counted": claim(
        z[0, n], z[0, 0] + n * (n + 1) / 2 * t, given=[ForAll(n, lambda a: Eq(z[0, a + 1], z[0, a] + t * a))]
    ),
}


@pytest.mark.parametrize("stated", PROVED.values(), ids=PROVED)
def test_what_follows_from_the_steps_is_proved(stated, tmp_path):
    verdict = decide(stated)
    assert verdict.status == "proved", str(verdict)
    path = tmp_path / "certificate"
    path.write_text(certificate(verdict), encoding="utf-8")
    verifier.verify_path(str(path))


@pytest.mark.parametrize("stated", NOT_PROVED.values(), ids=NOT_PROVED)
def test_what_does_not_follow_from_the_steps_is_not_proved(stated):
    assert decide(stated).status != "proved"

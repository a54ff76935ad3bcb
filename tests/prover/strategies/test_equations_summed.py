"""Given equations summed over an index: from balance of each two follows that a distribution stays."""

import pytest
from sympy import DiagMatrix, Eq, Ge, Idx, Le, MatrixSymbol, Ne, OneMatrix, exp, sqrt

from symattn import Equation, ForAll, ProbabilitySymbol, certificate, claim, decide, dims, sum_over, verifier

pytestmark = pytest.mark.sampled

n, m = dims("n m")
W, B = MatrixSymbol("W", n, n), MatrixSymbol("B", n, m)
p = ProbabilitySymbol("p", n)
q, x, y = (MatrixSymbol(name, 1, n) for name in "qxy")
c = MatrixSymbol("c", 1, m)
i, j = Idx("i", n), Idx("j", n)


def total(term, size=n):
    return sum_over(size, term)


def mean(f):
    """Return the mean of a function of where a step starts and ends."""
    return total(lambda a: total(lambda b: p[0, a] * W[a, b] * f(a, b)))


def balanced(weights):
    return ForAll((n, n), lambda a, b: Eq(weights[0, a] * W[a, b], weights[0, b] * W[b, a]))


ROWS = ForAll(n, lambda a: Eq(total(lambda b: W[a, b]), 1))
GIVEN = [balanced(p), ROWS]
ENERGY = total(lambda a: p[0, a] * x[0, a] * (x[0, a] - total(lambda b: W[a, b] * x[0, b])))

PROVED = {
    "it stays": claim(p * W, p, given=GIVEN),
    "whatever is given first": claim(q * W, q, given=[ROWS, balanced(q)]),
    "at one place": claim(total(lambda a: p[0, a] * W[a, j]), p[0, j], given=GIVEN),
    "after two steps": claim(p * W * W, p, given=GIVEN),
    "rows as a matrix": claim(p * W, p, given=[balanced(p), Equation(W * OneMatrix(n, 1), OneMatrix(n, 1))]),
    "balance as a matrix": claim(p * W, p, given=[Equation(DiagMatrix(p) * W, W.T * DiagMatrix(p)), ROWS]),
    "the mean after a step": claim(
        mean(lambda a, b: x[0, b] ** 2), total(lambda b: p[0, b] * x[0, b] ** 2), given=GIVEN
    ),
    "of an exponential": claim(
        mean(lambda a, b: exp(x[0, b] + y[0, b])), total(lambda b: p[0, b] * exp(x[0, b] + y[0, b])), given=GIVEN
    ),
    "energy as squares": claim(ENERGY, mean(lambda a, b: (x[0, a] - x[0, b]) ** 2) / 2, given=GIVEN),
    "energy of two": claim(
        total(lambda a: p[0, a] * x[0, a] * (y[0, a] - total(lambda b: W[a, b] * y[0, b]))),
        mean(lambda a, b: (x[0, a] - x[0, b]) * (y[0, a] - y[0, b])) / 2,
        given=GIVEN,
    ),
    "steps in both directions": claim(
        mean(lambda a, b: x[0, a] * y[0, b]), mean(lambda a, b: y[0, a] * x[0, b]), given=GIVEN
    ),
    "a function of the mean": claim(
        sqrt(mean(lambda a, b: x[0, b] ** 2) + 1), sqrt(total(lambda b: p[0, b] * x[0, b] ** 2) + 1), given=GIVEN
    ),
    "below the mean of squares": claim(
        Le(mean(lambda a, b: 2 * x[0, b]), total(lambda b: p[0, b] * x[0, b] ** 2) + 1), given=GIVEN
    ),
    "of another matrix": claim(
        total(lambda k: total(lambda a: B[a, k]), m),
        total(lambda a: q[0, a]),
        given=[
            ForAll((n, m), lambda a, k: Eq(B[a, k], q[0, a] * c[0, k])),
            Equation(total(lambda k: c[0, k], m), 1),
        ],
    ),
}

NOT_PROVED = {
    "without balance": claim(p * W, p, given=[ROWS]),
    "without rows": claim(p * W, p, given=[balanced(p)]),
    "columns instead of rows": claim(p * W, p, given=[balanced(q), ROWS]),
    "from the other side": claim(W * p.T, p.T, given=GIVEN),
    "balance of two alone": claim(p * W, p, given=[Eq(p[0, i] * W[i, j], p[0, j] * W[j, i]), ROWS]),
    "one row alone": claim(p * W, p, given=[balanced(p), Eq(total(lambda b: W[i, b]), 1)]),
    "a sign": claim(p * W, p, given=[ForAll((n, n), lambda a, b: Eq(p[0, a] * W[a, b], -p[0, b] * W[b, a])), ROWS]),
    "equal entries": claim(W[i, j], W[j, i], given=GIVEN),
    "the uniform distribution": claim(p[0, i], p[0, j], given=GIVEN),
    "all of the energy": claim(ENERGY, mean(lambda a, b: (x[0, a] - x[0, b]) ** 2), given=GIVEN),
    "of products": claim(mean(lambda a, b: x[0, a] * y[0, b]), mean(lambda a, b: x[0, a] * y[0, a]), given=GIVEN),
    "columns too": claim(total(lambda a: W[a, j]), 1, given=GIVEN),
    "rows that add up to something": claim(
        p * W, p, given=[balanced(p), ForAll(n, lambda a: Ne(total(lambda b: W[a, b]), 0))]
    ),
    "a stationary one is balanced": claim(p[0, i] * W[i, j], p[0, j] * W[j, i], given=[Equation(p * W, p), ROWS]),
    "below the square of the mean": claim(
        Ge(mean(lambda a, b: x[0, b]) ** 2, total(lambda b: p[0, b] * x[0, b] ** 2)), given=GIVEN
    ),
}


@pytest.mark.parametrize("stated", PROVED.values(), ids=PROVED)
def test_what_sums_of_given_equations_say_is_proved(stated, tmp_path):
    verdict = decide(stated)
    assert verdict.status == "proved", str(verdict)
    path = tmp_path / "certificate"
    path.write_text(certificate(verdict), encoding="utf-8")
    verifier.verify_path(str(path))


@pytest.mark.parametrize("stated", NOT_PROVED.values(), ids=NOT_PROVED)
def test_what_they_do_not_say_is_not_proved(stated):
    assert decide(stated).status != "proved"

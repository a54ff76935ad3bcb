"""Sampling and training: speculative decoding, dropout, label smoothing, distillation, accumulated gradients.

Sources: Y. Leviathan, M. Kalman, Y. Matias, *Fast Inference from Transformers via Speculative Decoding* (2023); N.
Srivastava et al., *Dropout* (2014); C. Szegedy et al., *Rethinking the Inception Architecture* (2016); G. Hinton, O.
Vinyals, J. Dean, *Distilling the Knowledge in a Neural Network* (2015); P. Goyal et al., *Accurate, Large Minibatch
SGD* (2017); A. Holtzman et al., *The Curious Case of Neural Text Degeneration* (2020); R. Williams, *REINFORCE* (1992).
"""

from sympy import (
    Abs,
    BlockMatrix,
    Idx,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    OneMatrix,
    Piecewise,
    Symbol,
    exp,
    log,
    symbols,
)

from symattn import (
    ColumnMean,
    CommonMean,
    CommonVariance,
    Equation,
    Expectation,
    Gradient,
    HeadFamily,
    HeadStack,
    HeadSum,
    MatrixFamily,
    PairwiseIndependent,
    ProbabilitySymbol,
    RowSoftmax,
    SubsetMask,
    SubsetSymbol,
    Variance,
    calc,
    claim,
    dims,
    run_script,
    sum_over,
    theorem,
)
from symattn.modern.cross_entropy import CrossEntropyOfLogits, Smoothed, SoftTargetLoss
from symattn.modern.sampling import Accepted, Residual, SpeculativeSample

n, N, H, b, d, e = dims("n N H b d e")
p, q, t = ProbabilitySymbol("p", n), ProbabilitySymbol("q", n), ProbabilitySymbol("y", n)
x, z, v = (MatrixSymbol(name, 1, n) for name in ("x", "z", "v"))
i, j = Idx("i", n), Idx("j", n)
eps, c = symbols("epsilon c", real=True)
T = Symbol("T", positive=True)
LEVIATHAN, DROPOUT, HINTON = "Leviathan et al. 2023", "Srivastava et al. 2014", "Hinton et al. 2015"


# ------------------------------------------------------------------------------------------------- speculative decoding


@theorem("A.speculative.residual", "Σ max(0, p − q) = 1 − Σ min(p, q)", f"{LEVIATHAN}, A.1", "proved")
def residual():
    return Equation(Residual(p, q), 1 - Accepted(p, q))


@theorem("A.speculative.distance", "Σ min(p, q) = 1 − ½ Σ |p − q|", f"{LEVIATHAN}, Theorem 3.5", "proved")
def acceptance():
    return Equation(Accepted(p, q), 1 - sum_over(n, lambda k: Abs(p[0, k] - q[0, k])) / 2)


@theorem("A.speculative.distance.mistake", "Σ min(p, q) = 1 − Σ |p − q|", f"{LEVIATHAN}, Definition 3.2", "refuted")
def acceptance_whole():
    return Equation(Accepted(p, q), 1 - sum_over(n, lambda k: Abs(p[0, k] - q[0, k])))


@theorem(
    "A.speculative.accept",
    "q min(1, p/q) = min(p, q) for q > 0",
    f"{LEVIATHAN}, 3.2",
    "proved",
)
def accepted():
    rate = Min(1, p[0, i] / q[0, i])
    return claim(Equation(q[0, i] * rate, Min(p[0, i], q[0, i])), given=[q[0, i] > 0])


@theorem("A.speculative", "speculative decoding samples from p", f"{LEVIATHAN}, A.1", "proved")
def exact():
    """Where the residual is 0, as it is for one token alone, p is q and no draft is rejected."""
    p, q, i = ProbabilitySymbol("p", n + 1), ProbabilitySymbol("q", n + 1), Idx("i", n + 1)
    some, kept, rest = Ne(Residual(p, q), 0), Min(p[0, i], q[0, i]), Max(0, p[0, i] - q[0, i])
    return calc(
        SpeculativeSample(p, q)[0, i],
        (kept + rest, (SpeculativeSample, Accepted, Residual, "A.speculative.residual", some)),
        (p[0, i], "A.speculative.parts"),
        given=[some],
    )


@theorem(
    "A.speculative.parts", "accepted drafts and the residual after a rejection make p", f"{LEVIATHAN}, A.1", "proved"
)
def parts():
    return Equation(Min(p[0, i], q[0, i]) + Max(0, p[0, i] - q[0, i]), p[0, i])


@theorem("A.speculative.mistake", "drawing from p after a rejection samples from p", f"{LEVIATHAN}, §2.3", "refuted")
def exact_from_p():
    return Equation(Min(p[0, i], q[0, i]) + (1 - Accepted(p, q)) * p[0, i], p[0, i])


@theorem(
    "A.speculative.mistake.order", "accepting drafts with min(1, q/p) samples from p", f"{LEVIATHAN}, §2.3", "refuted"
)
def exact_other_order():
    rest = Max(0, p[0, i] - q[0, i])
    stated = q[0, i] * Min(1, q[0, i] / p[0, i]) + (1 - Accepted(p, q)) * rest / Residual(p, q)
    return claim(Equation(stated, p[0, i]), given=[p[0, i] > 0, q[0, i] > 0, Ne(Residual(p, q), 0)])


# ------------------------------------------------------------------------------------------------------------- sampling


def power(k):
    """p_k^(1/T) for the weights p of a softmax."""
    return RowSoftmax(x)[0, k] ** (1 / T)


@theorem("A.sample.temperature", "softmax(x/T)_i = p_i^(1/T) / Σ p_k^(1/T)", "Holtzman et al. 2020, (2)", "proved")
def temperature():
    return Equation(RowSoftmax(x / T)[0, i], power(i) / sum_over(n, power))


@theorem(
    "A.sample.temperature.mistake", "softmax(T x)_i = p_i^(1/T) / Σ p_k^(1/T)", "Holtzman et al. 2020, (2)", "refuted"
)
def temperature_product():
    return Equation(RowSoftmax(T * x)[0, i], power(i) / sum_over(n, power))


chosen = SubsetSymbol("A", n)


def kept_weight(k):
    """The weight of token k where it is chosen, else 0."""
    return Piecewise((RowSoftmax(x)[0, k], chosen.contains(k)), (0, True))


@theorem(
    "A.sample.top",
    "top-k and top-p: renormalised weights are the softmax of what is kept",
    "Holtzman et al. 2020, (3)",
    "proved",
)
def kept():
    return Equation(RowSoftmax(x + SubsetMask(chosen, n))[0, i], kept_weight(i) / sum_over(n, kept_weight))


@theorem(
    "A.sample.top.mistake",
    "top-k and top-p: the weights kept, not renormalised, are the softmax of what is kept",
    "Holtzman et al. 2020, (3)",
    "refuted",
)
def kept_as_they_are():
    return Equation(RowSoftmax(x + SubsetMask(chosen, n))[0, i], kept_weight(i))


@theorem("A.sample.baseline", "a baseline does not change the policy gradient", "Williams 1992, §4", "proved")
def baseline():
    P = RowSoftmax(x)
    return Equation(sum_over(n, lambda k: P[0, k] * (KroneckerDelta(k, j) - P[0, j]) * c), 0)


# -------------------------------------------------------------------------------------------------------------- dropout

P, o = ProbabilitySymbol("P", N), Idx("o", N)
M, w, var = MatrixSymbol("M", N, n), MatrixSymbol("w", 1, n), Symbol("v", real=True)
keep = Symbol("q", positive=True)
B = MatrixSymbol("B", N, 1)


def dropped(o):
    """The weighted sum Σ_k M_k w_k v_k, whose terms are dropped by a random mask."""
    return sum_over(n, lambda k: M[o, k] * w[0, k] * x[0, k])


@theorem("A.dropout.mean", "a mask of mean 1 leaves the mean of the output as it is", f"{DROPOUT}, §10", "proved")
def dropout_mean():
    mean = sum_over(n, lambda k: w[0, k] * x[0, k])
    return claim(Equation(Expectation(P, dropped(o), o), mean), given=[CommonMean(P, M, 1)])


@theorem(
    "A.dropout.mean.mistake",
    "a mask of mean q < 1 that is not divided by q leaves the mean of the output as it is",
    f"{DROPOUT}, §10",
    "refuted",
)
def dropout_mean_not_scaled():
    mean = sum_over(n, lambda k: w[0, k] * x[0, k])
    return claim(Equation(Expectation(P, dropped(o), o), mean), given=[CommonMean(P, M, keep), keep < 1])


@theorem(
    "A.dropout.variance",
    "dropout with independent masks of variance v: the output has variance v Σ (w_k x_k)²",
    f"{DROPOUT}, §9.1",
    "proved",
)
def dropout_variance():
    given = [CommonMean(P, M, 1), CommonVariance(P, M, var), PairwiseIndependent(P, M)]
    square = sum_over(n, lambda k: (w[0, k] * x[0, k]) ** 2)
    return claim(Equation(Variance(P, dropped(o), o), var * square), given=given)


@theorem(
    "A.dropout.variance.mistake",
    "dropout with any masks of variance v: the output has variance v Σ (w_k x_k)²",
    f"{DROPOUT}, §9.1",
    "refuted",
)
def dropout_variance_dependent():
    given = [CommonMean(P, M, 1), CommonVariance(P, M, var)]
    square = sum_over(n, lambda k: (w[0, k] * x[0, k]) ** 2)
    return claim(Equation(Variance(P, dropped(o), o), var * square), given=given)


bit = Piecewise((1, B[o, 0] > 0), (0, True))


@theorem(
    "A.dropout.inverted",
    "a bit that is 1 with probability q, divided by q, has variance (1 − q)/q",
    f"{DROPOUT}, §10",
    "proved",
)
def inverted_variance():
    return claim(
        Equation(Variance(P, bit / keep, o), (1 - keep) / keep), given=[Equation(Expectation(P, bit, o), keep)]
    )


@theorem(
    "A.dropout.inverted.mistake",
    "a bit that is 1 with probability q, divided by q, has variance q (1 − q)",
    f"{DROPOUT}, §10",
    "refuted",
)
def inverted_variance_plain():
    return claim(
        Equation(Variance(P, bit / keep, o), keep * (1 - keep)), given=[Equation(Expectation(P, bit, o), keep)]
    )


# -------------------------------------------------------------------------------------------- smoothed and soft targets


@theorem("A.smoothing.sum", "smoothed targets (1 − ε) y + ε/n add up to 1", "Szegedy et al. 2016, §7", "proved")
def smoothed_sum():
    return Equation(sum_over(n, lambda k: Smoothed(t, eps)[0, k]), 1)


@theorem("A.smoothing.sum.mistake", "(1 − ε) y + ε adds up to 1 for 0 < ε ≤ 1", "Szegedy et al. 2016, §7", "refuted")
def smoothed_sum_not_divided():
    return claim(Equation(sum_over(n, lambda k: (1 - eps) * t[0, k] + eps), 1), given=[eps > 0, eps <= 1])


@theorem(
    "A.smoothing", "CE of smoothed targets is a mixture of two cross-entropies", "Szegedy et al. 2016, §7", "proved"
)
def smoothed():
    uniform = OneMatrix(1, n) / n
    mixed = (1 - eps) * CrossEntropyOfLogits(t, x) + eps * CrossEntropyOfLogits(uniform, x)
    return Equation(CrossEntropyOfLogits(Smoothed(t, eps), x), mixed)


@theorem(
    "A.smoothing.gradient",
    "the gradient of CE of smoothed targets is softmax(x) − ((1 − ε) y + ε/n)",
    "Szegedy et al. 2016, §7",
    "proved",
)
def smoothed_gradient():
    return Gradient(CrossEntropyOfLogits(Smoothed(t, eps), x), x), RowSoftmax(x) - Smoothed(t, eps)


@theorem("A.distillation", "∂C/∂z = (softmax(z/T) − softmax(v/T))/T", f"{HINTON}, (2)", "proved")
def distillation():
    return Gradient(SoftTargetLoss(v, z, T), z), (RowSoftmax(z / T) - RowSoftmax(v / T)) / T


@theorem(
    "A.distillation.mistake", "∂C/∂z = softmax(z/T) − softmax(v/T), without the factor 1/T", f"{HINTON}, (2)", "refuted"
)
def distillation_not_divided():
    return Gradient(SoftTargetLoss(v, z, T), z), RowSoftmax(z / T) - RowSoftmax(v / T)


@theorem("A.distillation.shift", "a constant in the teacher's logits does not matter", f"{HINTON}, §2.1", "proved")
def distillation_shift():
    return Equation(SoftTargetLoss(v + c * OneMatrix(1, n), z, T), SoftTargetLoss(v, z, T))


# ------------------------------------------------------------------------------------------------ accumulated gradients

X, Y = MatrixFamily("X", H, b, d), MatrixFamily("Y", H, b, e)  # H micro-batches of b examples
W, h = MatrixSymbol("W", d, e), Idx("h", H)


def squared(X, Y, size):
    """The mean over a batch of the squared error of a linear map."""
    error = X * W - Y
    return sum_over(size, lambda s: sum_over(e, lambda k: error[s, k] ** 2)) / size


def cross_entropy(X, Y, size):
    """The mean over a batch of the cross-entropy of targets Y and the logits X W of a language model's head."""
    logits = X * W

    def of_token(s):
        return log(sum_over(e, lambda k: exp(logits[s, k]))) - sum_over(e, lambda k: Y[s, k] * logits[s, k])

    return sum_over(size, of_token) / size


@theorem(
    "A.accumulation",
    "the gradient of a batch is the mean of those of equal micro-batches, for cross-entropy",
    "Goyal et al. 2017, §2.1",
    "proved",
)
def accumulated():
    """The gradient of a micro-batch of b tokens is Xᵀ(softmax(XW) − Y)/b."""
    whole = Gradient(cross_entropy(HeadStack(X), HeadStack(Y), H * b), W)
    return whole, HeadSum(HeadFamily(X[h].T * (RowSoftmax(X[h] * W) - Y[h]) / b, h)) / H


@theorem(
    "A.accumulation.squared",
    "the gradient of a batch is the mean of those of equal micro-batches, for the squared error",
    "Goyal et al. 2017, §2.1",
    "proved",
)
def accumulated_squared():
    whole = Gradient(squared(HeadStack(X), HeadStack(Y), H * b), W)
    return whole, HeadSum(HeadFamily(2 * X[h].T * (X[h] * W - Y[h]) / b, h)) / H


@theorem(
    "A.accumulation.mistake",
    "the gradient of a batch is the sum of those of its micro-batches",
    "Goyal et al. 2017, §2.1",
    "refuted",
)
def accumulated_not_divided():
    whole = Gradient(squared(HeadStack(X), HeadStack(Y), H * b), W)
    return whole, HeadSum(HeadFamily(2 * X[h].T * (X[h] * W - Y[h]) / b, h))


@theorem(
    "A.accumulation.loss",
    "a mean over a batch is the mean of those over micro-batches",
    "Goyal et al. 2017, §2.1",
    "proved",
)
def accumulated_loss():
    L = MatrixFamily("L", H, b, 1)
    whole = sum_over(H * b, lambda s: HeadStack(L)[s, 0]) / (H * b)
    return Equation(whole, sum_over(H, lambda h: sum_over(b, lambda s: L[h][s, 0]) / b) / H)


m, k = dims("m k")
first, last = MatrixSymbol("L_1", m, 1), MatrixSymbol("L_2", k, 1)  # the losses of the tokens of two micro-batches
EVERY = BlockMatrix([[first], [last]])


@theorem(
    "A.accumulation.tokens",
    "the mean over m + k tokens is that of the micro-batches of m and k tokens, weighed by m and k",
    "Hugging Face, issue 34242",
    "proved",
)
def accumulated_tokens():
    return ColumnMean(EVERY), (m * ColumnMean(first) + k * ColumnMean(last)) / (m + k)


@theorem(
    "A.accumulation.tokens.mistake",
    "the mean over m + k tokens is the plain mean of those of the micro-batches",
    "Hugging Face, issue 34242",
    "refuted",
)
def accumulated_tokens_averaged():
    return ColumnMean(EVERY), (ColumnMean(first) + ColumnMean(last)) / 2


if __name__ == "__main__":
    run_script(__file__)

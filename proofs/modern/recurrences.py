"""Linear attention: one product, a recurrence over tokens, chunks; with decay, the delta rule, as a state-space model.

Sources: A. Katharopoulos et al., *Transformers are RNNs*, 2020, eq. (4)–(12); Y. Sun et al., *Retentive Network*, 2023,
eq. (5)–(7); I. Schlag, K. Irie, J. Schmidhuber, *Linear Transformers Are Secretly Fast Weight Programmers*, 2021, §4;
S. Yang et al., *Parallelizing Linear Transformers with the Delta Rule*, 2024, §2–3; T. Dao, A. Gu, *Transformers are
SSMs*, 2024, §3 and §5.

Queries Q and keys K are feature maps already applied, n×p; values V are n×d. A token more is a row more.
"""

from sympy import (
    BlockMatrix,
    DiagMatrix,
    HadamardProduct,
    Identity,
    Idx,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
    log,
)

from symattn import (
    Equation,
    ForAll,
    Gradient,
    SquaredNorm,
    calc,
    claim,
    dims,
    from_entries,
    run_script,
    sum_over,
    theorem,
)
from symattn.modern.recurrences import (
    CausalLinearAttention,
    CausalOnes,
    DecayedState,
    DeltaStep,
    LinearState,
    NormalizedLinearAttention,
    Retention,
    ScalarSSM,
    SSMState,
)

n, m, p, d, r = dims("n m p d r")
Q, K, V = MatrixSymbol("Q", n, p), MatrixSymbol("K", n, p), MatrixSymbol("V", n, d)
Q_2, K_2, V_2 = MatrixSymbol("Q_2", m, p), MatrixSymbol("K_2", m, p), MatrixSymbol("V_2", m, d)
q, k, v = MatrixSymbol("q", 1, p), MatrixSymbol("k", 1, p), MatrixSymbol("v", 1, d)
i, c = Idx("i", n), Idx("c", d)
gamma, beta = Symbol("gamma", positive=True), Symbol("beta", real=True)
t = Symbol("t", integer=True)


def below(upper, lower):
    return BlockMatrix([[upper], [lower]])


more = below(Q, q), below(K, k), below(V, v)  # one token more
chunks = below(Q, Q_2), below(K, K_2), below(V, V_2)  # m tokens more


# --------------------------------------------------------------------------------------------------- linear attention


@theorem(
    "A.recurrences.associativity",
    "(QKᵀ) V = Q (KᵀV), with the state KᵀV",
    "Katharopoulos et al. 2020, eq. 5–6",
    "proved",
)
def associativity():
    """From n² to n: the p×d matrix in the middle is the state."""
    F = MatrixSymbol("Q", r, p)
    return calc((F * K.T) * V, (F * LinearState(K, V), LinearState))


@theorem(
    "A.recurrences.associativity.mistake",
    "(QKᵀ ∘ L) V = Q (KᵀV) under a causal mask L",
    "Katharopoulos et al. 2020, §3.3",
    "refuted",
)
def associativity_masked():
    return CausalLinearAttention(Q, K, V), Q * LinearState(K, V)


@theorem(
    "A.recurrences.causal_state",
    "row i of causal linear attention is q_iᵀ S_i with S_i = Σ_(j ≤ i) k_j v_jᵀ",
    "Katharopoulos et al. 2020, eq. 8–12",
    "proved",
)
def causal_state():
    state = from_entries(p, d, lambda a, b: Sum(K[t, a] * V[t, b], (t, 0, i)))
    return CausalLinearAttention(Q, K, V)[i, :], Q[i, :] * state


@theorem(
    "A.recurrences.state_step",
    "the state of linear attention is S_i = S_(i−1) + k_i v_iᵀ",
    "Katharopoulos et al. 2020, eq. 18",
    "proved",
)
def state_step():
    return LinearState(more[1], more[2]), LinearState(K, V) + k.T * v


@theorem(
    "A.recurrences.causal_step",
    "causal linear attention with a token more: the rows before stay, its own is q (S + kᵀv)",
    "Katharopoulos et al. 2020, eq. 16–20",
    "proved",
)
def causal_step():
    """The step of the induction over tokens: causal linear attention is a recurrent network with the state S."""
    return CausalLinearAttention(*more), below(CausalLinearAttention(Q, K, V), q * (LinearState(K, V) + k.T * v))


@theorem(
    "A.recurrences.causal_start",
    "causal linear attention of the first token is q (kᵀv)",
    "Katharopoulos et al. 2020, eq. 16–20",
    "proved",
)
def causal_start():
    return CausalLinearAttention(q, k, v), q * (k.T * v)


@theorem(
    "A.recurrences.causal_step.mistake",
    "causal linear attention with a token more: the rows before stay, its own is q S",
    "",
    "refuted",
)
def causal_step_before():
    """The state is that before the token."""
    return CausalLinearAttention(*more), below(CausalLinearAttention(Q, K, V), q * LinearState(K, V))


@theorem(
    "A.recurrences.chunks",
    "causal linear attention of a second chunk is Q₂ S + (Q₂K₂ᵀ ∘ L) V₂",
    "Yang et al. 2024, §2.1; Sun et al. 2023, eq. 7",
    "proved",
)
def chunked():
    """The chunk before enters by its state alone; within the chunk the attention is causal."""
    second = Q_2 * LinearState(K, V) + CausalLinearAttention(Q_2, K_2, V_2)
    return CausalLinearAttention(*chunks), below(CausalLinearAttention(Q, K, V), second)


@theorem(
    "A.recurrences.chunks.mistake",
    "causal linear attention of a second chunk is Q₂ S, without the part within the chunk",
    "Yang et al. 2024, §2.1",
    "refuted",
)
def chunked_without_inner():
    return CausalLinearAttention(*chunks), below(CausalLinearAttention(Q, K, V), Q_2 * LinearState(K, V))


@theorem(
    "A.recurrences.chunk_state",
    "the state of linear attention after a chunk more is S + K₂ᵀV₂",
    "Yang et al. 2024, §2.1; Sun et al. 2023, eq. 7, γ = 1",
    "proved",
)
def chunk_state():
    return LinearState(below(K, K_2), below(V, V_2)), LinearState(K, V) + LinearState(K_2, V_2)


# --------------------------------------------------------------------------------------------------------- normaliser

normaliser = sum_over(n, lambda j: (Q * K.T)[i, j])


@theorem(
    "A.recurrences.normaliser",
    "linear attention with the normaliser is q_iᵀ S / q_iᵀ z, with z = Σ_j k_j",
    "Katharopoulos et al. 2020, eq. 4–5",
    "proved",
)
def normalised():
    z = from_entries(p, 1, lambda a, b: sum_over(n, lambda j: K[j, a]))
    weighted = sum_over(n, lambda j: (Q * K.T)[i, j] * V[j, c]) / normaliser
    return claim(weighted, (Q[i, :] * LinearState(K, V))[0, c] / (Q[i, :] * z)[0, 0], given=[Ne(normaliser, 0)])


@theorem(
    "A.recurrences.normaliser_sum",
    "the weights of linear attention with the normaliser sum to 1",
    "Katharopoulos et al. 2020, eq. 4",
    "proved",
)
def normalised_weights():
    return claim(sum_over(n, lambda j: (Q * K.T)[i, j] / normaliser), 1, given=[Ne(normaliser, 0)])


WEIGHTS = HadamardProduct(Q * K.T, CausalOnes(n))
NORMALISED = ForAll(i, Ne(sum_over(n, lambda j: WEIGHTS[i, j]), 0))


@theorem(
    "A.recurrences.normaliser.causal",
    "causal linear attention with the normaliser is q_iᵀ S_i / q_iᵀ z_i, with z_i = Σ_(j ≤ i) k_j",
    "Katharopoulos et al. 2020, eq. 9–12",
    "proved",
)
def normalised_causal():
    state = from_entries(p, d, lambda a, b: Sum(K[t, a] * V[t, b], (t, 0, i)))
    z = from_entries(p, 1, lambda a, b: Sum(K[t, a], (t, 0, i)))
    recurrent = (Q[i, :] * state)[0, c] / (Q[i, :] * z)[0, 0]
    return claim(Equation(NormalizedLinearAttention(Q, K, V)[i, c], recurrent), given=[NORMALISED])


@theorem(
    "A.recurrences.normaliser.causal_sum",
    "the weights of causal linear attention with the normaliser sum to 1",
    "Katharopoulos et al. 2020, eq. 9",
    "proved",
)
def normalised_causal_sum():
    return claim(NormalizedLinearAttention(Q, K, OneMatrix(n, d)), OneMatrix(n, d), given=[NORMALISED])


@theorem(
    "A.recurrences.normaliser.mistake",
    "linear attention with the normaliser is linear attention without it",
    "Katharopoulos et al. 2020, eq. 4, without the denominator",
    "refuted",
)
def normaliser_dropped():
    weighted = sum_over(n, lambda j: (Q * K.T)[i, j] * V[j, c])
    return claim(weighted / normaliser, weighted, given=[Ne(normaliser, 0)])


# -------------------------------------------------------------------------------------------------------------- decay


@theorem(
    "A.recurrences.retention_state",
    "row n of retention is q_n S_n with S_n = Σ_(j ≤ n) γ^(n−j) k_jᵀ v_j",
    "Sun et al. 2023, eq. 1–3",
    "proved",
)
def retention_state():
    state = from_entries(p, d, lambda a, b: Sum(gamma ** (i - t) * K[t, a] * V[t, b], (t, 0, i)))
    return Retention(Q, K, V, gamma)[i, :], Q[i, :] * state


@theorem(
    "A.recurrences.retention_step",
    "the state of retention is S_n = γ S_(n−1) + k_nᵀ v_n",
    "Sun et al. 2023, eq. 6",
    "proved",
)
def retention_state_step():
    return DecayedState(more[1], more[2], gamma), gamma * DecayedState(K, V, gamma) + k.T * v


@theorem(
    "A.recurrences.retention_step.mistake",
    "the state of retention is S_n = γ (S_(n−1) + k_nᵀ v_n)",
    "Sun et al. 2023, eq. 6",
    "refuted",
)
def retention_decays_new():
    return DecayedState(more[1], more[2], gamma), gamma * (DecayedState(K, V, gamma) + k.T * v)


@theorem(
    "A.recurrences.retention",
    "the parallel form of retention is the recurrent one",
    "Sun et al. 2023, eq. 5 and 6",
    "proved",
)
def retention_recurrent():
    """The step of the induction over tokens: Retention(X_n) = Q_n S_n."""
    state = gamma * DecayedState(K, V, gamma) + k.T * v
    return Retention(*more, gamma), below(Retention(Q, K, V, gamma), q * state)


@theorem(
    "A.recurrences.retention_chunks",
    "the parallel form of retention is the chunkwise one: ξ Q₂ S + Retention(Q₂, K₂, V₂)",
    "Sun et al. 2023, eq. 7",
    "proved",
)
def retention_chunks():
    """ξ_i = γ^(i+1): row i of the chunk is i + 1 steps after the state."""
    xi = DiagMatrix(from_entries(m, 1, lambda a, b: gamma ** (a + 1)))
    second = xi * Q_2 * DecayedState(K, V, gamma) + Retention(Q_2, K_2, V_2, gamma)
    return Retention(*chunks, gamma), below(Retention(Q, K, V, gamma), second)


@theorem(
    "A.recurrences.retention_chunks.mistake",
    "the chunkwise form of retention with ξ_i = γ^i is the parallel one",
    "",
    "refuted",
)
def retention_chunks_off():
    """The first row of a chunk is one step after the state: ξ_i = γ^(i+1), with i from 0."""
    xi = DiagMatrix(from_entries(m, 1, lambda a, b: gamma**a))
    second = xi * Q_2 * DecayedState(K, V, gamma) + Retention(Q_2, K_2, V_2, gamma)
    return Retention(*chunks, gamma), below(Retention(Q, K, V, gamma), second)


@theorem(
    "A.recurrences.retention_chunk_state",
    "the state of retention after a chunk of m tokens more is γ^m S + S₂",
    "Sun et al. 2023, eq. 7",
    "proved",
)
def retention_chunk_state():
    whole = DecayedState(below(K, K_2), below(V, V_2), gamma)
    return whole, gamma**m * DecayedState(K, V, gamma) + DecayedState(K_2, V_2, gamma)


@theorem("A.recurrences.retention_start", "retention of the first token is q (kᵀv)", "Sun et al. 2023, eq. 6", "proved")
def retention_start():
    return Retention(q, k, v, gamma), q * (k.T * v)


@theorem(
    "A.recurrences.retention_none",
    "retention without decay is causal linear attention",
    "Sun et al. 2023, §2.1, γ = 1",
    "proved",
)
def retention_none():
    return Retention(Q, K, V, 1), CausalLinearAttention(Q, K, V)


# --------------------------------------------------------------------------------------------------------- delta rule

S, key, value = MatrixSymbol("S", d, p), MatrixSymbol("k", p, 1), MatrixSymbol("v", d, 1)
UNIT = Equation(key.T * key, Identity(1))


@theorem(
    "A.recurrences.delta",
    "the delta rule is S + β(v − Sk)kᵀ = S(1 − β kkᵀ) + β vkᵀ",
    "Yang et al. 2024, eq. 4; Schlag et al. 2021, eq. 24",
    "proved",
)
def delta():
    return DeltaStep(S, key, value, beta), S * (Identity(p) - beta * key * key.T) + beta * value * key.T


@theorem(
    "A.recurrences.delta_retrieves",
    "after a write by the delta rule with β = 1 and |k| = 1 the key returns its value",
    "Schlag et al. 2021, §4.2",
    "proved",
)
def delta_retrieves():
    return claim(DeltaStep(S, key, value, 1) * key, value, given=[UNIT])


@theorem(
    "A.recurrences.delta_retrieves.mistake",
    "after the write S + vkᵀ with |k| = 1 the key returns its value",
    "Schlag et al. 2021, §4.2: the sum update",
    "refuted",
)
def sum_retrieves():
    return claim((S + value * key.T) * key, value, given=[UNIT])


@theorem(
    "A.recurrences.delta_keeps",
    "a write by the delta rule keeps what is stored at orthogonal keys",
    "Schlag et al. 2021, §4.2",
    "proved",
)
def delta_keeps():
    other = MatrixSymbol("k'", p, 1)
    return claim(DeltaStep(S, key, value, beta) * other, S * other, given=[Equation((key.T * other)[0, 0], 0)])


@theorem(
    "A.recurrences.delta_gradient",
    "the delta rule is a step down the gradient of ½|Sk − v|²",
    "Yang et al. 2024, §2.2",
    "proved",
)
def delta_gradient():
    loss = SquaredNorm(S * key - value) / 2
    return DeltaStep(S, key, value, beta), S - beta * Gradient(loss, S)


@theorem("A.recurrences.delta_householder", "1 − 2kkᵀ is orthogonal for |k| = 1", "Yang et al. 2024, §3.1", "proved")
def householder():
    reflection = Identity(p) - 2 * key * key.T
    return claim(reflection * reflection.T, Identity(p), given=[UNIT])


@theorem(
    "A.recurrences.delta.mistake",
    "the order of two writes by the delta rule does not matter",
    "",
    "refuted",
)
def delta_order():
    """It does not matter for the sum of writes."""
    k_2, v_2 = MatrixSymbol("k_2", p, 1), MatrixSymbol("v_2", d, 1)
    one, other = DeltaStep(S, key, value, 1), DeltaStep(S, k_2, v_2, 1)
    return DeltaStep(one, k_2, v_2, 1), DeltaStep(other, key, value, 1)


# ------------------------------------------------------------------------------------------------------- state spaces

# The decays a_t = exp(A_t) are given by their logarithms A, as in the code of the paper.

A, A_n = MatrixSymbol("A", n, 1), MatrixSymbol("A_n", 1, 1)
C, B, X = MatrixSymbol("C", n, p), MatrixSymbol("B", n, p), MatrixSymbol("X", n, d)
C_n, B_n, x_n = MatrixSymbol("C_n", 1, p), MatrixSymbol("B_n", 1, p), MatrixSymbol("x_n", 1, d)
later = exp(A_n[0, 0]) * SSMState(A, B, X) + B_n.T * x_n


@theorem(
    "A.recurrences.ssd_state",
    "the state of a state-space model is h_n = a_n h_(n−1) + B_nᵀ x_n",
    "Dao & Gu 2024, eq. 2",
    "proved",
)
def ssd_state():
    return SSMState(below(A, A_n), below(B, B_n), below(X, x_n)), later


@theorem(
    "A.recurrences.ssd",
    "state-space duality: (L ∘ CBᵀ) X is the recurrence y_n = C_n h_n",
    "Dao & Gu 2024, eq. 2 and 7",
    "proved",
)
def ssd():
    """The step of the induction over tokens, for a scalar decay at each step."""
    whole = ScalarSSM(below(A, A_n), below(C, C_n), below(B, B_n), below(X, x_n))
    return whole, below(ScalarSSM(A, C, B, X), C_n * later)


@theorem(
    "A.recurrences.ssd_start",
    "the first output of a state-space model is C₀ (B₀ᵀ x₀), whatever its decay",
    "Dao & Gu 2024, eq. 2",
    "proved",
)
def ssd_start():
    return ScalarSSM(A_n, C_n, B_n, x_n), C_n * (B_n.T * x_n)


@theorem(
    "A.recurrences.ssd.mistake",
    "the state of a state-space model is h_n = a_n (h_(n−1) + B_nᵀ x_n)",
    "Dao & Gu 2024, eq. 6: L_ij = a_i ⋯ a_(j+1)",
    "refuted",
)
def ssd_shifted():
    """The new input decays as well, as if L_ij = a_i ⋯ a_j."""
    shifted = exp(A_n[0, 0]) * (SSMState(A, B, X) + B_n.T * x_n)
    return SSMState(below(A, A_n), below(B, B_n), below(X, x_n)), shifted


@theorem(
    "A.recurrences.ssd_constant",
    "a state-space model with one decay for all steps is retention",
    "Dao & Gu 2024, §4.3",
    "proved",
)
def ssd_constant():
    same = from_entries(n, 1, lambda u, w: log(gamma))
    return ScalarSSM(same, C, B, X), Retention(C, B, X, gamma)


@theorem(
    "A.recurrences.ssd_none",
    "a state-space model with a_t = 1 is causal linear attention",
    "Dao & Gu 2024, §4.3",
    "proved",
)
def ssd_none():
    return ScalarSSM(ZeroMatrix(n, 1), C, B, X), CausalLinearAttention(C, B, X)


if __name__ == "__main__":
    run_script(__file__)

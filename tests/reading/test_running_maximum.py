r"""The online softmax, as notes write it: a maximum up to a place, and recurrences with what they begin with."""

import pytest

from symattn.reading.read import read

GIVEN = r"Let $x \in \mathbb{R}^N$. "
KEPT = r"$$M_k := \max(x_1, \dots, x_k), \quad S_k := \sum_{i=1}^k e^{x_i - M_k}$$"
RUN = r"$$m_k = \max_{i \le k} x_i, \quad d_k = \sum_{i=1}^k e^{x_i - m_k}$$"
FROM_0 = r"Let $x \in \mathbb{R}^n$ with $\sum_{i=0}^{n-1} x_i = 1$. "
INFINITE, FIRST = r"With $m_0 = -\infty$ and $d_0 = 0$, ", r"Initialize $m_1 = x_1$, $d_1 = 1$. Then for $i \ge 2$ "
MOST, STEP = r"m_i = \max(m_{i-1}, x_i)", r"d_i = d_{i-1} e^{m_{i-1} - m_i} + e^{x_i - m_i}"
TURNED = r"d_i = d_{i-1} e^{m_i - m_{i-1}} + e^{x_i - m_i}"
BARE = r"d_i = d_{i-1} + e^{x_i - m_i}"
SUM = r"d_N = \sum_{j=1}^N e^{x_j - m_N}"

#: The words before, rows, and the answers to them.
NOTES = {
    "the largest and one more": (GIVEN + KEPT, [r"M_k = \max(M_{k-1}, x_k)"], "proved"),
    "… of another place": (GIVEN + KEPT, [r"M_k = \max(M_{k-1}, x_{k-1})"], "differs"),
    "… the least": (GIVEN + KEPT, [r"M_k = \min(M_{k-1}, x_k)"], "differs"),
    "… from the next place": (GIVEN + RUN, [r"m_{k+1} = \max(m_k, x_{k+1})"], "proved"),
    "… and two more": (GIVEN + RUN, [r"m_{k+2} = \max(m_k, x_{k+1}, x_{k+2})"], "proved"),
    "… one of two left out": (GIVEN + RUN, [r"m_{k+2} = \max(m_k, x_{k+2})"], "refuted"),
    "a few are written out": (
        GIVEN + KEPT,
        ["M_1 = x_1", r"M_3 = \max(M_2, x_3)", "M_2 = x_2"],
        "proved proved differs",
    ),
    "the sum goes on": (GIVEN + KEPT, [r"S_k = e^{M_{k-1} - M_k} S_{k-1} + e^{x_k - M_k}"], "proved"),
    "… with a wrong sign": (GIVEN + KEPT, [r"S_k = e^{M_k - M_{k-1}} S_{k-1} + e^{x_k - M_k}"], "differs"),
    "… without its factor": (GIVEN + KEPT, [r"S_k = S_{k-1} + e^{x_k - M_k}"], "differs"),
    "… with another place": (GIVEN + KEPT, [r"S_k = e^{M_{k-1} - M_k} S_{k-1} + e^{x_{k-1} - M_k}"], "differs"),
    "d with an index": (GIVEN + RUN, [r"d_k = e^{m_{k-1} - m_k} d_{k-1} + e^{x_k - m_k}"], "proved"),
    "… with a wrong sign, too": (GIVEN + RUN, [r"d_k = e^{m_k - m_{k-1}} d_{k-1} + e^{x_k - m_k}"], "differs"),
    "a maximum of none": (GIVEN, [r"\sum_{k=1}^N \max_{i \le k-1} x_i = 0"], "not read"),
    "beyond the end of a sum": (
        GIVEN,
        [r"\sum_{k=1}^{N-1} \max_{i \le k+1} x_i = \sum_{k=1}^{N-1} \max_{i \le k} x_i"],
        "refuted",
    ),
    "begun with −∞": (GIVEN + INFINITE, [MOST, STEP, SUM], "recurrence recurrence proved"),
    "… with a sign turned": (GIVEN + INFINITE, [MOST, TURNED, SUM], "recurrence recurrence differs"),
    "… without the factor": (GIVEN + INFINITE, [MOST, BARE, SUM], "recurrence recurrence differs"),
    "… of all but one": (
        GIVEN + INFINITE,
        [MOST, STEP, r"d_N = \sum_{j=1}^{N-1} e^{x_j - m_N}"],
        "recurrence recurrence differs",
    ),
    "… of what is below": (GIVEN + INFINITE, [MOST, r"m_i \ge x_i", r"m_i \le x_i"], "recurrence proved fails as read"),
    "… in a display": (
        GIVEN,
        [r"m_0 = -\infty, \quad \ell_0 = 0", MOST, STEP.replace("d", r"\ell"), r"\ell_i = \sum_{j=1}^i e^{x_j - m_i}"],
        "definition definition recurrence recurrence proved",
    ),
    "… from 0 on": (
        FROM_0 + r"With $m_{-1} = -\infty$ and $d_{-1} = 0$, ",
        [MOST, STEP, r"d_j = \sum_{i=0}^j e^{x_i - m_j}", r"d_j = \sum_{i=0}^{j-1} e^{x_i - m_j}"],
        "recurrence recurrence proved differs",
    ),
    "a minimum begun with −∞": (GIVEN + r"With $m_0 = -\infty$, ", [r"m_i = \min(m_{i-1}, x_i)"], "not read"),
    "m_0 elsewhere": (GIVEN + INFINITE, [MOST, "m_1 = x_1 + m_0"], "recurrence not read"),
    "begun with its first value": (GIVEN + FIRST, [MOST, STEP, SUM], "recurrence recurrence proved"),
    "… with a sign turned there": (GIVEN + FIRST, [MOST, TURNED, SUM], "recurrence recurrence differs"),
    "… without its factor there": (GIVEN + FIRST, [MOST, BARE, SUM], "recurrence recurrence differs"),
    "… with another first value": (
        GIVEN + FIRST.replace("d_1 = 1", "d_1 = 0"),
        [MOST, STEP, SUM],
        "recurrence recurrence differs",
    ),
    "beside the sizes d_k and d_v": (
        r"Let $K \in \mathbb{R}^{N \times d_k}$, $V \in \mathbb{R}^{N \times d_v}$ and $q \in \mathbb{R}^{d_k}$. "
        + r"Let $x = K q / \sqrt{d_k}$. "
        + INFINITE,
        [MOST, STEP, SUM, r"x_i = \frac{1}{\sqrt{d_k}} (K q)_i"],
        "recurrence recurrence proved proved",
    ),
    "the output": (
        GIVEN + r"Let $v_j \in \mathbb{R}^p$. " + FIRST,
        [
            MOST,
            STEP,
            r"O_i = O_{i-1} \frac{d_{i-1} e^{m_{i-1} - m_i}}{d_i} + \frac{e^{x_i - m_i}}{d_i} v_i",
            r"O_N = \sum_{j=1}^N \frac{e^{x_j}}{d_N} v_j",
        ],
        "recurrence recurrence recurrence fails as read",
    ),
}
TOTAL, WHOLE = "S_t = S_{t-1} + x_t", r"S_N = \sum_{i=1}^N x_i"
#: How a sum begins, its recurrence, what is said of it, and the answer to that.
SUMS = [
    ("Let $S_0 = 0$ and", TOTAL, WHOLE, "proved"),
    ("Let $S_0 = 0$ and", TOTAL, "S_N = 1 + \\sum_{i=1}^N x_i", "differs"),
    ("Let $S_1 = x_1$ and for $t \\ge 2$", TOTAL, WHOLE, "proved"),
    ("Let $S_1 = x_1$ and", r"S_t = S_{t-1} + x_t, \quad t = 2, \dots, N", WHOLE, "proved"),
    ("Let $S_1 = x_1$ and", "S_{t+1} = S_t + x_{t+1}", WHOLE, "proved"),
    ("Let $S_1 = x_1$ and", "S_{t+1} = S_t + x_t", WHOLE, "differs"),
    # what restricts the recurrence, or denies its first value
    ("Let $S_1 = x_1$. For $t \\ge 3$ let", TOTAL, WHOLE, "definition"),
    ("Let $S_1 = x_1$. For even $t$ let", TOTAL, WHOLE, "definition"),
    ("One must not begin with $S_1 = x_1$.", TOTAL, WHOLE, "definition"),
    ("With $S_1 = x_1$ and $S_2 = 7$", TOTAL, WHOLE, "definition"),
]


@pytest.mark.parametrize("name", NOTES)
def test_online_softmax(name: str) -> None:
    words, rows, wanted = NOTES[name]
    found = [row["status"] for row in read(words + "".join(f"\n\n$${row}$$" for row in rows) + "\n").data()["rows"]]
    assert " ".join(found).endswith(wanted), found


@pytest.mark.parametrize(("words", "row", "claim", "status"), SUMS)
def test_sums_with_their_beginning(words: str, row: str, claim: str, status: str) -> None:
    found = read(f"{GIVEN}{words}\n$${row}$$\nThen\n$${claim}$$\n").data()["rows"]
    assert [each["status"] for each in found] == ["recurrence", status], found[-1]["why"]


def test_what_is_assumed_of_infinity() -> None:
    *_, last = read(GIVEN + INFINITE + f"$${MOST}$$ $${STEP}$$ $${SUM}$$\n").data()["rows"]
    assert {"m_0 = −∞: m begins with m_1 = x_1", "d_0 = 0: d begins with d_1 = e^{x_1-m_1}"} <= {*last["assumed"]}

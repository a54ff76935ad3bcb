"""What defines: not a row about one value, not one that fails, not one below that explains nothing."""

import pytest

from symattn.reading.read import read

MATRICES = r"Let $A, B \in \mathbb{R}^{n \times n}$ and $x_t \in \mathbb{R}$. "
#: The words before the first row, the rows with the words between them, and what is answered to each row.
NOTES = {
    "the rank of one matrix": (
        MATRICES,
        r"$$\operatorname{rank}(A) = n$$ $$\operatorname{rank}(B) = n$$",
        ["open", "open"],
    ),
    "the variance of one number": (
        r"Let $q, k \in \mathbb{R}^d$.",
        r"$$s = q^\top k$$ $$\operatorname{Var}(s) = d$$ Scaled, $t = s / 2$: $$\operatorname{Var}(t) - d = 0$$",
        ["definition", "open", "open"],
    ),
    "a function of a new letter": (
        "",
        "$$f(u) = 1$$ $$f(2) = 1$$",
        ["definition", "proved"],
    ),
    "a function that the words define": (
        r"Let $x \in \mathbb{R}^n$. We define",
        "$$f(x) = 1$$ $$f(2x) = 1$$",
        ["definition", "proved"],
    ),
    "a function of what is made of its argument": (
        "",
        r"$$Q = X W$$ $$\text{Attn}(X) = Q Q^\top$$ $$\text{Attn}(X) = X W W^\top X^\top$$",
        ["definition", "definition", "not read"],
    ),
    "an entry of a product": (
        MATRICES + "Let $C = A B$. Then",
        "$$C_{12} = A_{12} B_{12}$$ $$C_{12} - A_{12} B_{12} = 0$$",
        ["open", "open"],
    ),
    "an entry of a displayed matrix": (
        r"Let $S \in \mathbb{R}^{n \times n}$.",
        r"$$A = \operatorname{softmax}(S)$$ $$A_{11} = 1$$ $$A_{1,2} = 2$$",
        ["definition", "open", "open"],
    ),
    "an entry as it is": (
        MATRICES,
        "$$C = 2 A$$ $$C_{12} = 2 A_{12}$$",
        ["definition", "definition"],
    ),
    "the conjugate of a number": (
        r"Let $\theta \in \mathbb{R}$ and let $i$ be the imaginary unit. Put",
        r"$$w = e^{i\theta}$$ $$\overline{w} = -e^{-i\theta}$$ $$w \overline{w} = -1$$",
        ["definition", "open", "open"],
    ),
    "the mean of real numbers": (
        r"Let $x \in \mathbb{R}^n$.",
        r"$$\bar{x} = \frac{1}{n} \sum_i x_i$$ $$n \bar{x} = \sum_i x_i$$",
        ["definition", "proved"],
    ),
    "a row that fails": (
        MATRICES,
        "$$h_t = h_{t-1} + x_t$$ with $h_0 = 0$. Then $$h_2 = x_2$$ $$h_2 - x_2 = 0$$",
        ["recurrence", "differs", "open"],
    ),
    "a closed form that fails": (
        MATRICES + r"Let $a \in \mathbb{R}$.",
        r"$$h_t = a h_{t-1} + x_t$$ Unrolled: $$h_t = \sum_{s=1}^t a^{t-s+1} x_s$$ In particular $$h_1 = a x_1$$",
        ["recurrence", "differs", "open"],
    ),
    "where a recurrence begins": (
        MATRICES,
        "$$h_t = 2 h_{t-1} + x_t$$ with $$h_0 = 1$$ $$h_1 = 2 + x_1$$ $$h_1 = 3 + x_1$$",
        ["recurrence", "definition", "definition", "differs"],
    ),
    "where it begins in the same row": (
        MATRICES,
        r"$$h_t = h_{t-1} + x_t, \qquad h_0 = 0$$ $$h_2 = x_1 + x_2$$ $$h_2 = x_2$$",
        ["recurrence", "definition", "definition", "differs"],
    ),
    "where the text says that it begins": (
        MATRICES,
        "$$h_t = 2 h_{t-1} + x_t$$ with $h_0 = 1$. Then $$h_1 = 3 + x_1$$",
        ["recurrence", "differs"],
    ),
    "a special case below": (
        MATRICES + "Let $P$ be a projection. Then",
        "$$P A = A$$ In the trivial case, we have $$P = I$$",
        ["fails as read", "definition"],
    ),
    "another special case below": (
        MATRICES,
        r"$$U V^\top = V U^\top$$ If $A$ is positive semidefinite, we even have $$U = V$$",
        ["fails as read", "definition"],
    ),
    "what explains a row before it": (
        MATRICES,
        "$$P A = A$$ where $$P = I$$",
        ["proved", "definition"],
    ),
    "what the words below define": (
        MATRICES,
        "$$P A = A$$ Here we denote by $P$ the matrix $$P = I$$",
        ["proved", "definition"],
    ),
    "entries that are related": (
        MATRICES + r"Let $S \in \mathbb{R}^{n \times n}$ be a symmetric matrix.",
        r"$$P = \operatorname{softmax}(A)$$ $$P_{ij} = P_{ji}$$ $$A_{ij} = A_{ji}$$ $$S_{ij} = S_{ji}$$ "
        r"$$C_{ij} = C_{ji}$$",
        ["definition", "fails as read", "refuted", "proved", "recurrence"],
    ),
    "how an error goes on": (
        r"Let $A \in \mathbb{R}^{n \times n}$ and $x_{t+1} = x_t - A (x_t - y)$. The error $e_t = x_t - y$ satisfies",
        "$$e_{t+1} = (I + A) e_t$$",
        ["open"],
    ),
    "the steps of a vector": (
        r"Let $A \in \mathbb{R}^{n \times n}$ and $x, b \in \mathbb{R}^n$. Gradient descent is",
        r"$$x_{t+1} = x_t - (A x_t - b)$$ $$x_{t+1} - x_t = b - A x_t$$ $$x_{t+1} - x_t = A x_t - b$$",
        ["recurrence", "proved", "fails as read"],
    ),
    "the entries of a vector": (
        r"Let $x \in \mathbb{R}^n$ with",
        r"$$x_{i+1} = 2 x_i + 1$$ $$x_{i+1} - x_i = x_i + 1$$ $$x_{i+1} - x_i = x_i$$",
        ["recurrence", "proved", "fails as read"],
    ),
    "a step of a recurrence": (
        MATRICES,
        "$$m_t = m_{t-1} + x_t$$ $$m_1 = m_0 + x_1$$",
        ["recurrence", "proved"],
    ),
    "a vector with k below it": (
        r"Let $x, z \in \mathbb{R}^d$.",
        "$$x_k z_k = z_k x_k$$ $$x_k z_k = x_k$$",
        ["proved", "refuted"],
    ),
    "the classes of a softmax": (
        r"Let $z \in \mathbb{R}^n$.",
        r"$$p_k = \frac{e^{z_k}}{\sum_j e^{z_j}}$$ $$\sum_{k=1}^n p_k = 1$$ $$\sum_{k=1}^n p_k = n$$",
        ["definition", "proved", "refuted"],
    ),
    "a sum over heads that is named as they are": (
        r"Let $W_h \in \mathbb{R}^{d \times d}$ and $X \in \mathbb{R}^{n \times d}$.",
        r"$$Y_h = X W_h$$ $$Y = \sum_{h=1}^H Y_h$$",
        ["definition", "open"],
    ),
    "an equation that is claimed in a case": (
        MATRICES + "It holds that",
        r"$$B = A^\top A \quad \text{if } A B = I$$ $$B^\top = B$$",
        ["fails as read", "open"],
    ),
    "as many sides to the left as to the right": (
        r"Let $x \in \mathbb{R}^d$ and $A, B \in \mathbb{R}^{d \times d}$.",
        r"$$q, k = A x, B x$$ $$q^\top k = x^\top A^\top B x$$ $$q^\top k = x^\top A B x$$",
        ["definition", "definition", "proved", "refuted"],
    ),
    "more sides to the left": (
        r"Let $X \in \mathbb{R}^{n \times d}$.",
        r"$$Q, K = f(X)$$ $$Q K^\top = K Q^\top$$",
        ["not read", "open"],
    ),
    "an exchange": (
        r"Let $a, b \in \mathbb{R}$.",
        r"$$a, b = 1, 2$$ $$a, b \leftarrow b, a + b$$ $$a + b = 3$$",
        ["definition", "definition", "not read", "open"],
    ),
    "a sum of two places": (
        "",
        r"$$R_p = \begin{pmatrix} \cos p & -\sin p \\ \sin p & \cos p \end{pmatrix}$$"
        r" $$R_{p+q} = R_p R_q$$ $$R_{p+q} = R_p R_q^\top$$",
        ["definition", "proved", "refuted"],
    ),
    "a condition over two letters": (
        r"Let $A \in \mathbb{R}^{2 \times 2}$.",
        r"$$A_{ij} = A_{ij}^2 \quad \text{for } i, j = 1, 2$$",
        ["not read"],
    ),
    "powers of e that may be exponentials of matrices": (
        "Here $X$ and $Y$ are matrices.",
        r"$$e^{X + Y} = e^X e^Y$$ $$Z = e^X e^Y$$ $$Z = e^{X + Y}$$",
        ["not read", "not read", "not read"],
    ),
    "powers of e that are numbers": (
        "Let $A, B \\in \\mathbb{R}$.",
        r"$$e^{A + B} = e^A e^B$$ $$\sum_j e^{S_{ij}} = e^M \sum_j e^{S_{ij} - M}$$ $$p = \frac{1}{1 + e^{-E}}$$",
        ["proved", "proved", "definition"],
    ),
    "a sum of two places of which nothing is known": ("", "$$R_{p+q} = R_p R_q$$", ["open"]),
    "a loss as a function of a vector": (
        r"Let $z \in \mathbb{R}^n$ and $p = \operatorname{softmax}(z)$. Let $y \in \mathbb{R}^n$ be a one-hot vector.",
        r"The loss is $$L(z) = -\sum_i y_i \log p_i$$ $$\frac{\partial L}{\partial z_k} = p_k - y_k$$"
        r" $$\frac{\partial L}{\partial z_k} = p_k + y_k$$ $$L(2 z) = L(z)$$",
        ["definition", "proved", "fails as read", "fails as read"],
    ),
    "a loss by a script letter, and its gradient": (
        r"Let $z \in \mathbb{R}^n$. The loss is",
        r"$$\mathcal{L}(z) = \sum_i z_i^2$$ $$\frac{\partial \mathcal{L}}{\partial z_k} = 2 z_k$$"
        r" $$\nabla \mathcal{L}(z) = 2 z$$ $$\nabla \mathcal{L}(z) = 3 z$$ $$\nabla \mathcal{L}(2 z) = 3 z$$"
        r" $$\nabla_z \sum_i z_i^2 = 2 z$$",
        ["definition", "proved", "proved", "fails as read", "open", "proved"],
    ),
    "a product that is no function": (
        r"Let $A \in \mathbb{R}^{n \times n}$ and $z \in \mathbb{R}^n$.",
        r"$$A(z) = \sum_i z_i$$",
        ["not read"],
    ),
    "a vector that is not 0 beside a number": (
        r"Let $x \in \mathbb{R}^d$ and $x \ne 0$. For $\lambda > 0$,",
        r"$$\frac{\lambda x}{\|\lambda x\|} = \frac{x}{\|x\|}$$ $$\|x\| > 0$$ $$\|x\| > \lambda$$",
        ["proved", "proved", "fails as read"],
    ),
    "the argument of a function of numbers": (
        "",
        r"$$\operatorname{sigmoid}(-x) = 1 - \operatorname{sigmoid}(x)$$"
        r" $$\tanh(x) = 2 \operatorname{sigmoid}(2x) + 1$$",
        ["proved", "open"],
    ),
    "the same of a vector": (
        r"Let $x \in \mathbb{R}^d$.",
        r"$$\operatorname{sigmoid}(-x) = 1 - \operatorname{sigmoid}(x)$$",
        ["shapes"],
    ),
    "the output of a state that is summed up": (
        "Let $S_0 = 0$ and",
        r"$$S_t = S_{t-1} + k_t v_t^\top, \qquad o_t = S_t^\top q_t$$ Then $$o_t = \sum_{s=1}^t (q_t^\top k_s) v_s$$"
        r" $$o_t = 2 \sum_{s=1}^t (q_t^\top k_s) v_s$$",
        ["recurrence", "definition", "proved", "fails as read"],
    ),
    "the output of a state whose beginning is not said": (
        "",
        r"$$S_t = S_{t-1} + k_t v_t^\top, \qquad o_t = S_t^\top q_t$$ Then $$o_t = \sum_{s=1}^t (q_t^\top k_s) v_s$$",
        ["recurrence", "definition", "open"],
    ),
    "a function that the text lets be": (
        r"Let $R(\theta) = \begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix}$.",
        r"$$R(a)^\top R(a) = I$$ $$R(a)^\top = R(a)$$",
        ["proved", "fails as read"],
    ),
    "a function that the text only speaks of": (
        r"The matrix is $R(\theta) = \begin{pmatrix} \theta & 0 \\ 0 & 1 \end{pmatrix}$ if $\theta > 0$.",
        r"$$R(a)^\top = R(a)$$",
        ["open"],
    ),
    "keys and queries": (
        r"Let $x_q, x_k \in \mathbb{R}^d$.",
        r"$$x_q^\top x_k = x_k^\top x_q$$",
        ["proved"],
    ),
}


@pytest.mark.parametrize("name", NOTES)
def test_what_later_rows_may_rest_on(name: str) -> None:
    words, rows, statuses = NOTES[name]
    lines = read(f"{words}\n\n" + rows.replace(" $$", "\n\n$$").replace("$$ ", "$$\n\n")).lines
    assert [line.answer.status for line in lines] == statuses, [line.answer.why for line in lines]

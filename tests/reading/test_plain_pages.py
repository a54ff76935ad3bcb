"""Plain pages whose words make something else of a row: what rests on it is open, and its near misses still hold."""

import pytest

from symattn.reading.read import read

TWO = r"Let $A, B \in \mathbb{R}^{n \times n}$. "
SQUARE = r"Let $X \in \mathbb{R}^{n \times n}$. "
VECTOR = r"Let $x \in \mathbb{R}^n$. "
SCORES = r"Let $S \in \mathbb{R}^{n \times m}$. "


def answers(*parts: str) -> str:
    """Return the answers to a page of words and, at every second place, rows."""
    page = "\n\n".join(f"$${part}$$" if at % 2 else part for at, part in enumerate(parts))
    return " ".join(line.answer.status for line in read(f"{page}\n").lines)


#: Words before f(x) = 2x that make a case of it, so that f(−1) = −2 is open.
CASES = [
    "For $x > 0$ we define",
    "At $x = 0$ the function is",
    r"When $x \ge 1$, we put",
    "For positive $x$ let",
    "If $x < 0$, define",
    "In the case $x = 1$ we have",
    "For all $x > 0$ we set",
    r"On the interval $0 \le x \le 1$ put",
    "$x = 1$:",
    "Whenever $x$ is positive, define",
    r"For $x \in \{0, 1\}$ put",
    "For nonnegative arguments,",
    "At the origin,",
]
NO_CASES = [
    r"For $x \in \mathbb{R}$ we define",
    r"For every $x \in \mathbb{R}$ put",
    r"Let $x \in \mathbb{R}$ and define",
    "For each $x$, let",
    "For simplicity, let",
    "We define",
]


@pytest.mark.parametrize(
    ("words", "status"), [*((each, "open") for each in CASES), *((each, "proved") for each in NO_CASES)]
)
def test_a_row_of_a_case_defines_nothing(words: str, status: str) -> None:
    assert answers(words, "f(x) = 2 x", "So", "f(-1) = -2") == f"definition {status}"


@pytest.mark.parametrize(
    ("row", "status"),
    [
        (r"f(x) = x, \quad x > 0", "open"),
        (r"f(x) = x \quad\text{for } x > 0", "open"),
        (r"f(x) = x \quad\text{for } x \in \mathbb{R}", "proved"),
    ],
)
def test_a_condition_in_a_row_on_its_argument_is_heeded(row: str, status: str) -> None:
    assert answers("", row, "so", "f(-1) = -1") == f"definition {status}"


def test_a_derivative_at_a_place_is_that_at_no_other() -> None:
    assert answers("Let $g(x) = x^2$. For $x = 1$ we have", "g'(x) = 2", "so", "g'(3) = 2") == "proved open"
    assert answers("Let $g(x) = x^2$. We have", "g'(x) = 2 x", "so", "g'(3) = 6") == "proved proved"


#: Words before C = A B, and whether what rests on it is open.
OWNERS = [
    ("In TensorFlow one uses", "open"),
    ("Older papers define", "open"),
    ("The previous edition defined", "open"),
    ("One could define", "open"),
    ("A naive student would take", "open"),
    ("Some authors put", "open"),
    ("Many beginners compute", "open"),
    ("At first sight, the product is", "open"),
    ("It is often believed that", "open"),
    ("According to the documentation,", "open"),
    ("Originally, the product was", "open"),
    ("If $A = A^\\top$, put", "open"),
    ("For $n > 2$ put", "open"),
    ("For symmetric $A$ put", "open"),
    ("We define", "proved"),
    ("The product is", "proved"),
    ("For a query $q$ we define", "proved"),
    ("In self-attention, the product is", "proved"),
    ("In the first step, we compute", "proved"),
    ("At each step, we compute", "proved"),
    ("If we let", "proved"),
    ("In 2017, Vaswani et al. introduced", "proved"),
    ("Attention can be thought of as", "proved"),
    ("At the end, we compute", "proved"),
    ("With the previous notation,", "proved"),
    ("For a single head, we have", "proved"),
    ("In our case, the product is", "proved"),
    ("It should be noted that", "proved"),
    ("For causal attention, put", "proved"),
    (r"For $i = 1, \dots, n$ we define", "proved"),
    (r"With $S = A A^\top$ we define", "proved"),
    ("As $A + A = 2 A$, we put", "proved"),
    (r"Let $D \in \mathbb{R}^{n \times n}$ with $D^\top D = I$ and define", "proved"),
]


@pytest.mark.parametrize(("words", "status"), OWNERS)
def test_what_is_anothers_or_of_a_case_is_not_used(words: str, status: str) -> None:
    assert answers(TWO + words, "C = A B", "so", "C A = A B A") == f"definition {status}"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("Contrary to [3], where $C = A B$, we use $D = B A$.", "open"),
        ("As opposed to the book, where $C = A B$, we go on.", "open"),
        ("In PyTorch, $C = A B$.", "fails as read"),
        ("The old convention was $C = A B$.", "fails as read"),
        ("Let $C = A B$.", "proved"),
        ("We go on, where $C = A B$.", "proved"),
        ("If $n > 2$, let $C = A B$.", "open"),
        ("For symmetric $A$, let $C = A B$.", "open"),
        ("For $A = B$ let $C = A B$.", "open"),
        ("Suppose that $A = B$ and let $C = A B$.", "proved"),
        (r"For $i = 1, \dots, n$ let $C = A B$.", "proved"),
    ],
)
def test_what_is_anothers_in_the_text_is_not_used(words: str, status: str) -> None:
    assert answers(TWO + words, "C A = A B A") == status


#: Words before C = A B, those before C = B A, and the answers to it and to what rests on the one or the other.
SAID_TWICE = [
    ("In the paper we read", "Here, we take", "open open open"),
    ("The usual choice is", "We choose", "open open open"),
    ("A first attempt is", "Better is", "open open open"),
    ("Some write", "but we write", "open open open"),
    ("We use", "while in the appendix we use", "open open open"),
    ("Before the change,", "and after it,", "open open open"),
    ("We define", "We define", "differs open open"),
    ("We define", "Now", "differs open open"),
    ("We define", "Then we redefine", "differs open open"),
    ("We define", "Then", "differs proved refuted"),
    ("We define", "Hence we have", "differs proved refuted"),
]


@pytest.mark.parametrize(("one", "two", "statuses"), SAID_TWICE)
def test_of_two_definitions_none_is_used_behind_the_second(one: str, two: str, statuses: str) -> None:
    found = answers(TWO + one, "C = A B", two, "C = B A", "We look at", "C A = A B A", "and at", "C A = B A A")
    assert found == f"definition {statuses}"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("Then we replace $A$ by $2A$.", "not read"),
        ("Now $A$ is replaced by $B$.", "not read"),
        ("We swap $A$ and $B$.", "not read"),
        ("Next, we rescale the matrix $A$.", "not read"),
        ("In this section $C$ includes the factor $1/2$.", "open"),
        ("We now add the mask $M$ to $C$.", "open"),
        ("In what follows $C$ denotes its inverse square root.", "open"),
        ("By abuse of notation we write $C$ for $C + I$, too.", "open"),
        ("From now on $C$ is divided by $n$.", "open"),
        ("The letter $C$ stands for $C^{-1}$.", "open"),
        ("Now $A$ and $B$ are rotated.", "not read"),
        ("Now $C$ is symmetric.", "proved"),
        ("The matrix $C$ contains a factor $A$.", "proved"),
        ("We now add $C$ to $A B$.", "proved"),
        ("If we replace $A$ by $B$, nothing changes.", "proved"),
        ("We replace the softmax.", "proved"),
    ],
)
def test_a_letter_that_is_replaced_is_not_what_it_was(words: str, status: str) -> None:
    assert answers(TWO + "Put", "C = A B", f"{words} So", "C B = A B B") == f"definition {status}"


def test_an_identity_holds_for_what_its_letter_is_replaced_by() -> None:
    page = r"Let $x, y \in \mathbb{R}$. We have", "x y = y x", "Now we replace $x$ by $x + 1$:", "(x + 1) y = y (x + 1)"
    assert answers(*page) == "proved proved"


#: Words by which T is a number, or is none.
STEPS = [
    ("The sequence has length $T$.", "not read open"),
    ("We unroll $T$ steps.", "not read open"),
    (r"We iterate for $t = 0, \dots, T-1$.", "not read open"),
    (r"Iterate while $t \le T$.", "not read open"),
    (r"The cost is $\sum_{t=1}^T c_t$.", "not read open"),
    ("Let $x_T$ be the last one.", "not read open"),
    ("We average with $1/T$.", "not read open"),
    (r"Let $t \in \{1, \dots, T\}$.", "not read open"),
    ("Here $T$ denotes the transpose.", "definition proved"),
    ("The superscript $T$ is a transpose.", "definition proved"),
    ("", "definition proved"),
]


@pytest.mark.parametrize(("words", "statuses"), STEPS)
def test_a_number_of_steps_above_a_square_matrix_may_be_a_power(words: str, statuses: str) -> None:
    page = r"Let $A \in \mathbb{R}^{n \times n}$ and $x \in \mathbb{R}^n$. " + words
    assert answers(page, "y = A^T x", "so", r"y^\top = x^\top A") == statuses


def test_a_number_of_steps_leaves_the_transposes_of_tokens() -> None:
    tokens = r"Let $Q, K \in \mathbb{R}^{T \times d}$, where $T$ is the length."
    assert answers(tokens, "(Q K^T)^T = K Q^T") == "proved"
    power = r"\sum_{t=0}^{T-1} \beta^t = \frac{1 - \beta^T}{1 - \beta}"
    assert answers(r"Let $\beta \in (0, 1)$. Then", power) == "not read"


#: Words that say of what softmax is taken.
AXES = [
    ("We normalise every column.", "not read open"),
    ("Each column of $A$ sums to one.", "not read open"),
    ("The softmax runs over the queries, not over the keys.", "not read open"),
    ("`torch.softmax(S, dim=0)` gives", "not read open"),
    ("Every token is a column of $S$.", "not read open"),
    ("Tokens are stacked as columns.", "not read open"),
    ("The attention matrix is column-stochastic.", "not read open"),
    ("The normalisation is along the queries.", "not read open"),
    ("We normalise every row.", "definition proved"),
    ("The softmax runs over the keys.", "definition proved"),
    ("`softmax(S, dim=-1)` gives", "definition proved"),
    ("Vectors are column vectors.", "definition proved"),
    ("The tokens are the rows of $S$.", "definition proved"),
    ("We normalise the queries.", "definition proved"),
    ("The columns of $S$ are keys.", "definition proved"),
    ("We use a causal softmax.", "not read open"),
    ("The softmax is over past positions only. Put", "not read open"),
    ("Token $i$ sees only tokens $j \\le i$. Put", "not read open"),
    ("The future is masked.", "not read open"),
    ("Each column of $S$ belongs to a query. Put", "not read open"),
    (r"Each column of $X \in \mathbb{R}^{d \times n}$ is a token. Put", "not read open"),
    ("A token cannot look ahead. Put", "not read open"),
    ("The model cannot see later tokens. Put", "not read open"),
    ("Scores with $j > i$ are set to $-\\infty$.", "not read open"),
    ("The diagonal is excluded from the softmax.", "not read open"),
    ("Padding tokens get no weight. Put", "not read open"),
    ("A causal mask is applied to the scores.", "not read open"),
    ("From now on all scores are scaled by $1/\\sqrt{d}$.", "not read open"),
    ("In this section we flip the sign of the scores.", "not read open"),
    ("The scores are scaled by $1/\\sqrt{d}$ in practice.", "definition proved"),
    ("We replace softmax by sparsemax.", "not read open"),
    (r"We use $\operatorname{softmax}(x)_i = x_i / \sum_j x_j$.", "not read open"),
    ("We use softmax attention without a mask.", "definition proved"),
    ("The causal mask is treated later.", "definition proved"),
    ("In a sense, the model cannot ``see'' the order of the words.", "definition proved"),
    ("Each token attends to all tokens.", "definition proved"),
    ("The weights are positive.", "definition proved"),
]


def test_a_mask_that_is_written_is_read() -> None:
    words = r"Let $S, M \in \mathbb{R}^{n \times m}$. A token attends only to previous tokens. Put"
    rest = "Then", r"\sum_j A_{ij} = 1", "and", r"\sum_j \operatorname{softmax}(S)_{ij} = 1"
    assert answers(words, r"A = \operatorname{softmax}(S + M)", *rest) == "definition proved not read"


@pytest.mark.parametrize(("words", "statuses"), AXES)
def test_softmax_is_not_read_where_words_turn_its_axis(words: str, statuses: str) -> None:
    found = answers(SCORES + words, r"A = \operatorname{softmax}(S)", "Then", r"\sum_j A_{ij} = 1")
    assert found == statuses


def test_a_row_that_says_softmax_anew_ends_the_old_one() -> None:
    words = VECTOR + r"We use the softmax with a temperature $\tau$,"
    anew = r"\operatorname{softmax}(x)_i = \frac{e^{x_i/\tau}}{\sum_j e^{x_j/\tau}}"
    p = r"p = \operatorname{softmax}(x)", "Then", r"\frac{p_i}{p_j} = e^{x_i - x_j}"
    assert answers(words, anew, "and put", *p) == "fails as read not read open"
    same = r"\operatorname{softmax}(x)_i = \frac{e^{x_i}}{\sum_j e^{x_j}}"
    assert answers(VECTOR + "We use softmax,", same, "and put", *p) == "proved definition proved"


#: Words behind "Assume that b = 1", and whether a b = a is proved behind them.
ASSUMED = [
    ("We now relax this assumption.", "fails as read"),
    ("The assumption was only for illustration.", "fails as read"),
    ("We no longer assume this.", "fails as read"),
    ("Without this assumption, we go on.", "fails as read"),
    ("This restriction is not needed.", "fails as read"),
    ("Let us give up this restriction.", "fails as read"),
    ("The condition can be removed.", "fails as read"),
    ("So much for this case.", "fails as read"),
    ("Under this assumption, we go on.", "proved"),
    ("The assumption implies more.", "proved"),
    ("This assumption is used below.", "proved"),
    ("We keep this assumption.", "proved"),
]


@pytest.mark.parametrize(("words", "status"), ASSUMED)
def test_what_is_supposed_is_taken_back(words: str, status: str) -> None:
    begin = r"Let $a, b \in \mathbb{R}$. Assume that $b = 1$. Then"
    assert answers(begin, "a b = a", f"{words} Then", "a^2 b = a^2") == f"proved {status}"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("", "open"),
        (r"The ODE $x'(t) = X x(t)$ has the solution $\exp(tX) x(0)$.", "open"),
        ("Here exp is taken entrywise.", "proved"),
        ("The exponential is applied to each entry.", "proved"),
    ],
)
def test_the_exponential_of_a_square_matrix_is_asked_for(words: str, status: str) -> None:
    assert answers(SQUARE + words, r"\exp(X)_{ij} = \exp(X_{ij})") == status


#: Words that say what G is.
SAID = [
    r"We abbreviate $X^\top X$ by $G$.",
    r"Writing $G$ for $X^\top X$, we go on.",
    r"We call $X^\top X$ the Gram matrix $G$.",
    r"Here $G$ stands for $X^\top X$.",
    r"Denote $X^\top X$ by $G$.",
    r"$G$ denotes $X^\top X$.",
    r"We use $G$ as shorthand for $X^\top X$.",
    r"$X^\top X$ is called $G$.",
    r"The product $X^\top X$, denoted $G$, is used.",
    r"The Gram matrix $G$, i.e. $X^\top X$, is used.",
    r"By $G$ we mean $X^\top X$.",
    r"Let $G$ be $X^\top X$.",
    r"We shall write $X^\top X$ as $G$.",
    r"$G$ is short for $X^\top X$.",
    r"Introduce $G$ for the product $X^\top X$.",
]


@pytest.mark.parametrize("words", SAID)
def test_a_row_has_to_agree_with_words_that_say_what_its_letter_is(words: str) -> None:
    then = "Then", r"G^\top = G"
    is_formula = words in (r"Here $G$ stands for $X^\top X$.", r"$G$ denotes $X^\top X$.", r"Let $G$ be $X^\top X$.")
    assert answers(f"{SQUARE}{words} So", r"G = X X^\top", *then) == ("differs proved" if is_formula else "open open")
    assert answers(f"{SQUARE}{words} So", r"G = X^\top X", *then) == (
        "proved proved" if words.startswith("Let") else "definition proved"
    )


@pytest.mark.parametrize(
    "words",
    [
        r"We multiply $X^\top X$ by $G$.",
        r"$G$ is computed from $X^\top X$.",
        r"The eigenvalues of $G$ are those of $X^\top X$.",
        r"We compare $G$ with $X^\top X$.",
        r"We use $X^\top X$ with $G$ in mind.",
        r"$G$ is an $n \times n$ matrix.",
        "Let $G$ be the Gram matrix.",
    ],
)
def test_other_words_between_an_expression_and_a_letter_say_nothing(words: str) -> None:
    assert answers(f"{SQUARE}{words} Put", r"G = X X^\top", "Then", r"G^\top = G") == "definition proved"


def test_what_is_said_from_the_right_or_behind_a_row() -> None:
    assert answers(SQUARE + r"Take $X^\top X =: G$. So", r"G = X X^\top") == "differs"
    assert answers(SQUARE + "Put", r"X^\top X =: G", "so", r"G = X X^\top") == "definition differs"
    assert answers(SQUARE + "Put", r"X^\top X =: G", "so", r"G^\top = G") == "definition proved"
    assert answers(SQUARE + "We find", r"G = X X^\top", r"where $G = X^\top X$.") == "open"


#: Words that call a letter by a noun, and rows that it may be, and may not be.
NOUNS = [
    (VECTOR + "Let $m$ be the average of the $x_i$.", r"m = \frac{1}{n} \sum_i x_i", r"m = \sum_i x_i"),
    (VECTOR + "Let $r$ be its length.", r"r = \sqrt{\sum_i x_i^2}", r"r = \sum_i x_i^2"),
    (VECTOR + "Its norm $r$ is used.", r"r = \|x\|", r"r = x^\top x"),
    (VECTOR + "Let $p$ be its softmax.", r"p_i = \frac{e^{x_i}}{\sum_j e^{x_j}}", r"p_i = \frac{x_i}{\sum_j x_j}"),
    (VECTOR + "Let $m$ be its largest entry.", r"m = \max_i x_i", r"m = \sum_i x_i"),
    (SQUARE + "Let $X$ be invertible with inverse $Y$.", "Y = X^{-1}", r"Y = X^\top"),
    (SQUARE + "The inverse of $X$ is denoted by $Y$.", "Y = X^{-1}", r"Y = X^\top"),
    (SQUARE + "Let $Y$ be the transpose of $X$.", r"Y = X^\top", "Y = X"),
    (SQUARE + "Let $r$ be any number and $t$ its trace.", r"t = \operatorname{tr}(X)", r"t = \sum_{i,j} X_{ij}"),
    (SQUARE + "Let $G$ be the Gram matrix of its columns.", r"G = X^\top X", r"G = X X^\top"),
    (SQUARE + "Let $s$ be the vector of its row sums.", r"s = X \mathbf{1}", r"s = X^\top \mathbf{1}"),
    (SQUARE + "It has the symmetric part $S$.", r"S = \frac{1}{2} (X + X^\top)", r"S = X + X^\top"),
    (VECTOR + "Let it have mean $m$.", r"m = \frac{1}{n} \sum_i x_i", r"m = \sum_i x_i"),
    (SQUARE + "The trace of $X$ is $r$.", r"r = \operatorname{tr}(X)", "r = 1"),
]


@pytest.mark.parametrize(("words", "right", "wrong"), NOUNS)
def test_a_row_has_to_be_what_a_noun_may_say(words: str, right: str, wrong: str) -> None:
    assert answers(f"{words} So", right) == "definition"
    assert answers(f"{words} So", wrong) == "open"


#: Words that say of an accent what it does, and those that only call what has it.
ACCENTS = [
    ("A prime denotes transposition.", "X' = 2 X", "not read"),
    ("We write $X'$ for the transpose of $X$.", "X' = 2 X", "not read"),
    ("Primes are transposes.", "X' = 2 X", "not read"),
    ("A tilde denotes the antisymmetric part of a matrix.", r"\tilde{X} = X + X^\top", "not read"),
    ("A hat denotes normalisation to unit length.", r"\hat{X} = 2 X", "not read"),
    ("A dot denotes the time derivative.", r"\dot{X} = X", "not read"),
    ("A hat denotes an estimate.", r"\hat{X} = 2 X", "definition"),
    ("A tilde marks what is perturbed.", r"\tilde{X} = 2 X", "definition"),
    ("A hat denotes normalisation to unit length.", r"\tilde{X} = 2 X", "definition"),
    (r"Let $\hat{X}$ be the normalised input.", r"\hat{X} = 2 X", "definition"),
    ("We write $X'$ for the next state.", "X' = 2 X", "definition"),
]


@pytest.mark.parametrize(("words", "row", "status"), ACCENTS)
def test_an_accent_does_what_words_say(words: str, row: str, status: str) -> None:
    assert answers(f"{SQUARE}{words} Put", row) == status


@pytest.mark.parametrize(
    ("words", "row"),
    [
        (r"Let $X^\top$ be the transpose of $X$, and $L$ its length.", "X = 2 A"),
        (r"The encoder gives the mean $\mu$ and the variance $\sigma^2$.", r"\mu = W h"),
        ("Let $x$ be a sequence of length $n$.", "n = 2 m"),
        ("Let $A$ be the attention matrix.", "A = 2 B"),
        (r"We use $X^\top X$, which is applied to $v$.", "v = 2 w"),
        (r"We add $X^\top X$, the mask $M$ and the bias $b$.", "M = 2 N"),
    ],
)
def test_other_nouns_leave_a_definition(words: str, row: str) -> None:
    assert answers(f"{words} Put", row) == "definition"


@pytest.mark.parametrize(
    "words",
    [
        r"We are given points $x_1, \dots, x_n \in \mathbb{R}^d$, the rows of $X \in \mathbb{R}^{n \times d}$.",
        r"Stack the tokens $x_i \in \mathbb{R}^d$ into $X \in \mathbb{R}^{n \times d}$.",
    ],
)
def test_what_may_be_its_rows_does_not_differ(words: str) -> None:
    assert answers(words, r"C = X^\top X", "Then", r"C = \sum_{i=1}^n x_i x_i^\top") == "definition fails as read"


def test_what_fails_without_letters_says_no_values() -> None:
    *_, line = read("Let $f(x) = x$.\n\n$$f(2) = 3$$\n").lines
    assert line.answer.why.startswith("fails; defined"), line.answer

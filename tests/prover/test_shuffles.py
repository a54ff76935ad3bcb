"""One normal form from every ordering: factors, summands, nested sums, bound names, association of matrix products."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

ORDERS = settings(derandomize=True, deadline=None, max_examples=15)
rngs = st.randoms(use_true_random=False)
MATRICES = dict.fromkeys("ABCD", "[n]→[n]→ℝ")
KINDS = {**MATRICES, "f": "[n]→ℝ", "u": "[m]→ℝ", "R": "[n]→[m]→ℝ", "p": "[n]", "q": "[n]", "x": "ℝ", "y": "ℝ"}

# binders with their sizes, and the factors of one monomial
NESTS = {
    "a path": ({"a": "n", "b": "n", "c": "n", "d": "n"}, ["A a b", "A b c", "A c d"]),
    "a cycle": ({"a": "n", "b": "n", "c": "n", "d": "n", "e": "n"}, ["A a b", "A b c", "A c d", "A d e", "A e a"]),
    "a star": ({"a": "n", "b": "n", "c": "n", "d": "n"}, ["A a b", "A a c", "A a d"]),
    "a product between fixed ends": ({"a": "n", "b": "n", "c": "n"}, ["A p a", "B a b", "A b c", "B c q"]),
    "two sizes": ({"a": "n", "b": "m", "c": "n", "d": "m"}, ["R a b", "R c b", "R c d", "u d", "f a"]),
    "disconnected": ({"a": "n", "b": "n", "c": "m"}, ["f a", "f b", "u c", "x"]),
    "powers": ({"a": "n", "b": "n"}, ["f a", "f a", "f b", "A a b", "A a b"]),
    "exponentials": ({"a": "n", "b": "n"}, ["exp (f a)", "exp (A a b)", "f b", "exp (x)"]),
    "deltas": ({"a": "n", "b": "n", "c": "n"}, ["ind (a = b)", "A b c", "ind (c = p)", "f a"]),
    "masks": ({"a": "n", "b": "n"}, ["ind (pos{n} a ≤ pos{n} b)", "f a", "A a b"]),
    "a square of one matrix": ({"a": "n", "b": "n", "c": "n", "d": "n"}, ["A a b", "A b c", "B a d", "B d c"]),
}


def nested(rng, binders, factors):
    """Write the nest with binders, factors and their brackets in random order and with random names."""
    names = dict(zip(binders, rng.sample(["i1", "i2", "j1", "j2", "k1", "k2", "z"], len(binders)), strict=True))

    def named(factor):
        return "".join(names.get(c, c) if c.isalpha() else c for c in tokens(factor))

    parts = [f"({named(factor)})" for factor in factors]
    rng.shuffle(parts)
    while len(parts) > 1:
        place = rng.randrange(len(parts) - 1)
        parts[place : place + 2] = [f"({parts[place]} * {parts[place + 1]})"]
    order = list(binders)
    rng.shuffle(order)
    return "".join(f"Σ {names[b]}:[{binders[b]}]. " for b in order) + parts[0]


def tokens(factor):
    """Split a factor so that one-letter names stand alone and constants such as exp stay whole."""
    word = ""
    for c in factor + " ":
        if c.isalnum():
            word += c
            continue
        if word:
            yield word
            word = ""
        yield c


@pytest.mark.parametrize("case", NESTS)
def test_nested_sums(logic, case):
    binders, factors = NESTS[case]
    seen = set()

    @ORDERS
    @given(rngs)
    def check(rng):
        seen.add(logic.normal_form(logic.term(nested(rng, binders, factors), **KINDS)))

    check()
    assert len(seen) == 1


def test_a_long_path(logic):
    binders = dict.fromkeys("abcdeg", "n") | {"h": "n"}
    factors = ["A a b", "A b c", "A c d", "A d e", "A e g", "A g h"]
    rng = random.Random(0)
    seen = {logic.normal_form(logic.term(nested(rng, binders, factors), **KINDS)) for _ in range(12)}
    assert len(seen) == 1


def associated(rng, names):
    """Write a product of square matrices with random brackets."""
    parts = list(names)
    while len(parts) > 1:
        place = rng.randrange(len(parts) - 1)
        parts[place : place + 2] = [f"(matmul{{n,n,n}} {parts[place]} {parts[place + 1]})"]
    return parts[0]


@pytest.mark.parametrize("names", ["ABC", "ABAB", "AAAA", "ABCD", "AABBC", "ABCDA", "ABCDAB"])
def test_association_of_matrix_products(logic, names):
    seen = set()

    @settings(ORDERS, max_examples=8)
    @given(rngs)
    def check(rng):
        seen.add(logic.normal_form(logic.term(associated(rng, names), **MATRICES)))

    check()
    assert len(seen) == 1


@pytest.mark.parametrize("names", ["ABC", "ABCD"])
def test_transposes_move_through_products(logic, names):
    seen = set()

    @ORDERS
    @given(rngs)
    def check(rng):
        def transposed(part):
            if len(part) == 1:
                return f"(transpose{{n,n}} {part})"
            cut = rng.randrange(1, len(part))
            if rng.random() < 0.5:
                return f"(transpose{{n,n}} {associated(rng, part)})"
            return f"(matmul{{n,n,n}} {transposed(part[cut:])} {transposed(part[:cut])})"

        seen.add(logic.normal_form(logic.term(transposed(names), **MATRICES)))

    check()
    assert len(seen) == 1


@ORDERS
@given(rngs)
def test_sums_of_products_are_collected(logic, rng):
    """(A + B)(C + D), expanded or not, with summands in any order."""
    whole = "matmul{n,n,n} (matadd{n,n} A B) (matadd{n,n} C D)"
    parts = [f"(matmul{{n,n,n}} {a} {b})" for a in "AB" for b in "CD"]
    rng.shuffle(parts)
    while len(parts) > 1:
        place = rng.randrange(len(parts) - 1)
        parts[place : place + 2] = [f"(matadd{{n,n}} {parts[place]} {parts[place + 1]})"]
    assert logic.normal_form(logic.term(whole, **MATRICES)) is logic.normal_form(logic.term(parts[0], **MATRICES))


@ORDERS
@given(rngs)
def test_polynomials(logic, rng):
    """(x + y + 1)³ in any arrangement."""
    summands = ["x", "y", "1"]

    def factor():
        rng.shuffle(summands)
        return f"({' + '.join(summands)})"

    t = logic.term(" * ".join(factor() for _ in range(3)), x="ℝ", y="ℝ")
    again = logic.term("(1 + (x + y)) * ((x + y + 1) * (y + x + 1))", x="ℝ", y="ℝ")
    assert logic.normal_form(t) is logic.normal_form(again)


@ORDERS
@given(rngs)
def test_softmax_of_shuffled_scores(logic, rng):
    parts = ["A i j", "f j * x", "y", "B j i"]
    rng.shuffle(parts)
    scores = f"row_softmax{{n,n}} (λi j:[n]. {' + '.join(parts)})"
    plain = "row_softmax{n,n} (λj i:[n]. B i j + A j i + x * f i)"
    assert logic.normal_form(logic.term(scores, **KINDS)) is logic.normal_form(logic.term(plain, **KINDS))


@ORDERS
@given(rngs)
def test_permutations_in_any_place(logic, rng):
    """(P A Pᵀ)(P B Pᵀ) = P (A B) Pᵀ, with P and Pᵀ bracketed at random."""
    left = ["P", "A", "T", "P", "B", "T"]
    right = ["P", "A", "B", "T"]
    kinds = {**MATRICES, "s": "[n]→[n]", "t": "[n]→[n]"}

    def written(names):
        text = associated(rng, names)
        return text.replace("P", "(permutation{n} s)").replace("T", "(transpose{n,n} (permutation{n} s))")

    pair = [logic.inverse_maps()]
    first, second = (logic.normal_form(logic.term(written(names), **kinds), bijections=pair) for names in (left, right))
    assert first is second


@pytest.mark.parametrize("word", ["softmax", "scores", "zeta", "K", "Q1", "alpha", "σ"])
def test_names_of_variables_do_not_decide_what_is_proved(logic, word):
    """The order of factors depends on names; which identities hold does not."""
    kinds = {word: "[r]→[l]→ℝ", "g": "[l]→[l]→ℝ"}
    gram = logic.term("∀i j:[l]. (Σ a:[l]. g i a * g j a) = ind (i = j)", g="[l]→[l]→ℝ")
    moved = f"(matmul{{r,l,l}} {word} g)"
    logic.prove(
        f"matmul{{r,l,r}} {moved} (transpose{{r,l}} {moved}) = matmul{{r,l,r}} {word} (transpose{{r,l}} {word})",
        gram,
        **kinds,
    )


@pytest.mark.parametrize("word", ["Q", "X", "zeta"])
def test_names_do_not_decide_how_a_kernel_hypothesis_is_used(logic, word):
    known = {"g": "[l]→[l]→ℝ", "a": "([l]→ℝ)→([l]→ℝ)→ℝ"}
    image = "(λc:[l]. Σ b:[l]. {} b * g b c)"
    invariant = logic.term(f"∀q k:[l]→ℝ. a {image.format('q')} {image.format('k')} = a q k", **known)
    moved = f"(matmul{{r,l,l}} {word} g)"
    goal = f"kernel_matrix{{r,r,l}} a {moved} {moved} = kernel_matrix{{r,r,l}} a {word} {word}"
    logic.prove(goal, invariant, **{word: "[r]→[l]→ℝ"}, **known)

"""Layouts: what a signature says of arrays, and what is said of a signature that cannot be meant."""

import numpy as np
import pytest

from symattn import UsageError, dims
from symattn.testing.layouts import parse_signature, read_signature

r, n, ell, d, h, H = dims("r n ell d h H")
SIZES = {"b": 2, "g": 2, "rep": 3, "r": 3, "n": 4, "ell": 5, "d": 2, "h": 3, "H": 2}


def read(text, result=(r, d), **arrays):
    return read_signature(text, arrays, result)


def test_batch_axes_may_stand_anywhere():
    signature = read("Q: r b ell, V: b n d -> r b d", Q=(r, ell), V=(n, d))
    values = np.arange(2 * 3 * 5).reshape(2, 3, 5)
    packed = signature.layout("Q").pack(values, SIZES)
    assert packed.shape == (3, 2, 5)
    assert (packed == values.transpose(1, 0, 2)).all()
    assert (signature.layout("Q").unpack(packed, SIZES) == values).all()


def test_a_transposed_matrix_is_only_another_order_of_names():
    layout = read("K: ell n -> n ell", (n, ell), K=(n, ell)).layout("K")
    values = np.arange(20).reshape(4, 5)
    assert (layout.pack(values, SIZES) == values.T).all()


def test_grouped_queries_are_a_layout():
    repeated = read("Q: b (g rep) r ell, K: b g n ell -> b (g rep) r n", (r, n), Q=(r, ell), K=(n, ell))
    tiled = read("Q: b (rep g) r ell, K: b g n ell -> b (rep g) r n", (r, n), Q=(r, ell), K=(n, ell))
    assert repeated.batch == ("b", "g", "rep") and repeated.layout("K").batch == ("b", "g")
    values = np.arange(2 * 2 * 3 * 15).reshape(2, 2, 3, 3, 5)
    heads = repeated.layout("Q").pack(values, SIZES)
    assert heads.shape == (2, 6, 3, 5) and (heads[0, 1] == values[0, 0, 1]).all()
    values = values.transpose(0, 2, 1, 3, 4)
    heads = tiled.layout("Q").pack(values, SIZES)
    assert (heads[0, 1] == values[0, 0, 1]).all() and (heads[0, 2] == values[0, 1, 0]).all()


def test_heads_merged_with_the_width_are_a_batch_axis():
    layout = read("Q: b r (H ell) -> b r (H ell)", (r, ell), Q=(r, ell)).layout("Q")
    assert layout.batch == ("b", "H")
    assert layout.array_shape(SIZES) == (2, 3, 10)


def test_a_size_that_is_missing_is_constant():
    layout = read("M: b n, V: b n d -> b r d", M=(r, n), V=(n, d)).layout("M")
    values = np.broadcast_to(np.arange(8).reshape(2, 1, 4), (2, 3, 4))
    assert layout.constant == (0,)
    assert (layout.pack(values, SIZES) == np.arange(8).reshape(2, 4)).all()


def test_the_second_size_of_a_square_matrix_has_a_prime():
    layout = read("M: n' n, V: n d -> n d", (n, d), M=(n, n), V=(n, d)).layout("M")
    values = np.arange(16).reshape(4, 4)
    assert (layout.pack(values, SIZES) == values.T).all()


def test_half_split_pairs_are_a_merged_axis_in_the_other_order():
    split = read("X: n (2 h) -> n (2 h)", (n, 2 * h), X=(n, 2 * h)).layout("X")
    interleaved = read("X: n (h 2) -> n (h 2)", (n, 2 * h), X=(n, 2 * h)).layout("X")
    values = np.arange(4 * 6).reshape(4, 6)
    assert (interleaved.pack(values, SIZES) == values).all()
    assert split.pack(values, SIZES)[0].tolist() == [0, 2, 4, 1, 3, 5]
    assert (split.unpack(split.pack(values, SIZES), SIZES) == values).all()


def test_a_number_has_no_axes_and_a_row_no_axis_for_its_single_row():
    signature = read("c: (), x: ell -> ()", (), c=(), x=(1, ell))
    assert signature.layout("c").array_shape(SIZES) == ()
    assert signature.layout("x").array_shape(SIZES) == (5,)
    assert signature.layout("x").pack(np.arange(5).reshape(1, 5), SIZES).tolist() == [0, 1, 2, 3, 4]


def test_a_sum_of_sizes_is_a_name_too():
    layout = read("K: n+h ell -> ell", (1, ell), K=(n + h, ell)).layout("K")
    assert layout.array_shape(SIZES) == (7, 5)
    assert read("K: h+n ell -> ell", (1, ell), K=(n + h, ell)).layout("K").array_shape(SIZES) == (7, 5)


@pytest.mark.parametrize(
    "text, message",
    [
        ("Q: r ell", "a signature has one arrow"),
        ("Q: r ell -> r -> ell", "a signature has one arrow"),
        ("r ell -> r ell", "'r ell' in the signature names no array"),
        ("Q: -> r ell", "Q has no axes in the signature; a number is written ()"),
        ("Q: r ell ->", "the result has no axes"),
        ("Q: (r ell -> r ell", "a bracket of the axes of Q is not closed"),
        ("Q: r) ell -> r ell", "')' cannot stand in the axes of Q"),
        ("Q: ((r) ell) -> r ell", "'(' cannot stand in the axes of Q"),
        ("Q: r r -> r ell", "the axis r of Q is written twice"),
        ("Q: r ... -> r ell", "'...' cannot stand in the axes of Q"),
        ("Q: r 2*h -> r ell", "a product stands in brackets, its outer part first: (h 2) or (2 h)"),
        ("Q: r () -> r ell", "() is a number, and Q has other axes"),
        ("Q: r ell, Q: r ell -> r ell", "Q occurs twice"),
        ("Q: r n -> r ell", "the axis n of Q is a size of the expression, but Q is r×ell"),
        ("Q: r ell' -> r ell", "the axis ell' of Q stands for no size of it, but Q is r×ell"),
        ("Q: r b' ell -> r ell", "the axis b' of Q is the second b"),
        ("Q: r 2 -> r ell", "the axis 2 of Q stands for no size of it"),
        ("Q: b r ell -> r ell", "the axis b of Q is missing in the result"),
        ("Q: r ell -> b r ell", "the axis b of the result stands in no argument"),
        ("Q: r ell -> r", "the result is r×ell, and has no axis for ell"),
        ("K: r ell -> r ell", "K is no symbol of the expression, which has Q"),
    ],
)
def test_a_signature_that_cannot_be_meant_is_told_by_its_axis(text, message):
    with pytest.raises(UsageError) as raised:
        read_signature(text, {"Q": (r, ell)}, (r, ell), ["r", "n", "ell", "d"])
    assert message in str(raised.value)


def test_a_number_for_one_size_of_a_sum_is_told_how_it_is_said():
    with pytest.raises(UsageError) as raised:
        read("K: 1+n ell -> n ell", (n, ell), K=(r + n, ell))
    assert "1+n of K stands for no size of it, but K is (n + r)×ell; write r+n and r, with sizes={'r': 1}" in str(
        raised.value
    )


def test_an_argument_that_is_missing_is_named():
    with pytest.raises(UsageError, match="the signature has no argument for K"):
        read("Q: r ell -> r ell", (r, ell), Q=(r, ell), K=(n, ell))


def test_pairs_are_there_whole_or_not_at_all():
    with pytest.raises(UsageError, match="the size 2\\*h of X is there in part"):
        read("X: n h -> n h", (n, 2 * h), X=(n, 2 * h))


def test_what_is_no_text_is_no_signature():
    with pytest.raises(UsageError, match="one arrow"):
        parse_signature(None)

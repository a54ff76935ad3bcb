"""Formulas broken into lines: where, and what becomes of brackets, fractions and powers that do not fit."""

import re

import pytest

from symattn.render.latex_lines import aligned, atoms, display, line_width, lines, text_width, width

LONG = " + ".join(rf"x_{{{number}}}" for number in range(60))


def balanced(line: str) -> bool:
    return line.count(r"\left") == line.count(r"\right") and line.count("{") == line.count("}")


def test_a_formula_that_fits_is_left_as_it_is():
    source = r"\left(\frac{a + b}{2}\right)_{i, j} = c"
    assert lines(source) == [source]


@pytest.mark.parametrize(
    "source",
    [
        LONG,
        rf"y = \left({LONG}\right)^{{2}}",
        rf"\frac{{{LONG}}}{{{LONG}}}",
        rf"e^{{\frac{{{LONG}}}{{\sqrt{{\ell}}}}}} \, z",
        rf"\sqrt{{{LONG}}}",
        rf"f\left({LONG.replace(' +', ',')}\right)",
        rf"{{\left({LONG}\right)}}_{{i, j}}",
    ],
    ids=["sum", "brackets", "fraction", "power", "root", "arguments", "braces"],
)
def test_what_is_too_wide_is_opened_and_broken(source):
    broken = lines(source)
    assert len(broken) > 1 and all(balanced(line) and width(line) <= line_width() + 1 for line in broken)
    letters = re.findall(r"x_\{\d+\}", source)
    assert re.findall(r"x_\{\d+\}", " ".join(broken)) == letters


def test_a_line_breaks_at_the_outermost_sign_first():
    parts = r"a \left(b + c\right) d"
    broken = lines(rf"z = {parts} + {parts} + {parts} + {parts}", 150.0)
    assert [line.startswith("{} +") for line in broken[1:]] == [True] * (len(broken) - 1)
    assert all(r"\left(b + c\right)" in line for line in broken)


def test_a_power_of_ten_stays_with_its_number():
    power = r"4.28 \cdot 10^{-23}"
    bounds = rf"\text{{left side}}_{{0, 0}} \in \left[0.000100000000000000000 \pm {power}\right]"
    for source in (bounds, *(rf"{'x + ' * count}{power} + y" for count in range(30))):
        assert any(power in line for line in lines(source, 226.0))


def test_a_product_that_is_broken_gets_its_dot():
    first, second = lines(r"\left(a + b + c\right) \left(d + e + f\right)", 95.0)
    assert (first, second) == (r"\left(a + b + c\right)", r"{} \cdot \left(d + e + f\right)")


def test_a_function_stays_with_its_argument():
    for line in lines(
        r"\alpha\left(q, k\right) \operatorname{Att}_{\alpha}\left(Q, K, V\right) \sin\left(x\right)", 60.0
    ):
        assert not line.endswith((r"\alpha", "Att}", r"\sin")) and r"\cdot \left" not in line


@pytest.mark.parametrize(
    ("source", "points"),
    [  # as measured by pdflatex, in displayed formulas at 10 pt
        (r"\operatorname{Att}\left(\tau Q g, \sigma K g, \sigma V h\right)", 86.0),
        (r"\operatorname{SoftMax}_{\mathrm{row}}\left(\frac{Q K^{T}}{\sqrt{\ell}}\right) V", 109.0),
        (r"\sum_{i < d} \sum_{j < n} V_{j,i} \, V_{j,i}", 63.0),
        (r"\begin{pmatrix} 1 & -\tfrac{1}{2} \\ 0 & 3 \end{pmatrix}", 48.0),
    ],
)
def test_estimated_widths_are_near_those_of_the_engine(source, points):
    assert 0.8 * points < width(source) < 1.35 * points


def test_the_words_of_a_row_stand_at_its_last_line():
    source = aligned([("a", ""), (f"= {LONG}", "by hand")], [("b", ""), ("= c", "likewise")], end=".")
    *_, last, start, end, closing = source.splitlines()
    assert last.endswith(r"\tag*{by hand} \\[1ex]") and last.startswith(r"&\quad\qquad {} + ")
    assert (start, end, closing) == (r"& b \\", r"&\quad = c. \tag*{likewise}", r"\end{align*}")
    assert r"\parbox" not in source
    assert r"\parbox[t]" in aligned([("a", "many words " * 12)])


def test_a_display_is_broken_where_it_has_to_be():
    assert display("x", ".") == r"\[ x. \]"
    assert display(LONG, ".").startswith(r"\begin{align*}")
    assert text_width("words") < text_width("words $x + y$")


def test_atoms_write_back_what_was_read():
    source = r"{S_{Q}}_{i,j} \, e^{-x} \begin{cases} 0 & \text{for}\: i \leq j \\1 & \text{otherwise} \end{cases}"
    read = atoms(source)
    assert re.sub(r"\s", "", "".join(atom.source for atom in read)) == re.sub(r"\s", "", source)


def test_what_is_opened_is_as_wide_as_it_was_with_its_indices():
    from symattn.render.latex_lines import _open, _total, atoms

    for scripts in ("_{i_{1}, 0}", r"^{\circ \left({-1}\right)}", "_{j, i}^{T}"):
        (whole,) = atoms(rf"\left(a + b\right){scripts}")
        opened = list(_open([whole], 0.0))
        assert len(opened) > 3 and _total(opened) >= 0.9 * whole.width


def test_a_line_of_brackets_with_indices_is_broken_where_it_does_not_fit():
    term = r"\left(\delta_{i_{1} j} \left(a_{i, s} + b_{i, s} + c_{i, s} + d_{i, s}\right)_{i_{1}, 0}\right)_{i_{1}, j}"
    for count in range(1, 5):
        for line in lines(" + ".join([term] * count), 190.0):
            assert width(line) <= 190.0, line


def test_indices_and_powers_stay_on_brackets_that_are_opened_twice():
    inside = " + ".join(rf"\frac{{K_{{a,{name}}}}}{{Q_{{b,{name}}}}}" for name in "cdstuvxyz")
    for scripts in ("_{i,j}", "^{2}", "_{i,j}^{2}"):
        for before in (r"\operatorname{F}", "V_{k} \\, "):
            broken = lines(rf"{{{before}\left({inside}\right)}}{scripts}", 150.0)
            assert len(broken) > 2 and broken[-1].endswith(rf"\biggr){scripts}"), broken


@pytest.mark.parametrize(
    "source",
    [
        r"\left(x^{abcdefghijklmnopqrstuvw}\right)^{2}",
        r"{\left(a + b\right)_{i, j}}_{k,l}",
        r"{\frac{a + b}{c + d}}^{2}",
        r"{x + y_{i}}_{j}",
    ],
)
def test_what_would_have_two_indices_or_lose_its_brackets_is_not_opened(source):
    assert lines(source, 20.0) == [source]


def test_a_function_of_one_letter_keeps_its_brackets():
    broken = lines(r"\left[b = \pi\left(u\right) + \tau\left(v\right)\right]", 20.0)
    assert r"\pi\left(u\right)" in "".join(broken).replace(" ", "") and r"\tau\left(v\right)" in broken[-1], broken

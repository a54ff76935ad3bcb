"""Pages: what is a display, an inline formula, prose, and where it stands."""

import json

import pytest

from symattn.reading.pages import page

MARKDOWN = [
    ("$$x = y$$\n", [("display", "x = y")]),
    ("- $$x$$ is the input, a matrix\n", [("inline", "x")]),  # kramdown writes inline formulas so
    ("Let $x$ be. $$x = x$$ and\n", [("inline", "x"), ("display", "x = x")]),
    ("Let $x$ be. Then $$x$$ and\n", [("inline", "x"), ("inline", "x")]),
    ("It costs $5 and $6, so $$x = y$$ is\n", [("inline", "x = y")]),
    ("Let $x$ be, and \\(y\\).\n", [("inline", "x"), ("inline", "y")]),
    ("\\[x\\]\n\\begin{align*}a&=b\\end{align*}\n", [("display", "x"), ("display", "a&=b")]),
    ("```math\nx\n```\n", [("display", "x\n")]),
    ("```{math}\n:label: one\nx\n```\n", [("display", "x\n")]),
    ("```\n$$x$$\n```\n$$y$$\n", [("display", "y")]),
    ("`$x$` is code\n", []),
    ("<!-- $$x$$ -->\n$$y$$\n", [("display", "y")]),
    ("[//]: # $$x$$\n$$y$$\n", [("display", "y")]),
    ("It costs 5$ and then $$ These are words and more words that follow.\n$$x$$\n", [("display", "x")]),
    ("---\ntitle: $x$\n---\n$$y$$\n", [("display", "y")]),
    ("It costs $5 and $6.\n", []),
    ("It costs $$ to do.\n\n$$x = y$$\n", [("display", "x = y")]),
    ("$$\nx = y\n\nz = y\n$$\n\nwhere\n\n$$x$$\n", [("display", "\nx = y\n\nz = y\n"), ("display", "x")]),
    ("$$\n\nx = y \\text{ if $y$}\n\n$$\n$$y$$", [("display", "\n\nx = y \\text{ if $y$}\n\n"), ("display", "y")]),
]
#: Displays that do not close: what is left of each, and the displays behind it.
UNCLOSED = [
    ("a.md", "$$ x = y\n\nText here.\n\n$$ x = x $$\n", "$$", " x = y", [" x = x "]),
    ("a.md", "$$ x = y\nText here.\n$$ x = x $$\n", "$$", " x = y", [" x = x "]),
    ("a.md", "$$\nx = y\n\nLet $x$ be.\n\n$$\nx = x\n$$\n", "$$", "\nx = y", ["\nx = x\n"]),
    ("a.md", "$$\nx = y\n\n$$\nx = x\n$$\n", "$$", "\nx = y", ["\nx = x\n"]),
    ("a.md", "$$ x = x $$\n\nand\n\n$$ x = y\n", "$$", " x = y", [" x = x "]),
    ("a.md", "```math\nx = y\n\nText here.\n", "```math", "x = y", []),
    ("a.tex", "\\[ x = y\n\nText here.\n\n\\[ x = x \\]\n", "\\[", " x = y", [" x = x "]),
    ("a.tex", "\\[ x = y\n", "\\[", " x = y", []),
    (
        "a.tex",
        "\\begin{align}\nx &= y \\\\[2pt]\ny &= x\n\nText.\n\n\\[ x = x \\]\n",
        "\\begin{align}",
        "\nx &= y \\\\[2pt]\ny &= x",
        [" x = x "],
    ),
]
LATEX = [
    ("% $$x$$\n$$y$$ 100\\% $z$\n", [("display", "y"), ("inline", "z")]),
    ("\\newcommand{\\R}{$x$}\\begin{document}$y$\\end{document}", [("inline", "y")]),
    ("Text \\(x\n\n\\[y\\] \\(z\\)\n", [("display", "y"), ("inline", "z")]),
    ("\\begin{equation}\nx\n\\end{equation}\\begin{verbatim}$y$\\end{verbatim}", [("display", "\nx\n")]),
]


def formulas(name: str, text: str) -> list[tuple[str, str]]:
    return [(each.kind, each.text) for each in page(name, text).pieces if each.kind in ("display", "inline")]


@pytest.mark.parametrize(("text", "expected"), MARKDOWN)
def test_formulas_of_markdown(text: str, expected: list[tuple[str, str]]) -> None:
    assert formulas("a.md", text) == expected


@pytest.mark.parametrize(("text", "expected"), LATEX)
def test_formulas_of_latex(text: str, expected: list[tuple[str, str]]) -> None:
    assert formulas("a.tex", text) == expected


@pytest.mark.parametrize(("name", "text", "opened", "left", "displays"), UNCLOSED)
def test_a_display_that_does_not_close_ends_at_words(
    name: str, text: str, opened: str, left: str, displays: list[str]
) -> None:
    assert [(each.opened, each.text) for each in page(name, text).pieces if each.kind == "unclosed"] == [(opened, left)]
    assert [each for kind, each in formulas(name, text) if kind == "display"] == displays


def test_places_are_those_of_the_file() -> None:
    note = page("a.md", "one\n<!-- two\n -->  $$x$$\n")
    (display,) = (each for each in note.pieces if each.kind == "display")
    assert note.place(display.start) == (3, 9)


def test_a_notebook_is_its_cells_of_markdown() -> None:
    cells = [{"cell_type": "code", "source": ["$$x$$"]}, {"cell_type": "markdown", "source": ["a\n", "$$y$$"]}]
    assert formulas("a.ipynb", json.dumps({"cells": cells})) == [("display", "y")]
    assert formulas("a.ipynb", "{") == []


def test_declarations_in_comments_and_headings() -> None:
    note = page("a.md", "# One\n<!-- symattn: first = 0 -->\n## Two\n")
    assert [(each.kind, each.text.strip(), each.level) for each in note.pieces if each.kind != "prose"] == [
        ("heading", "One", 1),
        ("declared", "first = 0", 0),
        ("heading", "Two", 2),
    ]
    assert [each.text for each in page("a.tex", "% symattn: first = 0\n").pieces if each.kind == "declared"] == [
        " first = 0"
    ]

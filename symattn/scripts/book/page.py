"""The frame of every page of the book: head, skip link, navigation, search, landmarks; and small pieces of HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from symattn import __version__
from symattn.render.html import block, escape
from symattn.render.mathml import mathml
from symattn.render.notation import notation_latex

#: The title of the book that is being written.
_title = ContextVar("title", default="The book of proofs")
NAVIGATION = (
    ("Contents", "index.html"),
    ("Documents", "documents.html"),
    ("Errata", "errata.html"),
    ("Axioms", "axioms.html"),
    ("Lemmas", "lemmas.html"),
    ("Definitions", "definitions.html"),
    ("Symbols", "symbols.html"),
    ("Dependencies", "dependencies.html"),
)


@contextmanager
def entitled(title: str) -> Iterator[None]:
    """Give the pages that are written the title of another book, until this ends; nothing stands for the usual one."""
    token = _title.set(title or _title.get())
    try:
        yield
    finally:
        _title.reset(token)


def book_title() -> str:
    """Return the title of the book."""
    return _title.get()


def called(constant: str) -> str:
    """Call a constant of the kernel as a reader does: without the digits that tell its variants apart.

    >>> called("MaskWhere.671ff1308cadc330"), called("sum_swap")
    ('MaskWhere', 'sum_swap')
    """
    return re.sub(r"\.[0-9a-f]{16}(?![0-9a-f])", "", constant)


def page(path: str, title: str, main: str) -> str:
    """Write a whole page that stands at `path`, with every address relative, so that the book works from a disk."""
    root = "../" * path.count("/")
    items = "".join(
        f'<li><a href="{root}{address}"{CURRENT if address == path else ""}>{name}</a></li>'
        for name, address in NAVIGATION
    )
    book = book_title()
    heading = book if path == "index.html" else f"{title} – {book}"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(heading)}</title>
<link rel="icon" type="image/svg+xml" href="{root}icon.svg">
<link rel="stylesheet" href="{root}style.css">
<script defer src="{root}book.js" data-root="{root}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="home" href="{root}index.html">{escape(book)}</a>
<form id="search" role="search" hidden>
<label for="query">Search</label>
<input id="query" type="search" autocomplete="off" aria-describedby="found">
<p id="found" role="status"></p>
<ol id="results"></ol>
</form>
<nav aria-label="Parts of the book"><ul>{items}</ul></nav>
</header>
<main id="main" tabindex="-1">
{main}
</main>
<footer><p>Checked by symattn {escape(__version__)}. What is called proved has a proof that a small kernel
accepted, inference by inference; numbers only refute.</p></footer>
</body>
</html>
"""


CURRENT = ' aria-current="page"'


def link(address: str, words: str) -> str:
    """Write a link; the words are plain text."""
    return f'<a href="{escape(address)}">{escape(words)}</a>'


def listed(items: Iterable[str], classes: str = "plain", empty: str = "<p>None.</p>") -> str:
    """Write a list of finished HTML items, or what stands for an empty one."""
    lines = "".join(f"<li>{item}</li>" for item in items)
    return f'<ul class="{classes}">{lines}</ul>' if lines else empty


def section(name: str, heading: str, body: str) -> str:
    """Write a section with its heading, which a link can name."""
    return (
        f'<section id="{name}" aria-labelledby="{name}-heading"><h2 id="{name}-heading">{heading}</h2>{body}</section>'
    )


def details(summary: str, body: str, classes: str = "", name: str = "") -> str:
    """Write something that the reader may open, and a link may name; summary and body are finished HTML."""
    kind = (f' class="{classes}"' if classes else "") + (f' id="{name}"' if name else "")
    return f"<details{kind}><summary>{summary}</summary>{body}</details>"


def code(text: str, label: str) -> str:
    """Write program text that scrolls sideways and can be reached with the keyboard."""
    return f'<pre class="code" tabindex="0" role="region" aria-label="{escape(label)}"><code>{text}</code></pre>'


def kernel(statement: str) -> str:
    """Write a statement of the kernel's tables as a formula, and on demand as the tables have it."""
    shown = block(mathml(notation_latex(called(statement)), True))
    return shown + details("As the kernel reads it", f'<p><code class="kernel">{escape(statement)}</code></p>')


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table of finished cells with row headers in the first column."""
    columns = "".join(f'<th scope="col">{name}</th>' for name in head)
    lines = "".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{cell}</td>" for cell in row[1:])}</tr>' for row in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{caption}"><table><caption>{caption}</caption>'
        f"<thead><tr>{columns}</tr></thead><tbody>{lines}</tbody></table></div>"
    )

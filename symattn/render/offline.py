r"""Let a page of HTML show its formulas offline: TeX becomes MathML, which browsers draw themselves.

``jupyter nbconvert --to html notebook.ipynb`` writes TeX for MathJax, which the page then loads from the network.
``python -m symattn.render.offline notebook.html`` rewrites the page so that it needs no MathJax.
"""

from __future__ import annotations

import argparse
import html
import re
from pathlib import Path

from symattn.render.mathml import mathml

#: What is no text of a page: scripts, styles, what is shown as it is written, and tags.
_NO_TEXT = r"<(?P<whole>script|style|pre|code|textarea|title)\b.*?</(?P=whole)>|<!--.*?-->|<[a-zA-Z/!][^<>]*>"
_FORMULA = (
    r"\$\$(?P<shown>[^$]+)\$\$|\\\[(?P<bracketed>.+?)\\\]|\\\((?P<inline>.+?)\\\)"
    r"|(?<![\\$])\$(?P<dollars>(?:\\.|[^$\\])+)\$|(?P<lines>\\begin\{align\*\}.+?\\end\{align\*\})"
)
_PARTS = re.compile(f"{_NO_TEXT}|{_FORMULA}", re.DOTALL)
_MATHJAX = re.compile(r"<script\b[^>]*>(?:(?!</script>).)*</script>", re.DOTALL)


def offline(page: str) -> str:
    r"""Return a page with its formulas as MathML, and without the scripts that load or configure MathJax.

    >>> offline(r"<p>for $x &lt; 1$</p><pre>$HOME</pre>")
    '<p>for <math><mrow><mi>x</mi><mo>&lt;</mo><mn>1</mn></mrow></math></p><pre>$HOME</pre>'
    """
    page = _MATHJAX.sub(lambda found: "" if "mathjax" in found[0].lower() else found[0], page)
    return _PARTS.sub(_translated, page)


def _translated(found: re.Match[str]) -> str:
    shown = found["shown"] or found["bracketed"] or found["lines"]
    source = html.unescape(shown or found["inline"] or found["dollars"] or "").strip()
    if not source:
        return found[0]
    bare = source.removeprefix(r"\displaystyle").strip()
    formula = mathml(bare, display=shown is not None or bare != source)
    return f'<div style="text-align: center">{formula}</div>' if shown is not None else formula


def main(arguments: list[str] | None = None) -> None:
    """Rewrite pages in their place; stop with an error, and change none, where one cannot be read."""
    parser = argparse.ArgumentParser(
        prog="python -m symattn.render.offline",
        description="Rewrite pages of HTML: each formula becomes MathML, which browsers show without a network.",
    )
    parser.add_argument(
        "pages", nargs="+", type=Path, metavar="page", help="a page that nbconvert wrote; it is rewritten in its place"
    )
    try:
        texts = {path: path.read_text(encoding="utf-8") for path in parser.parse_args(arguments).pages}
    except OSError as error:
        parser.error(f"cannot read {error.filename}: {error.strerror}")
    for path, text in texts.items():
        path.write_text(offline(text), encoding="utf-8")


if __name__ == "__main__":
    main()

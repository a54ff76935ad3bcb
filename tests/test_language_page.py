"""The page of the language lists every exported name with the first sentence of its docstring."""

import inspect
import re
from pathlib import Path

import symattn

PAGE = Path(__file__).parent.parent / "docs" / "language.md"


def first_sentences(value):
    paragraph = inspect.getdoc(value).split("\n\n")[0]
    return paragraph.replace("\n", " ").replace(":func:", "").replace("|", "\\|")


def test_every_name_is_listed_with_its_docstring():
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE.read_text(), flags=re.MULTILINE))
    assert rows == {name: first_sentences(getattr(symattn, name)) for name in symattn.__all__}

"""What a proof script is about: its name, and the subject that the first sentence of its docstring announces.

"Rotary encodings: Ganev, Definition 3.7, …" is a script about rotary encodings; the rest says where they come from.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from symattn.scripts.claims import SCRIPTS


@dataclass(frozen=True)
class Subject:
    """Hold what a script is about, in a few words; what its docstring adds to them; the folder it stands in."""

    title: str
    about: str = ""
    folder: str = ""


def script_name(path: Path) -> str:
    """Return the name of a script as seen from the folder of proofs, or alone: where that lies is nobody's business.

    >>> script_name(Path("/home/me/proofs/modern/softmax.py")), script_name(Path("/tmp/mine.py"))
    ('modern/softmax.py', 'mine.py')
    """
    above = path.parts[:-1]
    if SCRIPTS not in above:
        return path.name
    last = len(above) - above[::-1].index(SCRIPTS)
    return "/".join(path.parts[last:])


@cache
def subject(path: Path, text: str) -> Subject:
    """Read what a script is about; one that says nothing, or is no Python, is about what its name says.

    >>> subject(Path("rotary.py"), '"Rotary encodings: Ganev, §3; scores."')
    Subject(title='Rotary encodings', about='Ganev, §3; scores.', folder='')
    >>> subject(Path("proofs/modern/kv_cache.py"), "x = 1")
    Subject(title='Kv cache', about='', folder='modern')
    """
    folder = script_name(path).rpartition("/")[0]
    try:
        words = (ast.get_docstring(ast.parse(text)) or "").split("\n\n")[0]
    except (SyntaxError, ValueError):
        words = ""
    title, _, about = " ".join(words.split()).partition(": ")
    return Subject(title.rstrip(".") or capital(path.stem.replace("_", " ")), about, folder)


def capital(name: str) -> str:
    """Return words with a capital at their beginning."""
    return name[:1].upper() + name[1:]

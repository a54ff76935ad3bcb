r"""The notation of authors: operators are written as macros, which a document may define.

What symattn writes as ``\operatorname{Att}`` becomes ``\Att``, with a ``\providecommand`` that says so unless the
document has said otherwise. A table maps words to TeX: ``Attention = \attn``, or ``Att = \mathcal{A}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from symattn.errors import UsageError
from symattn.language.base.templates import is_template
from symattn.render.text import CALLED

_OPERATOR = re.compile(
    r"\\operatorname(\*?)\{([A-Za-z0-9]+(?:\\_[A-Za-z0-9]+)*)\}(_\{\\mathrm\{row\}\})?(?P<letter>[A-Za-z]?)"
)
_TRANSPOSE = r"^{T}"
_HADAMARD = r" \circ "
#: Operators of the language with what they run over below them.
_WITH_LIMITS = frozenset(("Concat", "Stack"))
_DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
#: What stands in a macro for a character that is no letter, and for the letter before each of these.
_SPELLED = {
    **{digit: f"U{word}" for digit, word in zip("0123456789", _DIGITS, strict=True)},
    "_": "UBar",
    "U": "UU",
}
#: Names of commands of LaTeX that begin with a capital, which a \providecommand would leave as they are.
_TAKEN = frozenset(
    """
    AA AE Alph Alpha Arrowvert Bbb Bbbk Beta Big Bigg Biggl Biggm Biggr Bigl Bigm Bigr Box Bumpeq Cap Cup Delta Diamond
    Doteq Downarrow Finv Game Gamma Huge Im Join LARGE LaTeX Lambda Large Leftarrow Leftrightarrow Longleftarrow
    Longrightarrow Lsh OE Omega Part Phi Pi Pr Psi Re Rightarrow Roman Rsh SS Sigma Subset Supset TeX Theta Uparrow
    Updownarrow Upsilon Vdash Vert Vvdash Xi
    """.split()  # noqa: SIM905 - a table
)
#: How the words are written whose names are not those of their operators.
OPERATORS = {
    **CALLED,
    "Transpose": "transpose",
    "HadamardProduct": "hadamard",
    "∘": "hadamard",
}
#: The other operators that symattn writes, whose names are those of no words.
OTHERS = frozenset(
    """
    Add Att Causal Concat Diag MultiHeadAtt RoPE Rot RowMax SelfAtt SoftMax Stack Var diag diagonal inner mask norm rows
    sincos vec
    """.split()  # noqa: SIM905 - a table
)


def check_macros(table: Mapping[str, str], words: Iterable[str], source: str) -> None:
    r"""Raise UsageError for a macro of what is neither a word, nor an operator that symattn writes, nor in a source.

    >>> check_macros({"Att": "\\attn", "lse": "\\lse"}, ["Attention"], r"\providecommand{\oplse}{\operatorname{lse}}")
    >>> check_macros({"Attn": "\\attn"}, ["Attention"], "")
    Traceback (most recent call last):
    symattn.errors.UsageError: no word is called Attn; did you mean Attention?
    """
    names = sorted({*words, *OPERATORS})
    known = {*names, *OPERATORS.values(), *OTHERS}
    for name in sorted(table.keys() - known):
        shown = name.replace("_", r"\_")
        if rf"\operatorname{{{shown}}}" in source or f"{{{command(name)}}}" in source:
            continue
        near = get_close_matches(name, names, n=1) or get_close_matches(name, sorted(known), n=1)
        hint = f"; did you mean {near[0]}?" if near else ", and no operator in what is written"
        raise UsageError(f"no word is called {name}{hint}")


def read_macros(text: str, words: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    r"""Read a table of macros, a line ``word = TeX`` for each; ``words`` says how words are written as operators.

    A line ``cite name = key`` gives the key of a document, and a line ``ref id = label`` is for `references`. TeX with
    places for arguments is that of the word itself, whatever its operator. Return both tables; raise UsageError for a
    line that is none of these.

    >>> read_macros("Attention = \\attn  % ours\n∘ = \\odot\ncite Ganev = ganev21\n", {})
    ({'Att': '\\attn', 'hadamard': '\\odot'}, {'Ganev': 'ganev21'})
    """
    found: dict[str, str] = {}
    keys: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        line = re.sub(r"(?<!\\)%.*", "", line).strip()
        if not line:
            continue
        word, sign, tex = (part.strip() for part in line.partition("="))
        if _reference(line) is not None:
            continue
        if word.startswith("cite ") and re.fullmatch(r"[^\s{}\\,%]+", tex):
            keys[word.removeprefix("cite ").strip()] = tex
            continue
        if not (sign and re.fullmatch(r"\w+|∘", word) and tex) or tex.count("{") != tex.count("}"):
            raise UsageError(rf"line {number} of the macros is no `word = TeX`, as in `Attention = \attn`: {line!r}")
        if is_template(tex):
            found[word] = tex
            continue
        found[words.get(word) or OPERATORS.get(word, word)] = tex
        if word in words:
            found.setdefault(word, tex)  # as it is written where its own TeX is taken
    return found, keys


#: What a label that begins so is the label of, as papers name theirs.
LABELLED = {
    "lem": "Lemma",
    "cor": "Corollary",
    "prop": "Proposition",
    "def": "Definition",
    "eq": "Equation",
    "rem": "Remark",
    "ex": "Example",
    "claim": "Claim",
    "sec": "Section",
    "app": "Appendix",
}
_REFERENCE = re.compile(r"ref\s+(?P<id>[^\s=]+)\s*=\s*(?:(?P<label>[A-Za-z0-9:._+\-]+)|(?P<tex>[^{}\n]*\\.*))")


def references(text: str) -> dict[str, str]:
    r"""Read how claims are referred to, by their ids, from the lines ``ref id = label`` of a table of macros.

    The label says by what it begins with what it is the label of; TeX is taken as it is.

    >>> print(*references("ref P1 = thm:P1\nref P2 = lem:two\nref P3 = Fact~\\ref{f}\n").values())
    Theorem~\ref{thm:P1} Lemma~\ref{lem:two} Fact~\ref{f}
    """
    lines = (re.sub(r"(?<!\\)%.*", "", line).strip() for line in text.splitlines())
    return dict(found for line in lines if (found := _reference(line)) is not None)


def _reference(line: str) -> tuple[str, str] | None:
    found = _REFERENCE.fullmatch(line)
    if found is None or found[0].count("{") != found[0].count("}"):
        return None
    label = found["label"]
    kind = LABELLED.get((label or "").partition(":")[0], "Theorem")
    return found["id"], rf"{kind}~\ref{{{label}}}" if label else found["tex"]


def with_macros(source: str, table: Mapping[str, str], has_transposes: bool = True) -> tuple[str, dict[str, str]]:
    r"""Write the operators of a source as macros; return it with what each macro that occurs stands for.

    ``has_transposes`` says that a power T is a transpose everywhere.

    >>> with_macros(r"\operatorname{Att}\left(Q\right)^{T}", {"Att": r"\attn"})
    ('\\attn\\left(Q\\right)^{\\transpose}', {'\\attn': '\\operatorname{Att}', '\\transpose': 'T'})
    """
    used: dict[str, str] = {}

    def macro(name: str, ordinary: str, has_limits: bool = False) -> str:
        tex = table.get(name.replace(r"\_", "_"), "")
        own = tex if re.fullmatch(r"\\[A-Za-z]+", tex) else command(name, has_limits)
        if own in used and used[own] != (tex if own != tex and tex else ordinary):
            return ""  # two operators with the letters of one name
        used[own] = tex if tex and own != tex else ordinary
        return own

    def written(found: re.Match[str]) -> str:
        star, name, row, letter = found[1], found[2], found[3] or "", found["letter"]
        if name == "SoftMax" and not row:
            return found[0]  # a relative of softmax, of which only the first letters are the same
        after = "" if name == "SoftMax" else row  # which only softmax has in its macro
        own = macro(name, rf"\operatorname{star}{{{name}}}{row.removesuffix(after)}", bool(star))
        return found[0] if not own else f"{own}{after}{letter}" if after or not letter else f"{own} {letter}"

    source = _OPERATOR.sub(written, source)
    if has_transposes and _TRANSPOSE in source:
        own = macro("transpose", "T")
        source = source.replace(_TRANSPOSE, f"^{{{own}}}")
    if _HADAMARD in source:
        own = macro("hadamard", r"\circ")
        source = source.replace(_HADAMARD, f" {own} ")
    return source, used


def command(name: str, has_limits: bool = False) -> str:
    r"""Name the macro of an operator: a name of LaTeX's own, or one that might be, has op before it.

    A macro has letters only. A name with digits or underscores has word before it, and each of these spelled after a U;
    a U of the name is two of them. So two names never have one macro, not even in two fragments. A word that is called
    like an operator that has what it runs over below it, as Concat ``has_limits``, has op before it too.

    >>> command("Att"), command("vec"), command("Re"), command(r"norm\_1")
    ('\\Att', '\\opvec', '\\opRe', '\\wordnormUBarUOne')
    """
    if name in ("transpose", "hadamard"):
        return rf"\{name}"
    if not name.isalpha():
        return rf"\word{''.join(_SPELLED.get(c, c) for c in name.replace(chr(92), ''))}"
    is_taken = name in _TAKEN or len(name) == 1 or (name in _WITH_LIMITS and not has_limits)
    return rf"\{name}" if name[0].isupper() and not is_taken else rf"\op{name}"


def provided(used: Mapping[str, str]) -> Iterable[str]:
    """Define macros, unless the document has defined them before."""
    return [rf"\providecommand{{{name}}}{{{used[name]}}}" for name in sorted(used)]

"""Names of symbols in LaTeX: Greek letters and subscripts, and quotes around what would show something else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from sympy import E, I, Identity, MatPow, MatrixSymbol, Pow, Symbol, Transpose, pi
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.printing.latex import LatexPrinter

from symattn.language import PermutationSymbol
from symattn.language.base.names import GREEK
from symattn.language.base.naming import Context, NamesSymbols, is_small
from symattn.language.base.own_tex import look
from symattn.language.by_definition import ByDefinition
from symattn.render import rules

_GREEK_LETTERS = {letter: name for name, letter in GREEK.items()}
_MACRO = "|".join([*(name for name in GREEK), "ell", "varepsilon", "varphi", "vartheta", "varrho", "varsigma", "varpi"])
_ACCENT = "hat|bar|tilde|vec|dot|ddot|widehat|widetilde|overline|underline|mathbf|mathcal|mathrm|mathbb|boldsymbol"
_LETTER = rf"(?:[A-Za-z]|\\(?:{_MACRO})(?![A-Za-z]))"
_WORD = rf"(?:[A-Za-z][A-Za-z0-9]*|\\(?:{_MACRO})(?![A-Za-z])\s?)"
_BASE = rf"(?:{_WORD}|\\(?:{_ACCENT})\{{{_WORD}\}}|\\(?:{_ACCENT})\{{\\(?:{_ACCENT})\{{{_WORD}\}}\}})"
_INDEX = rf"(?:[A-Za-z0-9]+|{_LETTER}|\\mathrm\{{[A-Za-z]+\}})"
_BELOW = rf"_(?:[A-Za-z0-9]|\{{{_INDEX}(?:[ ,]+{_INDEX})*\}})"
_ABOVE = r"\^(?:[*+-]|\{(?:[*+-]|\\(?:ast|star|dagger|prime|circ|perp))\})"
_TEX = rf"{_BASE}(?:{_BELOW})?(?:{_ABOVE}|'+)?(?:(?<!_)(?:{_BELOW}))?"  # compiled when first matched
#: What SymPy may make of a plain name: letters, Greek letters, accents, subscripts; no powers, bars or brackets.
_SAFE = rf"\{{?{_BASE}\}}?'*(?:_\{{(?:{_INDEX}|{_BASE})'*(?:[ ,]+(?:{_INDEX}|{_BASE})'*)*\}})?'*"
#: Characters that LaTeX writes otherwise in text, and the way it does.
ESCAPES = {
    **{c: f"\\{c}" for c in "{}$&#%_"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}


@lru_cache(maxsize=4096)
def ordinary_latex(name: str) -> str:
    """Write a plain name; return nothing for one of which SymPy makes a power, a norm or the like.

    >>> [ordinary_latex(name) for name in ("sigma", "S_Q", "θ'", "W_{k}", "x₁", "x__2", "xnorm")]
    ['\\\\sigma', 'S_{Q}', "\\\\theta'", 'W_{k}', 'x_{1}', '', '']
    """
    name = re.sub("[₀-₉]+$", lambda m: "_" + m[0].translate({0x2080 + n: str(n) for n in range(10)}), name)
    primes = len(name) - len(name.rstrip("'′"))
    bare = "_".join(_GREEK_LETTERS.get(part, part) for part in name[: len(name) - primes].split("_"))
    bare = re.sub(r"[^\x00-\x7f]", lambda m: f"\\{_GREEK_LETTERS[m[0]]} " if m[0] in _GREEK_LETTERS else m[0], bare)
    written = LatexPrinter()._deal_with_super_sub(bare) + "'" * primes
    return written if re.fullmatch(_SAFE, written) else ""


@lru_cache(maxsize=4096)
def special_latex(name: str) -> str:
    """Write a name that is given in LaTeX, one letter with accents, sub- and superscripts; nothing for another.

    >>> special_latex(r"\\hat{x}"), special_latex("x^*"), special_latex("x^2"), special_latex("x*")
    ('\\\\hat{x}', 'x^{*}', '', '')
    """
    return re.sub(r"\^([*+-])", r"^{\1}", name) if re.fullmatch(_TEX, name) else ""


def quoted_latex(quotation: str) -> str:
    """Write a quoted name as text.

    >>> print(quoted_latex('"1 + 1"'), quoted_latex('"x_½"'))
    \\text{``1 + 1''} \\text{``x\\_[U+00BD]''}
    """
    return rf"\text{{``{''.join(ESCAPES.get(c) or _typed(c) for c in quotation[1:-1])}''}}"


def _typed(character: str) -> str:
    """Write ASCII as it is and any other character by its code, which every font and reader shows alike."""
    return character if character.isascii() else f"[U+{ord(character):04X}]"


class LatexNames(NamesSymbols):
    """Write the symbols of a statement in LaTeX."""

    notation = "latex"

    def ordinary(self, name: str) -> str:
        return ordinary_latex(name)

    def special(self, name: str) -> str:
        return special_latex(name)

    def in_quotes(self, quotation: str) -> str:
        return quoted_latex(quotation)

    def bare(self, form: str) -> str:
        return look(form)

    def reads_as_product(self, form: str, letters: set[str]) -> bool:
        return len(form) > 1 and form.isalpha() and letters.issuperset(form)

    def own_name(self, name: str) -> str:
        return rf"\operatorname{{{name.replace('_', chr(92) + '_')}}}"

    def applied(self, head: str, arguments: Iterable[Any]) -> str:
        return rf"{head}\left({', '.join(map(self._print, arguments))}\right)"

    def other_forms(self, context: Context) -> list[str]:
        found = super().other_forms(context)
        for node in context.nodes:
            if node is pi:
                found.append(r"\pi")
            elif node is E:
                found.append("e")
            elif node is I:
                found.append("i")
            elif isinstance(node, PermutationSymbol):
                found.append(f"S_{{{self._print(node.shape[0])}}}")
            elif is_small(node) and (
                isinstance(node, (MatrixElement, Identity, *rules.LIKE_NAMES))
                or (isinstance(node, ByDefinition) and node.written == "name")
                or (isinstance(node, Transpose | Pow | MatPow) and isinstance(node.args[0], Symbol | MatrixSymbol))
            ):
                found.append(self._print(node))
        return found

"""Names of symbols in LaTeX: Greek letters and subscripts, and quotes around what would show something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

from sympy import (
    Add,
    Basic,
    E,
    I,
    Identity,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Mul,
    Pow,
    Symbol,
    Transpose,
    Tuple,
    pi,
)
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.printing.latex import LatexPrinter

from symattn.language import PermutationSymbol
from symattn.language.base.names import GREEK, quoted, skeleton, spelled
from symattn.language.base.naming import (
    NAMED,
    Context,
    NamesSymbols,
    candidates,
    current_context,
    is_small,
    tex_of_word,
    words_by_name,
)
from symattn.language.base.own_classes import is_own
from symattn.language.base.own_tex import look
from symattn.language.base.templates import filled, is_enclosed, is_template
from symattn.language.by_definition import ByDefinition
from symattn.language.own_words import OfWord, Word
from symattn.render import rules
from symattn.render.brackets import is_call

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
    >>> print(ordinary_latex("lo"), ordinary_latex("K_later"))
    \\mathrm{lo} K_{\\mathrm{later}}
    """
    name = re.sub("[₀-₉]+$", lambda m: "_" + m[0].translate({0x2080 + n: str(n) for n in range(10)}), name)
    primes = len(name) - len(name.rstrip("'′"))
    bare = "_".join(_GREEK_LETTERS.get(part, part) for part in name[: len(name) - primes].split("_"))
    bare = re.sub(r"[^\x00-\x7f]", lambda m: f"\\{_GREEK_LETTERS[m[0]]} " if m[0] in _GREEK_LETTERS else m[0], bare)
    written = LatexPrinter()._deal_with_super_sub(bare) + "'" * primes
    return _upright(written) if re.fullmatch(_SAFE, written) else ""


def _upright(written: str) -> str:
    """Set a name of several letters upright, so that it is no product: lo, and the later of K_later."""
    return re.sub(r"^[A-Za-z]{2,}(?=['_]|$)|(?<=[{ ])[a-z]{3,}(?=[ }])", r"\\mathrm{\g<0>}", written)


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


def operator_latex(name: str) -> str:
    """Write the name of a word or class as an operator.

    >>> print(operator_latex("W_1"), operator_latex("Größe"), operator_latex("φ"))
    \\operatorname{W\\_1} \\operatorname{Gr\\text{ö}\\text{ß}e} \\operatorname{{\\phi}}
    """
    return rf"\operatorname{{{''.join(map(_of_operator, name))}}}"


def _of_operator(character: str) -> str:
    if character.isascii():
        return ESCAPES.get(character, character)
    if character in _GREEK_LETTERS and (letter := ordinary_latex(_GREEK_LETTERS[character])):
        return f"{{{letter}}}"
    return rf"\text{{{character if ord(character) < 0x180 else _typed(character)}}}"


#: What SymPy writes with signs, in which no word is met.
_SIGNS = (Add, Mul, Pow, MatAdd, MatMul, MatPow, Transpose, Tuple)
#: Stands for the parts of what is written by itself.
_PART = "□"


class LatexNames(NamesSymbols):
    """Write the symbols and words of a statement in LaTeX."""

    notation = "latex"
    #: What is written by itself, if anything is: its parts are blanks.
    _alone: Basic | None = None

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
        return operator_latex(name)

    def _print(self, expr: Any, **options: Any) -> str:
        return _PART if self._alone is not None and expr is not self._alone else super()._print(expr, **options)

    # ---- words

    def head(self, word: Word) -> str:
        """Return how a word is written before its arguments: by its own TeX, or by its name where that is taken."""
        context = current_context()
        if context is None or context.is_naming:
            return next(_heads(word))
        self._name_words(context, word)
        return context.heads[word.name]

    def heads_here(self) -> Iterable[str]:
        context = current_context()
        if context is None or context.is_naming:
            return ()
        self._name_words(context)
        return context.heads.values()

    def written_by_name(self, context: Context, words: Iterable[Word] = ()) -> frozenset[str]:
        """Return the words of a context, and after them some others, that have TeX and are written by their names."""
        self._name_words(context)
        self._name_words(context, *words)
        known = {word.name: own_word_tex(word) for word in (*_words(context.nodes), *words)}
        return frozenset(name for name, latex in known.items() if latex and context.heads[name] != latex)

    def _name_words(self, context: Context, *others: Word) -> None:
        """Choose how the words of a context, and some others, are written; what was chosen before stays.

        Words of one argument and of two may have the same TeX, as H(p) and H(p, q): these do not look alike.
        """
        words = {word.name: word for word in (*_words(context.nodes), *others) if word.name not in context.heads}
        if not words:
            return
        forms = context.forms(self)
        with context.naming():
            ordinary = [next(candidates(self, node)) for node in context.nodes if isinstance(node, NAMED)]
            taken = {self._seen(form) for form in (*forms.values(), *ordinary, *self.other_forms(context))}
            marks = [self._seen(mark) for mark in self._marks(context.nodes)]
        letters = {name for name in context.names if len(name) == 1}
        names = {self._seen(operator_latex(name)): name for name in {*words, *context.heads}}
        by_name = words_by_name()

        def is_free(word: Word, head: str) -> bool:
            seen = self._seen(head)
            start = re.match(r"(?:[^#]*[^#_^({[,;:|])?", seen)  # the name before the places of a template
            begins = start[0] if start is not None and is_template(head) else ""
            return (
                seen not in taken
                and not (begins and any(form == begins or form.startswith(f"{begins}_") for form in taken))
                and context.calls.isdisjoint(self._calls(word, head))
                and names.get(seen, word.name) == word.name
                and not self.reads_as_product(head, letters)
                and not any(re.search(rf"(?<![A-Za-z\\]){re.escape(seen)}(?![A-Za-z_^'])", mark) for mark in marks)
            )

        def rank(word: Word) -> tuple[bool, bool, str]:
            return bool(own_word_tex(word)) and word.name not in by_name, word.name not in TEMPLATES, word.name

        for word in sorted(words.values(), key=rank):
            context.heads[word.name] = head = next(head for head in _heads(word) if is_free(word, head))
            context.calls |= self._calls(word, head)

    def _seen(self, form: str) -> str:
        return skeleton(self.bare(form))

    def _calls(self, word: Word, head: str) -> set[tuple[str, int]]:
        """Return what is seen of a word at its arguments, of vectors and of others; a power is one of what it is of."""
        found = set()
        for each in (head, template_at(word.name, head, True)):
            bars = re.sub(r"\\[lr]?Vert(?![A-Za-z])|\\\|", "‖", each)
            seen = self._seen(re.sub(r"\\[lr](?=angle(?![A-Za-z]))", r"\\", bars))
            is_own = is_template(each) and word.name not in OF_VECTORS
            found.add((re.sub(r"\^[^#^]*$", "", seen) if is_own else seen, len(word.parameters)))
        return found

    def worded(self, word: Word, arguments: Sequence[Any]) -> str:
        """Write a word at its arguments: in the places of its TeX, or after its name."""
        head = self.head(word)
        if not is_template(template := template_at(word.name, head, all(map(_is_vector, arguments)))):
            return self.applied(head, arguments)
        written = filled(template, lambda at, enclosed: self._in_place(arguments[at], enclosed))
        return written if is_enclosed(template) or template in SQUARES else rf"\left({written}\right)"

    def _in_place(self, argument: Any, enclosed: bool) -> str:
        written = self._print(argument)
        is_whole = enclosed or isinstance(argument, NAMED) or written.isalnum() or is_call(written)
        return written if is_whole else rf"\left({written}\right)"

    def _marks(self, nodes: Iterable[Basic]) -> Iterator[str]:
        """Write one node of each kind, with blanks for its parts: what the notation itself writes."""
        met = set()
        for node in nodes:
            kind = (type(node), node.case()[0] if isinstance(node, ByDefinition) else "")
            if kind in met or not node.args or isinstance(node, (*NAMED, *_SIGNS, OfWord)) or is_own(type(node)):
                continue
            if isinstance(node, ElementwiseApplyFunction) and isinstance(node.function.expr, OfWord):
                continue  # it is written by the word
            met.add(kind)
            printer = type(self)()
            printer._alone = node
            yield str(printer._print(node))

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


def _words(nodes: Iterable[Basic]) -> Iterator[Word]:
    return (node.word for node in nodes if isinstance(node, OfWord))


#: How norms are written, with places for their arguments.
TEMPLATES = {
    "FrobeniusNorm": r"\left\lVert #1 \right\rVert_{F}",
    "SquaredNorm": r"\left\lVert #1 \right\rVert_{F}^{2}",
}
#: How they are written of rows and columns; a norm of matrices may go by a name, for there it is one of several.
OF_VECTORS = {
    "FrobeniusNorm": r"\left\lVert #1 \right\rVert",
    "SquaredNorm": r"\left\lVert #1 \right\rVert^{2}",
    "Norm1": r"\left\lVert #1 \right\rVert_{1}",
    "MaxNorm": r"\left\lVert #1 \right\rVert_{\infty}",
    "InnerProduct": r"\left\langle #1, #2 \right\rangle",
}
#: Those that are powers, as the square of a norm is.
SQUARES = frozenset((TEMPLATES["SquaredNorm"], OF_VECTORS["SquaredNorm"]))


def template_at(name: str, head: str, at_vectors: bool) -> str:
    """Return the TeX of a word that is written by ``head``, at vectors or at others."""
    return OF_VECTORS[name] if at_vectors and name in OF_VECTORS and not _is_by_name(name, head) else head


def _is_by_name(name: str, head: str) -> bool:
    """Tell whether a norm is written otherwise than it is on its own: by its name, or as an author writes it."""
    return head != TEMPLATES.get(name, _NAMED_NORMS.get(name))


#: Norms of matrices that go by a name, and this.
_NAMED_NORMS = {
    "Norm1": r"\operatorname{norm}_{1}",
    "MaxNorm": r"\operatorname{norm}_{\max}",
    "InnerProduct": r"\operatorname{inner}",
}


def is_written_of_vectors(node: OfWord) -> bool:
    """Tell whether a norm is written as one of vectors, or an inner product."""
    return node.word.name in OF_VECTORS and all(map(_is_vector, node.args))


def _is_vector(argument: Any) -> bool:
    return 1 in getattr(argument, "shape", ())


def own_word_tex(word: Word) -> str:
    """Return the TeX of a word, which is its own unless something else holds here."""
    return tex_of_word(word.name, TEMPLATES.get(word.name, word.latex))


def _heads(word: Word) -> Iterator[str]:
    """Yield the ways to write a word before its arguments: by its TeX, by its name, by its name in quotes."""
    if (tex := own_word_tex(word)) and word.name not in words_by_name():
        yield _upright(tex) if tex.isalpha() else tex
    yield operator_latex(word.name)
    yield quoted_latex(quoted(word.name))
    yield from (quoted_latex(f'{spelled(word.name)[:-1]}, {number}"') for number in count(1))

"""LaTeX of what symattn states and finds: statements, derivations, verdicts, counterexamples.

`latex` gives mathematics to stand in math mode, or an `align*` for a derivation. The statement is written from the
claim that is decided, so what is printed is what was proved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any
from unicodedata import decomposition

from sympy import Basic
from sympy.matrices import ImmutableDenseMatrix, MatrixBase

from symattn.calls import checks_its_call
from symattn.depth import TOO_DEEP, deep
from symattn.errors import ShapeError, SymattnError, answering
from symattn.language import Calc, Claim
from symattn.language.base.dims import as_sympy
from symattn.language.base.names import GREEK
from symattn.language.base.naming import form_of_name, speaking_of
from symattn.language.base.templates import filled
from symattn.language.plain import bound_text
from symattn.language.propositions import relation_of
from symattn.render.latex_names import operator_latex, ordinary_latex
from symattn.render.latex_printer import AttentionLatexPrinter
from symattn.render.lets import lets
from symattn.render.statement import Membership, Statement, statement
from symattn.render.text import called, reasons, step_reasons

_printer = AttentionLatexPrinter()


@checks_its_call
def latex(x: object) -> str:
    """Write anything of symattn in LaTeX: an expression, proposition, claim, calc, word, verdict or counterexample.

    A claim comes with what its symbols stand for; a calc, and the verdict on one, is an `align*` with the justification
    beside each line; everything else belongs in math mode.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import RowSoftmax, PermutationSymbol, claim, dims
    >>> r, n = dims("r n")
    >>> A, sigma = MatrixSymbol("A", r, n), PermutationSymbol("sigma", n)
    >>> print(latex(RowSoftmax(A*sigma.T)))
    \\operatorname{SoftMax}_{\\mathrm{row}}\\left(A \\sigma^{T}\\right)
    >>> print(latex(claim(A*sigma.T*sigma, A)))
    A \\in \\mathbb{R}^{r \\times n},\\ \\sigma \\in S_{n}:\\quad A \\sigma^{T} \\sigma = A
    """
    with answering(), deep(), speaking_of(x):
        try:
            return _latex(x)
        except RecursionError:
            return rf"\text{{{TOO_DEEP}}}"


def head_latex(name: str, kind: Any = None) -> str:
    """Write the name of a word as it stands before its arguments; `kind` is the class of one that has its own TeX.

    Where TeX has places for arguments, dots stand in them.

    >>> from symattn.language import FrobeniusNorm
    >>> print(head_latex("SoftMax"), head_latex("Att"), head_latex("FrobeniusNorm", FrobeniusNorm))
    \\operatorname{SoftMax}_{\\mathrm{row}} \\operatorname{Att} \\left\\lVert \\cdot \\right\\rVert_{F}
    """
    return filled(template_latex(name, kind), lambda at, enclosed: r"\cdot")


def template_latex(name: str, kind: Any = None) -> str:
    """Write the name of a word as `head_latex` does, with the places for arguments that its TeX has."""
    if (word := getattr(kind, "word", None)) is not None:
        return _printer.head(word)
    return operator_latex(name) + (r"_{\mathrm{row}}" if name == "SoftMax" else "")


def _latex(x: Any) -> str:
    if isinstance(x, Calc):
        return derivation(derivation_rows(x))
    if isinstance(x, Claim):
        return statement_latex(x)
    if isinstance(x, ShapeError):
        return shape_error_latex(x)
    if isinstance(x, type) and issubclass(x, Basic):
        return head_latex(called(x.__name__), x)
    if isinstance(x, SymattnError):
        return rf"\text{{{escape(str(x))}}}"
    if hasattr(x, "status") and hasattr(x, "claim"):
        return verdict_latex(x)
    if hasattr(x, "kind") and hasattr(x, "sizes"):
        return counterexample_latex(x)
    if isinstance(x, MatrixBase):
        x = ImmutableDenseMatrix(x)
    if not isinstance(x, Basic) and (isinstance(x, type) or not hasattr(x, "_latex")):
        x = as_sympy(x)
    formula, names = with_names(x)
    where = r",\ ".join(names)
    return rf"{formula},\quad \text{{where }} {where}" if names else formula


def with_names(x: Any) -> tuple[str, list[str]]:
    """Write an expression or proposition, and what the names in it stand for when it is too deep to be written out."""
    printer = AttentionLatexPrinter(names=lets(x))
    return str(printer.doprint(x)), printer.where()


def repr_latex(x: object) -> str:
    """Wrap `latex(x)` as Jupyter wants it: for use as `_repr_latex_`.

    >>> from sympy.abc import x
    >>> repr_latex(x)
    '$\\\\displaystyle x$'
    """
    source = latex(x)
    return source if source.startswith(r"\begin{align*}") else rf"$\displaystyle {source}$"


# ------------------------------------------------------------------------------------------------ statements


def statement_latex(claim: Claim | Calc) -> str:
    """Write a claim on one line: the sets its symbols belong to, its hypotheses, and what it says."""
    with speaking_of(claim):
        return _statement_latex(statement(claim))


def _statement_latex(parts: Statement) -> str:
    lead = r",\ ".join(membership_latex(each) for each in parts.memberships)
    given = r",\ ".join(latex(each) for each in parts.given)
    lead = r";\ ".join(filter(None, [lead, rf"\text{{if }} {given}" if given else ""]))
    return rf"{lead}:\quad {latex(parts.proposition)}" if lead else latex(parts.proposition)


#: How the sets of numbers are written.
NUMBERS = {
    "complexes": r"\mathbb{C}",
    "scalars": r"\mathbb{R}",
    "positives": r"\mathbb{R}_{> 0}",
    "negatives": r"\mathbb{R}_{< 0}",
    "nonnegatives": r"\mathbb{R}_{\geq 0}",
    "nonpositives": r"\mathbb{R}_{\leq 0}",
    "nonzeros": r"\mathbb{R} \setminus \{0\}",
    "integers": r"\mathbb{Z}",
    "naturals": r"\mathbb{N}",
}


def membership_latex(each: Membership) -> str:
    """Say to which set some symbols belong, as in `\\sigma \\in S_{n}`."""
    names = ", ".join(latex(symbol) for symbol in each.symbols)
    sizes = [latex(size) for size in each.sizes]
    if each.kind == "matrices":
        return rf"{names} \in \mathbb{{R}}^{{{_shape(each.sizes)}}}"
    if each.kind == "families":
        space = rf"\mathbb{{R}}^{{{_shape(each.sizes[1:])}}}"
        return rf"{names} \in \left({space}\right)^{{{sizes[0]}}}"
    if each.kind == "masks":
        return rf"{names} \in \{{0, -\infty\}}^{{{_shape(each.sizes)}}} \text{{ with a 0 in every row}}"
    if each.kind == "probabilities":
        plural, a = ("s", "") if len(each.symbols) > 1 else ("", "a ")
        outcomes = rf"\{{0, \dots, {latex(each.sizes[0] - 1)}\}}"
        return rf"{names} \text{{ ({a}probability distribution{plural} on }} {outcomes} \text{{)}}"
    if each.kind == "kernels":
        spaces = r"\text{ and }".join(
            rf"\mathbb{{R}}^{{{s}}} \times \mathbb{{R}}^{{{s}}} \to \mathbb{{R}}" for s in sizes
        )
        return rf"{names} \colon {spaces}" if sizes else rf"{names} \text{{ a similarity kernel}}"
    if each.kind == "maps":
        return rf"{names} \colon \mathbb{{R}}^{{{sizes[0]}}} \to \mathbb{{R}}^{{{sizes[1]}}}"
    if each.kind == "subsets":
        return rf"\emptyset \neq {names} \subseteq \{{0, \dots, {latex(each.sizes[0] - 1)}\}}"
    if each.kind == "index_maps":
        domains = r" \to ".join(rf"\{{0, \dots, {latex(size - 1)}\}}" for size in each.sizes)
        return rf"{names} \colon {domains}"
    if each.kind == "indices":
        return rf"{names} \in \{{0, \dots, {latex(each.sizes[0] - 1)}\}}" if sizes else rf"{names} \text{{ an index}}"
    if each.kind == "encodings":
        return rf"{names} \colon \mathbb{{N}} \to \mathbb{{R}}^{{{_shape(each.sizes * 2)}}} \text{{ homomorphism}}"
    if each.kind in NUMBERS:
        return rf"{names} \in {NUMBERS[each.kind]}"
    group = {"permutations": "S_{%s}", "orthogonals": r"O\left(%s\right)", "invertibles": r"\mathrm{GL}_{%s}"}[
        each.kind
    ]
    return rf"{names} \in {group % sizes[0]}"


def _shape(sizes: Sequence[Any]) -> str:
    return r" \times ".join(rf"\left({latex(size)}\right)" if size.is_Add else latex(size) for size in sizes)


def shape_error_latex(error: ShapeError) -> str:
    """Write an ill-formed expression with the two shapes that do not fit."""
    with speaking_of(error.subexpression, *error.shapes):
        return _ill_formed(error)


def _ill_formed(error: ShapeError) -> str:
    left, right = (r" \times ".join(map(_factor, shape)) or "1" for shape in error.shapes)
    return rf"{latex(error.subexpression)} \quad\text{{is ill-formed: }} {left} \text{{ beside }} {right}"


def _factor(size: Any) -> str:
    return rf"\left({latex(size)}\right)" if " " in str(size) else latex(size)


# ------------------------------------------------------------------------------------------------ derivations


def derivation(rows: Sequence[tuple[str, str]]) -> str:
    """Write rows of formulas and words as an `align*`, the words beside each line."""
    first, *others = rows
    lines = [rf"& {first[0]} \\"]
    for number, (formula, words) in enumerate(others):
        end = r" \\" if number < len(others) - 1 else ""
        lines.append(rf"&\quad {formula} && \text{{{words}}}{end}")
    return "\n".join([r"\begin{align*}", *lines, r"\end{align*}"])


#: The relations of a derivation that LaTeX writes as commands.
SIGNS = {"≤": r"\leq", "≥": r"\geq"}


#: How claims are referred to in LaTeX, by their ids, where their ids say nothing.
_references: ContextVar[Mapping[str, str]] = ContextVar("references", default=MappingProxyType({}))


@contextmanager
def referring(references: Mapping[str, str]) -> Iterator[None]:
    """Refer to claims in this way inside, by their ids, as in ``Theorem~\\ref{thm:P1}``."""
    token = _references.set(references)
    try:
        yield
    finally:
        _references.reset(token)


def reference(id: str, otherwise: Callable[[str], str] | None = None) -> str:
    """Refer to a claim for LaTeX's text mode: as an author does, or by its id.

    >>> with referring({"P1": "Theorem~\\\\ref{thm:P1}"}):
    ...     print(reference("P1"), reference("P_2"))
    Theorem~\\ref{thm:P1} P\\_2
    """
    return _references.get().get(id) or (otherwise or escape)(id)


def derivation_rows(x: Any) -> list[tuple[str, str]]:
    """List the lines of a calc or of the verdict on one, each with its justification for LaTeX's text mode.

    A step that was not proved says so beside its justification.
    """
    if isinstance(x, Calc):
        rows = [
            (related(each, step.expression), reasons(step.by, _inline, reference, x.start))
            for each, step in zip(x.statements, x.steps, strict=True)
        ]
        start: Any = x.start
    else:
        rows = [
            (
                related(result[3].claim.proposition, result[1]),
                step_reasons(result, _inline, reference) + _unless_proved(result[3]),
            )
            for result in x.steps
        ]
        start = x.steps[0][0]
    return [(latex(start), ""), *rows]


def related(proposition: Any, right: Any) -> str:
    """Write a line of a derivation: the relation of an equation or inequality, and its right side."""
    sign = relation_of(proposition)
    return f"{SIGNS.get(sign, sign)} {latex(right)}"


def _inline(x: Any) -> str:
    return inline(latex(x))


def _unless_proved(step: Any) -> str:
    return "" if step.status == "proved" else escape(f" ({step.status})")


# ------------------------------------------------------------------------------------------------ results


def verdict_latex(verdict: Any) -> str:
    """Write a verdict: the derivation for a calc, otherwise the statement and what was found."""
    if verdict.steps:
        return derivation(derivation_rows(verdict))
    found = rf"{latex(verdict.claim)} \qquad \text{{({escape(verdict.status)})}}"
    if verdict.counterexample is None:
        return found
    return rf"\begin{{gathered}} {found} \\ {latex(verdict.counterexample)} \end{{gathered}}"


def counterexample_latex(counterexample: Any) -> str:
    """Write a counterexample in one formula: sizes, values as small matrices, and the two sides where they differ."""
    return r",\quad ".join(counterexample_parts(counterexample))


def counterexample_parts(counterexample: Any) -> list[str]:
    """List the formulas of a counterexample one by one, for text that can break between them."""
    if counterexample.kind == "negation":
        values = [
            f"{symbol_latex(name, scalar=True)} = {latex(value)}" for name, value in dict(counterexample.values).items()
        ]
        return [*values, r"\text{the kernel proved the negation}"]
    sizes = [f"{symbol_latex(name, scalar=True)} = {size}" for name, size in dict(counterexample.sizes).items()]
    values = []
    for name, value in dict(counterexample.values).items():
        written = symbol_latex(name, not isinstance(value, list | tuple))
        function_of = getattr(counterexample, "function_of", None)
        rows, formula = ("", "") if function_of is None else function_of(name, True)
        at = rf"\left({rows}\right)" if rows else ""
        values.append(f"{written}{at} = {formula or _value(value)}")
    place = "" if counterexample.entry is None else rf"\text{{ at }} ({', '.join(map(str, counterexample.entry))})"
    of = f"{counterexample.part} of the " * bool(counterexample.part)
    sides = [
        rf"\text{{{of}left side}}{place} {_bound(str(counterexample.lhs))}",
        rf"\text{{{of}right side}}{place} {_bound(str(counterexample.rhs))}",
    ]
    return [*sizes, *values, *sides]


def _bound(enclosure: str) -> str:
    """Write that a number is what it is exactly, or that it lies in an enclosure."""
    found = bound_text(enclosure)
    return rf"\in \left[{_number(found[1:-1])}\right]" if found.startswith("[") else f"= {_number(found)}"


def kind_of_bounds(sides: Sequence[str]) -> str:
    """Say what the two sides of a counterexample are given by: rigorous bounds, or exact values.

    >>> kind_of_bounds([r"\\text{left side} = 0", r"\\text{right side} = 1"])
    'exact values'
    """
    return "rigorous bounds" if any(r" \in " in side for side in sides) else "exact values"


def spot_check_latex(check: Any) -> str:
    """Write at how many instances two sides were compared, and how far apart they were."""
    notes = "".join(rf" \text{{; {escape(note)}}}" for note in check.notes)
    error = _number(f"{check.max_error:.1e}")
    return rf"\text{{{check.trials} random instances; largest scaled error }} {error}{notes}"


def symbol_latex(name: str, scalar: bool = False) -> str:
    """Write the name of a symbol as in the statement that is printed, Greek letters and subscripts included.

    >>> symbol_latex("sigma"), symbol_latex("S_Q")
    ('\\\\sigma', 'S_{Q}')
    """
    return form_of_name(_printer, name, scalar)


def _value(value: Any) -> str:
    if not isinstance(value, list | tuple):
        in_words = re.search(r"(?!oo|inf)[A-Za-z]{2}|[A-Za-z][*^(\[]|\[", str(value))
        return rf"\text{{{escape(str(value))}}}" if in_words else _number(str(value))
    rows = [row if isinstance(row, list | tuple) else [row] for row in value]
    if all(isinstance(row, list | tuple) for row in value):
        if any(isinstance(cell, list | tuple) for row in value for cell in row):
            members = r",\ ".join(map(_value, value))
            return rf"\left({members}\right)"
        cells = r" \\ ".join(" & ".join(_number(str(cell)) for cell in row) for row in rows)
        return rf"\begin{{pmatrix}} {cells} \end{{pmatrix}}"
    return rf"\left({', '.join(_number(str(cell)) for cell in value)}\right)"


def _number(text: str) -> str:
    """Write a number, fraction, −∞ or enclosure given as text."""
    if re.fullmatch(r"-?(oo|inf|∞)", text.replace("−", "-")):
        return r"-\infty" if text[0] in "-−" else r"\infty"
    fraction = re.fullmatch(r"(-?)(\d+)/(\d+)", text)
    if fraction:
        return rf"{fraction[1]}\tfrac{{{fraction[2]}}}{{{fraction[3]}}}"
    complex_number = re.fullmatch(r"(?:(-?[\d/]+) ([+-]) )?(-?)(?:([\d/]+)\*)?I", text)
    if complex_number:
        real, sign, minus, size = complex_number.groups(default="")
        return f"{_number(real)} {sign} {minus}{_number(size)} i".strip()
    text = re.sub(r"[eE]([-+]?)0*(\d+)", lambda m: rf" \cdot 10^{{{m[1].strip('+')}{m[2]}}}", text)
    return text.replace("+/-", r"\pm").replace("±", r"\pm")


#: Words in a formula that have no index, with a space beside them that is not the command for one.
_WORDS = re.compile(r"(?:(?<!\\)\s)?\\text\{([^{}]*)\}(?!\s*[_^])\s?")


def inline(formula: str) -> str:
    """Write a formula in a line of text, its words as text, so that the line can break in them.

    >>> inline(r"\\text{the rows of } K \\text{ have equal norms}")
    'the rows of $K$ have equal norms'
    >>> print(inline(r"x_{\\text{max}} \\ \\text{ of the } j"))
    $x_{\\text{max}} \\ $ of the $j$
    >>> print(inline(r"\\text{on } d_\\text{model}"))
    on $d_\\text{model}$
    """
    if r"\begin{" in formula:
        return f"${formula}$"
    return f"${_WORDS.sub(_between_formulas, formula)}$".replace("$$", "")


def _between_formulas(words: re.Match[str]) -> str:
    """Write words as text, unless they are a part of what stands around them."""
    before = words.string[: words.start()]
    is_part = before.count("{") > before.count("}") or before.count(r"\left") > before.count(r"\right")
    is_part |= before.endswith(("_", "^"))
    return words[0] if is_part else f"${words[1]}$"


_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "|": r"$|$",
    "<": r"$<$",
    ">": r"$>$",
    "∞": r"$\infty$",
    "ℝ": r"$\mathbb{R}$",
    "ℕ": r"$\mathbb{N}$",
    "ℓ": r"$\ell$",
    "√": r"$\surd$",
    "Σ": r"$\sum$",
    "∈": r"$\in$",
    "≠": r"$\neq$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "−": r"$-$",
    "→": r"$\to$",
    "⇒": r"$\Rightarrow$",
    "½": r"$\tfrac12$",
    "²": r"$^{2}$",
    "³": r"$^{3}$",
    "⁴": r"$^{4}$",
    "′": "$'$",
    "∪": r"$\cup$",
    "⊆": r"$\subseteq$",
    "∅": r"$\emptyset$",
    "⊗": r"$\otimes$",
    "⊕": r"$\oplus$",
    "∘": r"$\circ$",
    "∧": r"$\wedge$",
    "∀": r"$\forall$",
    "⊢": r"$\vdash$",
    "⊤": r"$\top$",
    "⊥": r"$\bot$",
    "≈": r"$\approx$",
    "≡": r"$\equiv$",
    "∼": r"$\sim$",
    "∝": r"$\propto$",
    "↦": r"$\mapsto$",
    "←": r"$\leftarrow$",
    "⇔": r"$\Leftrightarrow$",
    "∉": r"$\notin$",
    "∩": r"$\cap$",
    "∃": r"$\exists$",
    "¬": r"$\neg$",
    "∨": r"$\vee$",
    "⌊": r"$\lfloor$",
    "⌋": r"$\rfloor$",
    "∂": r"$\partial$",
    "∇": r"$\nabla$",
    "⋯": r"$\cdots$",
    "∫": r"$\int$",
    "⊙": r"$\odot$",
    "𝔹": r"$\mathbb{B}$",
    "±": r"$\pm$",
    "⟨": r"$\langle$",
    "⟩": r"$\rangle$",
    "‖": r"$\|$",
    "⁻": r"$^{-}$",
    "¹": r"$^{1}$",
    "“": "``",
    "”": "''",
    "‘": "`",
    "ᵀ": r"$^{T}$",
    "…": r"\dots{}",
    "’": "'",
    "°": r"$^\circ$",
    "§": r"\S{}",
    "–": "--",
    "—": "---",
}


_LETTERS = {letter: f"${ordinary_latex(name)}$" for name, letter in GREEK.items()}
#: Marks over the letter before them, and letters and digits above or below the line.
_ACCENTS = {"\u0302": r"\hat", "\u0303": r"\tilde", "\u0304": r"\bar", "\u0307": r"\dot"}
_PLACES = {"<sub>": "_", "<super>": "^"}


def escape(text: str) -> str:
    """Write plain text, with the Greek letters and signs that titles use, for LaTeX's text mode.

    >>> escape("α at 50 %: ℝ^n & S_Q")
    '$\\\\alpha$ at 50 \\\\%: $\\\\mathbb{R}$\\\\textasciicircum{}n \\\\& S\\\\_Q'
    >>> print(escape("∇f = W̃₁eᵃ"))
    $\\nabla$f = $\\tilde{W}$$_{1}$e$^{a}$
    """
    parts: list[str] = []
    for character in text:
        if character in _ACCENTS and parts:
            parts[-1] = f"${_ACCENTS[character]}{{{parts[-1].strip('$')}}}$"
        else:
            parts.append(_typed(character))
    return "".join(parts)


def _typed(character: str) -> str:
    """Write a character: ASCII and accented letters as they are, others by LaTeX's word for them, or by their code."""
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character in _LETTERS:
        return _LETTERS[character]
    place, _, codes = decomposition(character).partition(" ")  # "<sub> 0031" is a 1 below the line
    if place in _PLACES and " " not in codes:
        return f"${_PLACES[place]}{{{chr(int(codes, 16))}}}$"
    return character if ord(character) < 0x180 else f"[U+{ord(character):04X}]"

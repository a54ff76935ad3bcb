"""Write statements of the tables – axioms, as the kernel's parser reads them – as LaTeX, token by token."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\[[^\]]*\]|\{[^}]*\}|@(?:ℕ|\[[^\]]*\])|ℝ∞|-?\d+(?:/\d+)?|[A-Za-z_][A-Za-z0-9_']*|\S")
_TYPES = {"ℝ": r"\mathbb{R}", "ℕ": r"\mathbb{N}", "𝔹": r"\mathbb{B}", "ℝ∞": r"\mathbb{R}_{-\infty}", "→": r"\to"}
_SYMBOLS = {
    **_TYPES,
    "∀": r"\forall",
    "λ": r"\lambda",
    "⇒": r"\Rightarrow",
    "∧": r"\wedge",
    "¬": r"\neg",
    "≤": r"\le",
    "≠": r"\ne",
    "⊤": r"\top",
    "⊥": r"\bot",
    "*": r"\cdot",
    "#": r"\#",
    ":": r"\colon",
    ".": r".\;",
    ",": r",\;",
    "(": r"\left(",
    ")": r"\right)",
}
_FUNCTIONS = {"exp": r"\exp", "log": r"\log", "sin": r"\sin", "cos": r"\cos", "pi": r"\pi", "ninf": r"{-\infty}"}


def notation_latex(statement: str) -> str:
    r"""Return the LaTeX of a statement in the notation of the tables; bound variables keep their names.

    >>> print(notation_latex("∀x:ℝ. x ≠ 0 ⇒ x * inv x = 1"))
    \forall x \colon \mathbb{R} .\; x \ne 0 \Rightarrow x \cdot \mathrm{inv}\, x = 1
    >>> print(notation_latex("(Σ i:[n]. 1) = #{n}"))
    \left( \sum_{i \in [n]} 1 \right) = \#_{n}
    """
    tokens, written = _TOKEN.findall(statement), list[str]()
    binding, before = False, ""
    while tokens:
        token = tokens.pop(0)
        if token == "Σ":
            variable, _, index_type, token = (tokens.pop(0) for _ in range(4))
            written.append(rf"\sum_{{{variable} \in {index_type}}}")
        elif token.startswith("@"):
            pass  # the type of a literal, which its place shows
        elif token.startswith("{"):
            written[-1] = written[-1].removesuffix(r"\,") + f"_{{{token[1:-1]}}}"
        else:
            if binding and _is_word(token) and _is_word(before):
                written[-1] += ","
            elif not binding and _is_operand(token) and _is_operand(before, ends=True):
                written[-1] += r"\,"
            written.append(_word(token) if _is_word(token) else _SYMBOLS.get(token, token))
        binding = token in "∀λ" or (binding and token != ".")
        before = before if token.startswith("@") else token
    return " ".join(written)


def _is_word(token: str) -> bool:
    return token[:1].isalpha() and token not in _SYMBOLS and token not in "λΣ"


def _is_operand(token: str, ends: bool = False) -> bool:
    """Tell whether a token begins an operand, or ends one: two operands side by side are an application."""
    brackets = (")", "{") if ends else ("(",)
    return _is_word(token) or token[:1].isdigit() or token[:1] in ("⊤", "⊥", *brackets)


def _word(name: str) -> str:
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    return name if len(name.rstrip("'")) == 1 else rf"\mathrm{{{name}}}".replace("_", r"\_")

"""How families of matrices, their members and what is built from them are written."""

from __future__ import annotations

from typing import Any

from sympy.printing.precedence import PRECEDENCE

from symattn.primitives.heads.word import FamilyMember, HeadBlock, HeadConcat, HeadFamily, HeadStack, HeadSum, OverHeads
from symattn.render.brackets import subscripted
from symattn.render.rules import in_latex, in_text


@in_latex(FamilyMember, like_a_name=True)
def _member(printer: Any, expr: FamilyMember) -> str:
    return subscripted(printer._print(expr.family), printer._print(expr.index))


@in_latex(HeadFamily)
def _family(printer: Any, expr: HeadFamily) -> str:
    heads = printer._print(expr.heads)
    with printer.binding([expr.index], expr.body, expr.heads), printer.running(expr.index, expr.heads):
        return rf"\left({printer._print(expr.body)}\right)_{{{printer._print(expr.index)} < {heads}}}"


def _over_heads(printer: Any, expr: Any, head: str, inside: str) -> str:
    """Write an operator over heads with its range; ``inside`` has a place for the member."""
    family, last = expr.family, printer._print(expr.family.heads - 1)
    if not isinstance(family, HeadFamily):
        index = printer.fresh("h", family)
        return rf"{head}_{{{index}=0}}^{{{last}}} {inside.format(subscripted(printer._print(family), index))}"
    with printer.binding([family.index], family.body), printer.running(family.index, family.heads):
        member = printer._print(family.body)
        if inside == "{}":
            member = printer.parenthesize(family.body, PRECEDENCE["Mul"], strict=True)
        return rf"{head}_{{{printer._print(family.index)}=0}}^{{{last}}} {inside.format(member)}"


@in_latex(HeadSum)
def _sum(printer: Any, expr: HeadSum) -> str:
    return _over_heads(printer, expr, r"\sum", "{}")


@in_latex(HeadConcat)
def _beside(printer: Any, expr: HeadConcat) -> str:
    return _over_heads(printer, expr, r"\operatorname*{Concat}", r"\left({}\right)")


@in_latex(HeadStack)
def _below(printer: Any, expr: HeadStack) -> str:
    return _over_heads(printer, expr, r"\operatorname*{Stack}", r"\left({}\right)")


@in_latex(HeadBlock, like_a_name=True)
def _block(printer: Any, expr: HeadBlock) -> str:
    matrix = printer.parenthesize(expr.matrix, PRECEDENCE["Atom"], strict=True)
    of = "" if printer.runs_to(expr.index, expr.heads) else rf" \text{{ of }} {printer._print(expr.heads)}"
    return subscripted(matrix, f"[{printer._print(expr.index)}{of}]")


@in_text(FamilyMember)
def _member_text(printer: Any, expr: FamilyMember) -> str:
    return f"{printer._print(expr.family)}[{printer._print(expr.index)}]"


@in_text(HeadFamily)
def _family_text(printer: Any, expr: HeadFamily) -> str:
    heads = printer._print(expr.heads)
    with printer.binding([expr.index], expr.body, expr.heads):
        return f"[{printer._print(expr.body)}]_({printer._print(expr.index)} < {heads})"


@in_text(HeadSum)
def _sum_text(printer: Any, expr: HeadSum) -> str:
    family, last = expr.family, printer._print(expr.family.heads - 1)
    if not isinstance(family, HeadFamily):
        index = printer.fresh("h", family)
        return f"Σ_{{{index} = 0..{last}}} {printer._print(family)}[{index}]"
    with printer.binding([family.index], family.body):
        return f"Σ_{{{printer._print(family.index)} = 0..{last}}} {printer._factor(family.body)}"


@in_text(OverHeads)
def _over_heads_text(printer: Any, expr: OverHeads) -> str:
    name, family = type(expr).__name__.removeprefix("Head"), expr.family
    if not isinstance(family, HeadFamily):
        return printer.call(name, expr.args)
    last = printer._print(family.heads - 1)
    with printer.binding([family.index], family.body):
        return f"{name}_{{{printer._print(family.index)} = 0..{last}}}({printer._print(family.body)})"


@in_text(HeadBlock)
def _block_text(printer: Any, expr: HeadBlock) -> str:
    return f"{printer.atom(expr.matrix)}[block {printer._print(expr.index)} of {printer._print(expr.heads)}]"

"""Layer 2, rows: a display as rows, a row as clauses, with the words and conditions that stand beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from symattn.reading.notation import RELATIONS, words
from symattn.reading.tokens import Token, cut, without_stop

#: Environments that only line rows up.
_ALIGNED = words("aligned align gather gathered split alignat alignedat equation multline eqnarray")
#: Words before what is supposed.
SUPPOSING = ("if", "when", "such that")
#: Words before what all of that holds of.
QUANTIFYING = ("for all", "for every", "for each", "for any", "forall")
#: Words that join what stands behind them to what stands before.
_JOINING = ("and", "so", "then", "thus", "hence", "or", "i.e.", "also")
_CONDITION = ("for", "with", "where", *SUPPOSING, *QUANTIFYING)


@dataclass(frozen=True)
class Clause:
    """Hold the tokens of one statement and the word before it ("for", "where", …), which makes it a condition."""

    tokens: tuple[Token, ...]
    word: str = ""


@dataclass(frozen=True)
class Row:
    """Hold a row: its clauses, whether words stand beside them, and where it begins and ends."""

    clauses: tuple[Clause, ...]
    worded: bool
    span: tuple[int, int]
    columns: bool = False  # its clauses stand in columns of their own


def rows(given: Sequence[Token]) -> list[Row]:
    r"""Cut the tokens of a display into rows.

    >>> from symattn.reading.tokens import tokens
    >>> for row in rows(tokens(r"a &= b \quad \text{for all } i < n, \\ c &= d, \quad e = f")):
    ...     print([("".join(t.text for t in clause.tokens), clause.word) for clause in row.clauses])
    [('a=b', ''), ('i<n', 'for all')]
    [('c=d', ''), ('e=f', '')]
    """
    kept, depth, wrapped = list[Token](), 0, list[bool]()
    for token in given:
        if token.kind == "env":
            if token.step > 0:
                wrapped.append(token.text[7:].rstrip("}*") in _ALIGNED and not depth)
            if wrapped[-1] if token.step > 0 else wrapped and wrapped.pop():
                continue
        depth += token.step
        kept.append(token)
    return [row for line in cut(kept, kind="row") if (row := _row(line)) is not None]


def _row(line: list[Token]) -> Row | None:
    bare = [token for token in line if token.kind != "amp"]
    if not bare:
        return None
    span = bare[0].start, max(token.end for token in bare)
    clauses, worded = list[Clause](), False
    declared, line = _prefix(line)
    word = ""
    columns = _columns(line)
    if declared:
        columns.insert(0, declared)
    for number, column in enumerate(columns):
        word = "with" if declared and number == 0 else "" if declared and number == 1 else word
        for part in _merged(_parts(column)):
            while part and part[0].kind == "text":
                said = _plain(part[0].text)
                if not said:
                    part = part[1:]
                    continue
                lead = max((each for each in _CONDITION if f" {said}".endswith(f" {each}")), key=len, default="")
                if len(part) > 1 and not lead and said not in _JOINING:
                    break
                worded, word = True, lead
                part = part[1:]
            if part and part[0].text == r"\forall":
                word, part = "for all", part[1:]
            if not part:
                continue
            begin = 0
            for at, token in enumerate(part):  # "x = y for all i < n" on one line
                said = _plain(token.text) if token.kind == "text" else "for all" if token.text == r"\forall" else ""
                joins = said in _CONDITION or (said == "and" and _plain(part[-1].text) != "are independent")
                if at and joins and _level(part[:at]) == 0:
                    clauses.append(Clause(part[begin:at], word))
                    word, begin = (said if said != "and" else word), at + 1
                    worded = True
            tail = part[begin:]
            while len(tail) > 1 and tail[-1].kind == "text" and tail[-1].spaced == "quad":
                worded, tail = True, tail[:-1]
            if tail:
                clauses.append(Clause(tuple(tail), word))
    return Row(tuple(clauses), worded, span, len(columns) > 1 + bool(declared))


def _prefix(line: list[Token]) -> tuple[list[Token], list[Token]]:
    """Cut declarations off that stand before a statement and a colon: X ∈ ℝ^{n×d}, σ ∈ S_n: …"""
    for at, token in enumerate(line[:-1]):
        if token.text == ":" and line[at + 1].spaced == "quad" and _level(line[:at]) == 0:
            before = [each for one, each in enumerate(line[:at]) if each.kind != "amp" or _level(line[:one])]
            if before and (_is_in(before) or _plain(before[0].text) in _CONDITION):
                return before, line[at + 1 :]
    return [], line


def _plain(text: str) -> str:
    return text.strip(" ~,.;:()$").lower()


def _level(given: Iterable[Token]) -> int:
    return sum(token.turn for token in given)


def _columns(line: Sequence[Token]) -> list[list[Token]]:
    """Cut a line at two or more & in a row; a single one lines up. & inside braces and matrices stay."""
    columns: list[list[Token]] = [[]]
    depth, run = 0, 0
    for token in line:
        depth += token.step
        if token.kind == "amp" and depth == 0:
            run += 1
            if run == 2 and columns[-1]:
                columns.append([])
            continue
        is_remark = run == 1 and token.kind == "text" and len(_plain(token.text)) > 2
        if is_remark and _has_relation(columns[-1]):
            columns.append([])
        run = 0
        columns[-1].append(token)
    kept = columns[:1]
    for column in filter(None, columns[1:]):
        if column[0].text in RELATIONS:
            kept[-1] += column  # … && \in ℝ^{n×d}
        else:
            kept.append(column)
    return kept


def _is_in(given: Iterable[Token]) -> bool:
    return any(token.text in (r"\in", r"\colon", r"\subseteq") for token in given)


def _has_relation(given: Iterable[Token]) -> bool:
    return any(token.text in RELATIONS for token in given)


def _parts(column: Sequence[Token]) -> list[tuple[Token, ...]]:
    """Cut a column at commas, semicolons and wide spaces outside of brackets."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in column:
        if depth == 0 and token.spaced == "quad" and parts[-1] and token.text not in RELATIONS:
            parts.append([])
        depth = max(depth + token.turn, 0)
        if depth == 0 and token.text in (",", ";") and token.kind == "char":
            parts.append([token])  # a sign that the next part follows a comma
        else:
            parts[-1].append(token)
    parts[-1] = list(without_stop(parts[-1]))
    return [tuple(part) for part in parts if part]


def _merged(parts: Sequence[tuple[Token, ...]]) -> list[tuple[Token, ...]]:
    """Join what a comma does not separate: ``a, b ∈ …``, ``i = 1, …, n``."""
    done: list[tuple[Token, ...]] = []
    for number, part in enumerate(parts):
        follows = part[0].text in (",", ";")
        bare = without_stop(part[follows:])
        if not bare:
            continue
        before = done[-1] if done else ()
        one, other = _has_relation(before), _has_relation(bare)
        goes_on = not other and bare[0].kind != "text"
        if goes_on and follows and _is_in(before) and any(map(_is_in, parts[number + 1 :])):
            goes_on = False  # X ∈ ℝ^{n×d}, and a, b ∈ ℝ begins
        elif other:
            goes_on = follows and not one and all(each.kind != "text" for each in before[:1])
        else:
            goes_on = goes_on and (follows or not one)
        if before and goes_on:
            done[-1] = (*before, *part[:1] * follows, *bare)
        else:
            done.append(bare)
    return done

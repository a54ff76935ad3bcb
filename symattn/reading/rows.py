"""Layer 2, rows: a display as rows, a row as clauses, with the words and conditions that stand beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from symattn.reading.lines import columns, has_relation, joined, level, plain
from symattn.reading.notation import DOTS, RELATIONS, words
from symattn.reading.tokens import APART, Token, cut, without_stop

#: Environments that only line rows up.
_ALIGNED = words("aligned align gather gathered split alignat alignedat equation multline eqnarray")
#: What refers to a reason over a sign: (a), 1, (iii), *, by (3), or nothing that is seen.
_LABEL = re.compile(
    r"|\(?(?:by\s*)?(?:\(\w{1,4}\)|\d{1,2}|\*|\\dagger|\\ast|\\star)\)?|\(by [\w\s.]+\)|by [\w\s.()]+|\\(?:eq)?ref.*"
)
#: The number of an equation, behind it: (5), (2.3a), (*).
_NUMBER = re.compile(r"\((?:\d+(?:\.\d+)*[a-z]?|\*|\\(?:star|ast|dagger))\)")
_QUANTIFIERS = (r"\forall", r"\exists", r"\nexists")
#: Words that make a condition of what stands behind them, and what each says. All other words are not read.
_CONDITION = {
    **dict.fromkeys(("for all", "for every", "for each", r"\forall"), "for all"),
    **dict.fromkeys(("if", "when", "whenever", "such that", "given", "provided", "provided that"), "if"),
    **dict.fromkeys(("as long as", "assuming", "assuming that"), "if"),
    **{word: word for word in ("for", "with", "where")},
}
#: Words that join what stands behind them to what stands before, and words that follow from that.
_JOINING, _FOLLOWING = ("and", "also"), ("then", "so", "thus", "hence", "therefore", "i.e")


@dataclass(frozen=True)
class Clause:
    """Hold the tokens of one statement and the word before it ("for", "where", …), which makes it a condition.

    ``goes_on`` tells whether a comma or "and" joins it to the clause before.
    """

    tokens: tuple[Token, ...]
    word: str = ""
    goes_on: bool = False


@dataclass(frozen=True)
class Row:
    """Hold a row: its clauses, whether words stand beside them, and where it begins and ends."""

    clauses: tuple[Clause, ...]
    worded: bool
    span: tuple[int, int]
    columns: bool = False  # its clauses stand in columns of their own
    remark: str = ""  # words alone before its first or behind its last clause
    label: str = ""  # those before it that end with a colon, or what else may make a condition of it
    follows: str = ""  # a word by which it follows from the rows before it
    unread: str = ""  # a word behind which something is missing, or that is no condition


def rows(given: Sequence[Token]) -> list[Row]:
    r"""Cut the tokens of a display into rows.

    >>> from symattn.reading.tokens import tokens
    >>> for row in rows(tokens(r"a &= b \quad \text{for all } i < n, \\ c &= d, \quad e = f")):
    ...     print([("".join(t.text for t in clause.tokens), clause.word) for clause in row.clauses])
    [('a=b', ''), ('i<n', 'for all')]
    [('c=d', ''), ('e=f', '')]
    """
    kept, depth, wrapped = list[Token](), 0, list[bool]()
    whole = _without_box(given)
    inner = _without_array(whole)
    for token in inner:
        if token.kind == "env":
            if token.step > 0:
                wrapped.append(token.text[7:].rstrip("}*") in _ALIGNED and not depth)
            if wrapped[-1] if token.step > 0 else wrapped and wrapped.pop():
                continue
        depth += token.step
        kept.append(token)
    found = [row for line, said in joined(cut(kept, kind="row")) if (row := _row(line, said)) is not None]
    is_system = inner is not whole and whole[0].text == r"\begin{cases}"  # which may be there to be solved
    return [replace(row, label=row.label or "a system of equations") for row in found] if is_system else found


def without_labels(given: Sequence[Token]) -> list[Token]:
    r"""Return tokens in which a relation with a reason over it, as \overset{(1)}{=}, is the relation."""
    found, at = list[Token](), 0
    while at < len(given):
        token = given[at]
        label, behind = _braced(given, at + 1) if token.text in (r"\stackrel", r"\overset") else ([], 0)
        sign, end = _braced(given, behind) if behind else ([], 0)
        says = "".join(each.text for each in label).strip(" ~")
        if end and len(sign) == 1 and sign[0].text in RELATIONS and _LABEL.fullmatch(says):
            found.append(sign[0]._replace(start=token.start, spaced=token.spaced))
            at = end
        else:
            found.append(token)
            at += 1
    return found


def _braced(given: Sequence[Token], at: int) -> tuple[Sequence[Token], int]:
    """Return what stands in braces from a place on, and the place behind it; nothing and 0 where none begin there."""
    if at >= len(given) or given[at].text != "{":
        return [], 0
    depth = 0
    for end in range(at, len(given)):
        depth += given[end].turn
        if not depth:
            return given[at + 1 : end], end + 1
    return [], 0


def _without_box(given: Sequence[Token]) -> Sequence[Token]:
    r"""Return what stands in the box, or the braces, that are a whole display: \boxed{\begin{aligned} …."""
    inner, end = _braced(given, given[0].text == r"\boxed") if given else ([], 0)
    is_whole = bool(inner) and end == len(without_stop(given))
    return _without_box(inner) if is_whole else given


def _without_array(given: Sequence[Token]) -> Sequence[Token]:
    r"""Return the lines in an array that is a whole display and states something: \begin{array}{lll} a &=& b ….

    So are cases that are equations, each with its relation behind its only &, or without an &.
    """
    name = given[0].text if given else ""
    if name not in (r"\begin{array}", r"\begin{cases}") or given[-1].text != name.replace("begin", "end"):
        return given
    inner = given[1:-1]
    if any(token.text in (given[0].text, given[-1].text) for token in inner):
        return given
    if name == r"\begin{cases}":
        lines = [cut(line, kind="amp") for line in cut(inner, kind="row") if line]
        is_system = all(has_relation(line[-1][: 1 if line[1:] else None]) and len(line) < 3 for line in lines)
        return inner if is_system else given
    if inner and inner[0].kind == "open":
        closing = next((at for at, token in enumerate(inner) if token.kind == "close"), len(inner))
        inner = inner[closing + 1 :]
    depth = 0
    for token in inner:
        depth += token.turn + token.step
        if not depth and token.text in RELATIONS:
            return inner
    return given


def _row(line: list[Token], unread: str) -> Row | None:
    bare = [token for token in line if token.kind != "amp"]
    if not bare:
        return None
    span = bare[0].start, max(token.end for token in bare)
    line = [token._replace(kind="text") if token.text in _QUANTIFIERS else token for token in line]
    declared, line = _prefix(line)
    clauses, worded, word, remarks = list[Clause](), False, "", list[str]()
    parted = columns(line)
    if declared:
        parted.insert(0, declared)
    before = list[str]()  # remarks before the first clause
    follows = ""
    waits = ""  # a condition of which nothing was said yet
    for number, column in enumerate(parted):
        if declared and number < 2:
            word, unread, waits = "" if number else "with", unread or waits, ""
        for part in _merged(_parts(column)):
            goes_on = bool(clauses)
            while part and part[0].kind == "text":
                said = plain(part[0].text)
                found = _word(part[0])
                if said and found is None:
                    if clauses or not part[1:] or not part[0].text.strip(" ~").endswith(":"):
                        break
                    before.append(part[0].text)  # a label, as in Query: q = W x
                    part, worded = part[1:], True
                    continue
                unread = unread or waits * bool(said and found not in _JOINING)
                if found in _FOLLOWING:
                    unread = unread or said * any(clause.word in ("", "where") for clause in clauses)
                    follows = follows or said * (not clauses)
                    word = ""
                elif said and found not in _JOINING:
                    word = waits = str(found)
                    goes_on = goes_on and said.startswith(_JOINING)
                worded = worded or bool(said)
                part = part[1:]
            while part and part[-1].kind == "text" and not plain(part[-1].text):
                part = part[:-1]
            if len(part) == 1 and part[0].kind == "text":
                worded, unread = True, unread or waits
                remarks += [part[0].text] if clauses else []
                before += [] if clauses else [part[0].text]
            elif clauses and _is_number(part):
                continue
            elif part:
                unread = unread or "".join(remarks)  # words in the middle
                paired = _paired(part) if word in ("", "where") else [part]  # for i, j = 1, 2 runs over both
                clauses += [Clause(each, word, goes_on) for each in paired]
            waits = waits if not part else ""
    remark, label = " ".join([*before, *remarks]), " ".join(each for each in before if each.strip(" ~").endswith(":"))
    return Row(tuple(clauses), worded, span, len(parted) > 1 + bool(declared), remark, label, follows, unread or waits)


def _is_number(part: Sequence[Token]) -> bool:
    """Tell whether a part is the number of its row; behind signs for small spaces it may be a factor."""
    text = "".join(each.text for each in part)
    return _NUMBER.fullmatch(text) is not None and part[0].spaced != "wide"


def _word(token: Token) -> str | None:
    """Return what a word says that joins or makes a condition: "and for every" says "for all"; None for all others.

    >>> from symattn.reading.tokens import tokens
    >>> [_word(tokens(rf"\\text{{{text}}}")[0]) for text in ("and, whenever", "only if", "Thus")]
    ['if', None, 'thus']
    """
    words = [] if token.kind != "text" else [each.strip(",") for each in plain(token.text).replace("~", " ").split()]
    found = None
    while words and words[0] in (*_JOINING, *_FOLLOWING):
        found = words.pop(0)
    return _CONDITION.get(" ".join(words)) if words else found


def _prefix(line: list[Token]) -> tuple[list[Token], list[Token]]:
    """Cut declarations off that stand before a statement and a colon: X ∈ ℝ^{n×d}, σ ∈ S_n: …"""
    for at, token in enumerate(line[:-1]):
        if token.text == ":" and line[at + 1].spaced in APART and level(line[:at]) == 0:
            before = [each for one, each in enumerate(line[:at]) if each.kind != "amp" or level(line[:one])]
            if before and (_is_in(before) or _word(before[0]) is not None):
                return before, line[at + 1 :]
    return [], line


def _is_in(given: Iterable[Token]) -> bool:
    return any(token.text in (r"\in", r"\colon", r"\subseteq") for token in given)


def _parts(column: Sequence[Token]) -> list[tuple[Token, ...]]:
    """Cut a column at commas, semicolons, wide spaces and before words that join, outside of brackets."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for at, token in enumerate(column):
        is_cut = token.spaced in APART and token.text not in RELATIONS
        if depth == 0 and parts[-1] and (is_cut or (_word(token) is not None and not _names_two(column[at:]))):
            parts.append([])
        depth = max(depth + token.turn, 0)
        if depth == 0 and token.text in (",", ";") and token.kind == "char":
            parts.append([token])  # a sign that the next part follows a comma
        else:
            parts[-1].append(token)
    parts[-1] = list(without_stop(parts[-1]))
    return [tuple(part) for part in parts if part]


def _paired(part: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    r"""Cut an equation of as many sides to the left as to the right into equations; each stands for the whole part.

    One in which a left side depends on another is left as it is: a, b = b, a + b sets both at once.

    >>> from symattn.reading.tokens import tokens
    >>> ["".join(t.text for t in each) for each in _paired(tuple(tokens(r"q, k = W x, f(x, y)")))]
    ['q=Wx', 'k=f(x,y)']
    """
    at = [number for number, token in enumerate(part) if token.text in RELATIONS and not level(part[:number])]
    if len(at) != 1 or RELATIONS[part[at[0]].text] not in ("=", ":=") or any(token.text in DOTS for token in part):
        return [part]
    lefts, rights = cut(part[: at[0]], ","), cut(part[at[0] + 1 :], ",")
    if len(lefts) != len(rights) or not all(lefts + rights):
        return [part]
    said = [{token.text for token in right} for right in rights]
    if any(left[0].text in each for n, left in enumerate(lefts) for m, each in enumerate(said) if n != m):
        return [part]
    start, end = part[0].start, part[-1].end
    return [
        (left[0]._replace(start=start), *left[1:], part[at[0]], *right[:-1], right[-1]._replace(end=end))
        for left, right in zip(lefts, rights, strict=True)
    ]


def _names_two(given: Sequence[Token]) -> bool:
    """Tell whether an "and" stands between two of which one thing is said."""
    _, *texts = (plain(token.text) for token in given if token.kind == "text")
    return texts[:1] == ["are independent"]


def _merged(parts: Sequence[tuple[Token, ...]]) -> list[tuple[Token, ...]]:
    """Join what a comma does not separate: ``a, b ∈ …``, ``i = 1, …, n``."""
    done: list[tuple[Token, ...]] = []
    for number, part in enumerate(parts):
        follows = part[0].text in (",", ";")
        bare = without_stop(part[follows:])
        if not bare:
            continue
        before = done[-1] if done else ()
        one, other = has_relation(before), has_relation(bare)
        goes_on = not other and bare[0].kind != "text"
        if goes_on and follows and _is_in(before) and any(map(_is_in, parts[number + 1 :])):
            goes_on = False  # X ∈ ℝ^{n×d}, and a, b ∈ ℝ begins
        elif other:
            begins = bool(before and _word(before[0]))
            alike = not begins or bare[1].text in RELATIONS or any(each.kind == "sub" for each in before)
            goes_on = follows and not one and alike and all(each.kind != "text" for each in before[begins:])
        else:
            goes_on = goes_on and (follows or not one)
        if before and goes_on:
            done[-1] = (*before, *part[:1] * follows, *bare)
        else:
            done.append(bare)
    return done

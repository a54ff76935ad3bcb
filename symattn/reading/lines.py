"""Layer 2, lines: which line of a display goes on from the one before it, and how a line is cut into columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from symattn.reading.notation import DOTS, OPERATORS, RELATIONS, words
from symattn.reading.tokens import Token, without_stop

#: What stands between two parts of one side: a line that begins or ends with it is half of an equation.
_BETWEEN = {*OPERATORS, *words(r"+ - / * \pm \mp \cdot \times")}
#: What stands alone in a line and says nothing.
_MARKS = {*DOTS, *words(r"\square \blacksquare \Box \lozenge")}


def plain(text: str) -> str:
    """Return words without what stands around them."""
    return text.strip(" ~,.;:()$").lower()


def level(given: Iterable[Token]) -> int:
    """Return how deep in brackets and braces tokens lead."""
    return sum(token.turn for token in given)


def has_relation(given: Iterable[Token]) -> bool:
    """Tell whether a relation stands anywhere in tokens."""
    return any(token.text in RELATIONS for token in given)


def joined(given: Iterable[list[Token]]) -> Iterator[tuple[list[Token], str]]:
    r"""Join lines of which one goes on in the next; yield each with what may belong to it and is not read.

    A line that begins with an operator goes on, and so does one before it that ends with one. A line without a
    relation beside one that has it may be half of it: that one is refused.

    >>> from symattn.reading.tokens import cut, tokens
    >>> for text in (r"a &= b \\ &\quad + c", r"a &= b \\ & c", r"a &= b, \\ c"):
    ...     print([("".join(t.text for t in line), said) for line, said in joined(cut(tokens(text), kind="row"))])
    [('a=b+c', '')]
    [('a&=b', 'c'), ('&c', '')]
    [('a&=b,', ''), ('c', '')]
    """
    done = list[tuple[list[Token], str]]()
    for line in given:
        bare, (before, said) = _bare(line), done[-1] if done else ([], "")
        end = _bare(before)
        if not bare or not end or _is_words(bare) or _is_words(end):
            done.append((line, ""))
            continue
        begins, goes_on = bare[0].text, end[-1].text in _BETWEEN
        if begins in _BETWEEN and (begins != "-" or line[0].kind == "amp" or not _relates(bare)):
            is_sure = begins != "-" or not _relates(bare) or before[0].kind != "amp"
            goes_on, said = True, said if is_sure else begins
        if goes_on:
            is_said = begins in _BETWEEN and any(token.kind == "text" for token in end)
            is_said = is_said or len(columns(before)) > 1  # of which of them is it a part?
            lead = [token for token in before[:1] if token.kind == "amp"]
            done[-1] = [*lead, *end, bare[0]._replace(spaced=""), *bare[1:]], said or bare[0].text * is_said
            continue
        is_half = _relates(bare) != _relates(end) and bare[0].text not in RELATIONS and end[-1].text not in RELATIONS
        if not is_half or end[-1].text in (",", ".", ";") or any(token.kind == "text" for token in (*bare, *end)):
            done.append((line, ""))
        elif _relates(end):
            done[-1] = before, said or "".join(token.text for token in bare)
            done.append((line, ""))
        else:
            done.append((line, "".join(token.text for token in end)))
    yield from done


def _bare(line: Iterable[Token]) -> list[Token]:
    """Leave & and empty braces out, which only line up."""
    found = list[Token]()
    for token in line:
        if token.kind == "close" and found and found[-1].kind == "open":
            found.pop()
        elif token.kind != "amp":
            found.append(token)
    return found


def _is_words(bare: Iterable[Token]) -> bool:
    """Tell whether a line has words or marks alone."""
    return all(token.kind == "text" or token.text in (*_MARKS, ",", ".") for token in bare)


def _relates(given: Iterable[Token]) -> bool:
    """Tell whether a relation stands in a line outside of brackets."""
    depth = 0
    for token in given:
        depth += token.turn
        if depth == 0 and token.text in RELATIONS:
            return True
    return False


def columns(line: Sequence[Token]) -> list[list[Token]]:
    r"""Cut a line at & behind an equation, where another begins; a single & inside of one lines up.

    >>> from symattn.reading.tokens import tokens
    >>> for text in ("a &= b & c &= d", "a & = & b && (1)", r"2x & + y & = 3"):
    ...     print(["".join(t.text for t in column) for column in columns(tokens(text))])
    ['a=b', 'c=d']
    ['a=b', '(1)']
    ['2x+y=3']
    """
    cells: list[list[Token]] = [[]]
    depth = 0
    for token in line:
        depth += token.step
        if token.kind == "amp" and depth == 0:
            cells.append([])
        else:
            cells[-1].append(token)
    kept, run = [list[Token]()], 0
    for cell in cells:
        run += 1
        if not cell:
            continue
        begins, own = cell[0].text, kept[-1]
        is_remark = cell[0].kind == "text" and len(plain(begins)) > 2 and has_relation(own)
        is_whole = level(own) == 0 and _relates(own) and own[-1].text not in {*RELATIONS, *_BETWEEN}
        is_new = run > 1 or (is_remark or (is_whole and begins not in _BETWEEN and cell[0].kind != "text"))
        if own and is_new and begins not in RELATIONS and not _is_stop(cell):
            kept.append(list(cell))
        else:
            own += cell
        run = 0
    return kept


def _is_stop(cell: Sequence[Token]) -> bool:
    return not without_stop(cell)

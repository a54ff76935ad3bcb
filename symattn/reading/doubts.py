"""Doubts: what a note says of its symbols in words, or by an inline formula, and what is not read.

Where something else is said of a symbol, a counterexample may be one that the note leaves out: it refutes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from symattn.reading.pages import Page, Piece
from symattn.reading.scope import Scope
from symattn.reading.tree import NONE, Tree, walk

_WORDS = re.compile(
    r"\b(?:(?:anti|skew-?|a)?symmetric|(?:bi|block-|tri|off-?)?diagonal|triangular|(?:semi-?)?definite|unit|unitary"
    r"|(?:ortho)?normal(?:i[sz]ed)?|orthogonal|idempotent|nilpotent|projections?|projectors?|(?:doubly )?stochastic"
    r"|(?:non-?)?(?:positive|negative|zero|singular)|invertible"
    r"|sorted|increasing|decreasing|one-hot|binary|distributions?|probabilit(?:y|ies)|independent|i\.i\.d|cent(?:e)?red"
    r"|integers?|even|odd|distinct|equal|identical|constant|rotations?|reflections?|permut\w+|low-rank|rank|commut\w+"
    r"|causal|masked|banded|circulant|toeplitz|hermitian|involutions?|sums? (?:up )?to|adds? up|satisf\w+|identity"
    r"|real-valued|(?:be|is|equals?)\s+\d+"
    r"|real(?![\w-]|\s+(?:number|scalar|matri|vector|valued|part|line|axis|entr|func|space))"
    r"|full-rank|mean|variance|bounded|small|large|convex|linear|fixed point)\b",
    re.I,
)
#: Words before what is supposed, and before what is claimed.
_SUPPOSED = re.compile(
    r"\b(?:(?P<supposed>let|where|with|such that|satisf\w+|(?P<here>assum\w+|suppos\w+|if|when|given|for))|then|hence"
    r"|thus|so|therefore|because|since|implies|show\w*|proves?|follows|have|has|get|obtain|gives?|yields?|is|are)\b",
    re.I,
)
_DENIED = (
    r"wrong\w*|mistak\w+|errors?|erroneous\w*|incorrect\w*|false\w*|untrue|invalid|not|\w+n['’]t|cannot|no|none|nobody|nothing"
    r"|nowhere|never|neither|nor|rarely|seldom|hardly|scarcely|fail\w*|violat\w+|contradict\w*|contrary|unlike|without|disprov\w+"
    r"|refut\w+|counter\w*|doubt\w*|den(?:y|ies|ied)|naive\w*|tempt\w+|fallac\w+|absurd|nonsense|unless|instead of"
)
#: Words before what is asked for, denied or demanded, and not claimed.
NO_CLAIM = re.compile(
    rf"\b(?:{_DENIED}|solv\w+|whether|(?:for|of|in|under|with) (?:which|what)|to zero|constraints?|requir\w+|demand\w*"
    r"|impos\w+|enforc\w+|choos\w+|chose|wants?|wish|goal|hop(?:e|ed|ing)|believ\w+|guess\w*|find|determine|characteri[sz]e|conjectur\w+|might|suppos\w+"
    r"|assum\w+|conditions?|special case|initiali[sz]\w+|when|if)\b"
    r"|\bthe (?:equation|inequality|question)\s*\Z|\A\W*(?:which|what|why|how|do|does|is|are|can)\b",
    re.I,
)
#: Words in a remark beside a row that may say more than a label or a reason does.
SAYS_MORE = re.compile(
    rf"\b(?:{_DENIED}|i?f|iff|exactly|except\w*|x?or|some|any|every|each|all|for|at|in|on|with|when\w*|where\w*"
    r"|while|until|provid\w+|assum\w+|suppos\w+|given|impl\w+|yields?|holds?|even|but|equival\w+|approx\w*|about|near\w*"
    r"|almost|complex|general\w*|least|most|up|otherwise|else|say|also|sufficient\w*|necessary|necessarily)\b|\?",
    re.I,
)
_END = re.compile(r"[.;!?](?=\s|\Z)|\n\s*\n")


@dataclass(frozen=True)
class Doubt:
    """Hold what was said of names: where, and its words; ``supposed`` is the relation that an inline formula supposes.

    ``is_here`` tells whether it is supposed for the next display alone, as what stands behind "if".
    """

    keys: frozenset[str]
    start: int
    text: str
    is_formula: bool = False
    supposed: Tree | None = None
    is_here: bool = False


def doubts(page: Page, trees: Mapping[int, tuple[Tree, ...]], scope: Scope) -> list[Doubt]:
    """Return what the words of a note say of symbols beside them, and its inline formulas that say more than a space.

    ``trees`` holds those of each formula by its place.
    """
    found = list[Doubt]()
    for sentence in sentences(page):
        inline = [piece for piece in sentence if piece.kind == "inline"]
        prose = (piece.text for piece in sentence if piece.kind == "prose" or piece.text.strip().isdecimal())
        said = _WORDS.findall(" ".join(prose))
        keys = {piece.start: frozenset(_keys(trees.get(piece.start, ()), scope)) for piece in inline}
        if said and inline:
            found.append(Doubt(frozenset().union(*keys.values()), inline[0].start, ", ".join(dict.fromkeys(said))))
        for piece, words in words_before(sentence):
            relations = {
                each
                for tree in trees.get(piece.start, ())
                for node in walk(tree, "rel")
                for each in node.value.split(",")
            }
            if relations - {"in"}:
                *_, last = (None, *_SUPPOSED.finditer(words))
                is_supposed = last is not None and last["supposed"] is not None
                supposed = _relation(trees.get(piece.start, ())) if is_supposed else None
                is_here = last is not None and last["here"] is not None
                found.append(Doubt(keys[piece.start], piece.start, piece.text, True, supposed, is_here))
    return found


def _relation(trees: tuple[Tree, ...]) -> Tree | None:
    """Return the one relation of numbers or matrices that a formula is."""
    is_one = len(trees) == 1 and trees[0].kind == "rel" and trees[0].value in ("=", "<", ">", "<=", ">=", "!=")
    return trees[0] if is_one and NONE not in trees[0].kids else None


def _keys(trees: tuple[Tree, ...], scope: Scope) -> Iterator[str]:
    """Yield the names in formulas; of a declaration, those that are declared."""
    for tree in trees:
        for part in tree.items:
            said = part.kids[:1] if part.kind == "rel" and part.value == "in" else (part,)
            for each in said:
                yield from (refer.key for refer in scope.references(each))


def words_before(sentence: Sequence[Piece]) -> Iterator[tuple[Piece, str]]:
    """Yield the inline formulas of a sentence, each with the words before it."""
    words = ""
    for piece in sentence:
        if piece.kind == "inline":
            yield piece, words
        else:
            words = f"{words} {piece.text}"[-1_000:]


def sentences(page: Page) -> Iterator[list[Piece]]:
    """Yield the sentences of a page: prose cut where a sentence ends, with the inline formulas in it."""
    sentence = list[Piece]()
    for piece in page.pieces:
        if piece.kind == "inline":
            sentence.append(piece)
        elif piece.kind == "prose":
            first, *more = _END.split(piece.text)
            sentence.append(Piece("prose", first, piece.start))
            for each in more:
                yield sentence
                sentence = [Piece("prose", each, piece.start)]
        else:
            yield sentence
            sentence = []
    yield sentence

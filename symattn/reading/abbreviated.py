"""What words say a letter is: "we abbreviate $X^T X$ by $G$" is an equation, "the average $m$" needs a quotient.

Such words define nothing that is used. A row that says what the letter is has to agree with them; else it is open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from symattn.reading.doubts import sentences
from symattn.reading.equated import Equated
from symattn.reading.lefts import left_of
from symattn.reading.notation import TRANSPOSED
from symattn.reading.pages import Page
from symattn.reading.refusal import attempt
from symattn.reading.scope import Scope
from symattn.reading.tree import NONE, Tree, Trees, walk

#: A letter and an expression in the text of a sentence, each by its number.
_G, _E = r"<(?P<g>\d+)>", r"<(?P<e>\d+)>"
_VERB = (
    r"\b(?:abbreviat|denot|writ|call|nam|represent|symboli[sz]|designat|label|refer|express|introduc|us|put|tak|set"
    r"|replac|shorten|let|defin)\w*\b"
)
_FILL = r"(?: ,)?(?: (?!(?:in|of|from|on|over|at|than|to|not|an?|no|by|with|and|or|for)\b)[\w-]+){0,4}"
_NOT_OF = r"(?<!\bof )(?<!\bin )(?<!\bfor )(?<!\bby )(?<!\bto )(?<!\bwith )(?<!\bon )(?<!\bat )"
#: How a sentence says that a letter is what an expression says.
_PAIRS = tuple(
    re.compile(each, re.I)
    for each in (
        rf"{_VERB}[^<.;]{{0,40}}{_E},?(?: [\w-]+){{0,3}}? (?:by|as|to){_FILL},? {_G}",
        rf"{_VERB}[^<.;]{{0,40}}{_G}(?: [\w-]+){{0,2}}? (?:for|in place of|instead of|to (?:denote|mean|abbreviate)"
        rf"|(?:as|is) (?:an? |our |the )?(?:\w+ )?(?:for|of)){_FILL} {_E}",
        rf"\b(?:call|nam|label|dub)\w*\b {_E}{_FILL} {_G}",
        rf"{_NOT_OF}{_G}(?: \w+)? (?:stands?|is (?:an? |our |the )?(?:\w+ )?(?:short(?:hand)?|name|abbreviation"
        rf"|symbol|notation))"
        rf" (?:for|of){_FILL} {_E}",
        rf"{_NOT_OF}{_G}(?: (?:now|here|always|simply|will|shall|then|again))* (?:denotes?|means?|abbreviates?"
        rf"|represents?|be"
        rf"|designates?|equals?|is|is (?:equal to|defined (?:as|to be)|given by|nothing but)){_FILL} {_E}",
        rf"{_E} (?:is|be|will be|shall be|gets) (?:\w+ )?(?:called|denoted|named|abbreviated|written|known|dubbed)"
        rf"(?: (?:by|as|to|with))?{_FILL} {_G}",
        rf"{_E},? \(?(?:(?:which|that) (?:\w+ ){{0,3}}?(?:call|denot|abbreviat|nam|writ|label)\w*|henceforth|in short"
        rf"|for short|short|denoted|called|abbreviated|named|written)\b[^<.;]{{0,40}} {_G}",
        rf"{_E},? \(?or{_FILL} {_G} for short",
        rf"{_E}, (?:i\.e\.|that is)(?: [\w-]+){{0,3}} {_G}(?=[,.;)]|\Z)",
        rf"(?:the|our) (?:[\w-]+ ){{1,3}}{_G},? \(?(?:i\.e\.|that is|namely|short for|viz\.?),?{_FILL} ?{_E}",
        rf"\bby {_G},? (?:we|I) (?:shall |will )?(?:mean|denote|abbreviate|understand){_FILL} {_E}",
        rf"{_G} ?\((?:i\.e\.,? |that is,? |short for |for )?{_E}\)",
        rf"{_E} ?\((?:i\.e\.,? |that is,? |called |denoted (?:by )?|or |=: ?|short )?{_G}\)",
    )
)


def _has(*kinds: str) -> Callable[[Tree], bool]:
    return lambda tree: any(each.kind in kinds for each in walk(tree))


def _named(pattern: str) -> Callable[[Tree], bool]:
    return lambda tree: any(re.search(pattern, each.value, re.I) for each in walk(tree))


def _above(test: Callable[[Tree], bool]) -> Callable[[Tree], bool]:
    return lambda tree: any(test(each.kids[2]) for each in walk(tree, "script"))


def _norms(tree: Tree) -> bool:
    return any(each.value in ("||", "|") for each in walk(tree, "group"))


_half = _above(lambda tree: any(each.kind == "frac" for each in walk(tree)))
_less = _above(lambda tree: tree.kind == "add" and tree.value.startswith("-"))
_turned = _above(lambda tree: tree.value in TRANSPOSED)
_exp = _named(r"^e$|exp|softmax|\\mathrm\{e\}")


def _factors(at: int, other: int) -> Callable[[Tree], bool]:
    """Return whether in a product of two one is transposed, and the other is not."""
    return lambda tree: any(
        len(each.kids) == 2 and _turned(each.kids[at]) and not _turned(each.kids[other]) for each in walk(tree, "juxt")
    )


def _of_places(tree: Tree) -> bool:
    """Tell whether there is a sum, of no entries but those of a diagonal."""
    pairs = [each.kids[1].kids for each in walk(tree, "script") if each.kids[1].kind in ("juxt", "list")]
    return _has("big", "dots")(tree) and all(len(set(pair)) == 1 for pair in pairs)


_turned_first, _turned_last, _ones = _factors(0, 1), _factors(1, 0), _named(r"^\\(?:mathbf|mathbb)\{1\}$|^\\one$")


def _of_rows(tree: Tree) -> bool:
    return _ones(tree) and not _turned(tree)


def _of_columns(tree: Tree) -> bool:
    return _ones(tree) and _turned(tree)


_LENGTH = (
    r"(?:length|magnitude|(?:euclidean )?norm|distance|modulus)"
    r"(?! of (?:the |an? )?(?:sequence|context|prompt|path|word))"
)
_PART = _named("diag|^Re$|^Im$|max|relu|tri|odot"), _norms, _has("frac")
#: Nouns, and what a formula for them has to have.
_NOUNS: tuple[tuple[str, tuple[Callable[[Tree], bool], ...]], ...] = (
    (
        r"(?:average|mean(?= of\b)|centroid|midpoint|cent(?:er|re) of mass)",
        (_has("frac"), _less, _named(r"E\}?$|bar|mean|av|^0?\.\d")),
    ),
    (_LENGTH, (_has("sqrt"), _half, _norms, _named("norm|len|mag|dist"))),
    (
        r"(?:standard deviation|square root|root mean square|rms)",
        (_has("sqrt"), _half, _norms, _named("std|sd|rms|root")),
    ),
    (r"(?:pseudo-?)?inverse", (_less, _has("frac"), _above(lambda tree: tree.value == r"\dagger"), _named("inv"))),
    (r"reciprocal", (_less, _has("frac"))),
    (r"transpose", (_turned, _named("transp"))),
    (r"(?:variance|covariance(?: matrix)?)(?= of\b)", (_has("frac"), _less, _named(r"E\}?$|var|cov"))),
    (r"determinant", (_named("det"), _norms)),
    (r"trace", (_named("tr"), _of_places)),
    (r"(?:maximum|max|largest (?:\w+ )?(?:entry|component|element|value|coordinate))", (_named("max|infty"),)),
    (r"(?:minimum|min|smallest (?:\w+ )?(?:entry|component|element|value|coordinate))", (_named("min|infty"),)),
    (r"(?:softmax|exponential)", (_exp,)),
    (r"(?:logarithm|entropy)", (_named("log|ln|ent|^H$"),)),
    (r"cosine", (_named("cos"), _has("frac"))),
    (r"gram(?:ian)? matrix of (?:the |its |their )(?:columns|features)", (_turned_first,)),
    (r"gram(?:ian)? matrix of (?:the |its |their )(?:rows|tokens)", (_turned_last,)),
    (r"(?:vector of (?:the |its |their )?)?row sums?", (_of_rows,)),
    (r"(?:vector of (?:the |its |their )?)?column sums?", (_of_columns,)),
    (r"(?:anti)?(?:skew-?)?symmetric part", (_has("frac"), _named(r"^0?\.5$|sym|skew"))),
    (
        r"(?:hermitian|positive|negative|real|imaginary|diagonal|(?:strictly )?(?:lower|upper)(?: triangular)?) part",
        _PART,
    ),
    (r"(?<!\bthe )(?<!\ba )(?<!\bits )mean(?! of\b)", (_has("frac"), _less, _named(r"E\}?$|bar|mean|av|^0?\.\d"))),
    (r"unit vector in (?:the |its )(?:same )?direction", (_has("frac"), _less)),
    (r"absolute value", (_norms, _named("abs|max"), _has("sqrt"))),
)
_ADJECTIVE = r"(?:(?!(?:squared?|log|inverse|negative|sequence|context|prompt|path|word|row|step)\b)[\w-]+ )?"
_CALLED = tuple(
    (
        re.compile(
            rf"{_NOT_OF}{_G}(?: (?:now|here|also|then))? (?:be|is|are|denotes?|denote|for|as|being|stands for|means) "
            rf"(?:the |its |their |an? ){_ADJECTIVE}(?P<noun>{noun})\b"
            rf"|(?:,|\b(?:and|let)) <(?P<i>\d+)> (?:its|the(?= vector of its)) {_ADJECTIVE}(?P<apposed>{noun})\b"
            rf"|\b(?:with|whose|having|its|their|has|have|an?|the) {_ADJECTIVE}(?P<other>{noun}) "
            rf"(?:(?:is|being|denoted|called|written|as|by|say) )*<(?P<h>\d+)>"
            rf"|\b{_ADJECTIVE}(?P<last>{noun}) of [^.;:]{{0,40}}? (?:is|are) (?:(?:denoted|called|written|given|as"
            rf"|by|the) )*"
            rf"<(?P<k>\d+)>(?=\W*(?:[.;,]|\Z|and\b|where\b))",
            re.I,
        ),
        signs,
    )
    for noun, signs in _NOUNS
)


class Described(NamedTuple):
    """Hold that words call a letter by a noun: its key, where, the noun, and what a formula for it has to have."""

    key: str
    start: int
    noun: str
    signs: tuple[Callable[[Tree], bool], ...]

    def fits(self, tree: Tree) -> bool:
        """Tell whether a formula may be what the noun says."""
        return any(each(tree) for each in self.signs)


def abbreviated(page: Page, trees: Trees, scope: Scope) -> Iterator[Equated | Described]:
    """Yield what sentences say in words that letters are: expressions, or what a noun says."""
    for sentence in sentences(page):
        if not any(piece.kind == "inline" for piece in sentence):
            continue
        text = "".join(f"<{at}>" if each.kind == "inline" else each.text for at, each in enumerate(sentence))
        text = " ".join(re.sub(r"[*_`]", "", text).split())

        own = [trees.get(each.start, ()) for each in sentence]
        inside = [each[0] if len(each) == 1 else NONE for each in own]
        for pattern in _PAIRS:
            for found in pattern.finditer(text):
                letter, said = inside[int(found["g"])], inside[int(found["e"])]
                named = attempt(left_of, letter, scope, True) if letter.kind in ("name", "script") else None
                if named is not None and _is_expression(said):
                    yield Equated(named, letter, said, sentence[int(found["g"])].start, True)
        for calls, signs in _CALLED:
            for found in calls.finditer(text):
                at = int(found["g"] or found["h"] or found["k"] or found["i"])
                refer = scope.named(inside[at]) if inside[at].kind in ("name", "script") else None
                if refer is not None and not refer.marks and refer.key not in scope.sizes:
                    noun = found["noun"] or found["other"] or found["last"] or found["apposed"]
                    yield Described(refer.key, sentence[at].start, noun, signs)


def _is_expression(tree: Tree) -> bool:
    """Tell whether a formula is a product, a sum and the like: no letter, no relation, no n × d."""
    is_power = tree.kind == "script" and tree.kids[2] is not NONE and tree.kids[0].value not in ("C", "L")
    if tree.kind == "juxt" and tree.kids[0].value in (*"OC", r"\mathcal{O}", r"\Theta", r"\Omega"):
        return False  # an order, or a space of functions
    return (is_power or tree.kind in ("juxt", "add", "frac", "group", "big", "sqrt")) and not any(
        each.kind == "dot" and each.value in ("×", r"\times") for each in walk(tree)
    )

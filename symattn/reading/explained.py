"""What the words of a note say of a notation: a sign, a function, letters of one form, the numbers – as tables.

A sentence that explains a notation warrants what symattn reads, or makes something else of it: then no row that has it
is read. Formulas in the text of a sentence stand between ⟨ and ⟩.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from symattn.reading.doubts import sentences
from symattn.reading.foreign import USUAL, changed_notations, is_foreign, softmax_of
from symattn.reading.names import IDENTITIES
from symattn.reading.notation import TRANSPOSED, words
from symattn.reading.pages import FORMULAS, Page, Piece
from symattn.reading.phrases import DENIED
from symattn.reading.tree import NONE, Tree, is_norm, walk
from symattn.reading.variants import (
    ACCENTED,
    COLUMN,
    COUNTED,
    DOT,
    ENTRIES,
    ENTRY,
    MASKED,
    NUMBERS,
    RANKED,
    SUM,
    variants,
)

#: Stands for indices that stand twice.
REPEATED = "indices"


class Notation(NamedTuple):
    """Hold a notation: its sign in a tree, how text names it, and words for what is read, and for something else.

    ``formula`` is an inline formula that names it, ``word`` a word for it. ``unlike`` has words that explain it
    otherwise, ``anywhere`` those that do so in any sentence that names it. ``strict`` tells whether it is explained
    otherwise by "is" without ``meant`` behind it, too.
    """

    sign: str
    formula: str = ""
    word: str = ""
    meant: str = ""
    unlike: str = ""
    anywhere: str = ""
    strict: bool = True


def _one(name: str) -> str:
    """Return how a letter stands alone, or above a size."""
    return rf"{re.escape(name)}(?:\s*_\s*(?:\{{[^{{}}]*\}}|\w))?(?:\s*\\(?:subseteq|subset|in)(?![a-z])[^⟩]*)?"


def _between(sign: str) -> str:
    """Return how an operator stands alone, or between two letters."""
    letter = r"(?:\\?[A-Za-z]+|\\cdot|\\mathbf\{\w\})"
    return rf"(?:{letter}\s*)?{sign}(?:\s*{letter})?(?:\s*(?::=|=|\\coloneqq)[^⟩]*)?"


_PRODUCTS = r"kronecker|outer|concat|compos|convol|khatri|cross|matrix (?:product|multipl)|symmetri[sz]ed|cartesian"
_NO_PRODUCT = rf"{ENTRIES}|convol|compos|bracket|reverse|modulo|concat"
#: Functions, and words that one is called by, beside its name; and words for another function with that name.
_CALLED = {name: name for name in words("softmax exp log sin cos tanh sinh cosh ReLU sigmoid SiLU GELU softplus det")}
_CALLED |= {"Re": "real part", "Im": "imaginary part", "tr": "trace", "Tr": "trace", "ln": "log|natural"}
_CALLED |= {"min": "min|least|smallest", "max": "max|largest", "diag": "diagonal matri", "Diag": "diagonal matri"}
_OTHERS = {
    "exp": r"matrix exponential|power series",
    "max": "soft|smooth",
    "min": "soft|smooth",
    "ReLU": "leaky|parametric|shifted|squared",
    "softmax": "spars|hard|taylor|log-",
    "det": "permanent",
    "tr": "transpos",
}
_BASE = r"\bbase[- ]?(?:⟨?\s*(?:2|10|b)\b|two|ten)|\bbinary log|\bdyadic|\bdecimal log|\bcommon log|\bin bits\b"
_BASE += r"|⟨\\log_\{?(?:2|10)|\bbinary\b"
_RING = r"⟨\s*(?:\\(?:mathbb|mathbf|mathrm|operatorname)\s*\{?\s*(?:F|C|H|K|GF|Z\s*\}?\s*[_/])|GF\b|\\C\b|\\F\b)"
_FIELD = (
    rf"(?:{_RING}|(?:an?|any|some|arbitrary)\s+(?:[\w-]+\s+){{0,2}}?(?:field(?! of view)|ring|semi-?ring)\b"
    r"|the (?:finite|prime|binary|two-element|commutative|max-plus|min-plus|tropical) (?:field|(?:semi-?)?ring)"
    r"|the (?:field|ring) (?:⟨|with|of (?:two|complex|rational|integer|fraction|polynomial))"
    r"|(?:the )?(?:complex|quaternion|octonion)[\w-]*(?: numbers?| field|s)\b)"
)
_TURNS = r"\bdegrees\b|\b(?:in|as|takes?) (?:full |half )?(?:turns|revolutions|gradians)\b"
#: Notations that words may explain otherwise.
NOTATIONS = (
    *(
        Notation(
            sign,
            form,
            "",
            r"(?<!row )vector|column|entry ⟨?1|constant",
            r"indicator|identity|matri|row vec|unit vec|basis vec|one-hot|zero vec|normali[sz]ed|divided|random",
        )
        for sign, form in (
            (r"\mathbf{1}", r"\\mathbf\s*(?:\{1\}|1)" + _one("")),
            (r"\mathbb{1}", r"\\mathbb\s*(?:\{1\}|1)" + _one("")),
            (r"\one", _one(r"\one")),
        )
    ),
    *(Notation(sign, _one(sign) + r"(?:\([^()]*\))?", "", r"identit|unit matri|\beye\b") for sign in IDENTITIES),
    Notation(r"\delta_", _one(r"\delta"), "", r"kronecker|\bdelta\b|⟨1⟩,? (?:if|when|for|where) ⟨i ?= ?j⟩"),
    Notation("odot", _between(r"\\odot"), "", ENTRIES, rf"{_PRODUCTS}|tensor"),
    Notation("circ", _between(r"\\circ"), "", ENTRIES, rf"{_PRODUCTS}|tensor"),
    Notation("oslash", _between(r"\\oslash"), "", ENTRIES, "inverse"),
    Notation("otimes", _between(r"\\otimes"), "", "kronecker|tensor", rf"{ENTRIES}|outer|concat|convol|compos"),
    Notation("×", r"\\times", "", r"product|multipl|times|size|shape|\bby\b|dimension", "cross|vector product|cartes"),
    Notation("+", r"\+", r"(?<= )\+(?= )", r"addition|\bsum|plus", "exclusive|concat|union|direct"),
    Notation(
        "=",
        "=",
        r"(?<= )=(?= )|\b(?:equalities|identities)\b",
        r"\bequal",
        r"distribution|up to|modulo|almost|approx|asympto",
        r"\b(?:equalities|identities)\b.{0,30}\b(?:up to|modulo|in distribution|almost surely|approx\w+)\b",
        strict=False,
    ),
    Notation(
        "^T",
        r"(?:(?:\\[A-Za-z]+|\w|\(?\\cdot\)?)?\s*\^\s*)?\{?\s*(?:(?<=\^)T|\^\s*\{?\s*T|\\top|\\intercal"
        r"|\\mathsf\s*\{?T\}?)\s*\}?",
        "",
        r"transpos",
        r"conjugate|hermitian|adjoint|-th power|\bpower\b|pseudo|inverse|anti-?diagonal"
        r"|top (?:head|layer|token|block|row|part)|secondary diagonal|revers(?:ed|al)|flipped|quarter|rotated",
        strict=False,
    ),
    Notation(
        "^",
        r"\\?\w+\s*\^\s*(?:(?!T)\w|\{\s*(?!\\|T\s*\}|\()[^{}]*\})",
        "",
        "",
        rf"(?:{ENTRIES})(?!\w*[ -](?:non-?negative|positive|bounded|small|large|less|more))|transpos|superscript"
        r"|\bpseudo|moore|generali[sz]ed|left inverse|right inverse|\breciprocal",
        strict=False,
    ),
    Notation(
        "^T", r"T|\\top|\\mathsf\s*\{?T\}?", "", "", r"permut|\bmap\b|operator|\bshift|reflection|revers", strict=False
    ),
    Notation(
        "||",
        r"(?:\\left\s*)?\\(?:\||[lr]?Vert)[^⟩]*",
        r"\b(?:all|our) norms?\b",
        r"euclid|\b2-norm|\\ell_?\{?2|\bL_?\{?2|standard|usual|\b(?:its|the) norm\b|length|magnitude|frobenius",
        r"\\ell_?\{?[^2_{]|\b[^2\W]\w*-norms?|max|spectral|operator|nuclear|manhattan|weighted",
    ),
    Notation(
        "|",
        r"(?:\\left\s*)?(?:\||\\[lr]?vert)[^⟩]*(?:\||\\[lr]?vert)(?:\s*:?=[^⟩]*)?",
        "",
        r"absolute|modulus|magnitude|complex|length",
        "determinant",
    ),
    Notation(
        "<",
        r"(?:\\left\s*)?\\langle[^⟩]*\\rangle(?:\s*:?=[^⟩]*)?",
        "",
        r"standard|usual|\bdot\b|euclid|scalar product|\bthe inner product",
        r"inner product,? (?:given by |defined by |with |)⟨(?![\w\\{}]{1,12}⟩)|weighted|average|expect|duality",
    ),
    *(
        Notation(
            key,
            rf"(?:\\(?:mathrm|mathsf|operatorname\*?|text|rm)\s*\{{?\s*|\\)?{re.escape(key)}\s*\}}?"
            r"(?:\s*\([^()]*\)|\s+\\?[A-Za-z]\w*)?",
            rf"(?<![\w\\-]){re.escape(key)}(?![\w-])" if key not in ("max", "min") else "",
            meant,
            _OTHERS.get(key, ""),
            strict=False,
        )
        for key, meant in _CALLED.items()
    ),
    Notation("log", "", r"\blog(?:arithm\w*)?s?\b|⟨\\log⟩|\bmeasured\b", anywhere=_BASE),
    *(Notation(key, "", rf"\bangles?\b|\bmeasured?\b|\b{key}\b", anywhere=_TURNS) for key in ("sin", "cos")),
    Notation("diag", "", r"\bdiag\b|⟨[^⟩]*diag", anywhere=r"\bextracts?\b|\bvector of the diagonal"),
    Notation(
        "juxt",
        "",
        r"\bjuxtaposition\b(?: of (?:matrices|vectors|letters))?|\b(?:all|every|matrix) (?:matrix )?(?:products?"
        r"|multiplications?)\b|\A\W*multiplication\b",
        "",
        rf"{_NO_PRODUCT}|jordan|\blie\b|frobenius",
        strict=False,
    ),
    Notation("juxt", r"[A-Z] ?[A-Z]", "", "", rf"{_NO_PRODUCT}|commutator|\bfirst\b|jordan", strict=False),
    Notation("sum", "", r"\bsums?\b", anywhere=r"\bsums? \w+ (?:only )?over (?:\w+ ){0,2}(?:only|even|odd|distinct)\b"),
    Notation(REPEATED, "", r"\bsum", anywhere=r"\beinstein\b|\bsummation convention|\brepeated ind"),
    Notation(
        NUMBERS,
        "",
        rf"\bover {_FIELD}|\b(?:or|in the (?:ring|field)) {_RING}"
        rf"|\b(?:entries|coefficients|values|components|elements)\b[^.]{{0,30}}\b(?:in|from) {_FIELD}"
        r"|\bcharacteristic (?:⟨?[2-9p]|two)|\b(?:max|min)-plus\b|⟨\w⟩ (?:be|is) an? (?:\w+ )?(?:field|ring)\b"
        r"|\b(?:modulo|mod) (?:⟨[^⟩]{1,12}⟩|\d+|two\b|an? (?:prime|integer))|\bin the field (?:⟨|with|of two)"
        r"|\b(?:over|in) (?:GF\b|ℂ|𝔽|⟨\s*\\mathbb\s*\{?\s*F)|\btropical\b"
        r"|\b(?:have|with) complex entries|\bbe complex (?:mat|vec)"
        r"|\b(?:extended reals?|extended real (?:line|numbers?))\b"
        r"|\b(?:entries|values|elements)\b[^.,;]{0,30}\b(?:may|can|could|might|are allowed to) be (?:in|non-)?finite\b"
        r"|\b(?:compute|work|calculate)\w*\b[^.]{0,20}\bin (?:floating[- ]point|finite precision|fp\d+|b?float\d+)\b"
        r"|\b(?:all|every|our|these|the) (?:computations?|arithmetic|operations?|numbers?|calculations?)\b[^.]{0,20}"
        r"\b(?:in )?(?:floating[- ]point|finite[- ]precision|fp\d+|b?float\d+)\b|⟩ (?:are|be) (?:\w+ )?floats?\b"
        r"|\ball (?:matrices|vectors|entries|numbers|scalars|quantities) (?:are|will be) (?:complex|quaternion)",
        anywhere="",
    ),
)
#: Signs with a meaning of their own → the letter that a formula may explain, where the sign is one.
SIGNS = {
    each.sign: each.sign.rstrip("_") if each.sign[0] in "I\\" else "" for each in NOTATIONS if each.sign not in _CALLED
}
SIGNS |= dict.fromkeys((MASKED, COLUMN, ENTRY, RANKED, SUM, COUNTED, DOT, "sqrt", "succ"), "") | dict.fromkeys(
    ACCENTED.values(), ""
)
#: The orders of matrices.
ORDERS = frozenset(("succ", "succeq", "prec", "preceq"))
#: Names that have a softmax, and what writes a mask beside it.
_SOFTENED, _MASK = (
    {*words("softmax Softmax SoftMax Attention Attn attn")},
    re.compile(r"M\b|\\mathcal\{M\}|.*mask|\\infty", re.I),
)
_ACCENT = re.compile(r"\\[a-z]+(?=\{)|'")
#: Signs around something, of which "is" may claim something.
_BARS = ("||", "|", "<")
_STILL = r"\s*(?:(?:now|henceforth|here|both|all|will|shall|to|simply)\s+)*"
IS = rf"{_STILL}(?:is|are|be|becomes?|denotes?|stands? for|means?)\b"
#: What explains: behind a notation, and before it.
_IS = re.compile(IS, re.I)
_IS_A = re.compile(rf"{_STILL}(?:is|are|be)\s+(?:now\s+)?(?:any|an?|the|some|all)\b", re.I)
_LET = re.compile(r"\b(?:let|define|denote|set|write)\s*\Z", re.I)
_DOT = re.compile(
    r"⟨(?:\\left)?\s*\\langle\s*(?P<x>\\?\w+)\s*,\s*(?P<y>\\?\w+)\s*(?:\\right)?\s*\\rangle\s*:?="
    r"\s*(?:(?P=x)\s*\^\s*\{?\s*(?:T|\\top|\\intercal)\s*\}?\s*(?P=y)|(?P=y)\s*\^\s*\{?\s*(?:T|\\top"
    r"|\\intercal)\s*\}?\s*(?P=x)"
    r"|\\sum_\{?(?P<i>\w)\}?\s*(?P=x)_(?P=i)\s*(?P=y)_(?P=i))\s*⟩"
)
_DISPLAYED = re.compile(r"[\s&]*\\?\w+\s*\\(odot|circ|oslash|otimes)\s*\\?\w+[\s&]*(:=|\\coloneqq|\\triangleq|=)")
_TELLS = re.compile(r"\b(?:defin\w+|denot\w+|writ\w+|let|set)\b[^.]*\Z", re.I)
_DENOTES = re.compile(
    rf"{_STILL}(?:denotes?|stands? for|means?|designates?|performs?|represents?|refers? to)\b"
    r"|\s*we (?:mean|denote)\b|\s*:\s+(?=[a-z])",
    re.I,
)
_EVERY = re.compile(r"\b(?:every|any|all|each|some)\s*\Z", re.I)
_FOR = re.compile(r"\s*(?:for|as(?= (?:an?|the)\b)|to (?:denote|mean|stand|be))\b", re.I)
_WRITE = re.compile(
    r"\b(?:writ\w+|us(?:e|es|ing)|denot\w+|introduc\w+|reserv\w+|call\w*|symbol|notation)\b[^.;:⟨]{0,50}\Z", re.I
)
_BY = re.compile(r"\b(?:(?:denot|writ|abbreviat|indicat|call)\w*(?: as| by| with)?|notation|symbol)\s*\Z", re.I)
_APPOSED = re.compile(r"\b(?:the|an?|our)\s+((?:(?:[a-z][\w-]*|⟨[^⟩]{1,15}⟩)\s*){1,3})\Z", re.I)
_PLAIN = re.compile(
    r"(?:(?:matri\w+|vectors?|operat\w+|products?|symbols?|sign|notation|functions?|terms?|factors?|quantit\w+|scalars?"
    r"|numbers?|letters?|blocks?|usual|standard|same|of|all|norms?)\W*)+",
    re.I,
)
#: What is claimed of a notation, so that it is not explained.
_PREDICATE = re.compile(
    rf"{IS}\s*(?:also |often |usually |not |well |then )*(?:used|easy|clear|trivial|commutative|associative|bilinear"
    r"|linear|known|distributive|cheap|applied|taken|performed|computed|added|given|fixed|omitted|necessary|needed"
    r"|symmetric|diagonal|invertible|orthogonal|square|positive|definite|small|large|dropped|removed|absorbed)\b",
    re.I,
)
_JOINS = re.compile(r"\b(?:by|of|with|to|in|on|for|from|is|are|and|or|than|at|as|where|that|if|let)\s*\Z", re.I)
_CLAUSE = re.compile(r"[,;:]|\band ⟨|\bwhere\b|\bwhile\b|\bwhereas\b")


class Said(NamedTuple):
    """Hold what words say of a notation otherwise than it is read: its sign, where, and the words."""

    sign: str
    start: int
    words: str


def explained(page: Page) -> Iterator[Said]:
    """Yield the notations of which a sentence says something else than is read.

    >>> from symattn.reading.pages import page
    >>> for said in ("denotes the Kronecker product", "denotes the elementwise product"):
    ...     print([each.sign for each in explained(page("a.md", rf"Here $\\odot$ {said}."))])
    ['odot']
    []
    """
    for before, piece in zip(page.pieces, page.pieces[1:], strict=False):
        found = _DISPLAYED.match(piece.text) if piece.kind == "display" else None
        if found is not None and (found[2] != "=" or _TELLS.search(before.text[-80:])):
            yield Said(found[1], piece.start, found.group().strip())
    for sentence in sentences(page):
        text, starts = spelt(sentence)
        if not text.strip():
            continue
        for sign, place, said in (*_notations(text), *variants(text), *changed_notations(text)):
            at = max((each for each in starts if each[0] <= place), default=(0, sentence[0].start))
            yield Said(sign, at[1], " ".join(said.split())[-80:])


def _notations(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield of a sentence the signs that it names and explains otherwise, each with where, and the words."""
    is_unread = is_foreign(text)
    for notation in NOTATIONS:
        for found in _named(notation, text):
            if is_unread and notation.sign in USUAL and not re.search(USUAL[notation.sign], text, re.I):
                yield notation.sign, found.start(), text
            said = _otherwise(notation, text[: found.start()], text[found.end() :], found)
            if said:
                yield notation.sign, found.start(), said


def spelt(sentence: Sequence[Piece]) -> tuple[str, list[tuple[int, int]]]:
    """Return a sentence with its formulas between ⟨ and ⟩, and where the place of each piece is in it."""
    text, starts = "", list[tuple[int, int]]()
    for piece in sentence:
        starts.append((len(text), piece.start))
        inner = re.sub(r"\s+", " ", piece.text.strip())
        text += f"⟨{inner}⟩" if piece.kind == "inline" else re.sub(r"[*_`\s]+", " ", piece.text)
    return text, starts


def _named(notation: Notation, text: str) -> Iterator[re.Match[str]]:
    if notation.formula:
        yield from re.finditer(rf"⟨(?:{notation.formula})⟩", text)
    if notation.word:
        yield from re.finditer(notation.word, text, re.I if notation.sign not in _CALLED or notation.anywhere else 0)


def _otherwise(notation: Notation, before: str, behind: str, found: re.Match[str]) -> str:
    """Return the words by which a sentence makes something else of a notation that it names; nothing where none do."""
    text = found.group()
    if notation.sign == NUMBERS:
        return text
    if notation.anywhere and (other := re.search(notation.anywhere, f"{before}{text}{behind}", re.I)):
        return other.group()
    if not (notation.meant or notation.unlike):
        return ""
    own = _by_formula(notation.sign, before, text) if text.startswith("⟨") else None
    if own is not None:
        return own
    said, is_strict = _explanation(notation, before, behind, text)
    if said and notation.unlike and re.search(notation.unlike, said, re.I):
        return said
    return said if said and is_strict and notation.meant and not re.search(notation.meant, said, re.I) else ""


def _by_formula(sign: str, before: str, text: str) -> str | None:
    """Return what a formula itself says of a notation: A ⊙ B := …, I ⊂ …; None where it only names it."""
    if sign in _BARS and re.search(r"(?:\||vert)\s*_\s*\S+⟩\Z", text):
        return ""  # another norm
    if sign == "<" and _DOT.fullmatch(text):
        return ""  # what is read
    if sign not in _BARS and re.search(r"\\(?:subset|subseteq|in)(?![a-z])", text):
        return text[1:-1]
    if "=" not in text[2:-1] or sign in _CALLED:
        return None
    is_let = _LET.search(before) or ":=" in text or (sign not in _BARS and re.search(r"\bwhere\s*\Z", before))
    return text[1:-1] if is_let and not re.search(r"=\s*\\?\w+\s*⟩", text) else ""


def _explanation(notation: Notation, before: str, behind: str, text: str) -> tuple[str, bool]:
    """Return the words that explain a notation, and whether they have to name what is read."""
    is_formula, sign = text.startswith("⟨"), notation.sign
    after = _CLAUSE.split(behind.removeprefix(":")[:120])[0]
    ahead = _CLAUSE.split(before[-120:])[-1]
    is_operand = re.search(r"[=(]|\w\s*\\(?:odot|otimes|circ|oslash)", text) is not None
    is_bare = not is_operand and sign not in (_BARS if is_formula else _CALLED)
    apposed = _APPOSED.search(ahead) if is_formula else None
    is_noun = apposed is not None and not (_PLAIN.fullmatch(apposed[1]) or _JOINS.search(apposed[1]))
    called = apposed[1] if apposed is not None and is_noun else ""
    if _DENOTES.match(behind):
        return after, True
    if _BY.search(ahead):
        return ahead + after, notation.strict
    if _FOR.match(behind) and (_WRITE.search(ahead) or ahead.endswith("(")):
        return after, notation.strict
    if (_IS if is_bare else _IS_A).match(behind) and not _PREDICATE.match(behind):
        return f"{called} {after}", notation.strict
    is_any = bool(SIGNS.get(sign)) and _EVERY.search(ahead) is not None
    if is_formula and (is_any or (notation.unlike and re.search(notation.unlike, " ".join(ahead.split()[-2:]), re.I))):
        return ahead, notation.strict
    if called:
        return called, notation.strict and sign not in _BARS
    return (after, notation.strict) if is_formula and re.match(r"\s+(?:the|an?)\s", behind) else ("", False)


def signs(*trees: Tree) -> set[str]:
    """Return the signs that stand in trees: names, brackets, operators, a transpose, two indices below δ."""
    found = set[str]({NUMBERS})
    names = {node.value for tree in trees for node in walk(tree, "name")}
    if names & _SOFTENED and not any(map(_MASK.match, names)):
        found.add(MASKED)
    found |= {ACCENTED[mark] for each in names for mark in _ACCENT.findall(each) if mark in ACCENTED}
    for node in (node for tree in trees for node in walk(tree)):
        found |= {node.value} if node.kind in ("name", "group", "op", "dot", "big") else set()
        found |= {{"add": "+", "juxt": "juxt", "dot": DOT, "sqrt": "sqrt"}.get(node.kind, "")}
        found |= {*_places(node)}
        found |= {"succ"} if node.kind == "rel" and ORDERS & {*node.value.split(",")} else set()
        found |= {"="} if node.kind == "rel" and "=" in node.value.split(",") else set()
        if node.kind == "script":
            base, sub, sup = node.kids
            is_turned = sup.kind == "name" and sup.value in TRANSPOSED
            found |= {"^T"} if is_turned else set()
            is_power = not (
                is_turned or sup is NONE or is_norm(base) or base.kind == "num" or sup.within("(") is not NONE
            )
            found |= {"^"} if is_power and base.value not in ("e", r"\mathrm{e}") else set()
            found |= {REPEATED} if sub is not NONE else set()
            found |= {r"\mathbf{1}"} if base.value == "1" and sub is not NONE else set()
            found |= {r"\delta_"} if base.value == r"\delta" and len(sub.kids) == 2 else set()
    return found


def _places(node: Tree) -> Iterator[str]:
    """Yield what a tree is of places: A_i, A_{ij}, x_i, a sum that only names its index, one from 1 on."""
    if node.kind == "big" and node.value == "sum":
        lower = node.kids[0]
        yield from (SUM,) if lower.kind in ("name", "juxt", "list", "none") or lower.value == "=" else ()
        yield from (COUNTED,) if lower.value == "=" and lower.kids[1].value == "1" else ()
    if node.kind == "script" and node.kids[1] is not NONE:
        base, sub, _ = node.kids
        is_one = sub.kind in ("name", "num")
        letter = re.sub(r"\\[a-z]+\{(\w).*", r"\1", base.value)[:1]
        yield ENTRY if not is_one else COLUMN if letter.isupper() else RANKED


#: Letters of one form: how text calls them, which these are, and as what they are read where nothing else is said.
LETTERS = (
    (
        r"greek (?:small |lower-?case )?letters",
        r"\\[a-z]+(?!\{)",
        "scalar|number|parameter|angle|real|rate|coefficient",
    ),
    (
        r"bold\w*[ ,-]+(?:small|lower-?case)(?: \w+)? letters|(?:small|lower-?case)[ ,-]+bold\w*(?: \w+)? letters",
        r"\\mathbf\{[a-z].*",
        "vector",
    ),
    (
        r"bold\w*[ ,-]+(?:capital|upper-?case)(?: \w+)? letters|(?:capital|upper-?case)[ ,-]+bold\w*(?: \w+)? letters",
        r"\\mathbf\{[A-Z].*",
        "matri",
    ),
    (r"(?<!bold )(?<!bold-)(?<!face )(?:capital|upper-?case)(?: roman| latin)? letters|capitals", r"[A-Z].*", "matri"),
    (
        r"(?<!bold )(?<!bold-)(?<!face )(?<!greek )(?:small|lower-?case)(?: roman| latin)? letters",
        r"[a-z].*",
        "vector|scalar|number|real|entr|component|ind(?:ex|ic)",
    ),
)
_VECTORS = re.compile(
    r"\b(?:vectors|letters)\s+(?:are|denote|represent|will be)\s+(?:\w+\s+){0,3}?"
    r"(row|column)(?:s\b(?! of)|[ -]vectors?)"
    r"|\bvectors (?:are )?(?:\w+ )?as (row|column)(?:s\b(?! of\b)|\b(?!s))"
    r"|\b(?:write|treat|use|take|consider|regard|represent|view) (?:all |our )?vectors as (row|column)",
    re.I,
)


class Agreed(NamedTuple):
    """Hold what sentences agree on: vectors and softmax are of rows, or of columns; letters that are otherwise.

    ``simplex`` has the words that make something else of Δ^{n−1} than all distributions, or define it;
    ``entries`` tells whether exp is said to be taken of every entry; ``functions`` which letters are known functions.
    """

    vectors: str
    softmax: str
    letters: Sequence[tuple[str, str]]
    simplex: str
    entries: bool
    functions: Mapping[str, str]


_OF_SIMPLEX = r"sub-?(?:prob|stoch)\w*|filled|solid|corner|laplac\w*|signed|unnormali[sz]ed"
_SIMPLEX = re.compile(
    r"\\Delta\s*[_^]\s*(?:\{[^{}]*\}|\w)\s*(?::?=|\\coloneqq|\\triangleq|\\equiv)"
    rf"|⟨[^⟩]*\\Delta[^⟩]*⟩.*\b(?:{_OF_SIMPLEX}|at most|differences?|increments?)\b"
    rf"|\b(?:{_OF_SIMPLEX})\b.*⟨[^⟩]*\\Delta"
)


def agreed(page: Page) -> Agreed:
    """Return the conventions that a note says in words."""
    ways, softmax, letters, entries = set[str](), set[str](), list[tuple[str, str]](), False
    named = defaultdict[str, set[str]](set)
    simplex = next((found[0] for each in page.pieces if (found := _SIMPLEX.search(each.text))), "")
    for sentence in sentences(page):
        text, _ = spelt(sentence)
        said = [way.lower() for match in _VECTORS.finditer(text) for way in match.groups() if way]
        ways.update(said)
        softmax.update(_softmax_of(text))
        for key, word in _functions_in(text):
            named[key].add(word)
        entries = entries or bool(
            _EXP.search(text) and re.search(rf"\b(?:{ENTRIES}|each entry|every entry)", text, re.I)
        )
        simplex = simplex or "".join(found[0] for found in _SIMPLEX.finditer(text))
        for called, form, meant in LETTERS if not said else ():
            for found in re.finditer(rf"\b(?:{called})", text, re.I):
                after = _CLAUSE.split(text[found.end() :])[0]
                if re.match(IS, after, re.I) and not re.search(meant, after, re.I):
                    letters.append((form, f"{found.group()}{after}"))
    softmax |= {"turned"} if _CODE.search(page.text) else set()
    softmax -= {"turned", "tokens"} if "columns" in softmax else set()  # they say the same
    softmax -= {"tokens"} if "rows" in softmax else set()
    softmax = softmax if len(softmax) < 2 and not softmax & {"turned", "tokens"} else {"unclear"}
    functions = {key: min(said) for key, said in named.items() if len(said) == 1 and _is_called(key, page)}
    way = min(ways) if len(ways) == 1 else ""
    return Agreed(way, min(softmax, default=""), letters, simplex, entries, functions)


_KNOWN_FUNCTION = (
    r"(?:(?:the|a|standard|usual|ordinary|well-known|\(unit\)|logistic|element-?wise|row-?wise) )+"
    r"(softmax|sigmoid|ReLU)(?: activation)? (?:function|operator|operation|activation|nonlinearity|non-linearity)"
)
#: Words that call a letter a known function: the softmax function σ, or σ is the sigmoid function.
_CALLED_BY = tuple(
    re.compile(each, re.I)
    for each in (
        rf"\b{_KNOWN_FUNCTION},? ⟨(\\?[A-Za-z]+)\s*(?:\(\s*\\cdot\s*\)|(?::|\\colon)[^⟩]*)?⟩",
        r"⟨(\\?[A-Za-z]+)\s*(?:\(\s*\\cdot\s*\))?⟩ (?:is|denotes|denoting|represents|stands for|being) "
        rf"{_KNOWN_FUNCTION}\b(?! of| with| but| without)",
    )
)


def _functions_in(text: str) -> Iterator[tuple[str, str]]:
    r"""Yield the letters that a sentence calls known functions, each with its function.

    >>> [*_functions_in(r"Here ⟨\sigma⟩ is the sigmoid function"), *_functions_in("a masked softmax function ⟨f⟩")]
    [('\\sigma', 'sigmoid')]
    """
    names = {name.lower(): name for name in ("softmax", "sigmoid", "ReLU")}
    for of, each in enumerate(_CALLED_BY):
        for found in each.finditer(text):
            key, word = found.groups()[:: 1 if of else -1]
            if not re.search(rf"\b(?:{DENIED})\b", text, re.I):
                yield key, names[word.lower()]


def _is_called(key: str, page: Page) -> bool:
    """Tell whether a letter is a function wherever it stands in a note: with brackets behind it, or alone."""
    alone = re.compile(rf"\s*{re.escape(key)}\s*(?:\(\s*\\cdot\s*\)\s*)?(?:(?::|\\colon).*)?", re.S)
    other = re.compile(rf"(?<![A-Za-z\\]){re.escape(key)}(?![A-Za-z])(?!'?\s*(?:\\(?:left|[bB]ig+l?))?\s*[(\[])")
    formulas = (each.text for each in page.pieces if each.kind in FORMULAS)
    return not any(other.search(each) and not alone.fullmatch(each) for each in formulas)


#: What may be taken of every entry: exp, or all functions of numbers.
_EXP = re.compile(r"exp\b|\bexponentia|\bfunctions?\b|\bnon-?linearit|\bactivation", re.I)
_SOFTMAX = re.compile(r"\bsoftmax(?:es)?\b|⟨\\?(?:\w+\s*\{)?softmax\}?⟩", re.I)
#: How words say of what softmax is taken: surely, and in a way that may mean either.
_WAY = re.compile(
    r"\b(?:(?P<wise>row|column)[ -]?wise|(?:each|every|applied to(?: the)?) (?P<each>row|column)s?)\b"
    r"|\b(?:over|of|to|along|on) the (?P<of>row|column)s of ⟨"
    r"|\b(?P<last>last (?:axis|dimension)|(?:axis|dim) ?=? ?[-−]1)\b",
    re.I,
)
_UNCLEAR = re.compile(
    r"\bcolumns?\b|\b(?:first|second|other|row|column) (?:axis|dimension|index)\b|\bflatten|\bover ⟨[a-z]⟩"
    r"|\b(?:axis|dim) ?=? ?⟨?\d|\b(?:whole|entire) matrix"
    r"|\ball (?:of )?(?:its |the )?entries",
    re.I,
)


#: … and words for its axis in sentences without its name; tokens as columns, so that rows may be meant or columns.
_AXIS = re.compile(
    r"\bnormali[sz]\w*\b[^.;]{0,40}\b(?:columns?(?! vectors?)|column-?wise|first (?:axis|dim\w*|index)|vertical\w*)\b"
    r"|\bcolumns?\b[^.;]{0,40}\b(?:normali[sz]\w*|(?:sums?|adds?) (?:up )?to (?:one\b|1\b|⟨1⟩)|distributions?\b"
    r"|stochastic)"
    r"|\bcolumn[ -](?:stochastic|normali[sz]\w*)|\b(?:over|across|along|per|with respect to) (?:all |the |each "
    r"|every |all the )?"
    r"(?:quer(?:y|ies)|target(?: position)?s?|receivers?)\b(?=[^.;]*(?:not|instead|rather|keys|softmax|normali))"
    r"|\b(?:softmax|normali)\w*\b[^.;]{0,40}\b(?:over|across|along|per|with respect to) (?:all |the |each |every "
    r"|all the )*"
    r"quer(?:y|ies)\b|\bnot (?:over|across|along) (?:the |all )*(?:keys?|rows?|source)\b",
    re.I,
)
_TOKENS = re.compile(
    r"\b(?:token|quer(?:y|ies)|position|word|sample|embedding)s? per column\b|\b(?:tokens?|positions?|words|quer(?:y"
    r"|ies)|embeddings?|inputs?|samples?|data points?|items?)\b[^.;]{0,40}"
    r"\b(?:is|are|as|forms?|in|into|by|through)\b[^.;]{0,25}\bcolumns?\b(?! vectors?)"
    r"|\bcolumns?\b(?! vectors?)[^.;]{0,30}\b(?:is|are|correspond\w*|belongs?|contains?|holds?|represents?|stores?"
    r"|index\w*)\b[^.;]{0,25}"
    r"\b(?:tokens?|positions?|words?|quer(?:y|ies)|embeddings?|inputs?|samples?|items?)\b",
    re.I,
)
_CODE = re.compile(
    r"softmax\([^`\n]*?\b(?:dim|axis)\s*=\s*(?:0|-2)\b|\bsoftmax\b[^`\n]{0,40}`(?:dim|axis)\s*=\s*(?:0|-2)`", re.I
)


def _softmax_of(text: str) -> Iterator[str]:
    """Yield of what a sentence says that softmax is taken: "rows", "columns", or "unclear".

    It is "turned" where a sentence normalises columns, "tokens" where these are columns.

    >>> said = "softmax is taken of each column", "softmax acts along the first axis", "softmax of Q K"
    >>> [list(_softmax_of(each)) for each in said]
    [['columns'], ['unclear'], []]
    """
    if is_foreign(text):
        yield from filter(None, [softmax_of(text, _SOFTMAX.search(text) is not None)])
        return
    if _AXIS.search(text) and not _SOFTMAX.search(text):
        yield "turned"
    if _TOKENS.search(re.sub(r"⟨[^⟨⟩]*⟩", "⟨⟩", text)):  # however long a formula between the words is
        yield "tokens"
    for found in _SOFTMAX.finditer(text):
        near = f"{text[max(found.start() - 40, 0) : found.start()]} {text[found.end() :][:70]}"
        near = re.sub(r"\bcolumn[- ]vectors?", "", near)
        way = _WAY.search(near)
        if way is not None:
            yield f"{(way['wise'] or way['each'] or way['of']).lower()}s" if not way["last"] else "rows"
        elif _UNCLEAR.search(near):
            yield "unclear"
        elif _AXIS.search(text):
            yield "turned"

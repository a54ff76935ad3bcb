"""What sentences without a formula make of a notation: another norm, a changed function, powers or sums of their own.

Each row of the table has the signs of which a sentence speaks, and how it speaks of them. Sentences that only tell
something of a notation – "softmax has rows that sum to one" – are in no row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

#: Stands for the numbers of which a row speaks, whatever it is.
NUMBERS = "numbers"
#: Products of entries, in words.
ENTRIES = r"hadamard|schur|element|entry|entri|component|point-?wise|coordinate|broadcast"
_USE = r"(?:us(?:e|es|ed|ing)|tak(?:e|es|ing)|adopts?|employs?|means?|appl(?:y|ies)|chooses?|fix"
_USE += r"|work(?:s|ing)? (?:with|in))"
_EVER = r"\b(?:throughout|everywhere|by default|in what follows|from now on|always)\b"
#: Who uses, with one adverb at most.
_WE = rf"\b(?:we|authors|i|notes?|paper|lectures?|sections?|chapters?)(?: \w+)? {_USE}\b"
_ENDS = r"(?=\s*(?:[.,;:)]|\Z|\b(?:throughout|everywhere|always|here|by default|for (?:all|every)|and)\b|(?:on|for) ⟨))"
_NOT = r"(?:(?!\b(?:not|never|nor|unlike|without)\b|n't)[^.;:])"

# ---- norms

_KIND = r"⟨\s*(?:\\ell|L|l)\s*[_^]\s*\{?(?!\s*2)[^⟩]*⟩"
_NORM = (
    r"(?:(?:sup(?:remum)?|max(?:imum)?|inf(?:inity)?|uniform|chebyshev|manhattan|taxicab|city-block|nuclear|spectral"
    r"|operator|trace|weighted|one|energy|dual|mahalanobis|1|∞|[lℓ] ?(?:1|∞)"
    rf"|{_KIND}|⟨\s*(?:1|p|\\infty)\s*⟩)[- ]norms?)"
)
_MEASURED = r"(?:measured|taken|computed|understood|meant|equipped|endowed|always|here|to be)"
_LENGTHS = r"(?:norms?|lengths?|distances?|magnitudes?|spaces?|⟨[^⟩]*\\mathbb[^⟩]*⟩)"
_NORMS = (
    rf"{_WE}{_NOT}{{0,30}}?(?<!\w){_NORM}{_ENDS}",
    rf"\b{_LENGTHS}(?: (?:here|below|throughout))? (?:is|are|means?|denotes?|refers? to|will be|carr(?:y|ies))"
    rf"(?: {_MEASURED})*(?: (?:in|by|with|as))?(?: (?:respect to|the|an?|their|its))*\s{_NORM}",
    rf"\b(?:(?:all|our|the) )?norms? (?:here )?(?:is|are|means?|denotes?) (?:always |taken in |in )*{_KIND}{_ENDS}",
    r"\bnorms?(?: of an? \w+)? (?:is|are|means?|denotes?) (?:here )?(?:the |its )?"
    r"(?:sums? of (?:the |its |their )?absolute|number of non-?zero"
    r"|(?:largest|greatest|max\w*) (?:absolute|entry|entries|component|coordinate))",
    rf"\bby (?:the |a )?norms?,? we (?:\w+ )?mean (?:the )?{_NORM}",
    rf"(?<!\w){_NORM} is (?:\w+ )?(?:used|meant|understood|taken|assumed)\b",
    rf"{_EVER}{_NOT}{{0,60}}(?<!\w){_NORM}|(?<!\w){_NORM}{_NOT}{{0,30}}{_EVER}",
)

# ---- functions

#: Functions → their names in text.
_CALLED = {
    "softmax": "softmax(?:es)?|Softmax",
    "exp": "exp|exponentials?",
    "log": "log|logarithms?",
    "ReLU": "ReLUs?|relu",
    "sigmoid": "[sS]igmoids?",
    "tanh": "tanh",
    "SiLU": "SiLU",
    "GELU": "GELU",
    "softplus": "softplus",
    "tr": "[tT]races?|tr",
    "Tr": "[tT]races?|Tr",
    "det": "[dD]eterminants?|det",
    "max": "max",
    "min": "min",
}
_VARIANT = (
    r"(?:modified|altered|changed|non-?standard|unusual|off-by-one|tempered|temperature-scaled|truncated|clipped|capped"
    r"|leaky|shifted|rescaled|perturbed|noisy|quanti[sz]ed|unnormali[sz]ed|sparse|hard|smoothed|approximate|partial"
    r"|normali[sz]ed|averaged|two-sided|symmetri[sz]ed)"
)
_VALUE = (
    r"(?:⟨\s*(?!1\s*⟩)(?:\d|\\t?frac)[^⟩]*⟩|(?!1\b)\d[\d./]*|two|three|four|five|ten|(?:a |one )?half|a quarter)(?!\w)"
)
#: What a function has beside what it is.
_MORE = (
    r"(?:\b(?:extra|additional|further|added|second|constant)\s(?:one|1|⟨[^⟩]*⟩|term|entry|summand|constant|logit|slot"
    r"|factor|number|zero|unit|element|offset|bias|parameter|scale|threshold|sink|exponent)"
    rf"|\btemperature (?:of |equal to |set to |fixed (?:to|at) |parameter )?{_VALUE}"
    rf"|\b(?:base|slope|leak) (?:of )?{_VALUE}"
    r"|\b(?:an? )(?:bias|sink|offset|leak|slack|slope|cut-?off|temperature(?! ⟨))\b"
    r"|\b(?:one|1|⟨1⟩) (?:added )?(?:in|to) (?:the|its) denominator|\bno (?:normali[sz]|denominator)"
    r"|\bwithout (?:(?:a|its|the|any) )?(?:normali[sz]|denominator))"
)
_HAS = r"(?:has|have|contains?|includes?|carr(?:y|ies)|adds?|uses?|comes? with|gets?|with|without)"
_TAKEN = r"(?:is|are) (?:\w+ )?(?:taken|used|meant|computed|evaluated|scaled|multiplied|divided|understood|run|applied)"
_LACKS = r"(?:omits?|lacks?|drops?|skips?) (?:(?:the|its|any|a) )?(?:normali|denominator|factor|sum|constant|sign)"


def _functions(name: str) -> Iterator[str]:
    """Yield how sentences change a function: one of ours, one that we use, or what it has here."""
    one = rf"(?:⟨[^⟩]{{0,16}}?(?<![a-z]){name}\s*\}}?⟩|(?<![\w\\-])(?:{name})(?![\w-]))(?: functions?)?"
    ours = rf"(?:\b[oO]ur|\b[hH]ere,?|(?i:{_EVER}),?|(?i:{_WE}))(?: (?:the|an?|this|is|all|only)| \w+ly)*"
    now = r"(?:is|are) (?:here |now |always |all )*"
    yield rf"{ours} {_VARIANT} {one}"
    yield rf"{one} (?:\w+ )?(?:{_HAS}|{_TAKEN}(?: (?:with(?:out)?|by|at|in|to))?)(?: \w+){{0,3}}?\s?{_MORE}"
    yield rf"{one} (?:\w+ )?{_LACKS}"
    yield rf"{one} {now}(?:modified|altered|changed|unnormali[sz]ed|tempered|leaky|truncated|clipped|capped)\b"
    yield rf"{one} (?:\w+ )?(?:divides|normali[sz]es) by (?:one|1|⟨1⟩|twice|half|two|the (?:maximum|square|number))\b"
    yield rf"{one} (?:\w+ )?(?:do(?:es)? not|need not|may not|never) (?:have to )?(?:sum|add|normali[sz]e)(?: up)? to\b"
    yield rf"{one} (?:is|are) (?:\w+ )?(?:taken )?(?:in absolute value|up to (?:a |the )?(?:sign|factor|constant))\b"
    yield rf"\b[oO]ur {one} {now}(?:{_VARIANT}\b|(?:divided|multiplied|scaled) by)"


# ---- powers, transposes, the operations of numbers

_POWERS = r"\b(?:powers?|squares|squaring|cubes|exponents?|exponentiation|inverses?|reciprocals)\b"
_OF = r"(?: (?:of|on) (?:a |an |all )?(?:matri(?:x|ces)|vectors?|letters?|⟨[^⟩]*⟩))?"
_ACT = r"(?:is|are|acts?|means?|denotes?|appl(?:y|ies)|works?|stands? for|operates?)"
_SIGNED = (
    rf"{_POWERS}{_OF} {_ACT}\b(?! (?:computed|evaluated|found|stored)){_NOT}{{0,30}}\b(?:{ENTRIES})"
    r"(?!\w*[ -](?:non-?negative|positive|bounded|small|large|of\b))",
    r"\binverses? (?:is|are|means?|denotes?) (?:\w+ )?(?:the |an? )?(?:pseudo|moore|generali[sz]ed)",
    rf"\b(?:exponents?|superscripts?)(?! in ){_OF} {_ACT} (?:\w+ )?(?:ind(?:ex|ices)|labels?|counters?|layers?|heads?"
    r"|samples?|steps?|times?|numbers? of|iterat|position|block)",
    r"\b(?:exponents?|superscripts?) are (?:not|no) (?:powers|exponents)",
)
_OPERATIONS = (
    rf"\b(?:all|every|our|these|arithmetic) (?:(?:arithmetic|algebraic|matrix|other) )?operations?(?: on \w+)? {_ACT}\b"
    rf"{_NOT}{{0,30}}\b(?:{ENTRIES})",
)
_TURNED = (
    rf"\btranspos(?:e|es|ing|ition)\b{_OF}"
    r" (?:is|are|means?|denotes?|includes?|involves?|implies|stands? for|reflects?)\b"
    rf"{_NOT}{{0,50}}\b(?:anti-?diagonal|conjugation|conjugate(?:s|d)?(?! to)|hermitian|reversed|reversal|flipped)\b",
)
_MEANS = r"(?:is|are|means?|denotes?|stands? for|(?:is|are) replaced by|refers? to)"
_JUST = r"(?: (?:now|always|here|taken|understood|read|to|be|as|the|an?|their|just|simply|performed))*"
_BOTH = (
    r"xor\b|exclusive|logical|bitwise|union|intersection|concat|mod(?:ulo|ular)?\b|saturat|truncat|round|floor"
    r"|max(?:imum|ima)?\b(?!-)|min(?:imum|ima)?\b(?!-)"
)
_NUMBERS = rf"(?:\A\W*|\b(?:where|here|and|all|let|with),? |[,;] )(?:the )?(?:%s){_OF} {_MEANS}{_JUST} (?:%s|{_BOTH})"
_SUMS = r"additions?|plus|sums", r"multiplication\b|times\b|or\b(?=\s*(?:[.,;]|\Z))"
_PRODUCTS = r"multiplications?|times|products", r"plus\b|addition\b|convol|and\b(?=\s*(?:[.,;]|\Z))"
_OTHERS = r"subtractions?|minus|divisions?|quotients", r"integer division|set difference|absolute"
_ARITHMETIC = (
    *(_NUMBERS % each for each in (_SUMS, _PRODUCTS, _OTHERS)),
    r"\b(?:max|min)(?:imum)? (?:as|for) (?:the |its )?(?:addition|sum|plus)\b",
    r"\b(?:max|min)(?:imum)? (?:plays|takes) the (?:role|place) of (?:addition|sum|plus|\+)",
)
#: The signs of which a sentence speaks, and how it speaks of them.
_TABLE = (
    (("||",), re.I, _NORMS),
    *(((key,), 0, tuple(_functions(name))) for key, name in _CALLED.items()),
    (("^",), re.I, _SIGNED),
    (("^", "juxt"), re.I, _OPERATIONS),
    (("^T",), re.I, _TURNED),
    ((NUMBERS,), re.I, _ARITHMETIC),
)
_VARIANTS = tuple((signs, re.compile("|".join(each), flags)) for signs, flags, each in _TABLE)


def variants(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield the signs of which a sentence says something else than is read, each with where, and the words.

    >>> for text in ("We use the sup norm throughout.", "We use the Euclidean norm.", "Our softmax has a bias."):
    ...     print([sign for sign, _, _ in variants(text)])
    ['||']
    []
    ['softmax']
    """
    for signs, pattern in _VARIANTS:
        for found in pattern.finditer(text):
            yield from ((sign, found.start(), found.group()) for sign in signs)

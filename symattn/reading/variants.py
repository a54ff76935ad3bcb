"""What sentences without a formula make of a notation: another norm, a changed function, powers or sums of their own.

Each row of the table has the signs of which a sentence speaks, and how it speaks of them. Sentences that only tell
something of a notation – "softmax has rows that sum to one" – are in no row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

#: Stands for the numbers of which a row speaks, whatever it is.
NUMBERS = "numbers"
#: Stands for a softmax beside which no mask is written.
MASKED = "masked"
#: Stand for A_i, A_{ij}, x_i, a sum that only names its index, one from 1 on, and a product with a dot.
COLUMN, ENTRY, RANKED, SUM, COUNTED, DOT = "column", "entry", "ranked", "a sum", "counted", "a dot"
#: Accents → the signs for them; how text calls each.
ACCENTED = {"'": "accent '"}
for _mark in ("hat", "widehat", "tilde", "widetilde", "bar", "overline", "dot", "ddot", "check", "vec"):
    ACCENTED[rf"\{_mark}"] = rf"accent \{_mark.removeprefix('wide').replace('overline', 'bar').replace('ddot', 'dot')}"
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

_KIND = r"⟨\s*(?:\\ell|L|l)\s*[_^]\s*\{?(?!\s*2)[^⟨⟩]*⟩"
_NORM = (
    r"(?:(?:sup(?:remum)?|max(?:imum)?|inf(?:inity)?|uniform|chebyshev|manhattan|taxicab|city-block|nuclear|spectral"
    r"|operator|trace|weighted|one|energy|dual|mahalanobis|1|∞|[lℓ] ?(?:1|∞)"
    rf"|{_KIND}|⟨\s*(?:1|p|\\infty)\s*⟩)[- ]norms?)"
)
_MEASURED = r"(?:measured|taken|computed|understood|meant|equipped|endowed|always|here|to be)"
_LENGTHS = r"(?:norms?|lengths?|distances?|magnitudes?|spaces?|⟨[^⟨⟩]*\\mathbb[^⟨⟩]*⟩)"
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
    r"(?:⟨\s*(?!1\s*⟩)(?:\d|\\t?frac)[^⟨⟩]*⟩|(?!1\b)\d[\d./]*|two|three|four|five|ten|(?:a |one )?half|a quarter)(?!\w)"
)
#: What a function has beside what it is.
_MORE = (
    r"(?:\b(?:extra|additional|further|added|second|constant)\s(?:one|1|⟨[^⟨⟩]*⟩|term|entry|summand|constant|logit|slot"
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
    one = rf"(?:⟨[^⟨⟩]{{0,16}}?(?<![a-z])(?:{name})\s*\}}?⟩|(?<![\w\\-])(?:{name})(?![\w-]))(?: functions?)?"
    ours = rf"(?:\b[oO]ur|\b[hH]ere,?|(?i:{_EVER}),?|(?i:{_WE}))(?: (?:the|an?|this|is|all|only)| \w+ly)*"
    now = r"(?:is|are) (?:here |now |always |all )*"
    yield rf"{ours} {_VARIANT} {one}"
    yield rf"{one} (?:\w+ )?(?:{_HAS}|{_TAKEN}(?: (?:with(?:out)?|by|at|in|to))?)(?: \w+){{0,3}}?\s?{_MORE}"
    yield rf"{one} (?:\w+ )?{_LACKS}"
    yield rf"{one} {now}(?:modified|altered|changed|unnormali[sz]ed|tempered|leaky|truncated|clipped|capped)\b"
    yield rf"{one} (?:\w+ )?(?:divides|normali[sz]es) by (?:one|1|⟨1⟩|twice|half|two|the (?:maximum|square|number))\b"
    yield rf"{one} {now}(?:(?:re)?scaled (?:to|into)|stretched|squashed (?:to|into))\b"
    yield (
        rf"{one},? (?:(?:is|be|denotes?|means?|as) )?(?:its|the|an?) (?:hard|leaky|smooth|signed|scaled"
        r"|approximate) (?:version|variant)"
    )
    yield rf"\b(?i:by) {one},? (?:we|I) mean (?:the |an? )?(?:absolute|squared?|negative|inverse|logarithm)"
    yield rf"{one} (?:\w+ )?(?:do(?:es)? not|need not|may not|never) (?:have to )?(?:sum|add|normali[sz]e)(?: up)? to\b"
    yield rf"{one} (?:is|are) (?:\w+ )?(?:taken )?(?:in absolute value|up to (?:a |the )?(?:sign|factor|constant))\b"
    yield (
        rf"(?i:\b(?:we|i)) (?:now )?(?:replace|exchange|swap)(?: \w+){{0,2}}? {one} (?:by|with"
        r"|for)(?: \w+)? \w*(?i:max|relu)\b"
    )
    yield rf"\b[oO]ur {one} {now}(?:{_VARIANT}\b|(?:divided|multiplied|scaled) by)"


# ---- masks

_KEYS = r"(?:tokens?|positions?|quer(?:y|ies)|keys?|words?|rows?|entr(?:y|ies)|padding|elements?)"
_PAST = (
    r"(?:past|previous|earlier|preceding|prior|unmasked|allowed|visible|valid|non-?padd\w+|neighbou?r\w*|nearby"
    r"|window|left|prefix)"
)
_ORDER = r"⟨[^⟨⟩<>\\]{0,20}(?:[<>≤≥]|\\(?:le|ge|lt|gt)q?(?![a-z]))[^⟨⟩]*⟩"
_MASKS = r"(?:mask|masks|masking)\b"
_ONLY = (
    r"(?: (?:only|always|just|all|the|other|at|to|those|its|own|up|over|on|across|taken|restricted|limited|run|of"
    r"|tokens?|positions?))*"
)
_SOFT = r"(?:softmax(?:es)?|attention|normali[sz]ation|normali[sz]er|(?:attention )?(?:weights|scores))"
_LATER = (
    r"\b(?:from (?:now|here) on(?:wards)?|in this (?:section|part)|henceforth|in what follows|in the rest|for the rest"
    r"|throughout)\b"
)
_ALTER = r"(?:(?:re)?scale|divide|multiply|flip|add|subtract|shift|negate|clip|change|cap|temper|soften)"
_MASKING = (
    rf"\b(?:{_WE[2:]}|softmax is|attention is|weights are)(?: (?:an?|the|only|always|here|strictly))*"
    r" (?:causal|masked|autoregressive|windowed|look-?ahead)\b",
    r"\b(?:causal|masked|autoregressive) softmax\b",
    rf"\b{_SOFT} (?:\w+ )?(?:is|are|runs?|goes|acts?|extends?|ranges?){_ONLY} (?:{_PAST}\b|{_ORDER})",
    rf"\b{_KEYS}(?: ⟨[^⟨⟩]*⟩)? (?:(?:can|may|must|will) )?(?:only )?(?:sees?|attends?|looks?){_ONLY} (?:{_PAST}\b"
    rf"|{_ORDER})",
    rf"\b(?:no {_KEYS}|{_KEYS}(?: ⟨[^⟨⟩]*⟩)? (?:can|may|must|do|does|will) ?not) (?:can |may )?(?:sees?|attends?"
    r"|looks?)\b",
    r"\b(?:can|may|must|do|does|will) ?not (?:sees?|attends?(?: to)?|looks?(?: at)?) (?:ahead\b|(?:(?:the|any|an?|other"
    rf"|later|itself|its) )*(?:future|{_KEYS}|⟨[^⟨⟩]*⟩))",
    r"\b(?:the future|future \w+) (?:is|are|stays?|remains?) (?:masked|hidden|invisible|ignored|blocked|unseen"
    r"|excluded)",
    rf"\b(?:scores?|logits?|entries|weights|{_KEYS})\b[^.;]{{0,40}}\b(?:set to|replaced by|are|is|becomes?|gets?)"
    r" (?:zero\b|⟨\s*(?:0|[-−]\s*(?:\\infty|∞))\s*⟩|[-−]∞|minus infinity|removed|masked)",
    rf"\b(?:diagonal|padding|future|self|{_KEYS})\b[^.;]{{0,20}} (?:is|are) (?:\w+ )?(?:excluded|left out|omitted"
    rf"|removed|dropped)"
    rf"(?: from (?:the |its )?{_SOFT}| in (?:the |its )?{_SOFT}|,? (?:before|by|in|under) the softmax)",
    rf"\b(?:padding|padded|pad|masked|future|special)(?: {_KEYS})? (?:gets?|receives?|ha(?:s|ve)|carry|carries|(?:is"
    rf"|are) given|contributes?)"
    r" (?:no|zero|nothing)\b",
    r"\bpadding (?:\w+ )?(?:is|are) (?:masked|ignored|excluded)",
    rf"\b(?:the|an?|its|this|our|usual) (?:\w+ )?{_MASKS}(?! ⟨)(?: \w+)? (?:is|are) (?:\w+ )?(?:applied|added|used"
    rf"|understood|implied|implicit"
    r"|imposed|included|in force|subtracted)",
    rf"\b(?:with|after adding|after applying|under) (?:the|an?|its|this|our) (?:usual )?(?:causal|padding|attention"
    rf"|look-?ahead|triangular) {_MASKS}(?! ⟨)",
    rf"\bwe (?:\w+ )?(?:apply|add|impose|use|put)(?: \w+)? (?:the |an? )?(?:causal|padding|attention|look-?ahead"
    rf"|triangular) {_MASKS}(?! ⟨)",
    r"\bsoftmax\b[^.;]{0,30}\bdropout\b",
    rf"{_LATER}[^.;]{{0,30}}\bwe (?:\w+ )?{_ALTER}\b[^.;]{{0,40}}\b(?:scores?|logits?)\b",
    rf"{_LATER}[^.;]{{0,30}}\b(?:scores|logits) (?:\w+ )?(?:are|get|have|include|carry) (?:\w+ ){{0,3}}?"
    r"(?:scaled|divided|multiplied|shifted|flipped|negated|clipped|capped|factor|bias|mask|sign)",
)
#: A mask that the note writes, or a sentence that has none.
_WRITTEN = re.compile(
    r"⟨[^⟨⟩]*(?<![A-Za-z])(?:(?-i:M)(?![A-Za-z])|mask)|\b(?:without|no|unlike|instead of) (?:an? |the "
    r"|any )?(?:\w+ )?mask"
    r"|\b(?:masks?|masking) (?:is|are) not\b|\bnot (?:masked|causal)\b|\b(?:if|for example|e\.g)\b|\?",
    re.I,
)
_ANOTHER = (
    r"\b(?:we|i) (?:\w+ )?(?:use|take|put|set|define|write"
    r"|choose) ⟨\\?(?:\w+\s*\{)?softmax\}?\s*\([^⟨⟩=]{0,40}=(?![^⟨⟩]*(?:exp|e\s*\^|softmax))[^⟨⟩]*⟩",
)

# ---- accents

_DOES = (
    r"(?:transpos\w+|normali[sz]\w+|unit (?:length|vector|norm)|(?:anti|skew-?)?symmetri\w+|(?:real|imaginary|positive"
    r"|negative"
    r"|hermitian|traceless) part|time[- ]derivative|derivative(?:s)? with respect to (?:time|⟨t⟩)|inver(?:se|ses"
    r"|sion)\b"
    r"|adjoint|complement|negation|negative of|cent(?:red|ering|ring)|fourier|pseudo-?inverse|reversal|reversed"
    r"|complex conjug\w+)"
)
_CALLS = {"'": "prime", "hat": "hat|circumflex", "tilde": "tilde", "bar": "(?:over)?bar|overline", "dot": "dot|overdot"}
_CALLS |= {"check": "check|háček", "vec": "arrow"}


def _accents(mark: str, word: str) -> Iterator[str]:
    """Yield how sentences say that an accent does something to what is below it."""
    yield (
        rf"\b(?:{word})(?:s|es)?(?: \w+){{0,3}}? (?:denotes?|is|are|means?|stands? for|marks?"
        rf"|indicates?) [^.;⟨]{{0,30}}\b{_DOES}"
    )
    yield rf"\b{_DOES} (?:\w+ ){{0,4}}(?:is|are) (?:denoted|marked|indicated|written) (?:by|with) an? (?:{word})\b"
    if mark != "'":
        return
    own = r"⟨[^⟨⟩=]{0,20}(?:'|\^\s*\{?\s*\\prime\b)[^⟨⟩=]{0,5}⟩"
    yield rf"\b(?:writ\w+|denot\w+|us(?:e|es|ing)|let) {own} (?:for|be|to be|as|to denote) [^.;]{{0,40}}\b{_DOES}"
    yield rf"{own} (?:denotes?|is|means?|stands? for) (?:the |its |an? )[^.;⟨]{{0,30}}\b{_DOES}"


# ---- places, sums, products

_MEMBER = r"⟨(?:\\math\w+\s*\{)?(?-i:[%s])\}?\s*_\s*\{?\s*\w\s*\}?(?:\s*,[^⟨⟩]*)?⟩"
_CAPITAL, _SMALL = _MEMBER % "A-Z", _MEMBER % "a-z"
_TH = r"(?:⟨\w⟩ ?-?(?:th|st|nd|rd)|corresponding|respective)"
_COLUMN = (
    rf"{_CAPITAL},? (?:(?:be|is|are|denotes?|for|as|means?) )?(?:the |its )(?:{_TH} )?columns?\b(?! vector)",
    rf"\bcolumns? (?:of ⟨[^⟨⟩]*⟩ )?(?:(?:is|are|by|as|denoted|called|written) )*{_CAPITAL}",
)
_ENTRY = (
    r"\bcolumn index (?:comes |is |stands )?(?:\w+ )?first\b|\bfirst index (?:\w+ )?(?:is|denotes?|counts?"
    r"|names?) (?:the |of the )?columns?\b",
    r"\b(?:entry|element) (?:in|at|of) column ⟨\w⟩,? (?:and|of|in) row\b",
)
_RANKED = (
    rf"{_SMALL} (?:be|is|are|denotes?|for|means?) the (?:{_TH} )?(?:\w+ )?(?:largest|smallest|greatest|sorted|(?:entry"
    rf"|entries) after sorting)",
)
_FEW = (
    r"(?:even|odd|distinct|unmasked|masked|past|previous|training|valid|visible|allowed|remaining|other|first|last"
    r"|neighbou?r\w*|non-?zero)"
)
_NOT_ALL = r"⟨[^⟨⟩]*(?:\\(?:neq?|notin|le|ge|lt|gt|leq|geq)(?![a-z])|[<>≠≤≥])[^⟨⟩]*⟩"
_SUMS_OVER = (
    rf"\bsums?(?: over ⟨\w⟩)? (?:\w+ )?(?:runs?|goes|go|ranges?|extends?|is|are)(?: \w+)? over (?:the )?(?:{_FEW}\b"
    rf"|{_NOT_ALL})",
    r"\bsums?(?: over ⟨\w⟩)? (?:\w+ )?(?:runs?|goes|go|starts?|begins?|ranges?) (?:from|at|with) (?!⟨?\s*1\b"
    r"|one\b)(?:⟨|\d|two|zero)",
    r"\bsums? (?:\w+ )?(?:excludes?|omits?|skips?|leaves? out|avoids?)\b",
    r"\bsums? without (?:limits?|bounds?|ind\w+|an? \w+) (?:is|are|runs?|goes|means?)\b",
    r"\b(?:limit|end|bound)s? of (?:an? |the |each |every |all )?sums? [^.;⟨]{0,20}\bexclu",
    r"\bempty sums? (?:is|are) (?!zero\b|0\b|⟨\s*0)",
)
_COUNTING = (
    r"\b(?:counts?|counted|counting|index|indices|indexed|indexing|numbered|numbering) (?:\w+ ){0,3}(?:from|at"
    r"|with) (?:zero\b|0\b|⟨\s*0\s*⟩)",
    r"\bindices (?:\w+ )?(?:in|from) ⟨\s*\\\{\s*0\s*,|\b(?:zero|0)-(?:based|indexed)|⟨\s*0\s*⟩ is the first ind",
    r"\b(?:limit|end|bound)s? of (?:an? |the |each |every |all )?sums? [^.;⟨]{0,20}\bexclu",
)
_DOTS = (
    r"\b(?:an? |the )dot (?:always |here )?(?:means?|denotes?|is|stands? for) (?:the |an? )?(?:frobenius|hadamard"
    r"|element|entry|convol|cross|kronecker|outer|compos|inner product of matri)",
    rf"\bdot products? (?:of|between) matrices (?:is|are|means?) [^.;]{{0,20}}(?:{ENTRIES}|frobenius)",
)
_ORDERED = (
    r"\bproducts? [^.;⟨]{0,30}\bin the (?:reverse |opposite |same )?order\b|\border of application\b"
    r"|\bdiagrammatic order",
    r"\b(?:products?|multiply|compos\w+|maps|read|applied) [^.;⟨]{0,20}\bfrom (?:the )?left to (?:the )?right\b",
)
_ROOTS = (
    r"\b(?:square )?roots? (?:\w+ )?(?:may|can) be (?:negative|either|of either)",
    r"⟨\s*\\sqrt[^⟨⟩]*⟩ (?:is|denotes?|means?|stands? for) (?:the |an? )?(?:signed|negative|integer|rounded)",
)
_ACTIVATIONS = (
    r"\bactivations?(?: functions?)? (?:is|are) (?:\w+ )?(?:hard|piecewise|quanti[sz]ed|clipped|leaky|binary"
    r"|binari[sz]ed)\b",
)
_ROUNDED = (
    r"\b(?:fractions?|quotients?|divisions?) (?:is|are) (?:\w+ )?(?:rounded|truncated|floored)",
    r"\barithmetic (?:\w+ )?(?:(?:is|uses|in) ){1,2}(?:\w+ )?(?:floating[- ]point|finite[- ]precision|fp\d+|b?float\d+"
    r"|(?:half|single) precision)",
    r"\b(?:all|every) (?:quantit\w+|values?|numbers?|operations?|results?) (?:saturates?|overflows?|(?:is"
    r"|are) (?:rounded|clipped|truncated|taken modulo))",
    r"\bafter (?:each|every) (?:arithmetic )?operation\b",
)
_NUCLEAR = (
    r"⟨[^⟨⟩]*(?:\\\||Vert)\s*_\s*\{?\s*(?:\\mathrm\s*\{\s*)?F[^⟨⟩]*⟩ (?:denotes?|is|means?|stands? for) (?:the |an? )?"
    r"(?:nuclear|spectral|operator|trace|max\w*|sup\w*|infinity|dual)[- ]?norm",
)

# ---- powers, transposes, the operations of numbers

_POWERS = r"\b(?:powers?|squares|squaring|cubes|exponents?|exponentiation|inverses?|reciprocals)\b"
_OF = r"(?: (?:of|on) (?:a |an |all )?(?:matri(?:x|ces)|vectors?|letters?|⟨[^⟨⟩]*⟩))?"
_ACT = r"(?:is|are|acts?|means?|denotes?|appl(?:y|ies)|works?|stands? for|operates?)"
_SIGNED = (
    rf"{_POWERS}{_OF}(?: in this \w+| here)? {_ACT}\b(?! (?:computed|evaluated|found"
    rf"|stored)){_NOT}{{0,30}}\b(?:{ENTRIES})"
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
    r"\b(?:superscripts?|exponents?) ⟨\s*\^?\s*\{?\s*(?:\\top|T|\\intercal|\\mathsf\s*\{T\})\s*\}?\s*⟩ (?:marks?"
    r"|denotes?|is|means?"
    r"|stands? for|indicates?|refers?)\b(?![^.;]{0,30}(?<![-\w])transpos)",
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
_ORDER, _BY_ENTRY = r"⟨[^⟨⟩]*\\(?:succ|prec)(?:curly)?(?:eq)?(?![a-z])[^⟨⟩]*⟩", rf"\b(?:{ENTRIES}|entry|entries)"
_ENTRYWISE = rf"{_ORDER}[^.;]{{0,80}}{_BY_ENTRY}", rf"{_BY_ENTRY}[^.;]{{0,80}}{_ORDER}"
#: The signs of which a sentence speaks, and how it speaks of them.
_TABLE = (
    (("||",), re.I, _NORMS),
    ((MASKED,), re.I, _MASKING),
    ((COLUMN,), re.I, _COLUMN),
    ((ENTRY,), re.I, _ENTRY),
    ((RANKED,), re.I, _RANKED),
    ((SUM,), re.I, _SUMS_OVER),
    ((COUNTED,), re.I, _COUNTING),
    ((DOT,), re.I, _DOTS),
    (("juxt",), re.I, _ORDERED),
    (("sqrt",), re.I, _ROOTS),
    (("tanh", "sigmoid", "ReLU", "SiLU", "GELU", "softplus"), re.I, _ACTIVATIONS),
    ((NUMBERS,), re.I, _ROUNDED),
    (("succ",), re.I, _ENTRYWISE),
    (("||",), re.I, _NUCLEAR),
    (("tr", "Tr"), re.I, (r"\btraces? (?:is|are) (?:\w+ )?(?:normali[sz]ed|averaged|divided)",)),
    *(
        ((ACCENTED.get(key, ACCENTED.get(rf"\{key}", "")),), re.I, tuple(_accents(key, word)))
        for key, word in _CALLS.items()
    ),
    (("softmax",), re.I, _ANOTHER),
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
            if MASKED in signs and _WRITTEN.search(text):
                continue
            yield from ((sign, found.start(), found.group()) for sign in signs)

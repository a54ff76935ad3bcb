"""Words around a definition by which it is another's, an old one, one that is denied, or one that holds in a case.

What such words introduce defines nothing. Others only may mean it: they matter where a later row says it otherwise.
"""

from __future__ import annotations

import re

from symattn.reading.foreign import LETTER

_WORKS = (
    r"(?:authors?|people|papers?|texts?|textbooks?|books?|librar(?:y|ies)|implementations?|beginners?|students?"
    r"|researchers?|practitioners?|statisticians|physicists|engineers|readers|works|communities|frameworks?)"
)
_KINDS = r"(?:edition|version|draft|printing|preprint|definition|convention|notation|formula|code|release|manuscript)"
_HOLDS = r"(?:think(?! of)|believe|guess|expect|suspect|hope|object|be (?:tempted|inclined|fooled|misled))"
#: It is somebody else's, an old one, or what one might think.
_OTHERS = re.compile(
    rf"\b(?:some|many|most|other|several|few|older|early|certain|various|all too many) (?:[\w-]+ )?{_WORKS}\b"
    r"|\b(?:beginners|newcomers|novices|textbooks|folklore|elsewhere|others (?:\w+ )?(?:\w+e|writes?|have|had|call)\b)"
    r"|\b(?:in|by|under|with|of|for) (?:the (?:\w+ )?(?:literature|documentation)\b|(?:py ?torch|tensor ?flow|numpy|jax"
    r"|keras|matlab|julia|scipy|flax|statistics|econometrics|physics|chemistry|biology|engineering|hugging ?face)\b)"
    rf"|\b(?:old|older|obsolete|outdated|former|competing|alternative|rival) {_KINDS}s?\b"
    r"|\b(?:first|second|earlier|previous) (?:edition|version|draft|printing|preprint|release|manuscript)s?\b"
    r"|\b(?:originally|formerly|historically|in the past|used to (?:be|read|have|use|write)|once (?:was|were|had|used)"
    r"|initially(?=[^.]*\b(?:was|were|had)\b)|at first(?! (?:order|glance|sight))|until recently|for a long time)\b"
    rf"|\b(?:may|can) (?:\w+ )?{_HOLDS}\b|\b(?:might|could|would|should(?! (?:\w+ )?(?:not|recall|remark|mention"
    rf"|emphas))|ought|must not)"
    r"|\b(?:claimed|alleged|believed|thought(?! of)|mistaken|misread|misquoted|rumou?red)\b"
    r"|\b(?:supposedly|allegedly|seemingly|reportedly|apparently|falsely|wrongly|incorrectly|mistakenly|erroneously)\b"
    r"|\b(?:at first (?:sight|glance)|it (?:seems|appears)|according to (?:the )?(?:documentation|authors?|paper"
    r"|book|manual|some)|a (?:common|frequent|popular) (?:mistake|error"
    r"|slip|confusion|misconception)|beware|tempt\w+|naive\w*)\b",
    re.I,
)
_COMPARED = (
    r"contrary|unlike|contrasts?|opposed|instead of|rather than|compar\w+|differs?|different|replac\w+|improv\w+"
)
#: It holds in a case only: of certain arguments or places, in one of several situations.
_SPECIAL = (
    r"(?:(?:strictly )?positive|(?:strictly )?negative|non-?negative|non-?positive|non-?zero|zero|symmetric"
    r"|skew-symmetric"
    r"|orthogonal|orthonormal|unitary|diagonal|triangular|invertible|singular|idempotent|commuting|circulant|sorted"
    r"|normali[sz]ed|centred|centered|even|odd|large|small|constant|binary|special|definite|rank-one"
    r"|low-rank"
    r"|equal|distinct|parallel|identical|one-hot|diagonali[sz]able)"
)
_CASES = re.compile(
    rf"\bfor (?:all |every |each |any |an? |the |two |those |only )?(?:[\w-]+ )?{_SPECIAL}\b"
    r"(?! (?:integers?|numbers? of|size|dimension))"
    r"|\b(?:on|off|above|below|outside(?: of)?|inside(?: of)?|along|near|beyond|within) (?:the|its"
    r"|this) (?:main )?(?:diagonal"
    r"|boundary|origin|support|simplex|sphere|set|interval|half|kernel|kink|minimum|maximum|window|mask)\b"
    r"|\b(?:at|near|around|from|before|after|behind) (?:the |its |a )?(?:origin|boundary"
    r"|minim\w+|maxim\w+"
    r"|optim\w+|equilibrium|stationary point|fixed point|convergence|infinity|zero|initiali[sz]ation|(?:test|inference"
    r"|training|first|last) (?:time|steps?|layers?|tokens?|positions?))\b"
    r"|\b(?:at|for|in|on) the (?:first|second|third|last|final|zeroth|initial) (?:time )?(?:tokens?|rows?|columns?"
    r"|entr(?:y|ies)|components?|coordinates?|positions?|layers?|heads?|batch(?:es)?|blocks?|class(?:es)?|classes)\b"
    r"|\bin (?:the|this|one|each|either|that|some) (?:\w+ ){0,2}cases?\b|\bcase (?:\w|⟨|\$|[IVX]+)(?=\W|\Z)"
    r"|\A\W*(?:if(?! (?:we|you|one|I) (?:also )?(?:let|set|put|write|define|take|denote|use|call|introduce)\b)"
    r"|whenever|unless|provided|as long as|in case|when (?:\S+ ){1,4}(?:is|are|has|have|holds?|vanish\w*))\b"
    r"|\bin (?:one|two|three|low) dimensions?\b|\bin the (?:\w+ )?limit\b|\bin the (?:absence|presence) of\b"
    r"|\bfor (?:scalars|numbers|negatives?|positives?)\b|\botherwise\b"
    r"|\belse\b",
    re.I,
)
#: Words that may set a row against another: who or what it is of, or that it was so.
_SIDE = re.compile(
    r"\A\W*(?:(?:and|but|while|whereas|now|here|so)\s+)*(?:in|at|for|by|under|with|on|during|after|before|until)\b"
    r"|\b(?:was|were|had|been|one|people|they|you|authors?|others?|usual\w*|often|sometimes|commonly|normally|typically"
    r"|standard|classical|ordinary|vanilla|original|traditional\w*|popular|first|second|former|latter|old|new|either"
    r"|whereas|while|attempt|candidate|option|choice|variant|convention|possib\w+)\b",
    re.I,
)
#: Words behind a row that set another against it.
_AGAINST = re.compile(
    r"\A[\s,;–—(.]*(?:(?:and|or)\b|whereas|while|but|yet|although|though|however|rather|instead|in contrast"
    r"|on the other"
    r"|which (?:should|was|has|had|would|must|is (?:now|outdated|obsolete|old|wrong))|later|nowadays|today|we (?:follow"
    r"|use|prefer))",
    re.I,
)
#: Words that claim what stands directly behind them, those that claim the sentence they begin, and those that set.
_CLAIM = re.compile(
    r"\b(?:so|hence|thus|therefore|then|get|obtains?|have|has|holds|follows|implies|yields?|gives?|shows?|see|find"
    r"|conclude|that|is equal to|equals)\W*\Z",
    re.I,
)
_CLAIMING = re.compile(
    r"\A\W*(?:and\s+|but\s+)?(?:so|hence|thus|therefore|then|consequently|it follows|implies|imply|equivalently|that is"
    r"|i\.e|we (?:then |also |therefore )?(?:get|obtain|have|see|find|conclude))\b",
    re.I,
)
_SETTING = re.compile(
    r"\b(?:let|set|(?:re)?defin\w+|put|choos\w+|chosen|tak\w+|us(?:e|es|ed|ing)|writ\w+|instead|now|chang\w+|becom\w+"
    r"|updat\w+|replac\w+|modif\w+|new|other|here)\b",
    re.I,
)
#: What becomes something else: a letter that is replaced, or changed.
_CHANGE = r"(?:replace|swap|interchange|exchange|overwrite|redefine|rescale|double|halve|negate)"
_ADVERBS = r"(?:now |then |next |also |first |finally )*"
_ONE, _LIST = r"⟨([^⟨⟩]+)⟩", r"((?:⟨[^⟨⟩]+⟩(?:,? and |, )){0,4}⟨[^⟨⟩]+⟩)"
_NOW = (
    r"\b(?:now|from (?:now|here) on(?:wards)?|in (?:this|the next|the following|our) (?:section|part|chapter|subsection"
    r"|paragraph)|henceforth|in what follows|in the (?:rest|remainder)|for the rest|until now|here|below|again"
    r"|confusingly"
    r"|this time)\b[^.;]{0,80}?"
)
_ALTERED = (
    r"(?:divided|multiplied|scaled|rescaled|shifted|normali[sz]ed|cent(?:re|er)ed|rotated|masked|perturbed|clipped"
    r"|negated"
    r"|transposed|reversed|sorted|squared|regulari[sz]ed|truncated|quanti[sz]ed|whitened|gated|changed|different"
    r"|another"
    r"|damped|smoothed|averaged|inverted|augmented|extended|weighted)"
)
_CHANGED = (
    rf"(?:\bwe {_ADVERBS}|\A\W*{_ADVERBS}){_CHANGE}(?: \w+){{0,3}}? {_ONE}",
    rf"{_ONE} (?:is|are|gets?|has been|have been|was) {_ADVERBS}{_CHANGE}(?:d|ped)\b",
    rf"{_NOW}(?<!with ){_LIST} (?:\w+ )?(?:is|are|was|were|gets?) (?:\w+ )?(?:un)?{_ALTERED}\b",
    rf"{_NOW}{_LIST} (?:\w+ )?(?:includes?|contains?|carr(?:y|ies)|absorbs?|ha(?:s|ve)|gets?) (?:the|an?|another|its) "
    r"(?:\w+ ){0,2}(?:factor|term|bias|mask|offset|weights?|temperature|penalty|normali\w+|scal\w+)\b",
    rf"\bwe {_ADVERBS}(?:add|subtract) (?:\w+ ){{0,3}}⟨[^⟨⟩]+⟩ (?:to|from) (?:\w+ ){{0,2}}{_ONE}\W*\Z",
    rf"{_ONE} (?:\w+ )?(?:denotes?|stands? for|means?|is|are) (?:now )?its (?:own )?(?:\w+ ){{0,2}}(?:inverse|root"
    rf"|square"
    r"|transpose|negative|version|normali\w+|reciprocal)\b",
    rf"\babuse of (?:notation|language)\b[^.;⟨]{{0,40}}{_ONE}",
    rf"\bletters? {_LIST} (?:\w+ )?(?:stands? for|denotes?|means?|marks?)\b",
    rf"{_LIST} (?:now )?becomes? (?:something|another|an? (?:new|other|different)|different)",
)
_SAID_ONLY = re.compile(r"\b(?:if|when\w*|can|may|could|would|suppose|imagine|once|invariant)\b", re.I)


def is_anothers(words: str) -> bool:
    """Tell whether the words before a formula say that it is another's, an old one, or one that is denied.

    >>> [is_anothers(each) for each in ("Many beginners compute", "Originally, it was", "We compute", "One can write")]
    [True, True, False, False]
    """
    return _OTHERS.search(words) is not None


def is_of_a_case(words: str) -> bool:
    """Tell whether the words before a formula say that it holds in a case only.

    >>> [is_of_a_case(each) for each in ("For positive $x$ we put", "On the diagonal", "For a query $q$ we put")]
    [True, True, False]
    """
    return _CASES.search(words) is not None


def is_compared(words: str) -> bool:
    """Tell whether a clause before "where" compares with what is another's: "contrary to [3], where"."""
    return re.search(rf"\b(?:{_COMPARED})\b", words, re.I) is not None or is_anothers(words)


def is_set_apart(before: str, behind: str) -> bool:
    """Tell whether the words around a formula may set it against another that says the same letter otherwise."""
    return _SIDE.search(before) is not None or _AGAINST.search(behind) is not None


def is_claim(words: str) -> bool:
    """Tell whether the words before a row surely claim it; a row without words goes on with what is said before it."""
    if not re.search(LETTER, words) or _CLAIM.search(words):
        return True
    return _CLAIMING.search(words) is not None and _SETTING.search(words) is None


def changed(text: str) -> list[str]:
    """Return the formulas that a sentence says to be replaced, or changed, from there on.

    >>> changed("In the next step we replace ⟨A⟩ by ⟨2A⟩"), changed("If we replace ⟨x⟩ by ⟨y⟩")
    (['A'], [])
    """
    if _SAID_ONLY.search(text):
        return []
    lists = (found[1] for each in _CHANGED for found in re.finditer(each, text, re.I))
    return [letter.strip() for each in lists for letter in (re.findall(_ONE, each) or [each])]

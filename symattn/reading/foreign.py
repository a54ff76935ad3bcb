"""Words of other languages: where they begin and end, and which sentences are made of them.

They are not read. So they leave the doubts that unknown English words leave, and the few of them that change a
notation – softmax of columns, a mask, log of base 2 – are listed, as a proof must not rest on what they deny.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

#: Letters of scripts other than Latin and Greek, within brackets of a regular expression.
SCRIPTS = (
    "\u0400-\u1cff\u2d00-\u2d2f\u3040-\u318f\u3400-\u9fff\ua960-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff"
)
#: What ends a sentence in them; no blank has to follow.
STOPS = "。．！？；｡।॥؟؛۔։።"
#: A letter of any script, and a word: of scripts without blanks between words, two letters.
LETTER = r"[^\W\d_]"
#: Marks within words, as the vowels of Hindi.
MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0963\u0966-\u1cff"
WORD = rf"[{SCRIPTS}]{{2}}|(?:(?![{SCRIPTS}]){LETTER}){{2,}}"
#: A word that is not Latin (one Greek letter is a symbol), and one with an accent.
_SCRIPT = re.compile(rf"(?=[{SCRIPTS}]){LETTER}|[\u0370-\u03ff\u1f00-\u1fff]{{2,}}")
_ACCENTED = re.compile(r"[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]")
#: Words of which each English sentence with a name such as Schrödinger has one.
_ENGLISH = re.compile(
    r"\b(?:the|of|and|are|is|that|this|with|for|from|by|which|where|let|then|be|we|if|when|our|can|as|have|has|not|its"
    r"|it|these|here|hence|thus|by)\b",
    re.I,
)
_FORMULA = re.compile(r"\$[^$]*\$|⟨[^⟨⟩]*⟩|\\[A-Za-z]+")
#: Words for a column, in the languages in which notes are written most.
_COLUMN = (
    r"(?<![序数系排并罗阵行])列(?![出表举])|竖|縦|纵|縱|(?<![배나서])열|столб|колон|sloup|stĺp|kolumn|spalt|colonn|colun|colum"
    r"|kolom|sütun|cột|στήλ|στηλ|عمود|أعمدة|עמוד|स्तंभ|स्तम्भ|oszlop"
)
#: Words for a row, for an axis, and for what sums to one along it.
_ROW = r"[按逐每沿对]一?行|行ごと|行方向|各行|행별|행마다|각 행|построч|по строк|кажд\w+ строк|po řádcích"
_NOT = r"不|非|没|無|ない|아니|않|(?<!\w)не(?!\w)|\bδεν\b|לא|ليس|नहीं|\bne\b|\bnicht\b|\bpas\b|\bno\b"
_AXIS = (
    r"维|維|轴|軸|次元|方向|归一|歸一|正規化|键|鍵|键值|查询|차원|축|정규화|измерени|ос[ьияей]\b|нормир|нормал|διάστασ|κανονικοπ|άξον"
    r"|بعد|محور|ממד|ציר|आयाम|अक्ष|rozměr|dimens|osy|normali|normiert|axe\b|eje\b|asse\b"
)
#: … and those that change a notation: the signs of these, and the words.
_CHANGES = (
    (
        ("masked",),
        r"掩|遮|屏蔽|因果|マスク|마스크|인과|маск|каузал|причинн|μάσκ|μασκ"
        r"|قناع|מסכ|מיסוך|मास्क|maske|masqu|máscar|masku|masky|maska",
    ),
    (
        ("log",),
        r"为底|為底|底数|底數|底为|底為|底は|を底|밑|основани|βάση|βαση"
        r"|أساس|בסיס|आधार|základ|základem|podstaw|basis|base|cơ số|taban",
    ),
    (
        ("juxt", "^"),
        r"逐元素|逐点|逐點|逐项|對應元素|对应元素|要素ごと|要素毎"
        r"|アダマール|원소별|요소별|поэлемент|адамар|κατά στοιχείο|ανά στοιχείο"
        r"|po prvcích|po složkách|elementweise|komponentenweise|terme à terme|élément par élément|elemento a elemento",
    ),
    (("sin", "cos"), r"角度制|度数|度數|度で|градус|μοίρ|stupn|grad\b|degrés"),
)
#: Words for what operators between matrices are.
USUAL = {
    "odot": r"逐元素|逐点|逐點|哈达|哈達|要素|アダマール|원소|요소|아다마르|поэлемент|адамар"
    r"|hadamard|στοιχείο|prvcích|složkách|element|komponent",
    "oslash": r"逐元素|逐点|除|要素|원소|요소|поэлемент|prvcích|element",
    "otimes": r"克罗内克|克羅內克|张量|張量|クロネッカー|テンソル|크로네커|텐서|кронекер|тензор|kronecker|tenso",
}
USUAL["circ"] = USUAL["odot"]
#: Products of letters, and signs for products of entries.
_PRODUCT = re.compile(r"⟨[A-Z]\s*[A-Z]⟩|乘|積|곱|произвед|умнож|γινόμεν|součin|násob|produ[ckit]", re.I)
_OF_A_SIGN = re.compile(r"\\(?:odot|circ|otimes|sigma)\b|[⊙∘⊗]")


def is_foreign(words: str) -> bool:
    """Tell whether words are of a language that is not read: other letters, or accents and no English word.

    >>> [is_foreign(each) for each in ("设 $A$ 是对称矩阵", "Obecně neplatí:", "as Schrödinger has it", "with α")]
    [True, True, False, False]
    """
    bare = _FORMULA.sub(" ", words)
    return _SCRIPT.search(bare) is not None or (_ACCENTED.search(bare) is not None and not _ENGLISH.search(bare))


def foreign_words(words: str) -> str:
    """Return the first words that are not read, where words are of another language; else nothing."""
    return " ".join(words.split())[:60] if is_foreign(words) else ""


def softmax_of(words: str, is_named: bool) -> str:
    """Return of what words of another language may say that softmax is taken: "rows", or "unclear"; else nothing.

    Where they do not name softmax, columns are "turned".
    """
    bare = _FORMULA.sub(" ", words)
    if re.search(_COLUMN, bare, re.I):
        return "unclear" if is_named else "turned"
    if not is_named:
        return ""
    if re.search(_ROW, bare, re.I):
        return "unclear" if re.search(_NOT, bare, re.I) else "rows"
    return "unclear" if re.search(_AXIS, bare, re.I) else ""


def changed_notations(words: str) -> Iterator[tuple[str, int, str]]:
    """Yield the signs that words of another language may change, each with where, and the words."""
    for signs, pattern in _CHANGES if is_foreign(words) else ():
        if "juxt" in signs and (_OF_A_SIGN.search(words) or not _PRODUCT.search(words)):
            continue  # it is another product, or a function
        for found in re.finditer(rf"[^⟨⟩]{{0,20}}(?:{pattern})[^⟨⟩]{{0,20}}", words, re.I):
            yield from ((sign, found.start(), found.group().strip()) for sign in signs)

"""Marking in a text what a question found: one regular expression a question, run over texts of either language."""

import re
from functools import lru_cache

from . import korean
from .endings import without_ending
from .query import WORD, Question, Word
from .tokens import HANGUL, normalized, stem

# A verb's last vowel changes in conjugation: ㅣ→ㅕ, ㅜ→ㅝ, ㅗ→ㅘ, ㅡ→ㅓ or ㅏ, ㅏ→ㅐ, ㅚ→ㅙ (numbers of medial vowels).
CHANGES = {20: (20, 6), 13: (13, 14), 8: (8, 9), 18: (18, 4, 0), 0: (0, 1), 11: (11, 10)}
IRREGULAR_FINALS = (7, 17, 19)  # ㄷ, ㅂ, ㅅ may go
WORD_START = r"(?<![A-Za-z0-9])"
FIRST, LAST = 0xAC00, 0xD7A3


def pattern(question: Question) -> re.Pattern[str] | None:
    """The expression that finds every word of a question in every form; None when there is none."""
    parts = [part for word in question.words for part in parts_of(word)]
    parts += [phrase(other) for each in question.parts for other in each.others]
    unique = sorted(dict.fromkeys(filter(None, parts)), key=len, reverse=True)
    # All Latin ones behind one look back, which is tried once a place and not once a word.
    latin = [part.removeprefix(WORD_START) for part in unique if part.startswith(WORD_START)]
    others = [part for part in unique if not part.startswith(WORD_START)]
    whole = [*others, *([f"{WORD_START}(?:{'|'.join(latin)})"] if latin else [])]
    return re.compile("|".join(whole), re.IGNORECASE) if whole else None


def parts_of(word: Word) -> list[str]:
    """The expressions of one word and of what was searched instead of it."""
    found = [] if word.instead else (korean_parts(word.text) if word.is_korean else [latin_part(word.text)])
    for other in word.instead:
        found += korean_parts(other) if HANGUL.match(other) else [latin_part(other)]
    return found


@lru_cache(maxsize=4096)
def phrase(text: str) -> str:
    """A phrase that means the same as words typed."""
    if text.isascii():
        return r"[\s-]{1,3}".join(map(latin_part, text.split()))
    if len(text) == 1:
        return rf"(?<![가-힣]){text}"
    # A Korean member may be a verb's stem, which by itself is often read as a noun.
    return (
        "|".join([*korean_parts(text), conjugated(text)]) if HANGUL.fullmatch(text) else spaced("".join(text.split()))
    )


def latin_part(text: str) -> str:
    """A Latin word with any ending; the parts of a code with anything that may stand between them."""
    parts = [part for part in re.split(r"[._/-]", text) if part]
    if len(parts) > 1:
        return WORD_START + r"[._/\s-]?".join(map(re.escape, parts)) + r"[A-Za-z0-9]*"
    return WORD_START + re.escape(stem(text)) + (r"[A-Za-z]*" if text.isalpha() else r"(?![A-Za-z0-9])")


@lru_cache(maxsize=4096)
def korean_parts(text: str) -> list[str]:
    """The nouns of a Korean word with or without a space between syllables, its verbs in all their forms."""
    tokens = korean.morphemes(text)
    if korean.is_broken(tokens):
        return [spaced(without_ending(text))]
    found, run = [], ""
    for token in [*tokens, None]:
        if token is not None and (korean.is_noun(token.tag) or token.tag in ("XPN", "NR", "SN")):
            run += token.form
            continue
        if len(run) > 1 or (run and len(text) == 1):
            found.append(spaced(run))
        run = ""
        if token is not None and len(token.form) > 1 and token.form not in korean.LIGHT:
            found += [conjugated(token.form)] if korean.is_verb(token.tag) else []
            found += [re.escape(token.form)] if token.tag == "MAG" else []
    return found or [spaced(without_ending(text))]


def spaced(word: str) -> str:
    """A word whose syllables may have one space between them."""
    return r"\s?".join(map(re.escape, word))


def conjugated(verb: str) -> str:
    """A verb stem whose last syllable is open to its contractions and irregular forms."""
    code = ord(verb[-1])
    if not FIRST <= code <= LAST:
        return re.escape(verb)
    initial, rest = divmod(code - FIRST, 588)
    medial, final = divmod(rest, 28)
    if final == 0:
        last = "|".join(syllables(initial, vowel) for vowel in CHANGES.get(medial, (medial,)))
    else:
        last = verb[-1] + (f"|{syllables(initial, medial)}" if final in IRREGULAR_FINALS and len(verb) > 1 else "")
    return f"{re.escape(verb[:-1])}(?:{last})"


def syllables(initial: int, medial: int) -> str:
    """Every syllable with this initial consonant and vowel."""
    first = FIRST + (initial * 21 + medial) * 28
    return f"[{chr(first)}-{chr(first + 27)}]"


def has_words(typed: str) -> bool:
    """Whether anything typed can be searched at all."""
    return bool(WORD.search(normalized(typed)))

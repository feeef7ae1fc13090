"""Words of somebody who asks, which say nothing about what happened."""

from .endings import without_ending
from .tokens import HANGUL

ENGLISH = frozenset(
    "why how what does do did can could i my me you your he she keep keeps suddenly all every one some still any get "
    "gets got after while during due because been being would should error errors issue issues problem problems "
    "http https really very".split()
)
KOREAN = frozenset(
    "갑자기 계속 자꾸 자주 왜 어떻게 너무 다시 잘 무슨 어디 언제 엄청 매우 정말 진짜 아주 점점 "
    "오류 에러 문제 발생 현상 이슈 사례 원인 관련".split()
)
# What is put behind the name of anything that went wrong.
SUFFIXES = ("사고", "장애", "오류", "에러", "문제", "현상", "발생", "이슈", "사태", "사건")


def is_asking(word: str) -> bool:
    """Whether a word says nothing about what happened."""
    if HANGUL.match(word):
        return word in KOREAN or without_ending(word) in KOREAN
    return word.lower() in ENGLISH


def without_suffix(word: str) -> str:
    """A Korean compound without the word for something that went wrong: 정전 of 정전사고."""
    for suffix in SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 2:
            return word.removesuffix(suffix)
    return word

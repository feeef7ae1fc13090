"""Korean morphology by Kiwi: one analyser a process, loaded when the first Korean text comes (about 300 MB, 2 s)."""

import threading
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

# Loan words of the trade that the analyser's dictionary lacks and would take apart.
LOAN_WORDS = tuple(
    (
        "데이터로더 로더 체크포인트 체크포인팅 처리량 페일오버 페일백 롤백 롤아웃 롤링 스로틀링 "
        "타임아웃 오토스케일링 오토스케일러 로드밸런서 밸런서 헬스체크 인피니밴드 오케스트레이션 "
        "쿠버네티스 파드 노드풀 네임스페이스 인그레스 컨테이너 레플리카 레플리케이션 샤드 샤딩 스냅샷 "
        "프로비저닝 프로비저너 디스크립터 스토리지 캐시 캐싱 스트래글러 워치독 리트라이 백오프 "
        "서킷브레이커 페이로드 핸드셰이크 트랜시버 펌웨어 하이퍼바이저 커밋 머지 파이프라인 아티팩트 "
        "레지스트리 웹훅 컨트롤러 스케줄러 디스케줄러 큐브렛 데몬셋 시크릿 테라폼 리버스 프록시 "
        "게이트웨이 라우팅 플래핑 멀티캐스트 대역폭 지연시간 처리율 가용영역 가용존 랙 배선 정전 냉각 "
        "무정전 이중화 삼중화 복제본 마이그레이션 스키마 인덱스 커넥션 풀 데드락 메모리누수 누수 "
        "가비지컬렉션 힙 스왑 커널 패닉 텐서 그래디언트 옵티마이저 에포크 배치 손실값 발산 레몬 "
        "파이토치 엔비디아 디도스 랜섬웨어 피싱 타이포스쿼팅 토큰 자격증명 인증서 만료 갱신 "
    ).split()
)
# Words so light that they would match everywhere.
LIGHT = frozenset(
    "하 되 있 없 않 것 수 등 때 이 그 저 및 또 더 를 을 위하 대하 통하 따르 같 보 주 나 받 때문 경우 뒤 중".split()
)
# Tags of morphemes that carry meaning: nouns, roots, verbs, adjectives, adverbs, foreign script.
MEANING = ("NN", "NR", "XR", "VV", "VA", "MM", "MAG", "MAJ", "SH")
NOUN = ("NNG", "NNP", "XR", "NNB")
FUNCTION = ("J", "E", "XS", "VX", "VCP", "S")


_loading = threading.Lock()


def analyser() -> Any:
    """The process's Kiwi, with the trade's loan words as nouns. Loaded once, also when two threads want it first."""
    with _loading:
        return _loaded()


@cache
def _loaded() -> Any:
    from kiwipiepy import Kiwi

    kiwi = Kiwi(load_multi_dict=False)
    for word in LOAN_WORDS:
        kiwi.add_user_word(word, "NNG", 0)
    return kiwi


def morphemes(text: str) -> list[Any]:
    """The morphemes of a text; each has form, tag, start and len (in characters)."""
    return list(analyser().tokenize(text))


@lru_cache(maxsize=32768)
def morphemes_of(word: str) -> tuple[Any, ...]:
    """The morphemes of a single word, kept: the words of a vocabulary and of searches come again and again."""
    return tuple(morphemes(word))


def morphemes_of_all(texts: Iterable[str]) -> Iterable[list[Any]]:
    """The morphemes of many texts, analysed on all cores."""
    return (list(tokens) for tokens in analyser().tokenize(list(texts)))


def carries_meaning(tag: str) -> bool:
    """Whether a morpheme with this tag is worth finding."""
    return tag.startswith(MEANING)


def is_noun(tag: str) -> bool:
    """Whether a morpheme with this tag can be part of a compound noun."""
    return tag in NOUN


def is_verb(tag: str) -> bool:
    """Whether a morpheme with this tag is a verb or an adjective of its own."""
    return tag.startswith("V") and tag not in ("VCP", "VX")


def is_function(tag: str) -> bool:
    """Whether a morpheme with this tag is a particle, an ending or punctuation."""
    return tag.startswith(FUNCTION)


def is_broken(tokens: Iterable[Any]) -> bool:
    """Whether a word was read as noun, particle, noun: a compound that the dictionary lacks (데이터/로/더)."""
    particle = False
    for token in tokens:
        if token.tag[0] == "J":
            particle = True
        elif particle and token.tag[0] in "NMV" and token.tag != "VCP":
            return True
    return False

"""Korean particles and common endings, cut by spelling: a second opinion where the analyser knows a word too little."""

PARTICLES = tuple(
    sorted(
        (
            "은 는 이 가 을 를 의 에 에서 에게 로 으로 와 과 도 만 까지 부터 처럼 보다 마다 이나 나 라도 "
            "이라도 하고 한테 께서"
        ).split(),
        key=len,
        reverse=True,
    )
)
ENDINGS = tuple(
    sorted(
        "졌다 진다 지는 지고 지며 지면서 져서 졌고 짐 했다 한다 하는 하고 하며 하지 하자 한 할 함 "
        "됐다 된다 되는 되고 된 될 됨 되어 "
        "되자 었다 았다 였다 렸다 렸던 겼다 기는 긴 김 춰 췄다 추는 춘 춤 는다 는 은 다 려 려서 며 면서 고".split(),
        key=len,
        reverse=True,
    )
)


def without_ending(word: str) -> str:
    """The word without a particle or ending, when at least two syllables stay (one for an ending of a longer word)."""
    for ending in (*PARTICLES, *ENDINGS):
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            return word[: -len(ending)]
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 1 and len(word) >= 3:
            return word[: -len(ending)]
    return word

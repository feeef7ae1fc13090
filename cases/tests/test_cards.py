"""The pictures for shared links: the right size, both scripts, nothing outside the frame."""

from io import BytesIO

import pytest
from PIL import Image

from cases.cards import HEIGHT, INK, LOWEST, MARGIN, SOFT, TITLE_TOP, WIDTH, Card, fitted, sized, step, width, wrapped
from cases.tests.factories import case, text

LONG = "Throughput of a run on 384 GPUs broke down within hours of launch because the shared storage was full " * 9
LONG_KO = "꽉 찬 공유 스토리지가 학습 데이터를 밀어내어 GPU 384개로 돌린 학습의 처리량이 몇 시간 만에 무너졌다 " * 9


def picture(card: Card) -> Image.Image:
    return Image.open(BytesIO(card.png()))


def ink(image: Image.Image, box: tuple[int, int, int, int]) -> bool:
    """Whether anything dark stands in a part of the picture."""
    return min(image.convert("L").crop(box).tobytes()) < 120


@pytest.mark.parametrize("title", ["Short", LONG, LONG_KO, "쨌뷁꿻", "", "x" * 900])
def test_a_card_keeps_its_margins_whatever_the_title(title):
    image = picture(Card("above", title, title, "below"))
    assert image.size == (WIDTH, HEIGHT)
    assert not ink(image, (0, 20, MARGIN - 4, HEIGHT)) and not ink(image, (WIDTH - MARGIN + 4, 20, WIDTH, HEIGHT))


@pytest.mark.parametrize("title", [LONG, LONG_KO, "x" * 900])
def test_a_long_title_leaves_room_for_what_is_below(title):
    size, lines = sized(title)
    assert TITLE_TOP + len(lines) * step(size) <= LOWEST
    assert lines[-1].endswith("…")


def test_a_short_title_is_larger_than_a_long_one():
    assert sized("Short")[0] > sized(LONG)[0]


def test_lines_lose_no_word():
    assert " ".join(wrapped(LONG_KO, 40)).split() == LONG_KO.split()


def test_a_word_wider_than_the_card_is_broken():
    lines = list(wrapped("x" * 400, 40))
    assert "".join(lines) == "x" * 400
    assert max(width(line, 40) for line in lines) <= WIDTH - 2 * MARGIN


def test_what_fits_is_not_cut():
    assert fitted("Short", 40, 1) == ["Short"]


def test_hangul_is_drawn_and_not_a_box():
    """A font without a sign draws the same box for all of them."""
    first, second = picture(Card("", "가", "", "")), picture(Card("", "뷁", "", ""))
    assert first.tobytes() != second.tobytes()


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cases")
def test_each_language_has_a_card_of_its_own(client):
    case(7, title=text("Outage `x`", "장애 `x`"))
    korean, english = client.get("/cases/IL-0007.png"), client.get("/en/cases/IL-0007.png")
    assert korean["Content-Type"] == english["Content-Type"] == "image/png"
    assert korean.content != english.content


@pytest.mark.django_db
@pytest.mark.usefixtures("no_cases")
def test_a_card_is_where_the_page_says_and_the_library_has_one(client):
    case(7)
    assert (
        'property="og:image" content="http://testserver/en/cases/IL-0007.png"'
        in client.get("/en/cases/IL-0007").content.decode()
    )
    assert client.get("/en/card.png").content.startswith(b"\x89PNG")


def test_the_same_card_is_the_same_file():
    assert Card("a", LONG, LONG_KO, "b").png() == Card("a", LONG, LONG_KO, "b").png()


def test_title_and_other_title_have_colours_that_can_be_read():
    """Contrast on paper: 16 to 1 and 6 to 1; the picture is not to lose them to its palette."""
    shown = picture(Card("", LONG, LONG_KO, "")).convert("RGB").tobytes()
    colours = {f"#{shown[place : place + 3].hex()}" for place in range(0, len(shown), 3)}
    assert any(near(colour, INK) for colour in colours) and any(near(colour, SOFT) for colour in colours)


def near(one: str, other: str) -> bool:
    return all(abs(int(one[n : n + 2], 16) - int(other[n : n + 2], 16)) < 24 for n in (1, 3, 5))

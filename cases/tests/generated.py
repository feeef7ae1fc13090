"""Libraries made by chance, always the same for a seed: every way in which a record can say something or nothing."""

from datetime import date, timedelta
from random import Random
from typing import Any

from cases.tests.factories import Document, coded_slugs, document, review, text
from cases.vocabulary import BY_KEY

ORGANIZATIONS = [f"Organization {number}" for number in range(12)]
REVIEWED = review("A. Reader", "2026-01-02T03:04:05Z")


def library(size: int, seed: int = 1) -> list[Document]:
    """So many documents. A tenth of them is not published; few values are frequent and many are rare."""
    random = Random(seed)
    return [made(number, random) for number in range(1, size + 1)]


def made(number: int, random: Random) -> Document:
    said: dict[str, Any] = {facet: values(facet, random) for facet in coded_slugs()}
    said |= {"date": some_date(random), "org": random.choice(ORGANIZATIONS)}
    if random.random() < 0.3:
        said["review"] = REVIEWED
    return document(number, **said) | some_status(number, random)


def values(facet: str, random: Random) -> Any:
    slugs = coded_slugs()[facet]
    if not BY_KEY[facet].many:
        return pick(slugs, random)
    least = 1 if facet in ("symptoms", "domain") else 0
    return list(dict.fromkeys(pick(slugs, random) for _place in range(random.randint(least, 5))))


def pick(slugs: tuple[str, ...], random: Random) -> str:
    return slugs[int(len(slugs) * random.random() ** 3)]


def some_date(random: Random) -> str:
    day = date(2019, 1, 1) + timedelta(days=random.randrange(2500))
    return day.isoformat()[: random.choice((4, 7, 10, 10))]


def some_status(number: int, random: Random) -> Document:
    status = random.choices(("published", "draft", "withdrawn"), (18, 1, 1))[0]
    if status == "withdrawn":
        return {"status": status, "status_reason": text("The source was retracted.", "출처가 철회되었다.")}
    return {} if status == "published" else {"status": status}

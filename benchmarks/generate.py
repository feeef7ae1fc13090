"""Cases that never happened, as documents: the same ones for the same vocabulary, however many are asked for.

Values follow Zipf's law, as those of real libraries do: some 13 a case, 300 organizations, ten years. Each text has the
size that real cases have: in all about 2,100 Korean and 4,200 English characters a case.
"""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import accumulate, pairwise
from random import Random
from typing import Any

from benchmarks import sentences
from benchmarks.sentences import PARTS, PLACES, Pair

Document = dict[str, Any]
Vocabulary = dict[str, list[dict[str, Any]]]

SEED = 20_160_101
ZIPF = 0.9
FIRST_DAY, DAYS = date(2016, 1, 1), 3652
# How many values a case has in a facet, drawn evenly; with a root cause and a severity 13 on average.
AMOUNTS = {"symptoms": (2, 3, 4), "components": (2, 3, 4, 5), "contributing": (1, 2, 3, 4), "domain": (1, 2, 3)}
KINDS_OF_ORGANIZATION = (
    "Cloud", "Labs", "Systems", "Networks", "Research", "Compute", "Storage", "Logistics", "Bank", "Media", "Health",
    "Mobility", "Games", "Telecom", "Energy",
)  # fmt: skip
NAMES_OF_ORGANIZATIONS = (
    "Amber", "Birch", "Cobalt", "Delta", "Ember", "Fjord", "Granite", "Harbor", "Indigo", "Juniper", "Kestrel", "Lumen",
    "Meadow", "Nimbus", "Orchid", "Pine", "Quartz", "River", "Summit", "Tundra",
)  # fmt: skip


class Zipf:
    """Draws from values of which the n-th is as frequent as n to the power of minus ZIPF."""

    def __init__(self, values: Sequence[str], random: Random) -> None:
        self.values, self.random = values, random
        self.weights = list(accumulate(rank**-ZIPF for rank in range(1, len(values) + 1)))

    def one(self) -> str:
        return self.random.choices(self.values, cum_weights=self.weights)[0]

    def several(self, amount: int) -> list[str]:
        """So many different values."""
        found: dict[str, None] = {}
        while len(found) < amount:
            found[self.one()] = None
        return list(found)


class Generator:
    """A source of documents; the first hundred of ten thousand are those of five hundred."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.random = Random(SEED)
        organizations = [f"{name} {kind}" for name in NAMES_OF_ORGANIZATIONS for kind in KINDS_OF_ORGANIZATION]
        self.random.shuffle(organizations)
        self.organizations = Zipf(organizations, self.random)
        self.terms = {
            facet: Zipf([term["slug"] for term in terms if term.get("assignable", True)], self.random)
            for facet, terms in vocabulary.items()
        }

    def documents(self, amount: int) -> Iterator[Document]:
        """The first documents."""
        return (self.document(number) for number in range(1, amount + 1))

    def document(self, number: int) -> Document:
        """The next document, with this number."""
        several = {facet: self.terms[facet].several(self.random.choice(n)) for facet, n in AMOUNTS.items()}
        return {
            "id": f"IL-{number:04d}",
            "org": self.organizations.one(),
            "date": self.date(),
            "date_kind": self.random.choice(("incident", "incident", "incident", "published")),
            "severity": self.terms["severity"].one(),
            "root_cause": self.terms["root_cause"].one(),
            **several,
            **self.texts(),
            "impact": {"scope": "one site", "users": "unknown", "region": "unknown"},
            "timeline": {"detected_after": f"{self.random.randint(2, 90)}m", "resolved_after": self.hours()},
            "sources": [{"url": f"https://example.org/reports/{number}", "kind": "postmortem", "license": "unknown",
                         "archived": None}],
            "docs": [],
            "related": [],
            "recurrence_of": None,
            "review": {"written_by": "session", "reviewed_at": None, "reviewed_by": None},
        }  # fmt: skip

    def date(self) -> str:
        """A day of the ten years; of one case in ten only the month is known, of one in thirty only the year."""
        day = (FIRST_DAY + timedelta(days=self.random.randrange(DAYS))).isoformat()
        return day[: self.random.choices((10, 7, 4), weights=(26, 3, 1))[0]]

    def hours(self) -> str | None:
        """How long an incident took, where that is known."""
        return f"{self.random.randint(1, 40)}h" if self.random.random() < 0.7 else None

    def texts(self) -> Document:
        """The texts of a case."""
        course = self.told(sentences.COURSE, 15)
        return {
            "title": text(self.told(sentences.TITLES, 1)),
            "summary": text(course, (5, 10)),
            "symptoms_text": text(self.told(sentences.SYMPTOMS, 11), (6,)),
            "trigger": text(self.told(sentences.TRIGGERS, 1)),
            "detection": text(self.told(sentences.DETECTIONS, 2)),
            "remediation": [{"text": text([pair])} for pair in self.told(sentences.REMEDIATIONS, 4)],
            "action_items": [{"text": text([pair])} for pair in self.told(sentences.ACTION_ITEMS, 4)],
            "lessons": text(self.told(sentences.LESSONS, 4), (2,)),
        }

    def told(self, pool: Sequence[Pair], amount: int) -> list[Pair]:
        """So many different sentences with their slots filled, alike in both languages."""
        return [self.filled(pair) for pair in self.random.sample(pool, amount)]

    def filled(self, pair: Pair) -> Pair:
        """A sentence in both languages about the same numbers and things."""
        part, place = self.random.choice(PARTS), self.random.choice(PLACES)
        n, m, p = self.random.randint(8, 480), self.random.randint(2, 48), self.random.randint(5, 95)
        english, korean = (
            sentence.format(part=part[at], place=place[at], n=n, m=m, p=p) for at, sentence in enumerate(pair)
        )
        return english[0].upper() + english[1:], korean


def text(pairs: Sequence[Pair], breaks: Sequence[int] = ()) -> dict[str, str]:
    """Sentences as a text of the record; a new paragraph begins at each break."""
    english, korean = zip(*pairs, strict=True)
    return {"en": paragraphs(english, breaks), "ko": paragraphs(korean, breaks)}


def paragraphs(parts: Sequence[str], breaks: Sequence[int]) -> str:
    """Sentences in a row, divided at the breaks."""
    bounds = [0, *breaks, len(parts)]
    return "\n\n".join(" ".join(parts[start:stop]) for start, stop in pairwise(bounds))

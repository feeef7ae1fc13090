"""What a pasted text points to."""

from urllib.parse import urlencode

from cases.matcher import Found, Match, match
from cases.matcher.apart import Observation
from cases.matcher.match import LONGEST_TEXT, Behind, Cause
from cases.snapshot import Snapshot

from .addresses import Addresses
from .cases import Answer, briefs, reasons
from .refusals import Refusal
from .vocabulary import told_term


def match_text(text: str, snapshot: Snapshot, addresses: Addresses) -> Answer:
    """Symptoms, components, causes and cases for a text. Nothing of the text is kept."""
    if len(text.encode()) > LONGEST_TEXT:
        raise Refusal(413, f"The text is longer than {LONGEST_TEXT} bytes of UTF-8; take the lines around the error.")
    if not text.strip():
        raise Refusal(400, "The text is empty.")
    return told_match(match(text, snapshot), addresses)


def told_match(found: Match, addresses: Addresses) -> Answer:
    """A match as data."""
    told = briefs([behind.pk for behind in found.cases], addresses)
    return {
        "count": found.count,
        "recorded": found.recorded,
        "url": addresses.list(f"?{urlencode(found.parameters)}") if found.parameters else None,
        "symptoms": [proposed(each) for each in found.symptoms],
        "components": [proposed(each) for each in found.components],
        "causes": [likely(cause) for cause in found.causes],
        "cases": [behind_text(each, told[each.pk]) for each in found.cases if each.pk in told],
        "apart": [observation(each) for each in found.apart],
    }


def proposed(found: Found) -> Answer:
    """A value with the words that led to it."""
    return {**told_term(found.value), "words": list(found.words)}


def likely(cause: Cause) -> Answer:
    """A cause with the cases behind it."""
    return {**told_term(cause.value), "cases": cause.cases, "lift": round(cause.lift, 2)}


def behind_text(behind: Behind, told: Answer) -> Answer:
    """A case behind the text."""
    short = {key: told[key] for key in ("id", "title", "url")}
    return short | {"score": behind.score, "reasons": reasons(behind.reasons), "wordings": list(behind.wordings)}


def observation(seen: Observation) -> Answer:
    """What would tell the causes apart."""
    causes = [{**told_term(share.cause), "cases": share.cases, "of": share.of} for share in seen.shares]
    named = {**told_term(seen.value), "facet": seen.value.facet}
    return named | {"cases": seen.cases, "gain": round(seen.gain, 3), "causes": causes}

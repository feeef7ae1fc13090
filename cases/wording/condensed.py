"""A text without what is new in every line (times, hosts, addresses, hashes), with the way back to the original."""

import re
import unicodedata
from array import array
from collections.abc import Iterator
from dataclasses import dataclass

# Every part is bounded and none begins where another of its kind could, so that the whole runs in linear time.
_DATE = r"\d{4}[-/]\d\d[-/]\d\d"
_CLOCK = r"\d\d:\d\d:\d\d(?:[.,]\d{1,9})?"
_ZONE = r"(?:Z|[ ]?[+-]\d\d:?\d\d|[ ]UTC|[ ]KST)?"
# The machine's name follows the time in a syslog line: `Mar  3 12:00:01 gpu-07 kernel:`.
_HOST = r"(?:[ ](?=[\w.-]{0,60}[\d.-])[A-Za-z][\w.-]{1,60}(?=[ ][\w./()-]{1,40}(?:\[\d{1,7}\])?:))?"
_HEX = "[0-9a-fA-F]"
_WORDS = (
    rf"{_DATE}[T ]{_CLOCK}{_ZONE}{_HOST}",
    rf"[A-Z][a-z]{{2}} [ \d]\d {_CLOCK}{_HOST}",
    rf"\d\d/[A-Z][a-z]{{2}}/\d{{4}}[: ]{_CLOCK}{_ZONE}",
    rf"[IWEF]\d{{4}} {_CLOCK} {{1,8}}\d{{1,7}}\b",  # klog
    rf"{_DATE}\b",
    rf"{_CLOCK}\b",
    rf"{_HEX}{{8}}-(?:{_HEX}{{4}}-){{3}}{_HEX}{{12}}\b",  # UUID
    rf"(?:{_HEX}{{2}}:){{5,19}}{_HEX}{{2}}\b",  # MAC, GUID
    rf"(?:PCI:)?(?:{_HEX}{{4,8}}:)?{_HEX}{{2}}:{_HEX}{{2}}\.[0-7]\b",
    rf"PCI:{_HEX}{{1,8}}:{_HEX}{{1,2}}:{_HEX}{{1,2}}\b",
    rf"(?:{_HEX}{{1,4}}::?){{3,7}}(?:{_HEX}{{1,4}})?\b",  # IPv6
    r"\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?\b",  # IPv4; a port is kept
    rf"0x{_HEX}{{6,32}}\b",
    r"(?=[0-9a-f]{0,11}\d)[0-9a-f]{12,128}\b",  # container ids, digests
)
NOISE = re.compile(
    "|".join(
        (
            r"\x1b\[[0-9;]{0,12}m",  # colours of a terminal
            r"\[ {0,6}\d{1,7}\.\d{3,6}\]",  # seconds since the kernel began
            r"(?<=\w)\[\d{1,7}\](?=:)",  # a process id
            r"-[0-9a-f]{8,10}-[0-9a-z]{5}\b",  # a pod of a deployment
            r"-(?=[a-z]{0,4}\d)(?=\d{0,4}[a-z])[bcdfghjklmnpqrstvwxz0-9]{5}\b(?![.-])",  # a pod of a daemon set
            # What a word of noise can begin with decides fast for most words that they are none.
            rf"\b(?=[0-9A-Fa-fIWPJMSON])(?:{'|'.join(_WORDS)})",
        )
    )
)
QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "İ": "i"})
# A single plain space stays as it is.
SPACES = re.compile(r"\s{2,}|[^\S ]")
# A name, and where inside it another word begins.
NAME = re.compile(r"[A-Za-z0-9]{4,80}")
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# A syllable typed as its letters: initial, vowel, and perhaps a final.
CLUSTER = re.compile(r"[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|.[\u0300-\u036f]{1,8}", re.DOTALL)

Span = tuple[int, int]


@dataclass(frozen=True)
class Condensed:
    """A text in lower case, composed, noise blanked, spaces collapsed; `starts`, `ends` are places in the original."""

    text: str
    starts: "array[int]"
    ends: "array[int]"
    cased: str  # the same with the capitals as they were typed

    def original(self, span: Span) -> Span:
        """Where a part of the condensed text stands in the original."""
        return self.starts[span[0]], self.ends[span[1] - 1]

    def unfolded(self) -> tuple[str, "array[int]"]:
        """The names made of several words, such as HostOutOfDiskSpace, word by word, and each letter's place in `text`.

        A name ends like a sentence, so that no phrase runs from one into the next.
        """
        pieces: list[str] = []
        places = array("I")
        for match in NAME.finditer(self.cased):
            words = HUMP.split(match.group())
            if len(words) > 1:
                place = match.start()
                for word in words:
                    pieces += word.lower(), " "
                    places.extend((*range(place, place + len(word)), place + len(word) - 1))
                    place += len(word)
                pieces[-1] = ".\n"
                places.append(place - 1)
        return "".join(pieces), places


def condensed(text: str) -> Condensed:
    """The condensed form of a text of any kind and length."""
    if unicodedata.is_normalized("NFC", text):
        return squeezed(text, array("I", range(len(text) + 1)))
    pieces, starts = composed(text)
    return squeezed("".join(pieces), starts)


def composed(text: str) -> tuple[list[str], "array[int]"]:
    """A text with its syllables composed, and the place in the original of each of its characters and of its end."""
    pieces: list[str] = []
    starts = array("I")
    for piece, start in clusters(text):
        pieces.append(piece)
        starts.extend(range(start, start + len(piece)))
    starts.append(len(text))
    return pieces, starts


def clusters(text: str) -> Iterator[tuple[str, int]]:
    """Single composed characters, and the stretches between them as they stand."""
    place = 0
    for match in CLUSTER.finditer(text):
        if place < match.start():
            yield text[place : match.start()], place
        whole = unicodedata.normalize("NFC", match.group())
        yield whole[0], match.start()
        place = match.end()
    if place < len(text):
        yield text[place:], place


def squeezed(text: str, places: "array[int]") -> Condensed:
    """Noise blanked, runs of spaces made one, a line break where they had one."""
    quiet = NOISE.sub(blank, text).translate(QUOTES)
    pieces: list[str] = []
    starts, ends = array("I"), array("I")
    place = 0
    for match in SPACES.finditer(quiet):
        first, last = match.span()
        pieces += quiet[place:first], "\n" if "\n" in match.group() else " "
        starts.extend(places[place : first + 1])
        ends.extend(places[place + 1 : first + 1])
        ends.append(places[last])
        place = last
    pieces.append(quiet[place:])
    starts.extend(places[place:-1])
    ends.extend(places[place + 1 :])
    cased = "".join(pieces)
    return Condensed(cased.lower(), starts, ends, cased)


def blank(match: re.Match[str]) -> str:
    """As many spaces as there were characters."""
    return " " * len(match.group())

"""The shape of a case document: its JSON Schema, and what that finds, in words that its writer can act on."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend

from .problems import Problem

SCHEMA = json.loads(Path(__file__).with_name("case.schema.json").read_text("utf-8"))
WHAT_A_PATTERN_WANTS = {
    "caseId": gettext_lazy("must be a case number such as IL-0129"),
    "slug": gettext_lazy("must be a slug: lower-case letters, digits and single hyphens"),
    "koText": gettext_lazy("must contain Hangul"),
    "text": gettext_lazy("must not be blank"),
    "impactText": gettext_lazy("must be one line that is not blank"),
    "partialDate": gettext_lazy("must be a date: YYYY-MM-DD, YYYY-MM or YYYY"),
    "duration": gettext_lazy("must be a duration such as 40m, 1h30m or 2d4h (units d, h, m, s in falling order)"),
    "httpUrl": gettext_lazy("must be an http or https address"),
    "timestamp": gettext_lazy("must be a moment in UTC such as 2026-11-09T11:55:49Z"),
}


def pattern(validator: Any, wanted: str, instance: Any, schema: dict[str, Any]) -> Iterator[ValidationError]:
    """JSON Schema's `pattern`, in which `$` is the end of the text; Python's also matches before a last line break."""
    if isinstance(instance, str) and not re.search(re.sub(r"\$$", r"\\Z", wanted), instance):
        said = (text for name, text in WHAT_A_PATTERN_WANTS.items() if SCHEMA["$defs"][name]["pattern"] == wanted)
        yield ValidationError(str(next(said, f"does not match {wanted}")))


@cache
def validator() -> Draft202012Validator:
    """The validator of a case, derived keys allowed."""
    kind = extend(Draft202012Validator, {"pattern": pattern})
    return kind({**SCHEMA, "$ref": "#/$defs/document", "required": []}, format_checker=FormatChecker())


def check_shape(document: dict[str, Any]) -> Iterator[Problem]:
    """What the JSON Schema says, in words."""
    for error in validator().iter_errors(document):
        for cause in causes(error):
            yield explained(cause, "/".join(map(str, cause.absolute_path)))


def causes(error: ValidationError) -> Iterator[ValidationError]:
    """What is behind an error. Of two alternatives one is null, and what was written was meant to be the other."""
    behind = [cause for cause in error.context if cause.validator_value != "null"]
    if not behind:
        yield error
    for cause in behind:
        yield from causes(cause)


def explained(error: ValidationError, path: str) -> Problem:
    """A schema error as a Problem."""
    value, wanted = error.instance, error.validator_value
    match error.validator:
        case "required":
            missing = [key for key in wanted if key not in value]
            return Problem(path, _("lacks %(keys)s") % {"keys": ", ".join(missing)})
        case "additionalProperties":
            allowed = tuple(sorted(error.schema["properties"]))
            return Problem(path, _("has an unknown key"), next(k for k in value if k not in allowed), allowed)
        case "enum" | "const":
            choices = wanted if error.validator == "enum" else [wanted]
            return Problem(path, _("is not allowed here"), value, tuple(map(str, choices)))
        case "type":
            return Problem(
                path,
                _("must be of type %(type)s") % {"type": wanted if isinstance(wanted, str) else " / ".join(wanted)},
                value,
            )
        case "format":
            return Problem(path, _("is no valid %(format)s") % {"format": wanted}, value)
        case "maxLength":
            return Problem(
                path,
                _("has %(count)s characters; at most %(most)s are allowed")
                % {"count": f"{len(value):,}", "most": f"{wanted:,}"},
            )
        case "maxItems":
            return Problem(
                path,
                _("has %(count)s entries; at most %(most)s are allowed")
                % {"count": f"{len(value):,}", "most": f"{wanted:,}"},
            )
        case "minItems" | "minLength":
            return Problem(path, _("must not be empty"))
        case "uniqueItems":
            return Problem(path, _("has an entry twice"), value)
        case _:
            return Problem(path, error.message[:200], value)

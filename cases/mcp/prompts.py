"""The prompt check_my_cluster: the read-only checks for a set of cases, as a task for an agent."""

from collections.abc import Iterator, Mapping

from cases.answers import Addresses, Refusal
from cases.answers.filters import StrictForm
from cases.answers.refusals import understood
from cases.checks import Check, Checked, all_checked
from cases.results import Results
from cases.snapshot import Snapshot
from cases.whole import WhichCases

from .arguments import Given, texts
from .details import survivor
from .told import counted, lines

NAME = "check_my_cluster"
TITLE = "Check my cluster"
DESCRIPTION = "Read-only checks for what has gone wrong elsewhere, with the incidents behind each check"
ARGUMENTS: Mapping[str, str] = {
    "id": "Number of an incident, such as IL-0129: checks its components",
    "symptoms": "A symptom, such as throughput-degraded",
    "root_cause": "A root cause, such as config-error",
    "components": "A component, such as gpu-driver",
    "domain": "A domain, such as ai-infra",
    "q": "Words in Korean or English",
}
MOST_COMPONENTS = 5
TASK = (
    "Check my cluster for what has gone wrong in public incidents: {about}. Only read. Run the commands below one by "
    "one, with my consent, and nothing that changes anything. Fill in what stands in <sharp brackets> first, or ask "
    "me. Where a program is not installed, say so and go on. Report each finding with what you saw and the numbers of "
    "the incidents behind the check, then read those with get_incident and tell me which of their contributing "
    "factors hold here. What you did not check, or could not, belongs into the report as well. A check without a "
    "finding proves nothing."
)


class Which(WhichCases):
    """Which cases a prompt is about."""

    class Meta:
        form = StrictForm


def check_my_cluster(given: Given, snapshot: Snapshot, addresses: Addresses) -> str:
    """The task in words."""
    unknown = [name for name in given if name not in ARGUMENTS]
    if unknown:
        known = ", ".join(ARGUMENTS)
        raise Refusal(400, f"{unknown[0][:80]}: There is no such argument. The arguments are {known}.")
    case_filter, about = question(texts(given), snapshot, addresses)
    understood(case_filter)
    results = Results(case_filter)
    of = about or results.sentence or "all incidents of the library"
    checked = all_checked(case_filter)[:MOST_COMPONENTS]
    if about:
        checked = [each for each in checked if each.value.slug in case_filter.query.values("components")]
    head = TASK.format(about=f"{of} ({counted(results.count, 'incident', 'incidents')})")
    nothing = None if checked else "The library has no checks for these incidents; read them instead."
    return "\n\n".join([head, *([nothing] if nothing else []), *(block(each, addresses) for each in checked)])


def question(given: dict[str, list[str]], snapshot: Snapshot, addresses: Addresses) -> tuple[WhichCases, str | None]:
    """Which cases, and what they are about where that is one case: those with any of its components."""
    numbers = given.pop("id", [])
    if not numbers:
        return Which(given, snapshot), None
    if given or len(numbers) > 1:
        raise Refusal(400, "id: Give one number alone, without other arguments.")
    record, _moved = survivor(numbers[0].strip(), snapshot, addresses)
    components = record["components"][:12]
    about = f"{record['id']}, “{record['title']['en']}”, and others with its components"
    return Which({"components": components, "components_match": "any"} if components else {}, snapshot), about


def block(component: Checked, addresses: Addresses) -> str:
    """The checks of one component with the cases behind them."""
    count = counted(component.count, "incident", "incidents")
    behind = f"{count}, among them {', '.join(component.numbers)}"
    address = f" ({addresses.list(component.address)})" if component.address else ""
    return lines(f"## {component.value.label_en}: {behind}{address}", *check_lines(component.checks))


def check_lines(checks: list[Check]) -> Iterator[str]:
    """Each check with what would be a finding."""
    for check in checks:
        what = f"`{check.text}`" if check.is_command else f"Look at: {check.text}"
        yield f"- {what}\n  A finding: {check.looks_for_en}"

"""Check my own cluster: what may run, what stands behind it, and that no text of anybody becomes a command."""

import re
import shlex
import subprocess

import pytest
from django.utils.translation import override

from cases.checks import Check, Checked, all_checked, query_for
from cases.script import comment, one_line, script
from cases.snapshot import Snapshot
from cases.tests.factories import document, load, numbers, understood, vocabulary
from cases.tests.page import Page
from cases.tests.plain import Plain, stored

pytestmark = pytest.mark.django_db
COMMANDS = [check["command"] for term in vocabulary()["components"] for check in term.get("checks") or ()]
# Verbs and programs that change something, and ways to write into files.
CHANGES = re.compile(
    r"(^|[|;&(\s])(sudo|rm|mv|cp|dd|tee|kill|pkill|reboot|shutdown|mkfs|mount|umount|chmod|chown|ln|truncate|sh|bash"
    r"|apply|create|delete|patch|edit|replace|scale|drain|cordon|uncordon|taint|label|annotate|exec|rollout|set|restart"
    r"|stop|start|enable|disable|install|remove|purge|put|post|insert|update|drop|alter|flush|write|terminate|modify"
    r"|reset|clear|import|restore)(\s|$)",
    re.IGNORECASE,
)
READS = {"python -c 'import torch; print(torch.__version__, torch.version.cuda, torch.cuda.nccl.version())'"}


def sheet(*components: Checked, about: tuple[str, ...] = ("A list",)) -> str:
    return script(about, components, "https://example.org/")


def checked(*commands: str) -> Checked:
    with_label = understood("").snapshot.values["components"]["nic"]
    checks = [Check(command, "a fault", "이상") for command in commands]
    return Checked(with_label, checks, 2, "?components=nic", ["IL-0001"])


def lines_that_run(text: str) -> list[str]:
    """The lines of a script that are neither empty nor a comment."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_vocabulary_changes_nothing(command):
    if not command.startswith("look:") and command not in READS:
        assert not CHANGES.search(command), command
        assert not re.search(r">(?!\s*/dev/null)(?!\S*\s*=)", re.sub(r"<[\w .-]+>|'[^']*'|\"[^\"]*\"", "", command))


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_the_script_of_the_whole_vocabulary_is_clean_and_runs_only_its_commands(lang):
    values = understood("").snapshot.values["components"].values()
    everything = [
        Checked(
            v, [Check(c["command"], c["looks_for"]["en"], c["looks_for"]["ko"]) for c in v.term.checks], 1, None, []
        )
        for v in values
        if v.term and v.term.checks
    ]
    with override(lang):
        text = sheet(*everything)
    subprocess.run(["bash", "-n"], input=text.encode(), check=True)
    head = ["set -u", "announce() { printf '\\n%s\\n' \"$1\"; }"]
    rest = [line for line in lines_that_run(text) if line not in head and not line.startswith("announce '")]
    assert rest == [each for each in COMMANDS if not each.startswith("look:") and not re.search(r"<[a-z][\w-]*>", each)]


def test_every_block_and_every_command_announces_itself():
    with override("en"):
        text = sheet(checked("ip link", "cat '/a b'"))
    told = [shlex.split(line)[1] for line in lines_that_run(text) if line.startswith("announce '")]
    assert told == ["== Network adapter (NIC): 2 cases", "$ ip link", "$ cat '/a b'"]


def test_a_script_says_what_it_runs(tmp_path):
    (tmp_path / "check.sh").write_text(sheet(checked("echo up", "not-installed-anywhere -v", "echo on")))
    done = subprocess.run(["bash", str(tmp_path / "check.sh")], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n\n")[1:] == ["$ echo up\nup", "$ not-installed-anywhere -v", "$ echo on\non\n"]
    assert "not-installed-anywhere" in done.stderr


def test_what_has_to_be_filled_in_is_commented_out_and_explained():
    with override("en"):
        text = sheet(checked("ethtool <iface>"))
    assert "# Fill in: <iface>\n# ethtool <iface>\n" in text
    assert "ethtool" not in "".join(lines_that_run(text))


def test_a_place_to_look_at_is_a_comment():
    with override("en"):
        text = sheet(checked("look: the push path of settings"))
    assert "# Look at: the push path of settings\n# A finding: a fault\n" in text
    assert len(lines_that_run(text)) == 3


@pytest.mark.parametrize(
    "text", ["a\nrm -rf /", "a\r\nb", "a\x0bb", "a\x85b", "a\u2028b", "\x1b[2Ja", "a\u202eb\u2066c"]
)
def test_no_text_ends_its_comment_or_hides_a_line(text):
    assert comment(text).isprintable()
    assert sheet(about=(text,)).splitlines()[1].startswith("# ")
    assert lines_that_run(sheet(about=(text,))) == lines_that_run(sheet())


def test_search_words_become_no_commands(client):
    text = client.get("/check.sh", {"q": "xid\nrm -rf /\n$(reboot)"}).content.decode()
    assert not [line for line in lines_that_run(text) if "rm -rf" in line or "reboot" in line]


def test_commands_stay_as_they_are():
    assert [one_line(command) for command in COMMANDS] == COMMANDS


def test_components_count_the_documents_that_carry_them(real: Snapshot):
    plain = Plain(stored()).keeping(lambda document: "ai-infra" in document["domain"])
    for each in all_checked(understood("?domain=ai-infra")):
        assert each.count == plain.count(("components", each.value.slug))
        assert len(numbers(each.address or "")) == each.count


def test_the_most_frequent_components_come_first_and_chosen_ones_before_them(no_cases):
    load(
        document(1, components=["nic", "dns"]), document(2, components=["dns"]), document(3, components=["etcd", "dns"])
    )
    assert [each.value.slug for each in all_checked(understood(""))][:1] == ["dns"]
    chosen = all_checked(understood(query_for([understood("").snapshot.values["components"]["etcd"]])))
    assert [each.value.slug for each in chosen] == ["etcd", "dns"]


def test_the_newest_cases_are_named(no_cases):
    load(*(document(number, components=["dns"], date=f"2025-01-0{number}") for number in range(1, 6)))
    assert all_checked(understood(""))[0].numbers == ["IL-0005", "IL-0004", "IL-0003"]


@pytest.mark.parametrize("prefix", ["", "/en"])
def test_the_page_and_the_script_have_the_same_commands(client, prefix):
    page = Page(client, f"{prefix}/check?domain=kubernetes")
    text = client.get(f"{prefix}/check.sh?domain=kubernetes").content.decode()
    shown = [code.text for code in page.all(class_="to-check")[0].all("code")]
    assert shown
    assert all(command in text for command in shown)
    assert page.one("pre", id="script").children == [text]


def test_a_count_on_the_page_is_what_its_link_shows(client):
    page = Page(client, "/check?domain=kubernetes")
    for section in page.all("section", class_="checked")[:4]:
        link = section.all("a")[0]
        assert page.glance(link).total == link.number


def test_the_script_is_a_file_in_the_language_of_its_address(client):
    response = client.get("/en/check.sh?domain=kubernetes")
    assert response["Content-Type"] == "text/x-shellscript; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="check.sh"'
    assert "# Every command only reads." in response.content.decode()
    assert "모든 명령은" in client.get("/check.sh").content.decode()


def test_a_script_of_nothing_understood_is_refused_in_words(client):
    response = client.get("/en/check.sh?symptoms=nonsense")
    assert response.status_code == 404
    assert "nonsense" in response.content.decode()


def test_list_and_detail_lead_to_the_checks(client):
    for address in ("/?domain=kubernetes", "/cases/IL-0129"):
        page = Page(client, address)
        links = page.one(class_="more-checks").all("a")
        assert page.follow(links[0]).all("section", class_="checked")
        assert client.get(links[1]["href"]).status_code == 200

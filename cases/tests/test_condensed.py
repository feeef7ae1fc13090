"""Texts without what is new in every line, and the way back to the original."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases.wording.condensed import condensed

NOISY = {
    "[91169.504389] NVRM: Xid (PCI:0000:3b:00.0): 79": "nvrm: xid ( ): 79",
    "Mar  3 12:00:01 gpu-07 kernel: oops": "kernel: oops",
    "2026-03-01T12:00:00.123+09:00 node12 slurmctld[2211]: error": "slurmctld : error",
    'E0301 12:00:00.123456    1234 kubelet.go:2448] "PLEG"': 'kubelet.go:2448] "pleg"',
    "[error] 2026/03/02 01:12:44 upstream": "[error] upstream",
    'GET / [02/Mar/2026:01:12:44 +0000] "502"': 'get / [ ] "502"',
    "dial tcp 10.96.0.10:53: i/o timeout": "dial tcp :53: i/o timeout",
    "pod coredns-5d78c9869d-abcd2 failed": "pod coredns failed",
    "kube-proxy-x7k2p crashed": "kube-proxy crashed",
    "id 0f7c2b3e-1111-4222-8333-123456789abc gone": "id gone",
    "at 0xffff88812345 in 0x19": "at in 0x19",
    "mlx5_core 0000:ab:00.0 mlx5_5: Link DOWN": "mlx5_core mlx5_5: link down",
    "\x1b[31mFATAL\x1b[0m: Too\tmany\n\n\nclients": "fatal : too many\nclients",
    "“Let’s Encrypt” – renewal": '"let\'s encrypt" - renewal',
    "ORA-00257: archiver error": "ora-00257: archiver error",
    "peer fe80::966d:ae03:8b:df54 lost": "peer lost",
    "sha256:9f86d081884c7d659a2feaa0c55ad015 missing": "sha256: missing",
}


@pytest.mark.parametrize(("line", "wanted"), NOISY.items())
def test_times_hosts_and_addresses_leave_no_trace(line, wanted):
    assert condensed(line).text.strip() == wanted


def test_codes_and_versions_stay():
    line = "exit code 137, status 503, h100, nccl 2.21, errno 28, sector 2048"
    assert condensed(line).text == line


def test_hangul_typed_in_letters_is_composed():
    reading = condensed(unicodedata.normalize("NFD", "디스크가 가득 참"))
    assert reading.text == "디스크가 가득 참"


def test_a_place_leads_back_to_the_letters_that_were_typed():
    typed = unicodedata.normalize("NFD", "로그: 디스크  가득 참")
    reading = condensed(typed)
    start = reading.text.index("디스크 가득")
    first, last = reading.original((start, start + len("디스크 가득")))
    assert unicodedata.normalize("NFC", typed[first:last]) == "디스크  가득"


@given(st.text(alphabet=st.sampled_from("aB1 .:-[]\n\t0fé가ᄀ\u1161\u11a8\u0301İ“"), max_size=60))
def test_every_character_has_a_place_in_the_original(typed):
    reading = condensed(typed)
    assert len(reading.text) == len(reading.starts) == len(reading.ends)
    assert [*reading.starts] == sorted(reading.starts)
    assert all(0 <= a < b <= len(typed) for a, b in zip(reading.starts, reading.ends, strict=True))

"""Keep a copy of an Incident Library in step with it: python3 mirror.py https://library.example.org FOLDER

The first run takes the whole library, each later one what has changed since; when nothing has, that is one request with
an empty answer. It can be interrupted anywhere: nothing is ever half written, and the next run makes up for it.
FOLDER/vocabulary.json and FOLDER/cases/ are what `manage.py load_library FOLDER` loads. A case that was withdrawn or
merged keeps its file, which then says so. Needs Python 3.8 or newer and nothing else.
"""

import json
import os
import sys
from datetime import datetime, timedelta
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def read(address, etag=""):
    with urlopen(Request(address, headers={"If-None-Match": etag} if etag else {}), timeout=60) as answer:
        return answer.read().decode("utf-8"), answer.headers["ETag"]


def write(path, text):
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def whole(site):
    return [json.loads(line) for line in read(site + "/library.jsonl")[0].split("\n") if line], ""


def changed(site, cases, state):
    text, etag = read(state["address"], state["etag"])
    found = []
    while True:
        page = json.loads(text)
        found += page["results"]
        for gone in page["tombstones"]:
            file = cases / (gone["id"] + ".json")
            if not file.exists():  # It came and went between two runs, and other cases may still name it.
                return whole(site)
            found.append({**json.loads(file.read_text("utf-8")), **gone})
        if not page["next"]:
            return found, etag
        text = read(page["next"])[0]


def mirror(site, folder):
    cases, memory = folder / "cases", folder / ".mirror"
    cases.mkdir(parents=True, exist_ok=True)
    state = json.loads(memory.read_text("utf-8")) if memory.exists() else {"newest": "1970-01-01T00:10:00Z"}
    try:
        found, etag = changed(site, cases, state) if "address" in state else whole(site)
    except HTTPError as answer:
        if answer.code == 304:
            return 0
        raise
    write(folder / "vocabulary.json", read(site + "/vocabulary.json")[0])
    for case in found:
        write(cases / (case["id"] + ".json"), json.dumps(case, ensure_ascii=False, indent=2) + "\n")
    newest = max([state["newest"], *(case["updated_at"] for case in found)])
    # A little overlap: two changes at the same time can become visible in the other order.
    since = datetime.strptime(newest[:19], "%Y-%m-%dT%H:%M:%S") - timedelta(minutes=5)
    address = f"{site}/api/cases?updated_since={since:%Y-%m-%dT%H:%M:%SZ}&page_size=100&facets=0"
    etag = etag if address == state.get("address") else ""
    write(memory, json.dumps({"newest": newest, "address": address, "etag": etag}))
    return len(found)


if __name__ == "__main__":
    print(mirror(sys.argv[1].rstrip("/"), Path(sys.argv[2])), "cases written")

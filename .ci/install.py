"""Make or complete a virtual environment: python3 .ci/install.py FOLDER REQUIREMENTS...

Needs only Python and pip. On a bare Debian venv cannot bring a pip, and pip refuses to install outside of a virtual
environment; so the environment is made without pip, and the pip that is there installs into it. The environment keeps a
copy of each requirements file that was installed: when they are equal, there is nothing to do.
"""

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

# As variables rather than options, since an older pip ignores those that it does not know.
QUIET = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore", "PIP_USER": "0"}


def main(folder: Path, requirements: list[Path]) -> None:
    """Have everything that the requirements files name installed in the folder."""
    if is_complete(folder, requirements):
        return
    if sys.version_info < (3, 11):  # noqa: UP036 - this is where an older Python is told
        sys.exit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    folder.parent.mkdir(exist_ok=True)
    with locked(folder.parent) as lock:
        if not is_complete(folder, requirements):  # another process may have done it meanwhile
            install(folder, requirements, lock)


def install(folder: Path, requirements: list[Path], lock: int) -> None:
    """Install the files, into a new environment unless the last installation into this one came to its end."""
    print(f"Installing {' and '.join(map(str, requirements))} into {folder}, once ...", flush=True)
    if not (receipts(folder).exists() and runs(folder)):
        venv.create(folder, clear=True, symlinks=True)
    shutil.rmtree(receipts(folder), ignore_errors=True)
    command = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(folder / "bin/python"),
        "install",
        "-qq",
        "--require-hashes",
    ]
    for file in requirements:
        command += ["-r", str(file)]
    # pip holds the lock as well: should only this script be killed, nobody installs beside the pip that goes on.
    if subprocess.run(command, env=os.environ | QUIET, pass_fds=[lock]).returncode:
        sys.exit("The installation failed. It needs pip 22.3 or newer (the package python3-pip) and a package index.")
    part = receipts(folder).with_name("receipts.part")
    part.mkdir(exist_ok=True)
    for file in requirements:
        shutil.copyfile(file, part / receipt(file))
    part.rename(receipts(folder))


def is_complete(folder: Path, requirements: list[Path]) -> bool:
    """Whether these very files were installed, and the interpreter is still there."""
    return all(is_installed(folder, file) for file in requirements) and runs(folder)


def is_installed(folder: Path, file: Path) -> bool:
    copy = receipts(folder) / receipt(file)
    return copy.exists() and copy.read_bytes() == file.read_bytes()


def receipts(folder: Path) -> Path:
    return folder / "receipts"


def receipt(file: Path) -> str:
    return str(file).replace("/", "-")


def runs(folder: Path) -> bool:
    """Whether the environment has a Python of the version that this script runs on."""
    ask = "import sys; print(*sys.version_info[:2])"
    with contextlib.suppress(OSError):
        answer = subprocess.run([folder / "bin/python", "-c", ask], capture_output=True, text=True)
        return answer.stdout.split() == [str(part) for part in sys.version_info[:2]]
    return False


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[int]:
    """Hold the folder alone; the kernel lets go of it when its holders end, however they end."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # some network file systems lock no folders
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])

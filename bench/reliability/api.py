"""The API against its own schema: schemathesis sends every operation what the schema allows, and nonsense.

Once as the owner of the installation, once without signing in. What the server answers must be as the schema says, and
never a 5xx; nonsense must be refused. Every operation must be reached. Requests name rows that exist more often than
not; the bodies are not chosen, so most changes are refused.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.reliability.proofs import report
from tests.served.playing import an_event
from tests.served.servers import Site, a_site

EXAMPLES, SHORT_EXAMPLES, SEED = 100, 15, 1
# What schemathesis checks beside these can't hold here: the rules of a tournament refuse much that has the right shape.
CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "negative_data_rejection", "missing_required_header", "unsupported_method",
    "allow_header_conformance", "ignored_auth",
)  # fmt: skip
# The numbers of rows, and in one case of four any other.
SETTINGS = """
[dictionaries.numbers]
values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
[parameters]
"path.id" = { dictionary = "numbers", probability = 0.75 }
"path.number" = { dictionary = "numbers", probability = 0.75 }
[checks]
# The usual ones, and 413 for nonsense of megabytes.
negative_data_rejection.expected-statuses = [
  "400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx",
]
"""
_TESTED, _OFFERED = re.compile(r"Tested: (\d+)"), re.compile(r"Selected: \d+/(\d+)")
_CASES, _FAILED = re.compile(r"(\d+) generated"), re.compile(r"^  ❌ (\w+ .+): (\d+)$", re.MULTILINE)


def main() -> None:
    """Try every operation, and report what did not agree with the schema."""
    examples = SHORT_EXAMPLES if "--short" in sys.argv else EXAMPLES
    with TemporaryDirectory(prefix="barpoint-api-") as name, a_site(Path(name) / "site", processes=1) as site:
        for entrants in (8, 8):
            an_event(site, entrants)
        outputs = [_tried(site, Path(name), examples, token) for token in (site.token("desk@example.org"), "")]
    texts, ok = zip(*(_judged(output) for output in outputs), strict=True)
    report("; ".join(f"{who}: {text}" for who, text in zip(("owner", "nobody"), texts, strict=True)), all(ok))


def _tried(site: Site, folder: Path, examples: int, token: str) -> str:
    """Return what schemathesis found out."""
    (folder / "schemathesis.toml").write_text(SETTINGS)
    words = [
        sys.executable, "-m", "schemathesis.cli", "--no-color", "--config-file", str(folder / "schemathesis.toml"),
        "run", f"http://127.0.0.1:{site.ports[0]}/api/schema/", "--phases", "examples,coverage,fuzzing",
        "--checks", ",".join(CHECKS), "--max-examples", str(examples), "--seed", str(SEED), "--continue-on-failure",
        "--no-shrink", "--warnings", "off", *(["--header", f"Authorization: Bearer {token}"] if token else []),
    ]  # fmt: skip
    finished = subprocess.run(  # noqa: S603 -- our own
        words, cwd=folder, env=os.environ | {"COLUMNS": "160"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, check=False,
    )  # fmt: skip
    return finished.stdout


def _judged(output: str) -> tuple[str, bool]:
    """Return what a run found, in words, and whether all is well."""
    numbers = [pattern.search(output) for pattern in (_TESTED, _OFFERED, _CASES)]
    if not all(numbers):
        return output.strip()[-200:], False
    tested, offered, cases = (int(each[1]) for each in numbers if each)
    failed = [f"{what} {count} times" for what, count in _FAILED.findall(output)]
    if failed:
        sys.stderr.write(output)
    words = f"{tested} of {offered} operations, {cases} requests, {', '.join(failed) or 'all as the schema says'}"
    return words, tested == offered and not failed


if __name__ == "__main__":
    main()

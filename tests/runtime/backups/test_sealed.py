"""Encrypted backups: what was sealed comes back, and nothing that was changed does."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.errors import RuleBroken
from runtime.backups import sealed
from runtime.backups.files import SEALED, is_sealed
from runtime.backups.sealed import CHUNK, seal, unseal

WORDS = "five old boards by the sea"


@pytest.fixture(autouse=True)
def _cheap_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealed, "PASSES", 1)
    monkeypatch.setattr(sealed, "MEMORY", 1 << 20)


def sealed_file(folder: Path, contents: bytes) -> Path:
    (folder / "plain").write_bytes(contents)
    seal(folder / "plain", folder / "sealed", WORDS)
    return folder / "sealed"


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
def test_what_was_sealed_comes_back(tmp_path: Path, size: int) -> None:
    contents = bytes(number % 251 for number in range(size))

    unseal(sealed_file(tmp_path, contents), tmp_path / "again", WORDS)

    assert (tmp_path / "again").read_bytes() == contents


def test_a_sealed_file_shows_nothing_of_its_contents_and_never_looks_the_same(tmp_path: Path) -> None:
    first = sealed_file(tmp_path, b"SQLite format 3" * 5000).read_bytes()
    second = sealed_file(tmp_path, b"SQLite format 3" * 5000).read_bytes()

    assert is_sealed(tmp_path / "sealed")
    assert not is_sealed(tmp_path / "plain")
    assert b"SQLite" not in first
    assert first[-CHUNK:] != second[-CHUNK:]


HEAD = len(SEALED) + 16 + 4 + 8


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda good: good[: HEAD - 1], "backup.unreadable"),
        (lambda good: good[: HEAD + 24], "backup.passphrase"),
        (lambda good: good[: HEAD + 24 + CHUNK + 17], "backup.unreadable"),
        (lambda good: good[:-1], "backup.unreadable"),
        (lambda good: good + b"x", "backup.unreadable"),
        (lambda good: good[:-1] + bytes([good[-1] ^ 1]), "backup.unreadable"),
        (lambda good: good[:30] + bytes([good[30] ^ 1]) + good[31:], "backup.passphrase"),
        (lambda good: good[: HEAD - 12] + (10**6).to_bytes(4, "big") + good[HEAD - 8 :], "backup.unreadable"),
        (lambda good: good[: HEAD - 8] + (1 << 50).to_bytes(8, "big") + good[HEAD:], "backup.unreadable"),
    ],
)  # fmt: skip
def test_a_sealed_file_that_was_changed_is_refused(tmp_path: Path, change: Callable[[bytes], bytes], code: str) -> None:
    path = sealed_file(tmp_path, b"ab" * CHUNK)
    path.write_bytes(change(path.read_bytes()))

    with pytest.raises(RuleBroken) as refused:
        unseal(path, tmp_path / "again", WORDS)

    assert refused.value.code == code


def test_exchanged_chunks_are_noticed(tmp_path: Path) -> None:
    path = sealed_file(tmp_path, b"a" * CHUNK + b"b" * CHUNK + b"c" * CHUNK + b"d")
    contents, start, size = path.read_bytes(), HEAD + 24, CHUNK + 17
    second, third = contents[start + size : start + 2 * size], contents[start + 2 * size : start + 3 * size]
    path.write_bytes(contents[: start + size] + third + second + contents[start + 3 * size :])

    with pytest.raises(RuleBroken, match=r"backup\.unreadable"):
        unseal(path, tmp_path / "again", WORDS)


def test_a_wrong_passphrase_is_named_as_such(tmp_path: Path) -> None:
    path = sealed_file(tmp_path, b"the evening")

    with pytest.raises(RuleBroken, match=r"backup\.passphrase"):
        unseal(path, tmp_path / "again", WORDS + " ")


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    path = sealed_file(tmp_path, bytes(64 * CHUNK))

    tracemalloc.start()
    unseal(path, tmp_path / "again", WORDS)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < 8 * CHUNK

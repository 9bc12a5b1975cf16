"""Backups encrypted with a passphrase: Argon2id makes the key, libsodium's secretstream encrypts in chunks.

A file is a line of text, salt and cost of the key (the head), libsodium's header, then chunks of 64 KiB with 17 bytes
of seal each; the last one is marked as the last. So a chunk that is changed, exchanged, missing or cut off is noticed.

Source: docs/decisions/0051-encrypted-backups.md.
"""

import struct
from functools import lru_cache
from pathlib import Path

from nacl import bindings
from nacl.exceptions import CryptoError
from nacl.pwhash import argon2id
from nacl.utils import random

from journal.refusals import Refused, Unreadable
from runtime.backups.files import SEALED, must_fit

CHUNK = 1 << 16
# The cost of the key: passes, and memory in bytes. A file may ask for more, but not for so much that it does harm.
PASSES, MEMORY = 3, 128 << 20
MOST_PASSES, MOST_MEMORY = 20, 1 << 30

_HEAD = struct.Struct(f"> {len(SEALED)}s {argon2id.SALTBYTES}s I Q")
_HEADER = bindings.crypto_secretstream_xchacha20poly1305_HEADERBYTES
_SEAL = bindings.crypto_secretstream_xchacha20poly1305_ABYTES
_MESSAGE = bindings.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE
_LAST = bindings.crypto_secretstream_xchacha20poly1305_TAG_FINAL


def seal(source: Path, target: Path, passphrase: str) -> None:
    """Write ``source`` encrypted to ``target``."""
    salt = _salt(passphrase)
    head = _HEAD.pack(SEALED, salt, PASSES, MEMORY)
    state = bindings.crypto_secretstream_xchacha20poly1305_state()
    header = bindings.crypto_secretstream_xchacha20poly1305_init_push(state, _key(passphrase, salt, PASSES, MEMORY))
    with source.open("rb") as plain, target.open("wb") as file:
        file.write(head + header)
        chunk, bound = plain.read(CHUNK), head
        while True:
            following = plain.read(CHUNK)
            tag = _MESSAGE if following else _LAST
            file.write(bindings.crypto_secretstream_xchacha20poly1305_push(state, chunk, bound, tag))
            if not following:
                return
            chunk, bound = following, b""


def unseal(source: Path, target: Path, passphrase: str) -> None:
    """Write the backup in the encrypted file ``source`` to ``target``.

    Raises Refused ``backup.passphrase`` if the passphrase is wrong or the file's head was changed; ``disk.full``;
    Unreadable ``backup.unreadable`` if the file was changed or cut off.
    """
    must_fit(source.stat().st_size, target.parent)
    with source.open("rb") as file, target.open("wb") as plain:
        head = file.read(_HEAD.size)
        header = file.read(_HEADER)
        if len(header) != _HEADER:
            raise Unreadable("backup.unreadable", file=source.name)
        _, salt, passes, memory = _HEAD.unpack(head)
        if not (1 <= passes <= MOST_PASSES and argon2id.MEMLIMIT_MIN <= memory <= MOST_MEMORY):
            raise Unreadable("backup.unreadable", file=source.name)
        state = bindings.crypto_secretstream_xchacha20poly1305_state()
        bindings.crypto_secretstream_xchacha20poly1305_init_pull(state, header, _key(passphrase, salt, passes, memory))
        tag, bound = _MESSAGE, head
        while tag == _MESSAGE:
            try:
                sealed = file.read(CHUNK + _SEAL)
                chunk, tag = bindings.crypto_secretstream_xchacha20poly1305_pull(state, sealed, bound)
            except (CryptoError, ValueError):
                if bound:
                    raise Refused("backup.passphrase", file=source.name) from None
                raise Unreadable("backup.unreadable", file=source.name) from None
            plain.write(chunk)
            bound = b""
        if tag != _LAST or file.read(1):
            raise Unreadable("backup.unreadable", file=source.name)


@lru_cache(maxsize=1)
def _salt(passphrase: str) -> bytes:
    """Return the salt of this process, so that its backups need the key to be made once."""
    return random(argon2id.SALTBYTES)


@lru_cache(maxsize=2)
def _key(passphrase: str, salt: bytes, passes: int, memory: int) -> bytes:
    size = bindings.crypto_secretstream_xchacha20poly1305_KEYBYTES
    key: bytes = argon2id.kdf(size, passphrase.encode(), salt, opslimit=passes, memlimit=memory)
    return key

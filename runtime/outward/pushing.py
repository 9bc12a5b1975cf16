"""Messages to browsers through their push services, which can read none of them.

A browser names an address of its push service, and two keys with which messages to it are encrypted. This site signs
each with its own key, so that nobody else can send to that address. The site's key follows from ``SECRET_KEY``: all
processes have the same, and a restored installation still has it.

Source: RFC 8188, RFC 8291, RFC 8292; docs/decisions/0122-home-screen.md.
"""

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.utils.crypto import salted_hmac

from journal.refusals import Unreadable

# Curves and ciphers take 7 MB of every process, and most sites never push: they are loaded with the first message.
if TYPE_CHECKING:
    from Crypto.PublicKey import ECC

CURVE = "P-256"
# The order of the curve's group.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
POINT_BYTES, SECRET_BYTES, SALT_BYTES = 65, 16, 16
RECORD_SIZE = 4096
# What fits into one record with its tag and its end mark: no push service takes more.
LONGEST = RECORD_SIZE - POINT_BYTES - SALT_BYTES - 5 - 16 - 1
SIGNED_FOR_SECONDS = 12 * 60 * 60


@dataclass(frozen=True, slots=True)
class Browser:
    """Where a browser gets messages: the address at its push service, its public key and its secret, in base64url."""

    address: str
    key: str
    secret: str

    def checked(self) -> "Browser":
        """Return it with its keys as they are usually written. Raises Unreadable ``push.keys``."""
        try:
            point, secret = decode(self.key), decode(self.secret)
            _public(point)
        except ValueError:
            raise Unreadable("push.keys") from None
        if len(secret) != SECRET_BYTES:
            raise Unreadable("push.keys")
        return Browser(self.address.strip(), encode(point), encode(secret))


@dataclass(frozen=True, slots=True)
class Delivery:
    """How a push service treats a message: ``seconds`` for which it is worth something, and its ``topic``.

    A later message of a topic (at most 32 letters) replaces one that was not delivered.
    """

    seconds: int
    topic: str


def site_key() -> "ECC.EccKey":
    """Return the key with which this site signs messages."""
    from Crypto.PublicKey import ECC  # noqa: PLC0415 -- see above

    drawn = salted_hmac("runtime.outward.pushing", "site key", algorithm="sha512").digest()
    return ECC.construct(curve=CURVE, d=int.from_bytes(drawn) % (ORDER - 1) + 1)


def public_key(key: "ECC.EccKey") -> str:
    """Return the public half of a key, 65 bytes in base64url."""
    return encode(key.public_key().export_key(format="raw"))


def encrypt(message: bytes, browser: Browser, *, salt: bytes | None = None, once: "ECC.EccKey | None" = None) -> bytes:
    """Return a message that only ``browser`` can read.

    ``salt`` (16 bytes) and the key for this message alone are random but where a test names them. Raises ValueError for
    a message longer than ``LONGEST``.
    """
    from Crypto.Cipher import AES  # noqa: PLC0415 -- see above
    from Crypto.Protocol.DH import key_agreement  # noqa: PLC0415 -- see above
    from Crypto.PublicKey import ECC  # noqa: PLC0415 -- see above

    if len(message) > LONGEST:
        raise ValueError("too long for a push message")
    salt, once = salt or secrets.token_bytes(SALT_BYTES), once or ECC.generate(curve=CURVE)
    theirs, own = decode(browser.key), once.public_key().export_key(format="raw")
    shared = key_agreement(static_priv=once, static_pub=_public(theirs), kdf=lambda agreed: agreed)
    key, nonce = keys_of(shared, decode(browser.secret), theirs + own, salt)
    sealed, tag = AES.new(key, AES.MODE_GCM, nonce=nonce).encrypt_and_digest(message + b"\x02")
    return salt + RECORD_SIZE.to_bytes(4) + bytes([len(own)]) + own + sealed + tag


def keys_of(shared: bytes, secret: bytes, points: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """Return key and nonce of a message; ``points`` are the browser's public key and that of the message."""
    from Crypto.Hash import SHA256  # noqa: PLC0415 -- see above
    from Crypto.Protocol.KDF import HKDF  # noqa: PLC0415 -- see above

    secret_of_both = HKDF(shared, 32, secret, SHA256, context=b"WebPush: info\x00" + points)
    key = HKDF(secret_of_both, 16, salt, SHA256, context=b"Content-Encoding: aes128gcm\x00")
    return key, HKDF(secret_of_both, 12, salt, SHA256, context=b"Content-Encoding: nonce\x00")


def push_headers(
    address: str, site: str, now: int, delivery: Delivery, key: "ECC.EccKey | None" = None
) -> Mapping[str, str]:  # fmt: skip
    """Return the headers of a message to ``address`` from ``site``; ``now`` is in seconds since 1970 UTC."""
    key = key or site_key()
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(delivery.seconds),
        "Urgency": "high",
        "Topic": delivery.topic,
        "User-Agent": "Barpoint",
        "Authorization": f"vapid t={signed(address, site, now + SIGNED_FOR_SECONDS, key)}, k={public_key(key)}",
    }


def signed(address: str, site: str, expires: int, key: "ECC.EccKey") -> str:
    """Return the token that says who sends to the push service of ``address`` until ``expires``."""
    from Crypto.Hash import SHA256  # noqa: PLC0415 -- see above
    from Crypto.Signature import DSS  # noqa: PLC0415 -- see above

    parts = urlsplit(address)
    claims: dict[str, str | int] = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": expires, "sub": site}
    token = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    signature = DSS.new(key, "fips-186-3").sign(SHA256.new(token.encode()))
    return f"{token}.{encode(signature)}"


def encode(raw: bytes) -> str:
    """Return bytes in base64url without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of base64url with or without padding. Raises ValueError."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _public(point: bytes) -> "ECC.EccKey":
    """Return the public key of an uncompressed point. Raises ValueError if it is none of the curve."""
    from Crypto.PublicKey import ECC  # noqa: PLC0415 -- see above

    if len(point) != POINT_BYTES or point[0] != 4:
        raise ValueError("not an uncompressed point")
    return ECC.import_key(point, curve_name=CURVE)


def _json(value: Mapping[str, str | int]) -> str:
    return encode(json.dumps(value, separators=(",", ":")).encode())

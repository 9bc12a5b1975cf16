"""A browser that reads the push messages sent to it, as RFC 8291 says."""

import secrets

from Crypto.Cipher import AES
from Crypto.Protocol.DH import key_agreement
from Crypto.PublicKey import ECC

from runtime.outward.pushing import CURVE, POINT_BYTES, SALT_BYTES, Browser, encode, keys_of


class PrivateBrowser:
    """The private half of a browser's keys."""

    def __init__(self, address: str = "https://push.example.net/a") -> None:
        self._key, self._secret = ECC.generate(curve=CURVE), secrets.token_bytes(16)
        self._point = self._key.public_key().export_key(format="raw")
        self.browser = Browser(address, encode(self._point), encode(self._secret))

    def read(self, body: bytes) -> bytes:
        """Return the message. Raises ValueError if it is for another browser."""
        salt, rest = body[:SALT_BYTES], body[SALT_BYTES + 5 :]
        assert body[SALT_BYTES : SALT_BYTES + 5] == b"\x00\x00\x10\x00" + bytes([POINT_BYTES])
        once, sealed = rest[:POINT_BYTES], rest[POINT_BYTES:]
        theirs = ECC.import_key(once, curve_name=CURVE)
        shared = key_agreement(static_priv=self._key, static_pub=theirs, kdf=lambda agreed: agreed)
        key, nonce = keys_of(shared, self._secret, self._point + once, salt)
        message = AES.new(key, AES.MODE_GCM, nonce=nonce).decrypt_and_verify(sealed[:-16], sealed[-16:])
        assert message.endswith(b"\x02")
        return message[:-1]

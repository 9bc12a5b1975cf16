"""A small S3-compatible server in a thread, which checks the signature of every request (AWS Signature Version 4).

Written from the published description of the signature, apart from the client that Barpoint uses.
"""

import hashlib
import hmac
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

KEY, SECRET, REGION, BUCKET = "AKBARPOINT", "a secret/with+signs", "eu-central-1", "desk"


class Store(ThreadingHTTPServer):
    """What is stored, by name; ``refused`` is the code with which the next requests are refused, empty for none."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Requests)
        self.stored: dict[str, bytes] = {}
        self.parts: dict[str, dict[int, bytes]] = {}
        self.refused = ""
        self.checked = 0

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"


class Requests(BaseHTTPRequestHandler):
    """PUT, GET, HEAD, POST and DELETE of one bucket."""

    protocol_version = "HTTP/1.1"
    server: Store

    def log_message(self, *words: Any) -> None:
        """Log nothing."""

    def _serve(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = urlsplit(self.path)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        name = unquote(parts.path).removeprefix(f"/{BUCKET}").lstrip("/")
        if self.server.refused:
            self._answer(403, self._error(self.server.refused))
        elif signature(self.command, self.path, dict(self.headers), body) is None:
            self._answer(403, self._error("SignatureDoesNotMatch"))
        else:
            self.server.checked += 1
            getattr(self, f"_{self.command.lower()}")(name, query, body)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self._serve
        raise AttributeError(name)

    def _put(self, name: str, query: dict[str, str], body: bytes) -> None:
        if "uploadId" in query:
            self.server.parts[query["uploadId"]][int(query["partNumber"])] = body
        else:
            self.server.stored[name] = body
        self._answer(200, b"", ETag=f'"{hashlib.md5(body, usedforsecurity=False).hexdigest()}"')

    def _post(self, name: str, query: dict[str, str], body: bytes) -> None:
        if "uploads" in query:
            upload = f"upload-{len(self.server.parts)}"
            self.server.parts[upload] = {}
            text = f"<UploadId>{upload}</UploadId>"
            self._answer(200, f"<InitiateMultipartUploadResult>{text}</InitiateMultipartUploadResult>".encode())
            return
        parts = self.server.parts.pop(query["uploadId"])
        self.server.stored[name] = b"".join(parts[number] for number in sorted(parts))
        text = f"<Bucket>{BUCKET}</Bucket><Key>{name}</Key><ETag>whole</ETag><Location>here</Location>"
        self._answer(200, f"<CompleteMultipartUploadResult>{text}</CompleteMultipartUploadResult>".encode())

    def _head(self, name: str, query: dict[str, str], body: bytes) -> None:
        if name in self.server.stored:
            size = str(len(self.server.stored[name]))
            self._answer(200, b"", size, **{"Last-Modified": "Sat, 21 Nov 2026 12:00:00 GMT", "ETag": "whole"})
        else:
            self._answer(404, b"")

    def _get(self, name: str, query: dict[str, str], body: bytes) -> None:
        if name in self.server.stored:
            self._answer(
                200, self.server.stored[name], **{"Last-Modified": "Sat, 21 Nov 2026 12:00:00 GMT", "ETag": "whole"}
            )
            return
        rows = "".join(
            f"<Contents><Key>{each}</Key><LastModified>2026-11-21T12:00:00.000Z</LastModified><ETag>whole</ETag>"
            f"<Size>{len(self.server.stored[each])}</Size><StorageClass>STANDARD</StorageClass></Contents>"
            for each in sorted(self.server.stored)
            if each.startswith(query.get("prefix", ""))
        )
        text = f"<Name>{BUCKET}</Name><IsTruncated>false</IsTruncated>{rows}"
        self._answer(200, f"<ListBucketResult>{text}</ListBucketResult>".encode())

    def _delete(self, name: str, query: dict[str, str], body: bytes) -> None:
        self.server.stored.pop(name, None)
        self._answer(204, b"")

    def _error(self, code: str) -> bytes:
        return f"<Error><Code>{code}</Code><Message>no</Message><Resource>/</Resource></Error>".encode()

    def _answer(self, status: int, body: bytes, size: str = "", **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", size or str(len(body)))
        self.send_header("Content-Type", "application/xml")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def signature(method: str, target: str, headers: dict[str, str], body: bytes) -> str | None:
    """Return the signature of a request if it is right and seals this very body, None otherwise."""
    lower = {name.lower(): " ".join(value.split()) for name, value in headers.items()}
    match = re.fullmatch(
        r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/s3/aws4_request, ?SignedHeaders=([^,]+), ?"
        r"Signature=([0-9a-f]{64})", lower.get("authorization", ""),
    )  # fmt: skip
    if match is None:
        return None
    key, day, region, signed, claimed = match.groups()
    digest = lower.get("x-amz-content-sha256", "")
    if (key, region) != (KEY, REGION) or digest != hashlib.sha256(body).hexdigest() or "host" not in signed.split(";"):
        return None
    parts = urlsplit(target)
    pairs = sorted(parse_qsl(parts.query, keep_blank_values=True))
    canonical = "\n".join([
        method,
        quote(unquote(parts.path), safe="/-_.~"),
        "&".join(f"{quote(name, safe='-_.~')}={quote(value, safe='-_.~')}" for name, value in pairs),
        *(f"{name}:{lower[name]}" for name in signed.split(";")),
        "",
        signed,
        digest,
    ])  # fmt: skip
    scope = f"{day}/{region}/s3/aws4_request"
    text = "\n".join(["AWS4-HMAC-SHA256", lower["x-amz-date"], scope, hashlib.sha256(canonical.encode()).hexdigest()])
    sealing = f"AWS4{SECRET}".encode()
    for step in (day, region, "s3", "aws4_request", text):
        sealing = hmac.digest(sealing, step.encode(), "sha256")
    return claimed if hmac.compare_digest(sealing.hex(), claimed) else None


@contextmanager
def a_store() -> Iterator[Store]:
    """Yield a running server; it ends with the block."""
    with Store() as store:
        threading.Thread(target=store.serve_forever, daemon=True).start()
        try:
            yield store
        finally:
            store.shutdown()

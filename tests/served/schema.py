"""Compare answers with the published schema: types, required fields, no undocumented ones."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .clients import Answer, Client, Request

TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}


class Schema:
    """The OpenAPI document of a running server."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self._paths = [
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path, operations)
            for path, operations in document["paths"].items()
        ]

    def operations(self) -> set[str]:
        """Return every operation, such as ``post /clubs/``."""
        return {
            f"{method} {path.removeprefix('/api/v1')}" for _, path, operations in self._paths for method in operations
        }

    def must_allow(self, request: Request, answer: Answer) -> None:
        """Fail unless the schema allows this answer to this request."""
        address = f"/api/v1/{request.path.split('?')[0]}"
        [(path, operation)] = [
            (path, operations[request.method.lower()])
            for pattern, path, operations in self._paths
            if pattern.fullmatch(address) and request.method.lower() in operations
        ]
        name = f"{request.method.lower()} {path}"
        responses = operation["responses"]
        assert str(answer.status) in responses, f"{name} does not tell of {answer.status}: {answer.body[:200]!r}"
        content = responses[str(answer.status)]["content"]
        kind = answer.headers["content-type"]
        assert kind in content, f"{name} answers {kind}"
        if kind == "application/json":
            flaws = list(self.flaws(content[kind]["schema"], answer.data, ""))
            assert not flaws, f"{name} {answer.status}: {flaws[:5]}"

    def flaws(self, schema: Mapping[str, Any], data: Any, where: str) -> Iterator[str]:
        """Yield where ``data`` differs from the schema."""
        if "$ref" in schema:
            yield from self.flaws(self.document["components"]["schemas"][schema["$ref"].split("/")[-1]], data, where)
        elif data is None and schema.get("nullable"):
            return
        elif "oneOf" in schema:
            if all(list(self.flaws(each, data, where)) for each in schema["oneOf"]):
                yield f"{where}: none of {schema['oneOf']}"
        elif "allOf" in schema:
            for each in schema["allOf"]:
                yield from self.flaws(each, data, where)
        elif "enum" in schema and data not in schema["enum"]:
            yield f"{where}: {data!r} is not in {schema['enum']}"
        elif "type" in schema:
            yield from self._typed(schema, data, where)

    def _typed(self, schema: Mapping[str, Any], data: Any, where: str) -> Iterator[str]:
        kind = schema["type"]
        if not _is(kind, data):
            yield f"{where}: {data!r} is no {kind}"
        elif kind == "array":
            for at, each in enumerate(data):
                yield from self.flaws(schema["items"], each, f"{where}/{at}")
        elif kind == "object" and "properties" in schema:
            posted = schema["properties"]
            yield from (f"{where}: no {name}" for name in schema.get("required", []) if name not in data)
            for name, value in data.items():
                if name not in posted:
                    yield f"{where}: {name} is not told"
                else:
                    yield from self.flaws(posted[name], value, f"{where}/{name}")


def _is(kind: str, data: Any) -> bool:
    """Whether ``data`` is of a schema's type; a boolean is not a number."""
    return isinstance(data, TYPES[kind]) and (kind == "boolean" or not isinstance(data, bool))


class CheckedClient(Client):
    """A client that compares every answer with the schema."""

    def __init__(self, port: int, token: str) -> None:
        super().__init__(port, token)
        self.schema = Schema(super().send(Request("/api/schema/?format=json", method="GET")).data)

    def send(self, request: Request) -> Answer:
        answer = super().send(request)
        self.schema.must_allow(request, answer)
        return answer

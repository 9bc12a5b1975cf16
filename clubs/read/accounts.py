"""Does every account and every token follow from the memory? Asked by ``verify``.

Records of an account hold a seal of its address and its password hash, those of a token one of its hash: whoever writes
a hash of their own into the database is noticed, although sessions and tries are no part of the memory. So is whoever
lets in again a person who was switched off, or a token that was revoked.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from clubs.models import Token, User
from journal.actors import SYSTEM
from journal.chunks import in_chunks
from journal.models import Record
from journal.verify import Flaw

# No password at all, and one that cannot be used.
NONE, UNUSABLE = "", "!"
# No record is about it; or the record is older than seals of accounts (before 0.1.0), and nothing can be compared.
NOBODYS, UNSEALED = "nobody's", "unsealed"
JOINED = "role.taken"
ABOUT_ACCOUNTS = ("owner.made", "user.password", "user.renewed", "user.erased", JOINED)
# After these a person is out, until they are switched on again, and their tokens have ended.
PUT_OUT, LET_IN, REVOKED = ("person.switched_off", "user.erased"), "person.switched_on", "token.revoked"


def flaws() -> Iterable[Flaw]:
    """Yield a flaw for every account and token that no record has sealed as it is."""
    yield from _accounts()
    yield from _tokens()


def _accounts() -> Iterator[Flaw]:
    seals, out = _account_seals(), _switched_off()
    for user in in_chunks(User.objects.all()):
        seal = seals.pop(user.pk, NOBODYS)
        # An account that no record made has no password.
        is_shut = seal == NOBODYS and (user.password == NONE or user.password.startswith(UNUSABLE))
        is_sealed = is_shut or seal in (UNSEALED, user.account_seal())
        if not is_sealed or user.is_active == (user.pk in out):
            yield Flaw("user.row", f"user {user.pk}")
    yield from (Flaw("user.missing", f"user {pk}") for pk in sorted(seals))


def _account_seals() -> dict[int, str]:
    """Return the last seal of each account.

    An account is made on the site's stream or, by an invitation, on a club's; every later change is on the site's.
    """
    made: dict[int, str] = {}
    changed: dict[int, str] = {}
    for record in in_chunks(Record.objects.filter(verb__in=ABOUT_ACCOUNTS).select_related("stream")):
        body = _body(record)
        if record.verb == JOINED and body.get("by") != SYSTEM.name:
            continue  # somebody with an account took the role
        seals = changed if record.stream.name == "site" else made
        if "user" in body:
            seals[body["user"]] = body.get("account", UNSEALED)
    return made | changed


def _switched_off() -> set[int]:
    """Return who is switched off or erased, by the records of the site."""
    out: set[int] = set()
    for record in _of_site(*PUT_OUT, LET_IN):
        (out.discard if record.verb == LET_IN else out.add)(_body(record).get("user", 0))
    return out


def _tokens() -> Iterator[Flaw]:
    seals: dict[int, str] = {}
    given: dict[int, list[int]] = {}  # user → their tokens that no record has ended
    ended: set[int] = set()
    for record in _of_site("token.given", *PUT_OUT, REVOKED):
        body = _body(record)
        user, token = body.get("user", 0), body.get("token", 0)
        if record.verb == "token.given":
            seals[token] = body.get("seal", UNSEALED)
            given.setdefault(user, []).append(token)
        else:
            ended |= set(given.pop(user, ()))
    for token in in_chunks(Token.objects.all()):
        is_sealed = seals.pop(token.pk, NOBODYS) in (UNSEALED, token.seal())
        if not is_sealed or (token.pk in ended and token.revoked_at is None):
            yield Flaw("token.row", f"token {token.pk}")
    yield from (Flaw("token.missing", f"token {pk}") for pk in seals)


def _of_site(*verbs: str) -> Iterator[Record]:
    return in_chunks(Record.objects.filter(stream__name="site", verb__in=verbs), "number")


def _body(record: Record) -> dict[str, Any]:
    try:
        body = json.loads(record.body)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}

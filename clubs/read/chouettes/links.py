"""The links of a chouette, and who comes by one."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass

from django.utils.crypto import salted_hmac

from clubs.models import ChouetteLink, hash_of
from clubs.models.chouettes import LINK_LETTERS
from clubs.permissions import FOLLOWER, TABLE_PHONE
from journal.actors import Actor

_ACTORS = {ChouetteLink.Kind.WRITE: TABLE_PHONE, ChouetteLink.Kind.FOLLOW: FOLLOWER}


@dataclass(frozen=True, slots=True)
class TableLinks:
    """The secrets of a session's links, empty while there are none: one writes, the other only follows."""

    chouette: int
    write: str = ""
    follow: str = ""


def secret_of_link(chouette: int, kind: str, turn: int) -> str:
    """Return the secret of a link, 144 bits that only this installation can compute."""
    drawn = salted_hmac(f"clubs.chouettes.{kind}", f"{chouette}/{turn}", algorithm="sha256").digest()
    return urlsafe_b64encode(drawn[:18]).decode()


def links_of(chouette: int) -> TableLinks:
    """Return the links of a session that work now."""
    turns = dict(ChouetteLink.objects.filter(chouette=chouette, ended_at=None).values_list("kind", "turn"))
    secrets = {kind: secret_of_link(chouette, kind, turn) for kind, turn in turns.items()}
    return TableLinks(chouette, **secrets)


def actor_of_link(secret: str, client: str = "phone") -> Actor | None:
    """Return who comes by a link: the phone on a table or a follower; its number is the chouette. None if unknown."""
    if len(secret) != LINK_LETTERS:
        return None
    row = ChouetteLink.objects.filter(hash=hash_of(secret), ended_at=None).values_list("kind", "chouette").first()
    return None if row is None else Actor(_ACTORS[ChouetteLink.Kind(row[0])], row[1], client)

"""The chouette of the world of rights, and what is posted about chouettes."""

from typing import Any

from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.chouettes.paying import Payment, record_payment
from clubs.actions.chouettes.playing import record_happening
from clubs.models.chouettes import MONEY_NOTICE
from rules.chouette.actions import Side, Start, WinGame
from tests.factories import a_caller
from tests.permissions import shape

PEOPLE = ("Ann", "Bob", "Cid")
GAME = {"actions": [{"do": "win", "side": "box", "kind": "single"}]}
PAYMENT = 3
API = "/api/v1/chouettes/<int:pk>/"
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    **shape.BODIES,
    ("POST", "/clubs/<int:pk>/chouettes/new/"): {"people_typed": "Ann\nBob\nCid", "order": "typed"},
    ("POST", "/clubs/<int:pk>/chouettes/rules/"): {"shown": "line"},
    ("POST", "/clubs/<int:pk>/chouettes/money/"): {"do": "allow", "notice": str(MONEY_NOTICE), "read": "1"},
    ("POST", "/clubs/<int:pk>/chouettes/import/"): {
        "do": "open",
        "text": '{"people": ["Ann", "Bob", "Cid"], "order": ["Ann", "Bob", "Cid"], "games": []}',
    },
    ("POST", "/chouettes/<int:pk>/"): {"do": "start"},
    ("POST", "/chouettes/<int:pk>/payments/"): {"payer": "2", "payee": "1", "sum": "1"},
    ("POST", "/chouettes/<int:pk>/closing/"): {"do": "close"},
    ("POST", "/chouettes/<int:pk>/tables/"): {"do": "split", "people_typed": "Ann", "order": "typed"},
    ("POST", "/chouettes/<int:pk>/games/<int:number>/correction/"): {"do": "anew"},
    ("POST", "/api/v1/clubs/<int:pk>/chouettes/"): {"people": list(PEOPLE)},
    ("POST", "/api/v1/clubs/<int:pk>/chouettes/import/"): {"people": list(PEOPLE), "order": list(PEOPLE)},
    ("PUT", "/api/v1/clubs/<int:pk>/chouettes/rules/"): {"shown": "points"},
    ("PUT", "/api/v1/clubs/<int:pk>/chouettes/money/"): {"notice": MONEY_NOTICE},
    ("POST", f"{API}actions/"): {"do": "start"},
    ("POST", f"{API}games/<int:number>/correction/"): GAME | {"digest": "x"},
    ("POST", f"{API}games/<int:number>/correction/preview/"): GAME,
    ("POST", f"{API}payments/"): {"payer": 1, "payee": 2, "amount": 1},
    ("POST", f"{API}merge/"): {"chouette": "$chouettes"},
}


def a_chouette(club: int) -> int:
    """Return a session with a finished game, and a payment as entry ``PAYMENT``."""
    opened = open_session(club, Sitting(PEOPLE), a_caller())
    for action in (Start(), WinGame(Side.BOX)):
        record_happening(opened.id, action, a_caller())
    record_payment(opened.id, Payment("Bob", "Ann", 1), a_caller())
    return opened.id

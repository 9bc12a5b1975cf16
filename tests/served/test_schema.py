"""The published schema names every operation of the API, and no other."""

from .playing import an_event, names_for
from .schema import CheckedClient
from .servers import Site

FORMAT = {"main": "knockout", "consolation": "progressive", "length": 7}
OPERATIONS = {
    "get /",
    "get /clubs/", "post /clubs/", "patch /clubs/{id}/",
    "get /clubs/{id}/roles/", "post /clubs/{id}/roles/", "patch /roles/{id}/", "post /roles/{id}/end/",
    "get /clubs/{id}/people/", "post /clubs/{id}/people/", "get /people/{id}/", "patch /people/{id}/",
    "patch /people/{id}/contact/", "post /people/{id}/memberships/", "post /people/{id}/merge/",
    "get /people/{id}/data/", "get /clubs/{id}/nights/",
    "post /clubs/{id}/nights/", "post /nights/{id}/cancel/", "get /nights/{id}/present/",
    "post /nights/{id}/present/", "post /clubs/{id}/people/import/",
    "post /positions/check/", "get /tournaments/{id}/positions/", "post /tournaments/{id}/positions/",
    "get /positions/{id}/", "post /positions/{id}/ruling/", "post /positions/{id}/opinion/",
    "get /positions/{id}/photo/", "get /clubs/{id}/positions/",
    "get /matches/{id}/files/", "post /matches/{id}/files/", "get /files/{id}/", "get /files/{id}/download/",
    "post /files/{id}/exchange/", "post /tournaments/{id}/breaks/", "post /tournaments/{id}/breaks/end/",
    "get /tournaments/{id}/jackpots/", "post /tournaments/{id}/jackpots/", "get /jackpots/{id}/",
    "post /jackpots/{id}/entries/", "post /jackpots/{id}/leave/", "post /jackpots/{id}/start/",
    "post /jackpots/{id}/close/", "post /jackpots/{id}/reopen/", "post /events/{id}/voucher/",
    "post /matches/{id}/split/",
    "post /nights/{id}/draw/", "post /ladders/{id}/knockout/",
    "put /clubs/{id}/people/import/", "post /people/{id}/erase/", "post /memberships/{id}/end/",
    "get /clubs/{id}/invitations/", "post /clubs/{id}/invitations/", "post /invitations/{id}/end/",
    "get /tournaments/", "post /tournaments/", "get /tournaments/{id}/", "patch /tournaments/{id}/",
    "get /tournaments/{id}/tables/", "put /tournaments/{id}/tables/",
    "get /tournaments/{id}/ready/", "get /tournaments/{id}/records/", "post /tournaments/{id}/records/{number}/undo/",
    "post /events/", "get /events/{id}/", "patch /events/{id}/", "get /events/{id}/forecast/",
    "get /events/{id}/entrants/", "post /events/{id}/entrants/",
    "get /events/{id}/draw/", "post /events/{id}/draw/",
    "get /events/{id}/matches/", "get /events/{id}/standings/", "get /events/{id}/sheet.pdf",
    "patch /entrants/{id}/", "post /entrants/{id}/replacement/", "post /entrants/{id}/withdraw/",
    "post /entrants/{id}/tick/", "post /entrants/{id}/re-entry/",
    "post /events/{id}/links/", "post /events/{id}/close/", "post /events/{id}/reopen/", "post /entrants/{id}/link/",
    "post /tournaments/{id}/links/rotate/",
    "post /matches/{id}/claim/", "post /matches/{id}/contest/", "patch /users/{id}/",
    "get /jobs/", "get /jobs/{id}/", "post /jobs/{id}/retry/",
    "get /me/", "get /matches/{id}/", "post /matches/{id}/call/", "post /matches/{id}/penalty/",
    "post /matches/{id}/start/", "post /matches/{id}/result/",
    "post /matches/{id}/confirm/", "post /matches/{id}/clear/",
    "get /matches/{id}/correction/", "post /matches/{id}/correction/",
    "get /auctions/{id}/", "patch /auctions/{id}/", "post /auctions/{id}/award/", "post /auctions/{id}/close/",
    "get /auctions/{id}/file/", "post /auctions/{id}/late/", "post /auctions/{id}/lots/",
    "post /auctions/{id}/order/", "post /auctions/{id}/stakes/", "get /auctions/{id}/worth/",
    "get /clubs/{id}/chouettes/", "post /clubs/{id}/chouettes/", "post /clubs/{id}/chouettes/import/",
    "get /clubs/{id}/chouettes/rules/", "put /clubs/{id}/chouettes/rules/", "put /clubs/{id}/chouettes/money/",
    "delete /clubs/{id}/chouettes/money/", "get /chouettes/{id}/", "post /chouettes/{id}/actions/",
    "get /chouettes/{id}/sheet/", "get /chouettes/{id}/entries/", "get /chouettes/{id}/file/",
    "post /chouettes/{id}/games/{number}/correction/", "post /chouettes/{id}/games/{number}/correction/preview/",
    "post /chouettes/{id}/payments/", "post /chouettes/{id}/payments/{number}/undo/", "post /chouettes/{id}/close/",
    "post /chouettes/{id}/reopen/", "post /chouettes/{id}/split/", "post /chouettes/{id}/merge/",
    "get /chouettes/{id}/links/", "post /chouettes/{id}/links/",
    "get /clubs/{id}/embeds/", "put /clubs/{id}/embeds/", "get /clubs/{id}/webhooks/", "post /clubs/{id}/webhooks/",
    "get /webhooks/{id}/", "post /webhooks/{id}/turns/", "post /webhooks/{id}/test/", "post /deliveries/{id}/again/",
    "get /clubs/{id}/ladders/", "post /clubs/{id}/ladders/", "get /ladders/{id}/", "post /ladders/{id}/entries/",
    "get /clubs/{id}/matches/", "post /clubs/{id}/matches/", "post /clubs/{id}/sights/",
    "post /casual-matches/{id}/claims/", "post /casual-matches/{id}/decision/", "post /people/{id}/check-in/",
    "get /clubs/{id}/members.pdf", "get /clubs/{id}/cards.pdf", "get /ladders/{id}/ladder.pdf",
    "get /ratings/{id}/list.pdf", "get /seasons/{id}/standings.pdf",
    "get /clubs/{id}/ratings/", "post /clubs/{id}/ratings/", "get /ratings/{id}/", "patch /ratings/{id}/",
    "get /clubs/{id}/seasons/", "post /clubs/{id}/seasons/", "get /seasons/{id}/", "patch /seasons/{id}/",
    "get /seasons/{id}/prizes/", "put /seasons/{id}/prizes/", "post /seasons/{id}/payments/",
    "post /ratings/{id}/end/", "get /ratings/{id}/people/{person}/", "post /ratings/{id}/starts/",
    "delete /clubs/{id}/auctions/",
    "put /clubs/{id}/auctions/", "delete /clubs/{id}/blind-counts/", "put /clubs/{id}/blind-counts/",
    "get /clubs/{id}/books/", "post /entrants/{id}/payer/", "post /entrants/{id}/bidder-link/",
    "post /events/{id}/added-money/",
    "get /events/{id}/auctions/", "post /events/{id}/auctions/", "post /events/{id}/award/", "get /events/{id}/odds/",
    "get /events/{id}/odds-file/", "get /events/{id}/payout-file/", "get /events/{id}/payouts/",
    "get /events/{id}/prizes/", "put /events/{id}/prizes/", "post /events/{id}/prizes/preview/",
    "get /events/{id}/rounds/", "post /events/{id}/rounds/", "post /events/{id}/redraw/",
    "get /events/{id}/drops/", "post /events/{id}/drops/",
    "get /events/{id}/knockout/", "post /events/{id}/knockout/",
    "get /events/{id}/plan/", "post /matches/{id}/length/", "post /entrants/{id}/take-out/",
    "get /entrants/{id}/exchange/", "post /entrants/{id}/exchange/", "get /clubs/{id}/news/", "post /clubs/{id}/news/",
    "post /news/{id}/withdraw/",
    "get /clubs/{id}/report-templates/", "post /clubs/{id}/report-templates/", "post /report-templates/{id}/remove/",
    "get /events/{id}/reports/results/", "get /events/{id}/reports/places/", "get /ratings/{id}/report/",
    "post /events/{id}/scorecards/",
    "post /lots/{id}/again/",
    "post /lots/{id}/bids/", "post /lots/{id}/buybacks/", "post /lots/{id}/clock/", "post /lots/{id}/hammer/",
    "post /lots/{id}/offer/", "post /lots/{id}/open/", "post /lots/{id}/pass/", "post /lots/{id}/transfers/",
    "post /lots/{id}/void/", "get /me/account/", "get /payers/{id}/", "post /payers/{id}/hand-out/",
    "post /payers/{id}/lines/", "post /payers/{id}/link/", "post /payers/{id}/marks/", "post /payers/{id}/take/",
    "post /payers/{id}/transfer/", "post /payers/{id}/unclaimed/", "post /receipts/{id}/mail/",
    "post /releases/{id}/",
    "get /tournaments/{id}/books/", "post /tournaments/{id}/close-books/", "post /tournaments/{id}/counts/",
    "post /tournaments/{id}/drawers/", "get /tournaments/{id}/fees/", "put /tournaments/{id}/fees/",
    "get /tournaments/{id}/payers/", "post /tournaments/{id}/payers/", "get /tournaments/{id}/postings.csv",
    "get /tournaments/{id}/proof/", "get /tournaments/{id}/receipts/", "get /tournaments/{id}/releases/",
    "post /tournaments/{id}/reopen-books/", "post /tournaments/{id}/request-reopening/", "post /voids/{id}/release/",
}  # fmt: skip


def test_the_schema_has_these_operations(api: CheckedClient) -> None:
    assert api.schema.operations() == OPERATIONS


def test_the_schema_tells_what_the_preview_of_anything_made_answers(site: Site, api: CheckedClient) -> None:
    event = an_event(site, 8)
    club = api.read("clubs/")[0]["id"]
    entrant = api.read(f"events/{event.id}/entrants/")[0]["id"]
    undrawn = api.made("events/", {"tournament": event.tournament, "name": "Side", "format": FORMAT})["id"]
    api.made(f"events/{undrawn}/entrants/", {"entrants": [{"name": name} for name in names_for(8)]})
    previews = {
        "clubs/": {"name": "Bergen"},
        "tournaments/": {"club": club, "name": "Cup"},
        "events/": {"tournament": event.tournament, "name": "Open", "format": FORMAT},
        f"events/{undrawn}/entrants/": {"entrants": [{"name": "Ada Aune"}]},
        f"events/{undrawn}/draw/": {"key": "2026-11-20 63 55 21"},
        f"entrants/{entrant}/replacement/": {"name": "Ada Aune"},
        f"events/{event.id}/links/": {},
        f"entrants/{entrant}/link/": {},
        f"clubs/{club}/invitations/": {"kind": "desk"},
    }

    answers = {path: api.post(f"{path}?preview=1", body) for path, body in previews.items()}

    assert {path: (each.status, each.headers.get("preview")) for path, each in answers.items()} == dict.fromkeys(
        previews, (200, "true")
    )

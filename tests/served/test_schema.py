"""The published schema names every operation of the API, and no other."""

from .schema import CheckedClient

OPERATIONS = {
    "get /clubs/", "post /clubs/", "patch /clubs/{id}/",
    "get /clubs/{id}/roles/", "post /clubs/{id}/roles/", "patch /roles/{id}/", "post /roles/{id}/end/",
    "get /clubs/{id}/invitations/", "post /clubs/{id}/invitations/", "post /invitations/{id}/end/",
    "get /tournaments/", "post /tournaments/", "get /tournaments/{id}/", "patch /tournaments/{id}/",
    "get /tournaments/{id}/tables/", "put /tournaments/{id}/tables/",
    "get /tournaments/{id}/records/", "post /tournaments/{id}/records/{number}/undo/",
    "post /events/", "get /events/{id}/", "patch /events/{id}/", "get /events/{id}/forecast/",
    "get /events/{id}/entrants/", "post /events/{id}/entrants/",
    "get /events/{id}/draw/", "post /events/{id}/draw/",
    "get /events/{id}/matches/", "get /events/{id}/standings/", "get /events/{id}/sheet.pdf",
    "patch /entrants/{id}/", "post /entrants/{id}/replacement/", "post /entrants/{id}/withdraw/",
    "post /entrants/{id}/tick/",
    "post /events/{id}/links/", "post /events/{id}/close/", "post /events/{id}/reopen/", "post /entrants/{id}/link/",
    "post /tournaments/{id}/links/rotate/",
    "post /matches/{id}/claim/", "post /matches/{id}/contest/", "patch /users/{id}/",
    "get /jobs/", "get /jobs/{id}/", "post /jobs/{id}/retry/",
    "get /me/", "get /matches/{id}/", "post /matches/{id}/call/", "post /matches/{id}/penalty/",
    "post /matches/{id}/start/", "post /matches/{id}/result/",
    "post /matches/{id}/confirm/", "post /matches/{id}/clear/",
    "get /matches/{id}/correction/", "post /matches/{id}/correction/",
}  # fmt: skip


def test_the_schema_has_these_operations(api: CheckedClient) -> None:
    assert api.schema.operations() == OPERATIONS

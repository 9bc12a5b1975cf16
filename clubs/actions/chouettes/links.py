"""The links of a chouette: made when somebody first wants to see them, and made anew."""

from clubs.actions.chouettes.steps import stream_of_chouette
from clubs.models import ChouetteLink, hash_of
from clubs.read.chouettes.links import TableLinks, links_of, secret_of_link
from journal import book


def make_links(chouette: int, caller: book.Caller) -> TableLinks:
    """Make new links, for the phone on the table and for followers; those made before end.

    For whoever may write: also the phone on the table itself, which then loses its own link and gets the new one.

    Raises Unknown ``chouette.unknown``.
    """
    with book.page(stream_of_chouette(chouette, caller), caller) as page:
        rows = ChouetteLink.objects.filter(chouette=chouette)
        turn = max(rows.values_list("turn", flat=True), default=0) + 1
        rows.filter(ended_at=None).update(ended_at=page.at)
        ChouetteLink.objects.bulk_create(
            ChouetteLink(
                chouette_id=chouette, kind=kind, turn=turn, made_at=page.at,
                hash=hash_of(secret_of_link(chouette, kind, turn)),
            )
            for kind in ChouetteLink.Kind.values
        )  # fmt: skip
        page.record("chouette.linked", chouette_id=chouette, turn=turn)
        return page.done(links_of(chouette))

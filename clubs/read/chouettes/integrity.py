"""Does every chouette follow from its entries? Asked by ``verify``."""

from collections.abc import Iterator

from clubs.models import Chouette, ChouettePerson
from clubs.read.chouettes.log import kept_chouette
from journal.chunks import in_chunks
from journal.verify import Flaw
from rules.errors import RuleBroken


def flaws() -> Iterator[Flaw]:
    """Yield each chouette whose entries the rule book refuses, and each name that no record has sealed."""
    for pk in Chouette.objects.order_by("pk").values_list("pk", flat=True):
        try:
            kept_chouette(pk)
        except RuleBroken as broken:
            yield Flaw("chouette.entries", f"chouette {pk}: {broken.code}")
        except (KeyError, ValueError, TypeError):
            yield Flaw("chouette.entries", f"chouette {pk}")
    for person in in_chunks(ChouettePerson.objects.all()):
        is_erased = not person.salt and not person.name
        if not is_erased and person.digest != person.words_digest():
            yield Flaw("chouette.name", f"person {person.number} of chouette {person.chouette_id}")

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs.actions.undo import register  # noqa: PLC0415 -- models must be loaded first
        from clubs.read.persons.card import exports  # noqa: PLC0415 -- models must be loaded first
        from clubs.read.webhooks import sources  # noqa: PLC0415 -- models must be loaded first
        from clubs.words import records as sentences  # noqa: PLC0415 -- models are loaded only now
        from journal import book, verify  # noqa: PLC0415 -- models are loaded only now
        from tournaments.actions import undo  # noqa: PLC0415 -- models are loaded only now
        from tournaments.actions.auctions import clock  # noqa: PLC0415 -- models are loaded only now
        from tournaments.actions.matches import settling  # noqa: PLC0415 -- models are loaded only now
        from tournaments.reactions import calls, club_books, erasures, letters  # noqa: F401, PLC0415 -- what is asked for after a record
        from tournaments.read import webhooks  # noqa: PLC0415 -- models are loaded only now
        from tournaments.read.draws import integrity  # noqa: PLC0415 -- models are loaded only now
        from tournaments.read.jackpots import records as _jackpots  # noqa: F401, PLC0415 -- what their records say
        from tournaments.read.money import records as _money  # noqa: F401, PLC0415 -- what records about money say
        from tournaments.read.money.auctions import records as _auctions  # noqa: F401, PLC0415 -- what their records say
        from tournaments.read.players import people  # noqa: PLC0415 -- models are loaded only now
        from tournaments.words import records  # noqa: PLC0415 -- models are loaded only now

        exports(people.own_entries)
        sources.describes("tournament", webhooks.describe, webhooks.streams)
        book.on_due(settling.settle)
        book.on_due(clock.settle_clocks)
        verify.also(integrity.flaws)
        register("tournament", undo.UNDOABLE)
        sentences.register(records.SENTENCES, records.KINDS, records.ENDINGS)

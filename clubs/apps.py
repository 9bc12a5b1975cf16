from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs.actions import casual, roles, undo  # noqa: PLC0415 -- models must be loaded first
        from clubs.actions.ladders import clock as ladder_clock  # noqa: PLC0415 -- models must be loaded first
        from clubs.actions.ladders.undoing import with_ladders  # noqa: PLC0415 -- models must be loaded first
        from clubs.read import accounts, books  # noqa: PLC0415 -- models must be loaded first
        from clubs.read.casual import own_casual  # noqa: PLC0415 -- models must be loaded first
        from clubs.read.chouettes import integrity, own  # noqa: PLC0415 -- models must be loaded first
        from clubs.read.persons.card import exports  # noqa: PLC0415 -- models must be loaded first
        from clubs.read.ratings import integrity as ratings  # noqa: PLC0415 -- models must be loaded first
        from clubs.read.webhooks import club as webhooks  # noqa: PLC0415 -- models must be loaded first
        from clubs.read.webhooks import sources  # noqa: PLC0415 -- models must be loaded first
        from clubs.words import embeds, ladders, records, webhook_words  # noqa: PLC0415 -- models must be loaded first
        from clubs.words.ratings import lists as rating_words  # noqa: PLC0415 -- models must be loaded first
        from clubs.words.ratings import seasons  # noqa: PLC0415 -- models must be loaded first
        from journal import book, verify  # noqa: PLC0415 -- models must be loaded first

        book.on_due(ladder_clock.settle_ladders)
        records.register(ladders.RECORDS, ladders.KINDS)
        records.register(rating_words.RECORDS, rating_words.KINDS)
        records.register(webhook_words.RECORDS, webhook_words.KINDS)
        sources.describes("club", webhooks.describe, webhooks.streams)
        records.register(embeds.RECORDS, embeds.KINDS)
        records.register(seasons.RECORDS, seasons.KINDS)
        in_club = casual.with_casual(with_ladders(roles.undo_in_club))
        undo.register("club", undo.Undoable(lambda club: roles.club_of(club).pk, in_club))
        book.on_due(casual.settle_casual)
        exports(own_casual)
        exports(own.own_sessions)
        verify.also(accounts.flaws)
        verify.also(books.flaws)
        verify.also(integrity.flaws)
        verify.also(ratings.flaws)

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs.actions import roles, undo  # noqa: PLC0415 -- models must be loaded first
        from clubs.actions.ladders import clock as ladder_clock  # noqa: PLC0415 -- models must be loaded first
        from clubs.actions.ladders.undoing import with_ladders  # noqa: PLC0415 -- models must be loaded first
        from clubs.read import accounts, books  # noqa: PLC0415 -- models must be loaded first
        from clubs.read.chouettes import integrity  # noqa: PLC0415 -- models must be loaded first
        from clubs.words import ladders, records  # noqa: PLC0415 -- models must be loaded first
        from journal import book, verify  # noqa: PLC0415 -- models must be loaded first

        book.on_due(ladder_clock.settle_ladders)
        records.register(ladders.RECORDS, ladders.KINDS)
        undo.register("club", undo.Undoable(lambda club: roles.club_of(club).pk, with_ladders(roles.undo_in_club)))
        verify.also(accounts.flaws)
        verify.also(books.flaws)
        verify.also(integrity.flaws)

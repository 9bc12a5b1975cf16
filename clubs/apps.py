from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from clubs.actions import roles, undo  # noqa: PLC0415 -- models must be loaded first
        from clubs.read import accounts, books  # noqa: PLC0415 -- models must be loaded first
        from journal import verify  # noqa: PLC0415 -- models must be loaded first

        undo.register("club", undo.Undoable(lambda club: roles.club_of(club).pk, roles.undo_in_club))
        verify.also(accounts.flaws)
        verify.also(books.flaws)

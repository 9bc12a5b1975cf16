"""What jobs do, in words."""

from django.utils.translation import pgettext_lazy

# By task.
TASKS = {
    "runtime.tasks.backup": pgettext_lazy("job", "Backup"),
    "runtime.tasks.second_place": pgettext_lazy("job", "Backup to the second place"),
    "clubs.tasks.sign_in_code": pgettext_lazy("job", "Letter: code to sign in"),
    "clubs.tasks.invitation": pgettext_lazy("job", "Letter: invitation"),
    "clubs.tasks.account_erasure": pgettext_lazy("job", "Erasing the account of a person"),
    "clubs.tasks.ratings": pgettext_lazy("job", "Rating list"),
    "clubs.tasks.webhook_events": pgettext_lazy("job", "Collecting what webhooks post"),
    "clubs.tasks.webhook": pgettext_lazy("job", "Webhook"),
    "tournaments.tasks.results": pgettext_lazy("job", "Results for a club's ratings and seasons"),
    "tournaments.tasks.erasure": pgettext_lazy("job", "Erasing a person from the draws of a club"),
    "tournaments.tasks.sheets": pgettext_lazy("job", "Draw sheets"),
    "tournaments.tasks.match_file": pgettext_lazy("job", "Judging a long match file"),
    "tournaments.tasks.opinion": pgettext_lazy("job", "Opinion of an engine about a position"),
    "tournaments.tasks.bearoff": pgettext_lazy("job", "Table of the last checkers"),
    "tournaments.tasks.club_books": pgettext_lazy("job", "Books of a tournament into the club's books"),
    "tournaments.tasks.letters": pgettext_lazy("job", "Letters about a match"),
    "tournaments.tasks.letter": pgettext_lazy("job", "Letter to a player"),
    "tournaments.tasks.calls": pgettext_lazy("job", "Messages to phones about a call"),
    "tournaments.tasks.call": pgettext_lazy("job", "Message to a phone about a call"),
    "tournaments.tasks.receipt_letter": pgettext_lazy("job", "Letter with a receipt"),
}


def task_words(task: str) -> str:
    """Return what a job of ``task`` does, or its name for an unknown task."""
    return str(TASKS.get(task, task))

"""What a job does, in words."""

from django.utils.translation import pgettext_lazy

# What jobs do, by their task.
TASKS = {
    "runtime.tasks.backup": pgettext_lazy("job", "Backup"),
    "clubs.tasks.sign_in_code": pgettext_lazy("job", "Letter: code to sign in"),
    "clubs.tasks.invitation": pgettext_lazy("job", "Letter: invitation"),
    "tournaments.tasks.sheets": pgettext_lazy("job", "Draw sheets"),
    "tournaments.tasks.tell": pgettext_lazy("job", "Letters about a match"),
    "tournaments.tasks.letter": pgettext_lazy("job", "Letter to a player"),
}


def task_words(task: str) -> str:
    """Return what a job of ``task`` does; one that this release does not know speaks for itself."""
    return str(TASKS.get(task, task))

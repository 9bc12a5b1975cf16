"""Who may do what in a tournament: asked by actions to refuse, by selectors to hide."""

from clubs.permissions import may_direct, may_own_site, may_run_desk, must

__all__ = ["may_direct", "may_own_site", "may_run_desk", "must"]

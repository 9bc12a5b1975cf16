"""The conditions of an event in words, for sheets and pages."""

from django.utils.translation import gettext as _

from rules.conditions import Clock, ClockStatus


def clock_words(clock: Clock) -> str:
    """Return the clock rule in one phrase: ``clocks required, 2 min a point and 12 s``."""
    if clock.status is ClockStatus.NONE:
        return _("no clocks")
    lead = _("clocks required") if clock.status is ClockStatus.REQUIRED else _("clocks allowed")
    minutes, seconds = divmod(clock.reserve_per_point, 60)
    reserve = _("{n} min a point").format(n=f"{minutes}:{seconds:02}" if seconds else minutes)
    delay = _(" and {n} s").format(n=clock.delay) if clock.delay else ""
    return f"{lead}, {reserve}{delay}"

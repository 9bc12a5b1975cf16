"""What the installation holds that is backed up and restored: a club, and an event of eight that is half played."""

from tests.served.servers import Site

HALF_PLAYED = """
from tests.factories import a_drawn_event, play_code
event = a_drawn_event(8)
for code in ("A1", "A2", "A3"):
    play_code(event, code)
"""


def fill(site: Site) -> None:
    """Let an event be drawn and half played."""
    answer = site.manage("shell", "-c", HALF_PLAYED)
    assert answer.returncode == 0, answer.stderr

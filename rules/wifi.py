"""The Wi-Fi of a hall as a code that phones scan to join it.

Source: docs/rules/wifi.md.
"""

import re

from rules.errors import RuleBroken

LONGEST_NAME = 32
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 63
_SPECIAL = re.compile(r'([\\;,":])')


def read_wifi(name: str, password: str) -> tuple[str, str]:
    """Return name and password of a Wi-Fi as stored; both empty without one, the password of an open one is empty.

    Raises RuleBroken ``wifi.name`` for more than 32 bytes, a character that can't be printed, or a password alone;
    ``wifi.password`` unless it has 8 to 63 characters, or is a key of 64 hexadecimal digits.
    """
    name = name.strip()
    if (password and not name) or len(name.encode()) > LONGEST_NAME or not name.isprintable():
        raise RuleBroken("wifi.name", longest=LONGEST_NAME)
    is_key = re.fullmatch(r"[0-9A-Fa-f]{64}", password) is not None
    fits = SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD and password.isprintable()
    if password and not (is_key or fits):
        raise RuleBroken("wifi.password", shortest=SHORTEST_PASSWORD, longest=LONGEST_PASSWORD)
    return name, password


def wifi_text(name: str, password: str) -> str:
    """Return what the code of a Wi-Fi says: ``WIFI:T:WPA;S:Hall;P:secret;;``, ``T:nopass`` for an open one."""
    if not password:
        return f"WIFI:T:nopass;S:{_escaped(name)};;"
    return f"WIFI:T:WPA;S:{_escaped(name)};P:{_escaped(password)};;"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)

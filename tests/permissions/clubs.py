"""What is posted about the nights, ladders, seasons and news of a club."""

from typing import Any

KNOCKOUT = {"length": "5", "consolation": "none", "key": "63 55", "once": "k"}
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "/clubs/<int:pk>/nights/"): {"do": "cancel", "night": "$nights"},
    ("POST", "/clubs/<int:pk>/news/"): {"title": "New boards", "text": "Four."},
    ("POST", "/api/v1/clubs/<int:pk>/news/"): {"title": "New boards", "text": "Four."},
    ("POST", "/nights/<int:pk>/"): {"person": "$people", "on": "0"},
    ("POST", "/nights/<int:pk>/knockout/"): KNOCKOUT,
    ("POST", "/ladders/<int:pk>/knockout/"): KNOCKOUT | {"top": "2"},
    ("POST", "/api/v1/clubs/<int:pk>/nights/"): {"name": "Tuesday", "first": "2099-01-06", "at": "19:30"},
    ("POST", "/api/v1/nights/<int:pk>/present/"): {"person": "$people", "on": False},
    ("POST", "/clubs/<int:pk>/ladders/"): {"name": "Spring ladder", "preset": "rac", "zone": "UTC"},
    ("POST", "/ladders/<int:pk>/"): {"do": "challenge", "a": "2", "b": "1"},
    ("POST", "/api/v1/clubs/<int:pk>/ladders/"): {"name": "Spring ladder"},
    ("POST", "/api/v1/ladders/<int:pk>/entries/"): {"do": "challenge", "a": 2, "b": 1},
    ("POST", "/clubs/<int:pk>/seasons/"): {"name": "Season", "starts_on": "2026-01-01", "ends_on": "2026-12-31"},
    ("POST", "/api/v1/clubs/<int:pk>/seasons/"): {"name": "Season", "starts_on": "2026-01-01", "ends_on": "2026-12-31"},
    ("PATCH", "/api/v1/seasons/<int:pk>/"): {"name": "Season", "starts_on": "2026-01-01", "ends_on": "2026-12-31"},
}

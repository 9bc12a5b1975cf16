"""The doors of the API, which clubs and tournaments share."""

from clubs.api.changes import AsItIs, ShallowJSONParser, actor_of, change, read, told

__all__ = ["AsItIs", "ShallowJSONParser", "actor_of", "change", "read", "told"]

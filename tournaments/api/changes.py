"""The doors of the API, which clubs and tournaments share."""

from clubs.api.changes import AsItIs, ShallowJSONParser, actor_of, answer_with, change, read

__all__ = ["AsItIs", "ShallowJSONParser", "actor_of", "answer_with", "change", "read"]

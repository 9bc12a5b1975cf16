"""The doors of the API, which clubs and tournaments share."""

from clubs.api.changes import AsItIs, ShallowJSONParser, actor_of, answer_with, change, made, read
from clubs.api.etags import answer_if_new

__all__ = ["AsItIs", "ShallowJSONParser", "actor_of", "answer_if_new", "answer_with", "change", "made", "read"]

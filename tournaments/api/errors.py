"""Refusals as answers: ``{"code", "facts", "detail"}``, whatever refused."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from rest_framework import exceptions
from rest_framework.views import set_rollback

from journal.http import problem
from journal.refusals import Refused
from rules.errors import RuleBroken
from tournaments.words.refusals import speak


class _Answer(Refused):
    def __init__(self, status: int, code: str, **facts: Any) -> None:
        super().__init__(code, **facts)
        self.status = status


def answer_exception(exception: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Return the answer to a refusal, None for a defect (which is a 500, and logged)."""
    set_rollback()
    if isinstance(exception, RuleBroken):
        return problem(exception, speak)
    if isinstance(exception, PermissionDenied | exceptions.PermissionDenied):
        return problem(_Answer(403, "forbidden"), speak)
    if isinstance(exception, Http404 | exceptions.NotFound):
        return problem(_Answer(404, "not_found"), speak)
    if isinstance(exception, exceptions.AuthenticationFailed | exceptions.NotAuthenticated):
        return _unauthenticated(exception)
    if isinstance(exception, exceptions.ValidationError):
        return problem(_Answer(400, "unreadable", fields=_plain(exception.detail)), speak)
    if isinstance(exception, exceptions.APIException):
        code = "method" if exception.status_code == 405 else "unreadable"
        return problem(_Answer(exception.status_code, code, text=str(exception.detail)), speak)
    return None


def _unauthenticated(exception: exceptions.APIException) -> HttpResponse:
    code = exception.get_codes()
    known = code if code in ("token.unknown", "token.unreadable") else "sign_in"
    return problem(_Answer(401, str(known)), speak, **{"WWW-Authenticate": "Bearer"})


def _plain(detail: Any) -> Any:
    if isinstance(detail, dict):
        return {str(name): _plain(each) for name, each in detail.items()}
    if isinstance(detail, list):
        return [_plain(each) for each in detail]
    return str(detail)

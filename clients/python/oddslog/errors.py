"""The errors that the client raises."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

import httpx

from .types import ErrorDetail


class OddslogError(Exception):
    """Base of all errors of this package."""


class ApiError(OddslogError):
    """The service answered with an error."""

    status: int
    detail: list[ErrorDetail]
    """All errors that the service found; empty if the answer is from a proxy."""
    request_id: str | None
    """Include it when you report a problem. None if the answer is not from the service."""
    headers: httpx.Headers
    retry_after: float | None
    """Seconds, from `Retry-After`."""

    def __init__(self, status: int, headers: httpx.Headers, body: str) -> None:
        self.status = status
        self.headers = headers
        self.retry_after = parse_retry_after(headers.get("Retry-After"), datetime.now(timezone.utc))
        self.detail, request_id = _parse_body(body)
        self.request_id = request_id or headers.get("X-Request-Id")
        messages = [f"{'.'.join(one['loc'])}: {one['msg']} ({one['type']})" for one in self.detail]
        super().__init__(f"{status} {'; '.join(messages) or body[:200]}".strip())

    def has_type(self, error_type: str) -> bool:
        """Whether one of the errors has this type, for example `market_not_found`."""
        return any(one["type"] == error_type for one in self.detail)


class StreamError(OddslogError):
    """The service ended a stream for a reason that another connection does not remove."""

    type: str
    """For example `invalid_api_key`."""

    def __init__(self, error_type: str, msg: str) -> None:
        self.type = error_type
        super().__init__(f"{msg} ({error_type})")


class NoAnswerError(OddslogError):
    """The service could not be reached, did not answer in time, or its answer broke off."""


def parse_retry_after(text: str | None, now: datetime) -> float | None:
    """Seconds from `now` on. `text`: seconds or an HTTP date."""
    if text is None:
        return None
    if text.strip().isdigit():
        return float(text)
    try:
        at = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return max(0.0, (at - now).total_seconds())


def _parse_body(text: str) -> tuple[list[ErrorDetail], str | None]:
    try:
        body = json.loads(text)
    except ValueError:
        return [], None
    if not isinstance(body, dict) or not isinstance(body.get("detail"), list):
        return [], None
    return body["detail"], body.get("request_id")

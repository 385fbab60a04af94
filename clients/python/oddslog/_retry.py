"""Repeats a request that failed for a time: as the service asks for with Retry-After, or with
growing delays."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Callable, TypeVar

from .errors import ApiError, NoAnswerError, OddslogError

T = TypeVar("T")
_FIRST_BACKOFF = 0.5
_TEMPORARY_STATUSES = (502, 503, 504)


@dataclass(frozen=True)
class RetryPolicy:
    retries: int
    """Attempts after the first one."""
    max_wait: float
    """Longest sum of all waits of one request, in seconds."""


def with_retries(
    attempt: Callable[[], T],
    policy: RetryPolicy,
    is_safe: bool,
    sleep: Callable[[float], None],
) -> T:
    """`is_safe`: repeating the request changes nothing, even if it has been executed already."""
    waited = 0.0
    retries = 0
    while True:
        try:
            return attempt()
        except OddslogError as error:
            delay = _delay_before(error, retries, is_safe) if retries < policy.retries else None
            if delay is None or waited + delay > policy.max_wait:
                raise
        waited += delay
        retries += 1
        sleep(delay)


def backoff(retries: int) -> float:
    """Up to half of each delay is random, so that clients that failed together do not come back
    together."""
    return _FIRST_BACKOFF * 2.0**retries * (1 - random.random() / 2)


def _delay_before(error: OddslogError, retries: int, is_safe: bool) -> float | None:
    """None: another attempt is useless or unsafe."""
    if isinstance(error, NoAnswerError):
        return backoff(retries) if is_safe else None
    if not isinstance(error, ApiError):
        return None
    # the service has not executed a request that it answers with 429
    if error.status != 429 and not (is_safe and error.status in _TEMPORARY_STATUSES):
        return None
    return backoff(retries) if error.retry_after is None else error.retry_after

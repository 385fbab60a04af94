"""What a request returns besides its data, and the description of an operation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import httpx

from .types import Completeness, DataGap

T = TypeVar("T")


@dataclass(frozen=True)
class Answer(Generic[T]):
    data: T
    """The body of the response."""
    completeness: Completeness | None
    """From `X-Data-Complete-Until`, `X-Data-Gaps` and `X-History-Not-Requested`; None if the
    response is not about one market or wallet."""
    request_id: str
    """Identifies the request in the log of the service."""
    headers: httpx.Headers


class Operation(NamedTuple):
    method: str
    path: str
    body: tuple[str, ...]
    """Names of the fields of the body."""
    credential: str
    """`key`, `token` or `none`."""
    is_list: bool = False
    """Whether the answer is a page that `cursor` continues."""
    rows: str | None = None
    """The field of the page that has the rows; None if the page is an array."""
    max_limit: int = 0

    @property
    def is_safe(self) -> bool:
        """A POST with an API key only asks, with its parameters in the body."""
        return self.method == "GET" or (self.method == "POST" and self.credential == "key")


def parse_completeness(headers: httpx.Headers) -> Completeness | None:
    complete_until = headers.get("X-Data-Complete-Until")
    if complete_until is None:
        return None
    texts = [text.strip() for text in headers.get("X-Data-Gaps", "").split(",")]
    # the times can be negative
    gaps = [re.fullmatch(r"(-?\d+)-(-?\d+);(.+)", text) for text in texts]
    return {
        "complete_until_ms": int(complete_until),
        "gaps": [
            DataGap(from_ms=int(gap[1]), until_ms=int(gap[2]), reason=gap[3]) for gap in gaps if gap
        ],
        "has_more_gaps": "more" in texts,
        "history_not_requested": headers.get("X-History-Not-Requested"),
    }

"""Follows /v1/stream: reads its server-sent events, and connects again after the last one if the
connection breaks."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import Any, Callable, NamedTuple

import httpx

from ._retry import RetryPolicy, backoff
from .errors import NoAnswerError, StreamError

#: Seconds. A connection that is silent for three heartbeats is broken.
LONGEST_SILENCE = 45.0


class StreamMessage(NamedTuple):
    type: str
    """The channel, or `heartbeat`: the first message, and then one every 15 seconds."""
    id: str | None
    """The position after this message: `after` of a program that goes on later."""
    data: Any
    """A `Trade`, `StreamQuote`, `OrderBook`, `StreamCandle`, `StreamMarket`, `StreamMatch`,
    `StreamProvisionalTrade` or `StreamHeartbeat`."""


def follow(
    connect: Callable[[str | None], httpx.Response],
    after: str | None,
    decode: Callable[[str], Any],
    policy: RetryPolicy,
    sleep: Callable[[float], None],
) -> Generator[StreamMessage, None, None]:
    """`connect`: opens the stream after a position."""
    failures = 0
    while True:
        response = connect(after)
        try:
            for message in _messages(response, decode):
                failures = 0
                after = message.id or after
                yield message
        finally:
            response.close()
        if failures >= policy.retries:
            raise NoAnswerError(f"the stream ended {failures + 1} times without a message")
        sleep(backoff(failures))
        failures += 1


def _messages(response: httpx.Response, decode: Callable[[str], Any]) -> Iterator[StreamMessage]:
    """Ends when the connection does. Raises a StreamError that another connection would have."""
    for event in _events(response):
        message = StreamMessage(event["event"], event.get("id"), decode(event["data"]))
        if message.type != "error":
            yield message
        elif message.data["type"] == "invalid_api_key":
            raise StreamError(message.data["type"], message.data["msg"])
        else:
            return


def _events(response: httpx.Response) -> Iterator[dict[str, str]]:
    """httpx divides lines also at characters that are allowed in JSON, for example U+2028."""
    rest = ""
    fields: dict[str, str] = {}
    texts = response.iter_text()
    while True:
        try:
            text = next(texts)
        except (StopIteration, httpx.TransportError):
            return
        *lines, rest = re.split(r"\r?\n", rest + text)
        for line in lines:
            name, _, value = line.partition(":")
            if name:
                fields[name] = value[1:] if value.startswith(" ") else value
            elif line == "" and "data" in fields:
                yield fields
                fields = {}

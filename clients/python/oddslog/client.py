"""The client of a service."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator, Sequence
from types import TracebackType
from typing import Any, Callable, Literal

import httpx

from . import _batches, _stream
from ._answer import Answer, Operation, parse_completeness
from ._operations import OPERATIONS, Operations
from ._request import body_of, create_decoder, path_and_query
from ._retry import RetryPolicy, with_retries
from .errors import ApiError, NoAnswerError
from .types import (
    Candle,
    CandleInterval,
    CandlePage,
    CandleResult,
    CandleSource,
    Market,
    Platform,
    PriceRequest,
    PriceResult,
    Time,
    TradeLogPage,
)

_INTERVAL_SECONDS = {
    "1m": 60,
    "5m": 300,
    "15m": 900,
    "1h": 3600,
    "4h": 14_400,
    "1d": 86_400,
    "1w": 604_800,
}


class Client(Operations):
    """Calls the operations of a service. May be used by several threads at a time.

    - `url`: of the service, for example `http://127.0.0.1:8080`.
    - `api_key`: not needed for `sign_up` and `log_in`.
    - `decimals`: whether prices, sizes and amounts are exact Decimals instead of floats.
    - `timeout`: seconds to wait for a connection, for the first byte of an answer, and between two
      parts of it. An export begins when the service has the whole file.
    - `retries`, `max_wait`: number of retries of one request, and the longest sum of their waits,
      in seconds. If the service asks for a longer wait, the error is raised at once.
    """

    def __init__(
        self,
        url: str,
        api_key: str | None = None,
        *,
        decimals: bool = False,
        timeout: float = 120.0,
        retries: int = 5,
        max_wait: float = 120.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        from . import __version__

        self._url = url.rstrip("/")
        self._api_key = api_key
        #: Whether prices, sizes and amounts are Decimals.
        self.decimals = decimals
        self._decode = create_decoder(decimals)
        self._policy = RetryPolicy(retries, max_wait)
        self._sleep = sleep
        self._http = httpx.Client(
            timeout=timeout,
            follow_redirects=True,
            headers={"User-Agent": f"oddslog-python/{__version__}"},
        )

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def candle_pages(
        self,
        market_id: str,
        start_ts: Time,
        *,
        interval: CandleInterval = "1h",
        source: CandleSource | None = None,
        end_ts: Time | None = None,
        limit: int | None = None,
        fill: Literal["previous"] | None = None,
    ) -> Iterator[Answer[CandlePage]]:
        """The answers with the candles of a market from `start_ts` on, oldest first."""
        start: Time = start_ts
        while True:
            answer = self.list_market_candles(
                market_id,
                interval=interval,
                source=source,
                start_ts=start,
                end_ts=end_ts,
                limit=limit,
                fill=fill,
            )
            yield answer
            candles = answer.data["candles"]
            if not answer.data["has_more"] or not candles:
                return
            start = candles[-1]["start_ts"] + _INTERVAL_SECONDS[interval]

    def iter_candles(
        self,
        market_id: str,
        start_ts: Time,
        *,
        interval: CandleInterval = "1h",
        source: CandleSource | None = None,
        end_ts: Time | None = None,
        limit: int | None = None,
        fill: Literal["previous"] | None = None,
    ) -> Iterator[Candle]:
        """All candles of a market from `start_ts` on, oldest first. `limit`: size of a page."""
        for page in self.candle_pages(
            market_id,
            start_ts,
            interval=interval,
            source=source,
            end_ts=end_ts,
            limit=limit,
            fill=fill,
        ):
            yield from page.data["candles"]

    def follow_trades(
        self,
        *,
        after: str | None = None,
        since: Time | None = None,
        platform: Platform | None = None,
        market_id: str | None = None,
        event_slug: str | None = None,
        limit: int = 1000,
        poll_seconds: float = 1.0,
    ) -> Iterator[TradeLogPage]:
        """The trades of all markets from `after` or `since` on, in the order in which the service
        recorded them, and then those that come. `cursor` of a page is the position after its
        trades: `after` of a program that goes on later. `poll_seconds`: wait before the next
        request when there are no later trades."""
        position = after
        while True:
            page = self.list_trades(
                limit=limit,
                after=position,
                since=since,
                platform=platform,
                market_id=market_id,
                event_slug=event_slug,
            ).data
            if page["trades"]:
                yield page
            position = page["cursor"]
            if not page["has_more"]:
                self._sleep(poll_seconds)

    def stream(
        self,
        channels: Sequence[Literal["trades", "quotes", "books", "candles", "markets", "matches"]],
        *,
        market_ids: Sequence[str] | None = None,
        event_slug: str | None = None,
        platform: Platform | None = None,
        interval: CandleInterval | None = None,
        after: str | None = None,
    ) -> Generator[_stream.StreamMessage, None, None]:
        """The messages of some channels as they happen. If the connection breaks, the client
        connects again and goes on after the last message. `interval` is the length of the candles
        of the channel `candles`."""
        operation = OPERATIONS["openStream"]

        def connect(position: str | None) -> httpx.Response:
            arguments = {
                "channels": channels,
                "market_ids": market_ids,
                "event_slug": event_slug,
                "platform": platform,
                "interval": interval,
                "after": position,
            }
            request = self._http.build_request(
                operation.method,
                self._url + path_and_query(operation, arguments),
                headers=self._headers(operation, None, has_body=False),
                timeout=_stream.LONGEST_SILENCE,
            )
            return with_retries(
                lambda: self._open(request), self._policy, operation.is_safe, self._sleep
            )

        return _stream.follow(connect, after, self._decode, self._policy, self._sleep)

    def prices(self, requests: Sequence[PriceRequest]) -> list[PriceResult]:
        """Any number of prices, in the order of `requests`. Each result is a price or an error."""
        return _batches.prices(self, requests, self._policy, self._sleep)

    def candles_of_markets(
        self,
        market_ids: Sequence[str],
        *,
        interval: CandleInterval | None = None,
        source: CandleSource | None = None,
        start_ts: Time | None = None,
        end_ts: Time | None = None,
        limit: int | None = None,
        fill: Literal["previous"] | None = None,
    ) -> list[CandleResult]:
        """The candles of any number of markets, in the order of `market_ids`. Each result is a page
        or an error."""

        def ask(part: Sequence[str]) -> list[CandleResult]:
            answer = self.list_candles(
                part,
                interval=interval,
                source=source,
                start_ts=start_ts,
                end_ts=end_ts,
                limit=limit,
                fill=fill,
            )
            return answer.data["results"]

        return _batches.candles(ask, market_ids, limit, self._policy, self._sleep)

    def markets_by_id(self, ids: Sequence[str]) -> list[Market]:
        """The known ones among any number of markets, in the order of `ids`, each one once."""
        return _batches.markets(self, ids)

    def download_export(
        self,
        kind: str,
        path: str | os.PathLike[str],
        *,
        date: str | None = None,
        market_id: str | None = None,
        event_slug: str | None = None,
        interval: CandleInterval | None = None,
        format: Literal["parquet", "csv"] | None = None,
    ) -> Answer[None]:
        """Writes an export to a file, which appears at `path` when it is complete."""
        operation = OPERATIONS["exportRows"]
        arguments = {
            "kind": kind,
            "date": date,
            "market_id": market_id,
            "event_slug": event_slug,
            "interval": interval,
            "format": format,
        }
        unfinished = f"{os.fspath(path)}.part"

        def save(response: httpx.Response) -> None:
            with open(unfinished, "wb") as file:
                for chunk in response.iter_bytes():
                    file.write(chunk)

        try:
            answer = self._send(operation, arguments, None, save)
            os.replace(unfinished, path)
            return answer
        finally:
            if os.path.exists(unfinished):
                os.remove(unfinished)

    def _call(
        self, operation: Operation, arguments: dict[str, Any], token: str | None = None
    ) -> Answer[Any]:
        def read(response: httpx.Response) -> Any:
            response.read()
            return self._decode(response.text) if response.content else None

        return self._send(operation, arguments, token, read)

    def _pages(self, operation: Operation, arguments: dict[str, Any]) -> Iterator[Answer[Any]]:
        own = dict(arguments)
        if own.get("limit") is None:
            own["limit"] = operation.max_limit
        while True:
            answer = self._call(operation, own)
            yield answer
            page = answer.data
            # lists that are arrays have their cursor in a header
            is_array = operation.rows is None
            cursor = answer.headers.get("X-Next-Cursor") if is_array else page["cursor"]
            if cursor is None:
                return
            # an offset is valid on the first page only
            own = {**own, "cursor": cursor, "offset": None}

    def _send(
        self,
        operation: Operation,
        arguments: dict[str, Any],
        token: str | None,
        read: Callable[[httpx.Response], Any],
    ) -> Answer[Any]:
        url = self._url + path_and_query(operation, arguments)
        body = body_of(operation, arguments)
        headers = self._headers(operation, token, body is not None)

        def attempt() -> Answer[Any]:
            try:
                with self._http.stream(
                    operation.method, url, headers=headers, content=body
                ) as response:
                    if not response.is_success:
                        response.read()
                        raise ApiError(response.status_code, response.headers, response.text)
                    data = read(response)
            except (httpx.TransportError, ValueError) as error:
                raise NoAnswerError(f"{operation.method} {url}: {error!r}") from error
            request_id = response.headers.get("X-Request-Id", "")
            return Answer(data, parse_completeness(response.headers), request_id, response.headers)

        return with_retries(attempt, self._policy, operation.is_safe, self._sleep)

    def _open(self, request: httpx.Request) -> httpx.Response:
        """The response, before its body is read."""
        try:
            response = self._http.send(request, stream=True)
            if not response.is_success:
                response.read()
        except httpx.TransportError as error:
            raise NoAnswerError(f"{request.method} {request.url}: {error!r}") from error
        if not response.is_success:
            raise ApiError(response.status_code, response.headers, response.text)
        return response

    def _headers(self, operation: Operation, token: str | None, has_body: bool) -> dict[str, str]:
        headers = {"Content-Type": "application/json"} if has_body else {}
        if operation.credential == "key" and self._api_key is not None:
            headers["X-API-Key"] = self._api_key
        if operation.credential == "token" and token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return headers

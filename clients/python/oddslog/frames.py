"""Answers as pandas data frames. Needs the extra `pandas`.

Times have the dtype `datetime64[ms, UTC]`, texts `string`, counts `int64`, prices and amounts
`float64` (`object` with Decimals if the client was created with `decimals=True`). `attrs` of a
frame of one market has `completeness`: that of all its pages together.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Literal

import pandas as pd

from ._answer import Answer
from .client import Client
from .errors import OddslogError
from .types import CandleInterval, Completeness, DataGap, PriceRequest, Time, Trade, TradePage

_TIME = "datetime64[ms, UTC]"
_CANDLE_NUMBERS = ("open", "high", "low", "close", "volume", "notional", "outcome_notional")
_TRADE_TEXTS = ("id", "market_id", "platform", "side", "outcome", "native_trade_id")
_TRADE_NUMBERS = ("price", "size", "outcome_price")


def candles(
    client: Client,
    market_id: str,
    start: Time,
    *,
    interval: CandleInterval = "1h",
    end: Time | None = None,
    fill: Literal["previous"] | None = None,
) -> pd.DataFrame:
    """The candles from `start` on, by the start of their bucket: columns `open`, `high`, `low`,
    `close`, `volume`, `notional`, `outcome_notional`, `trade_count` and `is_final` (bool)."""
    pages = list(
        client.candle_pages(market_id, start, interval=interval, end_ts=end, limit=5000, fill=fill)
    )
    rows = [row for page in pages for row in page.data["candles"]]
    columns = {name: _numbers(client, _values(rows, name)) for name in _CANDLE_NUMBERS}
    columns["trade_count"] = pd.Series([row["trade_count"] for row in rows], dtype="int64")
    columns["is_final"] = pd.Series([row["is_final"] for row in rows], dtype="bool")
    frame = pd.DataFrame(columns)
    frame.index = pd.DatetimeIndex(_times([row["start_ts"] * 1000 for row in rows]), name="start")
    return _with_completeness(frame, pages)


def trades(
    client: Client,
    market_id: str,
    *,
    start: Time | None = None,
    end: Time | None = None,
) -> pd.DataFrame:
    """The trades from `start` until before `end`, oldest first: columns `time`, `id`, `market_id`,
    `platform`, `side`, `outcome`, `native_trade_id`, `price`, `size` and `outcome_price`."""
    start_ms, end_ms = _milliseconds(start, -math.inf), _milliseconds(end, math.inf)
    pages: list[Answer[TradePage]] = []
    rows: list[Trade] = []
    for page in client.market_trades_pages(market_id):
        pages.append(page)
        found = page.data["trades"]
        rows.extend(row for row in found if start_ms <= row["timestamp_ms"] < end_ms)
        if found and found[-1]["timestamp_ms"] < start_ms:
            break
    rows.reverse()
    columns = {"time": _times([row["timestamp_ms"] for row in rows])}
    for name in _TRADE_TEXTS:
        columns[name] = _texts(_values(rows, name))
    for name in _TRADE_NUMBERS:
        columns[name] = _numbers(client, _values(rows, name))
    return _with_completeness(pd.DataFrame(columns), pages)


def prices(client: Client, requests: Sequence[PriceRequest]) -> pd.DataFrame:
    """One row for each request, in their order: columns `market_id`, `at_time` (as requested, or
    the time of the answer), `time` (of the observation), `price`, `source`, `platform` and `error`
    (the type of the error, for example `price_not_found`). A row has a price or an error."""
    results = client.prices(requests)
    found = [result["price"] for result in results]
    asked = [
        _seconds(price["at_time"] if price else request.get("at_time"))
        for price, request in zip(found, requests)
    ]
    errors = [result["error"] for result in results]
    return pd.DataFrame(
        {
            "market_id": _texts([request["market_id"] for request in requests]),
            "at_time": _times([None if at is None else at * 1000 for at in asked]),
            "time": _times([price["timestamp_ms"] if price else None for price in found]),
            "price": _numbers(client, [price["price"] if price else None for price in found]),
            "source": _texts([price["source"] if price else None for price in found]),
            "platform": _texts([price["platform"] if price else None for price in found]),
            "error": _texts([error["detail"][0]["type"] if error else None for error in errors]),
        }
    )


def _values(rows: Sequence[Any], name: str) -> list[Any]:
    return [row[name] for row in rows]


def _times(milliseconds: Sequence[int | None]) -> Any:
    values = pd.Series(milliseconds, dtype="Int64")
    return pd.to_datetime(values, unit="ms", utc=True).astype(_TIME)


def _texts(values: Sequence[str | None]) -> Any:
    return pd.Series(values, dtype="string")


def _numbers(client: Client, values: Sequence[Any]) -> Any:
    return pd.Series(values, dtype="object" if client.decimals else "float64")


def _seconds(time: Time | None) -> int | None:
    return math.floor(time.timestamp()) if isinstance(time, datetime) else time


def _milliseconds(time: Time | None, default: float) -> float:
    if time is None:
        return default
    if isinstance(time, datetime):
        if time.tzinfo is None:
            raise OddslogError(f"{time!r} has no time zone")
        return time.timestamp() * 1000
    return time * 1000


def _with_completeness(frame: pd.DataFrame, pages: Iterable[Answer[Any]]) -> pd.DataFrame:
    stated = [page.completeness for page in pages if page.completeness is not None]
    if stated:
        gaps = {
            (gap["from_ms"], gap["until_ms"], gap["reason"])
            for one in stated
            for gap in one["gaps"]
        }
        completeness: Completeness = {
            "complete_until_ms": min(one["complete_until_ms"] for one in stated),
            "gaps": [
                DataGap(from_ms=a, until_ms=b, reason=reason) for a, b, reason in sorted(gaps)
            ],
            "has_more_gaps": any(one["has_more_gaps"] for one in stated),
            "history_not_requested": stated[-1]["history_not_requested"],
        }
        frame.attrs["completeness"] = completeness
    return frame

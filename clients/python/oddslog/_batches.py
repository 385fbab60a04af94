"""Batches of any size, divided into requests of the size that the service accepts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Callable, TypeVar

from ._operations import Operations
from ._retry import RetryPolicy, backoff
from .types import CandleResult, Market, PriceRequest, PriceResult

Item = TypeVar("Item")
Sleep = Callable[[float], None]

_PRICES_PER_REQUEST = 1_000
_MARKETS_PER_REQUEST = 100
# limit times the number of markets in one request
_CANDLES_PER_REQUEST = 100_000
_DEFAULT_CANDLE_LIMIT = 1_000


def prices(
    client: Operations, requests: Sequence[PriceRequest], policy: RetryPolicy, sleep: Sleep
) -> list[PriceResult]:
    def ask(part: Sequence[PriceRequest]) -> list[PriceResult]:
        return client.get_prices(part).data["results"]

    return _in_chunks(requests, _PRICES_PER_REQUEST, ask, policy, sleep)


def candles(
    ask: Callable[[Sequence[str]], list[CandleResult]],
    market_ids: Sequence[str],
    limit: int | None,
    policy: RetryPolicy,
    sleep: Sleep,
) -> list[CandleResult]:
    most = _CANDLES_PER_REQUEST // (limit or _DEFAULT_CANDLE_LIMIT)
    size = max(1, min(_MARKETS_PER_REQUEST, most))
    return _in_chunks(market_ids, size, ask, policy, sleep)


def markets(client: Operations, ids: Sequence[str]) -> list[Market]:
    found: list[Market] = []
    for part in _chunks_of(list(dict.fromkeys(ids)), _MARKETS_PER_REQUEST):
        found.extend(client.list_markets(ids=part, limit=_MARKETS_PER_REQUEST).data)
    return found


def _in_chunks(
    items: Sequence[Item],
    size: int,
    ask: Callable[[Sequence[Item]], list[Any]],
    policy: RetryPolicy,
    sleep: Sleep,
) -> list[Any]:
    """Asks again for the items that the service did not answer in time (status 503), as often as
    `policy` allows."""
    results: list[Any] = [None] * len(items)
    unanswered = list(range(len(items)))
    waited = 0.0
    for retries in range(policy.retries + 1):
        for places in _chunks_of(unanswered, size):
            answered = ask([items[place] for place in places])
            for i, place in enumerate(places):
                results[place] = _with_place(answered[i], i, place)
        unanswered = [place for place in unanswered if _is_unanswered(results[place])]
        delay = backoff(retries)
        waited += delay
        if not unanswered or retries == policy.retries or waited > policy.max_wait:
            break
        sleep(delay)
    return results


def _is_unanswered(result: Any) -> bool:
    return result["error"] is not None and result["error"]["status"] == 503


def _with_place(result: Any, i: int, place: int) -> Any:
    """Errors have the place of the item in its request, from 0. The caller knows its place among
    all items."""
    for one in (result["error"] or {}).get("detail", []):
        if len(one["loc"]) > 2 and one["loc"][2] == str(i):
            one["loc"][2] = str(place)
    return result


def _chunks_of(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]

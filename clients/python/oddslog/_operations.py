"""The operations of the service: one method each, and an iterator for each list."""
# Generated from /openapi.json by clients/generate.ts. Do not edit.
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, Sequence

from ._answer import Answer, Operation
from .types import *


OPERATIONS = {
    "listMarkets": Operation("GET", "/v1/markets", (), "key", is_list=True, rows=None, max_limit=100),
    "searchMarkets": Operation("GET", "/v1/markets/search", (), "key", is_list=True, rows=None, max_limit=100),
    "getMarket": Operation("GET", "/v1/markets/{market_id}", (), "key"),
    "getMarketPrice": Operation("GET", "/v1/markets/{market_id}/price", (), "key"),
    "listMarketTrades": Operation("GET", "/v1/markets/{market_id}/trades", (), "key", is_list=True, rows="trades", max_limit=500),
    "getMarketOrderBook": Operation("GET", "/v1/markets/{market_id}/orderbook", (), "key"),
    "listMarketCandles": Operation("GET", "/v1/markets/{market_id}/candles", (), "key"),
    "getPrices": Operation("POST", "/v1/prices", ("requests", ), "key"),
    "listCandles": Operation("GET", "/v1/candles", (), "key"),
    "listEvents": Operation("GET", "/v1/events", (), "key", is_list=True, rows="events", max_limit=200),
    "getEvent": Operation("GET", "/v1/events/{slug}", (), "key"),
    "listMatchingMarkets": Operation("GET", "/v1/matching-markets", (), "key", is_list=True, rows="matches", max_limit=200),
    "listSpread": Operation("GET", "/v1/matching-markets/{market_id}/{other_market_id}/spread", (), "key"),
    "listWalletActivity": Operation("GET", "/v1/wallets/{address}/activity", (), "key", is_list=True, rows="activity", max_limit=500),
    "listWalletPositions": Operation("GET", "/v1/wallets/{address}/positions", (), "key", is_list=True, rows="positions", max_limit=500),
    "listTrades": Operation("GET", "/v1/trades", (), "key"),
    "openStream": Operation("GET", "/v1/stream", (), "key"),
    "exportRows": Operation("GET", "/v1/exports/{kind}", (), "key"),
    "describeExport": Operation("GET", "/v1/exports/{kind}/manifest", (), "key"),
    "signUp": Operation("POST", "/v1/auth/signup", ("email", "password", ), "none"),
    "logIn": Operation("POST", "/v1/auth/login", ("email", "password", ), "none"),
    "listKeys": Operation("GET", "/v1/keys", (), "token"),
    "createKey": Operation("POST", "/v1/keys", ("label", ), "token"),
    "revokeKey": Operation("DELETE", "/v1/keys/{key_id}", (), "token"),
    "listWebhooks": Operation("GET", "/v1/webhooks", (), "token"),
    "createWebhook": Operation("POST", "/v1/webhooks", ("url", "event", "market_id", "level", "direction", "description", ), "token"),
    "getWebhook": Operation("GET", "/v1/webhooks/{webhook_id}", (), "token"),
    "deleteWebhook": Operation("DELETE", "/v1/webhooks/{webhook_id}", (), "token"),
    "enableWebhook": Operation("POST", "/v1/webhooks/{webhook_id}/enable", (), "token"),
    "replayWebhook": Operation("POST", "/v1/webhooks/{webhook_id}/replay", ("position", "since", ), "token"),
    "testWebhook": Operation("POST", "/v1/webhooks/{webhook_id}/test", (), "token"),
}


class Operations:
    def _call(self, operation: Operation, arguments: Dict[str, Any], token: Optional[str] = None) -> Answer[Any]:
        raise NotImplementedError

    def _pages(self, operation: Operation, arguments: Dict[str, Any]) -> Iterator[Answer[Any]]:
        raise NotImplementedError

    def list_markets(self, *, updated_since: Optional[Time] = None, sort_by: Optional[Literal["volume", "created_at", "ids"]] = None, platform: Optional[Platform] = None, status: Optional[MarketStatus] = None, category: Optional[str] = None, tag: Optional[str] = None, min_volume: Optional[Number] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, ids: Optional[Sequence[str]] = None, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None) -> Answer[MarketList]:
        """List markets: `GET /v1/markets`. Returns the markets of both platforms that pass the filters. By default the most traded come first. With `ids`, the known ones among these markets come in the order asked for, up to 100 on a page: the default of `limit` is then the number of ids, at most 100. Markets that ended more than 30 days ago, or before the 200,000 markets that ended last (the operator can change both), are left out, unless `ids` names them. Counts as 1 request in the rate limits, and as 1 more for each further 50 rows of `limit`, 25000 rows of `offset`, 5 values of `tag`, 250 values of `ids` (20 at most).

        - `updated_since`: Only markets whose newest record was received at or after this time, Unix seconds. A market gets a record when it changes: at once for its texts, status and times, and within ten minutes for its volumes and listed prices. At most 99999999999.
        - `sort_by`: volume: most traded in the last 24 hours first; created_at: newest first; ids: in the order of `ids`, which is the default with `ids`. Default volume.
        - `platform`: Only markets of this platform.
        - `status`: Only markets with this status.
        - `category`: Only markets with this category or platform_category; not case-sensitive. At most 200 characters.
        - `tag`: Only markets with at least one of these tags, up to 20, separated by commas; not case-sensitive. At most 1000 characters.
        - `min_volume`: Only markets with at least this volume_24h.
        - `start_ts`: Only markets created at or after this time, Unix seconds. At most 99999999999.
        - `end_ts`: Only markets created before this time, Unix seconds. At most 99999999999.
        - `ids`: Only these markets, by unified id, whenever they ended; unknown ids are left out. Several values: repeat the parameter or separate by commas. At most 1000 values, at most 512 characters each.
        - `limit`: Maximum number of results. 1 to 100, default 20.
        - `offset`: Number of results to skip. 0 to 9007199254740991, default 0.
        - `cursor`: The `X-Next-Cursor` of the previous page, with the same filters and the same order. Cannot be combined with an `offset` above 0.
        """
        return self._call(OPERATIONS["listMarkets"], {"updated_since": updated_since, "sort_by": sort_by, "platform": platform, "status": status, "category": category, "tag": tag, "min_volume": min_volume, "start_ts": start_ts, "end_ts": end_ts, "ids": ids, "limit": limit, "offset": offset, "cursor": cursor})

    def markets_pages(self, *, updated_since: Optional[Time] = None, sort_by: Optional[Literal["volume", "created_at", "ids"]] = None, platform: Optional[Platform] = None, status: Optional[MarketStatus] = None, category: Optional[str] = None, tag: Optional[str] = None, min_volume: Optional[Number] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, ids: Optional[Sequence[str]] = None, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[Answer[MarketList]]:
        """The answers of `list_markets`, page by page. `limit` is the size of a page; the largest possible one by default."""
        return self._pages(OPERATIONS["listMarkets"], {"updated_since": updated_since, "sort_by": sort_by, "platform": platform, "status": status, "category": category, "tag": tag, "min_volume": min_volume, "start_ts": start_ts, "end_ts": end_ts, "ids": ids, "limit": limit, "offset": offset, "cursor": cursor})

    def iter_markets(self, *, updated_since: Optional[Time] = None, sort_by: Optional[Literal["volume", "created_at", "ids"]] = None, platform: Optional[Platform] = None, status: Optional[MarketStatus] = None, category: Optional[str] = None, tag: Optional[str] = None, min_volume: Optional[Number] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, ids: Optional[Sequence[str]] = None, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[Market]:
        """The rows of `list_markets`, on all pages. `limit` is the size of a page; the largest possible one by default."""
        for page in self._pages(OPERATIONS["listMarkets"], {"updated_since": updated_since, "sort_by": sort_by, "platform": platform, "status": status, "category": category, "tag": tag, "min_volume": min_volume, "start_ts": start_ts, "end_ts": end_ts, "ids": ids, "limit": limit, "offset": offset, "cursor": cursor}):
            yield from page.data

    def search_markets(self, q: str, *, sort_by: Optional[Literal["volume", "created_at", "relevance"]] = None, platform: Optional[Platform] = None, status: Optional[MarketStatus] = None, category: Optional[str] = None, tag: Optional[str] = None, min_volume: Optional[Number] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, ids: Optional[Sequence[str]] = None, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None) -> Answer[MarketList]:
        """Search markets: `GET /v1/markets/search`. Returns the markets that have a word for every search word. By default the most traded come first. The header X-Total-Count has the number of all markets found. Markets that ended more than 30 days ago, or before the 200,000 markets that ended last (the operator can change both), are left out, unless `ids` names them. Counts as 1 request in the rate limits, and as 1 more for each further 50 rows of `limit`, 25000 rows of `offset`, 5 values of `tag`, 250 values of `ids`, 4 words of `q` (20 at most).

        - `q`: Up to 32 search words. Each must match a word of its own in the question, the slug, a tag or the event title, or of the market's high-confidence match: the beginning of the word, an equal number ($96,000, 96k), a synonym (btc, bitcoin) or, if the word is unknown or rare, a similar word. Not sensitive to case, accents and apostrophes. 2 to 300 characters.
        - `sort_by`: volume: most traded in the last 24 hours first; created_at: newest first; relevance: best match first: words that agree exactly before beginnings and similar words, then open markets, then short texts, then volume. Default volume.
        - `platform`: Only markets of this platform.
        - `status`: Only markets with this status.
        - `category`: Only markets with this category or platform_category; not case-sensitive. At most 200 characters.
        - `tag`: Only markets with at least one of these tags, up to 20, separated by commas; not case-sensitive. At most 1000 characters.
        - `min_volume`: Only markets with at least this volume_24h.
        - `start_ts`: Only markets created at or after this time, Unix seconds. At most 99999999999.
        - `end_ts`: Only markets created before this time, Unix seconds. At most 99999999999.
        - `ids`: Only these markets, by unified id, whenever they ended; unknown ids are left out. Several values: repeat the parameter or separate by commas. At most 1000 values, at most 512 characters each.
        - `limit`: Maximum number of results. 1 to 100, default 20.
        - `offset`: Number of results to skip. 0 to 9007199254740991, default 0.
        - `cursor`: The `X-Next-Cursor` of the previous page, with the same filters and the same order. Cannot be combined with an `offset` above 0.
        """
        return self._call(OPERATIONS["searchMarkets"], {"q": q, "sort_by": sort_by, "platform": platform, "status": status, "category": category, "tag": tag, "min_volume": min_volume, "start_ts": start_ts, "end_ts": end_ts, "ids": ids, "limit": limit, "offset": offset, "cursor": cursor})

    def search_markets_pages(self, q: str, *, sort_by: Optional[Literal["volume", "created_at", "relevance"]] = None, platform: Optional[Platform] = None, status: Optional[MarketStatus] = None, category: Optional[str] = None, tag: Optional[str] = None, min_volume: Optional[Number] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, ids: Optional[Sequence[str]] = None, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[Answer[MarketList]]:
        """The answers of `search_markets`, page by page. `limit` is the size of a page; the largest possible one by default."""
        return self._pages(OPERATIONS["searchMarkets"], {"q": q, "sort_by": sort_by, "platform": platform, "status": status, "category": category, "tag": tag, "min_volume": min_volume, "start_ts": start_ts, "end_ts": end_ts, "ids": ids, "limit": limit, "offset": offset, "cursor": cursor})

    def iter_search_markets(self, q: str, *, sort_by: Optional[Literal["volume", "created_at", "relevance"]] = None, platform: Optional[Platform] = None, status: Optional[MarketStatus] = None, category: Optional[str] = None, tag: Optional[str] = None, min_volume: Optional[Number] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, ids: Optional[Sequence[str]] = None, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[Market]:
        """The rows of `search_markets`, on all pages. `limit` is the size of a page; the largest possible one by default."""
        for page in self._pages(OPERATIONS["searchMarkets"], {"q": q, "sort_by": sort_by, "platform": platform, "status": status, "category": category, "tag": tag, "min_volume": min_volume, "start_ts": start_ts, "end_ts": end_ts, "ids": ids, "limit": limit, "offset": offset, "cursor": cursor}):
            yield from page.data

    def get_market(self, market_id: str) -> Answer[AuditedMarket]:
        """Get a market: `GET /v1/markets/{market_id}`. Returns one market by its unified id. Counts as 1 request in the rate limits.

        - `market_id`: Unified id of the market.
        """
        return self._call(OPERATIONS["getMarket"], {"market_id": market_id})

    def get_market_price(self, market_id: str, *, at_time: Optional[Time] = None, provisional: Optional[bool] = None) -> Answer[PriceRecord]:
        """Get the price of a market, now or at a past time: `GET /v1/markets/{market_id}/price`. Returns the newest price observed at or before the given time: a trade, or the mid price of a quote whose bid and ask are at most 0.10 apart. From the resolution of a market on, the price is what its first outcome pays. With `provisional=true`, a newer trade that a live stream of the platform has announced counts, too. Counts as 1 request in the rate limits.

        - `market_id`: Unified id of the market.
        - `at_time`: Time of the price, Unix seconds; default: the current time. Must not be in the future. At most 99999999999.
        - `provisional`: true: trades that a stream of the platform has announced and that no request has confirmed yet count, too. Only for the current price.
        """
        return self._call(OPERATIONS["getMarketPrice"], {"market_id": market_id, "at_time": at_time, "provisional": provisional})

    def list_market_trades(self, market_id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, slug: Optional[str] = None, provisional: Optional[bool] = None) -> Answer[TradePage]:
        """List the trades of a market: `GET /v1/markets/{market_id}/trades`. Returns trades, newest first. `cursor` selects the next older page. Trades that arrive between two requests cause no repeated and no skipped rows. `start_ts` and `end_ts` select the trades of a time range. With `Accept: text/csv` the page is CSV, with the cursor in `X-Next-Cursor`. With `provisional=true`, the response also has the trades that a live stream of the platform has announced before any request has confirmed them. Counts as 1 request in the rate limits, and as 1 more for each further 250 rows of `limit` (20 at most).

        - `market_id`: Unified id of the market.
        - `limit`: Maximum number of results. 1 to 500, default 100.
        - `cursor`: The `cursor` of the previous page.
        - `start_ts`: Only trades at or after this time, Unix seconds. At most 99999999999.
        - `end_ts`: Only trades before this time, Unix seconds. At most 99999999999.
        - `slug`: If given, it must be the slug of the market.
        - `provisional`: true: the response also has `provisional_trades`, the trades that a stream of the platform has announced and that no request has confirmed yet. Only for JSON. Ignored with a cursor.
        """
        return self._call(OPERATIONS["listMarketTrades"], {"market_id": market_id, "limit": limit, "cursor": cursor, "start_ts": start_ts, "end_ts": end_ts, "slug": slug, "provisional": provisional})

    def market_trades_pages(self, market_id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, slug: Optional[str] = None, provisional: Optional[bool] = None) -> Iterator[Answer[TradePage]]:
        """The answers of `list_market_trades`, page by page. `limit` is the size of a page; the largest possible one by default."""
        return self._pages(OPERATIONS["listMarketTrades"], {"market_id": market_id, "limit": limit, "cursor": cursor, "start_ts": start_ts, "end_ts": end_ts, "slug": slug, "provisional": provisional})

    def iter_market_trades(self, market_id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, slug: Optional[str] = None, provisional: Optional[bool] = None) -> Iterator[Trade]:
        """The rows of `list_market_trades`, on all pages. `limit` is the size of a page; the largest possible one by default."""
        for page in self._pages(OPERATIONS["listMarketTrades"], {"market_id": market_id, "limit": limit, "cursor": cursor, "start_ts": start_ts, "end_ts": end_ts, "slug": slug, "provisional": provisional}):
            yield from page.data["trades"]

    def get_market_order_book(self, market_id: str) -> Answer[OrderBook]:
        """Get the order book of a market: `GET /v1/markets/{market_id}/orderbook`. Returns the newest recorded bids and asks for the first outcome, best price first. Counts as 1 request in the rate limits.

        - `market_id`: Unified id of the market.
        """
        return self._call(OPERATIONS["getMarketOrderBook"], {"market_id": market_id})

    def list_market_candles(self, market_id: str, *, interval: Optional[CandleInterval] = None, source: Optional[CandleSource] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, limit: Optional[int] = None, fill: Optional[Literal["previous"]] = None) -> Answer[CandlePage]:
        """List the candles of a market: `GET /v1/markets/{market_id}/candles`. Returns open, high, low, close and volume of each time bucket, oldest first. With `start_ts` the result begins at that time, without it the result has the newest buckets. `source` selects trades or quotes. With `Accept: text/csv` the result is CSV. Counts as 1 request in the rate limits, and as 1 more for each further 2000 rows of `limit` (20 at most).

        - `market_id`: Unified id of the market.
        - `interval`: Length of a bucket. Buckets start at the Unix epoch, in UTC; weeks start on Monday. Default 1h.
        - `source`: trades: prices of trades; bid, ask: the best bid or ask of the recorded order books; mid: the middle of both, if both are there and the spread is at most 0.10. A value of an order book is in force until the next recorded one: `open` is the value at the start of the bucket. Candles of quotes have no volume. Default trades.
        - `start_ts`: Unix seconds. The first candle is that of the bucket that contains this time. Without this parameter, the newest candles are returned. At most 99999999999.
        - `end_ts`: Only buckets that start before this time, Unix seconds; default: the current time. At most 99999999999.
        - `limit`: Maximum number of results. 1 to 5000, default 1000.
        - `fill`: previous: each bucket without trades after the first trade gets a candle with the last price before it and volume 0. With quotes: each bucket in which a value was in force gets a candle.
        """
        return self._call(OPERATIONS["listMarketCandles"], {"market_id": market_id, "interval": interval, "source": source, "start_ts": start_ts, "end_ts": end_ts, "limit": limit, "fill": fill})

    def get_prices(self, requests: Sequence[PriceRequest]) -> Answer[PriceResults]:
        """Get many prices: `POST /v1/prices`. Returns the prices of up to 1,000 markets and times, in the order of the request. Each result is what `GET /v1/markets/{market_id}/price` returns for the item, or its error; an error of one item does not affect the others. Unknown fields have no effect; the header `X-Ignored-Parameters` names them. Counts as 1 request in the rate limits, and as 1 more for each further 20 items of `requests` (50 at most).

        - `requests`: The prices to return. The same market and time may be repeated. 1 to 1000 values.
        """
        return self._call(OPERATIONS["getPrices"], {"requests": requests})

    def list_candles(self, market_ids: Sequence[str], *, interval: Optional[CandleInterval] = None, source: Optional[CandleSource] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, limit: Optional[int] = None, fill: Optional[Literal["previous"]] = None) -> Answer[CandleResults]:
        """List the candles of several markets: `GET /v1/candles`. Returns the candles of up to 100 markets, in the order of `market_ids`. Each result is what `GET /v1/markets/{market_id}/candles` returns for the market, or its error; an error of one market does not affect the others. Counts as 1 request in the rate limits, and as 1 more for each further 5 values of `market_ids`, 2000 rows of `limit` (20 at most).

        - `market_ids`: Unified ids of the markets. The same id may be repeated. `limit` times the number of ids is at most 100000. Several values: repeat the parameter or separate by commas. At most 100 values.
        - `interval`: Length of a bucket. Buckets start at the Unix epoch, in UTC; weeks start on Monday. Default 1h.
        - `source`: trades: prices of trades; bid, ask: the best bid or ask of the recorded order books; mid: the middle of both, if both are there and the spread is at most 0.10. A value of an order book is in force until the next recorded one: `open` is the value at the start of the bucket. Candles of quotes have no volume. Default trades.
        - `start_ts`: Unix seconds. The first candle is that of the bucket that contains this time. Without this parameter, the newest candles are returned. At most 99999999999.
        - `end_ts`: Only buckets that start before this time, Unix seconds; default: the current time. At most 99999999999.
        - `limit`: Maximum number of results. 1 to 5000, default 1000.
        - `fill`: previous: each bucket without trades after the first trade gets a candle with the last price before it and volume 0. With quotes: each bucket in which a value was in force gets a candle.
        """
        return self._call(OPERATIONS["listCandles"], {"market_ids": market_ids, "interval": interval, "source": source, "start_ts": start_ts, "end_ts": end_ts, "limit": limit, "fill": fill})

    def list_events(self, *, platform: Optional[str] = None, status: Optional[str] = None, q: Optional[str] = None, min_volume: Optional[Number] = None, markets: Optional[Literal["top", "none"]] = None, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None) -> Answer[EventPage]:
        """List events: `GET /v1/events`. Returns the events that pass the filters, most traded first. Each has its ten most traded markets, or none with `markets=none`. Events all of whose markets ended more than 30 days ago, or before the 200,000 markets that ended last (the operator can change both), are left out; `/v1/events/{slug}` has them. Counts as 1 request in the rate limits, and as 1 more for each further 50 rows of `limit`, 25000 rows of `offset`, 4 words of `q` (20 at most).

        - `platform`: Only events of this platform. At most 200 characters.
        - `status`: Only events with this status. At most 200 characters.
        - `q`: Up to 32 search words. Each must match a word of its own in the title, by the rules of `/v1/markets/search`. 2 to 300 characters.
        - `min_volume`: Only events with at least this total_volume_24h.
        - `markets`: top: each event has its ten most traded markets; none: `markets` is empty. `market_count` counts all markets in both cases. Default top.
        - `limit`: Maximum number of results. 1 to 200, default 50.
        - `offset`: Number of results to skip. 0 to 9007199254740991, default 0.
        - `cursor`: The `cursor` of the previous page, with the same filters and the same order. Cannot be combined with an `offset` above 0.
        """
        return self._call(OPERATIONS["listEvents"], {"platform": platform, "status": status, "q": q, "min_volume": min_volume, "markets": markets, "limit": limit, "offset": offset, "cursor": cursor})

    def events_pages(self, *, platform: Optional[str] = None, status: Optional[str] = None, q: Optional[str] = None, min_volume: Optional[Number] = None, markets: Optional[Literal["top", "none"]] = None, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[Answer[EventPage]]:
        """The answers of `list_events`, page by page. `limit` is the size of a page; the largest possible one by default."""
        return self._pages(OPERATIONS["listEvents"], {"platform": platform, "status": status, "q": q, "min_volume": min_volume, "markets": markets, "limit": limit, "offset": offset, "cursor": cursor})

    def iter_events(self, *, platform: Optional[str] = None, status: Optional[str] = None, q: Optional[str] = None, min_volume: Optional[Number] = None, markets: Optional[Literal["top", "none"]] = None, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[Event]:
        """The rows of `list_events`, on all pages. `limit` is the size of a page; the largest possible one by default."""
        for page in self._pages(OPERATIONS["listEvents"], {"platform": platform, "status": status, "q": q, "min_volume": min_volume, "markets": markets, "limit": limit, "offset": offset, "cursor": cursor}):
            yield from page.data["events"]

    def get_event(self, slug: str, *, markets: Optional[Literal["all", "none"]] = None) -> Answer[Event]:
        """Get an event: `GET /v1/events/{slug}`. Returns one event by its slug, with all its markets, or without them with `markets=none`. Counts as 1 request in the rate limits.

        - `slug`: Slug of the event.
        - `markets`: all: the event has all its markets; none: `markets` is empty. `market_count` counts all markets in both cases. Default all.
        """
        return self._call(OPERATIONS["getEvent"], {"slug": slug, "markets": markets})

    def list_matching_markets(self, *, min_score: Optional[Number] = None, confidence: Optional[MatchConfidence] = None, status: Optional[MarketStatus] = None, q: Optional[str] = None, platform_a_market_slug: Optional[Sequence[str]] = None, platform_b_event_ticker: Optional[Sequence[str]] = None, ids: Optional[Sequence[str]] = None, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None) -> Answer[MatchPage]:
        """List matching markets: `GET /v1/matching-markets`. Returns pairs of markets that ask the same question on two platforms, highest score first, with the reasons for each match. Pairs with a market that ended more than 30 days ago, or before the 200,000 markets that ended last (the operator can change both), are left out, unless `ids` names one of the two. Counts as 1 request in the rate limits, and as 1 more for each further 50 rows of `limit`, 25000 rows of `offset`, 4 words of `q`, 25 values of `platform_a_market_slug`, 25 values of `platform_b_event_ticker`, 250 values of `ids` (20 at most).

        - `min_score`: Only matches with at least this score. 0 to 100.
        - `confidence`: Only matches of this confidence.
        - `status`: Only matches of which both markets have this status.
        - `q`: Up to 32 search words. One of the two markets must be found by them, as in `/v1/markets/search`. 2 to 300 characters.
        - `platform_a_market_slug`: Only matches whose `platform_a` is one of these markets. Several values: repeat the parameter or separate by commas. At most 100 values, at most 300 characters each.
        - `platform_b_event_ticker`: Only matches whose `platform_b` is a market in one of these events. Several values: repeat the parameter or separate by commas. At most 100 values, at most 300 characters each.
        - `ids`: Only matches of which one of these markets is part, by unified id, of either platform; unknown ids have no effect. Several values: repeat the parameter or separate by commas. At most 1000 values, at most 512 characters each.
        - `limit`: Maximum number of results. 1 to 200, default 50.
        - `offset`: Number of results to skip. 0 to 9007199254740991, default 0.
        - `cursor`: The `cursor` of the previous page, with the same filters and the same order. Cannot be combined with an `offset` above 0.
        """
        return self._call(OPERATIONS["listMatchingMarkets"], {"min_score": min_score, "confidence": confidence, "status": status, "q": q, "platform_a_market_slug": platform_a_market_slug, "platform_b_event_ticker": platform_b_event_ticker, "ids": ids, "limit": limit, "offset": offset, "cursor": cursor})

    def matching_markets_pages(self, *, min_score: Optional[Number] = None, confidence: Optional[MatchConfidence] = None, status: Optional[MarketStatus] = None, q: Optional[str] = None, platform_a_market_slug: Optional[Sequence[str]] = None, platform_b_event_ticker: Optional[Sequence[str]] = None, ids: Optional[Sequence[str]] = None, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[Answer[MatchPage]]:
        """The answers of `list_matching_markets`, page by page. `limit` is the size of a page; the largest possible one by default."""
        return self._pages(OPERATIONS["listMatchingMarkets"], {"min_score": min_score, "confidence": confidence, "status": status, "q": q, "platform_a_market_slug": platform_a_market_slug, "platform_b_event_ticker": platform_b_event_ticker, "ids": ids, "limit": limit, "offset": offset, "cursor": cursor})

    def iter_matching_markets(self, *, min_score: Optional[Number] = None, confidence: Optional[MatchConfidence] = None, status: Optional[MarketStatus] = None, q: Optional[str] = None, platform_a_market_slug: Optional[Sequence[str]] = None, platform_b_event_ticker: Optional[Sequence[str]] = None, ids: Optional[Sequence[str]] = None, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[MatchedMarket]:
        """The rows of `list_matching_markets`, on all pages. `limit` is the size of a page; the largest possible one by default."""
        for page in self._pages(OPERATIONS["listMatchingMarkets"], {"min_score": min_score, "confidence": confidence, "status": status, "q": q, "platform_a_market_slug": platform_a_market_slug, "platform_b_event_ticker": platform_b_event_ticker, "ids": ids, "limit": limit, "offset": offset, "cursor": cursor}):
            yield from page.data["matches"]

    def list_spread(self, market_id: str, other_market_id: str, *, interval: Optional[CandleInterval] = None, source: Optional[CandleSource] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, limit: Optional[int] = None) -> Answer[SpreadPage]:
        """List the spread between two matching markets: `GET /v1/matching-markets/{market_id}/{other_market_id}/spread`. Returns the values of two matching markets at the end of each time bucket and their difference, oldest first, in terms of the first outcome of the market `market_id`. The two markets can be in either order. Without a new trade or quote, the last value of a market stays in force; `observed_at_ms` has its time. With `start_ts` the result begins at that time, without it the result has the newest points. With `Accept: text/csv` the result is CSV. Counts as 2 requests in the rate limits, and as 1 more for each further 2000 rows of `limit` (20 at most).

        - `market_id`: Unified id of the market.
        - `other_market_id`: Unified id of the other market of the match.
        - `interval`: Length of a bucket. Buckets start at the Unix epoch, in UTC; weeks start on Monday. Default 1h.
        - `source`: trades: prices of the last trades; bid, ask: the best bid or ask of the recorded order books; mid: the middle of both, if both are there and the spread of the book is at most 0.10. Default mid.
        - `start_ts`: Unix seconds. The first point is that of the bucket that contains this time. Without this parameter, the newest points are returned. At most 99999999999.
        - `end_ts`: Only buckets that start before this time, Unix seconds; default: the current time. At most 99999999999.
        - `limit`: Maximum number of results. 1 to 5000, default 1000.
        """
        return self._call(OPERATIONS["listSpread"], {"market_id": market_id, "other_market_id": other_market_id, "interval": interval, "source": source, "start_ts": start_ts, "end_ts": end_ts, "limit": limit})

    def list_wallet_activity(self, address: str, *, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, activity_type: Optional[ActivityType] = None) -> Answer[WalletActivityPage]:
        """List the activity of a wallet: `GET /v1/wallets/{address}/activity`. Returns activity, newest first, of all times or from `start_ts` to `end_ts`. The first request about a wallet starts fetching its past and waits up to two seconds for it. `complete` says whether all activity is available. The service then follows the wallet, which counts towards a quota of your account; without quota left, the response has what is known and the header `X-Wallet-Not-Followed`. Counts as 1 request in the rate limits, and as 1 more for each further 250 rows of `limit`, 5000 rows of `offset` (20 at most).

        - `address`: Address of the wallet: 0x and 40 hex digits, in either case.
        - `limit`: Maximum number of results. 1 to 500, default 100.
        - `offset`: Number of results to skip. 0 to 9007199254740991, default 0.
        - `cursor`: The `cursor` of the previous page, with the same filters and the same order. Cannot be combined with an `offset` above 0.
        - `start_ts`: Only activity at or after this time, Unix seconds. At most 99999999999.
        - `end_ts`: Only activity before this time, Unix seconds. At most 99999999999.
        - `activity_type`: Only activity of this type.
        """
        return self._call(OPERATIONS["listWalletActivity"], {"address": address, "limit": limit, "offset": offset, "cursor": cursor, "start_ts": start_ts, "end_ts": end_ts, "activity_type": activity_type})

    def wallet_activity_pages(self, address: str, *, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, activity_type: Optional[ActivityType] = None) -> Iterator[Answer[WalletActivityPage]]:
        """The answers of `list_wallet_activity`, page by page. `limit` is the size of a page; the largest possible one by default."""
        return self._pages(OPERATIONS["listWalletActivity"], {"address": address, "limit": limit, "offset": offset, "cursor": cursor, "start_ts": start_ts, "end_ts": end_ts, "activity_type": activity_type})

    def iter_wallet_activity(self, address: str, *, limit: Optional[int] = None, offset: Optional[int] = None, cursor: Optional[str] = None, start_ts: Optional[Time] = None, end_ts: Optional[Time] = None, activity_type: Optional[ActivityType] = None) -> Iterator[WalletActivity]:
        """The rows of `list_wallet_activity`, on all pages. `limit` is the size of a page; the largest possible one by default."""
        for page in self._pages(OPERATIONS["listWalletActivity"], {"address": address, "limit": limit, "offset": offset, "cursor": cursor, "start_ts": start_ts, "end_ts": end_ts, "activity_type": activity_type}):
            yield from page.data["activity"]

    def list_wallet_positions(self, address: str, *, limit: Optional[int] = None, cursor: Optional[str] = None, sort_by: Optional[Literal["CURRENT", "CASHPNL", "PERCENTPNL", "INITIAL", "SIZE"]] = None, redeemable: Optional[bool] = None) -> Answer[WalletPositionPage]:
        """List the positions of a wallet: `GET /v1/wallets/{address}/positions`. Returns positions, computed from all activity of the wallet at average cost. Losing positions of resolved markets stay listed, with price 0, until they are redeemed. While `complete` is false, the positions do not include the activity that is not fetched yet. Counts as 5 requests in the rate limits.

        - `address`: Address of the wallet: 0x and 40 hex digits, in either case.
        - `limit`: Maximum number of results. 1 to 500, default 100.
        - `cursor`: The `cursor` of the previous page, with the same filter and the same order.
        - `sort_by`: Sort order: descending by current_value, cash_pnl, percent_pnl, initial_value or size. Default CURRENT.
        - `redeemable`: true: only positions that can be redeemed; false: only those that cannot.
        """
        return self._call(OPERATIONS["listWalletPositions"], {"address": address, "limit": limit, "cursor": cursor, "sort_by": sort_by, "redeemable": redeemable})

    def wallet_positions_pages(self, address: str, *, limit: Optional[int] = None, cursor: Optional[str] = None, sort_by: Optional[Literal["CURRENT", "CASHPNL", "PERCENTPNL", "INITIAL", "SIZE"]] = None, redeemable: Optional[bool] = None) -> Iterator[Answer[WalletPositionPage]]:
        """The answers of `list_wallet_positions`, page by page. `limit` is the size of a page; the largest possible one by default."""
        return self._pages(OPERATIONS["listWalletPositions"], {"address": address, "limit": limit, "cursor": cursor, "sort_by": sort_by, "redeemable": redeemable})

    def iter_wallet_positions(self, address: str, *, limit: Optional[int] = None, cursor: Optional[str] = None, sort_by: Optional[Literal["CURRENT", "CASHPNL", "PERCENTPNL", "INITIAL", "SIZE"]] = None, redeemable: Optional[bool] = None) -> Iterator[WalletPosition]:
        """The rows of `list_wallet_positions`, on all pages. `limit` is the size of a page; the largest possible one by default."""
        for page in self._pages(OPERATIONS["listWalletPositions"], {"address": address, "limit": limit, "cursor": cursor, "sort_by": sort_by, "redeemable": redeemable}):
            yield from page.data["positions"]

    def list_trades(self, *, limit: Optional[int] = None, after: Optional[str] = None, since: Optional[Time] = None, platform: Optional[Platform] = None, market_id: Optional[str] = None, event_slug: Optional[str] = None) -> Answer[TradeLogPage]:
        """List the trades of all markets, to follow them: `GET /v1/trades`. Returns trades in the order in which the service recorded them, from `after` on. Ask again with the `cursor` of the response: no trade is left out and none is repeated, also when the service is restarted or rebuilds its tables. The trades of a market are in the order in which they became known, which can differ from the order of their times. A trade that was corrected comes again, with the same `id`. `has_more` can be true on a response with fewer trades than `limit`, because one request reads a limited part of the log. A cursor that cannot be used is 422 with the type `cursor_of_other_log`, `cursor_in_future` or `cursor_expired`; the message of the latter has the oldest cursor. Counts as 1 request in the rate limits, and as 1 more for each further 250 rows of `limit` (20 at most).

        - `limit`: Maximum number of trades. 1 to 1000, default 100.
        - `after`: Only trades after this position: the `cursor` of a response, or the `id` of a message of `/v1/stream`. If absent, the response begins with the oldest trade that is retained, or with `since`.
        - `since`: Only trades at or after this time, Unix seconds. At most 99999999999.
        - `platform`: Only trades of this platform.
        - `market_id`: Only trades of this market: its unified id.
        - `event_slug`: Only trades of the markets of this event: its slug.
        """
        return self._call(OPERATIONS["listTrades"], {"limit": limit, "after": after, "since": since, "platform": platform, "market_id": market_id, "event_slug": event_slug})

    def describe_export(self, kind: Literal["trades", "quotes", "candles", "markets", "matches"], *, date: Optional[str] = None, market_id: Optional[str] = None, event_slug: Optional[str] = None, interval: Optional[CandleInterval] = None, format: Optional[Literal["parquet", "csv"]] = None) -> Answer[ExportManifest]:
        """Describe the file of an export: `GET /v1/exports/{kind}/manifest`. Returns the number of rows of the file, their first and last time, the SHA-256 of its bytes, how far its data are complete, and whether it is final. The parameters are those of the export. It takes as long as the export, because the whole file is computed. Counts as 20 requests in the rate limits.

        - `kind`: What the rows of the file are.
        - `date`: All markets on this day in UTC, `YYYY-MM-DD`. Must not be in the future.
        - `market_id`: One market, at all times: its unified id.
        - `event_slug`: All markets of an event, at all times: the slug of the event.
        - `interval`: For candles: length of a bucket, as in `/v1/markets/{market_id}/candles`. Default 1h.
        - `format`: Format of the file. Default parquet.
        """
        return self._call(OPERATIONS["describeExport"], {"kind": kind, "date": date, "market_id": market_id, "event_slug": event_slug, "interval": interval, "format": format})

    def sign_up(self, email: str, password: str) -> Answer[Signup]:
        """Sign up: `POST /v1/auth/signup`. Creates an account and its first API key. The key is shown only in this response.

        - `email`: Email address; not case-sensitive. At most 254 characters.
        - `password`: Password. Its length counts Unicode characters after NFKC normalization. The service stores only a hash. 8 to 256 characters.
        """
        return self._call(OPERATIONS["signUp"], {"email": email, "password": password})

    def log_in(self, email: str, password: str) -> Answer[AccessToken]:
        """Log in: `POST /v1/auth/login`. Returns a bearer token for `/v1/keys`. If the request also has an API key, the key must be valid and belong to the same account.

        - `email`: Email address; not case-sensitive. At most 254 characters.
        - `password`: Password. Its length counts Unicode characters after NFKC normalization. The service stores only a hash. 8 to 256 characters.
        """
        return self._call(OPERATIONS["logIn"], {"email": email, "password": password})

    def list_keys(self, *, token: str) -> Answer[ApiKeyList]:
        """List your keys: `GET /v1/keys`. All active keys of the account, newest first, and those revoked in the last 30 days, up to 100."""
        return self._call(OPERATIONS["listKeys"], {}, token)

    def create_key(self, label: str, *, token: str) -> Answer[CreatedApiKey]:
        """Create a key: `POST /v1/keys`. The key is shown only in this response. An account can have up to 100 active keys.

        - `label`: Label by which the owner recognises the key. 1 to 100 characters.
        """
        return self._call(OPERATIONS["createKey"], {"label": label}, token)

    def revoke_key(self, key_id: str, *, token: str) -> Answer[None]:
        """Revoke a key: `DELETE /v1/keys/{key_id}`. This process rejects the key at once, all others within a second. Revoking a revoked key has the same response.

        - `key_id`: The `id` of the key, not the key itself.
        """
        return self._call(OPERATIONS["revokeKey"], {"key_id": key_id}, token)

    def list_webhooks(self, *, token: str) -> Answer[WebhookList]:
        """List your webhooks: `GET /v1/webhooks`. All webhooks of the account, in the order of creation, with the state of their deliveries."""
        return self._call(OPERATIONS["listWebhooks"], {}, token)

    def create_webhook(self, url: str, event: Literal["price.crossed", "market.resolved", "match.found"], *, token: str, market_id: Optional[str] = None, level: Optional[Number] = None, direction: Optional[Literal["up", "down", "any"]] = None, description: Optional[str] = None) -> Answer[CreatedWebhook]:
        """Create a webhook: `POST /v1/webhooks`. From now on, a signed message is sent to the URL when the event happens. The secret that verifies the signatures is shown only in this response. An account can have up to 20 webhooks.

        - `url`: https URL that messages are sent to. 1 to 2048 characters.
        - `event`: What the webhook reports. price.crossed: trades crossed a price; market.resolved: the result of a market became final; match.found: two markets were found to ask the same question.
        - `market_id`: Unified id of the market. Required for price.crossed and market.resolved. match.found without it reports the matches of all markets. 1 to 512 characters.
        - `level`: For price.crossed: price of the first outcome, 0 to 1. 0.0001 to 1.
        - `direction`: For price.crossed. up: the price rises from below the level to the level or above it; down: it falls from the level or above to below it; any, the default: both.
        - `description`: Text by which the owner recognises the webhook. At most 200 characters.
        """
        return self._call(OPERATIONS["createWebhook"], {"url": url, "event": event, "market_id": market_id, "level": level, "direction": direction, "description": description}, token)

    def get_webhook(self, webhook_id: str, *, token: str) -> Answer[Webhook]:
        """Get a webhook: `GET /v1/webhooks/{webhook_id}`. The state of its deliveries is that of about a second ago. If the service has switched the webhook off, `disabled_reason` says why.

        - `webhook_id`: The `id` of the webhook.
        """
        return self._call(OPERATIONS["getWebhook"], {"webhook_id": webhook_id}, token)

    def delete_webhook(self, webhook_id: str, *, token: str) -> Answer[None]:
        """Delete a webhook: `DELETE /v1/webhooks/{webhook_id}`. Within a second, no more messages are sent.

        - `webhook_id`: The `id` of the webhook.
        """
        return self._call(OPERATIONS["deleteWebhook"], {"webhook_id": webhook_id}, token)

    def enable_webhook(self, webhook_id: str, *, token: str) -> Answer[None]:
        """Switch a webhook on again: `POST /v1/webhooks/{webhook_id}/enable`. The messages that were not delivered are sent now. There are no messages about events that happened while the webhook was switched off. For a webhook that is failing, the next attempt is made at once.

        - `webhook_id`: The `id` of the webhook.
        """
        return self._call(OPERATIONS["enableWebhook"], {"webhook_id": webhook_id}, token)

    def replay_webhook(self, webhook_id: str, *, token: str, position: Optional[int] = None, since: Optional[Time] = None) -> Answer[ReplayedWebhook]:
        """Continue at another position: `POST /v1/webhooks/{webhook_id}/replay`. Sends all messages of the webhook from a position or a time on, also those that were delivered, with the same ids as before. A later position than that of the webhook leaves out the messages in between. Messages are kept for 7 days.

        - `webhook_id`: The `id` of the webhook.
        - `position`: The position of a message. At least 0.
        - `since`: Unix seconds: the first message that was made at this time or later. 0 to 253402300799.
        """
        return self._call(OPERATIONS["replayWebhook"], {"webhook_id": webhook_id, "position": position, "since": since}, token)

    def test_webhook(self, webhook_id: str, *, token: str) -> Answer[WebhookTest]:
        """Send a test message: `POST /v1/webhooks/{webhook_id}/test`. Sends a signed message of type `webhook.test`, after the messages that are not delivered yet. `GET /v1/webhooks/{webhook_id}` shows the result.

        - `webhook_id`: The `id` of the webhook.
        """
        return self._call(OPERATIONS["testWebhook"], {"webhook_id": webhook_id}, token)

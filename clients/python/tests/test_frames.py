"""The data frames: their rows, and the dtype of each column."""

from __future__ import annotations

from datetime import datetime, timezone
from decimal import Decimal
from typing import Any, ClassVar

import pandas as pd

from oddslog import OddslogError, frames

from .scripted_service import Reply, Request
from .test_client import ClientTest

TIME = "datetime64[ms, UTC]"


def trade(ms: int, **fields: Any) -> dict[str, Any]:
    return {
        "id": str(ms),
        "market_id": "pb_A",
        "platform": "platform_b",
        "price": 1,
        "size": 2.5,
        "side": "buy",
        "timestamp_ms": ms,
        "native_trade_id": "n",
        "outcome": "Yes",
        "outcome_price": 1,
        **fields,
    }


class Trades(ClientTest):
    dtypes: ClassVar[dict[str, str]] = {
        "time": TIME,
        "id": "string",
        "market_id": "string",
        "platform": "string",
        "side": "string",
        "outcome": "string",
        "native_trade_id": "string",
        "price": "float64",
        "size": "float64",
        "outcome_price": "float64",
    }

    def test_rows_of_the_period_oldest_first(self) -> None:
        def script(_request: Request, index: int) -> Reply:
            times = [[4_000, 3_000], [2_500, 2_000]][index]
            cursor = "c" if index == 0 else None
            page = {"trades": [trade(ms) for ms in times], "cursor": cursor, "has_more": index == 0}
            gaps = f"{index}-{index + 1};unreachable"
            headers = {"X-Data-Complete-Until": str(9_000 - index), "X-Data-Gaps": gaps}
            return Reply(headers=headers, body=page)

        self.service.play(script)
        start = datetime.fromtimestamp(2.5, timezone.utc)
        frame = frames.trades(self.client(), "pb_A", start=start, end=4)
        self.assertEqual(list(frame["id"]), ["2500", "3000"])
        self.assertEqual(frame["time"][0], pd.Timestamp(2.5, unit="s", tz="UTC"))
        self.assertIn("start_ts=2&end_ts=4", self.service.paths()[0])
        self.assertEqual(frame.dtypes.astype("str").to_dict(), self.dtypes)
        completeness = frame.attrs["completeness"]
        self.assertEqual(completeness["complete_until_ms"], 8_999)
        self.assertEqual([gap["from_ms"] for gap in completeness["gaps"]], [0, 1])
        self.assertEqual(len(self.service.requests), 2)

    def test_no_rows_have_the_same_dtypes(self) -> None:
        page: dict[str, Any] = {"trades": [], "cursor": None, "has_more": False}
        self.service.play(lambda _request, _index: Reply(body=page))
        frame = frames.trades(self.client(), "pb_A")
        self.assertEqual((len(frame), frame.dtypes.astype("str").to_dict()), (0, self.dtypes))

    def test_decimals(self) -> None:
        body = {"trades": [trade(1)], "cursor": None, "has_more": False}
        self.service.play(lambda _request, _index: Reply(body=body))
        frame = frames.trades(self.client(decimals=True), "pb_A")
        self.assertEqual(frame["size"].dtype, object)
        self.assertEqual(list(frame["size"]), [Decimal("2.5")])

    def test_times_need_a_time_zone(self) -> None:
        with self.assertRaises(OddslogError):
            frames.trades(self.client(), "pb_A", start=datetime(2026, 11, 25))


class Candles(ClientTest):
    numbers = ("open", "high", "low", "close", "volume", "notional", "outcome_notional")

    def test_index_and_dtypes(self) -> None:
        numbers = {name: 1 for name in self.numbers}
        candle = {"start_ts": 3600, **numbers, "trade_count": 2, "is_final": True}
        for candles in ([candle], []):
            body = {"candles": candles, "has_more": False}
            reply = Reply(body=body)
            self.service.play(lambda _request, _index, reply=reply: reply)  # type: ignore[misc]
            frame = frames.candles(self.client(), "pb_A", 0)
            self.assertEqual(frame.index.name, "start")
            self.assertEqual(str(frame.index.dtype), TIME)
            expected = dict.fromkeys(self.numbers, "float64")
            expected |= {"trade_count": "int64", "is_final": "bool"}
            self.assertEqual(frame.dtypes.astype("str").to_dict(), expected)
            starts = [pd.Timestamp(one["start_ts"], unit="s", tz="UTC") for one in candles]
            self.assertEqual(list(frame.index), starts)


class Prices(ClientTest):
    def test_prices_and_errors(self) -> None:
        price = {
            "market_id": "pb_A",
            "price": 0.5,
            "at_time": 60,
            "timestamp_ms": 59_500,
            "platform": "platform_b",
            "source": "trade",
        }
        error = {"status": 404, "detail": [{"loc": [], "msg": "", "type": "price_not_found"}]}
        results = [
            {"price": price, "error": None, "completeness": None},
            {"price": None, "error": error, "completeness": None},
        ]
        self.service.play(lambda _request, _index: Reply(body={"results": results}))
        at = datetime.fromtimestamp(30, timezone.utc)
        frame = frames.prices(
            self.client(), [{"market_id": "pb_A"}, {"market_id": "pb_A", "at_time": at}]
        )
        sent = self.service.requests[0].body
        self.assertEqual(sent["requests"][1], {"market_id": "pb_A", "at_time": 30})
        self.assertEqual(
            frame.dtypes.astype("str").to_dict(),
            {
                "market_id": "string",
                "at_time": TIME,
                "time": TIME,
                "price": "float64",
                "source": "string",
                "platform": "string",
                "error": "string",
            },
        )
        self.assertEqual([one.timestamp() for one in frame["at_time"]], [60, 30])
        self.assertEqual(frame["time"][0].timestamp(), 59.5)
        self.assertEqual(list(frame["price"].isna()), [False, True])
        self.assertEqual(frame["error"][1], "price_not_found")
        self.assertTrue(pd.isna(frame["error"][0]))

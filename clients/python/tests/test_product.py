"""The client against a running service: ODDSLOG_URL, with the key ODDSLOG_KEY. ODDSLOG_EXPECTED is
a JSON file with what the service answers without a client."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import unittest
import uuid
from decimal import Decimal
from typing import Any

from oddslog import ApiError, Client, frames

URL = os.environ.get("ODDSLOG_URL", "")


@unittest.skipIf(URL == "", "no running service: ODDSLOG_URL is not set")
class Product(unittest.TestCase):
    client: Client
    expected: Any
    market: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = Client(URL, os.environ["ODDSLOG_KEY"])
        with open(os.environ["ODDSLOG_EXPECTED"]) as file:
            cls.expected = json.load(file)
        cls.market = cls.expected["market"]

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.close()

    def test_lists(self) -> None:
        client, expected = self.client, self.expected
        trades = list(client.iter_market_trades(self.market, limit=200))
        self.assertEqual(trades, expected["trades"])
        markets = list(client.iter_markets(sort_by="created_at", limit=60))
        self.assertEqual({market["id"] for market in markets}, set(expected["markets"]))
        self.assertEqual(len(markets), len(expected["markets"]))
        candles = list(client.iter_candles(self.market, 0, interval="5m", limit=4))
        self.assertEqual(candles, expected["candles"])
        activity = list(client.iter_wallet_activity(expected["wallet"], limit=50))
        self.assertEqual(activity, expected["activity"])
        events = list(client.iter_events(limit=30, markets="none"))
        self.assertEqual(len(events), expected["events"])
        self.assertEqual(len(list(client.iter_matching_markets())), expected["matches"])

    def test_followed_trades(self) -> None:
        expected = {trade["id"] for trade in self.expected["trades"]}
        found: set[str] = set()
        for page in self.client.follow_trades(market_id=self.market, limit=100):
            found |= {trade["id"] for trade in page["trades"]}
            if len(found) == len(expected):
                break
        self.assertEqual(found, expected)

    def test_stream(self) -> None:
        expected = {trade["id"] for trade in self.expected["trades"]}
        page = self.client.list_trades(market_id=self.market, limit=100).data
        found = {trade["id"] for trade in page["trades"]}
        stream = self.client.stream(
            ["trades", "candles"],
            market_ids=[self.market],
            interval="1w",
            after=page["cursor"],
        )
        trade_counts = {}
        for message in stream:
            if message.type == "trades":
                found.add(message.data["id"])
            elif message.type == "candles":
                trade_counts[message.data["start_ts"]] = message.data["trade_count"]
            if len(found) == len(expected):
                break
        self.assertEqual(found, expected)
        answer = self.client.list_market_candles(self.market, interval="1w", limit=1)
        candle = answer.data["candles"][0]
        self.assertEqual(trade_counts[candle["start_ts"]], candle["trade_count"])

    def test_batches(self) -> None:
        client, expected = self.client, self.expected
        times = [trade["timestamp_ms"] // 1000 + 1 for trade in expected["trades"][:5]]
        results = client.prices(
            [
                {"market_id": "pb_NONE" if i == 1001 else self.market, "at_time": times[i % 5]}
                for i in range(1003)
            ]
        )
        error = results[1001]["error"]
        assert error is not None
        self.assertEqual(error["detail"][0]["type"], "market_not_found")
        self.assertEqual(error["detail"][0]["loc"], ["body", "requests", "1001", "market_id"])
        for i in (0, 4, 1002):
            single = client.get_market_price(self.market, at_time=times[i % 5])
            self.assertEqual(results[i]["price"], single.data)
            self.assertEqual(results[i]["completeness"], single.completeness)
        ids = expected["markets"][:130]
        pages = [result["page"] for result in client.candles_of_markets(ids, interval="1h")]
        self.assertEqual([page and page["market_id"] for page in pages], ids)
        found = client.markets_by_id([*ids, "pb_NONE"])
        self.assertEqual([market["id"] for market in found], ids)

    def test_frames(self) -> None:
        client, expected = self.client, self.expected
        trades = frames.trades(client, self.market)
        self.assertEqual(list(trades["id"]), [one["id"] for one in reversed(expected["trades"])])
        self.assertTrue(trades["time"].is_monotonic_increasing)
        self.assertGreater(trades.attrs["completeness"]["complete_until_ms"], 0)
        half = trades["time"][len(trades) // 2]
        later = frames.trades(client, self.market, start=half)
        self.assertEqual(list(later["id"]), list(trades["id"][trades["time"] >= half]))
        candles = frames.candles(client, self.market, 0, interval="5m")
        self.assertEqual(
            list(candles["close"]), [float(one["close"]) for one in expected["candles"]]
        )
        self.assertAlmostEqual(candles["volume"].sum(), trades["size"].sum(), places=6)
        first = trades["time"][0]
        prices = frames.prices(
            client,
            [
                {"market_id": self.market, "at_time": half.ceil("s")},
                {"market_id": self.market, "at_time": first.floor("s") - first.resolution * 10_000},
            ],
        )
        self.assertLessEqual(prices["time"][0], half.ceil("s"))
        self.assertEqual(prices["error"].notna().tolist(), [False, True])

    def test_decimals_are_exact(self) -> None:
        with Client(URL, os.environ["ODDSLOG_KEY"], decimals=True) as exact:
            trades = frames.trades(exact, self.market)
            candles = frames.candles(exact, self.market, 0, interval="1d")
        self.assertIs(type(trades["size"].sum()), Decimal)
        self.assertEqual(trades["size"].sum(), candles["volume"].sum())
        notional = (trades["price"] * trades["size"]).sum()
        self.assertEqual(notional, candles["notional"].sum())

    def test_errors(self) -> None:
        with self.assertRaises(ApiError) as raised:
            self.client.get_market("pb_NONE")
        error = raised.exception
        self.assertEqual((error.status, error.has_type("market_not_found")), (404, True))
        self.assertTrue(error.request_id)
        with self.assertRaises(ApiError) as raised:
            self.client.list_market_trades(self.market, limit=501)
        self.assertEqual(raised.exception.detail[0]["loc"], ["query", "limit"])
        with Client(URL) as stranger, self.assertRaises(ApiError) as raised:
            stranger.list_markets()
        self.assertEqual(raised.exception.status, 401)

    def test_keys(self) -> None:
        email, password = f"{uuid.uuid4()}@example.com", "correct horse battery"
        with Client(URL) as stranger:
            stranger.sign_up(email, password)
            token = stranger.log_in(email, password).data["access_token"]
            key = stranger.create_key("backtests", token=token).data
            with Client(URL, key["api_key"]) as own:
                self.assertEqual(len(own.list_markets(limit=1).data), 1)
            stranger.revoke_key(key["id"], token=token)
            revoked = {
                one["label"]: one["revoked_at"] is not None
                for one in stranger.list_keys(token=token).data
            }
        self.assertTrue(revoked["backtests"])

    def test_export(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trades.csv")
            self.client.download_export("trades", path, market_id=self.market, format="csv")
            with open(path, "rb") as file:
                digest = hashlib.sha256(file.read()).hexdigest()
        manifest = self.client.describe_export("trades", market_id=self.market, format="csv").data
        self.assertEqual(manifest["sha256"], digest)
        self.assertEqual(manifest["rows"], len(self.expected["trades"]))

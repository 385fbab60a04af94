"""How the client writes requests, reads answers, reports errors, retries, and divides lists."""

from __future__ import annotations

import json
import os
import tempfile
import unittest
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qs, urlsplit

from oddslog import ApiError, Client, NoAnswerError, OddslogError, StreamError
from oddslog.errors import parse_retry_after

from .scripted_service import Reply, Request, ScriptedService

NO_WAIT = {"Retry-After": "0"}


def error_body(error_type: str) -> dict[str, Any]:
    detail = {"loc": ["path", "market_id"], "msg": f"about {error_type}", "type": error_type}
    return {"detail": [detail], "request_id": "from-body"}


class ClientTest(unittest.TestCase):
    service: ScriptedService

    @classmethod
    def setUpClass(cls) -> None:
        cls.service = ScriptedService()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.service.close()

    def client(self, **options: Any) -> Client:
        self.sleeps: list[float] = []
        options = {"url": self.service.url, "api_key": "ol_key", **options}
        client = Client(sleep=self.sleeps.append, **options)
        self.addCleanup(client.close)
        return client


class Requests(ClientTest):
    def test_parameters_are_in_the_path_and_the_query(self) -> None:
        self.service.play(lambda _request, _index: Reply(body={}))
        noon = datetime(2026, 11, 25, 12, tzinfo=timezone(timedelta(hours=1)))
        self.client().get_market_price("pb_A/B C", at_time=noon)
        self.assertEqual(
            self.service.paths(), ["/v1/markets/pb_A%2FB%20C/price?at_time=1795604400"]
        )
        self.assertEqual(self.service.requests[0].headers["X-API-Key"], "ol_key")

    def test_lists_and_booleans(self) -> None:
        self.service.play(lambda _request, _index: Reply(body=[]))
        self.client(url=f"{self.service.url}/odds/").list_markets(ids=["pa_0x1", "pb_A&B"])
        self.client().list_wallet_positions("0x1", redeemable=True)
        self.assertEqual(
            self.service.paths(),
            ["/odds/v1/markets?ids=pa_0x1,pb_A%26B", "/v1/wallets/0x1/positions?redeemable=true"],
        )

    def test_body_and_access_token(self) -> None:
        self.service.play(lambda _request, _index: Reply(201, body={}))
        self.client().create_key("backtests", token="jwt")
        [request] = self.service.requests
        self.assertEqual(request.body, {"label": "backtests"})
        self.assertEqual(request.headers["Authorization"], "Bearer jwt")
        self.assertNotIn("X-API-Key", request.headers)

    def test_bad_arguments_are_not_sent(self) -> None:
        self.service.play(lambda _request, _index: Reply(body={}))
        for market_id in ("", ".", "..", None):
            with self.assertRaises(OddslogError):
                self.client().get_market(market_id)  # type: ignore[arg-type]
        with self.assertRaisesRegex(OddslogError, "no time zone"):
            self.client().get_market_price("pb_A", at_time=datetime(2026, 11, 25))
        self.assertEqual(self.service.requests, [])


class Answers(ClientTest):
    def test_completeness(self) -> None:
        gaps = "-5-1000;not_fetched, 2000-3000;unreachable, more"
        headers = {"X-Data-Complete-Until": "9000", "X-Data-Gaps": gaps}
        self.service.play(lambda _request, _index: Reply(headers=headers, body={"trades": []}))
        answer = self.client().list_market_trades("pb_A")
        expected = {
            "complete_until_ms": 9000,
            "gaps": [
                {"from_ms": -5, "until_ms": 1000, "reason": "not_fetched"},
                {"from_ms": 2000, "until_ms": 3000, "reason": "unreachable"},
            ],
            "has_more_gaps": True,
            "history_not_requested": None,
        }
        self.assertEqual(answer.completeness, expected)
        self.assertEqual(answer.request_id, "r1")

    def test_no_body(self) -> None:
        self.service.play(lambda _request, _index: Reply(204, body=""))
        answer = self.client().revoke_key("key_1", token="jwt")
        self.assertEqual((answer.data, answer.completeness), (None, None))

    def test_numbers_are_floats_or_decimals(self) -> None:
        text = '{"price": 1, "size": 0.123456789012345678, "timestamp_ms": 5}'
        self.service.play(lambda _request, _index: Reply(body=text))
        floats = self.client().get_market("pb_A").data
        self.assertEqual([type(value) for value in floats.values()], [float, float, int])
        decimals = self.client(decimals=True).get_market("pb_A").data
        self.assertEqual(list(decimals.values()), [Decimal(1), Decimal("0.123456789012345678"), 5])
        self.assertIs(type(decimals["price"]), Decimal)  # type: ignore[typeddict-item]

    def test_an_export_is_a_file(self) -> None:
        headers = {"X-Data-Final": "true"}
        self.service.play(lambda _request, _index: Reply(headers=headers, body="id,price\n"))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trades.csv")
            answer = self.client().download_export("trades", path, date="2026-11-18", format="csv")
            self.assertEqual(answer.headers["X-Data-Final"], "true")
            with open(path) as file:
                self.assertEqual(file.read(), "id,price\n")
            self.assertEqual(os.listdir(folder), ["trades.csv"])

    def test_a_broken_export_leaves_no_file(self) -> None:
        self.service.play(lambda _request, _index: Reply(body="id,price\n", is_cut=True))
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(NoAnswerError):
                self.client(retries=1).download_export("trades", os.path.join(folder, "trades"))
            self.assertEqual(os.listdir(folder), [])
        self.assertEqual(len(self.service.requests), 2)


class Errors(ClientTest):
    def test_details_and_request_id(self) -> None:
        self.service.play(lambda _request, _index: Reply(404, body=error_body("market_not_found")))
        with self.assertRaises(ApiError) as raised:
            self.client().get_market("pb_X")
        error = raised.exception
        self.assertEqual((error.status, error.request_id), (404, "from-body"))
        self.assertEqual(error.detail[0]["loc"], ["path", "market_id"])
        self.assertTrue(error.has_type("market_not_found"))
        self.assertFalse(error.has_type("price_not_found"))
        self.assertIn("about market_not_found", str(error))
        self.assertEqual(len(self.service.requests), 1)

    def test_an_error_of_a_proxy(self) -> None:
        self.service.play(lambda _request, _index: Reply(403, body="<h1>Forbidden</h1>"))
        with self.assertRaisesRegex(ApiError, "Forbidden") as raised:
            self.client().get_market("pb_X")
        self.assertEqual((raised.exception.detail, raised.exception.request_id), ([], "r1"))


class Retries(ClientTest):
    def test_temporary_failures(self) -> None:
        failures = {
            "429": Reply(429, NO_WAIT),
            "503": Reply(503, NO_WAIT),
            "502": Reply(502, NO_WAIT),
            "cut": Reply(is_cut=True),
            "not JSON": Reply(body="<html>"),
        }
        for name, failure in failures.items():
            with self.subTest(name):

                def script(_request: Request, index: int, failure: Reply = failure) -> Reply:
                    return failure if index == 0 else Reply(body={"id": "pb_A"})

                self.service.play(script)
                self.assertEqual(self.client().get_market("pb_A").data["id"], "pb_A")
                self.assertEqual(len(self.service.requests), 2)

    def test_waits_as_long_as_the_service_says_else_twice_as_long_each_time(self) -> None:
        replies = [Reply(429, {"Retry-After": "7"}), Reply(503), Reply(503), Reply(body={})]
        self.service.play(lambda _request, index: replies[index])
        self.client().get_market("pb_A")
        first, second, third = self.sleeps
        self.assertEqual(first, 7)
        self.assertTrue(0.5 <= second <= 1 <= third <= 2)

    def test_a_new_key_is_repeated_only_if_the_service_has_not_created_it(self) -> None:
        replies = [Reply(429, NO_WAIT), Reply(503, NO_WAIT)]
        self.service.play(lambda _request, index: replies[index])
        with self.assertRaises(ApiError) as raised:
            self.client().create_key("a", token="jwt")
        self.assertEqual((raised.exception.status, len(self.service.requests)), (503, 2))

    def test_bounds(self) -> None:
        self.service.play(lambda _request, _index: Reply(503, NO_WAIT))
        with self.assertRaises(ApiError):
            self.client(retries=2).list_markets()
        self.assertEqual(len(self.service.requests), 3)
        self.service.play(lambda _request, _index: Reply(429, {"Retry-After": "3600"}))
        with self.assertRaises(ApiError) as raised:
            self.client().list_markets()
        self.assertEqual((raised.exception.retry_after, len(self.service.requests)), (3600, 1))
        self.assertEqual(self.sleeps, [])

    def test_no_service(self) -> None:
        with self.assertRaises(NoAnswerError):
            self.client(url="http://127.0.0.1:1", retries=1).list_markets()
        self.assertEqual(len(self.sleeps), 1)

    def test_retry_after_is_seconds_or_a_date(self) -> None:
        now = datetime(2026, 11, 25, 12, tzinfo=timezone.utc)
        self.assertEqual(parse_retry_after("30", now), 30)
        self.assertEqual(parse_retry_after("Wed, 25 Nov 2026 12:00:05 GMT", now), 5)
        self.assertEqual(parse_retry_after("Wed, 25 Nov 2026 11:00:00 GMT", now), 0)
        self.assertIsNone(parse_retry_after("soon", now))
        self.assertIsNone(parse_retry_after(None, now))


class Pages(ClientTest):
    def test_cursor_of_the_body(self) -> None:
        def script(_request: Request, index: int) -> Reply:
            cursor = f"c{index}" if index < 2 else None
            page = {"trades": [{"id": str(index)}], "cursor": cursor, "has_more": index < 2}
            return Reply(body=page)

        self.service.play(script)
        ids = [trade["id"] for trade in self.client().iter_market_trades("pb_A")]
        self.assertEqual(ids, ["0", "1", "2"])
        first, _, last = self.service.paths()
        self.assertEqual(first, "/v1/markets/pb_A/trades?limit=500")
        self.assertEqual(last, "/v1/markets/pb_A/trades?limit=500&cursor=c1")

    def test_cursor_of_the_header(self) -> None:
        def script(_request: Request, index: int) -> Reply:
            headers = {"X-Next-Cursor": "c+0"} if index == 0 else {}
            return Reply(headers=headers, body=[{"id": f"pb_{index}"}])

        self.service.play(script)
        markets = list(self.client().iter_search_markets("rain", limit=1, offset=3))
        self.assertEqual([market["id"] for market in markets], ["pb_0", "pb_1"])
        self.assertEqual(
            self.service.paths(),
            [
                "/v1/markets/search?q=rain&limit=1&offset=3",
                "/v1/markets/search?q=rain&limit=1&cursor=c%2B0",
            ],
        )

    def test_only_what_is_read_is_asked_for(self) -> None:
        page = {"events": [{}], "cursor": "c", "has_more": True}
        self.service.play(lambda _request, _index: Reply(body=page))
        next(self.client().iter_events())
        self.assertEqual(len(self.service.requests), 1)

    def test_candles_continue_after_the_last_bucket(self) -> None:
        def script(_request: Request, index: int) -> Reply:
            candles = [{"start_ts": 3600 * index}]
            return Reply(body={"candles": candles, "has_more": index < 2})

        self.service.play(script)
        starts = [candle["start_ts"] for candle in self.client().iter_candles("pb_A", 0)]
        self.assertEqual(starts, [0, 3600, 7200])
        self.assertTrue(self.service.paths()[-1].endswith("start_ts=7200"))


class FollowedTrades(ClientTest):
    def test_they_go_on_after_the_last_cursor(self) -> None:
        def script(_request: Request, index: int) -> Reply:
            trades = [] if index == 1 else [{"id": str(index)}]
            page = {"trades": trades, "cursor": f"c{index}", "has_more": index < 2}
            return Reply(body=page)

        self.service.play(script)
        pages = self.client().follow_trades(since=5)
        cursors = [next(pages)["cursor"] for _ in range(3)]
        self.assertEqual(cursors, ["c0", "c2", "c3"])
        self.assertEqual(
            self.service.paths()[:2],
            ["/v1/trades?limit=1000&since=5", "/v1/trades?limit=1000&after=c0&since=5"],
        )
        self.assertEqual(self.sleeps, [1.0])


def event(cursor: str, event_type: str, data: dict[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False)
    return f"id: {cursor}\nevent: {event_type}\ndata: {text}\n\n"


def ending(error_type: str) -> str:
    return f'event: error\ndata: {{"type": "{error_type}", "msg": "the end"}}\n\n'


class Streams(ClientTest):
    def test_it_goes_on_after_the_last_message(self) -> None:
        first = event("c0", "heartbeat", {}) + event("c1", "trades", {"price": 1}) + "id: c2\nev"
        replies = [
            Reply(body=first, is_cut=True),
            Reply(body=event("c2", "trades", {"price": 0.5}) + ending("server_stopping")),
            Reply(body=event("c3", "trades", {"price": 0.5})),
        ]
        self.service.play(lambda _request, index: replies[index])
        stream = self.client().stream(["trades", "quotes"])
        messages = [next(stream) for _ in range(4)]
        self.assertEqual([message.id for message in messages], ["c0", "c1", "c2", "c3"])
        self.assertEqual([message.type for message in messages[:2]], ["heartbeat", "trades"])
        self.assertIs(type(messages[1].data["price"]), float)
        stream.close()
        path = "/v1/stream?channels=trades,quotes"
        expected = [path, f"{path}&after=c1", f"{path}&after=c2"]
        self.assertEqual(self.service.paths(), expected)

    def test_every_character_of_a_text_is_kept(self) -> None:
        data = {"question": 'Ü \u2028 \u0085 \U0001f600 \\ "'}
        body = event("c1", "markets", data).replace("\n", "\r\n")
        self.service.play(lambda _request, _index: Reply(body=body))
        self.assertEqual(next(self.client().stream(["markets"])).data, data)

    def test_errors(self) -> None:
        body = event("c0", "heartbeat", {}) + ending("invalid_api_key")
        self.service.play(lambda _request, _index: Reply(body=body))
        with self.assertRaises(StreamError) as raised:
            list(self.client().stream(["trades"]))
        self.assertEqual(raised.exception.type, "invalid_api_key")
        self.service.play(lambda _request, _index: Reply(422, body=error_body("cursor_expired")))
        with self.assertRaises(ApiError):
            next(self.client().stream(["trades"], after="c"))
        self.service.play(lambda _request, _index: Reply(body=""))
        with self.assertRaises(NoAnswerError):
            next(self.client(retries=1).stream(["trades"]))
        self.assertEqual(len(self.service.requests), 2)


def result_of(market_id: str) -> dict[str, Any]:
    return {"price": {"market_id": market_id}, "error": None, "completeness": None}


def ids_in(request: Request) -> list[str]:
    return [one["market_id"] for one in request.body["requests"]]


class Batches(ClientTest):
    def test_prices_in_requests_of_1000_items(self) -> None:
        self.service.play(
            lambda request, _index: Reply(body={"results": list(map(result_of, ids_in(request)))})
        )
        ids = [f"pb_{i}" for i in range(2001)]
        results = self.client().prices([{"market_id": market_id} for market_id in ids])
        self.assertEqual([one["price"] and one["price"]["market_id"] for one in results], ids)
        sizes = [len(ids_in(request)) for request in self.service.requests]
        self.assertEqual(sizes, [1000, 1000, 1])

    def test_unanswered_items_are_asked_for_again_and_errors_have_their_place(self) -> None:
        def result(market_id: str, i: int, index: int) -> dict[str, Any]:
            if market_id == "unknown":
                loc = ["body", "requests", str(i), "market_id"]
                error = {"status": 404, "detail": [{"loc": loc, "msg": "", "type": "x"}]}
            elif index == 0 and market_id != "pb_1":
                error = {"status": 503, "detail": []}
            else:
                return result_of(market_id)
            return {"price": None, "error": error, "completeness": None}

        def script(request: Request, index: int) -> Reply:
            ids = enumerate(ids_in(request))
            return Reply(body={"results": [result(one, i, index) for i, one in ids]})

        self.service.play(script)
        many = ["pb_1"] * 1000
        results = self.client().prices(
            [{"market_id": one} for one in ["pb_0", *many, "pb_2", "unknown"]]
        )
        self.assertEqual(results[0]["price"], {"market_id": "pb_0"})
        error = results[1002]["error"]
        assert error is not None
        self.assertEqual(error["detail"][0]["loc"], ["body", "requests", "1002", "market_id"])
        self.assertEqual([len(ids_in(request)) for request in self.service.requests], [1000, 3, 1])
        self.assertEqual(len(self.sleeps), 1)

    def test_candles_of_at_most_100_markets_and_100000_candles(self) -> None:
        def count(path: str) -> int:
            return len(parse_qs(urlsplit(path).query)["market_ids"][0].split(","))

        def script(request: Request, _index: int) -> Reply:
            result: dict[str, Any] = {"page": {}, "error": None, "completeness": None}
            results = [result] * count(request.path)
            return Reply(body={"results": results})

        self.service.play(script)
        ids = [f"pb_{i}" for i in range(130)]
        self.assertEqual(len(self.client().candles_of_markets(ids)), 130)
        self.assertEqual(list(map(count, self.service.paths())), [100, 30])
        self.service.play(script)
        self.client().candles_of_markets(ids[:30], limit=5000)
        self.assertEqual(list(map(count, self.service.paths())), [20, 10])

    def test_markets_are_asked_for_once(self) -> None:
        def script(request: Request, _index: int) -> Reply:
            ids = parse_qs(urlsplit(request.path).query)["ids"][0].split(",")
            return Reply(body=[{"id": one} for one in ids])

        self.service.play(script)
        ids = [f"pb_{i}" for i in range(150)]
        found = self.client().markets_by_id([*ids, "pb_3"])
        self.assertEqual([market["id"] for market in found], ids)
        self.assertEqual(len(self.service.requests), 2)

    def test_no_items_no_request(self) -> None:
        self.service.play(lambda _request, _index: Reply(500))
        self.assertEqual(self.client().prices([]), [])
        self.assertEqual(self.client().markets_by_id([]), [])
        self.assertEqual(self.service.requests, [])


if __name__ == "__main__":
    unittest.main()

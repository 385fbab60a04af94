"""A server that answers each request as a test says, and remembers the requests."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, NamedTuple


class Request(NamedTuple):
    method: str
    path: str
    headers: Mapping[str, str]
    body: Any


@dataclass
class Reply:
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None
    """Sent as JSON, a text as it is."""
    is_cut: bool = False
    """Whether the connection is closed within the body."""


class ScriptedService:
    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.script: Callable[[Request, int], Reply] = lambda _request, _index: Reply(500)
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                body = json.loads(sent) if sent else None
                request = Request(self.command, self.path, dict(self.headers), body)
                service.requests.append(request)
                reply = service.script(request, len(service.requests) - 1)
                text = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
                sent_length = len(text.encode())
                length = sent_length + 100 if reply.is_cut else sent_length
                self.send_response(reply.status)
                self.send_header("X-Request-Id", f"r{len(service.requests)}")
                self.send_header("Content-Length", str(length))
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text.encode())
                self.close_connection = reply.is_cut

            do_GET = do_POST = do_DELETE = answer

            def log_message(self, *_arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def play(self, script: Callable[[Request, int], Reply]) -> None:
        """Forgets the requests."""
        self.requests.clear()
        self.script = script

    def paths(self) -> list[str]:
        return [request.path for request in self.requests]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

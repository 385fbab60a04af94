"""Builds the request of an operation from its arguments, and reads the JSON of its answer."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, Callable
from urllib.parse import quote

from ._answer import Operation
from .errors import OddslogError
from .types import NUMBER_FIELDS


def path_and_query(operation: Operation, arguments: Mapping[str, Any]) -> str:
    in_path = re.findall(r"{(\w+)}", operation.path)
    path = operation.path
    for name in in_path:
        path = path.replace(f"{{{name}}}", _path_segment(name, arguments.get(name)))
    query = [
        f"{name}={_query_value(value)}"
        for name, value in arguments.items()
        if value is not None and name not in in_path and name not in operation.body
    ]
    return f"{path}?{'&'.join(query)}" if query else path


def body_of(operation: Operation, arguments: Mapping[str, Any]) -> str | None:
    if not operation.body:
        return None
    fields = {name: arguments.get(name) for name in operation.body}
    given = {name: value for name, value in fields.items() if value is not None}
    return json.dumps(given, default=_to_seconds)


def create_decoder(decimals: bool) -> Callable[[str], Any]:
    """Numbers become floats or Decimals, also those that are written without a point."""
    number: Callable[[int | str], Any] = Decimal if decimals else float

    def convert(fields: dict[str, Any]) -> dict[str, Any]:
        for name in fields.keys() & NUMBER_FIELDS:
            if type(fields[name]) is int:
                fields[name] = number(fields[name])
        return fields

    return lambda text: json.loads(text, parse_float=number, object_hook=convert)


def _path_segment(name: str, value: Any) -> str:
    """URL parsers remove the segments `.` and `..`, so these would call another operation."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise OddslogError(f"{name} must be an id, not {value!r}")
    return quote(value, safe="")


def _query_value(value: Any) -> str:
    """Lists are separated by commas, which is shorter than repeating the name: many proxies limit
    the line to 8 KB."""
    values = [value] if isinstance(value, str) or not hasattr(value, "__iter__") else value
    return ",".join(quote(_query_text(one), safe="") for one in values)


def _query_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(_to_seconds(value)) if isinstance(value, datetime) else str(value)


def _to_seconds(value: Any) -> int:
    if not isinstance(value, datetime):
        raise OddslogError(f"{value!r} cannot be sent")
    if value.tzinfo is None:
        raise OddslogError(f"{value!r} has no time zone")
    return math.floor(value.timestamp())

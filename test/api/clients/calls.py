"""Makes the calls of a plan with the client that openapi-python-client wrote, and prints one answer a line."""
import enum
import importlib
import json
import re
import sys
import typing

from oddslog_client.client import Client


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|-", "_", name).lower()


def types_of(hint):
    return [hint, *typing.get_args(hint)]


def to_argument(hint, value):
    for kind in types_of(hint):
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return kind(value)
    return value


def to_json(value):
    if isinstance(value, list):
        return [to_json(item) for item in value]
    return value.to_dict() if hasattr(value, "to_dict") else value


def answer(call):
    module = f"oddslog_client.api.{call['tag'].lower()}.{snake(call['operationId'])}"
    operation = importlib.import_module(module).sync_detailed
    hints = typing.get_type_hints(operation)
    arguments = {
        snake(name): to_argument(hints[snake(name)], value)
        for place in ("path", "query", "header")
        for name, value in call[place].items()
    }
    if call["body"] is not None:
        body = next(kind for kind in types_of(hints["body"]) if hasattr(kind, "from_dict"))
        arguments["body"] = body.from_dict(call["body"])
    client = Client(base_url=call["url"], headers=call["headers"])
    with client:
        response = operation(client=client, **arguments)
    return {"status": response.status_code, "body": to_json(response.parsed)}


with open(sys.argv[1]) as plan:
    for planned in json.load(plan):
        print(json.dumps(answer(planned)))

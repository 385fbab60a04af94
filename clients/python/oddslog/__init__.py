"""Client of the oddslog API."""

from ._answer import Answer
from ._stream import StreamMessage
from .client import Client
from .errors import ApiError, NoAnswerError, OddslogError, StreamError

__version__ = "0.1.0"
__all__ = [
    "Answer",
    "ApiError",
    "Client",
    "NoAnswerError",
    "OddslogError",
    "StreamError",
    "StreamMessage",
    "__version__",
]

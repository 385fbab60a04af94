"""Client of the oddslog API."""

from ._answer import Answer
from .client import Client
from .errors import ApiError, NoAnswerError, OddslogError

__version__ = "0.1.0"
__all__ = ["Answer", "ApiError", "Client", "NoAnswerError", "OddslogError", "__version__"]

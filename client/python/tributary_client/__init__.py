"""Typed client of the Tributary API that needs only the standard library."""

from .errors import UNEXPECTED_ANSWER, ApiError, NetworkError
from .operations import Client
from .pages import CursorPage, OffsetPage, Walk

__all__ = ["UNEXPECTED_ANSWER", "ApiError", "Client", "CursorPage", "NetworkError", "OffsetPage", "Walk"]

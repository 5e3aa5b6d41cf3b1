from __future__ import annotations

import json
from email.message import Message
from typing import Any

#: The code of an answer that is not one of the API, such as that of a proxy in between.
UNEXPECTED_ANSWER = "UNEXPECTED_ANSWER"


class ApiError(Exception):
    """An answer that is an error, whichever of its forms the body has."""

    status: int
    """The HTTP status."""
    code: str
    """The stable name of the cause; `UNEXPECTED_ANSWER` if the answer is not one of the API."""
    message: str
    """What happened, as human-readable text."""
    detail: list[dict[str, Any]]
    """One entry for each mistake in the request; empty if the request is valid."""
    retry_after_secs: int | None
    """Seconds to wait before the request is sent again; None if the answer does not say."""
    request_id: str | None
    """Identifies the request in the service's log; None if the answer does not say."""

    def __init__(self, status: int, headers: Message, text: str) -> None:
        body = _object_in(text)
        detail = body.get("detail")
        self.status = status
        self.detail = detail if isinstance(detail, list) else []
        mistakes = "; ".join(f"{'.'.join(each['loc'])}: {each['msg']}" for each in self.detail)
        texts = [body.get("message"), detail, mistakes]
        found = [each for each in texts if isinstance(each, str) and each]
        self.message = (found + [f"The server answered {status} with a body that is not one of the API."])[0]
        self.code = headers.get("X-Error-Code") or body.get("code") or UNEXPECTED_ANSWER
        self.retry_after_secs = seconds_in(headers)
        self.request_id = headers.get("X-Request-Id")
        super().__init__(f"{status} {self.code}: {self.message}")


def seconds_in(headers: Message) -> int | None:
    """The seconds that the server asks to wait."""
    text = headers.get("Retry-After") or ""
    return int(text) if text.isdigit() else None


def _object_in(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}

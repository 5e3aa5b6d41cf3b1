from __future__ import annotations

import json
from email.message import Message
from typing import Any

#: The code of an answer that is not one of the API, such as that of a proxy in between.
UNEXPECTED_ANSWER = "UNEXPECTED_ANSWER"

#: How many mistakes the message of an error says; `detail` has all.
SAID = 3


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
        self.status = status
        self.detail = _mistakes_in(body)
        texts = [body.get("message"), body.get("detail"), _sentences_of(self.detail)]
        message = " ".join(each for each in texts if isinstance(each, str) and each)
        self.message = message or f"The server answered {status} with a body that is not one of the API."
        self.code = headers.get("X-Error-Code") or body.get("code") or UNEXPECTED_ANSWER
        self.retry_after_secs = seconds_in(headers)
        self.request_id = headers.get("X-Request-Id")
        super().__init__(f"{status} {self.code}: {self.message}")


class NetworkError(Exception):
    """No answer came, or half of one: the address is wrong, the service is away, or the network is broken.

    `__cause__` is the error of the standard library.
    """

    method: str
    """The HTTP method.

    The service may have done what a request that writes asked for: repeat it with the same `idempotency_key`.
    """
    address: str
    """The address of the request, without its query, which may name persons."""

    def __init__(self, method: str, url: str, cause: Exception) -> None:
        self.method = method
        self.address = url.split("?")[0]
        reason = str(getattr(cause, "reason", cause)) or type(cause).__name__
        advice = "Check the address, the network and whether the service runs."
        super().__init__(f"{method} {self.address} got no answer: {reason}. {advice}")


def seconds_in(headers: Message) -> int | None:
    """The seconds that the server asks to wait."""
    text = headers.get("Retry-After") or ""
    return int(text) if text.isdigit() else None


def _mistakes_in(body: dict[str, Any]) -> list[dict[str, Any]]:
    """The mistakes that the body of an error names; a proxy in between may have another form of `detail`."""
    detail = body.get("detail")
    entries = detail if isinstance(detail, list) else []
    return [
        each
        for each in entries
        if isinstance(each, dict) and isinstance(each.get("loc"), list) and isinstance(each.get("msg"), str)
    ]


def _sentences_of(detail: list[dict[str, Any]]) -> str:
    said = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in detail[:SAID]]
    more = [f"and {len(detail) - SAID} more"] if len(detail) > SAID else []
    return "; ".join(said + more)


def _object_in(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}

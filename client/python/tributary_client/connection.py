from __future__ import annotations

import functools
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from email.message import Message
from typing import Any

from .errors import ApiError, NetworkError, seconds_in
from .pages import CursorPage, OffsetPage

#: Seconds to wait after each time that no answer came. They are few, because an address that is wrong stays wrong.
PAUSES_SECS = (1, 2, 4)


class Connection:
    """Sends the requests of a client, and reads their answers."""

    def __init__(
        self, base_url: str, api_key: str, connection_id: str | None, retries: int, timeout_secs: float
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._headers = {"X-API-KEY": api_key, **({"X-CONNECTION-ID": connection_id} if connection_id else {})}
        self._retries = retries
        self._timeout_secs = timeout_secs

    def send(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        headers: dict[str, str | None] | None = None,
        body: Any = None,
    ) -> tuple[str, Message]:
        """The text and the headers of the answer. An `ApiError` if it is an error, a `NetworkError` if none came."""
        given = {name: value for name, value in (query or {}).items() if value is not None}
        # An older server answers with an error, instead of ignoring a filter that it does not know.
        search = urllib.parse.urlencode({**{name: _text(value) for name, value in given.items()}, "strict": "true"})
        request = urllib.request.Request(f"{self._base_url}{path}?{search}", method=method, headers=self._headers)
        for name, value in (headers or {}).items():
            if value is not None:
                request.add_header(name, value)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        sent = 0
        failures = 0
        while True:
            sent += 1
            try:
                status, answer, text = self._ask(request)
            except (OSError, http.client.HTTPException) as error:
                # One that writes may have been done.
                if method != "GET" or sent > self._retries or failures == len(PAUSES_SECS):
                    raise NetworkError(method, request.full_url, error) from error
                time.sleep(PAUSES_SECS[failures])
                failures += 1
                continue
            pause = self._pause(method, status, answer)
            if 200 <= status < 300:
                return text, answer
            if pause is None or sent > self._retries:
                raise ApiError(status, answer, text)
            time.sleep(pause)

    def json(self, method: str, path: str, **parts: Any) -> Any:
        """The JSON of the answer."""
        return self._read(method, path, **parts)[0]

    def json_or_none(self, method: str, path: str, **parts: Any) -> Any:
        """The JSON of the answer; None if it has no body."""
        text, _ = self.send(method, path, **parts)
        return None if text == "" else json.loads(text)

    def cursor_page(self, path: str, query: dict[str, Any]) -> CursorPage[Any]:
        """A page of records, found by cursor."""
        page, answer = self._read("GET", path, query={"enableCursor": True, **query})
        found: CursorPage[Any] = CursorPage(
            page["items"],
            page.get("next_cursor"),
            page.get("previous_cursor"),
            answer.get("X-As-Of") or "",
            answer.get("X-Not-Exported"),
            [name for name in (answer.get("X-Omitted-Fields") or "").split(",") if name],
        )
        return found.readable_by(functools.partial(self._page_at, path, query))

    def _page_at(self, path: str, query: dict[str, Any], cursor: str | None) -> CursorPage[Any]:
        if cursor is None:
            return self.cursor_page(path, query)
        # The cursor contains `updatedSince`, and the API refuses both together.
        rest = {name: value for name, value in query.items() if name != "updatedSince"}
        return self.cursor_page(path, {**rest, "cursor": cursor})

    def offset_page(self, path: str, query: dict[str, Any]) -> OffsetPage[Any]:
        """A page of a list, found by offset."""
        page = self.json("GET", path, query=query)
        return OffsetPage(page["items"], page["count"], page.get("total"))

    def _read(self, method: str, path: str, **parts: Any) -> tuple[Any, Message]:
        text, answer = self.send(method, path, **parts)
        try:
            return json.loads(text), answer
        except ValueError:
            raise ApiError(200, answer, text) from None

    def _ask(self, request: urllib.request.Request) -> tuple[int, Message, str]:
        try:
            with urllib.request.urlopen(request, timeout=self._timeout_secs) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                try:
                    return error.code, error.headers, error.read().decode(errors="replace")
                except http.client.HTTPException:
                    return error.code, error.headers, ""

    @staticmethod
    def _pause(method: str, status: int, answer: Message) -> int | None:
        """The seconds to wait before the request is sent again; None if it must not be."""
        seconds = seconds_in(answer)
        # Nothing was done for a request that got a 429; after a 503 that is only certain of one that reads.
        if status == 429:
            return 1 if seconds is None else seconds
        return seconds if status == 503 and method == "GET" else None


def segment(value: str) -> str:
    """A parameter in a path, where it can lead to no other operation."""
    if not value:
        raise ValueError("A parameter of the path is empty.")
    return urllib.parse.quote(value, safe="")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_quoted(str(each)) for each in value)
    return str(value)


def _quoted(value: str) -> str:
    """A comma separates the values of a list, so one with a comma or a quote stands in quotes."""
    if "," not in value and '"' not in value:
        return value
    doubled = value.replace('"', '""')
    return f'"{doubled}"'

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class OffsetPage(Generic[Item]):
    """A page of a list, found by offset."""

    items: list[Item]
    """The items of this page."""
    count: int
    """How many items this page holds."""
    total: int | None
    """How many items the same query returns over all pages; None if `exclude_total` is true."""


@dataclass(frozen=True)
class CursorPage(Generic[Item]):
    """A page of records, found by cursor."""

    items: list[Item]
    """The records of this page."""
    next_cursor: str | None
    """The token of the next page; None at the end of the data."""
    previous_cursor: str | None
    """The token of the page before this one; None at the beginning of the data."""
    as_of: str
    """The instant up to which the page contains every change of the list.

    The next poll sends it as `updated_since`; after several pages, the earliest of theirs.
    """
    not_exported: str | None
    """Why the list stays empty: the connection's connector does not export such records; None if it does."""
    omitted_fields: list[str]
    """The fields that some of the records omit, because they have more than 1,000 ids there; the lists below them have all."""


class Walk(Generic[Item]):
    """A walk through a list of records from page to page: a loop over it gets every record, oldest change first."""

    def __init__(self, read: Callable[..., CursorPage[Item]], *start: Any, **parameters: Any) -> None:
        self._read = read
        self._start = start
        self._parameters = parameters
        self._as_of: str | None = None

    @property
    def as_of(self) -> str:
        """The `updated_since` of the next walk through the same list, once this one has come to its end."""
        if self._as_of is None:
            raise ValueError("The walk has read no page yet: read `as_of` after the loop.")
        return self._as_of

    def pages(self) -> Iterator[CursorPage[Item]]:
        """The pages instead of their records, for a program that saves its place. `as_of` of each is the earliest so far."""
        self._as_of = None
        parameters = self._parameters
        while True:
            page = self._read(*self._start, **parameters)
            # That of a page can be before that of the page before it, if several copies of the database answer.
            self._as_of = page.as_of if self._as_of is None else min(self._as_of, page.as_of)
            yield replace(page, as_of=self._as_of)
            if page.next_cursor is None:
                return
            # The cursor contains `updated_since`, and the API refuses both together.
            kept = {name: value for name, value in parameters.items() if name != "updated_since"}
            parameters = {**kept, "cursor": page.next_cursor}

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items

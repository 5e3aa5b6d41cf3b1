from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

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

    def walk(self) -> Walk[Item]:
        """The rest of the list, from this page on: `for user in client.list_idp_users().walk()`."""
        read = self.__dict__.get("_read")
        if read is None:
            raise ValueError("Only a page that the client has just read can be walked from: ask for it again by its cursor.")
        return Walk(self, read)

    def readable_by(self, read: Callable[[str | None], CursorPage[Item]]) -> CursorPage[Item]:
        """The page, from which a walk reads others by their cursors, and this one again with None."""
        # No field, because a client has a key, which no copy of a page should have.
        object.__setattr__(self, "_read", read)
        return self

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name != "_read"}


class Walk(Generic[Item]):
    """A walk through a list of records from page to page: a loop over it gets every record, oldest change first."""

    def __init__(self, first: CursorPage[Item], read: Callable[[str | None], CursorPage[Item]]) -> None:
        self._read = read
        self._first: CursorPage[Item] | None = first
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
        # A second loop begins anew, with what has changed since.
        page = self._read(None) if self._first is None else self._first
        self._first = None
        while True:
            # That of a page can be before that of the page before it, if several copies of the database answer.
            self._as_of = page.as_of if self._as_of is None else min(self._as_of, page.as_of)
            yield replace(page, as_of=self._as_of).readable_by(self._read)
            if page.next_cursor is None:
                return
            page = self._read(page.next_cursor)

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items

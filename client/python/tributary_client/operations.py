# Written by `pnpm generate` from the declaration of the API. Do not edit.

"""The client, with a method for each operation of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from .connection import Connection, segment
from .pages import CursorPage, OffsetPage

if TYPE_CHECKING:
    from . import schemas


class Client:
    """Calls the API. It holds no connection open, so it need not be closed.

    base_url: The base address of the API; ends in `/v1`.
    api_key: The API key; it gives access to everything of the account.
    connection_id: The connection whose records are read; only provisioning and the catalogue need none.
    retries: How often a request is sent again after a 429, or after a 503 if it only reads, each time after the
    seconds that `Retry-After` names. One that only reads is also sent again if no answer came, up to three times.
    timeout_secs: Seconds to wait for the server each time.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        connection_id: str | None = None,
        *,
        retries: int = 10,
        timeout_secs: float = 60,
    ) -> None:
        self._settings: dict[str, Any] = {"base_url": base_url, "api_key": api_key, "retries": retries, "timeout_secs": timeout_secs}
        self._connection = Connection(base_url, api_key, connection_id, retries, timeout_secs)

    def with_connection(self, connection_id: str) -> Client:
        """The same client for the records of another connection."""
        return Client(connection_id=connection_id, **self._settings)

    @overload
    def list_idp_users(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: None = None,
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpUserWithEntities]: ...

    @overload
    def list_idp_users(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids"],
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpUserWithEntitiesAsIds]: ...

    @overload
    def list_idp_users(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["count"],
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpUserWithEntitiesAsCount]: ...

    @overload
    def list_idp_users(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpUserWithEntitiesField],
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpUserWithEntitiesPart]: ...

    def list_idp_users(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpUserWithEntitiesField] | None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List IDP users. The IDP users of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_idp_applications: `true` adds the field `applications` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `group_ids`, `application_ids`), `count` for how many there are (in `group_count`, `application_count`).
        Send it with at least one include flag.
        emails: Only users with one of these email addresses; the case of A to Z does not matter. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value. One value without quotes is looked for as a whole, too.
        vendor_statuses: Only users with one of these values of `vendor_status`, exactly as written there.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_admin: Only users whose `is_admin` has this value; null matches neither.
        is_mfa_enabled: Only users whose `is_mfa_enabled` has this value; null matches neither.
        user_types: Only users with one of these values of `user_type`; null matches none. Values are separated
        by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
        repeated, each is one value.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page("/idp/users", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeIdpGroups": include_idp_groups,
            "includeIdpApplications": include_idp_applications,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "expandAs": expand_as,
            "emails": emails,
            "vendorStatuses": vendor_statuses,
            "isAdmin": is_admin,
            "isMfaEnabled": is_mfa_enabled,
            "userTypes": user_types,
            "isDeleted": is_deleted,
        })

    @overload
    def list_idp_users_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: None = None,
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpUserWithEntities]: ...

    @overload
    def list_idp_users_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids"],
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpUserWithEntitiesAsIds]: ...

    @overload
    def list_idp_users_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["count"],
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpUserWithEntitiesAsCount]: ...

    @overload
    def list_idp_users_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpUserWithEntitiesField],
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpUserWithEntitiesPart]: ...

    def list_idp_users_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpUserWithEntitiesField] | None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List IDP users. The IDP users of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_idp_applications: `true` adds the field `applications` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `group_ids`, `application_ids`), `count` for how many there are (in `group_count`, `application_count`).
        Send it with at least one include flag.
        emails: Only users with one of these email addresses; the case of A to Z does not matter. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value. One value without quotes is looked for as a whole, too.
        vendor_statuses: Only users with one of these values of `vendor_status`, exactly as written there.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_admin: Only users whose `is_admin` has this value; null matches neither.
        is_mfa_enabled: Only users whose `is_mfa_enabled` has this value; null matches neither.
        user_types: Only users with one of these values of `user_type`; null matches none. Values are separated
        by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
        repeated, each is one value.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page("/idp/users", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeIdpGroups": include_idp_groups,
            "includeIdpApplications": include_idp_applications,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "expandAs": expand_as,
            "emails": emails,
            "vendorStatuses": vendor_statuses,
            "isAdmin": is_admin,
            "isMfaEnabled": is_mfa_enabled,
            "userTypes": user_types,
            "isDeleted": is_deleted,
        })

    @overload
    def get_idp_user(
        self,
        user_id: str,
        *,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: None = None,
    ) -> schemas.IdpUserWithEntities: ...

    @overload
    def get_idp_user(
        self,
        user_id: str,
        *,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids"],
    ) -> schemas.IdpUserWithEntitiesAsIds: ...

    @overload
    def get_idp_user(
        self,
        user_id: str,
        *,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["count"],
    ) -> schemas.IdpUserWithEntitiesAsCount: ...

    @overload
    def get_idp_user(
        self,
        user_id: str,
        *,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpUserWithEntitiesField],
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids", "count"] | None = None,
    ) -> schemas.IdpUserWithEntitiesPart: ...

    def get_idp_user(
        self,
        user_id: str,
        *,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpUserWithEntitiesField] | None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids", "count"] | None = None,
    ) -> Any:
        """Get an IDP user. One of the IDP users of the connection, by the service's id. Needs a key that has the
        scope `read`.

        user_id: The service's id of an IDP user.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_idp_applications: `true` adds the field `applications` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `group_ids`, `application_ids`), `count` for how many there are (in `group_count`, `application_count`).
        Send it with at least one include flag.
        """
        return self._connection.json("GET", f"/idp/users/{segment(user_id)}", query={
            "includeIdpGroups": include_idp_groups,
            "includeIdpApplications": include_idp_applications,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "expandAs": expand_as,
        })

    @overload
    def list_idp_groups(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpGroupWithEntities]: ...

    @overload
    def list_idp_groups(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["ids"],
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpGroupWithEntitiesAsIds]: ...

    @overload
    def list_idp_groups(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["count"],
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpGroupWithEntitiesAsCount]: ...

    @overload
    def list_idp_groups(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpGroupWithEntitiesField],
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpGroupWithEntitiesPart]: ...

    def list_idp_groups(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpGroupWithEntitiesField] | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List IDP groups. The IDP groups of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_idp_users: `true` adds the field `users` to each item.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_idp_applications: `true` adds the field `applications` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `user_ids`, `group_ids`, `application_ids`), `count` for how many there are (in `user_count`,
        `group_count`, `application_count`). Send it with at least one include flag.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page("/idp/groups", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeIdpUsers": include_idp_users,
            "includeIdpGroups": include_idp_groups,
            "includeIdpApplications": include_idp_applications,
            "includeMeta": include_meta,
            "fields": fields,
            "expandAs": expand_as,
            "isDeleted": is_deleted,
        })

    @overload
    def list_idp_groups_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpGroupWithEntities]: ...

    @overload
    def list_idp_groups_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["ids"],
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpGroupWithEntitiesAsIds]: ...

    @overload
    def list_idp_groups_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["count"],
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpGroupWithEntitiesAsCount]: ...

    @overload
    def list_idp_groups_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpGroupWithEntitiesField],
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpGroupWithEntitiesPart]: ...

    def list_idp_groups_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpGroupWithEntitiesField] | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List IDP groups. The IDP groups of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_idp_users: `true` adds the field `users` to each item.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_idp_applications: `true` adds the field `applications` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `user_ids`, `group_ids`, `application_ids`), `count` for how many there are (in `user_count`,
        `group_count`, `application_count`). Send it with at least one include flag.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page("/idp/groups", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeIdpUsers": include_idp_users,
            "includeIdpGroups": include_idp_groups,
            "includeIdpApplications": include_idp_applications,
            "includeMeta": include_meta,
            "fields": fields,
            "expandAs": expand_as,
            "isDeleted": is_deleted,
        })

    @overload
    def get_idp_group(
        self,
        group_id: str,
        *,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: None = None,
    ) -> schemas.IdpGroupWithEntities: ...

    @overload
    def get_idp_group(
        self,
        group_id: str,
        *,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["ids"],
    ) -> schemas.IdpGroupWithEntitiesAsIds: ...

    @overload
    def get_idp_group(
        self,
        group_id: str,
        *,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["count"],
    ) -> schemas.IdpGroupWithEntitiesAsCount: ...

    @overload
    def get_idp_group(
        self,
        group_id: str,
        *,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpGroupWithEntitiesField],
        expand_as: Literal["ids", "count"] | None = None,
    ) -> schemas.IdpGroupWithEntitiesPart: ...

    def get_idp_group(
        self,
        group_id: str,
        *,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpGroupWithEntitiesField] | None = None,
        expand_as: Literal["ids", "count"] | None = None,
    ) -> Any:
        """Get an IDP group. One of the IDP groups of the connection, by the service's id. Needs a key that has the
        scope `read`.

        group_id: The service's id of an IDP group.
        include_idp_users: `true` adds the field `users` to each item.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_idp_applications: `true` adds the field `applications` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `user_ids`, `group_ids`, `application_ids`), `count` for how many there are (in `user_count`,
        `group_count`, `application_count`). Send it with at least one include flag.
        """
        return self._connection.json("GET", f"/idp/groups/{segment(group_id)}", query={
            "includeIdpUsers": include_idp_users,
            "includeIdpGroups": include_idp_groups,
            "includeIdpApplications": include_idp_applications,
            "includeMeta": include_meta,
            "fields": fields,
            "expandAs": expand_as,
        })

    @overload
    def list_idp_applications(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpApplicationWithEntities]: ...

    @overload
    def list_idp_applications(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["ids"],
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpApplicationWithEntitiesAsIds]: ...

    @overload
    def list_idp_applications(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["count"],
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpApplicationWithEntitiesAsCount]: ...

    @overload
    def list_idp_applications(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpApplicationWithEntitiesField],
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpApplicationWithEntitiesPart]: ...

    def list_idp_applications(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpApplicationWithEntitiesField] | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List IDP applications. The IDP applications of the connection, oldest change first. Needs a key that has
        the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_idp_users: `true` adds the field `users` to each item.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `user_ids`, `group_ids`), `count` for how many there are (in `user_count`, `group_count`). Send it with
        at least one include flag.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page("/idp/applications", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeIdpUsers": include_idp_users,
            "includeIdpGroups": include_idp_groups,
            "includeMeta": include_meta,
            "fields": fields,
            "expandAs": expand_as,
            "isDeleted": is_deleted,
        })

    @overload
    def list_idp_applications_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpApplicationWithEntities]: ...

    @overload
    def list_idp_applications_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["ids"],
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpApplicationWithEntitiesAsIds]: ...

    @overload
    def list_idp_applications_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["count"],
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpApplicationWithEntitiesAsCount]: ...

    @overload
    def list_idp_applications_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpApplicationWithEntitiesField],
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpApplicationWithEntitiesPart]: ...

    def list_idp_applications_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpApplicationWithEntitiesField] | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List IDP applications. The IDP applications of the connection, oldest change first. Needs a key that has
        the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_idp_users: `true` adds the field `users` to each item.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `user_ids`, `group_ids`), `count` for how many there are (in `user_count`, `group_count`). Send it with
        at least one include flag.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page("/idp/applications", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeIdpUsers": include_idp_users,
            "includeIdpGroups": include_idp_groups,
            "includeMeta": include_meta,
            "fields": fields,
            "expandAs": expand_as,
            "isDeleted": is_deleted,
        })

    @overload
    def get_idp_application(
        self,
        application_id: str,
        *,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: None = None,
    ) -> schemas.IdpApplicationWithEntities: ...

    @overload
    def get_idp_application(
        self,
        application_id: str,
        *,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["ids"],
    ) -> schemas.IdpApplicationWithEntitiesAsIds: ...

    @overload
    def get_idp_application(
        self,
        application_id: str,
        *,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["count"],
    ) -> schemas.IdpApplicationWithEntitiesAsCount: ...

    @overload
    def get_idp_application(
        self,
        application_id: str,
        *,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpApplicationWithEntitiesField],
        expand_as: Literal["ids", "count"] | None = None,
    ) -> schemas.IdpApplicationWithEntitiesPart: ...

    def get_idp_application(
        self,
        application_id: str,
        *,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpApplicationWithEntitiesField] | None = None,
        expand_as: Literal["ids", "count"] | None = None,
    ) -> Any:
        """Get an IDP application. One of the IDP applications of the connection, by the service's id. Needs a key
        that has the scope `read`.

        application_id: The service's id of an IDP application.
        include_idp_users: `true` adds the field `users` to each item.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `user_ids`, `group_ids`), `count` for how many there are (in `user_count`, `group_count`). Send it with
        at least one include flag.
        """
        return self._connection.json("GET", f"/idp/applications/{segment(application_id)}", query={
            "includeIdpUsers": include_idp_users,
            "includeIdpGroups": include_idp_groups,
            "includeMeta": include_meta,
            "fields": fields,
            "expandAs": expand_as,
        })

    @overload
    def list_idp_policies(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpPolicyWithMeta]: ...

    @overload
    def list_idp_policies(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpPolicyWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpPolicyWithMetaPart]: ...

    def list_idp_policies(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpPolicyWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List IDP policies. The IDP policies of the connection, oldest change first. Needs a key that has the
        scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page("/idp/policies", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def list_idp_policies_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpPolicyWithMeta]: ...

    @overload
    def list_idp_policies_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpPolicyWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpPolicyWithMetaPart]: ...

    def list_idp_policies_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpPolicyWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List IDP policies. The IDP policies of the connection, oldest change first. Needs a key that has the
        scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page("/idp/policies", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def get_idp_policy(
        self,
        policy_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.IdpPolicyWithMeta: ...

    @overload
    def get_idp_policy(
        self,
        policy_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.IdpPolicyWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.IdpPolicyWithMetaPart: ...

    def get_idp_policy(
        self,
        policy_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.IdpPolicyWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get an IDP policy. One of the IDP policies of the connection, by the service's id. Needs a key that has
        the scope `read`.

        policy_id: The service's id of an IDP policy.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/idp/policies/{segment(policy_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_idp_policy_users(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: None = None,
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpUserWithEntities]: ...

    @overload
    def list_idp_policy_users(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids"],
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpUserWithEntitiesAsIds]: ...

    @overload
    def list_idp_policy_users(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["count"],
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpUserWithEntitiesAsCount]: ...

    @overload
    def list_idp_policy_users(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpUserWithEntitiesField],
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpUserWithEntitiesPart]: ...

    def list_idp_policy_users(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpUserWithEntitiesField] | None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List users of an IDP policy. The users that the policy includes by id, oldest change first. A new member
        counts as changed, so `updatedSince` and a walk by cursor find it. Needs a key that has the scope
        `read`.

        policy_id: The service's id of an IDP policy.
        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_idp_applications: `true` adds the field `applications` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `group_ids`, `application_ids`), `count` for how many there are (in `group_count`, `application_count`).
        Send it with at least one include flag.
        emails: Only users with one of these email addresses; the case of A to Z does not matter. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value. One value without quotes is looked for as a whole, too.
        vendor_statuses: Only users with one of these values of `vendor_status`, exactly as written there.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_admin: Only users whose `is_admin` has this value; null matches neither.
        is_mfa_enabled: Only users whose `is_mfa_enabled` has this value; null matches neither.
        user_types: Only users with one of these values of `user_type`; null matches none. Values are separated
        by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
        repeated, each is one value.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page(f"/idp/policies/{segment(policy_id)}/users", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeIdpGroups": include_idp_groups,
            "includeIdpApplications": include_idp_applications,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "expandAs": expand_as,
            "emails": emails,
            "vendorStatuses": vendor_statuses,
            "isAdmin": is_admin,
            "isMfaEnabled": is_mfa_enabled,
            "userTypes": user_types,
            "isDeleted": is_deleted,
        })

    @overload
    def list_idp_policy_users_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: None = None,
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpUserWithEntities]: ...

    @overload
    def list_idp_policy_users_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids"],
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpUserWithEntitiesAsIds]: ...

    @overload
    def list_idp_policy_users_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["count"],
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpUserWithEntitiesAsCount]: ...

    @overload
    def list_idp_policy_users_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpUserWithEntitiesField],
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpUserWithEntitiesPart]: ...

    def list_idp_policy_users_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpUserWithEntitiesField] | None = None,
        include_vendor_data: bool | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        emails: list[str] | None = None,
        vendor_statuses: list[str] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        user_types: list[schemas.IdpUserType] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List users of an IDP policy. The users that the policy includes by id, oldest change first. A new member
        counts as changed, so `updatedSince` and a walk by cursor find it. Needs a key that has the scope
        `read`.

        policy_id: The service's id of an IDP policy.
        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_idp_applications: `true` adds the field `applications` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `group_ids`, `application_ids`), `count` for how many there are (in `group_count`, `application_count`).
        Send it with at least one include flag.
        emails: Only users with one of these email addresses; the case of A to Z does not matter. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value. One value without quotes is looked for as a whole, too.
        vendor_statuses: Only users with one of these values of `vendor_status`, exactly as written there.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_admin: Only users whose `is_admin` has this value; null matches neither.
        is_mfa_enabled: Only users whose `is_mfa_enabled` has this value; null matches neither.
        user_types: Only users with one of these values of `user_type`; null matches none. Values are separated
        by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
        repeated, each is one value.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page(f"/idp/policies/{segment(policy_id)}/users", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeIdpGroups": include_idp_groups,
            "includeIdpApplications": include_idp_applications,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "expandAs": expand_as,
            "emails": emails,
            "vendorStatuses": vendor_statuses,
            "isAdmin": is_admin,
            "isMfaEnabled": is_mfa_enabled,
            "userTypes": user_types,
            "isDeleted": is_deleted,
        })

    @overload
    def list_idp_policy_groups(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpGroupWithEntities]: ...

    @overload
    def list_idp_policy_groups(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["ids"],
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpGroupWithEntitiesAsIds]: ...

    @overload
    def list_idp_policy_groups(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["count"],
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpGroupWithEntitiesAsCount]: ...

    @overload
    def list_idp_policy_groups(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpGroupWithEntitiesField],
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpGroupWithEntitiesPart]: ...

    def list_idp_policy_groups(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpGroupWithEntitiesField] | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List groups of an IDP policy. The groups that the policy includes by id, oldest change first. A new
        member counts as changed, so `updatedSince` and a walk by cursor find it. Needs a key that has the scope
        `read`.

        policy_id: The service's id of an IDP policy.
        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_idp_users: `true` adds the field `users` to each item.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_idp_applications: `true` adds the field `applications` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `user_ids`, `group_ids`, `application_ids`), `count` for how many there are (in `user_count`,
        `group_count`, `application_count`). Send it with at least one include flag.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page(f"/idp/policies/{segment(policy_id)}/groups", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeIdpUsers": include_idp_users,
            "includeIdpGroups": include_idp_groups,
            "includeIdpApplications": include_idp_applications,
            "includeMeta": include_meta,
            "fields": fields,
            "expandAs": expand_as,
            "isDeleted": is_deleted,
        })

    @overload
    def list_idp_policy_groups_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpGroupWithEntities]: ...

    @overload
    def list_idp_policy_groups_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["ids"],
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpGroupWithEntitiesAsIds]: ...

    @overload
    def list_idp_policy_groups_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["count"],
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpGroupWithEntitiesAsCount]: ...

    @overload
    def list_idp_policy_groups_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpGroupWithEntitiesField],
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpGroupWithEntitiesPart]: ...

    def list_idp_policy_groups_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_idp_applications: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpGroupWithEntitiesField] | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List groups of an IDP policy. The groups that the policy includes by id, oldest change first. A new
        member counts as changed, so `updatedSince` and a walk by cursor find it. Needs a key that has the scope
        `read`.

        policy_id: The service's id of an IDP policy.
        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_idp_users: `true` adds the field `users` to each item.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_idp_applications: `true` adds the field `applications` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `user_ids`, `group_ids`, `application_ids`), `count` for how many there are (in `user_count`,
        `group_count`, `application_count`). Send it with at least one include flag.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page(f"/idp/policies/{segment(policy_id)}/groups", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeIdpUsers": include_idp_users,
            "includeIdpGroups": include_idp_groups,
            "includeIdpApplications": include_idp_applications,
            "includeMeta": include_meta,
            "fields": fields,
            "expandAs": expand_as,
            "isDeleted": is_deleted,
        })

    @overload
    def list_idp_policy_applications(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpApplicationWithEntities]: ...

    @overload
    def list_idp_policy_applications(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["ids"],
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpApplicationWithEntitiesAsIds]: ...

    @overload
    def list_idp_policy_applications(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["count"],
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpApplicationWithEntitiesAsCount]: ...

    @overload
    def list_idp_policy_applications(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpApplicationWithEntitiesField],
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpApplicationWithEntitiesPart]: ...

    def list_idp_policy_applications(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpApplicationWithEntitiesField] | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List applications of an IDP policy. The applications that the policy includes by id, oldest change
        first. A new member counts as changed, so `updatedSince` and a walk by cursor find it. Needs a key that
        has the scope `read`.

        policy_id: The service's id of an IDP policy.
        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_idp_users: `true` adds the field `users` to each item.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `user_ids`, `group_ids`), `count` for how many there are (in `user_count`, `group_count`). Send it with
        at least one include flag.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page(f"/idp/policies/{segment(policy_id)}/applications", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeIdpUsers": include_idp_users,
            "includeIdpGroups": include_idp_groups,
            "includeMeta": include_meta,
            "fields": fields,
            "expandAs": expand_as,
            "isDeleted": is_deleted,
        })

    @overload
    def list_idp_policy_applications_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpApplicationWithEntities]: ...

    @overload
    def list_idp_policy_applications_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["ids"],
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpApplicationWithEntitiesAsIds]: ...

    @overload
    def list_idp_policy_applications_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        expand_as: Literal["count"],
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpApplicationWithEntitiesAsCount]: ...

    @overload
    def list_idp_policy_applications_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpApplicationWithEntitiesField],
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpApplicationWithEntitiesPart]: ...

    def list_idp_policy_applications_by_offset(
        self,
        policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_idp_users: bool | None = None,
        include_idp_groups: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpApplicationWithEntitiesField] | None = None,
        expand_as: Literal["ids", "count"] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List applications of an IDP policy. The applications that the policy includes by id, oldest change
        first. A new member counts as changed, so `updatedSince` and a walk by cursor find it. Needs a key that
        has the scope `read`.

        policy_id: The service's id of an IDP policy.
        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_idp_users: `true` adds the field `users` to each item.
        include_idp_groups: `true` adds the field `groups` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        expand_as: What the include flags add instead of arrays of whole records: `ids` for their ids (in
        `user_ids`, `group_ids`), `count` for how many there are (in `user_count`, `group_count`). Send it with
        at least one include flag.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page(f"/idp/policies/{segment(policy_id)}/applications", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeIdpUsers": include_idp_users,
            "includeIdpGroups": include_idp_groups,
            "includeMeta": include_meta,
            "fields": fields,
            "expandAs": expand_as,
            "isDeleted": is_deleted,
        })

    @overload
    def list_idp_alerts(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        user_ids: list[str] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpAlertWithMeta]: ...

    @overload
    def list_idp_alerts(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpAlertWithMetaField],
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        user_ids: list[str] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.IdpAlertWithMetaPart]: ...

    def list_idp_alerts(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpAlertWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        user_ids: list[str] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List identity alerts. The identity alerts of the connection, oldest change first. Needs a key that has
        the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severities: Only alerts with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        statuses: Only alerts with one of these statuses. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        user_ids: Only alerts about one of these users. The service's ids, at most 100. Values are separated by
        commas; put double quotes around a value that contains a comma or a quote. If the parameter is repeated,
        each is one value.
        application_ids: Only alerts about one of these applications. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/idp/alerts", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severities": severities,
            "statuses": statuses,
            "userIds": user_ids,
            "applicationIds": application_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def list_idp_alerts_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        user_ids: list[str] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpAlertWithMeta]: ...

    @overload
    def list_idp_alerts_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpAlertWithMetaField],
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        user_ids: list[str] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.IdpAlertWithMetaPart]: ...

    def list_idp_alerts_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpAlertWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        user_ids: list[str] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List identity alerts. The identity alerts of the connection, oldest change first. Needs a key that has
        the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severities: Only alerts with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        statuses: Only alerts with one of these statuses. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        user_ids: Only alerts about one of these users. The service's ids, at most 100. Values are separated by
        commas; put double quotes around a value that contains a comma or a quote. If the parameter is repeated,
        each is one value.
        application_ids: Only alerts about one of these applications. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/idp/alerts", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severities": severities,
            "statuses": statuses,
            "userIds": user_ids,
            "applicationIds": application_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def get_idp_alert(
        self,
        alert_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.IdpAlertWithMeta: ...

    @overload
    def get_idp_alert(
        self,
        alert_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.IdpAlertWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.IdpAlertWithMetaPart: ...

    def get_idp_alert(
        self,
        alert_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.IdpAlertWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get an identity alert. One of the identity alerts of the connection, by the service's id. Needs a key
        that has the scope `read`.

        alert_id: The service's id of an identity alert.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/idp/alerts/{segment(alert_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_idp_audit_logs(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        outcomes: list[schemas.AuditOutcome] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        event_types: list[str] | None = None,
        actor_ids: list[str] | None = None,
        occurred_since: str | None = None,
        occurred_until: str | None = None,
    ) -> CursorPage[schemas.IdpAuditEventWithMeta]: ...

    @overload
    def list_idp_audit_logs(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpAuditEventWithMetaField],
        include_vendor_data: bool | None = None,
        outcomes: list[schemas.AuditOutcome] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        event_types: list[str] | None = None,
        actor_ids: list[str] | None = None,
        occurred_since: str | None = None,
        occurred_until: str | None = None,
    ) -> CursorPage[schemas.IdpAuditEventWithMetaPart]: ...

    def list_idp_audit_logs(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpAuditEventWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        outcomes: list[schemas.AuditOutcome] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        event_types: list[str] | None = None,
        actor_ids: list[str] | None = None,
        occurred_since: str | None = None,
        occurred_until: str | None = None,
    ) -> Any:
        """List audit events. The audit events of the connection, oldest change first. Needs a key that has the
        scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        outcomes: Only events with one of these outcomes. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        severities: Only events with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        event_types: Only events of one of these types, as the source tool writes them. Values are separated by
        commas; put double quotes around a value that contains a comma or a quote. If the parameter is repeated,
        each is one value. One value without quotes is looked for as a whole, too.
        actor_ids: Only events whose actor is one of these users. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        occurred_since: Only events that happened at or after this instant. Unlike `updatedSince`, send it again
        together with `cursor`.
        occurred_until: Only events that happened before this instant. Send it again together with `cursor`.
        """
        return self._connection.cursor_page("/idp/audit-logs", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "outcomes": outcomes,
            "severities": severities,
            "eventTypes": event_types,
            "actorIds": actor_ids,
            "occurredSince": occurred_since,
            "occurredUntil": occurred_until,
        })

    @overload
    def list_idp_audit_logs_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        outcomes: list[schemas.AuditOutcome] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        event_types: list[str] | None = None,
        actor_ids: list[str] | None = None,
        occurred_since: str | None = None,
        occurred_until: str | None = None,
    ) -> OffsetPage[schemas.IdpAuditEventWithMeta]: ...

    @overload
    def list_idp_audit_logs_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpAuditEventWithMetaField],
        include_vendor_data: bool | None = None,
        outcomes: list[schemas.AuditOutcome] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        event_types: list[str] | None = None,
        actor_ids: list[str] | None = None,
        occurred_since: str | None = None,
        occurred_until: str | None = None,
    ) -> OffsetPage[schemas.IdpAuditEventWithMetaPart]: ...

    def list_idp_audit_logs_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.IdpAuditEventWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        outcomes: list[schemas.AuditOutcome] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        event_types: list[str] | None = None,
        actor_ids: list[str] | None = None,
        occurred_since: str | None = None,
        occurred_until: str | None = None,
    ) -> Any:
        """List audit events. The audit events of the connection, oldest change first. Needs a key that has the
        scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        outcomes: Only events with one of these outcomes. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        severities: Only events with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        event_types: Only events of one of these types, as the source tool writes them. Values are separated by
        commas; put double quotes around a value that contains a comma or a quote. If the parameter is repeated,
        each is one value. One value without quotes is looked for as a whole, too.
        actor_ids: Only events whose actor is one of these users. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        occurred_since: Only events that happened at or after this instant. Unlike `updatedSince`, send it again
        together with `cursor`.
        occurred_until: Only events that happened before this instant. Send it again together with `cursor`.
        """
        return self._connection.offset_page("/idp/audit-logs", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "outcomes": outcomes,
            "severities": severities,
            "eventTypes": event_types,
            "actorIds": actor_ids,
            "occurredSince": occurred_since,
            "occurredUntil": occurred_until,
        })

    @overload
    def get_idp_audit_log(
        self,
        audit_log_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.IdpAuditEventWithMeta: ...

    @overload
    def get_idp_audit_log(
        self,
        audit_log_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.IdpAuditEventWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.IdpAuditEventWithMetaPart: ...

    def get_idp_audit_log(
        self,
        audit_log_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.IdpAuditEventWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get an audit event. One of the audit events of the connection, by the service's id. Needs a key that has
        the scope `read`.

        audit_log_id: The service's id of an audit event.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/idp/audit-logs/{segment(audit_log_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_compliance_findings(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_compliances: bool | None = None,
        include_rule: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        compliance_results: list[schemas.ComplianceResult] | None = None,
        finding_statuses: list[schemas.FindingStatus] | None = None,
        controls: list[str] | None = None,
        standards: list[str] | None = None,
        status_changed_since: str | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ComplianceFindingWithEntities]: ...

    @overload
    def list_compliance_findings(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_compliances: bool | None = None,
        include_rule: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ComplianceFindingWithEntitiesField],
        include_vendor_data: bool | None = None,
        compliance_results: list[schemas.ComplianceResult] | None = None,
        finding_statuses: list[schemas.FindingStatus] | None = None,
        controls: list[str] | None = None,
        standards: list[str] | None = None,
        status_changed_since: str | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ComplianceFindingWithEntitiesPart]: ...

    def list_compliance_findings(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_compliances: bool | None = None,
        include_rule: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ComplianceFindingWithEntitiesField] | None = None,
        include_vendor_data: bool | None = None,
        compliance_results: list[schemas.ComplianceResult] | None = None,
        finding_statuses: list[schemas.FindingStatus] | None = None,
        controls: list[str] | None = None,
        standards: list[str] | None = None,
        status_changed_since: str | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List compliance findings. The compliance findings of the connection, oldest change first. Needs a key
        that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_compliances: `true` adds the field `compliances` to each item.
        include_rule: `true` adds the field `rule` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        compliance_results: Only findings with one of these results among their compliances. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        finding_statuses: Only findings with one of these statuses. Values are separated by commas; put double
        quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        controls: Only findings that count towards one of these controls, by the source tool's identifiers.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        standards: Only findings that count towards one of these standards, by the source tool's names. Values
        are separated by commas; put double quotes around a value that contains a comma or a quote. If the
        parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        status_changed_since: Only findings whose status changed at or after this instant. Unlike
        `updatedSince`, send it again together with `cursor`.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page("/cspm/compliance_findings", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeCompliances": include_compliances,
            "includeRule": include_rule,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "complianceResults": compliance_results,
            "findingStatuses": finding_statuses,
            "controls": controls,
            "standards": standards,
            "statusChangedSince": status_changed_since,
            "isDeleted": is_deleted,
        })

    @overload
    def list_compliance_findings_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_compliances: bool | None = None,
        include_rule: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        compliance_results: list[schemas.ComplianceResult] | None = None,
        finding_statuses: list[schemas.FindingStatus] | None = None,
        controls: list[str] | None = None,
        standards: list[str] | None = None,
        status_changed_since: str | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ComplianceFindingWithEntities]: ...

    @overload
    def list_compliance_findings_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_compliances: bool | None = None,
        include_rule: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ComplianceFindingWithEntitiesField],
        include_vendor_data: bool | None = None,
        compliance_results: list[schemas.ComplianceResult] | None = None,
        finding_statuses: list[schemas.FindingStatus] | None = None,
        controls: list[str] | None = None,
        standards: list[str] | None = None,
        status_changed_since: str | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ComplianceFindingWithEntitiesPart]: ...

    def list_compliance_findings_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_compliances: bool | None = None,
        include_rule: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ComplianceFindingWithEntitiesField] | None = None,
        include_vendor_data: bool | None = None,
        compliance_results: list[schemas.ComplianceResult] | None = None,
        finding_statuses: list[schemas.FindingStatus] | None = None,
        controls: list[str] | None = None,
        standards: list[str] | None = None,
        status_changed_since: str | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List compliance findings. The compliance findings of the connection, oldest change first. Needs a key
        that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_compliances: `true` adds the field `compliances` to each item.
        include_rule: `true` adds the field `rule` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        compliance_results: Only findings with one of these results among their compliances. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        finding_statuses: Only findings with one of these statuses. Values are separated by commas; put double
        quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        controls: Only findings that count towards one of these controls, by the source tool's identifiers.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        standards: Only findings that count towards one of these standards, by the source tool's names. Values
        are separated by commas; put double quotes around a value that contains a comma or a quote. If the
        parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        status_changed_since: Only findings whose status changed at or after this instant. Unlike
        `updatedSince`, send it again together with `cursor`.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page("/cspm/compliance_findings", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeCompliances": include_compliances,
            "includeRule": include_rule,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "complianceResults": compliance_results,
            "findingStatuses": finding_statuses,
            "controls": controls,
            "standards": standards,
            "statusChangedSince": status_changed_since,
            "isDeleted": is_deleted,
        })

    @overload
    def get_compliance_finding(
        self,
        compliance_finding_id: str,
        *,
        include_compliances: bool | None = None,
        include_rule: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.ComplianceFindingWithEntities: ...

    @overload
    def get_compliance_finding(
        self,
        compliance_finding_id: str,
        *,
        include_compliances: bool | None = None,
        include_rule: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ComplianceFindingWithEntitiesField],
        include_vendor_data: bool | None = None,
    ) -> schemas.ComplianceFindingWithEntitiesPart: ...

    def get_compliance_finding(
        self,
        compliance_finding_id: str,
        *,
        include_compliances: bool | None = None,
        include_rule: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ComplianceFindingWithEntitiesField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a compliance finding. One of the compliance findings of the connection, by the service's id. Needs a
        key that has the scope `read`.

        compliance_finding_id: The service's id of a compliance finding.
        include_compliances: `true` adds the field `compliances` to each item.
        include_rule: `true` adds the field `rule` to each item.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/cspm/compliance_findings/{segment(compliance_finding_id)}", query={
            "includeCompliances": include_compliances,
            "includeRule": include_rule,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_compliances(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ComplianceWithMeta]: ...

    @overload
    def list_compliances(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ComplianceWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ComplianceWithMetaPart]: ...

    def list_compliances(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ComplianceWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List compliances. The compliances of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page("/cspm/compliances", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def list_compliances_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ComplianceWithMeta]: ...

    @overload
    def list_compliances_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ComplianceWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ComplianceWithMetaPart]: ...

    def list_compliances_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ComplianceWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List compliances. The compliances of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page("/cspm/compliances", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def get_compliance(
        self,
        compliance_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.ComplianceWithMeta: ...

    @overload
    def get_compliance(
        self,
        compliance_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ComplianceWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.ComplianceWithMetaPart: ...

    def get_compliance(
        self,
        compliance_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ComplianceWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a compliance. One of the compliances of the connection, by the service's id. Needs a key that has
        the scope `read`.

        compliance_id: The service's id of a compliance.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/cspm/compliances/{segment(compliance_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_cspm_alerts(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        cloud_providers: list[schemas.CloudProvider] | None = None,
        resource_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.CspmAlertWithMeta]: ...

    @overload
    def list_cspm_alerts(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.CspmAlertWithMetaField],
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        cloud_providers: list[schemas.CloudProvider] | None = None,
        resource_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.CspmAlertWithMetaPart]: ...

    def list_cspm_alerts(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.CspmAlertWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        cloud_providers: list[schemas.CloudProvider] | None = None,
        resource_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List cloud alerts. The cloud alerts of the connection, oldest change first. Needs a key that has the
        scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severities: Only alerts with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        statuses: Only alerts with one of these statuses. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        cloud_providers: Only alerts of one of these clouds. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        resource_ids: Only alerts about one of these resources, by their ids in their cloud or in the source
        tool. Values are separated by commas; put double quotes around a value that contains a comma or a quote.
        If the parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/cspm/alerts", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severities": severities,
            "statuses": statuses,
            "cloudProviders": cloud_providers,
            "resourceIds": resource_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def list_cspm_alerts_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        cloud_providers: list[schemas.CloudProvider] | None = None,
        resource_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.CspmAlertWithMeta]: ...

    @overload
    def list_cspm_alerts_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.CspmAlertWithMetaField],
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        cloud_providers: list[schemas.CloudProvider] | None = None,
        resource_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.CspmAlertWithMetaPart]: ...

    def list_cspm_alerts_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.CspmAlertWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        cloud_providers: list[schemas.CloudProvider] | None = None,
        resource_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List cloud alerts. The cloud alerts of the connection, oldest change first. Needs a key that has the
        scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severities: Only alerts with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        statuses: Only alerts with one of these statuses. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        cloud_providers: Only alerts of one of these clouds. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        resource_ids: Only alerts about one of these resources, by their ids in their cloud or in the source
        tool. Values are separated by commas; put double quotes around a value that contains a comma or a quote.
        If the parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/cspm/alerts", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severities": severities,
            "statuses": statuses,
            "cloudProviders": cloud_providers,
            "resourceIds": resource_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def get_cspm_alert(
        self,
        alert_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.CspmAlertWithMeta: ...

    @overload
    def get_cspm_alert(
        self,
        alert_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.CspmAlertWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.CspmAlertWithMetaPart: ...

    def get_cspm_alert(
        self,
        alert_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.CspmAlertWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a cloud alert. One of the cloud alerts of the connection, by the service's id. Needs a key that has
        the scope `read`.

        alert_id: The service's id of a cloud alert.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/cspm/alerts/{segment(alert_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_devices(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        statuses: list[schemas.DeviceStatus] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.DeviceWithMeta]: ...

    @overload
    def list_devices(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceWithMetaField],
        include_vendor_data: bool | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        statuses: list[schemas.DeviceStatus] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.DeviceWithMetaPart]: ...

    def list_devices(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        statuses: list[schemas.DeviceStatus] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List devices. The devices of the connection, oldest change first. Needs a key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        platforms: Only devices with one of these platforms. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        statuses: Only devices with one of these statuses. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page("/entities/devices", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "platforms": platforms,
            "statuses": statuses,
            "isDeleted": is_deleted,
        })

    @overload
    def list_devices_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        statuses: list[schemas.DeviceStatus] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.DeviceWithMeta]: ...

    @overload
    def list_devices_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceWithMetaField],
        include_vendor_data: bool | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        statuses: list[schemas.DeviceStatus] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.DeviceWithMetaPart]: ...

    def list_devices_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        statuses: list[schemas.DeviceStatus] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List devices. The devices of the connection, oldest change first. Needs a key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        platforms: Only devices with one of these platforms. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        statuses: Only devices with one of these statuses. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page("/entities/devices", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "platforms": platforms,
            "statuses": statuses,
            "isDeleted": is_deleted,
        })

    @overload
    def get_device(
        self,
        device_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.DeviceWithMeta: ...

    @overload
    def get_device(
        self,
        device_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.DeviceWithMetaPart: ...

    def get_device(
        self,
        device_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a device. One of the devices of the connection, by the service's id. Needs a key that has the scope
        `read`.

        device_id: The service's id of a device.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/entities/devices/{segment(device_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_device_groups(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        device_id: str | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.DeviceGroupWithMeta]: ...

    @overload
    def list_device_groups(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceGroupWithMetaField],
        include_vendor_data: bool | None = None,
        device_id: str | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.DeviceGroupWithMetaPart]: ...

    def list_device_groups(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceGroupWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        device_id: str | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List device groups. The device groups of the connection, oldest change first. Needs a key that has the
        scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        device_id: Only groups that this device belongs to; the service's id of the device.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/entities/device-groups", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "deviceId": device_id,
            "isDeleted": is_deleted,
        })

    @overload
    def list_device_groups_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        device_id: str | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.DeviceGroupWithMeta]: ...

    @overload
    def list_device_groups_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceGroupWithMetaField],
        include_vendor_data: bool | None = None,
        device_id: str | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.DeviceGroupWithMetaPart]: ...

    def list_device_groups_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceGroupWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        device_id: str | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List device groups. The device groups of the connection, oldest change first. Needs a key that has the
        scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        device_id: Only groups that this device belongs to; the service's id of the device.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/entities/device-groups", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "deviceId": device_id,
            "isDeleted": is_deleted,
        })

    @overload
    def get_device_group(
        self,
        device_group_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.DeviceGroupWithMeta: ...

    @overload
    def get_device_group(
        self,
        device_group_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceGroupWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.DeviceGroupWithMetaPart: ...

    def get_device_group(
        self,
        device_group_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceGroupWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a device group. One of the device groups of the connection, by the service's id. Needs a key that
        has the scope `read`.

        device_group_id: The service's id of a device group.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/entities/device-groups/{segment(device_group_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_device_group_devices(
        self,
        device_group_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        statuses: list[schemas.DeviceStatus] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.DeviceWithMeta]: ...

    @overload
    def list_device_group_devices(
        self,
        device_group_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceWithMetaField],
        include_vendor_data: bool | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        statuses: list[schemas.DeviceStatus] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.DeviceWithMetaPart]: ...

    def list_device_group_devices(
        self,
        device_group_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        statuses: list[schemas.DeviceStatus] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List devices of a device group. The devices that belong to the group, however many, oldest change first.
        A new member counts as changed, so `updatedSince` and a walk by cursor find it. Needs a key that has the
        scope `read`.

        device_group_id: The service's id of a device group.
        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        platforms: Only devices with one of these platforms. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        statuses: Only devices with one of these statuses. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page(f"/entities/device-groups/{segment(device_group_id)}/devices", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "platforms": platforms,
            "statuses": statuses,
            "isDeleted": is_deleted,
        })

    @overload
    def list_device_group_devices_by_offset(
        self,
        device_group_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        statuses: list[schemas.DeviceStatus] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.DeviceWithMeta]: ...

    @overload
    def list_device_group_devices_by_offset(
        self,
        device_group_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceWithMetaField],
        include_vendor_data: bool | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        statuses: list[schemas.DeviceStatus] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.DeviceWithMetaPart]: ...

    def list_device_group_devices_by_offset(
        self,
        device_group_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        statuses: list[schemas.DeviceStatus] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List devices of a device group. The devices that belong to the group, however many, oldest change first.
        A new member counts as changed, so `updatedSince` and a walk by cursor find it. Needs a key that has the
        scope `read`.

        device_group_id: The service's id of a device group.
        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        platforms: Only devices with one of these platforms. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        statuses: Only devices with one of these statuses. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page(f"/entities/device-groups/{segment(device_group_id)}/devices", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "platforms": platforms,
            "statuses": statuses,
            "isDeleted": is_deleted,
        })

    @overload
    def list_device_policies(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.DevicePolicyWithMeta]: ...

    @overload
    def list_device_policies(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DevicePolicyWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.DevicePolicyWithMetaPart]: ...

    def list_device_policies(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DevicePolicyWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List device policies. The device policies of the connection, oldest change first. Needs a key that has
        the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/entities/device-policies", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def list_device_policies_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.DevicePolicyWithMeta]: ...

    @overload
    def list_device_policies_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DevicePolicyWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.DevicePolicyWithMetaPart]: ...

    def list_device_policies_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DevicePolicyWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List device policies. The device policies of the connection, oldest change first. Needs a key that has
        the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/entities/device-policies", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def get_device_policy(
        self,
        device_policy_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.DevicePolicyWithMeta: ...

    @overload
    def get_device_policy(
        self,
        device_policy_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.DevicePolicyWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.DevicePolicyWithMetaPart: ...

    def get_device_policy(
        self,
        device_policy_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.DevicePolicyWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a device policy. One of the device policies of the connection, by the service's id. Needs a key that
        has the scope `read`.

        device_policy_id: The service's id of a device policy.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/entities/device-policies/{segment(device_policy_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_device_policy_device_groups(
        self,
        device_policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        device_id: str | None = None,
    ) -> CursorPage[schemas.DeviceGroupWithMeta]: ...

    @overload
    def list_device_policy_device_groups(
        self,
        device_policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceGroupWithMetaField],
        include_vendor_data: bool | None = None,
        device_id: str | None = None,
    ) -> CursorPage[schemas.DeviceGroupWithMetaPart]: ...

    def list_device_policy_device_groups(
        self,
        device_policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceGroupWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        device_id: str | None = None,
    ) -> Any:
        """List device groups of a device policy. The device groups that the policy applies to, however many,
        oldest change first. A new member counts as changed, so `updatedSince` and a walk by cursor find it.
        Needs a key that has the scope `read`.

        device_policy_id: The service's id of a device policy.
        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        device_id: Only groups that this device belongs to; the service's id of the device.
        """
        return self._connection.cursor_page(f"/entities/device-policies/{segment(device_policy_id)}/device-groups", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "deviceId": device_id,
        })

    @overload
    def list_device_policy_device_groups_by_offset(
        self,
        device_policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        device_id: str | None = None,
    ) -> OffsetPage[schemas.DeviceGroupWithMeta]: ...

    @overload
    def list_device_policy_device_groups_by_offset(
        self,
        device_policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceGroupWithMetaField],
        include_vendor_data: bool | None = None,
        device_id: str | None = None,
    ) -> OffsetPage[schemas.DeviceGroupWithMetaPart]: ...

    def list_device_policy_device_groups_by_offset(
        self,
        device_policy_id: str,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.DeviceGroupWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        device_id: str | None = None,
    ) -> Any:
        """List device groups of a device policy. The device groups that the policy applies to, however many,
        oldest change first. A new member counts as changed, so `updatedSince` and a walk by cursor find it.
        Needs a key that has the scope `read`.

        device_policy_id: The service's id of a device policy.
        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        device_id: Only groups that this device belongs to; the service's id of the device.
        """
        return self._connection.offset_page(f"/entities/device-policies/{segment(device_policy_id)}/device-groups", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "deviceId": device_id,
        })

    @overload
    def list_resources(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ResourceWithMeta]: ...

    @overload
    def list_resources(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ResourceWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ResourceWithMetaPart]: ...

    def list_resources(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ResourceWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List resources. The resources of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page("/entities/resources", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def list_resources_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ResourceWithMeta]: ...

    @overload
    def list_resources_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ResourceWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ResourceWithMetaPart]: ...

    def list_resources_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ResourceWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List resources. The resources of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page("/entities/resources", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def get_resource(
        self,
        resource_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.ResourceWithMeta: ...

    @overload
    def get_resource(
        self,
        resource_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ResourceWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.ResourceWithMetaPart: ...

    def get_resource(
        self,
        resource_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ResourceWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a resource. One of the resources of the connection, by the service's id. Needs a key that has the
        scope `read`.

        resource_id: The service's id of a resource.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/entities/resources/{segment(resource_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_applications(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        types: list[schemas.ApplicationType] | None = None,
        visibilities: list[schemas.ApplicationVisibility] | None = None,
        is_archived: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ApplicationWithMeta]: ...

    @overload
    def list_applications(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ApplicationWithMetaField],
        include_vendor_data: bool | None = None,
        types: list[schemas.ApplicationType] | None = None,
        visibilities: list[schemas.ApplicationVisibility] | None = None,
        is_archived: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ApplicationWithMetaPart]: ...

    def list_applications(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ApplicationWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        types: list[schemas.ApplicationType] | None = None,
        visibilities: list[schemas.ApplicationVisibility] | None = None,
        is_archived: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List applications. The applications of the connection, oldest change first. Needs a key that has the
        scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        types: Only applications of one of these types. Values are separated by commas; put double quotes around
        a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        visibilities: Only applications with one of these visibilities. Values are separated by commas; put
        double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one
        value.
        is_archived: `true` returns only applications that are archived, `false` only the others; both if
        absent.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page("/entities/applications", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "types": types,
            "visibilities": visibilities,
            "isArchived": is_archived,
            "isDeleted": is_deleted,
        })

    @overload
    def list_applications_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        types: list[schemas.ApplicationType] | None = None,
        visibilities: list[schemas.ApplicationVisibility] | None = None,
        is_archived: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ApplicationWithMeta]: ...

    @overload
    def list_applications_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ApplicationWithMetaField],
        include_vendor_data: bool | None = None,
        types: list[schemas.ApplicationType] | None = None,
        visibilities: list[schemas.ApplicationVisibility] | None = None,
        is_archived: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ApplicationWithMetaPart]: ...

    def list_applications_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ApplicationWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        types: list[schemas.ApplicationType] | None = None,
        visibilities: list[schemas.ApplicationVisibility] | None = None,
        is_archived: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List applications. The applications of the connection, oldest change first. Needs a key that has the
        scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        types: Only applications of one of these types. Values are separated by commas; put double quotes around
        a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        visibilities: Only applications with one of these visibilities. Values are separated by commas; put
        double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one
        value.
        is_archived: `true` returns only applications that are archived, `false` only the others; both if
        absent.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page("/entities/applications", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "types": types,
            "visibilities": visibilities,
            "isArchived": is_archived,
            "isDeleted": is_deleted,
        })

    @overload
    def get_application(
        self,
        application_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.ApplicationWithMeta: ...

    @overload
    def get_application(
        self,
        application_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ApplicationWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.ApplicationWithMetaPart: ...

    def get_application(
        self,
        application_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ApplicationWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get an application. One of the applications of the connection, by the service's id. Needs a key that has
        the scope `read`.

        application_id: The service's id of an application.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/entities/applications/{segment(application_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_organization_identities(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        emails: list[str] | None = None,
        types: list[schemas.OrganizationIdentityType] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.OrganizationIdentityWithMeta]: ...

    @overload
    def list_organization_identities(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.OrganizationIdentityWithMetaField],
        include_vendor_data: bool | None = None,
        emails: list[str] | None = None,
        types: list[schemas.OrganizationIdentityType] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.OrganizationIdentityWithMetaPart]: ...

    def list_organization_identities(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.OrganizationIdentityWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        emails: list[str] | None = None,
        types: list[schemas.OrganizationIdentityType] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List members of organizations. The members of organizations of the connection, oldest change first.
        Needs a key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        emails: Only members with one of these email addresses, in either case. Values are separated by commas;
        put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is
        one value. One value without quotes is looked for as a whole, too.
        types: Only members of one of these types. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        is_admin: `true` returns only members who administer their organization, `false` only the others; both
        if absent.
        is_mfa_enabled: `true` returns only members whose login a second factor protects, `false` only the
        others; both if absent.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page("/entities/organization-identities", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "emails": emails,
            "types": types,
            "isAdmin": is_admin,
            "isMfaEnabled": is_mfa_enabled,
            "isDeleted": is_deleted,
        })

    @overload
    def list_organization_identities_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        emails: list[str] | None = None,
        types: list[schemas.OrganizationIdentityType] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.OrganizationIdentityWithMeta]: ...

    @overload
    def list_organization_identities_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.OrganizationIdentityWithMetaField],
        include_vendor_data: bool | None = None,
        emails: list[str] | None = None,
        types: list[schemas.OrganizationIdentityType] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.OrganizationIdentityWithMetaPart]: ...

    def list_organization_identities_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.OrganizationIdentityWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        emails: list[str] | None = None,
        types: list[schemas.OrganizationIdentityType] | None = None,
        is_admin: bool | None = None,
        is_mfa_enabled: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List members of organizations. The members of organizations of the connection, oldest change first.
        Needs a key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        emails: Only members with one of these email addresses, in either case. Values are separated by commas;
        put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is
        one value. One value without quotes is looked for as a whole, too.
        types: Only members of one of these types. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        is_admin: `true` returns only members who administer their organization, `false` only the others; both
        if absent.
        is_mfa_enabled: `true` returns only members whose login a second factor protects, `false` only the
        others; both if absent.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page("/entities/organization-identities", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "emails": emails,
            "types": types,
            "isAdmin": is_admin,
            "isMfaEnabled": is_mfa_enabled,
            "isDeleted": is_deleted,
        })

    @overload
    def get_organization_identity(
        self,
        identity_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.OrganizationIdentityWithMeta: ...

    @overload
    def get_organization_identity(
        self,
        identity_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.OrganizationIdentityWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.OrganizationIdentityWithMetaPart: ...

    def get_organization_identity(
        self,
        identity_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.OrganizationIdentityWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a member of an organization. One of the members of organizations of the connection, by the service's
        id. Needs a key that has the scope `read`.

        identity_id: The service's id of a member of an organization.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/entities/organization-identities/{segment(identity_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_scan_configurations(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ScanConfigurationWithMeta]: ...

    @overload
    def list_scan_configurations(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ScanConfigurationWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ScanConfigurationWithMetaPart]: ...

    def list_scan_configurations(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ScanConfigurationWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List scan configurations. The scan configurations of the connection, oldest change first. Needs a key
        that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/vms/scan-configurations", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def list_scan_configurations_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ScanConfigurationWithMeta]: ...

    @overload
    def list_scan_configurations_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ScanConfigurationWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ScanConfigurationWithMetaPart]: ...

    def list_scan_configurations_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ScanConfigurationWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List scan configurations. The scan configurations of the connection, oldest change first. Needs a key
        that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/vms/scan-configurations", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def get_scan_configuration(
        self,
        scan_config_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.ScanConfigurationWithMeta: ...

    @overload
    def get_scan_configuration(
        self,
        scan_config_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ScanConfigurationWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.ScanConfigurationWithMetaPart: ...

    def get_scan_configuration(
        self,
        scan_config_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ScanConfigurationWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a scan configuration. One of the scan configurations of the connection, by the service's id. Needs a
        key that has the scope `read`.

        scan_config_id: The service's id of a scan configuration.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/vms/scan-configurations/{segment(scan_config_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_vulnerabilities(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.VulnerabilityWithMeta]: ...

    @overload
    def list_vulnerabilities(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.VulnerabilityWithMetaField],
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.VulnerabilityWithMetaPart]: ...

    def list_vulnerabilities(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.VulnerabilityWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List vulnerabilities. The vulnerabilities of the connection, oldest change first. Needs a key that has
        the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severities: Only vulnerabilities with one of these severities. Values are separated by commas; put
        double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one
        value.
        states: Only vulnerabilities in one of these states. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        cves: Only vulnerabilities with one of these CVE ids, such as `CVE-2024-3094`, in either case. Values
        are separated by commas; put double quotes around a value that contains a comma or a quote. If the
        parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/vms/vulnerabilities", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severities": severities,
            "states": states,
            "cves": cves,
            "isDeleted": is_deleted,
        })

    @overload
    def list_vulnerabilities_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.VulnerabilityWithMeta]: ...

    @overload
    def list_vulnerabilities_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.VulnerabilityWithMetaField],
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.VulnerabilityWithMetaPart]: ...

    def list_vulnerabilities_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.VulnerabilityWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List vulnerabilities. The vulnerabilities of the connection, oldest change first. Needs a key that has
        the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severities: Only vulnerabilities with one of these severities. Values are separated by commas; put
        double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one
        value.
        states: Only vulnerabilities in one of these states. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        cves: Only vulnerabilities with one of these CVE ids, such as `CVE-2024-3094`, in either case. Values
        are separated by commas; put double quotes around a value that contains a comma or a quote. If the
        parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/vms/vulnerabilities", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severities": severities,
            "states": states,
            "cves": cves,
            "isDeleted": is_deleted,
        })

    @overload
    def get_vulnerability(
        self,
        vulnerability_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.VulnerabilityWithMeta: ...

    @overload
    def get_vulnerability(
        self,
        vulnerability_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.VulnerabilityWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.VulnerabilityWithMetaPart: ...

    def get_vulnerability(
        self,
        vulnerability_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.VulnerabilityWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a vulnerability. One of the vulnerabilities of the connection, by the service's id. Needs a key that
        has the scope `read`.

        vulnerability_id: The service's id of a vulnerability.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/vms/vulnerabilities/{segment(vulnerability_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_vulnerability_findings(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severity: list[schemas.TicketPriority] | None = None,
        state: list[schemas.VulnerabilityState] | None = None,
        types: list[schemas.VulnerabilityFindingType] | None = None,
        has_fix: bool | None = None,
        cves: list[str] | None = None,
        device_ids: list[str] | None = None,
        application_ids: list[str] | None = None,
        resource_id: list[str] | None = None,
        first_seen_since: str | None = None,
        last_seen_since: str | None = None,
        state_updated_since: str | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.VulnerabilityFindingWithMeta]: ...

    @overload
    def list_vulnerability_findings(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.VulnerabilityFindingWithMetaField],
        include_vendor_data: bool | None = None,
        severity: list[schemas.TicketPriority] | None = None,
        state: list[schemas.VulnerabilityState] | None = None,
        types: list[schemas.VulnerabilityFindingType] | None = None,
        has_fix: bool | None = None,
        cves: list[str] | None = None,
        device_ids: list[str] | None = None,
        application_ids: list[str] | None = None,
        resource_id: list[str] | None = None,
        first_seen_since: str | None = None,
        last_seen_since: str | None = None,
        state_updated_since: str | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.VulnerabilityFindingWithMetaPart]: ...

    def list_vulnerability_findings(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.VulnerabilityFindingWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severity: list[schemas.TicketPriority] | None = None,
        state: list[schemas.VulnerabilityState] | None = None,
        types: list[schemas.VulnerabilityFindingType] | None = None,
        has_fix: bool | None = None,
        cves: list[str] | None = None,
        device_ids: list[str] | None = None,
        application_ids: list[str] | None = None,
        resource_id: list[str] | None = None,
        first_seen_since: str | None = None,
        last_seen_since: str | None = None,
        state_updated_since: str | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List vulnerability findings. The vulnerability findings of the connection, oldest change first. Needs a
        key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severity: Only findings with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        state: Only findings in one of these states. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        types: Only findings of one of these types. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        has_fix: `true` returns only findings for which a fix exists, `false` only those for which none does;
        both if absent.
        cves: Only findings with one of these CVE ids, such as `CVE-2024-3094`, in either case. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value. One value without quotes is looked for as a whole, too.
        device_ids: Only findings in one of these devices. The service's ids, at most 100. Values are separated
        by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
        repeated, each is one value.
        application_ids: Only findings in one of these applications. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        resource_id: Only findings about one of these resources, by their ids in their cloud or in the source
        tool. Values are separated by commas; put double quotes around a value that contains a comma or a quote.
        If the parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        first_seen_since: Only findings that were first found at or after this instant. Send it again together
        with `cursor`.
        last_seen_since: Only findings that were last found at or after this instant. Send it again together
        with `cursor`.
        state_updated_since: Only findings that entered their state at or after this instant. Send it again
        together with `cursor`.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/vms/vulnerability-findings", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severity": severity,
            "state": state,
            "types": types,
            "hasFix": has_fix,
            "cves": cves,
            "deviceIds": device_ids,
            "applicationIds": application_ids,
            "resourceId": resource_id,
            "firstSeenSince": first_seen_since,
            "lastSeenSince": last_seen_since,
            "stateUpdatedSince": state_updated_since,
            "isDeleted": is_deleted,
        })

    @overload
    def list_vulnerability_findings_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severity: list[schemas.TicketPriority] | None = None,
        state: list[schemas.VulnerabilityState] | None = None,
        types: list[schemas.VulnerabilityFindingType] | None = None,
        has_fix: bool | None = None,
        cves: list[str] | None = None,
        device_ids: list[str] | None = None,
        application_ids: list[str] | None = None,
        resource_id: list[str] | None = None,
        first_seen_since: str | None = None,
        last_seen_since: str | None = None,
        state_updated_since: str | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.VulnerabilityFindingWithMeta]: ...

    @overload
    def list_vulnerability_findings_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.VulnerabilityFindingWithMetaField],
        include_vendor_data: bool | None = None,
        severity: list[schemas.TicketPriority] | None = None,
        state: list[schemas.VulnerabilityState] | None = None,
        types: list[schemas.VulnerabilityFindingType] | None = None,
        has_fix: bool | None = None,
        cves: list[str] | None = None,
        device_ids: list[str] | None = None,
        application_ids: list[str] | None = None,
        resource_id: list[str] | None = None,
        first_seen_since: str | None = None,
        last_seen_since: str | None = None,
        state_updated_since: str | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.VulnerabilityFindingWithMetaPart]: ...

    def list_vulnerability_findings_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.VulnerabilityFindingWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severity: list[schemas.TicketPriority] | None = None,
        state: list[schemas.VulnerabilityState] | None = None,
        types: list[schemas.VulnerabilityFindingType] | None = None,
        has_fix: bool | None = None,
        cves: list[str] | None = None,
        device_ids: list[str] | None = None,
        application_ids: list[str] | None = None,
        resource_id: list[str] | None = None,
        first_seen_since: str | None = None,
        last_seen_since: str | None = None,
        state_updated_since: str | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List vulnerability findings. The vulnerability findings of the connection, oldest change first. Needs a
        key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severity: Only findings with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        state: Only findings in one of these states. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        types: Only findings of one of these types. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        has_fix: `true` returns only findings for which a fix exists, `false` only those for which none does;
        both if absent.
        cves: Only findings with one of these CVE ids, such as `CVE-2024-3094`, in either case. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value. One value without quotes is looked for as a whole, too.
        device_ids: Only findings in one of these devices. The service's ids, at most 100. Values are separated
        by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
        repeated, each is one value.
        application_ids: Only findings in one of these applications. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        resource_id: Only findings about one of these resources, by their ids in their cloud or in the source
        tool. Values are separated by commas; put double quotes around a value that contains a comma or a quote.
        If the parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        first_seen_since: Only findings that were first found at or after this instant. Send it again together
        with `cursor`.
        last_seen_since: Only findings that were last found at or after this instant. Send it again together
        with `cursor`.
        state_updated_since: Only findings that entered their state at or after this instant. Send it again
        together with `cursor`.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/vms/vulnerability-findings", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severity": severity,
            "state": state,
            "types": types,
            "hasFix": has_fix,
            "cves": cves,
            "deviceIds": device_ids,
            "applicationIds": application_ids,
            "resourceId": resource_id,
            "firstSeenSince": first_seen_since,
            "lastSeenSince": last_seen_since,
            "stateUpdatedSince": state_updated_since,
            "isDeleted": is_deleted,
        })

    @overload
    def get_vulnerability_finding(
        self,
        finding_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.VulnerabilityFindingWithMeta: ...

    @overload
    def get_vulnerability_finding(
        self,
        finding_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.VulnerabilityFindingWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.VulnerabilityFindingWithMetaPart: ...

    def get_vulnerability_finding(
        self,
        finding_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.VulnerabilityFindingWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a vulnerability finding. One of the vulnerability findings of the connection, by the service's id.
        Needs a key that has the scope `read`.

        finding_id: The service's id of a vulnerability finding.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/vms/vulnerability-findings/{segment(finding_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_edr_alerts(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        device_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.EdrAlertWithMeta]: ...

    @overload
    def list_edr_alerts(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.EdrAlertWithMetaField],
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        device_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.EdrAlertWithMetaPart]: ...

    def list_edr_alerts(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.EdrAlertWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        device_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List EDR alerts. The EDR alerts of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severities: Only alerts with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        statuses: Only alerts with one of these statuses. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        platforms: Only alerts about a device with one of these platforms. Values are separated by commas; put
        double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one
        value.
        device_ids: Only alerts about one of these devices. The service's ids, at most 100. Values are separated
        by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
        repeated, each is one value.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/edr/alerts", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severities": severities,
            "statuses": statuses,
            "platforms": platforms,
            "deviceIds": device_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def list_edr_alerts_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        device_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.EdrAlertWithMeta]: ...

    @overload
    def list_edr_alerts_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.EdrAlertWithMetaField],
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        device_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.EdrAlertWithMetaPart]: ...

    def list_edr_alerts_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.EdrAlertWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        statuses: list[schemas.AlertStatus] | None = None,
        platforms: list[schemas.DevicePlatform] | None = None,
        device_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List EDR alerts. The EDR alerts of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severities: Only alerts with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        statuses: Only alerts with one of these statuses. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        platforms: Only alerts about a device with one of these platforms. Values are separated by commas; put
        double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one
        value.
        device_ids: Only alerts about one of these devices. The service's ids, at most 100. Values are separated
        by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
        repeated, each is one value.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/edr/alerts", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severities": severities,
            "statuses": statuses,
            "platforms": platforms,
            "deviceIds": device_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def get_edr_alert(
        self,
        alert_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.EdrAlertWithMeta: ...

    @overload
    def get_edr_alert(
        self,
        alert_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.EdrAlertWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.EdrAlertWithMetaPart: ...

    def get_edr_alert(
        self,
        alert_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.EdrAlertWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get an EDR alert. One of the EDR alerts of the connection, by the service's id. Needs a key that has the
        scope `read`.

        alert_id: The service's id of an EDR alert.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/edr/alerts/{segment(alert_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_appsec_issues(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        types: list[schemas.IssueType] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_patchable: bool | None = None,
        application_ids: list[str] | None = None,
        resource_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.AppsecIssueWithMeta]: ...

    @overload
    def list_appsec_issues(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.AppsecIssueWithMetaField],
        include_vendor_data: bool | None = None,
        types: list[schemas.IssueType] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_patchable: bool | None = None,
        application_ids: list[str] | None = None,
        resource_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.AppsecIssueWithMetaPart]: ...

    def list_appsec_issues(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.AppsecIssueWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        types: list[schemas.IssueType] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_patchable: bool | None = None,
        application_ids: list[str] | None = None,
        resource_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List issues of any kind. The issues of any kind of the connection, oldest change first. Needs a key that
        has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        types: Only issues of one of these types. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        severities: Only issues with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        states: Only issues in one of these states. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        cves: Only issues with one of these CVE ids, such as `CVE-2024-3094`, in either case. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_patchable: `true` returns only issues with an official fix, `false` only those without one; both if
        absent.
        application_ids: Only issues of one of these applications. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        resource_ids: Only issues about one of these resources, by their ids in their cloud or in the source
        tool. Values are separated by commas; put double quotes around a value that contains a comma or a quote.
        If the parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/appsec/issues", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "types": types,
            "severities": severities,
            "states": states,
            "cves": cves,
            "isPatchable": is_patchable,
            "applicationIds": application_ids,
            "resourceIds": resource_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def list_appsec_issues_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        types: list[schemas.IssueType] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_patchable: bool | None = None,
        application_ids: list[str] | None = None,
        resource_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.AppsecIssueWithMeta]: ...

    @overload
    def list_appsec_issues_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.AppsecIssueWithMetaField],
        include_vendor_data: bool | None = None,
        types: list[schemas.IssueType] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_patchable: bool | None = None,
        application_ids: list[str] | None = None,
        resource_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.AppsecIssueWithMetaPart]: ...

    def list_appsec_issues_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.AppsecIssueWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        types: list[schemas.IssueType] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_patchable: bool | None = None,
        application_ids: list[str] | None = None,
        resource_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List issues of any kind. The issues of any kind of the connection, oldest change first. Needs a key that
        has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        types: Only issues of one of these types. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        severities: Only issues with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        states: Only issues in one of these states. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        cves: Only issues with one of these CVE ids, such as `CVE-2024-3094`, in either case. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_patchable: `true` returns only issues with an official fix, `false` only those without one; both if
        absent.
        application_ids: Only issues of one of these applications. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        resource_ids: Only issues about one of these resources, by their ids in their cloud or in the source
        tool. Values are separated by commas; put double quotes around a value that contains a comma or a quote.
        If the parameter is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/appsec/issues", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "types": types,
            "severities": severities,
            "states": states,
            "cves": cves,
            "isPatchable": is_patchable,
            "applicationIds": application_ids,
            "resourceIds": resource_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def get_appsec_issue(
        self,
        issue_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.AppsecIssueWithMeta: ...

    @overload
    def get_appsec_issue(
        self,
        issue_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.AppsecIssueWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.AppsecIssueWithMetaPart: ...

    def get_appsec_issue(
        self,
        issue_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.AppsecIssueWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get an issue of any kind. One of the issues of any kind of the connection, by the service's id. Needs a
        key that has the scope `read`.

        issue_id: The service's id of an issue of any kind.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/appsec/issues/{segment(issue_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_sast_issues(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        confidences: list[schemas.Confidence] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.SastIssueWithMeta]: ...

    @overload
    def list_sast_issues(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.SastIssueWithMetaField],
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        confidences: list[schemas.Confidence] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.SastIssueWithMetaPart]: ...

    def list_sast_issues(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.SastIssueWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        confidences: list[schemas.Confidence] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List weaknesses in code. The weaknesses in code of the connection, oldest change first. Needs a key that
        has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severities: Only issues with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        confidences: Only issues with one of these confidences. Values are separated by commas; put double
        quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        states: Only issues in one of these states. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        application_ids: Only issues of one of these applications. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/appsec/sast-issues", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severities": severities,
            "confidences": confidences,
            "states": states,
            "applicationIds": application_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def list_sast_issues_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        confidences: list[schemas.Confidence] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.SastIssueWithMeta]: ...

    @overload
    def list_sast_issues_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.SastIssueWithMetaField],
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        confidences: list[schemas.Confidence] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.SastIssueWithMetaPart]: ...

    def list_sast_issues_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.SastIssueWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        confidences: list[schemas.Confidence] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List weaknesses in code. The weaknesses in code of the connection, oldest change first. Needs a key that
        has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severities: Only issues with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        confidences: Only issues with one of these confidences. Values are separated by commas; put double
        quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        states: Only issues in one of these states. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        application_ids: Only issues of one of these applications. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/appsec/sast-issues", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severities": severities,
            "confidences": confidences,
            "states": states,
            "applicationIds": application_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def get_sast_issue(
        self,
        sast_issue_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.SastIssueWithMeta: ...

    @overload
    def get_sast_issue(
        self,
        sast_issue_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.SastIssueWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.SastIssueWithMetaPart: ...

    def get_sast_issue(
        self,
        sast_issue_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.SastIssueWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a weakness in code. One of the weaknesses in code of the connection, by the service's id. Needs a
        key that has the scope `read`.

        sast_issue_id: The service's id of a weakness in code.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/appsec/sast-issues/{segment(sast_issue_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_sca_issues(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_patchable: bool | None = None,
        is_direct: bool | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ScaIssueWithMeta]: ...

    @overload
    def list_sca_issues(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ScaIssueWithMetaField],
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_patchable: bool | None = None,
        is_direct: bool | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ScaIssueWithMetaPart]: ...

    def list_sca_issues(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ScaIssueWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_patchable: bool | None = None,
        is_direct: bool | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List vulnerable dependencies. The vulnerable dependencies of the connection, oldest change first. Needs
        a key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severities: Only issues with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        states: Only issues in one of these states. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        cves: Only issues with one of these CVE ids, such as `CVE-2024-3094`, in either case. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_patchable: `true` returns only issues with an official fix, `false` only those without one; both if
        absent.
        is_direct: `true` returns only issues of packages that the application itself names, `false` only those
        of other packages; both if absent.
        application_ids: Only issues of one of these applications. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/appsec/sca-issues", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severities": severities,
            "states": states,
            "cves": cves,
            "isPatchable": is_patchable,
            "isDirect": is_direct,
            "applicationIds": application_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def list_sca_issues_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_patchable: bool | None = None,
        is_direct: bool | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ScaIssueWithMeta]: ...

    @overload
    def list_sca_issues_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ScaIssueWithMetaField],
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_patchable: bool | None = None,
        is_direct: bool | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ScaIssueWithMetaPart]: ...

    def list_sca_issues_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ScaIssueWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        cves: list[str] | None = None,
        is_patchable: bool | None = None,
        is_direct: bool | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List vulnerable dependencies. The vulnerable dependencies of the connection, oldest change first. Needs
        a key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        severities: Only issues with one of these severities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        states: Only issues in one of these states. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        cves: Only issues with one of these CVE ids, such as `CVE-2024-3094`, in either case. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value. One value without quotes is looked for as a whole, too.
        is_patchable: `true` returns only issues with an official fix, `false` only those without one; both if
        absent.
        is_direct: `true` returns only issues of packages that the application itself names, `false` only those
        of other packages; both if absent.
        application_ids: Only issues of one of these applications. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/appsec/sca-issues", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "severities": severities,
            "states": states,
            "cves": cves,
            "isPatchable": is_patchable,
            "isDirect": is_direct,
            "applicationIds": application_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def get_sca_issue(
        self,
        sca_issue_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.ScaIssueWithMeta: ...

    @overload
    def get_sca_issue(
        self,
        sca_issue_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ScaIssueWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.ScaIssueWithMetaPart: ...

    def get_sca_issue(
        self,
        sca_issue_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ScaIssueWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a vulnerable dependency. One of the vulnerable dependencies of the connection, by the service's id.
        Needs a key that has the scope `read`.

        sca_issue_id: The service's id of a vulnerable dependency.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/appsec/sca-issues/{segment(sca_issue_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_appsec_findings(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        types: list[schemas.AppsecFindingType] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        validities: list[schemas.SecretValidity] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.AppsecFindingWithMeta]: ...

    @overload
    def list_appsec_findings(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.AppsecFindingWithMetaField],
        include_vendor_data: bool | None = None,
        types: list[schemas.AppsecFindingType] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        validities: list[schemas.SecretValidity] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.AppsecFindingWithMetaPart]: ...

    def list_appsec_findings(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.AppsecFindingWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        types: list[schemas.AppsecFindingType] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        validities: list[schemas.SecretValidity] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List other findings in code. The other findings in code of the connection, oldest change first. Needs a
        key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        types: Only findings of one of these types. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        severities: Only findings with one of these severities. Values are separated by commas; put double
        quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        states: Only findings in one of these states. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        validities: Only secrets with one of these validities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        application_ids: Only findings of one of these applications. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/appsec/findings", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "types": types,
            "severities": severities,
            "states": states,
            "validities": validities,
            "applicationIds": application_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def list_appsec_findings_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        types: list[schemas.AppsecFindingType] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        validities: list[schemas.SecretValidity] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.AppsecFindingWithMeta]: ...

    @overload
    def list_appsec_findings_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.AppsecFindingWithMetaField],
        include_vendor_data: bool | None = None,
        types: list[schemas.AppsecFindingType] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        validities: list[schemas.SecretValidity] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.AppsecFindingWithMetaPart]: ...

    def list_appsec_findings_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.AppsecFindingWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        types: list[schemas.AppsecFindingType] | None = None,
        severities: list[schemas.TicketPriority] | None = None,
        states: list[schemas.VulnerabilityState] | None = None,
        validities: list[schemas.SecretValidity] | None = None,
        application_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List other findings in code. The other findings in code of the connection, oldest change first. Needs a
        key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        types: Only findings of one of these types. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        severities: Only findings with one of these severities. Values are separated by commas; put double
        quotes around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        states: Only findings in one of these states. Values are separated by commas; put double quotes around a
        value that contains a comma or a quote. If the parameter is repeated, each is one value.
        validities: Only secrets with one of these validities. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        application_ids: Only findings of one of these applications. The service's ids, at most 100. Values are
        separated by commas; put double quotes around a value that contains a comma or a quote. If the parameter
        is repeated, each is one value.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/appsec/findings", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "types": types,
            "severities": severities,
            "states": states,
            "validities": validities,
            "applicationIds": application_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def get_appsec_finding(
        self,
        finding_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.AppsecFindingWithMeta: ...

    @overload
    def get_appsec_finding(
        self,
        finding_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.AppsecFindingWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.AppsecFindingWithMetaPart: ...

    def get_appsec_finding(
        self,
        finding_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.AppsecFindingWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a finding in code. One of the other findings in code of the connection, by the service's id. Needs a
        key that has the scope `read`.

        finding_id: The service's id of a finding in code.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/appsec/findings/{segment(finding_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_configuration_users(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        emails: list[str] | None = None,
        is_admin: bool | None = None,
        is_active: bool | None = None,
        is_mfa_enabled: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ConfigUserWithMeta]: ...

    @overload
    def list_configuration_users(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ConfigUserWithMetaField],
        include_vendor_data: bool | None = None,
        emails: list[str] | None = None,
        is_admin: bool | None = None,
        is_active: bool | None = None,
        is_mfa_enabled: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ConfigUserWithMetaPart]: ...

    def list_configuration_users(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ConfigUserWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        emails: list[str] | None = None,
        is_admin: bool | None = None,
        is_active: bool | None = None,
        is_mfa_enabled: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List users of the source tool. The users of the source tool of the connection, oldest change first.
        Needs a key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        emails: Only users with one of these email addresses, in either case. Values are separated by commas;
        put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is
        one value. One value without quotes is looked for as a whole, too.
        is_admin: `true` returns only users who administer the tool, `false` only the others; both if absent.
        is_active: `true` returns only users who can log in, `false` only the others; both if absent.
        is_mfa_enabled: `true` returns only users whose login a second factor protects, `false` only the others;
        both if absent.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page("/configuration/users", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "emails": emails,
            "isAdmin": is_admin,
            "isActive": is_active,
            "isMfaEnabled": is_mfa_enabled,
            "isDeleted": is_deleted,
        })

    @overload
    def list_configuration_users_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        emails: list[str] | None = None,
        is_admin: bool | None = None,
        is_active: bool | None = None,
        is_mfa_enabled: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ConfigUserWithMeta]: ...

    @overload
    def list_configuration_users_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ConfigUserWithMetaField],
        include_vendor_data: bool | None = None,
        emails: list[str] | None = None,
        is_admin: bool | None = None,
        is_active: bool | None = None,
        is_mfa_enabled: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ConfigUserWithMetaPart]: ...

    def list_configuration_users_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ConfigUserWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        emails: list[str] | None = None,
        is_admin: bool | None = None,
        is_active: bool | None = None,
        is_mfa_enabled: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List users of the source tool. The users of the source tool of the connection, oldest change first.
        Needs a key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        emails: Only users with one of these email addresses, in either case. Values are separated by commas;
        put double quotes around a value that contains a comma or a quote. If the parameter is repeated, each is
        one value. One value without quotes is looked for as a whole, too.
        is_admin: `true` returns only users who administer the tool, `false` only the others; both if absent.
        is_active: `true` returns only users who can log in, `false` only the others; both if absent.
        is_mfa_enabled: `true` returns only users whose login a second factor protects, `false` only the others;
        both if absent.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page("/configuration/users", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "emails": emails,
            "isAdmin": is_admin,
            "isActive": is_active,
            "isMfaEnabled": is_mfa_enabled,
            "isDeleted": is_deleted,
        })

    @overload
    def get_configuration_user(
        self,
        user_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.ConfigUserWithMeta: ...

    @overload
    def get_configuration_user(
        self,
        user_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ConfigUserWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.ConfigUserWithMetaPart: ...

    def get_configuration_user(
        self,
        user_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ConfigUserWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a user of the source tool. One of the users of the source tool of the connection, by the service's
        id. Needs a key that has the scope `read`.

        user_id: The service's id of a user of the source tool.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/configuration/users/{segment(user_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_itsm_users(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ItsmUserWithMeta]: ...

    @overload
    def list_itsm_users(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmUserWithMetaField],
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ItsmUserWithMetaPart]: ...

    def list_itsm_users(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmUserWithMetaField] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List ITSM users. The ITSM users of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.cursor_page("/itsm/users", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "isDeleted": is_deleted,
        })

    @overload
    def list_itsm_users_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ItsmUserWithMeta]: ...

    @overload
    def list_itsm_users_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmUserWithMetaField],
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ItsmUserWithMetaPart]: ...

    def list_itsm_users_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmUserWithMetaField] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List ITSM users. The ITSM users of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        is_deleted: `true` returns only records that are gone from the source tool, `false` only the others;
        both if absent.
        """
        return self._connection.offset_page("/itsm/users", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "isDeleted": is_deleted,
        })

    @overload
    def get_itsm_user(
        self,
        user_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
    ) -> schemas.ItsmUserWithMeta: ...

    @overload
    def get_itsm_user(
        self,
        user_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmUserWithMetaField],
    ) -> schemas.ItsmUserWithMetaPart: ...

    def get_itsm_user(
        self,
        user_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmUserWithMetaField] | None = None,
    ) -> Any:
        """Get an ITSM user. One of the ITSM users of the connection, by the service's id. Needs a key that has the
        scope `read`.

        user_id: The service's id of an ITSM user.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        """
        return self._connection.json("GET", f"/itsm/users/{segment(user_id)}", query={"includeMeta": include_meta, "fields": fields})

    @overload
    def list_itsm_groups(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ItsmGroupWithMeta]: ...

    @overload
    def list_itsm_groups(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmGroupWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ItsmGroupWithMetaPart]: ...

    def list_itsm_groups(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmGroupWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List ITSM groups. The ITSM groups of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/itsm/groups", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def list_itsm_groups_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ItsmGroupWithMeta]: ...

    @overload
    def list_itsm_groups_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmGroupWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ItsmGroupWithMetaPart]: ...

    def list_itsm_groups_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmGroupWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List ITSM groups. The ITSM groups of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/itsm/groups", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def get_itsm_group(
        self,
        group_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.ItsmGroupWithMeta: ...

    @overload
    def get_itsm_group(
        self,
        group_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmGroupWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.ItsmGroupWithMetaPart: ...

    def get_itsm_group(
        self,
        group_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmGroupWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get an ITSM group. One of the ITSM groups of the connection, by the service's id. Needs a key that has
        the scope `read`.

        group_id: The service's id of an ITSM group.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/itsm/groups/{segment(group_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_itsm_projects(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ItsmProjectWithMeta]: ...

    @overload
    def list_itsm_projects(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmProjectWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ItsmProjectWithMetaPart]: ...

    def list_itsm_projects(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmProjectWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List ITSM projects. The ITSM projects of the connection, oldest change first. Needs a key that has the
        scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/itsm/projects", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def list_itsm_projects_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ItsmProjectWithMeta]: ...

    @overload
    def list_itsm_projects_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmProjectWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ItsmProjectWithMetaPart]: ...

    def list_itsm_projects_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmProjectWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List ITSM projects. The ITSM projects of the connection, oldest change first. Needs a key that has the
        scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/itsm/projects", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def get_itsm_project(
        self,
        project_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.ItsmProjectWithMeta: ...

    @overload
    def get_itsm_project(
        self,
        project_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmProjectWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.ItsmProjectWithMetaPart: ...

    def get_itsm_project(
        self,
        project_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmProjectWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get an ITSM project. One of the ITSM projects of the connection, by the service's id. Needs a key that
        has the scope `read`.

        project_id: The service's id of an ITSM project.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/itsm/projects/{segment(project_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_itsm_tickets(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        statuses: list[schemas.TicketStatus] | None = None,
        project_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ItsmTicketWithMeta]: ...

    @overload
    def list_itsm_tickets(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmTicketWithMetaField],
        include_vendor_data: bool | None = None,
        statuses: list[schemas.TicketStatus] | None = None,
        project_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ItsmTicketWithMetaPart]: ...

    def list_itsm_tickets(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmTicketWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        statuses: list[schemas.TicketStatus] | None = None,
        project_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List tickets. The tickets of the connection, oldest change first. Needs a key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        statuses: Only tickets with one of these statuses. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        project_ids: Only tickets of one of these projects. The service's ids, at most 100. Values are separated
        by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
        repeated, each is one value.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/itsm/tickets", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "statuses": statuses,
            "projectIds": project_ids,
            "isDeleted": is_deleted,
        })

    @overload
    def list_itsm_tickets_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        statuses: list[schemas.TicketStatus] | None = None,
        project_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ItsmTicketWithMeta]: ...

    @overload
    def list_itsm_tickets_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmTicketWithMetaField],
        include_vendor_data: bool | None = None,
        statuses: list[schemas.TicketStatus] | None = None,
        project_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ItsmTicketWithMetaPart]: ...

    def list_itsm_tickets_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmTicketWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        statuses: list[schemas.TicketStatus] | None = None,
        project_ids: list[str] | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List tickets. The tickets of the connection, oldest change first. Needs a key that has the scope `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        statuses: Only tickets with one of these statuses. Values are separated by commas; put double quotes
        around a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        project_ids: Only tickets of one of these projects. The service's ids, at most 100. Values are separated
        by commas; put double quotes around a value that contains a comma or a quote. If the parameter is
        repeated, each is one value.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/itsm/tickets", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "statuses": statuses,
            "projectIds": project_ids,
            "isDeleted": is_deleted,
        })

    def create_ticket(
        self,
        body: schemas.CreateTicket,
        *,
        idempotency_key: str | None = None,
    ) -> schemas.CreateTicketAnswer:
        """Create a ticket. Queues a job that creates the ticket in the source tool, never more than once. If the
        source tool does not say whether it created the ticket, the job searches for it for some minutes, and
        ends as FAILED with a reason that says that the ticket may have been created. Of each pair of a service
        id and a source tool's id, send at most one. A connection that is not ACTIVE gets a 409; a job that is
        queued when its connection is paused waits until the connection is ACTIVE again. An account has at most
        1,000 open jobs unless the operator allows another number; more get a 429. The ticket appears in the
        list after the connection's next job. Needs a key that has the scope `write`.

        idempotency_key: A text that the client chooses for this request, such as a UUID, and sends again if it
        repeats the request. For a day, a request of the same account with the same key and the same body gets
        the first answer, and nothing is done again; with another body or at another operation it is a 422. API
        keys that are limited to organizations share it only with those that have the same limit. Only an answer
        with a status below 300 is kept: after an error the key may be used again.
        """
        return self._connection.json("POST", "/itsm/tickets", headers={"Idempotency-Key": idempotency_key}, body=body)

    @overload
    def get_itsm_ticket(
        self,
        ticket_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.ItsmTicketWithMeta: ...

    @overload
    def get_itsm_ticket(
        self,
        ticket_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmTicketWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.ItsmTicketWithMetaPart: ...

    def get_itsm_ticket(
        self,
        ticket_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmTicketWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a ticket. One of the tickets of the connection, by the service's id. Needs a key that has the scope
        `read`.

        ticket_id: The service's id of a ticket.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/itsm/tickets/{segment(ticket_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_itsm_comments(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ItsmCommentWithMeta]: ...

    @overload
    def list_itsm_comments(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmCommentWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ItsmCommentWithMetaPart]: ...

    def list_itsm_comments(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmCommentWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List comments. The comments of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/itsm/comments", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def list_itsm_comments_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ItsmCommentWithMeta]: ...

    @overload
    def list_itsm_comments_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmCommentWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ItsmCommentWithMetaPart]: ...

    def list_itsm_comments_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmCommentWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List comments. The comments of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/itsm/comments", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def get_itsm_comment(
        self,
        comment_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.ItsmCommentWithMeta: ...

    @overload
    def get_itsm_comment(
        self,
        comment_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmCommentWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.ItsmCommentWithMetaPart: ...

    def get_itsm_comment(
        self,
        comment_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmCommentWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get a comment. One of the comments of the connection, by the service's id. Needs a key that has the
        scope `read`.

        comment_id: The service's id of a comment.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/itsm/comments/{segment(comment_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    @overload
    def list_itsm_attachments(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ItsmAttachmentWithMeta]: ...

    @overload
    def list_itsm_attachments(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmAttachmentWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> CursorPage[schemas.ItsmAttachmentWithMetaPart]: ...

    def list_itsm_attachments(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        ids: list[str] | None = None,
        cursor: str | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmAttachmentWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List attachments. The attachments of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        cursor: The `next_cursor` or `previous_cursor` of another page of the same list. Send it with
        `enableCursor=true` and the same filters, and do not interpret its content.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.cursor_page("/itsm/attachments", {
            "updatedSince": updated_since,
            "limit": limit,
            "ids": ids,
            "cursor": cursor,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def list_itsm_attachments_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ItsmAttachmentWithMeta]: ...

    @overload
    def list_itsm_attachments_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmAttachmentWithMetaField],
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> OffsetPage[schemas.ItsmAttachmentWithMetaPart]: ...

    def list_itsm_attachments_by_offset(
        self,
        *,
        updated_since: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ids: list[str] | None = None,
        exclude_total: bool | None = None,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmAttachmentWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
        is_deleted: bool | None = None,
    ) -> Any:
        """List attachments. The attachments of the connection, oldest change first. Needs a key that has the scope
        `read`.

        updated_since: Only records that changed at or after this instant, to the microsecond; the earliest
        `X-As-Of` of the last walk's pages misses no change. Do not send it together with `cursor`, which
        contains it.
        limit: The maximum number of records on a page. A page holds at most 8 MiB, with everything that flags
        add to its records: by cursor, a fuller one ends early; by offset, the answer is a 422 that names the
        `limit` that fits.
        offset: How many records to skip, which takes the database some 15 ms for each 100,000, and more with
        filters. Pages are stable only while the data does not change: prefer the cursor, which skips nothing,
        for long walks. A future version removes offset paging.
        ids: Only records with these ids: at most 100, separated by commas. Ids without a record are left out.
        Values are separated by commas; put double quotes around a value that contains a comma or a quote. If
        the parameter is repeated, each is one value.
        exclude_total: `true` skips counting and returns null as `total`.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        is_deleted: `true` returns the records that are gone from the source tool, as they last were, and takes
        no other filter than `updatedSince`: when they were found to be gone. They are kept for as many days as
        the operator keeps deleted records. `false`, and absent, only the others.
        """
        return self._connection.offset_page("/itsm/attachments", {
            "enableCursor": False,
            "updatedSince": updated_since,
            "limit": limit,
            "offset": offset,
            "ids": ids,
            "excludeTotal": exclude_total,
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
            "isDeleted": is_deleted,
        })

    @overload
    def get_itsm_attachment(
        self,
        attachment_id: str,
        *,
        include_meta: bool | None = None,
        fields: None = None,
        include_vendor_data: bool | None = None,
    ) -> schemas.ItsmAttachmentWithMeta: ...

    @overload
    def get_itsm_attachment(
        self,
        attachment_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmAttachmentWithMetaField],
        include_vendor_data: bool | None = None,
    ) -> schemas.ItsmAttachmentWithMetaPart: ...

    def get_itsm_attachment(
        self,
        attachment_id: str,
        *,
        include_meta: bool | None = None,
        fields: list[schemas.ItsmAttachmentWithMetaField] | None = None,
        include_vendor_data: bool | None = None,
    ) -> Any:
        """Get an attachment. One of the attachments of the connection, by the service's id. Needs a key that has
        the scope `read`.

        attachment_id: The service's id of an attachment.
        include_meta: `true` adds the field `meta` to each item: when it changed and was first and last seen,
        and the job and the connector version that wrote it.
        fields: Only these fields of each item, named as at its top level, and `id`, which it always has. What a
        flag such as `includeMeta` adds stays. The schema of the answer describes it without `fields`: with it,
        any other field may be absent. Values are separated by commas; put double quotes around a value that
        contains a comma or a quote. If the parameter is repeated, each is one value.
        include_vendor_data: `false` leaves `vendor_data` and `vendor_data_omitted` out of each item, although
        the schema of the answer has them; `true` by default.
        """
        return self._connection.json("GET", f"/itsm/attachments/{segment(attachment_id)}", query={
            "includeMeta": include_meta,
            "fields": fields,
            "includeVendorData": include_vendor_data,
        })

    def get_outbound_job(
        self,
        job_id: str,
    ) -> schemas.OutboundJob:
        """Get an outbound job. Returns the status of a write to the source tool, and why it failed if it did.
        Needs a key that has the scope `read` or `write`.

        job_id: The service's id of the outbound job.
        """
        return self._connection.json("GET", f"/outbound-jobs/{segment(job_id)}")

    def create_organization(
        self,
        body: schemas.CreateOrganization,
        *,
        idempotency_key: str | None = None,
    ) -> schemas.Organization:
        """Create an organization. Creates an organization of the account, without connections. 409 if the account
        has as many as it may have. Needs a key that has the scope `provisioning` and is not limited to
        organizations.

        idempotency_key: A text that the client chooses for this request, such as a UUID, and sends again if it
        repeats the request. For a day, a request of the same account with the same key and the same body gets
        the first answer, and nothing is done again; with another body or at another operation it is a 422. API
        keys that are limited to organizations share it only with those that have the same limit. Only an answer
        with a status below 300 is kept: after an error the key may be used again.
        """
        return self._connection.json("POST", "/provisioning/organizations", headers={"Idempotency-Key": idempotency_key}, body=body)

    def list_organizations(
        self,
        *,
        identifier: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> OffsetPage[schemas.Organization]:
        """List organizations. The account's organizations, oldest first. Needs a key that has the scope `read` or
        `provisioning`.

        identifier: Only organizations with exactly this identifier.
        limit: The maximum number of entries on a page.
        offset: How many entries to skip.
        """
        return self._connection.offset_page("/provisioning/organizations", {
            "identifier": identifier,
            "limit": limit,
            "offset": offset,
        })

    def get_organization(
        self,
        organization_id: str,
    ) -> schemas.Organization:
        """Get an organization. Returns one organization of the account. Needs a key that has the scope `read` or
        `provisioning`.

        organization_id: The service's id of the organization.
        """
        return self._connection.json("GET", f"/provisioning/organizations/{segment(organization_id)}")

    def delete_organization(
        self,
        organization_id: str,
        *,
        erase: bool | None = None,
        force: bool | None = None,
    ) -> schemas.Erasure | None:
        """Delete an organization. Deletes the organization with its connections; no job runs for them any more,
        and their data answers 404. With `erase=true`, everything about it also leaves the database, and 409 if
        it has connections that are not deleted and `force=true` is not sent. Needs a key that has the scope
        `provisioning`.

        organization_id: The service's id of the organization.
        erase: Whether everything about it is removed from the database at once: the answer is a 202 with an
        erasure, whose receipt `GET /provisioning/erasures/{erasure_id}` shows. What was deleted before and is
        not purged yet can be erased, too, and a second request answers the same erasure.
        force: Whether `erase=true` also erases connections that are not deleted; without it they are a 409. Has
        no effect without `erase=true`.
        """
        return self._connection.json_or_none("DELETE", f"/provisioning/organizations/{segment(organization_id)}", query={"erase": erase, "force": force})

    def create_connection(
        self,
        organization_id: str,
        body: schemas.CreateConnection,
        *,
        idempotency_key: str | None = None,
    ) -> schemas.ConnectionWithOrganization:
        """Create a connection. Checks the credentials with the vendor first. If it rejects them, the answer is 422
        and nothing is stored. 409 while the operator of this service has stopped the connector, if the account
        has as many connections as it may have, and if another connection of the organization to the same vendor
        has the identifier. Needs a key that has the scope `provisioning`.

        organization_id: The service's id of the organization.
        idempotency_key: A text that the client chooses for this request, such as a UUID, and sends again if it
        repeats the request. For a day, a request of the same account with the same key and the same body gets
        the first answer, and nothing is done again; with another body or at another operation it is a 422. API
        keys that are limited to organizations share it only with those that have the same limit. Only an answer
        with a status below 300 is kept: after an error the key may be used again.
        """
        return self._connection.json("POST", f"/provisioning/organizations/{segment(organization_id)}/connections", headers={"Idempotency-Key": idempotency_key}, body=body)

    def list_connections(
        self,
        organization_id: str,
        *,
        health_status_codes: list[schemas.HealthName] | None = None,
        identifier: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> OffsetPage[schemas.Connection]:
        """List connections. The organization's connections, oldest first. Needs a key that has the scope `read` or
        `provisioning`.

        organization_id: The service's id of the organization.
        health_status_codes: Only connections whose health has one of these names. Values are separated by
        commas; put double quotes around a value that contains a comma or a quote. If the parameter is repeated,
        each is one value.
        identifier: Only connections with exactly this identifier.
        limit: The maximum number of entries on a page.
        offset: How many entries to skip.
        """
        return self._connection.offset_page(f"/provisioning/organizations/{segment(organization_id)}/connections", {
            "healthStatusCodes": health_status_codes,
            "identifier": identifier,
            "limit": limit,
            "offset": offset,
        })

    def get_connection(
        self,
        organization_id: str,
        connection_id: str,
    ) -> schemas.ConnectionWithOrganization:
        """Get a connection. Returns the connection with the health that its latest finished job found. Needs a key
        that has the scope `read` or `provisioning`.

        organization_id: The service's id of the organization.
        connection_id: The service's id of the connection.
        """
        return self._connection.json("GET", f"/provisioning/organizations/{segment(organization_id)}/connections/{segment(connection_id)}")

    def update_connection(
        self,
        organization_id: str,
        connection_id: str,
        body: schemas.UpdateConnection,
    ) -> schemas.ConnectionWithOrganization:
        """Update a connection. Changes only the fields in the body. It may be the connection as it was read, with
        some fields changed. The service checks new credentials with the vendor first, then makes a job due at
        once; the health changes when that job has finished. 409 if another connection of the organization to
        the same vendor has the identifier, and for credentials while the operator of this service has stopped
        the connector. Needs a key that has the scope `provisioning`.

        organization_id: The service's id of the organization.
        connection_id: The service's id of the connection.
        """
        return self._connection.json("PATCH", f"/provisioning/organizations/{segment(organization_id)}/connections/{segment(connection_id)}", body=body)

    def delete_connection(
        self,
        organization_id: str,
        connection_id: str,
        *,
        erase: bool | None = None,
    ) -> schemas.Erasure | None:
        """Delete a connection. Destroys the credentials and stops the jobs; the data answers 404 and is purged
        later, or erased at once with `erase=true`. Needs a key that has the scope `provisioning`.

        organization_id: The service's id of the organization.
        connection_id: The service's id of the connection.
        erase: Whether everything about it is removed from the database at once: the answer is a 202 with an
        erasure, whose receipt `GET /provisioning/erasures/{erasure_id}` shows. What was deleted before and is
        not purged yet can be erased, too, and a second request answers the same erasure.
        """
        return self._connection.json_or_none("DELETE", f"/provisioning/organizations/{segment(organization_id)}/connections/{segment(connection_id)}", query={"erase": erase})

    def get_connection_status(
        self,
        organization_id: str,
        connection_id: str,
    ) -> schemas.ConnectionStatus:
        """Get a connection's status. How far the first sync is, what the running job does, how current each type
        of data is, and what keeps data from being read, with a sentence for the customer and one for the
        operator. The health of the connection shows only what the latest finished job found. Needs a key that
        has the scope `read` or `provisioning`.

        organization_id: The service's id of the organization.
        connection_id: The service's id of the connection.
        """
        return self._connection.json("GET", f"/provisioning/organizations/{segment(organization_id)}/connections/{segment(connection_id)}/status")

    def test_connection(
        self,
        organization_id: str,
        connection_id: str,
    ) -> schemas.ConnectionTest:
        """Test a connection. Asks the vendor which types of data the stored credentials can read. 409 while the
        operator of this service has stopped the connector. Needs a key that has the scope `write` or
        `provisioning`.

        organization_id: The service's id of the organization.
        connection_id: The service's id of the connection.
        """
        return self._connection.json("GET", f"/provisioning/organizations/{segment(organization_id)}/connections/{segment(connection_id)}/test")

    def list_connection_jobs(
        self,
        organization_id: str,
        connection_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> OffsetPage[schemas.Job]:
        """List a connection's jobs. The jobs that pull the connection's data, newest first. Needs a key that has
        the scope `read` or `provisioning`.

        organization_id: The service's id of the organization.
        connection_id: The service's id of the connection.
        limit: The maximum number of entries on a page.
        offset: How many entries to skip.
        """
        return self._connection.offset_page(f"/provisioning/organizations/{segment(organization_id)}/connections/{segment(connection_id)}/jobs", {"limit": limit, "offset": offset})

    def count_connection_records(
        self,
        organization_id: str,
        connection_id: str,
        kind: Literal["idp_user", "idp_group", "idp_application", "idp_policy", "idp_alert", "idp_audit_event", "compliance_finding", "compliance", "cspm_alert", "device", "device_policy", "resource", "application", "organization_identity", "scan_configuration", "vulnerability", "vulnerability_finding", "edr_alert", "appsec_issue", "sast_issue", "sca_issue", "appsec_finding", "config_user", "itsm_user", "itsm_ticket"],
        by: Literal["cloud_provider", "confidence", "has_fix", "is_active", "is_admin", "is_archived", "is_deleted", "is_direct", "is_enabled", "is_encrypted", "is_exploited", "is_managed", "is_mfa_enabled", "is_patchable", "is_scheduled", "outcome", "platform", "priority", "result", "severity", "state", "status", "type", "user_type", "validity", "visibility"],
    ) -> schemas.RecordCounts:
        """Count a connection's records. Counts the records of a kind by the values of one field: what the list of
        the kind returns without filters, with the deleted records that it still lists. Fields that a list can
        be filtered by are counted in an index; others read each record, which takes up to about 25 seconds for
        1,000,000 records. A count that takes longer than a minute is a 503. Two of a key run at once. Needs a
        key that has the scope `read`.

        organization_id: The service's id of the organization.
        connection_id: The service's id of the connection.
        kind: The kind of records, such as `vulnerability`.
        by: The field of the kind by whose values the records are counted: an enum or a boolean at the record's
        top level, such as `severity`.
        """
        return self._connection.json("GET", f"/provisioning/organizations/{segment(organization_id)}/connections/{segment(connection_id)}/counts", query={"kind": kind, "by": by})

    def sync_connection(
        self,
        organization_id: str,
        connection_id: str,
        *,
        full: bool | None = None,
    ) -> schemas.Job:
        """Run a job now. Queues a job that runs at once. If a job is already queued, the answer is that job. With
        `full=true`, the job reads every list from its start, as do the jobs after it until each list has been
        read completely once; `full_scan_interval_secs` counts from then on. Records that are gone are deleted
        by that job if the source tool's own total proves it, otherwise by a job that misses them too and begins
        to read the list at least 3600 seconds after that one (the operator's setting is
        TRIBUTARY_DELETION_EVIDENCE_SECS); one is planned for then, and `within_secs` in the status includes it.
        409 if a job is running, which then changes nothing, if the connection is not `ACTIVE`, or if the
        operator of this service has stopped its connector. 429 if full scans were requested twice within the
        least `full_scan_interval_secs` of this server, unless the first has not begun: then the answer is its
        job. Needs a key that has the scope `write`.

        organization_id: The service's id of the organization.
        connection_id: The service's id of the connection.
        full: Whether every list is read in full, although reading its changes would do; finds deletions that
        the source tool does not report.
        """
        return self._connection.json("POST", f"/provisioning/organizations/{segment(organization_id)}/connections/{segment(connection_id)}/sync", query={"full": full})

    def decide_held_back_deletions(
        self,
        organization_id: str,
        connection_id: str,
        body: schemas.DecideHeldBackDeletions,
    ) -> schemas.DecidedDeletions:
        """Confirm or dismiss deletions. Decides about the deletions in the connection's `held_back_deletions`.
        After `CONFIRM` a job is due at once, whose full scan deletes those of the records that it still misses,
        and no others. After `DISMISS` the records stay until later scans miss them again. Needs a key that has
        the scope `write`.

        organization_id: The service's id of the organization.
        connection_id: The service's id of the connection.
        """
        return self._connection.json("POST", f"/provisioning/organizations/{segment(organization_id)}/connections/{segment(connection_id)}/held-back-deletions", body=body)

    def create_connect_session(
        self,
        organization_id: str,
        body: schemas.CreateConnectSession,
        *,
        idempotency_key: str | None = None,
    ) -> schemas.CreateConnectSessionAnswer:
        """Make a link for a customer. Whoever opens the link makes one connection of the organization, or renews
        the credentials of one, and you never see a secret. The link works once; its session lasts an hour,
        stores one connection, and then only shows how far that is. 409 if the account has as many connections
        as it may have, or if each of `vendors` has a connection with the `identifier`. The link is the
        account's: it stays if the key that made it is revoked. Needs a key that has the scope `provisioning`.

        organization_id: The service's id of the organization.
        idempotency_key: A text that the client chooses for this request, such as a UUID, and sends again if it
        repeats the request. For a day, a request of the same account with the same key and the same body gets
        the first answer, and nothing is done again; with another body or at another operation it is a 422. API
        keys that are limited to organizations share it only with those that have the same limit. Only an answer
        with a status below 300 is kept: after an error the key may be used again.
        """
        return self._connection.json("POST", f"/provisioning/organizations/{segment(organization_id)}/connect-sessions", headers={"Idempotency-Key": idempotency_key}, body=body)

    def list_connect_sessions(
        self,
        organization_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> OffsetPage[schemas.ConnectSession]:
        """List links. The organization's links and their sessions, oldest first; they leave the list a week after
        they ended. Needs a key that has the scope `read` or `provisioning`.

        organization_id: The service's id of the organization.
        limit: The maximum number of entries on a page.
        offset: How many entries to skip.
        """
        return self._connection.offset_page(f"/provisioning/organizations/{segment(organization_id)}/connect-sessions", {"limit": limit, "offset": offset})

    def get_connect_session(
        self,
        organization_id: str,
        session_id: str,
    ) -> schemas.ConnectSession:
        """Get a link. Says whether the customer has opened the link, which connection came of it, and whether a
        consent is still awaited. Needs a key that has the scope `read` or `provisioning`.

        organization_id: The service's id of the organization.
        session_id: The service's id of the session.
        """
        return self._connection.json("GET", f"/provisioning/organizations/{segment(organization_id)}/connect-sessions/{segment(session_id)}")

    def revoke_connect_session(
        self,
        organization_id: str,
        session_id: str,
    ) -> None:
        """Revoke a link. The link and the session that was opened with it end at once, and so does the link of a
        consent that the session waits for, unless a later session has ended it: nobody connects anything with
        it any more. A connection that came of the session stays; its present link is its
        `oauth2_authorize_url`. A session that only expires leaves the consent's link as it is. Needs a key that
        has the scope `provisioning`.

        organization_id: The service's id of the organization.
        session_id: The service's id of the session.
        """
        self._connection.send("DELETE", f"/provisioning/organizations/{segment(organization_id)}/connect-sessions/{segment(session_id)}")

    def create_webhook(
        self,
        body: schemas.CreateWebhook,
        *,
        idempotency_key: str | None = None,
    ) -> schemas.CreateWebhookAnswer:
        """Create a webhook. From now on the address gets a POST with a `WebhookEvent` for each event, signed as
        Standard Webhooks describes, at least once, and in no certain order. 409 if the account has 10 webhooks.
        The events:

         - `connection.created`: A connection was created.
         - `connection.health_changed`: A job has found another health of the connection than the job before it.
         - `job.finished`: A job that pulls the connection's data has ended.
         - `records.changed`: A job that has ended has created, changed or deleted records.
         Needs a key that has the scope `provisioning` and is not limited to organizations.

        idempotency_key: A text that the client chooses for this request, such as a UUID, and sends again if it
        repeats the request. For a day, a request of the same account with the same key and the same body gets
        the first answer, and nothing is done again; with another body or at another operation it is a 422. API
        keys that are limited to organizations share it only with those that have the same limit. Only an answer
        with a status below 300 is kept: after an error the key may be used again.
        """
        return self._connection.json("POST", "/provisioning/webhooks", headers={"Idempotency-Key": idempotency_key}, body=body)

    def list_webhooks(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> OffsetPage[schemas.Webhook]:
        """List webhooks. The account's webhooks, oldest first. Needs a key that has the scope `read` or
        `provisioning` and is not limited to organizations.

        limit: The maximum number of entries on a page.
        offset: How many entries to skip.
        """
        return self._connection.offset_page("/provisioning/webhooks", {"limit": limit, "offset": offset})

    def get_webhook(
        self,
        webhook_id: str,
    ) -> schemas.Webhook:
        """Get a webhook. Returns one webhook of the account, without its secret. Needs a key that has the scope
        `read` or `provisioning` and is not limited to organizations.

        webhook_id: The service's id of the webhook.
        """
        return self._connection.json("GET", f"/provisioning/webhooks/{segment(webhook_id)}")

    def update_webhook(
        self,
        webhook_id: str,
        body: schemas.UpdateWebhook,
    ) -> schemas.Webhook:
        """Update a webhook. Changes only the fields in the body, such as `is_paused`. Needs a key that has the
        scope `provisioning` and is not limited to organizations.

        webhook_id: The service's id of the webhook.
        """
        return self._connection.json("PATCH", f"/provisioning/webhooks/{segment(webhook_id)}", body=body)

    def delete_webhook(
        self,
        webhook_id: str,
    ) -> None:
        """Delete a webhook. Nothing is sent any more, and its deliveries and secrets are gone. Needs a key that
        has the scope `provisioning` and is not limited to organizations.

        webhook_id: The service's id of the webhook.
        """
        self._connection.send("DELETE", f"/provisioning/webhooks/{segment(webhook_id)}")

    def rotate_webhook_secret(
        self,
        webhook_id: str,
    ) -> schemas.RotateWebhookSecretAnswer:
        """Rotate a webhook's secret. Makes a new secret. For a day, each message has a signature of the former
        one, too, so that a receiver can change from one to the other. Needs a key that has the scope
        `provisioning` and is not limited to organizations.

        webhook_id: The service's id of the webhook.
        """
        return self._connection.json("POST", f"/provisioning/webhooks/{segment(webhook_id)}/secret")

    def test_webhook(
        self,
        webhook_id: str,
    ) -> schemas.WebhookDelivery:
        """Test a webhook. Queues an event `webhook.test`, whatever types the webhook is told. The list of
        deliveries shows what became of it. A paused webhook gets it once it is not paused any more. Needs a key
        that has the scope `provisioning` and is not limited to organizations.

        webhook_id: The service's id of the webhook.
        """
        return self._connection.json("POST", f"/provisioning/webhooks/{segment(webhook_id)}/test")

    def list_webhook_deliveries(
        self,
        webhook_id: str,
        *,
        state: list[Literal["PENDING", "DELIVERED", "DEAD"]] | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> OffsetPage[schemas.WebhookDelivery]:
        """List a webhook's deliveries. The events of the last seven days that the webhook was told or is to be
        told, the latest first. Needs a key that has the scope `read` or `provisioning` and is not limited to
        organizations.

        webhook_id: The service's id of the webhook.
        state: Only deliveries in one of these states. Values are separated by commas; put double quotes around
        a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        limit: The maximum number of entries on a page.
        offset: How many entries to skip.
        """
        return self._connection.offset_page(f"/provisioning/webhooks/{segment(webhook_id)}/deliveries", {"state": state, "limit": limit, "offset": offset})

    def resend_webhook_delivery(
        self,
        webhook_id: str,
        delivery_id: str,
    ) -> schemas.WebhookDelivery:
        """Send a delivery again. Makes an attempt due at once, also of a delivery that was delivered or given up;
        if it fails, others follow for a day. The message has the same `webhook-id`. Needs a key that has the
        scope `provisioning` and is not limited to organizations.

        webhook_id: The service's id of the webhook.
        delivery_id: The service's id of the delivery.
        """
        return self._connection.json("POST", f"/provisioning/webhooks/{segment(webhook_id)}/deliveries/{segment(delivery_id)}/resend")

    def list_erasures(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> OffsetPage[schemas.Erasure]:
        """List erasures. The erasures of the account's connections and organizations, the latest first. They stay
        after what they have erased is gone. Needs a key that has the scope `read` or `provisioning`.

        limit: The maximum number of entries on a page.
        offset: How many entries to skip.
        """
        return self._connection.offset_page("/provisioning/erasures", {"limit": limit, "offset": offset})

    def get_erasure(
        self,
        erasure_id: str,
    ) -> schemas.Erasure:
        """Get an erasure. Where the erasure stands, and its receipt: how many rows of which table are gone, and
        when the last of them went. Needs a key that has the scope `read` or `provisioning`.

        erasure_id: The service's id of the erasure.
        """
        return self._connection.json("GET", f"/provisioning/erasures/{segment(erasure_id)}")

    def get_usage(
        self,
    ) -> schemas.Usage:
        """Get the account's usage. What the account has and what the operator of this service allows it. An
        organization or a connection beyond that is a 409; a job that would store records beyond it stops there,
        and the status of its connection says so. Needs a key that has the scope `read` or `provisioning` and is
        not limited to organizations.
        """
        return self._connection.json("GET", "/usage")

    def list_audit_events(
        self,
        *,
        action: list[Literal["account.create", "account.erase", "account.quota", "key.create", "key.rotate", "key.revoke", "operator_key.create", "operator_key.rotate", "operator_key.revoke", "records.read", "organization.create", "organization.delete", "organization.erase", "connection.create", "connection.update", "connection.delete", "connection.erase", "connection.sync", "connect_session.create", "connect_session.open", "connect_session.connect", "connect_session.revoke", "webhook.create", "webhook.update", "webhook.delete", "webhook.rotate", "deletions.confirm", "deletions.dismiss", "ticket.create", "connector.stop", "connector.resume", "installation.hold", "installation.resume", "installation.move", "master_key.rewrap", "master_key.forget"]] | None = None,
        organization_id: str | None = None,
        connection_id: str | None = None,
        since: str | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> schemas.AuditEvents:
        """List the account's audit log. Who changed what of the account, the newest first. An event contains ids
        alone, is never changed, and is kept for as many days as the operator sets (TRIBUTARY_AUDIT_DAYS), also
        when what it is about is deleted. An event may appear a moment later than one with a higher `id`. The
        actions:

         - `account.create`: An account was created.
         - `account.erase`: An account was deleted, and is erased with everything; `resource_id` names it.
         - `account.quota`: A quota of an account was set.
         - `key.create`: An API key was made.
         - `key.rotate`: An API key, which `resource_id` names, was replaced by a new one.
         - `key.revoke`: An API key was revoked.
         - `operator_key.create`: The key of an operator was made.
         - `operator_key.rotate`: The key of an operator, which `resource_id` names, was replaced by a new one.
         - `operator_key.revoke`: The key of an operator was revoked.
         - `records.read`: An operator read records of a connection; `resource_id` is their kind.
         - `organization.create`: An organization was created.
         - `organization.delete`: An organization was deleted with its connections.
         - `organization.erase`: An organization and its connections were deleted, and are erased.
         - `connection.create`: A connection was created.
         - `connection.update`: A connection was changed: its settings, its state or its credentials.
         - `connection.delete`: A connection was deleted.
         - `connection.erase`: A connection was deleted, and is erased.
         - `connection.sync`: A job was asked for, which `resource_id` names.
         - `connect_session.create`: A link for a customer was made; `resource_id` is the id of its session.
         - `connect_session.open`: A customer opened a link.
         - `connect_session.connect`: A customer stored a connection, or new credentials of one, with a link.
         - `connect_session.revoke`: A link, and the session that was opened with it, were revoked.
         - `webhook.create`: A webhook was created; `resource_id` is its id.
         - `webhook.update`: A webhook was changed.
         - `webhook.delete`: A webhook was deleted.
         - `webhook.rotate`: The secret of a webhook was replaced by a new one.
         - `deletions.confirm`: Held-back deletions of a connection were confirmed.
         - `deletions.dismiss`: Held-back deletions of a connection were dismissed.
         - `ticket.create`: A ticket was ordered; `resource_id` is its outbound job.
         - `connector.stop`: A vendor, or one version of its connector, was stopped for all customers;
        `resource_id` is the vendor.
         - `connector.resume`: A stopped vendor may be asked again.
         - `installation.hold`: The installation was held: it runs nothing and sends nothing.
         - `installation.resume`: The hold of the installation ended.
         - `installation.move`: A move of the database to another host was announced.
         - `master_key.rewrap`: What other master keys had sealed was sealed again; `resource_id` is the id of
        the key that seals it now.
         - `master_key.forget`: A master key was forgotten; `resource_id` is its id.
         Needs a key that has the scope `read` or `provisioning` and is not limited to organizations.

        action: Only events with one of these actions. Values are separated by commas; put double quotes around
        a value that contains a comma or a quote. If the parameter is repeated, each is one value.
        organization_id: Only events about this organization.
        connection_id: Only events about this connection.
        since: Only events that were noted at or after this instant.
        before: Only events with a lower `id`: the `next_before` of the last page.
        limit: The maximum number of events on a page.
        """
        return self._connection.json("GET", "/audit-events", query={
            "action": action,
            "organization_id": organization_id,
            "connection_id": connection_id,
            "since": since,
            "before": before,
            "limit": limit,
        })

    def list_connectors(
        self,
        *,
        category: str | None = None,
        data_export_type: schemas.DataExportType | None = None,
        include_record_kinds: bool | None = None,
    ) -> list[schemas.ConnectorEntryWithKinds]:
        """List connectors. The catalogue of connectors. Needs no key, so that a caller can build a form from
        `credentials_params` before a connection exists.

        category: Only connectors of this category, such as `IDP`.
        data_export_type: Only connectors that export this type of data.
        include_record_kinds: `true` adds the field `record_kinds` to each connector. `false` by default.
        """
        return self._connection.json("GET", "/connectors", query={
            "category": category,
            "dataExportType": data_export_type,
            "includeRecordKinds": include_record_kinds,
        })

    def get_connector_logo(
        self,
        vendor: str,
    ) -> str:
        """Get a connector's logo. The image at `logo_url`: the vendor's logo, or a tile with its first letter.

        vendor: The vendor identifier of the connector, such as `OKTA`.
        """
        return self._connection.send("GET", f"/connectors/{segment(vendor)}/logo")[0]

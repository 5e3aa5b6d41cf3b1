import { Connector, type DataExportType, type Extractor } from "@tributary/core"
import { Context } from "effect"
import type { Fragment, SqlClient } from "../../Sql.js"

/** A list that the connections of a vendor read, unless they have chosen other types of data. */
export interface ReadList {
  readonly vendor: string
  readonly exportType: DataExportType
  readonly extractor: string
}

/** Every list of the connectors that this process has loaded, once for each type of data that it has. */
export class LoadedLists extends Context.Reference<LoadedLists>()("@tributary/runtime-http/LoadedLists", {
  defaultValue: (): ReadonlyArray<ReadList> => []
}) {}

/** The lists of these connectors. */
export const of = (connectors: ReadonlyArray<Connector.Connector>): ReadonlyArray<ReadList> =>
  connectors.flatMap((connector) =>
    Connector.exportTypesOf(connector).flatMap((exportType) => {
      const extractors: ReadonlyArray<Extractor.Any> = connector.exports[exportType] ?? []
      return extractors.map(({ name }) => ({ vendor: connector.vendor, exportType, extractor: name }))
    })
  )

/**
 * What the connections that are ACTIVE read, as rows of `connection_id`, `vendor`, `export_type`, `extractor`, `last_scan_at` and
 * `current_as_of`.
 *
 * A list that was never read counts from when a job first began it; the lists of a connection that has begun none, from its creation. A list
 * that is new to a connection, because its connector has it since a release or the customer has just chosen it, counts from the next job: until
 * then, `current_as_of` is null.
 */
export const rows = (sql: SqlClient.SqlClient, lists: LoadedLists["Type"]): Fragment => sql`
  select
    reader.id as connection_id, reader.vendor, read."exportType" as export_type, read.extractor, last_scan_at,
    coalesce(last_scan_at, added_at, reader.unread_since) as current_as_of
  from
    (
      select
        id, connection.vendor, nullif(data_export_types, '[]')::jsonb as types,
        case when not exists (select from scan where scan.connection_id = connection.id) then created_at end as unread_since
      from connection
      where state = 'ACTIVE'
      -- So that the types of a connection are parsed once, and not for each list.
      offset 0
    ) as reader
    join jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) as read (vendor text, "exportType" text, extractor text)
      on read.vendor = reader.vendor and (types is null or jsonb_exists(types, "exportType"))
    left join scan on scan.connection_id = reader.id and scan.extractor = read.extractor`

import type { Migration } from "./Migration.js"

/** How often a connection's lists are read in full, and whether someone asked for it. */
export const fullScans: Migration = {
  id: 14,
  name: "full_scans",
  sql: `
alter table connection
  add column full_scan_interval_secs int, -- null: the default for the export type and the number of records
  add column full_scan_requested_at  timestamptz; -- every scan that began earlier is followed by a full one; null if nobody asked
`
}

import type { Migration } from "./Migration.js"

/**
 * Where each record comes from, and when the source tool was last known to have it.
 *
 * A scan must not write a record that it finds unchanged, so the time of the last scan stands at the list. A record that this scan missed
 * keeps the time of the one before. Null wherever an earlier release did not store it.
 */
export const recordMeta: Migration = {
  id: 17,
  name: "record_meta",
  sql: `
alter table record
  add column first_seen_at timestamptz,
  add column seen_at timestamptz, -- when it was written, or was last known to exist before it was marked as gone
  add column job_id uuid, -- the job that wrote it
  add column connector_version text;

alter table record_counter
  add column full_at timestamptz; -- when the last complete full scan of the list began

alter table missing_record
  add column seen_at timestamptz; -- full_at before the first scan that missed the record
`
}

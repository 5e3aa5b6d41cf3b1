import type { Migration } from "./Migration.js"

/** The purge of records that stay listed with a deleted flag or status, if the operator limits how long they do. */
export const deletedRecords: Migration = {
  id: 16,
  name: "deleted_records",
  sql: `
create index record_deleted on record (gone_at) where is_gone and is_listed;
`
}

import type { Migration } from "./Migration.js"

/** The fields of a connection that its credentials may not read. */
export const unreadFields: Migration = {
  id: 8,
  name: "unread_fields",
  sql: `
alter table connection add column unread_fields text; -- JSON array of { record_kind, fields, endpoint, permissions, reason }; null if every field is read
`
}

import type { Migration } from "./Migration.js"

/**
 * Drops the position from the index of times. Postgres keeps a time that many records share only once, so the index needs an eighth of
 * the space. It stays small as records move to the end of their list, which leaves gaps in it.
 *
 * The release before this one orders by time and position: Postgres then sorts the records of the first time. The index is made before
 * the one that it replaces is dropped, so that readers do not wait for it.
 */
export const timesOfList: Migration = {
  id: 21,
  name: "times_of_list",
  sql: `
create index record_updated_at on record (connection_id, kind, updated_at) where is_listed;
drop index record_updated;
alter index record_updated_at rename to record_updated;
`
}

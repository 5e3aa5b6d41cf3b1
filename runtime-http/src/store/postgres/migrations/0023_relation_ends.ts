import type { Migration } from "./Migration.js"

/**
 * Finds a relation by both of its ends, and no relation that is gone.
 *
 * A list below a record asks of each record whether it is related, with one probe. The ids that an item lists are read up to a number, and
 * relations that are gone would make that more.
 *
 * An index is made before the one that it replaces is dropped, so that readers do not wait for it.
 */
export const relationEnds: Migration = {
  id: 23,
  name: "relation_ends",
  sql: `
create index record_source_live on record (source_id, kind, connection_id, target_id) where source_id is not null and not is_gone;
create index record_target_live on record (target_id, kind, connection_id, source_id) where target_id is not null and not is_gone;
drop index record_source;
drop index record_target;
alter index record_source_live rename to record_source;
alter index record_target_live rename to record_target;
`
}

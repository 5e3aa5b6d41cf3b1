import type { Migration } from "./Migration.js"

/**
 * Finds the relations of a record within its connection, so that a table with one partition for many connections reads only one of them.
 *
 * The connection comes last in the indexes, because the earlier release asks for the ids and the kind alone. An index is made before the
 * one that it replaces is dropped, so that readers do not wait for it.
 */
export const relationsOfConnection: Migration = {
  id: 20,
  name: "relations_of_connection",
  sql: `
create index record_source_of_connection on record (source_id, kind, connection_id) where source_id is not null;
create index record_target_of_connection on record (target_id, kind, connection_id) where target_id is not null;
drop index record_source;
drop index record_target;
alter index record_source_of_connection rename to record_source;
alter index record_target_of_connection rename to record_target;
`
}

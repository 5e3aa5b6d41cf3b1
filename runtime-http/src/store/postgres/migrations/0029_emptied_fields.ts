import type { Migration } from "./Migration.js"

/** A scan writes what it empties only at its end, and fields that it would empty of most records need a second scan. */
export const emptiedFields: Migration = {
  id: 29,
  name: "emptied_fields",
  sql: `
alter table scan
  add column field_counts text; -- JSON: of how many records the scan in progress has read or would empty a field; null if it counts none

-- What the scan in progress would empty: records keep these fields until its end.
create table emptied_field (
  connection_id uuid not null references connection on delete cascade,
  kind          text not null,
  id            uuid not null, -- of the record
  fields        text not null, -- JSON object: the empty values by the paths of the fields
  is_changed    boolean not null, -- whether the scan has changed other fields of the record
  primary key (connection_id, kind, id)
);

-- Fields that records keep until a later full scan would empty them, too.
create table kept_field (
  connection_id uuid not null references connection on delete cascade,
  extractor     text not null,
  kind          text not null,
  path          text not null,
  count         bigint not null, -- how many records would lose the field
  of_all        bigint not null, -- how many records of the scan had it
  since         timestamptz not null, -- when the run of the first scan began that would have emptied it
  primary key (connection_id, extractor, kind, path)
);
`
}

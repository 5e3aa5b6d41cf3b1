import type { Migration } from "./Migration.js"

/**
 * Two scans that miss a record prove that it is gone only if they are a distance apart, so the first miss is stored as an instant.
 *
 * What scans have missed so far says nothing about that, so the next ones begin anew.
 */
export const deletionDistance: Migration = {
  id: 27,
  name: "deletion_distance",
  sql: `
truncate missing_record, held_back_deletion;

alter table missing_record
  drop column misses,
  drop column previous,
  add column first_scan bigint not null, -- the number of the first full scan that missed it, since scans last saw it
  add column since      timestamptz, -- from when on that counts; null while rows that could not be read may hide it
  add column is_planned boolean not null; -- whether a full scan is planned that decides about it

alter table held_back_deletion
  drop column scan,
  drop column misses,
  add column first_scan bigint not null, -- those that were missed first by this full scan or an earlier one
  add column since      timestamptz; -- and of these, those that have been missing since this instant or longer; null for all

alter table scan
  drop column is_confirming,
  drop column wants_full,
  add column confirm_at timestamptz; -- when a full scan is due that decides about missing records; null if none is planned

-- How many records of a kind scans miss that are neither deleted nor held back yet; without a row, none.
create table missing_total (
  connection_id uuid not null references connection on delete cascade,
  kind          text not null,
  count         bigint not null,
  since         timestamptz not null, -- from when on the first miss of the longest missing one counts
  primary key (connection_id, kind)
);
`
}

import type { Migration } from "./Migration.js"

/**
 * What proves that a record is gone: which scans missed it, and what an operator decided about deletions that wait.
 *
 * `record_counter.held_back` and `is_confirmed` are used only by the release before.
 */
export const deletionEvidence: Migration = {
  id: 5,
  name: "deletion_evidence",
  sql: `
alter table scan
  add column number          bigint not null default 0, -- counts the full scans that have begun
  add column unreadable      text[] not null default '{}', -- kinds of which rows without a readable id were rejected in the scan in progress
  add column is_confirming   boolean not null default false, -- whether the scan in progress is full only because of wants_full
  add column wants_full      boolean not null default false, -- whether the next scan is a full one, once
  add column baseline        text, -- a hash of the host and tenant that were scanned; null if an earlier release did it
  add column is_new_baseline boolean not null default false, -- whether the scan in progress is the first of its baseline
  add column progressed_at   timestamptz; -- when the scan in progress last moved on

-- False if only rows that could not be read had the id.
alter table scan_seen add column is_stored boolean not null default true;

-- The rows of the scan in progress below which every list was read.
create table scan_parent (
  connection_id uuid not null,
  extractor     text not null,
  id            bytea not null, -- SHA-256 of the row's raw id, which may have any length
  primary key (connection_id, extractor, id)
);

-- The live records that the last full scan missed.
create table missing_record (
  connection_id uuid not null,
  kind          text not null,
  id            uuid not null,
  scan          bigint not null, -- the number of that scan
  misses        int not null, -- how many full scans in a row missed it; 0 if unreadable rows may hide it
  previous      int, -- "misses" before that scan; null if the scan before saw it
  primary key (connection_id, kind, id)
);

-- The missing records of a list that are not deleted until an operator decides: those with at least "misses" after the scan "scan".
create table held_back_deletion (
  connection_id uuid not null references connection on delete cascade,
  kind          text not null,
  extractor     text not null,
  scan          bigint not null,
  misses        int not null,
  reason        text not null,
  count         bigint not null,
  held_since    timestamptz not null default clock_timestamp(),
  decision      text check (decision in ('CONFIRM', 'DISMISS')), -- null while it waits for one
  primary key (connection_id, kind)
);
`
}

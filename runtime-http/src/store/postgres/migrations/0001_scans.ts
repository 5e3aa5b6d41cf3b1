/** Scans: where each continues, and what it has seen, missed or would empty. */
export const scans = `
-- One row per extractor of a connection: the scan in progress, and what is known of the last complete scans.
create table scan (
  connection_id   uuid not null references connection,
  extractor       text not null, -- '<export type> <endpoint>'
  mode            text check (mode in ('full', 'delta')), -- null while no scan is in progress
  added_at        timestamptz not null default clock_timestamp(), -- when a job first began the list, or since when it has further kinds
  number          bigint not null default 0, -- counts the full scans that have begun
  since           text, -- the lower bound of a delta, ISO 8601
  started_at      timestamptz,
  progressed_at   timestamptz, -- when the scan in progress last moved on
  runs            int not null default 1, -- how many runs have worked on the scan in progress
  last_runs       int not null default 1, -- how many the last complete scan took, if it was read by index in several
  checkpoint      text, -- JSON; where the scan in progress continues
  delta           text, -- the vendor's token for the start of the next delta
  next_delta      text, -- the token from the scan in progress; valid once the scan is complete
  unreadable      text[] not null default '{}', -- kinds of which rows without a readable id were rejected in the scan in progress
  missing         jsonb not null default '[]', -- what the vendor left out of the scan in progress: endpoint and detail
  is_in_parts     boolean not null default false, -- whether the scan in progress continued a list at an index
  quota           bigint, -- how many records the account may have, if the scan in progress has left out new ones; null otherwise
  behind_secs     float8 not null default 0, -- how far the vendor's clock was behind during the scan in progress
  field_counts    text, -- JSON: of how many records the scan in progress has read or would empty a field; null if it counts none
  baseline        text not null, -- the tenant that is scanned, as the number of replacements
  is_new_baseline boolean not null default false, -- whether the scan in progress is the first of its baseline
  mapping         text, -- the versions of connector and core that read the scan in progress; null if unknown, or several
  full_mapping    text, -- those that read the last complete full scan
  confirm_at      timestamptz, -- when a full scan is due that decides about missing records; null if none is planned
  last_full_at    timestamptz, -- start of the last complete full scan
  last_scan_at    timestamptz, -- start of the last complete scan of either mode
  last_behind_secs float8 not null default 0, -- how far the vendor's clock was behind during that one
  primary key (connection_id, extractor)
);

-- The ids that the full scan in progress has seen, in blocks of a hundred, so that unchanged records are not rewritten.
create table scan_seen_block (
  connection_id uuid not null,
  kind          text not null,
  number        int not null, -- ascends with what the scan adds; the blocks of a number are in the order of their ids
  is_stored     boolean not null, -- false if the scan has stored no row with these ids, as with rows that could not be read
  first         uuid not null, -- no id of the block is lower
  ids           uuid[] not null,
  is_merged     boolean not null, -- whether it holds what many pages added
  primary key (connection_id, kind, number, is_stored, first)
);

-- The rows of the scan in progress below which every list was read.
create table scan_parent (
  connection_id uuid not null,
  extractor     text not null,
  id            bytea not null, -- SHA-256 of the row's raw id, which may have any length
  primary key (connection_id, extractor, id)
);

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

-- The live records that the last full scan missed.
create table missing_record (
  connection_id uuid not null,
  kind          text not null,
  id            uuid not null,
  scan          bigint not null, -- the number of that scan
  first_scan    bigint not null, -- the number of the first full scan that missed it, since scans last saw it
  since         timestamptz, -- from when on that counts; null while rows that could not be read may hide it
  is_planned    boolean not null, -- whether a full scan is planned that decides about it
  seen_at       timestamptz, -- record_counter.full_at before the first scan that missed the record
  primary key (connection_id, kind, id)
);

-- How many records of a kind scans miss that are neither deleted nor held back yet; without a row, none.
create table missing_total (
  connection_id uuid not null references connection on delete cascade,
  kind          text not null,
  count         bigint not null,
  since         timestamptz not null, -- from when on the first miss of the longest missing one counts
  primary key (connection_id, kind)
);

-- The missing records of a list that are not deleted until an operator decides.
create table held_back_deletion (
  connection_id uuid not null references connection on delete cascade,
  kind          text not null,
  extractor     text not null,
  first_scan    bigint not null, -- those that were missed first by this full scan or an earlier one
  since         timestamptz, -- and of these, those that have been missing since this instant or longer; null for all
  reason        text not null,
  count         bigint not null,
  held_since    timestamptz not null default clock_timestamp(),
  decision      text check (decision in ('CONFIRM', 'DISMISS')), -- null while it waits for one
  primary key (connection_id, kind)
);
`

import type { Migration } from "./Migration.js"

/** Accounts, connections with their schedule and jobs, and records with their change positions. */
export const store: Migration = {
  id: 2,
  name: "store",
  sql: `
create table account (
  id         uuid primary key,
  name       text not null,
  region     text not null default 'default', -- the deployment that serves the account; its keys are unknown in others
  created_at timestamptz not null default clock_timestamp()
);

create table api_key (
  id           uuid primary key,
  account_id   uuid not null references account,
  label        text not null,
  hash         bytea not null unique, -- SHA-256 of the key; the key itself is shown once and not stored
  created_at   timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  revoked_at   timestamptz
);

create index api_key_account on api_key (account_id);

create table organization (
  id         uuid primary key,
  account_id uuid not null references account,
  name       text not null,
  identifier text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz
);

create index organization_account on organization (account_id, created_at, id);

create table connection (
  id                    uuid primary key,
  account_id            uuid not null references account,
  organization_id       uuid not null references organization,
  vendor                text not null,
  identifier            text,
  state                 text not null check (state in ('PENDING', 'ACTIVE', 'PAUSED', 'DELETED')),
  refresh_interval_secs int not null,
  timeout_secs          int not null,
  credentials           bytea, -- sealed; null once the connection is deleted
  health_name           text not null default 'HEALTHY',
  health_details        text, -- JSON array of { data_export_type, endpoint }, or null
  created_at            timestamptz not null default clock_timestamp(),
  updated_at            timestamptz not null default clock_timestamp(),
  deleted_at            timestamptz
);

create index connection_organization on connection (organization_id, created_at, id);

-- The schedule has one row per connection, except PENDING and DELETED ones. A fence is never reused, not even if a connection is added again.
create sequence sync_fence;

create table schedule (
  connection_id uuid primary key references connection,
  shard         int not null, -- decides which process polls this row; only a hint
  is_paused     boolean not null default false,
  interval_secs int not null,
  timeout_secs  int not null,
  next_run_at   timestamptz not null default clock_timestamp(),
  requested_at  timestamptz, -- the last "sync now"
  fence         bigint not null default 0, -- changes with every claim and pause; every write of a job checks it
  run_by        text, -- '<address>/<incarnation>' of the process while a job runs
  started_at    timestamptz,
  failures      int not null default 0
);

-- Few rows are due at once in all shards together, so queries read them in order and filter by shard.
create index schedule_due on schedule (next_run_at) where not is_paused;

create index schedule_running on schedule (run_by) where run_by is not null;

create table job (
  id             uuid primary key,
  connection_id  uuid not null references connection,
  status         text not null check (status in ('QUEUED', 'RUNNING', 'SUCCESS', 'FAILED')),
  created_at     timestamptz not null default clock_timestamp(),
  started_at     timestamptz,
  finished_at    timestamptz,
  failure_reason text,
  data_exports   text not null default '[]' -- JSON as the API shows it
);

create index job_connection on job (connection_id, created_at desc, id);

-- A connection has at most one open job.
create unique index job_open on job (connection_id) where status in ('QUEUED', 'RUNNING');

-- One row per extractor of a connection: the scan in progress, and when the last complete scans began.
create table scan (
  connection_id   uuid not null references connection,
  extractor       text not null, -- '<export type> <endpoint>'
  mode            text check (mode in ('full', 'delta')), -- null while no scan is in progress
  since           text, -- the lower bound of a delta, ISO 8601
  started_at      timestamptz,
  checkpoint      text, -- JSON; where the scan in progress continues
  delta           text, -- the vendor's token for the start of the next delta
  next_delta      text, -- the token from the scan in progress; valid once the scan is complete
  is_sweepable    boolean not null default true, -- false once a row without an id was rejected
  last_full_at    timestamptz, -- start of the last complete full scan
  last_scan_at    timestamptz, -- start of the last complete scan of either mode
  primary key (connection_id, extractor)
);

-- The records that the full scan in progress has seen; a separate table, so that unchanged records are not rewritten.
create table scan_seen (
  connection_id uuid not null,
  kind          text not null,
  id            uuid not null,
  primary key (connection_id, kind, id)
);

-- One row per list (a connection and a kind): its write lock, its last change position and the number of listed records.
create table record_counter (
  connection_id uuid not null references connection,
  kind          text not null,
  position      bigint not null default 0,
  updated_at    timestamptz not null default 'epoch',
  total         bigint not null default 0,
  held_back     bigint not null default 0, -- how many deletions wait for a confirmation
  is_confirmed  boolean not null default false, -- whether the next sweep may delete them
  primary key (connection_id, kind)
);

create table record (
  connection_id uuid not null,
  kind          text not null,
  id            uuid not null,
  vendor_id     text not null,
  position      bigint not null,
  updated_at    timestamptz not null,
  is_gone       boolean not null default false, -- a complete scan did not see the record, or a delta reported it as gone
  is_listed     boolean not null default true, -- false if it is gone and its kind has no field that says so
  hash          bytea not null, -- of the canonical record; the upsert compares it
  wire          text not null, -- the JSON that the API sends
  on_request    text, -- a JSON object with the on-request fields
  facets        bigint[], -- the values that list filters match, hashed with the connection and the kind; null if there are none
  instant       timestamptz, -- the instant that a list can be filtered by, such as a finding's last change of status
  source_id     uuid, -- the ends of a relation; null for other kinds
  target_id     uuid,
  gone_at       timestamptz, -- a record that is listed again keeps it until its next change
  primary key (connection_id, kind, id)
);

create unique index record_position on record (connection_id, kind, position) where is_listed;

create index record_updated on record (connection_id, kind, updated_at, position) where is_listed;

-- Without the connection, which the ids imply, so that the planner uses no other index for these look-ups, not even without statistics.
create index record_source on record (source_id, kind) where source_id is not null;

create index record_target on record (target_id, kind) where target_id is not null;

-- The hash of a facet includes the connection and the kind, so an entry leads to records of one list only, however many lists share the
-- index. A table of (facet, position) would return pages in order without a sort, but each change to a finding would rewrite ten rows.
create index record_facet on record using gin (facets) where is_listed and facets is not null;

-- For the purge; no other query looks for records that are gone.
create index record_gone on record (gone_at) where is_gone and not is_listed;

create index record_instant on record (connection_id, kind, instant) where is_listed and instant is not null;
`
}

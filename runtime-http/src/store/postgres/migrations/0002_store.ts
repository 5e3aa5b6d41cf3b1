import type { Migration } from "./Migration.js"

/** Accounts, connections, their schedule and jobs, and the records with their change positions. */
export const store: Migration = {
  id: 2,
  name: "store",
  sql: `
create table account (
  id         uuid primary key,
  name       text not null,
  region     text not null default 'default', -- the deployment that serves it; others know none of its keys
  created_at timestamptz not null default clock_timestamp()
);

create table api_key (
  id           uuid primary key,
  account_id   uuid not null references account,
  label        text not null,
  hash         bytea not null unique, -- sha256 of the key; the key itself is shown once and kept nowhere
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

-- One row per active connection is the schedule. A fence is never reused, also when a connection is created anew.
create sequence sync_fence;

create table schedule (
  connection_id uuid primary key references connection,
  shard         int not null, -- which runner polls this row; a hint only
  is_paused     boolean not null default false,
  interval_secs int not null,
  timeout_secs  int not null,
  next_run_at   timestamptz not null default clock_timestamp(),
  requested_at  timestamptz, -- the last "sync now"
  fence         bigint not null default 0, -- moves on claim and on pause; every write of a job checks it
  run_by        text, -- '<runner>/<incarnation>' while a job runs
  started_at    timestamptz,
  failures      int not null default 0
);

-- Few rows are due at once, in whatever shards: walked in order, with the shard as a filter.
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
  data_exports   text not null default '[]' -- JSON, as the API shows it
);

create index job_connection on job (connection_id, created_at desc, id);

-- A connection has one open job at most.
create unique index job_open on job (connection_id) where status in ('QUEUED', 'RUNNING');

-- One row per extractor of a connection: the scan in progress, and what the last complete ones proved.
create table scan (
  connection_id   uuid not null references connection,
  extractor       text not null, -- '<export type> <endpoint>'
  mode            text check (mode in ('full', 'delta')), -- null while no scan is in progress
  since           text, -- a delta's lower bound, ISO 8601
  started_at      timestamptz,
  checkpoint      text, -- JSON; where the scan in progress goes on
  delta           text, -- where the vendor said that the next delta begins
  next_delta      text, -- the same, of the scan in progress: counts once it is complete
  is_sweepable    boolean not null default true, -- false once a row of unknown identity was rejected
  last_full_at    timestamptz, -- start of the last complete full scan
  last_scan_at    timestamptz, -- start of the last complete scan of either mode
  primary key (connection_id, extractor)
);

-- What the full scan in progress has seen; apart from the records, so that unchanged records are not rewritten.
create table scan_seen (
  connection_id uuid not null,
  kind          text not null,
  id            uuid not null,
  primary key (connection_id, kind, id)
);

-- The write lock of a (connection, kind), its last change position and the number of listed records.
create table record_counter (
  connection_id uuid not null references connection,
  kind          text not null,
  position      bigint not null default 0,
  updated_at    timestamptz not null default 'epoch',
  total         bigint not null default 0,
  held_back     bigint not null default 0, -- deletions that wait for a confirmation
  is_confirmed  boolean not null default false, -- the next sweep may delete what was held back
  primary key (connection_id, kind)
);

create table record (
  connection_id uuid not null,
  kind          text not null,
  id            uuid not null,
  vendor_id     text not null,
  position      bigint not null,
  updated_at    timestamptz not null,
  is_gone       boolean not null default false, -- a complete scan no longer saw it
  is_listed     boolean not null default true, -- false: gone, and its kind has no field that says so
  hash          bytea not null, -- of the canonical record; what the upsert compares
  wire          text not null, -- the JSON that the API sends
  on_request    text, -- a JSON object of the fields that the API sends only when asked
  facets        bigint[], -- what list filters look for, hashed with the connection and the kind; null where there is none
  instant       timestamptz, -- what a list can be filtered by, such as a finding's last change of status
  source_id     uuid, -- a relation's ends
  target_id     uuid,
  gone_at       timestamptz, -- a record that has returned to the lists keeps it until its next change
  primary key (connection_id, kind, id)
);

create unique index record_position on record (connection_id, kind, position) where is_listed;

create index record_updated on record (connection_id, kind, updated_at, position) where is_listed;

-- Without the connection, which the ids imply: so no other index offers itself for these look-ups, not even where statistics are missing.
create index record_source on record (source_id, kind) where source_id is not null;

create index record_target on record (target_id, kind) where target_id is not null;

-- A facet's hash holds the connection and the kind: an entry leads to the records of one list only, however many lists share the index. A
-- table of (facet, position) would give pages in order without a sort, but each change of a finding would rewrite its ten rows there.
create index record_facet on record using gin (facets) where is_listed and facets is not null;

-- What a purge looks for; no other query asks for what is gone.
create index record_gone on record (gone_at) where is_gone and not is_listed;

create index record_instant on record (connection_id, kind, instant) where is_listed and instant is not null;
`
}

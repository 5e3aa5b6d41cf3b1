/** Processes, the schedule of connections, pull jobs and outbound jobs, and rate limits. */
export const jobs = `
-- The processes that run jobs.
create table runner (
  name         text primary key, -- identifies one process from its start to its end
  takes_shards boolean not null default true, -- false once it stops
  master_keys  text[] not null default '{}', -- the ids of those it can open values with; it seals with the first
  seen_at      timestamptz not null default clock_timestamp() -- its last heartbeat
);

create table shard_lock (
  shard  int primary key,
  runner text not null references runner on delete cascade -- the process that has the shard, as long as it lives
);

-- The hosts whose processes have run jobs of this database. A copy that is restored elsewhere does not know the host there.
create table runner_host (
  name    text primary key,
  seen_at timestamptz not null default clock_timestamp() -- the last start of a process
);

-- Vendors, or single versions of their connectors, that an operator has stopped.
create table connector_stop (
  vendor     text not null, -- '*' for all: the installation is held
  version    text not null, -- of the connector's package; empty for all versions
  reason     text not null, -- customers read it, too
  stopped_at timestamptz not null default clock_timestamp(),
  primary key (vendor, version)
);

-- A fence is never reused, not even if a connection is added again.
create sequence sync_fence;

-- One row per connection, except PENDING and DELETED ones.
create table schedule (
  connection_id uuid primary key references connection,
  vendor        text not null, -- of the connection; so a poll asks no other table whether its connector is stopped
  shard         int not null, -- decides which process polls this row; only a hint
  is_paused     boolean not null default false,
  interval_secs int not null,
  timeout_secs  int not null,
  next_run_at   timestamptz not null default clock_timestamp(),
  planned_at    timestamptz not null default now(), -- when next_run_at was stored; in the future if the clock was ahead then
  requested_at  timestamptz, -- the last "sync now"
  fence         bigint not null default 0, -- changes with every claim and pause; every write of a job checks it
  run_by        text, -- the name of the process while a job runs
  started_at    timestamptz,
  failures      int not null default 0,
  crashes       int not null default 0 -- how many runs in a row never ended, because their process died or froze
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
  data_exports   text not null default '[]', -- JSON as the API shows it
  waits          text -- JSON array of { data_export_type, endpoint, reason, until, retries }: the requests of a running job that wait, or null
);

create index job_connection on job (connection_id, created_at desc, id);

-- The jobs of all connections that are open, or have ended since an instant.
create index job_ended on job ((coalesce(finished_at, 'infinity')), id);

-- A connection has at most one open job.
create unique index job_open on job (connection_id) where status in ('QUEUED', 'RUNNING');

-- What the runs of an open job have done so far, so that the run that ends it reports the whole job.
create table job_progress (
  job_id    uuid not null references job on delete cascade,
  extractor text not null,
  progress  text not null, -- JSON
  saved_at  timestamptz not null default clock_timestamp(),
  primary key (job_id, extractor)
);

-- Jobs that write to source tools.
create table outbound_job (
  id               uuid primary key,
  account_id       uuid not null references account,
  connection_id    uuid not null references connection,
  vendor           text not null,
  task_name        text not null,
  payload          bytea, -- sealed JSON; null once the job has ended
  status           text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'SUCCESS', 'FAILED')),
  attempt          int not null default 0,
  crashes          int not null default 0, -- how many attempts in a row never ended, because their process died or froze
  fence            bigint not null default 0, -- changes with every claim; every update of a running job checks it
  due_at           timestamptz not null default clock_timestamp(), -- when an open job may be claimed; while it runs, the end of its lease
  planned_at       timestamptz not null default now(), -- when due_at was stored; in the future if the clock was ahead then
  uncertain_since  timestamptz, -- since when the vendor may have what the job is to create, so that it only searches; null if it certainly has not
  uncertain_reason text, -- why nobody knows; null if the process died before it could say
  restored_at      timestamptz, -- when the database was found restored: the job may have been carried out since the copy was made, so it searches first; or null
  vendor_id        text, -- the id of what the job created in the source tool
  failure_reason   text,
  created_at       timestamptz not null default clock_timestamp(),
  started_at       timestamptz,
  finished_at      timestamptz,
  -- So the index of open jobs finds every sealed payload.
  check (payload is null or status in ('QUEUED', 'RUNNING'))
);

create index outbound_job_connection on outbound_job (connection_id);

-- The claim asks for the open jobs of one account after the other, and of one connection after the other.
create index outbound_job_account on outbound_job (account_id, due_at) where status in ('QUEUED', 'RUNNING');

create index outbound_job_turn on outbound_job (account_id, connection_id, due_at) where status in ('QUEUED', 'RUNNING');

-- What vendors have said about their rate limits.
create table rate_budget (
  key           bytea primary key, -- a keyed hash of whatever the vendor counts by; it reveals no customer and no credentials
  "limit"       float8, -- requests per window; null if the vendor does not say
  remaining     float8, -- requests left in the window; null if the vendor has reported no window
  reset_at      timestamptz, -- the end of the window
  reported_at   timestamptz, -- when the vendor reported the window
  blocked_until timestamptz, -- the end of a pause that the vendor asked for
  ends_at       timestamptz not null, -- from then on, the row says nothing any more
  stored_at     timestamptz not null default now() -- the other instants are read relative to it
);

create index rate_budget_ended on rate_budget (ends_at);

-- The line of the limits that an operator sets, shared by all processes.
create table rate_line (
  key         bytea primary key, -- as above
  taken_until timestamptz not null, -- the end of the places that are taken
  taken_at    timestamptz not null default now() -- the other instant is read relative to it
);

create index rate_line_ended on rate_line (taken_until);
`

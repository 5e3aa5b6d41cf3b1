/** Accounts, their organizations, and their connections with what is wrong with them. */
export const accounts = `
-- Values that the processes of an installation share.
create table setting (
  name  text primary key,
  value text not null
);

create table account (
  id         uuid primary key,
  name       text not null,
  region     text not null default 'default', -- the deployment that serves the account; its keys are unknown in others
  created_at timestamptz not null default clock_timestamp()
);

-- The quotas of an account that are not those of the runtime's settings.
create table account_quota (
  account_id uuid not null references account,
  quota      text not null check (quota in ('organizations', 'connections', 'records')),
  "limit"    bigint check ("limit" >= 0), -- null for none
  primary key (account_id, quota)
);

create table api_key (
  id           uuid primary key,
  account_id   uuid not null references account,
  label        text not null,
  hash         bytea not null unique, -- SHA-256 of the key; the key itself is shown once and not stored
  created_at   timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  revoked_at   timestamptz,
  expires_at   timestamptz, -- null if it never does
  replaced_by  uuid references api_key on delete set null, -- by a rotation
  -- What it is limited to, which never changes; null for no limit.
  scopes           text[] check (scopes <> '{}'),
  organization_ids uuid[] check (organization_ids <> '{}')
);

create index api_key_account on api_key (account_id);

-- A deleted key is looked for in the keys that it has replaced.
create index api_key_replaced on api_key (replaced_by) where replaced_by is not null;

-- The keys of those who operate the service, for all accounts.
create table operator_key (
  id               uuid primary key,
  label            text not null,
  hash             bytea not null unique, -- as that of an account's key
  role             text not null check (role in ('read', 'act')),
  may_read_records boolean not null, -- whether it may see the records of customers
  created_at       timestamptz not null default clock_timestamp(),
  last_used_at     timestamptz,
  revoked_at       timestamptz,
  expires_at       timestamptz, -- null if it never does
  replaced_by      uuid references operator_key -- by a rotation
);

-- The answers of requests that a client may send again without doing their work twice.
create table idempotency_key (
  account_id      uuid not null references account,
  key             text not null, -- a hash of what the client chose, and of the organizations to which its API key is limited
  fingerprint     bytea not null, -- of the request, keyed: its body may contain credentials
  master_key      text not null, -- the id of the one that the fingerprint is made with
  status          int, -- null only within the transaction that does the work
  answer          text, -- null within that transaction, and once what it is about was erased
  organization_id uuid, -- that the answer is about; null within that transaction
  connection_id   uuid, -- that the answer is about, if it is about one
  created_at      timestamptz not null default clock_timestamp(),
  primary key (account_id, key)
);

-- An erasure.
create index idempotency_key_organization on idempotency_key (organization_id) where answer is not null;

create index idempotency_key_connection on idempotency_key (connection_id) where answer is not null;

-- The purge.
create index idempotency_key_age on idempotency_key (created_at);

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

-- The purge.
create index organization_deleted on organization (deleted_at) where deleted_at is not null;

create table connection (
  id                      uuid primary key,
  account_id              uuid not null references account,
  organization_id         uuid not null references organization,
  vendor                  text not null,
  identifier              text,
  state                   text not null check (state in ('PENDING', 'ACTIVE', 'PAUSED', 'DELETED')),
  refresh_interval_secs   int not null,
  timeout_secs            int not null,
  full_scan_interval_secs int, -- null: the default for the export type and the number of records
  events_first_load_days  int, -- how many days of a log the first scan reads; null: the default
  full_scan_requested_at  timestamptz, -- every scan that began earlier is followed by a full one; null if nobody asked
  auth_type               text, -- which of the connector's ways to sign in; null: the first
  credentials             bytea, -- sealed; null once the connection is deleted
  shown_credentials       text, -- JSON object of the credential fields that are not secret; null if there are none
  data_export_types       text not null default '[]', -- JSON array of the types that jobs read; empty for all that the connector exports
  tenant                  text, -- what the connector says that it reads; null if it does not say
  tenant_replacements     int not null default 0, -- how often another tenant has replaced the one that was read before
  health_name             text not null default 'HEALTHY',
  health_details          text, -- JSON array of { data_export_type, endpoint }, or null
  event_sequence          bigint not null default 0, -- the number of its last event, which webhooks are told
  unread_fields           text, -- JSON array of { record_kind, fields, endpoint, permissions, reason }; null if every field is read
  created_at              timestamptz not null default clock_timestamp(),
  updated_at              timestamptz not null default clock_timestamp(),
  deleted_at              timestamptz
);

create index connection_organization on connection (organization_id, created_at, id);

-- A caller finds a connection by its own reference.
create unique index connection_identifier on connection (organization_id, vendor, identifier) where state <> 'DELETED';

-- What an account has.
create index connection_account on connection (account_id) where state <> 'DELETED';

-- The purge.
create index connection_deleted on connection (deleted_at) where state = 'DELETED';

-- Since when the extractors of a connection have failed, and why. A success removes all rows of its extractor; if it has several, it failed
-- for different reasons since its last success, and the row that was seen last is the present one.
create table connection_problem (
  connection_id uuid not null references connection on delete cascade,
  extractor     text not null, -- empty if a job could not begin
  reason        text not null,
  export_type   text, -- null if a job could not begin
  endpoint      text,
  detail        text not null,
  permissions   text not null, -- JSON array
  until         timestamptz, -- when the vendor allows the next request
  first_seen_at timestamptz not null default clock_timestamp(),
  last_seen_at  timestamptz not null default clock_timestamp(),
  primary key (connection_id, extractor, reason)
);

-- Which tenants the rows of a connection have named.
create table row_tenant (
  connection_id uuid not null references connection on delete cascade,
  tenant        text not null,
  first_seen_at timestamptz not null default clock_timestamp(),
  primary key (connection_id, tenant)
);

-- Who did what to which resource. Ids alone, and no foreign keys: an event outlives what it is about.
create sequence audit_event_id;

create table audit_event (
  id              bigint primary key default nextval('audit_event_id'),
  at              timestamptz not null default clock_timestamp(),
  account_id      uuid, -- null if it concerns the whole installation
  organization_id uuid,
  connection_id   uuid,
  resource_id     text, -- what was made, changed or deleted
  action          text not null,
  actor           text not null,
  actor_id        uuid, -- the key that was used
  origin          text, -- the address of the client, or the machine on which a command ran
  request_id      text
);

create index audit_event_account on audit_event (account_id, id);

create index audit_event_organization on audit_event (organization_id, id);

create index audit_event_connection on audit_event (connection_id, id);

-- The purge.
create index audit_event_age on audit_event (at);

-- Nobody changes an event, and nobody removes one before the shortest time that an operator may set has passed.
create function keep_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < clock_timestamp() - interval '29 days' then return old; end if;
  end if;
  raise exception 'audit_event is append-only: events cannot be changed, or deleted before they are 29 days old';
end
$$;

create trigger audit_event_is_kept before update or delete on audit_event
  for each row execute function keep_audit_event();

create trigger audit_event_is_never_emptied before truncate on audit_event
  for each statement execute function keep_audit_event();
`

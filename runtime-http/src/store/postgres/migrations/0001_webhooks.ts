/** Where accounts are told what happens, and what is still to be told. */
export const webhooks = `
-- Where an account wants to be told what happens.
create table webhook (
  id            uuid primary key,
  account_id    uuid not null references account,
  url           text not null,
  events        text[] not null check (events <> '{}'), -- the types of those it is told
  description   text,
  is_paused     boolean not null default false,
  paused_reason text, -- why the service has paused it; null if its account has, or nobody
  created_at    timestamptz not null default clock_timestamp(),
  updated_at    timestamptz not null default clock_timestamp()
);

create index webhook_account on webhook (account_id, created_at, id);

-- What signs the messages of a webhook.
create table webhook_secret (
  id          uuid primary key,
  webhook_id  uuid not null references webhook on delete cascade,
  secret      bytea not null, -- sealed
  created_at  timestamptz not null default clock_timestamp(),
  replaced_at timestamptz -- by a rotation, after which it signs for a day, too; null for the present one
);

create index webhook_secret_webhook on webhook_secret (webhook_id);

-- The events that webhooks are told, one row for each webhook; written in the transaction of what happened.
create table webhook_delivery (
  id            uuid primary key default gen_random_uuid(),
  webhook_id    uuid not null references webhook on delete cascade,
  account_id    uuid not null references account,
  connection_id uuid references connection, -- null for a test
  type          text not null,
  data          text not null, -- JSON as the receiver gets it
  state         text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'DEAD')),
  attempt       int not null default 0, -- how many attempts have begun since it was last queued
  is_claimed    boolean not null default false, -- a process is sending it
  fence         bigint not null default 0, -- changes with every claim; what an earlier claim stores is ignored
  due_at        timestamptz not null default clock_timestamp(), -- when it may be claimed; while it is sent, the end of the lease
  planned_at    timestamptz not null default now(), -- when due_at was stored; in the future if the clock was ahead then
  status        int, -- of the receiver's last answer; null if there was none
  reason        text, -- why the last attempt failed
  created_at    timestamptz not null default clock_timestamp(),
  attempted_at  timestamptz, -- the last attempt
  finished_at   timestamptz -- delivered, or given up
);

-- The claim steps from webhook to webhook that has something to send.
create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where state = 'PENDING';

create index webhook_delivery_webhook on webhook_delivery (webhook_id, created_at desc, id);

-- An erasure.
create index webhook_delivery_account on webhook_delivery (account_id);

create index webhook_delivery_connection on webhook_delivery (connection_id);

-- The purge.
create index webhook_delivery_age on webhook_delivery (created_at);
`

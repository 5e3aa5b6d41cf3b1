import type { Migration } from "./Migration.js"

/** The answers of requests that a client may send again without doing their work twice. */
export const idempotencyKey: Migration = {
  id: 12,
  name: "idempotency_key",
  sql: `
create table idempotency_key (
  account_id  uuid not null references account,
  key         text not null, -- chosen by the client
  fingerprint bytea not null, -- of the request, keyed: its body may contain credentials
  status      int, -- null only within the transaction that does the work
  answer      text,
  created_at  timestamptz not null default clock_timestamp(),
  primary key (account_id, key)
);

-- The purge.
create index idempotency_key_age on idempotency_key (created_at);
`
}

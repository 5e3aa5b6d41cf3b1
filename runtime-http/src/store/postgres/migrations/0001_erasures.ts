/** What was erased at somebody's request, in ids and counts alone. */
export const erasures = `
-- Requests to erase a customer. Without foreign keys to what they erase, which they outlive.
create table erasure (
  id              uuid primary key,
  account_id      uuid not null,
  organization_id uuid, -- null if the account is erased
  connection_id   uuid, -- null unless a connection is erased
  subject         text not null check (subject in ('connection', 'organization', 'account')),
  subject_id      uuid not null, -- the id of what is erased
  requested_at    timestamptz not null default clock_timestamp(),
  begun_at        timestamptz, -- the first batch
  finished_at     timestamptz, -- nothing is left
  unique (subject, subject_id)
);

create index erasure_account on erasure (account_id, requested_at, id);

create index erasure_open on erasure (requested_at) where finished_at is null;

-- How many rows of each table an erasure has removed, or emptied of what they said about the customer.
create table erasure_receipt (
  erasure_id uuid not null references erasure,
  table_name text not null,
  count      bigint not null,
  last_at    timestamptz not null default clock_timestamp(), -- when the last of them went
  primary key (erasure_id, table_name)
);
`

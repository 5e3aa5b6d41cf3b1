/** The consents that customers give on the pages of vendors, and their visits there. */
export const consents = `
create table consent (
  id            uuid primary key, -- the name under which the credentials of the connection refer to the tokens
  connection_id uuid not null unique references connection on delete cascade,
  granted       bigint not null default 0, -- how often the customer has consented
  granted_at    timestamptz, -- when the customer consented last; null if never
  link          bigint not null default 0, -- which link counts: the next one after each consent, with each session that gives one, and after the end of that session
  generation    bigint not null default 0, -- how often there were new tokens
  tokens        bytea, -- sealed, the JSON of both tokens; null until the customer has consented
  issued_at     timestamptz, -- when the access token was stored
  lifetime_secs float8, -- how long it is valid from then on; null until the vendor refuses it
  leased_at     timestamptz, -- when one process began to renew the tokens; null if none does
  lease_id      uuid, -- which process that is
  lost_reason   text, -- why the tokens cannot be renewed any more; null while they can
  problem       text, -- why the last visit to the vendor's page gave no consent; null if it gave one, and while a later visit goes on
  return_url    text, -- where the browser goes afterwards; null for a page of this service
  next_fields   text -- JSON of the credential fields, none of them secret, that count from the next consent on; null for those of the connection
);

-- A browser that is on the vendor's page, or was there a few minutes ago.
create table consent_visit (
  state        bytea primary key, -- SHA-256 of the state with which the browser left first
  browser      bytea not null, -- SHA-256 of the cookie that the browser has
  consent_id   uuid not null references consent on delete cascade,
  granted      bigint not null, -- of the consent, when the browser left
  link         bigint not null, -- of the consent, when the browser left
  returned_at  timestamptz, -- when the browser came back, so that nothing can come back twice; null while it is away
  is_connected boolean, -- how the visit ended; null until it has
  told         text, -- what the customer was told then
  created_at   timestamptz not null default clock_timestamp()
);

create index consent_visit_consent on consent_visit (consent_id);

-- The purge.
create index consent_visit_age on consent_visit (created_at);
`

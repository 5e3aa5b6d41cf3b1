/** The links with which customers connect their tools by themselves. */
export const connect = `
-- A link that lets a customer make one connection, or renew the credentials of one, and the session of whoever has opened it.
create table connect_session (
  id                uuid primary key,
  account_id        uuid not null references account,
  organization_id   uuid not null references organization,
  connection_id     uuid references connection, -- to reconnect; otherwise the one that was made, null until then
  is_reconnect      boolean not null,
  vendors           text not null, -- JSON array of those to choose from; empty for all
  identifier        text, -- of the new connection
  data_export_types text, -- JSON array of the types to choose from; null for all that the connector exports
  return_url        text,
  link_hash         bytea not null, -- SHA-256 of the token in the link, which is shown once and not stored
  token_hash        bytea, -- the same of the session's token; null until the link is opened
  failed_checks     int not null default 0, -- with those under way
  created_at        timestamptz not null default clock_timestamp(),
  begun_at          timestamptz not null default clock_timestamp(), -- the life of the link, or of the session once it is opened
  expires_at        timestamptz not null, -- the link, or the session once it is opened
  connected_at      timestamptz, -- when the session was used up
  consents_before   bigint, -- how often the customer had consented then; null for a connection without a consent
  consent_link      bigint, -- the number of the link that the session has given then; null for the same
  revoked_at        timestamptz
);

create index connect_session_organization on connect_session (organization_id, created_at, id);

-- An erasure.
create index connect_session_connection on connect_session (connection_id);

-- The purge.
create index connect_session_age on connect_session (expires_at);
`

import type { Migration } from "./Migration.js"

/** What the status of a connection shows besides its jobs and scans. */
export const connectionStatus: Migration = {
  id: 13,
  name: "connection_status",
  sql: `
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

-- JSON array of { data_export_type, endpoint, reason, until, retries }: the requests of a running job that wait; null if none does.
alter table job add column waits text;
`
}

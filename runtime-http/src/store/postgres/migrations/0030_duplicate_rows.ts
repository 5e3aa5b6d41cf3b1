import type { Migration } from "./Migration.js"

/**
 * What lost against another row with its id: the order of rows changes from scan to scan, and a row that has lost must not replace the
 * record each time until the other one comes.
 */
export const duplicateRows: Migration = {
  id: 30,
  name: "duplicate_rows",
  sql: `
create table duplicate_row (
  connection_id uuid not null references connection on delete cascade,
  kind          text not null,
  id            uuid not null,
  hash          bytea not null, -- of the content that lost, as in the table record
  scan          bigint not null, -- the number of the last full scan in which it lost
  primary key (connection_id, kind, id, hash)
);
`
}

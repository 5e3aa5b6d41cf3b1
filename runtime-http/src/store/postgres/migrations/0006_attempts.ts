import type { Migration } from "./Migration.js"

/** How often the process of a connection's job has died, and indexes that bound what a purge reads. */
export const attempts: Migration = {
  id: 6,
  name: "attempts",
  sql: `
-- How many runs in a row never ended, because their process died or froze. A run that ends sets it to 0, whatever its result.
alter table schedule add column crashes int not null default 0;

create index connection_deleted on connection (deleted_at) where state = 'DELETED';

create index organization_deleted on organization (deleted_at) where deleted_at is not null;
`
}

import type { Migration } from "./Migration.js"

/** The processes that take part in scheduling, and their addresses. */
export const runner: Migration = {
  id: 4,
  name: "runner",
  sql: `
create table runner (
  incarnation uuid primary key, -- identifies one process from its start to its end
  host        text not null,
  port        int not null,
  place       text not null, -- identifies its network; loopback addresses reach only processes in the same one
  machine     text not null, -- the name of its machine, for messages
  seen_at     timestamptz not null default clock_timestamp()
);
`
}

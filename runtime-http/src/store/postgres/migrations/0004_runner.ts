import type { Migration } from "./Migration.js"

/** Who takes part in the scheduling, and from where. */
export const runner: Migration = {
  id: 4,
  name: "runner",
  sql: `
create table runner (
  incarnation uuid primary key, -- one process from its start to its end
  host        text not null,
  port        int not null,
  place       text not null, -- the network it runs in: a loopback address means something else in each
  machine     text not null, -- the place's name for people
  seen_at     timestamptz not null default clock_timestamp()
);
`
}

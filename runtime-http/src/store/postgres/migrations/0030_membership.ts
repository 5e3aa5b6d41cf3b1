import type { Migration } from "./Migration.js"

/** Processes need no address: their rows here say which of them live, and which shards each has. */
export const membership: Migration = {
  id: 30,
  name: "membership",
  sql: `
drop table if exists cluster_runners;
drop table if exists cluster_locks;
drop table runner;

-- The processes that run jobs.
create table runner (
  name         text primary key, -- identifies one process from its start to its end
  takes_shards boolean not null default true, -- false once it stops
  seen_at      timestamptz not null default clock_timestamp() -- its last heartbeat
);

create table shard_lock (
  shard  int primary key,
  runner text not null references runner on delete cascade -- the process that has the shard, as long as it lives
);
`
}

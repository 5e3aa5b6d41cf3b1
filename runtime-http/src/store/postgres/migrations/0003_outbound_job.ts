import type { Migration } from "./Migration.js"

/** Jobs that write to source tools. */
export const outboundJob: Migration = {
  id: 3,
  name: "outbound_job",
  sql: `
create table outbound_job (
  id             uuid primary key,
  account_id     uuid not null references account,
  connection_id  uuid not null references connection,
  vendor         text not null,
  task_name      text not null,
  payload        bytea, -- sealed JSON; null once the job has ended
  status         text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'SUCCESS', 'FAILED')),
  attempt        int not null default 0,
  fence          bigint not null default 0, -- changes with every claim; every update of a running job checks it
  due_at         timestamptz not null default clock_timestamp(), -- when an open job may be claimed; while it runs, the end of its lease
  vendor_id      text, -- the id of what the job created in the source tool
  failure_reason text,
  created_at     timestamptz not null default clock_timestamp(),
  started_at     timestamptz,
  finished_at    timestamptz
);

create index outbound_job_connection on outbound_job (connection_id);

create index outbound_job_due on outbound_job (due_at) where status in ('QUEUED', 'RUNNING');
`
}

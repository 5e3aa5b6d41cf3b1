import type { Migration } from "./Migration.js"

/** What is known of a request whose answer was lost, and the order in which accounts take turns. */
export const outboundDoubt: Migration = {
  id: 10,
  name: "outbound_doubt",
  sql: `
-- Since when the vendor may have what the job is to create; null while it certainly does not. Such a job only searches.
alter table outbound_job add column uncertain_since timestamptz;

-- Why nobody knows; null if the process died before it could say.
alter table outbound_job add column uncertain_reason text;

-- How many attempts in a row never ended, because their process died or froze; null if only processes of a former release have claimed it,
-- which do not say whether they have sent the request.
alter table outbound_job add column crashes int;

-- The claim asks for the open jobs of one account after the other, and of one connection after the other.
create index outbound_job_account on outbound_job (account_id, due_at) where status in ('QUEUED', 'RUNNING');

create index outbound_job_turn on outbound_job (account_id, connection_id, due_at) where status in ('QUEUED', 'RUNNING');

drop index outbound_job_due;
`
}

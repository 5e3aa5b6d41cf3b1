import type { Migration } from "./Migration.js"

/**
 * Adds what is known of the tenant that a connection reads, how often it was replaced by another one, and which tenants rows have named.
 *
 * A scan compares the number of replacements in `baseline`, so what an earlier release wrote there becomes that of no replacement.
 */
export const tenant: Migration = {
  id: 25,
  name: "tenant",
  sql: `
alter table connection
  add column tenant text,
  add column tenant_replacements int not null default 0;

update scan set baseline = 'tenant 0';

create table row_tenant (
  connection_id uuid not null references connection (id) on delete cascade,
  tenant text not null,
  first_seen_at timestamptz not null default clock_timestamp(),
  primary key (connection_id, tenant)
);
`
}

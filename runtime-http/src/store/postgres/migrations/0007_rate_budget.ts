import type { Migration } from "./Migration.js"

/** What vendors have said about their rate limits, and the line of the limits that an operator sets, shared by all processes. */
export const rateBudget: Migration = {
  id: 7,
  name: "rate_budget",
  sql: `
create table rate_budget (
  key           bytea primary key, -- a keyed hash of whatever the vendor counts by; it reveals no customer and no credentials
  "limit"       float8, -- requests per window; null if the vendor does not say
  remaining     float8, -- requests left in the window; null if the vendor has reported no window
  reset_at      timestamptz, -- the end of the window
  reported_at   timestamptz, -- when the vendor reported the window
  blocked_until timestamptz, -- the end of a pause that the vendor asked for
  ends_at       timestamptz not null -- from then on, the row says nothing any more
);

create index rate_budget_ended on rate_budget (ends_at);

create table rate_line (
  key         bytea primary key, -- as above
  taken_until timestamptz not null -- the end of the places that are taken
);

create index rate_line_ended on rate_line (taken_until);
`
}

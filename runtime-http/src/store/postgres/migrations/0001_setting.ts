import type { Migration } from "./Migration.js"

/** Values that the processes of an installation share. */
export const setting: Migration = {
  id: 1,
  name: "setting",
  sql: `
create table setting (
  name  text primary key,
  value text not null
);
`
}

import type { Migration } from "./Migration.js"

/** What remains to be done for a record with more related records than one transaction moves. */
export const relatedMoves: Migration = {
  id: 9,
  name: "related_moves",
  sql: `
-- Records that were listed or hidden, and whose related records are not in pending_move yet.
create table pending_relation (
  connection_id uuid not null,
  kind          text not null,
  id            uuid not null,
  primary key (connection_id, kind, id)
);

-- Records that still have to move to the end of their list, because a related record was listed or hidden.
create table pending_move (
  connection_id uuid not null,
  kind          text not null,
  id            uuid not null,
  primary key (connection_id, kind, id)
);
`
}

import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { uuidArray } from "../postgres/Uuid.js"
import { advance, lockOf, type RecordChange } from "./ListLock.js"

/*
 * A record shows what it is related to, so it changes when a relation of it appears, changes or goes, and when the record at the other end
 * of one enters or leaves the lists. That the other record's own fields change does not count: one login would move every group of a user.
 *
 * The same holds where a relation shows in a list below a record: what enters any list must come behind all that a reader has seen of it,
 * or a walk, or a poll by updated time, would miss it; and who leaves such a list is told by the record above it.
 */

/** A relation kind as it is seen from the records at one of its ends. */
interface RelationEnd {
  readonly relation: string
  /** The column that holds the near record's id. */
  readonly near: "source_id" | "target_id"
  readonly far: "source_id" | "target_id"
  /** The kind of the records at the far end. */
  readonly farKind: string
}

const endsOf = (kind: RecordKind.Any): ReadonlyArray<readonly [string, RelationEnd]> => {
  if (kind.relation === null) return []
  const { source, target } = kind.relation
  return [
    [source.kind, { relation: kind.name, near: "source_id", far: "target_id", farKind: target.kind }],
    [target.kind, { relation: kind.name, near: "target_id", far: "source_id", farKind: source.kind }]
  ]
}

const relationEnds = Object.values(RecordKind.table).flatMap(endsOf)

/** The relations whose ends records of this kind can be. */
const relationsOf = (kind: string): ReadonlyArray<RelationEnd> =>
  relationEnds.filter(([near]) => near === kind).map(([, end]) => end)

/** Every kind whose records may move when records of these kinds are written. */
export const kindsToLock = (kinds: ReadonlyArray<RecordKind.Any>): ReadonlyArray<string> => {
  const names = new Set<string>()
  for (const { name, relation } of kinds) {
    names.add(name)
    if (relation !== null) names.add(relation.source.kind).add(relation.target.kind)
    for (const { farKind } of relationsOf(name)) names.add(farKind)
  }
  return [...names]
}

/** The ids at both ends of a relation. */
export interface Ends {
  readonly source: string
  readonly target: string
}

const add = (change: RecordChange, kind: string, id: string): void => {
  const ids = change.touched.get(kind)
  if (ids === undefined) change.touched.set(kind, new Set([id]))
  else ids.add(id)
}

/** Notes the records at both ends of relations that were written. */
export const ends = (change: RecordChange, kind: RecordKind.Any, rows: ReadonlyArray<Ends>): void => {
  if (kind.relation === null) return
  for (const { source, target } of rows) {
    add(change, kind.relation.source.kind, source)
    add(change, kind.relation.target.kind, target)
  }
}

/** Notes the records that records which enter or leave the lists are related to. */
export const neighbours = (
  change: RecordChange,
  kind: RecordKind.Any,
  ids: ReadonlyArray<string>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (ids.length === 0) return
    const sql = yield* SqlClient.SqlClient
    for (const { relation, near, far, farKind } of relationsOf(kind.name)) {
      // The lateral with its `offset 0` is one probe an id, and its conditions fit one index only: so it stays on a table that was never
      // analyzed, where a join or a choice of indexes read the whole kind for each id.
      const rows = yield* sql<{ readonly id: string }>`
        select distinct related.id
        from
          unnest(${uuidArray(ids)}::uuid[]) as entered (id),
          lateral (
            select ${sql(far)} as id, connection_id, is_gone
            from record
            where ${sql(near)} = entered.id and kind = ${relation}
            offset 0
          ) as related
        where related.connection_id = ${change.connectionId} and not related.is_gone`
      for (const { id } of rows) add(change, farKind, id)
    }
  })

const MAX_ROWS = 1_000

/** Gives what was noted new positions, as far as it is listed. */
export const move = (change: RecordChange): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const [kind, noted] of change.touched) {
      const lock = lockOf(change, kind)
      const ids = [...noted].sort()
      for (let from = 0; from < ids.length; from += MAX_ROWS) {
        const part = ids.slice(from, from + MAX_ROWS)
        // Found by primary key and updated by its place, for the same reason; `is_listed` inside would let other indexes in.
        const rows = yield* sql`
          update record
          set position = ${lock.last} + found.n, updated_at = ${lock.updatedAt}::timestamptz
          from (
            select touched.n, listed.place
            from
              unnest(${uuidArray(part)}::uuid[]) with ordinality as touched (id, n),
              lateral (
                select ctid as place, is_listed
                from record
                where connection_id = ${change.connectionId} and kind = ${kind} and id = touched.id
                offset 0
              ) as listed
            where listed.is_listed
          ) as found
          where record.ctid = found.place
          returning 1`
        if (rows.length > 0) advance(lock, part.length)
      }
    }
  })

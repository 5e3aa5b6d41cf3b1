import type pg from "pg"

/** How many tuples were written, by table. */
export type WrittenTuples = Readonly<Record<string, Written>>

/** The tuples of a table that were inserted, updated and deleted. */
export interface Written {
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
}

const statement = `
  select relname as table, n_tup_ins::float8 as inserted, n_tup_upd::float8 as updated, n_tup_del::float8 as deleted
  from pg_stat_user_tables`

/** What was written so far by sessions that have ended. */
export const read = async (client: pg.Client): Promise<WrittenTuples> => {
  const { rows } = await client.query<Written & { readonly table: string }>(statement)
  return Object.fromEntries(rows.map(({ table, ...written }) => [table, written]))
}

const none: Written = { inserted: 0, updated: 0, deleted: 0 }

/** Inserts, updates and deletions together. */
export const total = ({ deleted, inserted, updated }: Written): number => inserted + updated + deleted

/** What was written between two readings, without the tables that were not. */
export const difference = (before: WrittenTuples, after: WrittenTuples): WrittenTuples =>
  Object.fromEntries(
    Object.entries(after)
      .map(([table, now]): readonly [string, Written] => {
        const then = before[table] ?? none
        return [
          table,
          {
            inserted: now.inserted - then.inserted,
            updated: now.updated - then.updated,
            deleted: now.deleted - then.deleted
          }
        ]
      })
      .filter(([, written]) => total(written) > 0)
  )

/** In words, the most first. */
export const describe = (written: WrittenTuples): string =>
  Object.entries(written)
    .toSorted(([, one], [, other]) => total(other) - total(one))
    .map(([table, { deleted, inserted, updated }]) => `${table} +${inserted} ~${updated} -${deleted}`)
    .join(", ")

/** The most that may be written into a table. A table without a bound must not be written at all. */
export type Bounds = Readonly<Record<string, Partial<Written>>>

/** Tables in which a process only says that it is alive, and which shards it has, so that they depend on the time that something takes. */
const heartbeats = new Set(["runner", "shard_lock"])

/** How many tuples more than their bounds allow were written in each table; without the tables that keep to theirs. */
export const beyond = (written: WrittenTuples, bounds: Bounds): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(written)
      .filter(([table]) => !heartbeats.has(table))
      .map(([table, counts]): readonly [string, number] => {
        const { deleted = 0, inserted = 0, updated = 0 } = bounds[table] ?? {}
        const more = (count: number, bound: number) => Math.max(0, count - bound)
        return [table, more(counts.inserted, inserted) + more(counts.updated, updated) + more(counts.deleted, deleted)]
      })
      .filter(([, count]) => count > 0)
  )

import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import pg from "pg"

/* An operator may have partitioned the table `record`: tests run on both, see TEST_PARTITIONED. */

/** Keeps autovacuum away from tables, and so the statistics of the planner as they are. */
export const withoutAutovacuum = (...tables: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // A partitioned table has no storage parameters, only its partitions do.
    const stored = yield* sql<{ readonly name: string }>`
      select coalesce(inhrelid, oid)::regclass::text as name
      from pg_class left join pg_inherits on inhparent = oid
      where ${sql.in("relname", tables)} and relnamespace = 'public'::regnamespace`
    for (const { name } of stored) yield* sql`alter table ${sql(name)} set (autovacuum_enabled = false)`
  })

/** What Postgres calls each index of a partition, and the name of the whole index. */
const names = `
  select part.relname as part, whole.relname as whole
  from pg_inherits
  join pg_class part on part.oid = inhrelid
  join pg_class whole on whole.oid = inhparent
  where part.relkind = 'i'`

/** A plan with the names of whole indexes instead of those of their partitions. */
export const named = (plan: string) =>
  Effect.map(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<{ readonly part: string; readonly whole: string }>(names)),
    (parts) => {
      const wholes = new Map(parts.map(({ part, whole }) => [part, whole]))
      return plan.replace(/\w+/g, (word) => wholes.get(word) ?? word)
    }
  )

/** The partitions that a plan reads or writes; those that are pruned when the statement starts do not count. */
export const partitionsIn = (plan: string): ReadonlyArray<string> =>
  [...new Set(plan.match(/(?<= on )record_\d+\b/g))].toSorted()

/** The literal of a parameter. */
export const literal = (value: unknown): string => (typeof value === "string" ? pg.escapeLiteral(value) : String(value))

import { Context, Effect, Layer } from "effect"
import { Database, type NamedQuery, runNamed } from "./Database.js"
import { isSqlError, isUnavailable, reasonOf } from "./DatabaseFailure.js"
import { migrations } from "./migrations/index.js"

/** Whether this process can serve requests now. */
export class Readiness extends Context.Tag("@tributary/runtime-http/Readiness")<
  Readiness,
  {
    /** Null when ready, otherwise what is wrong. */
    readonly problem: Effect.Effect<string | null>
  }
>() {}

/** Shorter than the usual timeout of a readiness probe. */
const TIMEOUT = "2 seconds"

const applied: NamedQuery = { name: "migration_count", text: "select count(*) from migration" }

/** Ready if the database answers and its schema is at least as new as this release. */
export const make: Effect.Effect<Readiness["Type"], never, Database> = Effect.gen(function* () {
  const database = yield* Database
  const problem = Effect.gen(function* () {
    const [row] = yield* runNamed<readonly [number]>(database, applied, [])
    return (row?.[0] ?? 0) < migrations.length
      ? "The database schema is older than this release: run `tributary migrate`."
      : null
  }).pipe(
    Effect.timeout(TIMEOUT),
    Effect.catchAll((error) => {
      const reason = isSqlError(error) ? reasonOf(error) : "the database did not answer in time"
      return Effect.as(
        Effect.logWarning(`The service is not ready: ${reason}.`),
        isSqlError(error) && !isUnavailable(error)
          ? "The database cannot be used; the log says why."
          : "The database does not answer."
      )
    })
  )
  return Readiness.of({ problem })
})

/** Ready if the database answers and its schema is at least as new as this release. */
export const layer: Layer.Layer<Readiness, never, Database> = Layer.effect(Readiness, make)

import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, Layer } from "effect"
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

/** Ready if the database answers and its schema is at least as new as this release. */
export const make: Effect.Effect<Readiness["Type"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const problem = Effect.gen(function* () {
    const [row] = yield* sql<{ readonly applied: number }>`select count(*) as applied from migration`
    return (row?.applied ?? 0) < migrations.length
      ? "The database schema is older than this release: restart this process, which updates it."
      : null
  }).pipe(
    Effect.timeout(TIMEOUT),
    Effect.catchAll((error) =>
      Effect.as(Effect.logWarning("The service is not ready.", error), "The database does not answer.")
    )
  )
  return Readiness.of({ problem })
})

/** Ready if the database answers and its schema is at least as new as this release. */
export const layer: Layer.Layer<Readiness, never, SqlClient.SqlClient> = Layer.effect(Readiness, make)

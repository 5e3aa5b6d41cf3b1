import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, Layer } from "effect"
import { migrations } from "./migrations/index.js"

/** Whether requests can be served now. */
export class Readiness extends Context.Tag("@tributary/runtime-http/Readiness")<
  Readiness,
  {
    /** Null when ready, else what is missing. */
    readonly problem: Effect.Effect<string | null>
  }
>() {}

/** Shorter than the timeout of a usual probe. */
const PATIENCE = "2 seconds"

/** The database answers, and its schema is at least as new as this release. */
export const make: Effect.Effect<Readiness["Type"], never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const problem = Effect.gen(function* () {
    const [row] = yield* sql<{ readonly applied: number }>`select count(*) as applied from migration`
    return (row?.applied ?? 0) < migrations.length ? "The database schema is older than this release." : null
  }).pipe(
    Effect.timeout(PATIENCE),
    Effect.catchAll((error) =>
      Effect.as(Effect.logWarning("The service is not ready.", error), "The database does not answer.")
    )
  )
  return Readiness.of({ problem })
})

export const layer: Layer.Layer<Readiness, never, SqlClient.SqlClient> = Layer.effect(Readiness, make)

import { Keys } from "@tributary/runtime-http"
import { Effect, Redacted } from "effect"
import { Database } from "../../../runtime-http/src/store/postgres/Database.js"
import * as Databases from "../../support/process/Databases.js"
import type { Bench } from "../Bench.js"
import * as Fill from "../database/Fill.js"
import * as Template from "../database/Template.js"

/** A copy of the filled database, which all cases of a run read. */
export interface ReadDatabase extends Databases.Database {
  readonly apiKey: string
}

/** Creates a key for the account of the benchmark. */
export const newKey = (url: string): Promise<string> =>
  Keys.Keys.pipe(
    Effect.flatMap((keys) => keys.create(Fill.ACCOUNT, "benchmark")),
    Effect.map(({ key }) => Redacted.value(key)),
    Effect.provide(Keys.layer),
    Effect.provide(Database.layerUrl({ url: Redacted.make(url), maxConnections: 1 })),
    Effect.runPromise
  )

/** Makes the copy for the first case that asks. */
export const get = (bench: Bench): Promise<ReadDatabase> =>
  bench.shared("read database", async (cleanups) => {
    const template = await Template.filled(bench.server, bench.say)
    bench.say("copies the filled database")
    const database = await Databases.create(bench.server, template)
    cleanups.add(database.drop)
    // No connection is due while the run reads.
    await Databases.run(database.url, "update schedule set next_run_at = clock_timestamp() + interval '1 day'")
    return { ...database, apiKey: await newKey(database.url) }
  })

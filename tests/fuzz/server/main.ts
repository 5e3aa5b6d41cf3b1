import { Keys } from "@tributary/runtime-http"
import { Console, Effect, Layer, Redacted } from "effect"
import { runServer } from "../../support/process/runServer.js"
import { small, whole } from "../connectors/connectors.js"
import { ACCOUNTS } from "../generate/accounts.js"
import { KEYS_LINE } from "./keys.js"

/** Creates the accounts and prints their keys, because the API cannot create any. */
const accounts = Layer.effectDiscard(
  Effect.gen(function* () {
    const keys = yield* Keys.Keys
    const made = yield* Effect.forEach(Array.from({ length: ACCOUNTS }), (_, index) =>
      Effect.gen(function* () {
        const { key } = yield* keys.create(yield* keys.createAccount(`Account ${index}`), "fuzz")
        return Redacted.value(key)
      })
    )
    yield* Console.log(`${KEYS_LINE}${JSON.stringify(made)}`)
  })
)

runServer([whole, small], {}, accounts)

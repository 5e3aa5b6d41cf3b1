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
        const account = yield* keys.createAccount(`Account ${index}`)
        const { key } = yield* keys.create(account, "fuzz")
        const reading = yield* keys.create(account, "fuzz, only reading", { scopes: ["read"] })
        return { key: Redacted.value(key), readingKey: Redacted.value(reading.key) }
      })
    )
    yield* Console.log(`${KEYS_LINE}${JSON.stringify(made)}`)
  })
)

runServer([whole, small], {}, accounts)

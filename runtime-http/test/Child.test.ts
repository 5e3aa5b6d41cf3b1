import { createServer } from "node:net"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Child from "./Child.js"

it.effect("a free port can be listened on, and is outside the range that the system gives to connections", () =>
  Effect.gen(function* () {
    for (let round = 0; round < 10; round += 1) {
      const port = yield* Effect.promise(Child.freePort)
      expect(port).toBeLessThan(32_768)
      yield* Effect.promise(async () => {
        const server = createServer()
        await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
        await new Promise((resolve) => server.close(resolve))
      })
    }
  })
)

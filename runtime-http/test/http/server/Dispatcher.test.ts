import { Deferred, Effect, Layer, Logger } from "effect"
import { expect, it } from "vitest"
import { Readiness } from "../../../src/store/postgres/Readiness.js"
import { RecordQuery } from "../../../src/store/read/RecordQuery.js"
import { dataHeaders, makeTenant, type Options, start } from "../TestServer.js"

const notUsed = () => Effect.die("not used")

/** Starts when a handler calls it, and ends only when it is interrupted. */
const endless = () => {
  const started = Effect.runSync(Deferred.make<void>())
  const interrupted = Effect.runSync(Deferred.make<void>())
  const self = Deferred.succeed(started, undefined).pipe(
    Effect.zipRight(Effect.never),
    Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
  )
  return { started, interrupted, self }
}

const operations: Readonly<Record<string, (self: Effect.Effect<never>) => NonNullable<Options["override"]>>> = {
  "/v1/idp/users": (list) =>
    Layer.succeed(
      RecordQuery,
      RecordQuery.of({ list: () => list, members: notUsed, get: notUsed, counts: notUsed, vendorId: notUsed })
    ),
  "/readyz": (problem) => Layer.succeed(Readiness, Readiness.of({ problem }))
}

it.each(Object.entries(operations))(
  "interrupts GET %s when its client disconnects, and logs nothing",
  async (path, override) => {
    const { interrupted, self, started } = endless()
    const lines: Array<string> = []
    const logger = Logger.map(Logger.jsonLogger, (line) => void lines.push(line))
    const server = await start({ override: override(self), logger, settings: { logRequests: true } })
    const tenant = await server.run(makeTenant)
    const client = new AbortController()
    const reply = fetch(server.origin + path, { headers: dataHeaders(tenant), signal: client.signal })
    await Effect.runPromise(Deferred.await(started))
    client.abort()
    await expect(reply).rejects.toThrow()
    await Effect.runPromise(Deferred.await(interrupted))
    await server.stop()
    expect(lines.filter((line) => /Request|answer|ERROR/.test(line))).toEqual([])
  }
)

import { Deferred, Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { RecordQuery } from "../../../src/store/read/RecordQuery.js"
import { dataHeaders, makeTenant, send, start } from "../TestServer.js"

const notUsed = () => Effect.die("not used")

it("answers requests in flight before it stops, and accepts no new ones", async () => {
  const asked = Effect.runSync(Deferred.make<void>())
  const answer = Effect.runSync(Deferred.make<void>())
  const list = () =>
    Deferred.succeed(asked, undefined).pipe(
      Effect.zipRight(Deferred.await(answer)),
      Effect.as({ count: 0, items: "", isCut: false, total: 0, next: null, previous: null })
    )
  const override = Layer.succeed(
    RecordQuery,
    RecordQuery.of({ list, members: notUsed, get: notUsed, vendorId: notUsed })
  )
  const server = await start({ override })
  const tenant = await server.run(makeTenant)
  const reply = send(`${server.origin}/v1/idp/users`, { headers: dataHeaders(tenant) })
  await Effect.runPromise(Deferred.await(asked))
  const stopped = server.stop()
  const late = await send(`${server.origin}/healthz`).then(
    ({ status }) => status,
    () => "refused"
  )
  expect([503, "refused"]).toContain(late)
  Effect.runSync(Deferred.succeed(answer, undefined))
  expect((await reply).json).toEqual({ count: 0, total: 0, items: [] })
  const before = performance.now()
  await stopped
  // The client keeps its connection alive for five seconds; the stopping server does not wait for that.
  expect(performance.now() - before).toBeLessThan(4_000)
})

it("stops when the grace period ends, even if a request is still in flight", async () => {
  const asked = Effect.runSync(Deferred.make<void>())
  const override = Layer.succeed(
    RecordQuery,
    RecordQuery.of({
      list: () => Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never),
      members: notUsed,
      get: notUsed,
      vendorId: notUsed
    })
  )
  const server = await start({ override })
  const tenant = await server.run(makeTenant)
  const reply = send(`${server.origin}/v1/idp/users`, { headers: dataHeaders(tenant) }).catch(() => "cut")
  await Effect.runPromise(Deferred.await(asked))
  await server.stop()
  expect(await reply).toBe("cut")
})

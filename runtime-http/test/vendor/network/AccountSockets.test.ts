import { setImmediate } from "node:timers/promises"
import { HttpClient } from "@effect/platform"
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { describe } from "vitest"
import { RequestSendLimit } from "../../../src/vendor/RequestSendLimit.js"
import { VendorAccount } from "../../../src/vendor/VendorAccount.js"
import * as VendorClient from "../../../src/vendor/VendorClient.js"
import { serve } from "./LocalServer.js"

const get = (account: string, url: string) =>
  HttpClient.get(url).pipe(
    Effect.flatMap((response) => response.text),
    Effect.scoped,
    Effect.provideService(VendorAccount, account)
  )

/** A vendor that answers `/late` when it is told to, and says when a request for it has arrived. */
const late = Effect.gen(function* () {
  const arrived = yield* Deferred.make<void>()
  const held: Array<() => void> = []
  const server = yield* serve((request, response) => {
    if (request.url !== "/late") return response.end("at once")
    held.push(() => response.end("late"))
    return Deferred.unsafeDone(arrived, Effect.void)
  })
  const release = () => {
    for (const end of held) end()
  }
  return { ...server, arrived: Deferred.await(arrived), release }
})

/** A vendor that never answers `/hang`, and says at which requests for it a number of them have arrived. */
const hanging = (expected: number) =>
  Effect.gen(function* () {
    const arrived = yield* Deferred.make<void>()
    let count = 0
    const server = yield* serve((request, response) => {
      if (request.url === "/hang") count += 1
      else response.end("at once")
      if (count === expected) Deferred.unsafeDone(arrived, Effect.void)
    })
    return { ...server, arrived: Deferred.await(arrived), hung: () => count }
  })

describe("the sockets of an account", () => {
  it.scopedLive("carry no request whose limit is over when its connection is made, and those whose limit is not", () =>
    Effect.gen(function* () {
      const arrived: Array<string | undefined> = []
      const vendor = yield* serve((request, response) => {
        arrived.push(request.url)
        response.end("at once")
      })
      let [isFrozen, refused] = [false, 0]
      const limit = {
        isOver: () => isFrozen,
        onRefused: () => {
          refused += 1
        }
      }
      const limited = (path: string) =>
        Effect.provideService(get("one", `http://127.0.0.1:${vendor.port}${path}`), RequestSendLimit, limit)
      const late = yield* Effect.fork(Effect.either(limited("/late")))
      // Nothing is asked before the connection is made.
      isFrozen = true
      expect(yield* Fiber.join(late)).toMatchObject({ _tag: "Left", left: { _tag: "RequestError" } })
      expect([refused, vendor.connections()]).toEqual([1, 1])
      isFrozen = false
      expect(yield* limited("/in-time")).toBe("at once")
      isFrozen = true
      // Nor on a connection that is open.
      expect(yield* Effect.either(limited("/again"))).toMatchObject({ _tag: "Left" })
      expect([refused, arrived]).toEqual([2, ["/in-time"]])
    }).pipe(Effect.provide(VendorClient.layer({ allowLoopback: true })))
  )

  it.scopedLive("leave another account's request at the same host unharmed if a hundred requests hang", () =>
    Effect.gen(function* () {
      const vendor = yield* hanging(16)
      const url = (path: string) => `http://127.0.0.1:${vendor.port}${path}`
      const noisy = yield* Effect.forEach(Array.from({ length: 100 }), () =>
        Effect.fork(Effect.either(get("noisy", url("/hang"))))
      )
      yield* vendor.arrived
      const first = yield* Effect.race(get("polite", url("/")), Effect.as(Fiber.awaitAll(noisy), "the noisy ones"))
      expect(first).toBe("at once")
      expect(vendor.hung()).toBe(16)
      yield* Fiber.interruptAll(noisy)
    }).pipe(Effect.provide(VendorClient.layer({ allowLoopback: true })))
  )

  it.scopedLive("are as many at all hosts together as the setting says; further requests wait for one of them", () =>
    Effect.gen(function* () {
      const one = yield* hanging(2)
      const two = yield* hanging(1)
      const hung = yield* Effect.forEach(Array.from({ length: 2 }), () =>
        Effect.fork(Effect.either(get("noisy", `http://127.0.0.1:${one.port}/hang`)))
      )
      yield* one.arrived
      const waiting = yield* Effect.fork(get("noisy", `http://127.0.0.1:${two.port}/`))
      expect(yield* get("polite", `http://127.0.0.1:${two.port}/`)).toBe("at once")
      expect(two.connections()).toBe(1)
      yield* Fiber.interruptAll(hung)
      expect(yield* Fiber.join(waiting)).toBe("at once")
      expect(two.connections()).toBe(2)
    }).pipe(Effect.provide(VendorClient.layer({ allowLoopback: true, vendorConnections: 2 })))
  )

  it.scopedLive(
    "that have been idle longest are closed, and no others, if a request to another host needs a place",
    () =>
      Effect.gen(function* () {
        const vendors = yield* Effect.forEach([0, 1, 2], () => hanging(1))
        for (const index of [0, 1, 0, 2, 0, 2, 0, 1]) {
          expect(yield* get("busy", `http://127.0.0.1:${vendors[index]?.port}/`)).toBe("at once")
          // The client uses a connection again in the next turn of the event loop.
          yield* Effect.promise(() => setImmediate())
        }
        expect(vendors.map(({ connections }) => connections())).toEqual([1, 2, 1])
      }).pipe(Effect.provide(VendorClient.layer({ allowLoopback: true, vendorConnections: 2 })))
  )

  it.scopedLive("stay as few as one host may have when those at other hosts come and go", () =>
    Effect.gen(function* () {
      const vendor = yield* late
      const others = yield* Effect.forEach([0, 1], () => hanging(1))
      const first = yield* Effect.fork(get("busy", `http://127.0.0.1:${vendor.port}/late`))
      yield* vendor.arrived
      for (const { port } of others) yield* get("busy", `http://127.0.0.1:${port}/`)
      const second = yield* Effect.fork(get("busy", `http://127.0.0.1:${vendor.port}/`))
      for (const { port } of others) yield* get("busy", `http://127.0.0.1:${port}/`)
      vendor.release()
      expect([yield* Fiber.join(first), yield* Fiber.join(second)]).toEqual(["late", "at once"])
      expect(vendor.connections()).toBe(1)
    }).pipe(Effect.provide(VendorClient.layer({ allowLoopback: true, vendorConnections: 2, connectionsPerHost: 1 })))
  )

  it.scopedLive("are all closed at the end, also with requests that have not ended", () =>
    Effect.gen(function* () {
      const vendor = yield* late
      const others = yield* Effect.forEach([0, 1], () => hanging(1))
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(
        VendorClient.layer({ allowLoopback: true, vendorConnections: 2 }),
        scope
      )
      const send = (url: string) => Effect.provide(get("busy", url), context)
      const first = yield* Effect.fork(Effect.either(send(`http://127.0.0.1:${vendor.port}/late`)))
      yield* vendor.arrived
      for (const { port } of others) yield* send(`http://127.0.0.1:${port}/`)
      yield* Scope.close(scope, Exit.void)
      expect(yield* Fiber.join(first)).toMatchObject({ _tag: "Left" })
    })
  )
})

import { request } from "node:http"
import { connect } from "node:net"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Callback from "../../src/try/consent/Callback.js"

/** The status for a path that is sent as it is written, with no normalization by a client. */
const statusOf = (port: string, path: string) =>
  Effect.promise(
    () =>
      new Promise<number>((resolve, reject) => {
        const sent = request({ host: "127.0.0.1", port, path, agent: false }, (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        })
        sent.on("error", reject)
        sent.end()
      })
  )

it.live("The address for the browser that comes back answers paths that are no address, and goes on waiting", () =>
  Effect.gen(function* () {
    const { arrival, redirectUri } = yield* Callback.listen(0, () => "END")
    const { port } = new URL(redirectUri)
    for (const path of ["//", "http://[", "/callback/../other"]) expect(yield* statusOf(port, path)).toBe(404)
    expect(yield* statusOf(port, "/callback?code=c")).toBe(200)
    expect((yield* arrival).get("code")).toBe("c")
  }).pipe(Effect.scoped)
)

it.live(
  "A connection that a browser has opened ahead of time is closed when nobody waits for the browser any more",
  () =>
    Effect.gen(function* () {
      const unused = yield* Effect.scoped(
        Effect.gen(function* () {
          const { arrival, redirectUri } = yield* Callback.listen(0, () => "END")
          const { port } = new URL(redirectUri)
          const socket = connect(Number(port), "127.0.0.1")
          yield* Effect.promise(() => new Promise((resolve) => socket.once("connect", resolve)))
          // The server has accepted it before the request that follows.
          yield* statusOf(port, "/callback?code=c")
          yield* arrival
          return { socket, closed: new Promise<string>((resolve) => socket.once("close", () => resolve("closed"))) }
        })
      )
      unused.socket.resume().on("error", () => {})
      expect(yield* Effect.promise(() => unused.closed)).toBe("closed")
    })
)

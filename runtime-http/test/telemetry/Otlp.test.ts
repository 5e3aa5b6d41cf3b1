import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { HttpClient, HttpClientRequest } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import * as Otlp from "../../src/telemetry/Otlp.js"

/** A server, and how many requests it got. */
const listening = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked: Array<string> = []
      const server = createServer((request, response) => {
        asked.push(String(request.headers["x-key"]))
        listener(request, response)
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
    }),
    ({ server }) =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      })
  )

/** Sends as the exporter does. */
const send = (url: string) =>
  Effect.gen(function* () {
    const client = (yield* HttpClient.HttpClient).pipe(
      HttpClient.filterStatusOk,
      HttpClient.retryTransient({ schedule: Schedule.forever, times: 3 })
    )
    return yield* client.execute(HttpClientRequest.post(url).pipe(HttpClientRequest.setHeader("x-key", "s3cret")))
  }).pipe(Effect.provide(Otlp.impatient), Effect.scoped)

describe("a request to a collector", () => {
  it.scopedLive.each([429, 503, 404])(
    "is sent once if the collector answers %i, however long it should wait",
    (status) =>
      Effect.gen(function* () {
        const { asked, url } = yield* listening((_, response) => {
          response.writeHead(status, { "retry-after": "3600" }).end()
        })
        expect(String(yield* Effect.flip(send(url)))).toContain(`The collector answered ${status}.`)
        expect(asked).toHaveLength(1)
      })
  )

  it.scopedLive("does not follow a redirect, which would get the key", () =>
    Effect.gen(function* () {
      const other = yield* listening((_, response) => response.end())
      const { asked, url } = yield* listening((_, response) => {
        response.writeHead(308, { location: other.url }).end()
      })
      expect(String(yield* Effect.flip(send(url)))).toContain("The collector answered 308.")
      expect([asked, other.asked]).toEqual([["s3cret"], []])
    })
  )
})

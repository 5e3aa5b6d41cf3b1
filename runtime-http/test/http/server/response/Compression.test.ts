import { brotliDecompressSync } from "node:zlib"
import { it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { expect } from "vitest"
import * as Answer from "../../../../src/http/server/response/Answer.js"

const textOf = (bytes: number): string => JSON.stringify({ text: "abcdefgh".repeat(bytes / 8) })

const outgoing = (text: string): Answer.Negotiated =>
  Answer.negotiate(
    { status: 200, headers: { "content-type": "application/json" }, body: text },
    { accepted: "br", method: "GET" }
  )

it.effect("a short answer is compressed at once, and does not wait for the long ones of others", () =>
  Effect.gen(function* () {
    const compress = Answer.make()
    const long = textOf(8_000_000)
    const others = yield* Effect.forEach([1, 2, 3, 4], () => Effect.fork(compress(outgoing(long))))
    yield* Effect.yieldNow()
    const short = textOf(32_000)
    const { body, headers } = Effect.runSync(compress(outgoing(short)))
    expect(headers["content-encoding"]).toBe("br")
    expect(brotliDecompressSync(body ?? "").toString()).toBe(short)
    const sent = yield* Effect.forEach(others, Fiber.join)
    expect(sent.map(({ body }) => brotliDecompressSync(body ?? "").toString() === long)).toEqual([
      true,
      true,
      true,
      true
    ])
  })
)

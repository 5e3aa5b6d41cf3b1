import { gzipSync } from "node:zlib"
import { HttpClient, HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { Effect, Stream } from "effect"
import { describe, expect, it } from "vitest"
import * as Secrets from "../../src/try/Secrets.js"
import * as Recorder from "../../src/try/vendor/Recorder.js"

/** What is recorded of an answer. */
const recorded = async (answer: Response) => {
  const answering = HttpClient.make((request) => Effect.succeed(HttpClientResponse.fromWeb(request, answer)))
  const { client, exchanges } = Recorder.make(answering, { keepsAll: true, renames: [], secrets: Secrets.make() })
  const read = Effect.flatMap(client.get("https://acme.example/devices"), (response) =>
    Stream.runDrain(response.stream)
  )
  await Effect.runPromise(Effect.scoped(read))
  return exchanges()[0]?.response
}

const learned = async (headers: Readonly<Record<string, string>>) => {
  const secrets = Secrets.make()
  const answering = HttpClient.make((request) =>
    Effect.succeed(HttpClientResponse.fromWeb(request, new Response("{}")))
  )
  const { client } = Recorder.make(answering, { keepsAll: true, renames: [], secrets })
  const request = HttpClientRequest.setHeaders(HttpClientRequest.get("https://acme.example/users"), headers)
  await Effect.runPromise(Effect.scoped(client.execute(request)))
  return secrets
}

describe("A recorder learns the secrets of requests", () => {
  it.each([
    ["authorization", "Bearer vendor-made"],
    ["authorization", 'Token token="vendor-made"'],
    ["cookie", "sid=vendor-made; theme=dark"],
    ["x-session", "vendor-made"]
  ])("from the header %s: %s", async (name, value) => {
    const secrets = await learned({ [name]: value })
    expect(secrets.hide("the key vendor-made is known, dark as it is")).toBe(
      "the key [REDACTED] is known, dark as it is"
    )
  })

  it("but not from any other header", async () => {
    expect((await learned({ accept: "application/json" })).forms()).toEqual([])
  })
})

describe("A recorder keeps an answer as text", () => {
  const csv = "id,name\n1,Müller\n"

  it("unpacked if it is a gzip file", async () => {
    const answer = await recorded(new Response(gzipSync(csv), { headers: { "content-type": "application/gzip" } }))
    expect(answer?.text).toBe(csv)
  })

  it("in UTF-8, whatever its charset", async () => {
    const bytes = Buffer.from(csv, "utf16le")
    const answer = await recorded(new Response(bytes, { headers: { "content-type": "text/csv; charset=utf-16le" } }))
    expect(answer).toMatchObject({ text: csv, headers: { "content-type": "text/csv" } })
  })

  it("even if it starts like a gzip file but is not one", async () => {
    expect((await recorded(new Response(Buffer.from([0x1f, 0x8b, 0x41]))))?.text).toContain("A")
  })
})

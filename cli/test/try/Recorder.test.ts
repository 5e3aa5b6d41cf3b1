import { HttpClient, HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as Secrets from "../../src/try/Secrets.js"
import * as Recorder from "../../src/try/vendor/Recorder.js"

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
  ])("in the header %s: %s", async (name, value) => {
    const secrets = await learned({ [name]: value })
    expect(secrets.hide("the key vendor-made is known, dark as it is")).toBe(
      "the key [REDACTED] is known, dark as it is"
    )
  })

  it("and in no other header", async () => {
    expect((await learned({ accept: "application/json" })).forms()).toEqual([])
  })
})

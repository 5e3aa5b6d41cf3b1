import { describe, expect, it } from "@effect/vitest"
import { Connector, type ConnectorCheck, Decode, VendorHttp } from "@tributary/core"
import { Effect } from "effect"
import { type Answer, BASE_URL, converse } from "../FakeVendor.js"

const run = (check: string | ConnectorCheck, answer: Answer = { body: {} }) =>
  converse(
    () => answer,
    Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send(Connector.checkOf({ check })))
  )

describe("The check of the credentials", () => {
  it("can be a path that is read with GET", async () => {
    const { received } = await run("/me?fields=id")
    expect(received).toMatchObject([{ method: "GET", url: `${BASE_URL}/me?fields=id`, body: null }])
  })

  it("can be any request", async () => {
    const check = {
      path: "/graphql",
      query: { v: 2 },
      headers: { "x-client": "tributary" },
      body: { query: "{ viewer { id } }" },
      decode: Decode.xml()
    }
    const { received } = await run(check, { body: "<a/>" })
    expect(received).toMatchObject([
      {
        method: "POST",
        url: `${BASE_URL}/graphql?v=2`,
        headers: { "x-client": "tributary", accept: "application/xml" },
        body: '{"query":"{ viewer { id } }"}'
      }
    ])
    expect((await run({ path: "/me", method: "PUT", body: {} })).received[0]?.method).toBe("PUT")
  })

  it("is retried if the vendor cannot answer it, because it only reads", async () => {
    const { received } = await run({ path: "/graphql", body: {} }, { status: 503 })
    expect(received).toHaveLength(VendorHttp.MAX_ATTEMPTS)
  })

  it.each([
    [{ data: { viewer: { id: "1" } } }, true],
    [{ data: { viewer: null } }, false],
    [{}, false]
  ])("succeeds only if the answer has the expected field: %j", async (body, isFound) => {
    const { exit } = await run({ path: "/graphql", body: {}, has: "data.viewer.id" }, { body })
    expect(exit._tag).toBe(isFound ? "Success" : "Failure")
    if (isFound) return
    const failure = await Effect.runPromise(Effect.flip(exit))
    expect(failure).toMatchObject({ _tag: "UnreadableAnswer", endpoint: "/graphql" })
    expect(failure.detail).toContain("the answer lacks the field data.viewer.id")
  })
})

import { describe, expect, it } from "@effect/vitest"
import { type Authentication, VendorHttp } from "@tributary/core"
import { Effect } from "effect"
import { type Answer, converse, type ReceivedRequest } from "../FakeVendor.js"

const KEYS_URL = "https://keys.example/?region=eu"

const auth: Authentication.TokenSource = {
  url: KEYS_URL,
  form: { Action: "Borrow" },
  headers: { accept: "application/json" },
  token: "Keys",
  expiresAt: "Keys.Expiration",
  sign: async ({ headers, now }) => ({ ...headers, authorization: `long-term ${now}` })
}

/** A vendor that lends numbered keys which expire one hour after the epoch. */
const vendor = () => {
  let lent = 0
  return ({ url }: ReceivedRequest): Answer => {
    if (url !== KEYS_URL) return { body: [] }
    lent += 1
    return { body: { Keys: { Id: lent, Expiration: 3_600 } } }
  }
}

const sign: NonNullable<VendorHttp.VendorHttpSettings["sign"]> = async ({ method, headers, now, body }) => ({
  authorization: `signed ${method} ${now} ${body} with ${headers["authorization"]}`
})

const send = Effect.flatMap(VendorHttp.VendorHttp, (http) =>
  http.send({ endpoint: "/rows", url: "/rows", method: "POST", body: { a: 1 } })
)

describe("Transport, signed requests", () => {
  it("sends only the headers that the signature returns, dated by the runtime's clock", async () => {
    const { received } = await converse(vendor(), Effect.zipRight(Effect.sleep("5 seconds"), send), { sign })
    expect(received[0]?.headers).toMatchObject({ authorization: 'signed POST 5000 {"a":1} with undefined' })
    expect(received[0]?.headers["accept"]).toBeUndefined()
  })

  it("borrows the signing keys with a separate request and keeps them until shortly before they expire", async () => {
    const twice = Effect.gen(function* () {
      yield* send
      yield* Effect.sleep("58 minutes")
      yield* send
      yield* Effect.sleep("90 seconds")
      yield* send
    })
    const { received } = await converse(vendor(), twice, { sign, auth })
    const [borrowed, ...others] = received.map(({ headers }) => headers["authorization"])
    expect(borrowed).toBe("long-term 0")
    const keys = (id: number) => `Bearer {"Id":${id},"Expiration":3600}`
    expect(others).toEqual([
      `signed POST 0 {"a":1} with ${keys(1)}`,
      `signed POST 3480000 {"a":1} with ${keys(1)}`,
      "long-term 3570000",
      `signed POST 3570000 {"a":1} with ${keys(2)}`
    ])
  })

  it("sends nothing if signing fails", async () => {
    const { exit, received } = await converse(vendor(), Effect.flip(send), {
      sign: () => Promise.reject(new Error("quotes the key"))
    })
    expect(received).toEqual([])
    expect(exit).toMatchObject({ value: { _tag: "BadPayload", detail: "the request could not be signed" } })
  })
})

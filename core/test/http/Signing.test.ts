import { describe, expect, it } from "@effect/vitest"
import { type Authentication, VendorHttp } from "@tributary/core"
import { Effect } from "effect"
import { type Answer, type Asked, converse } from "../Vendor.js"

const KEYS_URL = "https://keys.example/?region=eu"

const auth: Authentication.TokenSource = {
  url: KEYS_URL,
  form: { Action: "Borrow" },
  headers: { accept: "application/json" },
  token: "Keys",
  expiresAt: "Keys.Expiration",
  sign: async ({ headers, now }) => ({ ...headers, authorization: `long-term ${now}` })
}

/** Lends keys for an hour from the beginning of time; each has a number. */
const vendor = () => {
  let lent = 0
  return ({ url }: Asked): Answer => {
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

describe("a signed request", () => {
  it("leaves with the headers of its signature alone, by the runtime's clock", async () => {
    const { asked } = await converse(vendor(), Effect.zipRight(Effect.sleep("5 seconds"), send), { sign })
    expect(asked[0]?.headers).toMatchObject({ authorization: 'signed POST 5000 {"a":1} with undefined' })
    expect(asked[0]?.headers["accept"]).toBeUndefined()
  })

  it("is signed with keys that a request of its own borrowed, and those are kept until shortly before they expire", async () => {
    const twice = Effect.gen(function* () {
      yield* send
      yield* Effect.sleep("58 minutes")
      yield* send
      yield* Effect.sleep("90 seconds")
      yield* send
    })
    const { asked } = await converse(vendor(), twice, { sign, auth })
    const [borrowed, ...others] = asked.map(({ headers }) => headers["authorization"])
    expect(borrowed).toBe("long-term 0")
    const keys = (id: number) => `Bearer {"Id":${id},"Expiration":3600}`
    expect(others).toEqual([
      `signed POST 0 {"a":1} with ${keys(1)}`,
      `signed POST 3480000 {"a":1} with ${keys(1)}`,
      "long-term 3570000",
      `signed POST 3570000 {"a":1} with ${keys(2)}`
    ])
  })

  it("is not sent where it cannot be signed", async () => {
    const { exit, asked } = await converse(vendor(), Effect.flip(send), {
      sign: () => Promise.reject(new Error("quotes the key"))
    })
    expect(asked).toEqual([])
    expect(exit).toMatchObject({ value: { _tag: "BadPayload", detail: "could not be signed" } })
  })
})

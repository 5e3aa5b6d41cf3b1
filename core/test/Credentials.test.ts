import { generateKeyPairSync } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import { Credentials } from "@tributary/core"
import { Effect, Either, Redacted, Schema } from "effect"
import { describe as describeError } from "../src/record/safeMessage.js"

const SECRET = "planted-secret-3f1c9a"

const help = { title: "API key", help: "Settings > Keys." }
const fields = {
  api_key: Credentials.secret({ ...help, pattern: /^key_/, example: "key_123" }),
  base_url: Credentials.baseUrl({
    title: "Address",
    help: "The address of your tenant.",
    example: "https://acme.example"
  }),
  region: Credentials.choice({ title: "Region", help: "Where it runs.", values: ["eu", "us"] }),
  user: Credentials.text({ title: "User", help: "Your name." })
}
const schema = Schema.Struct(fields)
const good = { api_key: " key_1 ", base_url: "acme.example/", region: "eu", user: " ada " }

const read = (input: unknown) => Schema.decodeUnknownEither(schema)(input, { errors: "all", onExcessProperty: "error" })

const errorOf = (input: unknown) =>
  Either.getOrThrowWith(Either.flip(read(input)), () => new Error("the credentials were accepted"))

describe("Credentials", () => {
  it("are trimmed, and secrets are redacted", () => {
    const { api_key, ...rest } = Either.getOrThrow(read(good))
    expect(rest).toEqual({ base_url: "https://acme.example", region: "eu", user: "ada" })
    expect(Redacted.isRedacted(api_key) && Redacted.value(api_key)).toBe("key_1")
    expect(String(JSON.stringify({ api_key }))).not.toContain("key_1")
  })

  it("survive a round trip through storage", () => {
    const decoded = Either.getOrThrow(read(good))
    expect(read(Schema.encodeSync(schema)(decoded))).toEqual(Either.right(decoded))
  })

  it.each([
    ["acme.example", "https://acme.example"],
    ["HTTPS://Acme.Example/", "https://acme.example"],
    ["https://ACME.example.:8443/", "https://acme.example:8443"],
    ["https://acme.example:8443/api/v1//", "https://acme.example:8443/api/v1"],
    ["http://127.0.0.1:4010", "http://127.0.0.1:4010"]
  ])("normalize the address %s", (text, expected) => {
    expect(Either.getOrThrow(read({ ...good, base_url: text })).base_url).toBe(expected)
  })

  it.each(["", "  ", "ftp://acme.example", "https://a:b@acme.example", "https://acme.example?a=1", "not an address"])(
    "reject the address %j",
    (text) => {
      expect(describeError(errorOf({ ...good, base_url: text }))).toHaveLength(1)
    }
  )

  it.each(["key_\0", "key_\x1b[2J", "key_1\x7f"])("refuse the control characters of %j", (text) => {
    expect(describeError(errorOf({ ...good, api_key: text }))).toEqual([
      "api_key: Expected a value for API key without control characters"
    ])
  })

  it("may have line breaks, as private keys have", () => {
    expect(Redacted.value(Either.getOrThrow(read({ ...good, api_key: "key_1\r\n\t2" })).api_key)).toBe("key_1\r\n\t2")
  })

  it.each([{}, { role: null }, { role: "" }, { role: "  " }])(
    "are null if they are optional and missing or blank: %j",
    (input) => {
      const optional = Schema.Struct({ role: Credentials.optional(fields.user) })
      expect(Schema.decodeUnknownSync(optional)(input)).toEqual({ role: null })
    }
  )

  it("are read like any other field if they are optional and have a value", () => {
    const optional = Schema.Struct({ key: Credentials.optional(fields.api_key) })
    const { key } = Schema.decodeUnknownSync(optional)({ key: " key_1 " })
    expect(key === null ? null : Redacted.value(key)).toBe("key_1")
    expect(Schema.encodeSync(optional)({ key })).toEqual({ key: "key_1" })
    expect(Schema.encodeSync(optional)({ key: null })).toEqual({ key: null })
    expect(optional.fields.key.credential).toMatchObject({ type: "secret", title: "API key", isOptional: true })
  })

  it.each([{ key: SECRET }, { key: 7 }])("in the wrong format are rejected without quoting them: %j", (input) => {
    const optional = Schema.Struct({ key: Credentials.optional(fields.api_key) })
    const read = Schema.decodeUnknownEither(optional)(input)
    const [issue, ...others] = Either.isLeft(read) ? describeError(read.left) : []
    expect(others).toEqual([])
    expect(issue).toMatch(/^key: Expected/)
    expect(issue).not.toContain(SECRET)
  })

  it("take a private key in several lines or in one, and nothing else, without quoting it", () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
    const pem = String(privateKey.export({ type: "pkcs8", format: "pem" })).trim()
    const key = Schema.Struct({ key: Credentials.privateKey({ title: "Key", help: "Settings > Keys." }) })
    for (const entered of [pem, pem.replaceAll("\n", "\\n")]) {
      expect(Redacted.value(Schema.decodeUnknownSync(key)({ key: entered }).key)).toBe(entered)
    }
    const refused = Effect.runSync(Effect.flip(Credentials.decode(key, { key: SECRET }, { unknownFields: "refuse" })))
    expect(refused.problems).toMatchObject([
      { expected: expect.stringContaining("Expected a private key in PEM for Key") }
    ])
  })

  it("explain what was expected", () => {
    const { api_key: _, ...missing } = good
    expect(describeError(errorOf(missing))).toEqual(["api_key: is missing"])
    expect(describeError(errorOf({ ...good, api_key: "x" }))).toEqual([
      "api_key: Expected a valid value for API key, such as key_123"
    ])
    expect(describeError(errorOf({ ...good, region: "mars" }))).toEqual(["region: Expected one of eu, us"])
  })

  const wrong = [SECRET, Number.parseInt("4242424242", 10), { token: SECRET }, [SECRET], `${SECRET}://`]
  const inputs = Object.keys(fields).flatMap((field) => wrong.map((value) => ({ ...good, [field]: value })))

  it("never show the value of any field, not even in the parser's own messages", () => {
    for (const input of [...inputs, SECRET, [SECRET], { ...good, unknown: SECRET }]) {
      const result = read(input)
      if (Either.isRight(result)) continue
      const described = describeError(result.left).join("\n")
      expect(described).not.toMatch(/planted|4242/)
      if (typeof input === "object" && !("unknown" in input) && !Array.isArray(input)) {
        expect(`${result.left}\n${result.left.message}`).not.toMatch(/planted|4242/)
      }
    }
  })

  it("are refused with a problem for each field that is wrong or unknown, and without the values", () => {
    const entered = { ...good, region: SECRET, tenant: SECRET }
    const refused = Effect.runSync(Effect.flip(Credentials.decode(schema, entered, { unknownFields: "refuse" })))
    expect(refused.problems).toEqual([
      { path: ["tenant"], isUnknown: true, expected: "Expected a different value" },
      { path: ["region"], isUnknown: false, expected: "Expected one of eu, us" }
    ])
    const { region } = Effect.runSync(
      Credentials.decode(schema, { ...good, tenant: SECRET }, { unknownFields: "ignore" })
    )
    expect(region).toBe("eu")
  })
})

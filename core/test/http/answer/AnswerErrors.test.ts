import { describe, expect, it } from "@effect/vitest"
import { type AnswerErrors, Decode, Extractor, VendorError, VendorHttp } from "@tributary/core"
import { Duration, Effect } from "effect"
import { type Answer, converse } from "../../FakeVendor.js"

const send = (request: Partial<VendorHttp.VendorRequest> = {}) =>
  Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ url: "/graphql", endpoint: "/graphql", ...request }))

const graphql: AnswerErrors = {
  at: "errors[].extensions.code",
  codes: {
    UNAUTHENTICATED: 401,
    FORBIDDEN: 403,
    NOT_FOUND: 404,
    RATE_LIMITED: 429,
    BAD_INPUT: 400,
    DOWN: 503,
    EXPIRED: "expired",
    UNLICENSED: "plan",
    WARNING: "ok"
  },
  words: { FORBIDDEN: "the service account lacks a permission" }
}

const reporting = (...codes: ReadonlyArray<unknown>): Answer => ({
  body: { data: null, errors: codes.map((code) => ({ message: "Ada may not", extensions: { code } })) }
})

const failureOf = async (answer: Answer, settings: Partial<VendorHttp.VendorHttpSettings> = { errors: graphql }) => {
  const { exit, received, seconds } = await converse(() => answer, send(), settings)
  return { failure: await Effect.runPromise(Effect.flip(exit)), requests: received.length, seconds }
}

describe("An error inside a 200", () => {
  it.each([
    ["UNAUTHENTICATED", "Unauthorized", 401, 1],
    ["FORBIDDEN", "Unauthorized", 403, 1],
    ["NOT_FOUND", "ClientError", 404, 1],
    ["BAD_INPUT", "ClientError", 400, 1],
    ["EXPIRED", "CheckpointExpired", 200, 1],
    ["RATE_LIMITED", "RateLimited", 429, VendorHttp.MAX_ATTEMPTS],
    ["DOWN", "ServerError", 503, VendorHttp.MAX_ATTEMPTS],
    ["NOBODY_KNOWS", "ServerError", 500, VendorHttp.MAX_ATTEMPTS]
  ])("%s is what the table says: %s with status %s, after %s requests", async (code, tag, status, attempts) => {
    const { failure, requests } = await failureOf(reporting(code))
    expect(failure).toMatchObject({ _tag: tag, status, endpoint: "/graphql" })
    expect(failure.detail).toContain(`answered 200 with the error ${code}`)
    expect(failure.detail).not.toContain("Ada")
    expect(requests).toBe(attempts)
  })

  it("says that the request is not in the customer's plan only if the table says so", async () => {
    const { failure } = await failureOf({ status: 400, body: { errors: [{ extensions: { code: "UNLICENSED" } }] } })
    expect(VendorError.reasonOf(failure)).toBe("NOT_IN_PLAN")
    // An optional list can only be refused with it.
    expect(failure.status).toBe(403)
    expect(VendorError.reasonOf((await failureOf(reporting("FORBIDDEN"))).failure)).toBe("PERMISSION_MISSING")
  })

  it("is described in the words of the table", async () => {
    const { failure } = await failureOf(reporting("FORBIDDEN"))
    expect(failure.detail).toBe("answered 200 with the error FORBIDDEN: the service account lacks a permission")
  })

  it("prefers a code of the table over an unknown code, and ignores codes that mean success", async () => {
    expect((await failureOf(reporting("NOBODY_KNOWS", "WARNING", "FORBIDDEN"))).failure.status).toBe(403)
    const { exit } = await converse(() => reporting("WARNING"), send(), { errors: graphql })
    expect(exit._tag).toBe("Success")
  })

  it("is absent if there is no code at its path", async () => {
    for (const body of [
      [],
      null,
      { errors: [] },
      { errors: null },
      { errors: [{ extensions: null }] },
      { errors: "x" }
    ]) {
      const { exit } = await converse(() => ({ body }), send(), { errors: graphql })
      expect(exit._tag, JSON.stringify(body)).toBe("Success")
    }
  })

  it("is ignored if its code is unknown and the table ignores unknown codes", async () => {
    const errors = { ...graphql, otherwise: "ok" as const }
    const { exit } = await converse(() => reporting("NOBODY_KNOWS"), send(), { errors })
    expect(exit._tag).toBe("Success")
    expect((await failureOf(reporting("FORBIDDEN"), { errors })).failure.status).toBe(403)
  })

  it("makes a list incomplete if the table ignores its unknown code, wherever the code is", async () => {
    const lacking = async (code: string) => {
      const body = { rows: [{ id: "1" }], problem: code }
      const errors: AnswerErrors = { at: "problem", codes: { FINE: "ok" }, otherwise: "ok" }
      const { exit } = await converse(() => ({ body }), send(), { errors })
      return Effect.map(exit, (response) => Extractor.lackOf(response, body.rows)).pipe(Effect.runPromise)
    }
    expect(await lacking("NOBODY_KNOWS")).toBe("it reported an error beside its rows")
    expect(await lacking("FINE")).toBeNull()
    // A code of the row itself is no error of the answer.
    const row = { id: "1", problem: "NOBODY_KNOWS" }
    expect(
      Extractor.lackOf({ status: 200, headers: {}, body: row, reports: "reported NOBODY_KNOWS" }, [row])
    ).toBeNull()
  })

  it("is not quoted if it does not look like a code, and object properties are not mistaken for codes", async () => {
    const { failure } = await failureOf(reporting("ada@example.com may not"))
    expect(failure.detail).toBe("answered 200 with an error")
    expect((await failureOf(reporting("constructor"))).failure.status).toBe(500)
  })

  it("causes one renewal of the token if it means refused credentials", async () => {
    const auth = { url: "https://acme.example/token", form: {} }
    const answer = ({ url }: { readonly url: string }): Answer =>
      url.endsWith("/token")
        ? { body: { access_token: "token", errors: [{ extensions: { code: "FORBIDDEN" } }] } }
        : reporting("UNAUTHENTICATED")
    const { exit, received } = await converse(answer, send(), { errors: graphql, auth })
    expect(VendorError.areCredentialsRefused(await Effect.runPromise(Effect.flip(exit)))).toBe(true)
    expect(received.filter(({ url }) => url.endsWith("/token"))).toHaveLength(2)
  })

  it.each([
    ["UNAUTHENTICATED", "Unauthorized"],
    ["BAD_INPUT", "Unauthorized"],
    ["RATE_LIMITED", "RateLimited"],
    ["DOWN", "ServerError"]
  ])("%s in answer to a token request means what the table says: %s", async (code, tag) => {
    const auth = { url: "https://acme.example/token", form: {} }
    const { failure } = await failureOf(reporting(code), { errors: graphql, auth })
    expect(failure).toMatchObject({ _tag: tag, endpoint: "/token" })
    expect(VendorError.areCredentialsRefused(failure)).toBe(tag === "Unauthorized")
  })

  it("delays the retry for as long as the headers of the answer say", async () => {
    const limited = { ...(reporting("RATE_LIMITED") as object), headers: { "retry-after": "30" } }
    const { failure, seconds } = await failureOf(limited)
    expect(failure).toMatchObject({ _tag: "RateLimited", retryAfter: Duration.seconds(30) })
    expect(seconds).toBeGreaterThanOrEqual(60)
  })
})

describe("An error in the body of a failed answer", () => {
  const xml = {
    decode: Decode.xml(),
    errors: { at: ["RETURN.CODE", "ServiceResponse.responseCode"], codes: { "1960": 429, "1905": 400 } } as AnswerErrors
  }
  const simple = (status: number, code: string): Answer => ({ status, body: `<RETURN><CODE>${code}</CODE></RETURN>` })

  it("overrides the status", async () => {
    expect((await failureOf(simple(409, "1960"), xml)).failure).toMatchObject({ _tag: "RateLimited", status: 429 })
    expect((await failureOf(simple(500, "1905"), xml)).failure).toMatchObject({ _tag: "ClientError", status: 400 })
  })

  it("changes nothing if it is not in the table, or if the body cannot be read", async () => {
    expect((await failureOf(simple(409, "4711"), xml)).failure).toMatchObject({
      _tag: "ClientError",
      status: 409,
      detail: "answered 409"
    })
    expect((await failureOf({ status: 403, body: "<html>" }, xml)).failure).toMatchObject({ status: 403 })
  })

  it("is found at any of the paths", async () => {
    const body = "<ServiceResponse><responseCode>1905</responseCode></ServiceResponse>"
    expect((await failureOf({ body }, xml)).failure).toMatchObject({ status: 400 })
  })

  it("is also found in the format of the connector if the list has another format", async () => {
    const decode = Decode.csv({ columns: ["id"] })
    const { exit } = await converse(() => simple(200, "1960"), send({ decode }), xml)
    expect(await Effect.runPromise(Effect.flip(exit))).toMatchObject({ _tag: "RateLimited", status: 429 })
    const lines = await converse(() => reporting("FORBIDDEN"), send({ decode: Decode.ndjson }), { errors: graphql })
    expect(await Effect.runPromise(Effect.flip(lines.exit))).toMatchObject({ _tag: "Unauthorized", status: 403 })
    const sound = await converse(() => ({ body: "id\n1" }), send({ decode }), xml)
    expect(sound.exit).toMatchObject({ _tag: "Success", value: { body: [{ id: "1" }] } })
  })

  it("is overridden by the connector's own classify", async () => {
    const classify = ({ endpoint, status }: VendorHttp.RawAnswer) =>
      new VendorError.Unauthorized({ endpoint, status, detail: "by hand" })
    expect((await failureOf(simple(409, "1960"), { ...xml, classify })).failure.detail).toBe("by hand")
  })
})

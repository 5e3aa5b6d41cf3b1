import { describe, expect, it } from "@effect/vitest"
import { Authentication, RateBudget, type VendorError, VendorHttp } from "@tributary/core"
import { Duration, Effect, Either, Fiber, Layer, Redacted } from "effect"
import * as VirtualTime from "../../../src/testing/vendor/VirtualTime.js"
import { type Answer, BASE_URL, makeClient, type ReceivedRequest } from "../../FakeVendor.js"

type Settings = Partial<VendorHttp.VendorHttpSettings>

const bearing = (token: string): Settings => ({ headers: { authorization: Redacted.make(token) } })

/** Limits whoever sends the token of Acme for 30 seconds, from its first write on. */
const limitsAcme = ({ headers, method }: ReceivedRequest): Answer =>
  headers["authorization"] === "acme" && method === "POST"
    ? { status: 429, headers: { "retry-after": "30", "x-remaining": "0" } }
    : {}

const rate: VendorHttp.VendorHttpSettings["rate"] = (headers, now) =>
  headers["x-remaining"] === undefined ? null : { limit: null, remaining: 0, resetAt: now + 30_000 }

/** Connections with these settings, which share one budget. */
const connections = <A, E>(
  answer: (request: ReceivedRequest) => Answer,
  all: ReadonlyArray<Settings>,
  story: (...open: ReadonlyArray<VendorHttp.VendorHttp["Type"]>) => Effect.Effect<A, E>
) => {
  const { layer, received } = makeClient(answer)
  const run = Effect.forEach(all, (settings) => VendorHttp.make({ baseUrl: BASE_URL, rate, ...settings })).pipe(
    Effect.flatMap((open) => story(...open)),
    Effect.provide(Layer.merge(layer, RateBudget.layer))
  )
  return VirtualTime.run(run).then((exit) => {
    if (exit._tag === "Failure") throw new Error(String(exit.cause))
    return { value: exit.value, received }
  })
}

const send = (http: VendorHttp.VendorHttp["Type"] | undefined, request: Partial<VendorHttp.VendorRequest> = {}) => {
  if (http === undefined) return Effect.dieMessage("no such connection")
  return http.send({ endpoint: "/rows", url: "/rows", ...request })
}

/** The seconds that the second connection waits for its request after the vendor has limited the first one. */
const secondsAfterTheFirst = async (first: Settings, second: Settings, answer = limitsAcme): Promise<number> => {
  const { value } = await connections(answer, [first, second], (one, other) =>
    Effect.gen(function* () {
      yield* Effect.either(send(one))
      yield* Effect.either(send(one, { method: "POST" }))
      const [waited] = yield* Effect.timed(Effect.either(send(other)))
      return Duration.toSeconds(waited)
    })
  )
  return value
}

describe("a 429 of one connection", () => {
  it("delays no connection with other credentials", async () => {
    expect(await secondsAfterTheFirst(bearing("acme"), bearing("globex"))).toBe(0)
  })

  it("delays a connection with the same credentials", async () => {
    expect(await secondsAfterTheFirst(bearing("acme"), bearing("acme"))).toBeGreaterThanOrEqual(30)
  })

  it.each([
    ["the same tenant, even with other credentials", { rateLimitedBy: "tenant", tenant: "t1" }, { tenant: "t1" }, 30],
    ["no other tenant at the same address", { rateLimitedBy: "tenant", tenant: "t1" }, { tenant: "t2" }, 0],
    ["no tenant at another address", { rateLimitedBy: "tenant" }, { baseUrl: "https://globex.example" }, 0],
    ["no tenant below another path", { rateLimitedBy: "tenant" }, { baseUrl: `${BASE_URL}/site/2` }, 0],
    ["no other region", { rateLimitedBy: "tenant" }, { baseUrl: "https://eu.example", furtherBaseUrls: [BASE_URL] }, 0],
    ["every tenant, if the vendor counts by host", { rateLimitedBy: "host", tenant: "t1" }, { tenant: "t2" }, 30],
    ["no other host", { rateLimitedBy: "host" }, { baseUrl: "https://globex.example" }, 0]
  ] satisfies ReadonlyArray<readonly [string, Settings, Settings, number]>)(
    "delays %s",
    async (_, first, second, seconds) => {
      const other = { ...first, ...second, ...bearing("globex") }
      expect(await secondsAfterTheFirst({ ...first, ...bearing("acme") }, other)).toBe(seconds)
    }
  )

  it("delays only its own endpoint if the vendor counts by endpoint", async () => {
    const { value } = await connections(limitsAcme, [{ ...bearing("acme"), rateLimitCovers: "endpoint" }], (one) =>
      Effect.gen(function* () {
        yield* Effect.either(send(one, { method: "POST" }))
        const [waited] = yield* Effect.timed(Effect.either(send(one, { endpoint: "/others" })))
        return Duration.toSeconds(waited)
      })
    )
    expect(value).toBe(0)
  })

  it("delays nobody else until the vendor accepts the credentials: anyone can enter another customer's address", async () => {
    const answer = ({ headers }: ReceivedRequest): Answer =>
      headers["authorization"] === "wrong" ? { status: 429, headers: { "retry-after": "600", "x-remaining": "0" } } : {}
    const tenant: Settings = { rateLimitedBy: "tenant" }
    expect(
      await secondsAfterTheFirst({ ...tenant, ...bearing("wrong") }, { ...tenant, ...bearing("acme") }, answer)
    ).toBe(0)
    const { value, received } = await connections(answer, [{ ...tenant, ...bearing("wrong") }], (one) =>
      Effect.zip(Effect.flip(send(one)), Effect.flip(send(one)))
    )
    expect(value).toMatchObject([{ status: 429 }, { status: null, retryAt: 600_000 }])
    expect(received).toHaveLength(1)
  })

  it("at the token endpoint delays neither the API nor the tokens of other credentials", async () => {
    const url = "https://login.example/token"
    const appOf = (clientId: string): Settings => ({
      auth: Authentication.clientCredentials({ url, clientId, clientSecret: Redacted.make("secret") })
    })
    const answer = ({ body, url: asked }: ReceivedRequest): Answer => {
      if (asked !== url) return {}
      const isAcme = body?.includes("client_id=acme") === true
      return isAcme ? { status: 429, headers: { "retry-after": "600" } } : { body: { access_token: "t" } }
    }
    expect(await secondsAfterTheFirst(appOf("acme"), appOf("globex"), answer)).toBe(0)
  })

  it("delays nobody else if only a signature uses the credentials, because it does not show whose they are", async () => {
    const signing = (token: string): Settings => ({ sign: async () => ({ authorization: token }) })
    expect(await secondsAfterTheFirst(signing("acme"), signing("globex"))).toBe(0)
  })
})

describe("a pause of hours", () => {
  const answer = (): Answer => ({ status: 429, headers: { "retry-after": "7200" } })

  it("fails the request at once and says when the pause ends, and no request is sent before", async () => {
    const { value, received } = await connections(answer, [bearing("acme")], (one) =>
      Effect.gen(function* () {
        const [first] = yield* Effect.all([Effect.either(send(one)), Effect.sleep("1 hour")])
        const second = yield* Effect.either(send(one))
        return [first, second].map((each) => (Either.isLeft(each) ? each.left : null))
      })
    )
    const retryAt = 7_200_000
    expect(value[0]).toMatchObject({ _tag: "RateLimited", status: 429, retryAt })
    expect(value[1]).toMatchObject({
      _tag: "RateLimited",
      status: null,
      retryAt,
      retryAfter: Duration.hours(1),
      detail: "the vendor's rate limit is used up until 1970-01-01T02:00:00.000Z"
    } satisfies Partial<VendorError.RateLimited>)
    expect(received).toHaveLength(1)
  })

  it("ends after a day at most, whatever the vendor says", async () => {
    const { value } = await connections(
      () => ({ status: 429, headers: { "retry-after": "1e300" } }),
      [bearing("acme")],
      (one) => Effect.flip(send(one))
    )
    expect(value).toMatchObject({ retryAt: 86_400_000 })
  })

  it("fails the request of a waiting person at once if it takes more than a few seconds", async () => {
    const { value, received } = await connections(
      () => ({ status: 429, headers: { "retry-after": "20" } }),
      [bearing("acme")],
      (one) => Effect.timed(Effect.either(send(one))).pipe(Effect.provideService(RateBudget.Urgency, "interactive"))
    )
    expect(Duration.toSeconds(value[0])).toBe(0)
    expect(received).toHaveLength(1)
  })
})

describe("a cap", () => {
  const rateCap = { requests: 2, period: "1 minute" } as const

  it("paces all requests of one scope, whatever their endpoint", async () => {
    const { value, received } = await connections(
      () => ({}),
      [
        { ...bearing("acme"), rateCap, rateLimitCovers: "endpoint" },
        { ...bearing("globex"), rateCap }
      ],
      (acme, globex) =>
        Effect.gen(function* () {
          const [none] = yield* Effect.timed(Effect.all([send(acme), send(globex)]))
          const [paced] = yield* Effect.timed(send(acme, { endpoint: "/others" }))
          return [none, paced].map(Duration.toSeconds)
        })
    )
    expect(value).toEqual([0, 30])
    expect(received).toHaveLength(3)
  })

  it("fails a request that would have to wait for more than a minute, and says until when", async () => {
    const { value } = await connections(
      () => ({}),
      [{ ...bearing("acme"), rateCap: { requests: 1, period: "1 hour" } }],
      (acme) => Effect.zipRight(send(acme), Effect.flip(send(acme)))
    )
    expect(value).toMatchObject({
      _tag: "RateLimited",
      retryAt: 3_600_000,
      detail: "the limit that is set for this vendor is used up until 1970-01-01T01:00:00.000Z"
    })
  })
})

describe("caps of several periods", () => {
  const rateCap = [
    { requests: 2, period: "10 seconds" },
    { requests: 40, period: "400 seconds" }
  ] as const

  it("are all kept, whichever is declared first", async () => {
    for (const caps of [rateCap, rateCap.toReversed()]) {
      const { value } = await connections(
        () => ({}),
        [{ ...bearing("acme"), rateCap: caps }],
        (acme) =>
          Effect.forEach(Array.from({ length: 6 }), () => Effect.map(Effect.timed(send(acme)), ([waited]) => waited))
      )
      let now = 0
      const left = value.map((waited) => (now += Duration.toSeconds(waited)))
      for (const { period, requests } of rateCap) {
        const length = Duration.toSeconds(period)
        for (const start of left) {
          expect(left.filter((at) => at >= start && at < start + length).length).toBeLessThanOrEqual(requests)
        }
      }
      expect(left.at(-1)).toBeLessThan(60)
    }
  })
})

describe("requests at once", () => {
  const limited: Settings = { ...bearing("acme"), requestsAtOnce: 2, timeout: "40 seconds" }
  const repeatable = { method: "POST", isRepeatable: false } as const

  it("are no more than the vendor allows to all connections of the tenant; the next one leaves when one has its answer", async () => {
    const { received, value } = await connections(
      ({ url }) => (url.includes("hang") ? "hang" : {}),
      [limited, limited],
      (one, other) =>
        Effect.gen(function* () {
          const slow = { ...repeatable, url: "/hang" }
          const hanging = yield* Effect.forkAll([Effect.either(send(one, slow)), Effect.either(send(other, slow))])
          yield* Effect.sleep("1 second")
          const [waited] = yield* Effect.timed(send(one))
          yield* Fiber.join(hanging)
          return Duration.toSeconds(waited)
        })
    )
    expect(value).toBe(39)
    expect(received.map(({ url }) => new URL(url).pathname)).toEqual(["/hang", "/hang", "/rows"])
  })

  it("leave their place when they are interrupted, on their way or before", async () => {
    const { value } = await connections(
      ({ url }) => (url.includes("hang") ? "hang" : {}),
      [{ ...limited, requestsAtOnce: 1 }],
      (one) =>
        Effect.gen(function* () {
          const hanging = yield* Effect.fork(send(one, { ...repeatable, url: "/hang" }))
          yield* Effect.sleep("1 second")
          const waiting = yield* Effect.fork(send(one))
          yield* Effect.sleep("1 second")
          yield* Fiber.interrupt(waiting)
          const next = yield* Effect.fork(Effect.timed(send(one)))
          yield* Effect.sleep("3 seconds")
          yield* Fiber.interrupt(hanging)
          const [waited] = yield* Fiber.join(next)
          return Duration.toSeconds(waited)
        })
    )
    expect(value).toBe(3)
  })

  it("do not count those of another endpoint if the limit covers one, and let a person wait for seconds only", async () => {
    const { value } = await connections(
      ({ url }) => (url.includes("hang") ? "hang" : {}),
      [{ ...limited, requestsAtOnce: 1, rateLimitCovers: "endpoint" }],
      (one) =>
        Effect.gen(function* () {
          const hanging = yield* Effect.fork(Effect.either(send(one, { ...repeatable, url: "/hang" })))
          yield* Effect.sleep("1 second")
          const [free] = yield* Effect.timed(send(one, { endpoint: "/others", url: "/others" }))
          const [busy, error] = yield* Effect.timed(Effect.flip(send(one, repeatable))).pipe(
            Effect.provideService(RateBudget.Urgency, "interactive")
          )
          yield* Fiber.interrupt(hanging)
          return { seconds: [free, busy].map(Duration.toSeconds), error }
        })
    )
    expect(value.seconds).toEqual([0, 5])
    expect(value.error).toMatchObject({
      _tag: "RateLimited",
      detail: expect.stringContaining("as many requests at once as it may: 1")
    })
  })
})

describe("the waits of one request", () => {
  it("are limited in total, for its turn, for the vendor's pauses and between retries", async () => {
    const { value, received } = await connections(
      () => ({ status: 429, headers: { "retry-after": "25" } }),
      [bearing("acme")],
      (one) => Effect.timed(Effect.flip(send(one)))
    )
    const [waited, error] = value
    expect(Duration.toSeconds(waited)).toBe(50)
    expect(received).toHaveLength(3)
    expect(error).toMatchObject({ retryAt: 75_000 })
  })

  it("do not include the time that the vendor takes to answer", async () => {
    const { received } = await connections(
      () => "hang",
      [{ timeout: "3 minutes" }],
      (one) => Effect.flip(send(one))
    )
    expect(received).toHaveLength(VendorHttp.MAX_ATTEMPTS)
  })
})

it("ignores the rate headers of an answer that refuses the credentials", async () => {
  const answer = ({ url }: ReceivedRequest): Answer =>
    url.endsWith("/rows") ? { status: 401, headers: { "x-remaining": "0" } } : {}
  const { value } = await connections(answer, [bearing("acme")], (one) =>
    Effect.zipRight(Effect.either(send(one)), Effect.timed(send(one, { url: "/others" })))
  )
  expect(Duration.toSeconds(value[0])).toBe(0)
})

import type { IncomingMessage, ServerResponse } from "node:http"
import { it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { afterEach, beforeEach, describe, expect, vi } from "vitest"
import type * as Errors from "../../../../src/api/parts/Errors.js"
import * as FloodGuards from "../../../../src/http/server/access/FloodGuards.js"
import * as Turns from "../../../../src/http/server/access/Turns.js"

const { table } = FloodGuards

const headers = { "x-api-key": "key" }

describe("the requests of a key", () => {
  /** How long each request at these times has to wait, in seconds as `Retry-After` says; null if it is let in. */
  const waits = (
    { countRequest }: ReturnType<typeof FloodGuards.make>,
    keyId: string,
    ...times: ReadonlyArray<number>
  ) => times.map((now) => countRequest(headers, keyId, now)?.retryAfterSecs ?? null)

  it("may come in a burst, and then at the sustained rate", () => {
    const made = FloodGuards.make({ perSecond: 0.5, burst: 3 })
    expect(waits(made, "a", 0, 0, 0, 0)).toEqual([null, null, null, 2])
    expect(waits(made, "a", 2_000, 2_000)).toEqual([null, 2])
    const later = 3_600_000
    expect(waits(made, "a", later, later, later, later)).toEqual([null, null, null, 2])
  })

  it("are counted separately from those of other keys", () => {
    const made = FloodGuards.make({ perSecond: 1, burst: 1 })
    expect([waits(made, "a", 0, 0), waits(made, "b", 0)]).toEqual([[null, 1], [null]])
  })

  it.effect("wait until the key has made up for what it was charged beyond its allowance", () =>
    Effect.gen(function* () {
      const made = FloodGuards.make({ perSecond: 1, burst: 3 })
      expect(waits(made, "a", 0)).toEqual([null])
      yield* made.inTurn("a", 15, Effect.void, Turns.immediately)
      expect([waits(made, "a", 0), waits(made, "b", 0)]).toEqual([[13], [null]])
    })
  )

  it("count once for each default page, and once more for each addition", () => {
    const costs = [{}, { limit: 50 }, { limit: 500 }, { limit: 500, additions: 2 }, { additions: 1 }]
    expect(costs.map((asked) => FloodGuards.costOf({ additions: 0, ...asked }))).toEqual([1, 1, 5, 15, 2])
  })
})

describe("requests that ask a vendor", () => {
  /** Sends so many that never end, and returns how many have begun and how many were refused. */
  const send = (count: number, turn: (self: Effect.Effect<never>) => Effect.Effect<unknown, Errors.ApiError>) =>
    Effect.gen(function* () {
      const seen = { begun: 0, refused: 0 }
      const request = turn(
        Effect.suspend(() => {
          seen.begun += 1
          return Effect.never
        })
      ).pipe(
        Effect.catchAll(({ code, retryAfterSecs }) => {
          expect([code, retryAfterSecs]).toEqual(["TOO_MANY_CHECKS", 1])
          seen.refused += 1
          return Effect.void
        })
      )
      const fibers = yield* Effect.forEach(Array.from({ length: count }), () => Effect.fork(request))
      // Each of them runs until it has begun, waits, or is refused.
      yield* Effect.forEach(fibers, () => Effect.yieldNow(), { discard: true })
      return seen
    })

  it.effect("are few at once of each account, and beyond those that wait refused", () =>
    Effect.gen(function* () {
      const { checkInTurn } = FloodGuards.make(table.requests)
      const { atOnce, inFlight } = table.checks
      const ofOne = yield* send(inFlight + 3, (self) => checkInTurn("one", self))
      expect(ofOne).toEqual({ begun: atOnce, refused: 3 })
      expect(yield* send(1, (self) => checkInTurn("other", self))).toEqual({ begun: 1, refused: 0 })
    })
  )

  it.effect("are fewer of a customer's session, so that the others of its account find a turn", () =>
    Effect.gen(function* () {
      const { check, checkInTurn } = FloodGuards.make(table.requests)
      const { atOnce, inFlight } = table.sessionChecks
      const ofSession = yield* send(inFlight + 3, (self) => check("session", checkInTurn("one", self), () => false))
      expect(ofSession).toEqual({ begun: atOnce, refused: 3 })
      expect(atOnce).toBeLessThan(table.checks.atOnce)
    })
  )
})

describe("the steps of consents", () => {
  it.effect("are bounded for each link, and for all together", () =>
    Effect.gen(function* () {
      const { countConsentStep } = FloodGuards.make(table.requests)
      const waitOf = (link: string) =>
        Effect.match(countConsentStep(link), { onSuccess: () => 0, onFailure: (error) => error.retryAfterSecs })
      const burst = (link: string, count: number) => Effect.replicateEffect(waitOf(link), count)
      expect(new Set(yield* burst("a", table.consentSteps.burst))).toEqual(new Set([0]))
      // A link that is over its limit takes nothing from the others.
      expect(new Set(yield* burst("a", table.allConsentSteps.burst))).toEqual(new Set([5]))
      const left = table.allConsentSteps.burst - table.consentSteps.burst
      const others = yield* Effect.forEach(Array.from({ length: left }), (_, at) => waitOf(`link ${at}`))
      expect(new Set(others)).toEqual(new Set([0]))
      expect(yield* waitOf("another")).toBe(1)
      yield* TestClock.adjust("1 second")
      expect(yield* waitOf("another")).toBe(0)
      expect(yield* waitOf("a")).toBe(4)
    })
  )
})

describe("unknown keys", () => {
  const setUp = () => {
    const made = FloodGuards.make(table.requests)
    let asked = 0
    const lookUp = (isValid: boolean) =>
      Effect.suspend(() => {
        asked++
        return isValid ? Effect.succeed("valid") : Effect.fail("unknown")
      })
    const send = (address: string, isValid: boolean) =>
      made
        .lookUp(address, Effect.succeed(isValid), lookUp(isValid))
        .pipe(Effect.catchAll((error) => Effect.succeed(typeof error === "string" ? error : error.code)))
    return { send, asked: () => asked }
  }

  it.effect("of an address reach the database 100 times at once, and then 20 times per second", () =>
    Effect.gen(function* () {
      const { asked, send } = setUp()
      const guesses = Effect.replicateEffect(send("192.0.2.1", false), 500)
      const answers = yield* guesses
      expect(new Set(answers.slice(0, 100))).toEqual(new Set(["unknown"]))
      expect(new Set(answers.slice(100))).toEqual(new Set(["TOO_MANY_UNKNOWN_KEYS"]))
      expect(asked()).toBe(100)
      yield* TestClock.adjust("1 second")
      yield* guesses
      expect(asked()).toBe(120)
    })
  )

  it.effect("block neither valid keys from the same address nor keys from other addresses", () =>
    Effect.gen(function* () {
      const { send } = setUp()
      expect(new Set(yield* Effect.replicateEffect(send("192.0.2.1", true), 500))).toEqual(new Set(["valid"]))
      yield* Effect.replicateEffect(send("192.0.2.1", false), 200)
      expect([yield* send("192.0.2.1", true), yield* send("192.0.2.2", false)]).toEqual(["valid", "unknown"])
    })
  )

  it.effect("of a /64 network are counted together", () =>
    Effect.gen(function* () {
      const { send } = setUp()
      yield* Effect.replicateEffect(send("2001:db8:1:2:3::1", false), 100)
      expect(yield* send("2001:db8:1:2:4::9", false)).toBe("TOO_MANY_UNKNOWN_KEYS")
      expect(yield* send("2001:db8:1:3:3::1", false)).toBe("unknown")
    })
  )
})

describe("answers to a key over its limit", () => {
  const { aTick, held, holdMillis, tickMillis } = table.heldAnswers

  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Whether the guards themselves answer a request with these headers. */
  const guardsAnswer = (
    made: ReturnType<typeof FloodGuards.make>,
    sentWith: IncomingMessage["headers"],
    response: { readonly writeHead: (status: number, names: object) => unknown; readonly end: () => void },
    now: number
  ) => {
    const request = { url: "/v1/idp/users", headers: sentWith } as unknown as IncomingMessage
    return made.answer(request, response as unknown as ServerResponse, now)
  }

  /** The guards of a key over its limit, and the numbers of its requests that have been answered. */
  const sending = (count: number) => {
    const lines: Array<string> = []
    const made = FloodGuards.make({ perSecond: 1e-6, burst: 1 }, ({ code, requestId, status }, count) => {
      lines.push(`${status} ${code} ${requestId} ${count}`)
    })
    made.countRequest(headers, "a", 0)
    made.countRequest(headers, "a", 0)
    const sent: Array<number> = []
    const send = (index: number, now = 0) => {
      const sentWith = { ...headers, "x-request-id": `r${index}` }
      const response = { writeHead: () => response, end: () => void sent.push(index) }
      return guardsAnswer(made, sentWith, response, now)
    }
    for (let index = 0; index < count; index += 1) expect(send(index)).toBe(true)
    return { made, send, sent, lines }
  }

  it("are sent when the time to hold them has passed", () => {
    const { sent } = sending(1)
    vi.advanceTimersByTime(holdMillis - 1)
    expect(sent).toEqual([])
    vi.advanceTimersByTime(tickMillis + 1)
    expect(sent).toEqual([0])
  })

  it("are sent in order and a few at a time after a burst", () => {
    const { sent } = sending(100)
    vi.advanceTimersByTime(holdMillis + 10 * tickMillis)
    expect(sent.length).toBeGreaterThan(5 * aTick)
    expect(sent.length).toBeLessThan(15 * aTick)
    vi.advanceTimersByTime(500)
    expect(sent).toEqual(Array.from({ length: 100 }, (_, index) => index))
  })

  it("are sent at once if too many are held", () => {
    const { send, sent } = sending(held)
    send(held)
    expect(sent).toEqual([held])
  })

  it("are sent when the server closes", () => {
    const { made, sent } = sending(3)
    made.release()
    expect(sent).toEqual([0, 1, 2])
    vi.runAllTimers()
    expect(vi.getTimerCount()).toBe(0)
  })

  it("are not sent to other keys, outside the API, or when the key has waited long enough", () => {
    const { made, send } = sending(0)
    const response = {} as ServerResponse
    const isAnswered = (url: string, sent: string) =>
      made.answer({ url, headers: { "x-api-key": sent } } as unknown as IncomingMessage, response, 0)
    expect([isAnswered("/v1/idp/users", "other"), isAnswered("/healthz", "key"), send(0, 1e12)]).toEqual([
      false,
      false,
      false
    ])
  })

  it("give the limit that the key has exceeded and how long it has to wait, and its requests are soon counted again", () => {
    const made = FloodGuards.make(table.requests)
    const sent: Array<unknown> = []
    const response = {
      writeHead: (status: number, names: object) => sent.push({ status, ...names }) && response,
      end: () => {}
    }
    const answer = (now: number) => guardsAnswer(made, headers, response, now)
    expect(made.refuse(headers, "DatabaseShareExhausted", 3_000, 0)).toMatchObject({ retryAfterSecs: 3 })
    expect([answer(1), answer(holdMillis)]).toEqual([true, false])
    made.release()
    expect(sent).toMatchObject([{ status: 429, "retry-after": "3", "x-error-code": "DATABASE_SHARE_EXHAUSTED" }])
  })

  it("are logged one line each for the first ones of a second, and in one line with the number of all others", () => {
    const first = table.refusalLines.aSecond
    const { lines, made } = sending(first + 5)
    made.release()
    made.logRefusal({ status: 400, requestId: "other", code: "HPE_INVALID" })
    const single = Array.from({ length: first }, (_, index) => `429 TOO_MANY_REQUESTS r${index} 1`)
    expect(lines).toEqual([...single, "400 HPE_INVALID other 1"])
    vi.advanceTimersByTime(1_000)
    expect(lines.slice(first + 1)).toEqual([`429 TOO_MANY_REQUESTS r${first + 4} 5`])
    made.logRefusal({ status: 429, requestId: "later", code: "TOO_MANY_REQUESTS" })
    expect(lines.at(-1)).toBe("429 TOO_MANY_REQUESTS later 1")
  })
})

describe("the bodies of customers' requests", () => {
  it("are counted by the token of each session, so that one customer does not stop the others", () => {
    const { bodyOf } = FloodGuards.make(table.requests)
    const begin = (token: string) => bodyOf({ authorization: `Bearer ${token}` }, () => undefined)
    const first = Array.from({ length: table.unfinishedBodies.atOnce + 1 }, () => begin("one"))
    expect(first.at(-1)).toMatchObject({ code: "TOO_MANY_BODIES" })
    const other = begin("two")
    expect(other).not.toHaveProperty("code")
    for (const body of [...first, other]) if ("end" in body) body.end()
  })
})

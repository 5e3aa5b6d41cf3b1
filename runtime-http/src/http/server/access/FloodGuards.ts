import { hash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { MonotonicTime } from "@tributary/core"
import { Context, Effect, type Exit, Layer, Runtime } from "effect"
import { BASE_PATH } from "../../../api/OpenApi.js"
import * as Errors from "../../../api/parts/Errors.js"
import { KEY_HEADER, OPERATOR_HEADER } from "../../../api/parts/Security.js"
import { type Rate, TokenBuckets } from "../../../TokenBuckets.js"
import { Metrics } from "../../../telemetry/Metrics.js"
import * as RawError from "../response/RawError.js"
import * as RefusalLog from "./RefusalLog.js"
import * as Turns from "./Turns.js"
import * as UnfinishedBodies from "./UnfinishedBodies.js"
import * as UnsentAnswers from "./UnsentAnswers.js"

const MIB = 1_048_576

/**
 * The guards against floods: what each counts, for whom, up to which bound, and what answers the rest. Every process counts for itself;
 * `guides/limits.md` documents the bounds that clients meet.
 */
export const table = {
  /** Requests of an API key; one for records counts as `costOf` says. The rate is a setting; this is its default. */
  requests: { perSecond: 100, burst: 500, answer: "TooManyRequests" },
  /**
   * Requests of an account, or of an address without a known key, that wait for their turn on the event loop. Beyond the bound they are answered
   * at once, which also makes Node read a connection more slowly than its client sends.
   */
  waitingRequests: { ofSender: 1_000, answer: "TooManyRequests", retryAfterSecs: 1 },
  /** Heavy requests (see `isHeavy`) of an API key, so that those of other keys find processor time and database connections. */
  heavyRequests: { atOnce: 2, inFlight: 32, answer: "TooManyHeavyRequests", retryAfterSecs: 1 },
  /**
   * Requests of an account that ask a vendor, such as checks of credentials. Each holds sockets and some hundred kilobytes of memory for as long as
   * the vendor takes; those that wait hold little.
   */
  checks: { atOnce: 16, inFlight: 128, answer: "TooManyChecks", retryAfterSecs: 1 },
  /** The same of a customer's session, so that no customer uses up the turns of the account; a page has one at a time. */
  sessionChecks: { atOnce: 2, inFlight: 4, answer: "TooManyChecks", retryAfterSecs: 1 },
  /** Requests with an unknown key from an address, because each asks the database. A valid key of the same address is still let in. */
  unknownKeys: { perSecond: 20, burst: 100, answer: "TooManyUnknownKeys" },
  /**
   * Checks of credentials in a customer's session to which the vendor gave no answer, so that they do not count as failed ones. Without the bound,
   * whoever has a link could have any host asked that never answers.
   */
  openChecks: { perSecond: 0.1, burst: 20, answer: "TooManyRequests" },
  /**
   * Steps of one consent that need the store: the page of a link and its button, or the page that its visits end on. Whoever has the link needs no
   * key, and one visit has four steps.
   */
  consentSteps: { perSecond: 0.2, burst: 30, answer: "TooManyRequests" },
  /** The same of all consents together. */
  allConsentSteps: { perSecond: 50, burst: 200, answer: "TooManyRequests" },
  /**
   * Answers to keys that are known to be over their limit, in the process: each is held, and a burst is sent a few at a time, so that a
   * client that waits for its answers is slowed down. Beyond the bound they are sent at once, because a held one needs memory.
   */
  heldAnswers: { held: 1_000, holdMillis: 500, tickMillis: 5, aTick: 4 },
  /** Bytes of answers to an API key that its clients do not read; heavy requests count as in flight until their answer has left. */
  unsentAnswers: {
    bytesOfCaller: 16 * MIB,
    bytesInAll: 64 * MIB,
    stallMillis: 60_000,
    answer: "TooManyUnreadAnswers",
    retryAfterSecs: 5
  },
  /** Bodies of requests of an API key that have not arrived as a whole. */
  unfinishedBodies: {
    atOnce: 16,
    bytesOfCaller: 4 * MIB,
    bytesInAll: 32 * MIB,
    leastPerSecond: 1_024,
    graceMillis: 10_000,
    answer: "TooManyBodies",
    retryAfterSecs: 5
  },
  /** Log lines about requests that were refused before a handler saw them, of one code. The rest of a second gets one line with their number. */
  refusalLines: { aSecond: 10 }
} as const

/** How many keys over their limit are remembered; those beyond it only cost a query more. */
const MAX_EXHAUSTED = 10_000

/** What a request for records asks for. */
export interface Asked {
  readonly limit?: number
  readonly offset?: number
  /** How many fields and arrays of related records the request adds to each record. */
  readonly additions: number
}

/** A page above this size, or behind this offset, counts as heavy. */
const LIGHT = { limit: 100, offset: 1_000 }

/** Whether a request for records costs many times what a page of the default size does. */
export const isHeavy = ({ additions, limit = 0, offset = 0 }: Asked): boolean =>
  additions > 0 || limit > LIGHT.limit || offset > LIGHT.offset

/** As how many requests it counts: one for each page of the default size, and as many again for each addition. */
export const costOf = ({ additions, limit = LIGHT.limit }: Asked): number =>
  Math.ceil(limit / LIGHT.limit) * (1 + additions)

/** The limits that refuse all requests of a key for a while. */
export type RefusalName = typeof table.requests.answer | "DatabaseShareExhausted"

/** A key that has exceeded a limit; times are readings of the monotonic clock. */
interface Exhausted {
  readonly name: RefusalName
  /** Until when it has to wait, as far as that is known. */
  readonly until: number
  /** When its next request is counted again: the limit may be free earlier, such as when statements of its account have ended. */
  readonly askAgainAt: number
}

/** Counts what of the body of a request has arrived. */
export interface BodyArrival {
  /** Counts bytes; returns the 429 if too many bytes of such bodies are kept. */
  readonly add: (bytes: number) => Errors.ApiError | null
  /** The body has arrived, or is not read any more. */
  readonly end: () => void
}

/** The error of a request whose body is one too many, or one byte too long for all that arrive. */
const tooManyBodies: Errors.ApiError = Errors.make(table.unfinishedBodies.answer, {
  retryAfterSecs: table.unfinishedBodies.retryAfterSecs
})

/** The answer to a request that is one too many of those that wait for their turn on the event loop. */
const crowded = RawError.make(table.waitingRequests.answer, {
  "retry-after": String(table.waitingRequests.retryAfterSecs)
})

/** The headers of a request, by their names in lower case. */
type Headers = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Keeps floods of requests from delaying the requests of others. */
export class FloodGuards extends Context.Tag("@tributary/runtime-http/FloodGuards")<
  FloodGuards,
  {
    /** Counts a request of a valid key, at a reading of the monotonic clock; returns the 429 if the key is over its limit. */
    readonly countRequest: (headers: Headers, keyId: string, now: number) => Errors.ApiError | null
    /** The 429 for a request of a key that has to wait so many milliseconds. For a while, `answer` refuses its requests for the same reason. */
    readonly refuse: (headers: Headers, name: RefusalName, waitMillis: number, now: number) => Errors.ApiError
    /** Answers a request if its key is known to be over a limit, without a query; returns whether it does. */
    readonly answer: (request: IncomingMessage, response: ServerResponse, now: number) => boolean
    /** Answers a request at once if its sender has so many that wait for their turn that this is one too many; returns whether it does. */
    readonly answerCrowded: (request: IncomingMessage, response: ServerResponse, waiting: number) => boolean
    /** Sends all answers that are held. */
    readonly release: () => void
    /**
     * Runs a heavy request that counts as `cost` requests when it is its turn; a failed exit, with 429, if too many of the key wait already.
     * It ends its turn when its answer has left, which `whenSent` tells.
     */
    readonly inTurn: <A, E, R>(
      keyId: string,
      cost: number,
      self: Effect.Effect<A, E, R>,
      whenSent: Turns.WhenSent
    ) => Effect.Effect<A, E | Errors.ApiError, R>
    /** Asks a vendor on behalf of a caller who waits, when it is the turn of this request; a 429 if too many requests of the account are waiting already. */
    readonly checkInTurn: <A, E, R>(
      accountId: string,
      self: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | Errors.ApiError, R>
    /** Watches an answer that Node has been given until it has left. */
    readonly watch: (request: IncomingMessage, response: ServerResponse) => void
    /** Begins to count the body of a request; a 429 if too many of the key are arriving. `tooSlow` is called once if it arrives too slowly. */
    readonly bodyOf: (headers: Headers, tooSlow: () => void) => BodyArrival | Errors.ApiError
    /**
     * Runs a look-up of a key, and counts it if it fails. Beyond the limit of the address the look-up runs only if `isKnown`, so that a valid
     * key gets through from an address that sends unknown ones, such as that of a proxy.
     */
    readonly lookUp: <A, E, E2, R>(
      address: string,
      isKnown: Effect.Effect<boolean, E2>,
      self: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | E2 | Errors.ApiError, R>
    /**
     * Runs a check of credentials of a customer's session when it is its turn, and counts it if the vendor left it open; a 429 beyond the limits of
     * the session.
     */
    readonly check: <A, E, R>(
      sessionId: string,
      self: Effect.Effect<A, E, R>,
      isOpen: (exit: Exit.Exit<A, E | Errors.ApiError>) => boolean
    ) => Effect.Effect<A, E | Errors.ApiError, R>
    /** Counts a step of a consent, by its link, or by the link with which the browser left that comes back; a 429 beyond the limit of that one, or of all. */
    readonly countConsentStep: (subject: string) => Effect.Effect<void, Errors.ApiError>
    /** Logs a refused request, or counts it for a later line. */
    readonly logRefusal: (refusal: RefusalLog.Refusal) => void
  }
>() {}

const keyHeader = KEY_HEADER.toLowerCase()
const operatorHeader = OPERATOR_HEADER.toLowerCase()

/** The hash of the key in the headers, of an account, else of an operator, or else of the token of a customer's session; null if there is none. */
const digestOf = ({ authorization, [operatorHeader]: operatorKey, [keyHeader]: key }: Headers): string | null => {
  const sent = key ?? operatorKey ?? authorization
  return typeof sent === "string" ? hash("sha256", sent, "base64") : null
}

/** The value of `Retry-After` for a caller who has to wait so many milliseconds. */
const retryAfterSecs = (millis: number): number => Math.max(1, Math.ceil(millis / 1_000))

/** One customer has a whole /64 network of IPv6 addresses, whose first four groups are the same. */
export const callerOf = (address: string): string =>
  address.includes(".") ? address : address.split(":").slice(0, 4).join(":")

/** Sends answers later, and few at a time. */
const makeHeld = () => {
  const { aTick, held: max, holdMillis, tickMillis } = table.heldAnswers
  const held: Array<{ readonly dueAt: number; readonly send: () => void }> = []
  let timer: NodeJS.Timeout | null = null
  const send = (answers: typeof held): void => {
    for (const answer of answers) answer.send()
    // An idle process has no timer.
    if (held.length > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
  const sendDue = () => {
    const now = performance.now()
    const due = held.slice(0, aTick).filter(({ dueAt }) => dueAt <= now)
    send(held.splice(0, due.length))
  }
  return {
    add: (answer: () => void): void => {
      if (held.length >= max) {
        answer()
        return
      }
      held.push({ dueAt: performance.now() + holdMillis, send: answer })
      timer ??= setInterval(sendDue, tickMillis)
    },
    release: () => send(held.splice(0))
  }
}

/** Creates the guards of this process; `rate` is that of the requests of each key. `counted` hears every refusal, and `log` few of a second. */
export const make = (
  rate: Rate,
  log: RefusalLog.Log = () => undefined,
  counted: (refusal: RefusalLog.Refusal) => void = () => undefined
): FloodGuards["Type"] => {
  const requests = new TokenBuckets(rate)
  const unknownKeys = new TokenBuckets(table.unknownKeys)
  const openChecks = new TokenBuckets(table.openChecks)
  const consentSteps = new TokenBuckets(table.consentSteps)
  const allConsentSteps = new TokenBuckets(table.allConsentSteps)
  const unsent = UnsentAnswers.make(table.unsentAnswers)
  const bodies = UnfinishedBodies.make(table.unfinishedBodies)
  const unread = Errors.make(table.unsentAnswers.answer, { retryAfterSecs: table.unsentAnswers.retryAfterSecs })
  const held = makeHeld()
  const turnsOf = (bounds: Turns.Bounds & { readonly answer: Errors.ErrorName; readonly retryAfterSecs: number }) =>
    Turns.make(bounds, Errors.make(bounds.answer, { retryAfterSecs: bounds.retryAfterSecs }))
  const inTurn = turnsOf(table.heavyRequests)
  const checksInTurn = turnsOf(table.checks)
  const sessionChecksInTurn = turnsOf(table.sessionChecks)
  const refusalLog = RefusalLog.make(table.refusalLines.aSecond, log)
  const logRefusal = (refusal: RefusalLog.Refusal) => {
    counted(refusal)
    refusalLog(refusal)
  }
  /** Sends and logs the 429 of a request that no handler sees. */
  const send = (request: IncomingMessage, response: ServerResponse, name: RefusalName, answer: RawError.RawError) => {
    const requestId = RawError.requestIdOf(request)
    RawError.send(response, answer, requestId)
    logRefusal({ status: answer.status, requestId, code: Errors.table[name].code })
  }
  const exhausted = new Map<string, Exhausted>()

  const exhaustedOf = (headers: Headers, now: number): { readonly name: RefusalName; readonly wait: number } | null => {
    const digest = exhausted.size === 0 ? null : digestOf(headers)
    const found = digest === null ? undefined : exhausted.get(digest)
    if (digest === null || found === undefined) return null
    if (now < found.askAgainAt) return { name: found.name, wait: found.until - now }
    exhausted.delete(digest)
    return null
  }

  const refuse: FloodGuards["Type"]["refuse"] = (headers, name, waitMillis, now) => {
    const digest = digestOf(headers)
    if (exhausted.size >= MAX_EXHAUSTED && !exhausted.has(digest ?? "")) exhausted.clear()
    const askAgainAt = now + Math.min(waitMillis, table.heldAnswers.holdMillis)
    if (digest !== null) exhausted.set(digest, { name, until: now + waitMillis, askAgainAt })
    return Errors.make(name, { retryAfterSecs: retryAfterSecs(waitMillis) })
  }

  return FloodGuards.of({
    countRequest: (headers, keyId, now) => {
      const wait = requests.take(keyId, now)
      if (wait === 0) return unsent.over.size > 0 && unsent.over.has(digestOf(headers) ?? "") ? unread : null
      return refuse(headers, table.requests.answer, wait, now)
    },
    refuse,
    answer: (request, response, now) => {
      if (!request.url?.startsWith(`${BASE_PATH}/`)) return false
      const found = exhaustedOf(request.headers, now)
      if (found === null) return false
      const answer = RawError.make(found.name, { "retry-after": String(retryAfterSecs(found.wait)) })
      held.add(() => send(request, response, found.name, answer))
      return true
    },
    answerCrowded: (request, response, waiting) => {
      if (waiting < table.waitingRequests.ofSender) return false
      send(request, response, table.waitingRequests.answer, crowded)
      return true
    },
    release: held.release,
    watch: (request, response) => {
      if (response.writableLength > 0) {
        unsent.watch(digestOf(request.headers) ?? callerOf(request.socket.remoteAddress ?? ""), request, response)
      }
    },
    bodyOf: (headers, tooSlow) => {
      const arrival = bodies.begin(digestOf(headers) ?? "", tooSlow)
      if (arrival === null) return tooManyBodies
      return { add: (bytes) => (arrival.add(bytes) ? null : tooManyBodies), end: arrival.end }
    },
    inTurn: (keyId, cost, self, whenSent) => {
      const charged = Effect.suspend(() => {
        // One request was counted already.
        requests.charge(keyId, cost - 1)
        return self
      })
      return inTurn(keyId, charged, whenSent)
    },
    checkInTurn: (accountId, self) => checksInTurn(accountId, self, Turns.immediately),
    lookUp: (address, isKnown, self) =>
      Effect.gen(function* () {
        const caller = callerOf(address)
        const wait = unknownKeys.take(caller, yield* MonotonicTime.millis)
        if (wait === 0) return yield* Effect.tap(self, () => unknownKeys.giveBack(caller))
        if (yield* isKnown) return yield* self
        return yield* Errors.make(table.unknownKeys.answer, { retryAfterSecs: retryAfterSecs(wait) })
      }),
    check: (sessionId, self, isOpen) =>
      Effect.gen(function* () {
        const wait = openChecks.take(sessionId, yield* MonotonicTime.millis)
        if (wait > 0) return yield* Errors.make(table.openChecks.answer, { retryAfterSecs: retryAfterSecs(wait) })
        return yield* Effect.onExit(sessionChecksInTurn(sessionId, self, Turns.immediately), (exit) =>
          Effect.sync(() => {
            if (!isOpen(exit)) openChecks.giveBack(sessionId)
          })
        )
      }),
    countConsentStep: (subject) =>
      Effect.gen(function* () {
        const now = yield* MonotonicTime.millis
        // Those beyond the limit of their own link leave the others their share.
        const wait = consentSteps.take(subject, now) || allConsentSteps.take("", now)
        if (wait > 0) return yield* Errors.make(table.consentSteps.answer, { retryAfterSecs: retryAfterSecs(wait) })
      }),
    logRefusal
  })
}

/** The guards of this process. */
export const layer = (rate: Rate = table.requests): Layer.Layer<FloodGuards> =>
  Layer.effect(
    FloodGuards,
    Effect.zipWith(Effect.runtime<never>(), Metrics, (runtime, metrics) => {
      const fork = Runtime.runFork(runtime)
      const log: RefusalLog.Log = ({ code, requestId, status }, count) => {
        fork(
          Effect.annotateLogs(Effect.logInfo("Request refused before it was read."), {
            request_id: requestId,
            status,
            code,
            count
          })
        )
      }
      return make(rate, log, ({ status }) => {
        metrics.add("tributary_http_requests_total", ["unknown", "refused", String(status)])
      })
    })
  )

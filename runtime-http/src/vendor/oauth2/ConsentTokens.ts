import { type Authentication, ExpiringMap, MonotonicTime, VendorError } from "@tributary/core"
import { OAuth2Protocol } from "@tributary/core/oauth2"
import { Clock, Context, Data, Duration, Effect, Either, Layer, Redacted, Schedule } from "effect"
import type { Consent } from "../../store/consent/ConsentRow.js"
import { Consents } from "../../store/consent/Consents.js"
import { RequestSendLimit } from "../RequestSendLimit.js"
import { VendorAccount } from "../VendorAccount.js"
import { OAuth2Clients } from "./OAuth2Clients.js"
import * as RenewalPause from "./RenewalPause.js"

/*
 * The access tokens of consents. Many vendors give a new refresh token with each renewal, and take the use of a former one for theft, after which
 * nothing works: so one process renews at a time, under a lease, and stores the tokens before anybody uses them.
 */

/** Opens the tokens that the store holds. */
export class ConsentTokens extends Context.Tag("@tributary/runtime-http/ConsentTokens")<
  ConsentTokens,
  {
    /** The tokens of a consent, for one session. */
    readonly of: (source: Authentication.HeldSource) => Authentication.Tokens
  }
>() {}

/**
 * Tokens are renewed this long before they expire, so that no request is sent with one that expires on the way: the vendor may have issued them ten
 * seconds before its answer was here, and a request may wait ten seconds for a socket and ten for its connection, so half a minute is left. A
 * longer time would only renew more often. A request that waits longer for its rate limit is answered with 401, and sent again with tokens that
 * are renewed once for all.
 */
const RENEW_BEFORE_SECS = 60

/** How often a process that waits for another one looks whether there are new tokens. */
const LOOK_EVERY = Duration.millis(250)

/** How long it waits in all: longer than a lease, so that it takes the place of one that has died. */
const MOST_LOOKS = 200

/** What this process knows of a consent. */
interface Known {
  /** Lets one request at a time look for tokens; the others wait for what it finds. */
  readonly turn: Effect.Semaphore
  /** The header of the tokens, and the reading of the monotonic clock at which they have to be renewed; null if none is known. */
  header: { readonly value: Redacted.Redacted; readonly until: number; readonly generation: number } | null
  /** The generation whose access token the vendor has refused before it expired; null if it refused none. */
  refused: number | null
  /** When the token endpoint may be asked again; null if it gave tokens the last time. */
  pause: RenewalPause.RenewalPause | null
}

/** So many consents are remembered at once; the tokens of others are read from the store again. */
const MOST_KNOWN = 10_000

const headerOf = ({ access }: OAuth2Protocol.Tokens): Redacted.Redacted =>
  Redacted.make(`Bearer ${Redacted.value(access)}`)

/** A lease that took longer to get is not used, and ended: the request must end before another process may begin one. */
const LEASED_WITHIN_MILLIS = 3_000

/**
 * A refresh token is not written to a socket later than this after the lease was asked for: the ten seconds of a request, after those that the lease
 * may take. Only a process that was frozen meanwhile would be so late, and another one may have used the refresh token by then.
 */
const SENT_WITHIN_MILLIS = LEASED_WITHIN_MILLIS + 10_000

/**
 * How long new tokens are tried to be stored when the database or the key service is away: no longer than the lease lasts after the request for
 * them, because another process may send the former refresh token then.
 */
const STORING_LIMIT = Duration.seconds(30)
const STORE_AGAIN = Schedule.spaced("500 millis")

/** The store was away for longer than the lease lasts. */
class NotStored extends Data.TaggedError("NotStored") {}

/** Why a consent has no tokens, in words that follow the name of the endpoint. */
const sentences = {
  none: "has no tokens, because the customer has not consented yet",
  unreadable: "has tokens that this service can no longer decrypt",
  unaccepted: "gave no refresh token with the consent, and its access token is not accepted",
  unrenewable: "gave no refresh token with the consent, and its access token has expired",
  refused: "does not accept the consent any more, which was withdrawn, has expired, or was renewed elsewhere"
} as const

type Needs = Consents | OAuth2Protocol.OAuth2Protocol

/** Opens tokens over the store and the protocol. */
export const make: Effect.Effect<ConsentTokens["Type"], never, Needs> = Effect.gen(function* () {
  const consents = yield* Consents
  const protocol = yield* OAuth2Protocol.OAuth2Protocol
  const clients = yield* OAuth2Clients
  const known = new ExpiringMap<Known>(() => false, MOST_KNOWN)

  const knownOf = (id: string) =>
    Effect.map(MonotonicTime.millis, (now) =>
      known.getOrMake(id, now, () => ({
        turn: Effect.unsafeMakeSemaphore(1),
        header: null,
        refused: null,
        pause: null
      }))
    )

  const of: ConsentTokens["Type"]["of"] = ({ held: { as: id, oauth2 }, url }) => {
    const endpoint = new URL(url).pathname
    const lost = (detail: string, consent: "REQUIRED" | "ENDED" = "ENDED") =>
      VendorError.unsent(
        new VendorError.Unauthorized({ endpoint, status: null, detail, isOfCredentials: true, consent })
      )
    const failed = (detail: string, isOfServer = false) =>
      VendorError.unsent(new VendorError.ServerError({ endpoint, status: null, detail, isOfServer }))
    const fromStore = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E>) =>
      Effect.mapError(effect, ({ _tag }) =>
        _tag === "VaultError"
          ? lost(sentences.unreadable)
          : failed("could not be asked, because the tokens could not be read", true)
      )

    const use = ({ generation }: Consent, tokens: OAuth2Protocol.Tokens): Effect.Effect<Redacted.Redacted> =>
      Effect.gen(function* () {
        const what = yield* knownOf(id)
        const { expiresInSecs } = tokens
        const secs =
          expiresInSecs === null
            ? Number.POSITIVE_INFINITY
            : Math.max(expiresInSecs - RENEW_BEFORE_SECS, expiresInSecs / 2)
        const until = (yield* MonotonicTime.millis) + secs * 1_000
        what.header = { value: headerOf(tokens), until, generation }
        what.pause = null
        return what.header.value
      })

    /** Renews under the lease that this process has and has asked for at the reading `begun`; `LATER` if it was frozen before it could ask. */
    const renew = (
      consent: Consent,
      refreshToken: Redacted.Redacted,
      client: OAuth2Protocol.OAuth2Client,
      { begun, lease }: { readonly begun: number; readonly lease: string }
    ) =>
      Effect.gen(function* () {
        const { accountId, generation } = consent
        const clock = yield* Effect.clock
        let isRefused = false
        const limit = {
          isOver: () => MonotonicTime.unsafeMillis(clock) - begun > SENT_WITHIN_MILLIS,
          onRefused: () => {
            isRefused = true
          }
        }
        const renewed = yield* protocol
          .refresh({ oauth2, client }, refreshToken)
          .pipe(
            Effect.provideService(VendorAccount, accountId),
            Effect.provideService(RequestSendLimit, limit),
            Effect.either
          )
        if (isRefused) {
          yield* fromStore(consents.release(id, lease))
          return "LATER"
        }
        if (Either.isLeft(renewed)) {
          const error = renewed.left
          if (error._tag === "GrantRefused") {
            yield* fromStore(consents.lose(consent, sentences.refused, lease))
            return null
          }
          yield* fromStore(consents.release(id, lease))
          const what = yield* knownOf(id)
          const now = { millis: yield* Clock.currentTimeMillis, monotonic: yield* MonotonicTime.millis }
          what.pause = RenewalPause.after(what.pause, endpoint, error, now)
          return yield* what.pause.error
        }
        const tokens = renewed.right
        // Stored before they are used: nobody else may use the former refresh token again. Nothing else has them, so it is tried for long.
        const storing = Effect.retry(consents.renew(consent, tokens, lease), STORE_AGAIN).pipe(
          Effect.disconnect,
          // Whoever asked may leave, and this must end all the same.
          Effect.interruptible,
          Effect.timeoutFail({ duration: STORING_LIMIT, onTimeout: () => new NotStored() })
        )
        const isStored = yield* fromStore(storing)
        return isStored ? { consent: { ...consent, generation: generation + 1 }, tokens } : null
      })

    /** The same once it has a lease; `LATER` if it got none in time. */
    const renewInTurn = (consent: Consent, refreshToken: Redacted.Redacted, client: OAuth2Protocol.OAuth2Client) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const begun = yield* MonotonicTime.millis
          const lease = yield* restore(fromStore(consents.lease(id, consent.generation)))
          if (lease === null) return "LATER"
          if ((yield* MonotonicTime.millis) - begun <= LEASED_WITHIN_MILLIS) {
            return yield* renew(consent, refreshToken, client, { begun, lease })
          }
          // A process that was frozen meanwhile may not have it any more.
          yield* fromStore(consents.release(id, lease))
          return "LATER"
        })
      )

    const isUsable = ({ generation }: Consent, { expiresInSecs }: OAuth2Protocol.Tokens, refused: number | null) =>
      generation !== refused && (expiresInSecs === null || expiresInSecs > RENEW_BEFORE_SECS)

    /** What becomes of tokens that cannot be renewed: they are lost once they have expired, and may be refused before that. */
    const unrenewable = (consent: Consent, { expiresInSecs }: OAuth2Protocol.Tokens) =>
      Effect.gen(function* () {
        if (expiresInSecs === null || expiresInSecs > 0) {
          const what = yield* knownOf(id)
          // The next session tries it again.
          what.refused = null
          return yield* lost(sentences.unaccepted)
        }
        yield* fromStore(consents.lose(consent, sentences.unrenewable, null))
        return yield* lost(sentences.unrenewable)
      })

    const look = (refused: number | null, looks: number): Effect.Effect<Redacted.Redacted, VendorError.VendorError> =>
      Effect.gen(function* () {
        const consent = yield* fromStore(consents.find(id))
        if (consent === null || consent.tokens === null) return yield* lost(sentences.none, "REQUIRED")
        if (consent.lostReason !== null) return yield* lost(consent.lostReason)
        const { tokens } = consent
        if (isUsable(consent, tokens, refused)) return yield* use(consent, tokens)
        if (tokens.refresh === null) return yield* unrenewable(consent, tokens)
        const client = clients.get(consent.vendor)
        if (client === undefined) {
          const detail = `could not be asked, because TRIBUTARY_OAUTH_CLIENTS has no ${consent.vendor}`
          return yield* failed(detail, true)
        }
        if (looks >= MOST_LOOKS) {
          return yield* failed("was asked for new tokens by another process, which did not end in time")
        }
        const { pause } = yield* knownOf(id)
        if (pause !== null && (yield* MonotonicTime.millis) < pause.endsAt) return yield* pause.error
        const renewed = yield* renewInTurn(consent, tokens.refresh, client)
        if (renewed === "LATER") yield* Effect.sleep(LOOK_EVERY)
        // Without new ones of its own, it looks what the store says: others may have been faster, or the consent is over.
        return renewed === null || renewed === "LATER"
          ? yield* look(refused, looks + 1)
          : yield* use(renewed.consent, renewed.tokens)
      })

    let isFirst = true
    const header = Effect.flatMap(knownOf(id), (what) =>
      what.turn.withPermits(1)(
        Effect.gen(function* () {
          const now = yield* MonotonicTime.millis
          // A session asks the store once: the customer may have consented again.
          const known = isFirst ? null : what.header
          isFirst = false
          return known !== null && now < known.until ? known.value : yield* look(what.refused, 0)
        })
      )
    )

    const forget = (refused: Redacted.Redacted) =>
      Effect.map(knownOf(id), (what) => {
        // Another request may have replaced it already.
        if (what.header?.value !== refused) return
        what.refused = what.header.generation
        what.header = null
      })

    return { header, forget }
  }

  return ConsentTokens.of({ of })
})

/** Opens tokens over the store and the protocol. */
export const layer: Layer.Layer<ConsentTokens, never, Needs> = Layer.effect(ConsentTokens, make)

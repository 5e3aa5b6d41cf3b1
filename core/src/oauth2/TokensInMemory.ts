import { Clock, Duration, Effect, Redacted, Ref, Schedule } from "effect"
import * as Authentication from "../http/Authentication.js"
import * as VendorError from "../http/VendorError.js"
import {
  type GrantRefused,
  type Issuer,
  OAuth2Protocol,
  type Tokens,
  type TokensUnavailable
} from "./OAuth2Protocol.js"
import * as TokenFailure from "./TokenFailure.js"

/** A token without a lifetime is used until the vendor refuses it: no run lasts ten years. */
const UNLIMITED_SECS = Duration.toSeconds("3650 days")

/** A token endpoint that fails is asked so often in all, because it may only restart. */
const ATTEMPTS = 4

/** The statuses after which the same request may bring tokens. */
const isPassing = ({ isOfServer, status }: TokensUnavailable): boolean =>
  !isOfServer && (status === null || status === 429 || status >= 500)

const again = "the customer has to consent again"

/**
 * Tokens that this process alone holds: they are renewed when they expire or are refused, and lost when the process ends. For one session, as
 * `Authentication.HeldTokens` opens it.
 */
export const make = (issuer: Issuer, given: Tokens): Effect.Effect<Authentication.Tokens, never, OAuth2Protocol> =>
  Effect.gen(function* () {
    const protocol = yield* OAuth2Protocol
    const current = yield* Ref.make<{ readonly tokens: Tokens; readonly isUsed: boolean }>({
      tokens: given,
      isUsed: false
    })
    const source = { url: issuer.oauth2.tokenUrl }
    const endpoint = Authentication.endpointOf(source)
    const lost = (detail: string) =>
      VendorError.unsent(new VendorError.Unauthorized({ endpoint, status: null, detail, isOfCredentials: true }))
    const meaningOf = (error: GrantRefused | TokensUnavailable) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.fail(
          error._tag === "GrantRefused"
            ? lost(`does not accept the consent any more, which was withdrawn or has expired: ${again}`)
            : TokenFailure.toVendorError(endpoint, error, now)
        )
      )

    const renewed = (refreshToken: Redacted.Redacted) =>
      protocol.refresh(issuer, refreshToken).pipe(
        Effect.retry({
          schedule: Schedule.intersect(Schedule.exponential("1 second"), Schedule.recurs(ATTEMPTS - 1)),
          while: (error) => error._tag === "TokensUnavailable" && isPassing(error)
        }),
        Effect.catchAll(meaningOf)
      )

    const next = Effect.gen(function* () {
      const { isUsed, tokens } = yield* Ref.get(current)
      if (!isUsed) return tokens
      if (tokens.refresh === null) {
        return yield* lost(`gave no refresh token with the consent, and its access token is over: ${again}`)
      }
      return yield* renewed(tokens.refresh)
    })
    const fetchToken = Effect.gen(function* () {
      const tokens = yield* next
      yield* Ref.set(current, { tokens, isUsed: true })
      return {
        access_token: Redacted.value(tokens.access),
        expires_in: tokens.expiresInSecs ?? UNLIMITED_SECS
      }
    })
    return yield* Authentication.make(source, Effect.uninterruptible(fetchToken))
  })

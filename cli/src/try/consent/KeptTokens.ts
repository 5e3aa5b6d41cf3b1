import type { Authentication, VendorError } from "@tributary/core"
import { OAuth2Protocol, TokensInMemory } from "@tributary/core/oauth2"
import { Effect, Redacted } from "effect"
import type { Secrets } from "../Secrets.js"

type Get = OAuth2Protocol.OAuth2Protocol["Type"]["get"]

/** The tokens of a visit: several runs of this process use them, and each renews them when it needs to. */
export interface KeptTokens {
  /** Opens them, for one session. */
  readonly tokens: Authentication.Tokens
  /** Reads the vendor's API with the token that is valid now. */
  readonly get: (url: string) => ReturnType<Get>
  /** Whether the consent has ended, so that no token can be had. */
  readonly isOver: Effect.Effect<boolean>
  /** From now on, this run hides every token, also those that earlier runs had and those that are still to come. */
  readonly hideIn: (secrets: Secrets) => void
}

const UNAUTHORIZED = 401

/** What the header of a request has before the token. */
const SCHEME = "Bearer "

const endsConsent = (error: VendorError.VendorError): boolean => error._tag === "Unauthorized"

const unavailable = ({ detail, status }: VendorError.VendorError) =>
  new OAuth2Protocol.TokensUnavailable({ status, detail, isOfServer: false, retryAfter: null })

/** Keeps the tokens that the issuer has given. */
export const make = (
  protocol: OAuth2Protocol.OAuth2Protocol["Type"],
  issuer: OAuth2Protocol.Issuer,
  given: OAuth2Protocol.Tokens
): Effect.Effect<KeptTokens> =>
  Effect.gen(function* () {
    const known = new Set<string>()
    let hiding: Secrets | null = null
    const note = ({ access, refresh }: OAuth2Protocol.Tokens) =>
      Effect.sync(() => {
        for (const token of [access, refresh]) {
          if (token === null) continue
          known.add(Redacted.value(token))
          hiding?.add(Redacted.value(token))
        }
      })
    yield* note(given)
    const tokens = yield* Effect.provideService(TokensInMemory.make(issuer, given), OAuth2Protocol.OAuth2Protocol, {
      ...protocol,
      refresh: (...asked) => Effect.tap(protocol.refresh(...asked), note)
    })

    const getWith = (url: string, header: Redacted.Redacted) =>
      protocol.get(url, Redacted.make(Redacted.value(header).slice(SCHEME.length)))
    const get: KeptTokens["get"] = (url) =>
      Effect.gen(function* () {
        const header = yield* Effect.mapError(tokens.header, unavailable)
        const answer = yield* getWith(url, header)
        if (answer.status !== UNAUTHORIZED) return answer
        // The vendor may have ended the token before its time. If no other can be had, this answer says why.
        yield* tokens.forget(header)
        return yield* tokens.header.pipe(
          Effect.mapError((error) => (endsConsent(error) ? null : unavailable(error))),
          Effect.flatMap((renewed) => getWith(url, renewed)),
          Effect.catchAll((error) => (error === null ? Effect.succeed(answer) : error))
        )
      })

    return {
      tokens,
      get,
      isOver: Effect.match(tokens.header, { onFailure: endsConsent, onSuccess: () => false }),
      hideIn: (secrets) => {
        hiding = secrets
        for (const token of known) secrets.add(token)
      }
    }
  })

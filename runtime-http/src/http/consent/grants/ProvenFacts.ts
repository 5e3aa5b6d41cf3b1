import { ConsentVisit, type OAuth2 } from "@tributary/core"
import type { OAuth2Protocol } from "@tributary/core/oauth2"
import { Effect } from "effect"
import { VendorAccount } from "../../../vendor/VendorAccount.js"

/** A visit whose code was exchanged. */
export interface ExchangedVisit extends Pick<OAuth2Protocol.Grant, "claims" | "tokens"> {
  /** What the browser brought before the sign-in. */
  readonly brought: Readonly<Record<string, string>>
  /** The fields of the credentials that the customer entered. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly accountId: string
  /** The vendor's name. */
  readonly name: string
}

/** The facts that a visit proves, which become fields of the credentials; none for a consent without a proof. */
export const of =
  (protocol: OAuth2Protocol.OAuth2Protocol["Type"]) =>
  (
    { proof }: OAuth2,
    { accountId, brought, claims, fields, name, tokens }: ExchangedVisit
  ): Effect.Effect<Readonly<Record<string, string>>, ConsentVisit.Unproven> => {
    if (proof === undefined) return Effect.succeed({})
    const get: ConsentVisit.Visit["get"] = (url) =>
      protocol.get(url, tokens.access).pipe(
        Effect.provideService(VendorAccount, accountId),
        Effect.mapError(
          ({ detail }) =>
            new ConsentVisit.Unproven({ text: `${name} could not be asked what you have consented to: it ${detail}.` })
        )
      )
    return Effect.map(proof.of({ brought, claims, fields, get }), (facts) =>
      // Nothing but what is declared becomes a field.
      Object.fromEntries(proof.facts.flatMap((fact) => (facts[fact] === undefined ? [] : [[fact, facts[fact]]])))
    )
  }

import { Effect } from "effect"
import * as ConsentVisit from "../http/ConsentVisit.js"
import type { OAuth2 } from "../http/OAuth2.js"
import type { Grant, OAuth2Protocol } from "./OAuth2Protocol.js"

/** A visit whose code was exchanged. */
export interface ExchangedVisit extends Pick<Grant, "claims" | "tokens"> {
  /** What the browser brought before the sign-in. */
  readonly brought: Readonly<Record<string, string>>
  /** The fields of the credentials that the customer entered. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The vendor's name. */
  readonly name: string
}

/** The facts that a visit proves, which become fields of the credentials; none for a consent without a proof. */
export const of =
  (protocol: OAuth2Protocol["Type"]) =>
  (
    { proof }: OAuth2,
    { brought, claims, fields, name, tokens }: ExchangedVisit
  ): Effect.Effect<Readonly<Record<string, string>>, ConsentVisit.Unproven> => {
    if (proof === undefined) return Effect.succeed({})
    const get: ConsentVisit.Visit["get"] = (url) =>
      Effect.mapError(
        protocol.get(url, tokens.access),
        ({ detail }) =>
          new ConsentVisit.Unproven({ text: `${name} could not be asked what you have consented to: it ${detail}.` })
      )
    return Effect.map(proof.of({ brought, claims, fields, get }), (facts) =>
      // Nothing but what is declared becomes a field.
      Object.fromEntries(proof.facts.flatMap((fact) => (facts[fact] === undefined ? [] : [[fact, facts[fact]]])))
    )
  }

import type { Schema } from "effect"
import type { OAuth2 } from "./http/OAuth2.js"

/** What a credential form shows for one field. */
export interface FieldHelp {
  /** The field's label, such as "API token". */
  readonly title: string
  /** Where the customer finds the value, in one or two sentences. */
  readonly help: string
  /** A made-up value in the right format, such as `https://acme.okta.com`; none by default. */
  readonly example?: string
  /** The page on which the customer finds or creates the value, as a full address; none by default. */
  readonly pageUrl?: string
}

/** What a form shows of a consent, and how it is asked for. */
export interface OAuth2Options extends FieldHelp, OAuth2 {
  /** How the operator of a service registers it with the vendor, with the fewest permissions, one step after the other in plain sentences; none by default. */
  readonly registrationSteps?: ReadonlyArray<string>
}

/** One credential field. Only the constructors of `Credentials` make one, so that a secret is never a plain string. */
export interface CredentialField<A> extends Schema.Schema<A, string> {
  /** What a form needs to show the field. */
  readonly credential: FieldHelp & {
    /** How a form enters the field: hidden, as an address, as text, or as one of several values; a consent is given on the vendor's page, and proves facts. */
    readonly type: "secret" | "base_url" | "text" | "choice" | "consent" | "fact"
    /** How the customer consents; absent from the others. */
    readonly oauth2?: OAuth2Options
    /** Whether it is a private key, which has several lines; absent if it is none. */
    readonly isPrivateKey?: true
    /** The format that a value must have; any non-empty text if absent. */
    readonly pattern?: RegExp
    /** The values of a choice; absent from the others. */
    readonly values?: ReadonlyArray<string>
  }
}

/** A field that a customer may omit or leave empty; the connector then receives null. */
export interface OptionalField<A>
  extends Schema.PropertySignature<":", A | null, never, "?:", string | null, true, never> {
  /** What a form needs to show the field. */
  readonly credential: CredentialField<A>["credential"] & {
    /** Tells a form that the field may stay empty. */
    readonly isOptional: true
  }
}

/** A field that a consent proves, and nobody enters; it is empty until the customer has consented. */
export interface FactField extends Schema.PropertySignature<":", string, never, "?:", string, true, never> {
  /** What describes the field. */
  readonly credential: CredentialField<string>["credential"]
}

/** The fields of a connector's credentials by their names in the API. */
// biome-ignore lint/suspicious/noExplicitAny: a schema is invariant in its type, so nothing narrower takes a text, a secret and a choice
export type CredentialFields = Readonly<Record<string, CredentialField<any> | OptionalField<any> | FactField>>

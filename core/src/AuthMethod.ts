import type { Schema } from "effect"
import type { CredentialFields } from "./CredentialField.js"
import * as CredentialForm from "./CredentialForm.js"
import * as Consent from "./consent/Consent.js"
import type { AuthMethodEntry } from "./contract/ConnectorEntry.js"
import type { VendorHttpSettings } from "./http/VendorHttp.js"

/**
 * The ways to authorize a connection: with a key or token, a user's name and password, a client that exchanges a secret or a signature for tokens,
 * or the consent of an administrator in the browser.
 */
export const AUTH_TYPES = [
  "API_KEY",
  "BASIC",
  "OAUTH2_CLIENT_CREDENTIALS",
  "OAUTH2_JWT_BEARER",
  "OAUTH2_AUTHORIZATION_CODE"
] as const

/** A way to authorize a connection. */
export type AuthType = (typeof AUTH_TYPES)[number]

/** The names of the fields that are not declared with `Credentials`, and of which nobody knows whether they are secret. */
type Undeclared<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends CredentialFields[string] ? never : Name
}[keyof Fields]

/** The credential form; for a field of another kind, a sentence that the compiler's error shows. */
export type Declared<Fields extends Schema.Struct.Fields> = [Undeclared<Fields>] extends [never]
  ? Schema.Struct<Fields>
  : `declare ${Undeclared<Fields> & string} with Credentials.secret, text, choice, baseUrl, oauth2, appConsent or fact`

/** What an author says about one way to sign in. */
export interface Definition<Fields extends Schema.Struct.Fields> {
  /** How a customer authorizes the connection, such as `API_KEY`; a connector has each at most once. */
  readonly authType: AuthType
  /** The credential form of this way. */
  readonly credentials: Declared<Fields>
  /**
   * What the customer does first, one step after the other, each in plain sentences without Markdown: creates these credentials with the fewest
   * permissions or, for a consent, finds who may give it. None by default.
   */
  readonly setupSteps?: ReadonlyArray<string>
  /** How to talk to the tenant that the credentials belong to. */
  readonly http: (credentials: Schema.Struct.Type<Fields>) => VendorHttpSettings
}

/** A way to sign in: the fields that a customer enters, and how requests are authorized with them. */
export interface AuthMethod extends Omit<Definition<CredentialFields>, "http" | "credentials"> {
  /** The credential form of this way. */
  readonly credentials: Schema.Struct<CredentialFields>
  /** How to talk to the tenant that the credentials belong to; takes the decoded `credentials`. */
  readonly http: (credentials: unknown) => VendorHttpSettings
}

/** Declares a further way to sign in, for the `auth` of a connector. */
export const make = <Fields extends Schema.Struct.Fields>(definition: Definition<Fields>): AuthMethod =>
  // `http` takes the credentials of this form alone, and nobody passes others: they are decoded with the form first.
  definition as unknown as AuthMethod

/** What is invalid in a way to sign in; empty if nothing is. */
export const problemsOf = ({ authType, credentials, setupSteps }: Omit<AuthMethod, "http">): ReadonlyArray<string> => {
  const found: Array<string> = []
  if (!AUTH_TYPES.includes(authType)) found.push(`authType: must be one of ${AUTH_TYPES.join(", ")}`)
  for (const { name, url } of CredentialForm.formOf(credentials.fields)) {
    if (url !== null && !URL.canParse(url)) found.push(`credentials.${name}.pageUrl: must be a full URL`)
  }
  if (setupSteps?.some((step) => step.trim() === "")) found.push("setupSteps: no step may be empty")
  const hasConsent = Consent.fieldOf(credentials.fields) !== null
  if (hasConsent !== (authType === "OAUTH2_AUTHORIZATION_CODE")) {
    found.push("credentials: a consent and the authType OAUTH2_AUTHORIZATION_CODE need each other")
  }
  // The fields besides the consent are shown, so that another consent can take the place of one whose secrets are lost.
  for (const [name, { credential }] of Object.entries(credentials.fields)) {
    if (hasConsent && credential.type === "secret") {
      found.push(`credentials.${name}: no secret may be entered beside a consent`)
    }
  }
  found.push(...Consent.problemsOf(credentials.fields))
  return found
}

/** The method's entry in the catalogue. */
export const toEntry = ({ authType, credentials, setupSteps = [] }: Omit<AuthMethod, "http">): AuthMethodEntry => {
  const consent = Consent.fieldOf(credentials.fields)
  const form = CredentialForm.formOf(credentials.fields)
  return {
    auth_type: authType,
    credentials_params: form.map(({ name }) => name),
    credentials_form: form,
    setup_steps: setupSteps,
    consent:
      consent === null
        ? null
        : {
            title: consent.options.title,
            help: consent.options.help,
            scopes: Consent.allowedBy(consent.options),
            registration_steps: consent.options.registrationSteps ?? []
          }
  }
}

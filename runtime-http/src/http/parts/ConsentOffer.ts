import { randomUUID } from "node:crypto"
import { type AuthMethod, type Connection, Connector, Consent as ConsentField } from "@tributary/core"
import { Effect, Redacted } from "effect"
import type { CreateConnection } from "../../api/parts/ConnectionBody.js"
import * as Errors from "../../api/parts/Errors.js"
import type { NewConnection } from "../../store/accounts/ConnectionChange.js"
import * as OAuth2Clients from "../../vendor/oauth2/OAuth2Clients.js"
import * as StoredCredentials from "../../vendor/StoredCredentials.js"
import { normalized } from "../../vendor/VendorSession.js"
import { inBody } from "../server/request/ValidationErrors.js"
import { PublicUrl } from "./PublicUrl.js"

/** What the operator has set so that customers can consent. */
export interface ConsentOffer {
  readonly clients: OAuth2Clients.Clients
  readonly publicUrl: string | null
}

/** Reads the settings. */
export const make: Effect.Effect<ConsentOffer> = Effect.all({
  clients: OAuth2Clients.OAuth2Clients,
  publicUrl: PublicUrl
})

const mistake = (path: string, msg: string, type: string) =>
  Errors.make("InvalidParameter", { detail: [inBody({ path: [path], msg, type })] })

/** The connector as a new connection signs in; 422 for a way that it does not have. */
export const signingIn = (
  connector: Connector.Connector,
  { auth_type, return_url }: Pick<CreateConnection, "auth_type" | "return_url">
): Effect.Effect<Connector.Connector, Errors.ApiError> => {
  const ways = Connector.authMethodsOf(connector).map(({ authType }) => authType)
  const chosen = Connector.signingIn(connector, auth_type ?? null)
  if (chosen === null) {
    return mistake("auth_type", `Expected one of the ways to sign in to ${connector.name}: ${ways.join(", ")}`, "enum")
  }
  if ((return_url ?? null) !== null && !isConsent(chosen)) {
    return mistake("return_url", `Leave it out: ${chosen.authType} needs no consent in the browser`, "unexpected")
  }
  return Effect.succeed(chosen)
}

/** Why customers cannot sign in this way, for whoever makes links or connections; null if they can. */
const notOffered = (
  { clients, publicUrl }: ConsentOffer,
  connector: Pick<Connector.Connector, "name" | "vendor">,
  { credentials }: Pick<AuthMethod.AuthMethod, "credentials">
): string | null => {
  const field = ConsentField.fieldOf(credentials.fields)
  if (field === null) return null
  if (publicUrl === null)
    return "The operator of this service has not set TRIBUTARY_BASE_URLS, to which browsers come back"
  const lacking = OAuth2Clients.lacking(clients, connector, field.options)
  return lacking === null ? null : `TRIBUTARY_OAUTH_CLIENTS, which the operator of this service sets, ${lacking}`
}

/** The full address of a connection's link; null if it has none, or if nobody could consent with it. `connector` is the one that is loaded, as the connection signs in. */
export const linkOf = (
  offer: ConsentOffer,
  connector: Connector.Connector | undefined,
  path: string | null
): string | null =>
  path === null || connector === undefined || notOffered(offer, connector, connector) !== null
    ? null
    : `${offer.publicUrl}${path}`

/** The connector with only these of its ways to sign in, as if it had no others; null if there is none. */
export const among = (
  connector: Connector.Connector,
  isOne: (method: AuthMethod.AuthMethod) => boolean
): Connector.Connector | null => {
  const [first, ...others] = Connector.authMethodsOf(connector).filter(isOne)
  const signedIn = first === undefined ? null : Connector.signingIn(connector, first.authType)
  return signedIn === null ? null : { ...signedIn, auth: others }
}

/** The connector with only those of its ways to sign in that customers can use; null if there is none. */
export const usable = (offer: ConsentOffer, connector: Connector.Connector): Connector.Connector | null =>
  among(connector, (method) => notOffered(offer, connector, method) === null)

/** The connector as a connection signs in, as if it had no other way. */
export const alone = (signedIn: Connector.Connector): Connector.Connector => ({ ...signedIn, auth: [] })

/** Refuses a link for a connector of which customers can use no way to sign in; `field` is what the link names it with. */
export const refuseLink = (
  offer: ConsentOffer,
  connector: Connector.Connector,
  field: "connection_id" | "vendors"
): Effect.Effect<void, Errors.ApiError> => {
  const reasons = Connector.authMethodsOf(connector).map((method) => notOffered(offer, connector, method))
  const [reason] = reasons.filter((each) => each !== null)
  return reason === undefined || reasons.includes(null) ? Effect.void : mistake(field, reason, "auth_type")
}

/** The fields of a way to sign in with what stands in for the consent, which cannot be entered, and neither can what it proves. */
const filled = (
  connector: Connector.Connector,
  consentField: string,
  entered: Readonly<Record<string, unknown>>,
  id: string
) =>
  Effect.gen(function* () {
    const learned = ConsentField.learnedFields(connector.credentials.fields).filter((name) =>
      Object.hasOwn(entered, name)
    )
    if (learned.length > 0) {
      const msg = `Leave it out: it follows from the consent on the page of ${connector.name}`
      return yield* Errors.make("InvalidParameter", {
        detail: learned.map((name) => inBody({ path: ["credentials", name], msg, type: "unexpected" }))
      })
    }
    const stored = yield* normalized(connector, { ...entered, [consentField]: ConsentField.heldAs(id) })
    const credentials = Redacted.make(JSON.stringify(stored))
    return { credentials, shownCredentials: StoredCredentials.shownOf(connector, credentials) }
  })

/** The fields of a connection with a consent after a change: those that were sent, and the others as they are. */
export const changed = (
  connector: Connector.Connector,
  { credentials }: Pick<Connection, "credentials">,
  sent: Readonly<Record<string, unknown>>
) => {
  const { name = "" } = ConsentField.fieldOf(connector.credentials.fields) ?? {}
  const learned = ConsentField.learnedFields(connector.credentials.fields)
  // What the consent has proven stays, and whoever sends a connection as it was read sends it, too.
  const proven = (field: string) => learned.includes(field) && Object.hasOwn(credentials, field)
  const entered = Object.entries({ ...credentials, ...sent }).filter(
    ([field, value]) => !(proven(field) && value === credentials[field])
  )
  return Effect.map(filled(connector, name, Object.fromEntries(entered), randomUUID()), ({ shownCredentials }) =>
    // In the order of the form, as they are stored, so that fields that are as they were count as no change.
    Object.fromEntries(
      Object.keys(connector.credentials.fields).flatMap((field) => {
        const value = proven(field) ? credentials[field] : shownCredentials[field]
        return value === undefined ? [] : [[field, value]]
      })
    )
  )
}

/** Whether the customer consents instead of entering a secret. */
export const isConsent = ({ credentials }: Pick<Connector.Connector, "credentials">): boolean =>
  ConsentField.fieldOf(credentials.fields) !== null

/** What a connection is created with that waits for a consent; null if its way to sign in needs none. */
export const pending = (offer: ConsentOffer, connector: Connector.Connector, body: CreateConnection) =>
  Effect.gen(function* () {
    const field = ConsentField.fieldOf(connector.credentials.fields)
    if (field === null) return null
    const reason = notOffered(offer, connector, connector)
    if (reason !== null) return yield* mistake("auth_type", reason, "auth_type")
    const id = randomUUID()
    const form = yield* filled(connector, field.name, body.credentials, id)
    return { ...form, consent: { id, returnUrl: body.return_url ?? null } } satisfies Partial<NewConnection>
  })

/** Refuses a test of what is not known before the customer has consented. */
export const refuseTest = (connector: Connector.Connector): Effect.Effect<void, Errors.ApiError> =>
  isConsent(connector)
    ? mistake(
        "auth_type",
        `There is nothing to test: what ${connector.name} allows is tested once the consent is given`,
        "conflict"
      )
    : Effect.void

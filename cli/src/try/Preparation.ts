import type { FileSystem, Terminal } from "@effect/platform"
import { Connector, Consent, Extractor, OwnClient, type VendorHttp } from "@tributary/core"
import { Effect, Redacted, Schema } from "effect"
import { CommandFailure } from "../CommandFailure.js"
import type * as BrowserConsent from "./consent/BrowserConsent.js"
import * as AcceptedCredentials from "./credentials/AcceptedCredentials.js"
import * as ConsentClient from "./credentials/ConsentClient.js"
import * as CredentialForm from "./credentials/CredentialForm.js"
import * as EnteredCredentials from "./credentials/EnteredCredentials.js"
import * as ConnectorModule from "./module/ConnectorModule.js"
import * as PartialConnector from "./run/PartialConnector.js"
import * as Secrets from "./Secrets.js"
import type { TryOptions } from "./TryOptions.js"
import * as BaseUrl from "./vendor/BaseUrl.js"

/** What the credentials of a run are good for. */
export interface Opened {
  /** How to talk to the vendor of the connector. */
  readonly settings: VendorHttp.VendorHttpSettings
  /** The credentials without addresses. */
  readonly entered: EnteredCredentials.Entered
  /** The customer's own address; null if all customers have the same one. */
  readonly ownBaseUrl: string | null
}

/** Everything that a run needs, before anything is sent. */
export interface Preparation {
  /** The connector, with the export types and the pages that are asked for. */
  readonly connector: Connector.Connector
  /** Opens the connector with the credentials, and the facts that a consent has proven; none without a consent. */
  readonly open: (facts: EnteredCredentials.Entered) => Effect.Effect<Opened, CommandFailure>
  /** The credentials, which no output may show. */
  readonly secrets: Secrets.Secrets
  /** The address to call instead of the hosts that the connector names; null if its address is in the credentials. */
  readonly origin: string | null
  /** The consent that has to be given in the browser before anything is sent; null if none has. */
  readonly consent: BrowserConsent.Wanted | null
}

const wrong = (message: string) => new CommandFailure({ reason: "WRONG_USAGE", message })

/** The connector with only these export types. */
const selecting = (
  connector: Connector.Connector,
  { exportTypes, isOnePage }: TryOptions
): Effect.Effect<Connector.Connector, CommandFailure> => {
  const known: ReadonlyArray<string> = Connector.exportTypesOf(connector)
  const missing = exportTypes.filter((exportType) => !known.includes(exportType))
  if (missing.length > 0) {
    return wrong(`${connector.vendor} has no export ${missing.join(", ")}. It has ${known.join(", ")}.`)
  }
  const selected = PartialConnector.changing(connector, (extractor) =>
    exportTypes.length === 0 || Extractor.exportTypesOf(extractor).some((each) => exportTypes.includes(each))
      ? extractor
      : null
  )
  return Effect.succeed(isOnePage ? PartialConnector.onePage(selected) : selected)
}

/** The connector, signing in the way that the command names. */
const signingIn = (
  connector: Connector.Connector,
  { authType }: TryOptions
): Effect.Effect<Connector.Connector, CommandFailure> => {
  const own = Connector.signingIn(connector, authType)
  const known = Connector.authMethodsOf(connector).map((each) => each.authType)
  return own === null
    ? wrong(`${connector.vendor} has no way to sign in ${authType}. It has ${known.join(", ")}.`)
    : Effect.succeed(own)
}

/** Under this name the process holds the tokens of a consent that is given in the browser. */
const HELD_AS = "tributary try"

/** The text of the field of a consent that is given in the browser: the name of its tokens, or the client that gets its own. */
const textFor = ({ client, oauth2 }: Pick<BrowserConsent.Wanted, "client" | "oauth2">): string => {
  if (oauth2.ownClient === undefined) return Consent.heldAs(HELD_AS)
  const { clientId, clientSecret, privateKey = Redacted.make("") } = client
  return OwnClient.textOf({ clientId, clientSecret, privateKey, heldAs: null })
}

/** A consent that is still to be given, its field, and the text with which the connector is opened once it is given. */
interface Missing extends Omit<BrowserConsent.Wanted, "fields"> {
  readonly field: string
  readonly text: string
}

/** The consent that is still to be given; null if the connector needs none, or one was entered. */
const missingOf = (
  connector: Connector.Connector,
  fields: ReadonlyArray<CredentialForm.FormField>,
  entered: EnteredCredentials.Entered,
  { origin, redirectPort }: Pick<TryOptions, "redirectPort"> & Pick<Preparation, "origin">
): Effect.Effect<Missing | null, CommandFailure> => {
  const field = Consent.fieldOf(connector.credentials.fields)
  if (field === null || field.name in entered) return Effect.succeed(null)
  const problems = fields.flatMap(({ name, variable }) => {
    const problem = ConsentClient.problemOf(name, entered[name] ?? "")
    return name in entered && problem !== null ? [`${variable}: ${problem}`] : []
  })
  if (problems.length > 0) {
    return wrong([`This is no OAuth client of ${connector.vendor}:`, ...problems].join("\n  "))
  }
  const client = ConsentClient.of(entered)
  return Effect.succeed({
    field: field.name,
    text: textFor({ client, oauth2: field.options }),
    connector,
    oauth2: field.options,
    client,
    variables: fields.filter(({ when }) => when?.isEntered === false).map(({ variable }) => variable),
    redirectPort,
    origin,
    optionalFields: fields.filter((each) => each.isOptional && CredentialForm.isTyped(each))
  })
}

/**
 * The consent with the fields of the credentials as a runtime stores them. The connector is not opened for that: without the facts that the consent
 * proves, it could name other hosts, or none.
 */
const withFields = (
  { field, text: _, ...consent }: Missing,
  fields: ReadonlyArray<CredentialForm.FormField>,
  own: EnteredCredentials.Entered,
  secrets: Secrets.Secrets
): Effect.Effect<BrowserConsent.Wanted, CommandFailure> =>
  Effect.gen(function* () {
    const { connector } = consent
    const credentials = { ...own, [field]: Consent.heldAs(HELD_AS) }
    const decoded = yield* AcceptedCredentials.decode(connector, fields, credentials, secrets)
    const stored = Object.entries(yield* Effect.orDie(Schema.encode(connector.credentials)(decoded))) // what was decoded just now
    const learned = Consent.learnedFields(connector.credentials.fields)
    return { ...consent, fields: Object.fromEntries(stored.filter(([name]) => !learned.includes(name))) }
  })

/** Loads the connector from this folder, and reads and decodes its credentials. */
export const make = (
  options: TryOptions,
  { folder, hasPerson }: { readonly folder: string; readonly hasPerson: boolean }
): Effect.Effect<Preparation, CommandFailure, FileSystem.FileSystem | Terminal.Terminal> =>
  Effect.gen(function* () {
    const { baseUrl, credentials: source } = options
    const problem = baseUrl === null ? null : BaseUrl.problemOf(baseUrl)
    if (problem !== null) return yield* wrong(problem)
    const loaded = yield* signingIn(yield* ConnectorModule.load(options.module, folder), options)
    const connector = yield* selecting(loaded, options)
    const fields = CredentialForm.of(connector)
    const entered = yield* EnteredCredentials.read(fields, { source, baseUrl, hasPerson })
    const secrets = Secrets.make()
    for (const secret of ConsentClient.secretsIn(entered)) secrets.add(secret)
    const addresses = fields.filter(({ type }) => type === "base_url").map(({ name }) => name)
    const origin = baseUrl === null || addresses.length > 0 ? null : new URL(baseUrl).origin
    const missing = yield* missingOf(connector, fields, entered, { ...options, origin })
    const own = ConsentClient.without(entered)
    const openWith = (facts: EnteredCredentials.Entered): Effect.Effect<Opened, CommandFailure> =>
      Effect.gen(function* () {
        const known = { ...own, ...facts }
        const credentials = missing === null ? known : { ...known, [missing.field]: missing.text }
        const decoded = yield* AcceptedCredentials.decode(connector, fields, credentials, secrets)
        const settings = yield* AcceptedCredentials.open(connector, decoded, secrets)
        return {
          settings,
          entered: Object.fromEntries(Object.entries(known).filter(([name]) => !addresses.includes(name))),
          ownBaseUrl: addresses.length > 0 ? settings.baseUrl : null
        }
      })
    // What is wrong with credentials that need no consent shows before a file is written.
    const opened = missing === null ? yield* openWith({}) : null
    return {
      connector,
      open: (facts) => (opened === null ? openWith(facts) : Effect.succeed(opened)),
      secrets,
      origin,
      consent: missing === null ? null : yield* withFields(missing, fields, own, secrets)
    }
  })

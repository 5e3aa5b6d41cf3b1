import type { FileSystem, Terminal } from "@effect/platform"
import { Connector, Consent, Extractor, type VendorHttp } from "@tributary/core"
import { Effect, Redacted } from "effect"
import { CommandFailure } from "../CommandFailure.js"
import type * as BrowserConsent from "./consent/BrowserConsent.js"
import * as AcceptedCredentials from "./credentials/AcceptedCredentials.js"
import * as CredentialForm from "./credentials/CredentialForm.js"
import * as EnteredCredentials from "./credentials/EnteredCredentials.js"
import * as ConnectorModule from "./module/ConnectorModule.js"
import * as PartialConnector from "./run/PartialConnector.js"
import * as Secrets from "./Secrets.js"
import type { TryOptions } from "./TryOptions.js"

/** Everything that a run needs, before anything is sent. */
export interface Preparation {
  /** The connector, with the export types and the pages that are asked for. */
  readonly connector: Connector.Connector
  /** How to talk to its vendor. */
  readonly settings: VendorHttp.VendorHttpSettings
  /** The credentials, which no output may show. */
  readonly secrets: Secrets.Secrets
  /** The credentials without addresses. */
  readonly entered: EnteredCredentials.Entered
  /** The address to call instead of the hosts that the connector names; null if its address is in the credentials. */
  readonly origin: string | null
  /** The customer's own address; null if all customers have the same one. */
  readonly ownBaseUrl: string | null
  /** The consent that has to be given in the browser before anything is sent; null if none has. */
  readonly consent: Omit<BrowserConsent.Wanted, "overrides"> | null
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

/** The consent that is still to be given; null if the connector needs none, or one was entered. */
const consentOf = (
  connector: Connector.Connector,
  fields: ReadonlyArray<CredentialForm.FormField>,
  entered: EnteredCredentials.Entered,
  { redirectPort }: TryOptions
): (Omit<BrowserConsent.Wanted, "overrides"> & { readonly field: string }) | null => {
  const field = Consent.fieldOf(connector.credentials.fields)
  if (field === null || field.name in entered) return null
  const { [CredentialForm.CLIENT.id]: clientId = "", [CredentialForm.CLIENT.secret]: clientSecret = "" } = entered
  return {
    field: field.name,
    connector,
    oauth2: field.options,
    client: { clientId, clientSecret: Redacted.make(clientSecret) },
    variables: fields.filter(({ unless }) => unless === field.name).map(({ variable }) => variable),
    redirectPort
  }
}

/** Under this name the process holds the tokens of a consent that is given in the browser. */
const HELD_AS = "tributary try"

/** Loads the connector from this folder, and reads and decodes its credentials. */
export const make = (
  options: TryOptions,
  { folder, hasPerson }: { readonly folder: string; readonly hasPerson: boolean }
): Effect.Effect<Preparation, CommandFailure, FileSystem.FileSystem | Terminal.Terminal> =>
  Effect.gen(function* () {
    const { baseUrl, credentials: source } = options
    if (baseUrl !== null && !URL.canParse(baseUrl)) {
      return yield* wrong("--base-url must be an address such as http://127.0.0.1:4010.")
    }
    const loaded = yield* signingIn(yield* ConnectorModule.load(options.module, folder), options)
    const connector = yield* selecting(loaded, options)
    const fields = CredentialForm.of(connector)
    const entered = yield* EnteredCredentials.read(fields, { source, baseUrl, hasPerson })
    const secrets = Secrets.make()
    const consent = consentOf(connector, fields, entered, options)
    const { [CredentialForm.CLIENT.id]: _id, [CredentialForm.CLIENT.secret]: clientSecret = "", ...own } = entered
    secrets.add(clientSecret)
    const credentials = consent === null ? own : { ...own, [consent.field]: Consent.heldAs(HELD_AS) }
    const settings = yield* AcceptedCredentials.accept(connector, fields, credentials, secrets)
    const addresses = fields.filter(({ type }) => type === "base_url").map(({ name }) => name)
    return {
      connector,
      settings,
      secrets,
      entered: Object.fromEntries(Object.entries(own).filter(([name]) => !addresses.includes(name))),
      origin: baseUrl === null || addresses.length > 0 ? null : new URL(baseUrl).origin,
      ownBaseUrl: addresses.length > 0 ? settings.baseUrl : null,
      consent
    }
  })

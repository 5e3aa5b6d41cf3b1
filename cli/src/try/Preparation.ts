import type { FileSystem, Terminal } from "@effect/platform"
import { Connector, Extractor, type VendorHttp } from "@tributary/core"
import { Effect } from "effect"
import { CommandFailure } from "../CommandFailure.js"
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
    const connector = yield* selecting(yield* ConnectorModule.load(options.module, folder), options)
    const fields = CredentialForm.of(connector)
    const entered = yield* EnteredCredentials.read(fields, { source, baseUrl, hasPerson })
    const secrets = Secrets.make()
    const settings = yield* AcceptedCredentials.accept(connector, fields, entered, secrets)
    const addresses = fields.filter(({ type }) => type === "base_url").map(({ name }) => name)
    return {
      connector,
      settings,
      secrets,
      entered: Object.fromEntries(Object.entries(entered).filter(([name]) => !addresses.includes(name))),
      origin: baseUrl === null || addresses.length > 0 ? null : new URL(baseUrl).origin,
      ownBaseUrl: addresses.length > 0 ? settings.baseUrl : null
    }
  })

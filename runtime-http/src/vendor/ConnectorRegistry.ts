import { Connector, type RecordKind } from "@tributary/core"
import { Context, Data, Effect, Layer } from "effect"
import { satisfies, validRange } from "semver"

/** The connectors cannot be loaded; the message names the connector and what to do. */
export class RegistryError extends Data.TaggedError("RegistryError")<{ readonly message: string }> {}

/** How a connection signs in. */
export interface SignedIn {
  readonly vendor: string
  /** The type of one of the connector's ways; null for the first. */
  readonly authType: string | null
}

/** The loaded connectors, by vendor. */
export class ConnectorRegistry extends Context.Tag("@tributary/runtime-http/ConnectorRegistry")<
  ConnectorRegistry,
  {
    /** Every loaded connector. */
    readonly all: ReadonlyArray<Connector.Connector>
    /** The connector of this vendor; undefined when it is not loaded. */
    readonly get: (vendor: string) => Connector.Connector | undefined
    /**
     * The connector as a connection of this vendor signs in, which names none for the first way; undefined when it is not loaded. A way that the
     * connector has no longer is read as the first, whose form the stored credentials then do not have.
     */
    readonly signingIn: (connection: SignedIn) => Connector.Connector | undefined
  }
>() {}

/** What should be a connector, and where it comes from. */
export interface Candidate {
  readonly value: unknown
  /** Where an operator finds it, such as `connectors[1]` or `the package tributary-connector-shelf`. */
  readonly source: string
}

/** Whether a value was made by a `Connector.make`, possibly that of another release of core. */
export const isConnector = (value: unknown): value is Connector.Connector =>
  typeof value === "object" &&
  value !== null &&
  typeof Reflect.get(value, "contract") === "number" &&
  typeof Reflect.get(value, "vendor") === "string"

/** The problems of a definition, such as `check: must not be empty`, as one part of a sentence. */
export const correction = (problems: ReadonlyArray<string>): string =>
  problems.map((problem) => `its ${problem.replace(/^(\S+(?: \/\S*)?): (.*)$/s, "$1 ($2)")}`).join(" and ")

/** Why a connector cannot be loaded, in one sentence; the first that applies. */
const refusals: ReadonlyArray<(connector: Connector.Connector, name: string) => string | null> = [
  ({ contract }, name) =>
    contract === Connector.CONTRACT
      ? null
      : `${name} implements contract ${contract} of @tributary/core, and this runtime needs contract ${Connector.CONTRACT}: install releases of both that name the same range of @tributary/core.`,
  ({ core }, name) =>
    typeof core === "string" && validRange(core) !== null
      ? null
      : `${name} names ${JSON.stringify(core)} as its range of @tributary/core: name a range of versions, such as ^${Connector.CORE_VERSION}, in the peer dependencies of its package.json, and write its release again with vitest -u.`,
  ({ core }, name) =>
    satisfies(Connector.CORE_VERSION, core, { includePrerelease: true })
      ? null
      : `${name} was built for @tributary/core ${core}, and this runtime has ${Connector.CORE_VERSION}: install a release of the connector for ${Connector.CORE_VERSION}, or a release of the runtime with a @tributary/core ${core}.`,
  (connector, name) => {
    const problems = Connector.problemsOf(connector)
    return problems.length === 0 ? null : `${name} is invalid: correct ${correction(problems)}.`
  }
]

const refusalOf = ({ source, value }: Candidate): string | null => {
  if (value === undefined || value === null) return `${source} is ${value}: check the name of its import.`
  if (!isConnector(value)) {
    return `${source} is no connector: pass the value that Connector.make returns, and not the module that exports it.`
  }
  for (const refusal of refusals) {
    const sentence = refusal(value, `The connector ${value.vendor} (${source})`)
    if (sentence !== null) return sentence
  }
  return null
}

/** Returns the connectors if each of them can be loaded, and all of them together; otherwise the first reason why not. */
export const check = (
  candidates: ReadonlyArray<Candidate>
): Effect.Effect<ReadonlyArray<Connector.Connector>, RegistryError> =>
  Effect.gen(function* () {
    const sources = new Map<string, string>()
    for (const candidate of candidates) {
      const refusal = refusalOf(candidate)
      if (refusal !== null) return yield* new RegistryError({ message: refusal })
      const { vendor } = candidate.value as Connector.Connector
      const other = sources.get(vendor)
      if (other !== undefined) {
        const message = `Two connectors are for the vendor ${vendor}, ${other} and ${candidate.source}: remove one of them.`
        return yield* new RegistryError({ message })
      }
      sources.set(vendor, candidate.source)
    }
    return candidates.map(({ value }) => value as Connector.Connector)
  })

/** Indexes connectors that were checked. */
export const index = (all: ReadonlyArray<Connector.Connector>): ConnectorRegistry["Type"] => {
  const byVendor = new Map(all.map((connector) => [connector.vendor, connector] as const))
  const signingIn = ({ authType, vendor }: SignedIn) => {
    const connector = byVendor.get(vendor)
    return connector === undefined ? undefined : (Connector.signingIn(connector, authType) ?? connector)
  }
  return { all, get: (vendor) => byVendor.get(vendor), signingIn }
}

/** The versions of these connectors' packages, by vendor; a connector that does not say its version is left out. */
export const versionsOf = (connectors: ReadonlyArray<Connector.Connector>): Readonly<Record<string, string>> =>
  Object.fromEntries(connectors.flatMap(({ vendor, version }) => (version === undefined ? [] : [[vendor, version]])))

/** Whether the connector of the vendor exports this kind; true if it is not loaded, because then nobody knows. */
export const isExported = (registry: ConnectorRegistry["Type"], kind: RecordKind.Any, vendor: string): boolean => {
  const connector = registry.get(vendor)
  return (
    connector === undefined ||
    Object.values(connector.exports).some((extractors) =>
      extractors.some(({ kinds }) => kinds.some(({ name }) => name === kind.name))
    )
  )
}

/** Checks the connectors and indexes them by vendor. */
export const make = (
  connectors: ReadonlyArray<Connector.Connector>
): Effect.Effect<ConnectorRegistry["Type"], RegistryError> =>
  Effect.map(check(connectors.map((value, at) => ({ value, source: `connectors[${at}]` }))), index)

/** The registry of these connectors. */
export const layer = (connectors: ReadonlyArray<Connector.Connector>): Layer.Layer<ConnectorRegistry, RegistryError> =>
  Layer.effect(ConnectorRegistry, make(connectors))

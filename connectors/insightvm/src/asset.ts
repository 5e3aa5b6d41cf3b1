import { Row } from "@tributary/core"
import { Schema } from "effect"

/** An asset: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getAssets */
export const InsightVmAsset = Schema.Struct({
  id: Schema.Number,
  type: Row.nullish(Schema.String),
  ip: Row.nullish(Schema.String),
  mac: Row.nullish(Schema.String),
  hostName: Row.nullish(Schema.String),
  addresses: Row.nullish(
    Schema.Array(Schema.Struct({ ip: Row.nullish(Schema.String), mac: Row.nullish(Schema.String) }))
  ),
  hostNames: Row.nullish(Schema.Array(Schema.Struct({ name: Row.nullish(Schema.String) }))),
  os: Row.nullish(Schema.String),
  osCertainty: Row.nullish(Schema.Union(Schema.String, Schema.Number)),
  osFingerprint: Row.nullish(
    Schema.Struct({
      family: Row.nullish(Schema.String),
      product: Row.nullish(Schema.String),
      systemName: Row.nullish(Schema.String),
      description: Row.nullish(Schema.String),
      architecture: Row.nullish(Schema.String),
      type: Row.nullish(Schema.String),
      vendor: Row.nullish(Schema.String),
      version: Row.nullish(Schema.String)
    })
  ),
  history: Row.nullish(
    Schema.Array(
      Schema.Struct({
        date: Row.nullish(Schema.String),
        type: Row.nullish(Schema.String),
        scanId: Row.nullish(Schema.Number)
      })
    )
  ),
  ids: Row.nullish(Schema.Array(Schema.Struct({ id: Row.nullish(Schema.String), source: Row.nullish(Schema.String) }))),
  software: Row.nullish(
    Schema.Array(
      Schema.Struct({
        description: Row.nullish(Schema.String),
        product: Row.nullish(Schema.String),
        version: Row.nullish(Schema.String)
      })
    )
  ),
  users: Row.nullish(Schema.Array(Schema.Struct({ name: Row.nullish(Schema.String) }))),
  userGroups: Row.nullish(Schema.Array(Schema.Struct({ name: Row.nullish(Schema.String) }))),
  assessedForPolicies: Row.nullish(Schema.Boolean),
  assessedForVulnerabilities: Row.nullish(Schema.Boolean),
  riskScore: Row.nullish(Schema.Number),
  rawRiskScore: Row.nullish(Schema.Number),
  vulnerabilities: Row.nullish(
    Schema.Struct({
      critical: Row.nullish(Schema.Number),
      severe: Row.nullish(Schema.Number),
      moderate: Row.nullish(Schema.Number),
      exploits: Row.nullish(Schema.Number),
      malwareKits: Row.nullish(Schema.Number),
      total: Row.nullish(Schema.Number)
    })
  )
})
export interface InsightVmAsset extends Schema.Schema.Type<typeof InsightVmAsset> {}

/** An asset with the services that its findings name. A device reads none of them, so that its `vendor_data` has them as the console sends them. */
export const InsightVmServer = Schema.Struct({
  ...InsightVmAsset.fields,
  services: Row.nullish(
    Schema.Array(
      Schema.Struct({
        name: Row.nullish(Schema.String),
        port: Row.nullish(Schema.Number),
        protocol: Row.nullish(Schema.String)
      })
    )
  )
})
export interface InsightVmServer extends Schema.Schema.Type<typeof InsightVmServer> {}

/** The values without missing, empty and duplicate ones, in their order. */
export const distinct = (values: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> => [
  ...new Set(values.filter((value): value is string => value !== null && value !== undefined && value !== ""))
]

/** What a function reads of an asset, read once for all findings of the asset. */
const once = <A, Asset extends InsightVmAsset = InsightVmAsset>(read: (asset: Asset) => A): ((asset: Asset) => A) => {
  const known = new WeakMap<Asset, A>()
  return (asset) => {
    const found = known.get(asset)
    if (found !== undefined) return found
    const made = read(asset)
    known.set(asset, made)
    return made
  }
}

/** All host names of an asset, the primary one first. */
export const hostnames = once(
  (asset): ReadonlyArray<string> => distinct([asset.hostName, ...(asset.hostNames ?? []).map(({ name }) => name)])
)

/** All IPv4 and IPv6 addresses of an asset, the primary one first. */
export const addresses = once(
  (asset): ReadonlyArray<string> => distinct([asset.ip, ...(asset.addresses ?? []).map(({ ip }) => ip)])
)

/** The IPv4 addresses of an asset, the primary one first. */
export const ipv4s = once((asset): ReadonlyArray<string> => addresses(asset).filter((ip) => !ip.includes(":")))

/** The entries of an asset's history that record an administrator's edit and not a scan or an agent report. */
const EDIT = /^VULNERABILITY_EXCEPTION/

/** When scans and agents saw an asset; fields are null if none did. */
export interface Sightings {
  readonly first: string | null
  readonly last: string | null
  /** The last scan. */
  readonly scanId: number | null
}

/** When scans and agents saw the asset. A date that cannot be read counts only if all others cannot be read either. */
export const sightings = once((asset): Sightings => {
  const found = { first: null as string | null, last: null as string | null, scanId: null as number | null }
  let [first, last, scan] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { date, type, scanId } of asset.history ?? []) {
    if (date === null || EDIT.test(type ?? "")) continue
    const instant = Date.parse(date)
    if (found.first === null || instant < first) {
      found.first = date
      first = Number.isNaN(instant) ? first : instant
    }
    if (found.last === null || instant >= last) {
      found.last = date
      last = Number.isNaN(instant) ? last : instant
    }
    if (scanId !== null && (found.scanId === null || instant >= scan)) {
      found.scanId = scanId
      scan = Number.isNaN(instant) ? scan : instant
    }
  }
  return found
})

/** The names of an asset's services by protocol and port. */
const services = once(
  (asset: InsightVmServer): ReadonlyMap<string | null, ReadonlyMap<number | null, string | null>> => {
    const names = new Map<string | null, Map<number | null, string | null>>()
    for (const { name, port, protocol } of asset.services ?? []) {
      const ports = names.get(protocol) ?? new Map<number | null, string | null>()
      if (ports.size === 0) names.set(protocol, ports)
      if (!ports.has(port)) ports.set(port, name)
    }
    return names
  }
)

/** The name of the service at a port of an asset; null if it has none there. */
export const serviceAt = (asset: InsightVmServer, port: number | null, protocol: string | null): string | null =>
  port === null ? null : (services(asset).get(protocol)?.get(port) ?? null)

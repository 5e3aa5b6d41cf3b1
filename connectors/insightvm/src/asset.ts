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
  services: Row.nullish(
    Schema.Array(
      Schema.Struct({
        name: Row.nullish(Schema.String),
        port: Row.nullish(Schema.Number),
        protocol: Row.nullish(Schema.String),
        vendor: Row.nullish(Schema.String),
        family: Row.nullish(Schema.String),
        product: Row.nullish(Schema.String),
        version: Row.nullish(Schema.String)
      })
    )
  ),
  software: Row.nullish(
    Schema.Array(
      Schema.Struct({
        description: Row.nullish(Schema.String),
        product: Row.nullish(Schema.String),
        version: Row.nullish(Schema.String)
      })
    )
  ),
  users: Row.nullish(
    Schema.Array(Schema.Struct({ name: Row.nullish(Schema.String), fullName: Row.nullish(Schema.String) }))
  ),
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

/** The values without missing, empty and duplicate ones, in their order. */
export const distinct = (values: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> => [
  ...new Set(values.filter((value): value is string => value !== null && value !== undefined && value !== ""))
]

/** All host names of an asset, the primary one first. */
export const hostnames = (asset: InsightVmAsset): ReadonlyArray<string> =>
  distinct([asset.hostName, ...(asset.hostNames ?? []).map(({ name }) => name)])

/** All IPv4 and IPv6 addresses of an asset, the primary one first. */
export const addresses = (asset: InsightVmAsset): ReadonlyArray<string> =>
  distinct([asset.ip, ...(asset.addresses ?? []).map(({ ip }) => ip)])

/** The IPv4 addresses of an asset, the primary one first. */
export const ipv4s = (asset: InsightVmAsset): ReadonlyArray<string> =>
  addresses(asset).filter((ip) => !ip.includes(":"))

/** The entries of an asset's history that record an administrator's edit and not a scan or an agent report. */
const EDIT = /^VULNERABILITY_EXCEPTION/

/** When scans and agents saw the asset, oldest first. */
export const sightings = (asset: InsightVmAsset) =>
  (asset.history ?? [])
    .flatMap(({ date, type, scanId }) => (date === null || EDIT.test(type ?? "") ? [] : [{ date, type, scanId }]))
    .sort((a, b) => Date.parse(a.date) - Date.parse(b.date))

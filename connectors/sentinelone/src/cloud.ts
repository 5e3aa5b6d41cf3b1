import type { Records } from "@tributary/core"
import type { SentinelOneAgent } from "./rows/agent.js"

const PROVIDERS: Readonly<Record<string, Records.CloudProvider>> = { aws: "AWS", azure: "AZURE", gcp: "GCP" }

/** A zone of AWS (us-east-1a) or Google Cloud (us-east1-b) is its region plus a letter. */
const ZONE = /^(.*\d)-?[a-z]$/

/** The cloud in which an agent runs; null if it runs in none. */
export const cloudOf = ({ cloudProviders }: SentinelOneAgent): Records.CloudMetadata | null => {
  const [provider, cloud] = Object.entries(cloudProviders ?? {})[0] ?? []
  if (provider === undefined) return null
  const location = cloud?.cloudLocation || null
  const region = location === null ? null : (ZONE.exec(location)?.[1] ?? location)
  return {
    cloud_provider: PROVIDERS[provider.toLowerCase()] ?? "OTHER",
    account_id: cloud?.cloudAccount || null,
    region,
    availability_zone: region === location ? null : location,
    instance_id: cloud?.cloudInstanceId || null
  }
}

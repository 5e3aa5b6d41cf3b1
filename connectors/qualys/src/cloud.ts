import type { Records } from "@tributary/core"
import type { QualysHost } from "./rows/host.js"

type Metadata = Pick<QualysHost, "METADATA">

type Instance = Pick<QualysHost, "CLOUD_PROVIDER" | "CLOUD_RESOURCE_ID" | "EC2_INSTANCE_ID" | "METADATA">

const PROVIDERS: Readonly<Record<string, Records.CloudProvider>> = { aws: "AWS", azure: "AZURE", gcp: "GCP" }

/** The attributes of an instance by the last part of their names, because AWS's are paths, such as `latest/meta-data/ami-id`. */
export const attributesOf = ({ METADATA }: Metadata): ReadonlyMap<string, string> =>
  new Map(
    [METADATA?.EC2, METADATA?.GOOGLE, METADATA?.AZURE]
      .flatMap((cloud) => cloud?.ATTRIBUTE ?? [])
      .flatMap(({ NAME, VALUE }) => (NAME && VALUE ? [[NAME.slice(NAME.lastIndexOf("/") + 1), VALUE]] : []))
  )

/** A zone of Google Cloud, such as `us-east1-b`, is its region plus a letter: https://cloud.google.com/compute/docs/regions-zones */
const regionOfZone = (zone: string | undefined): string | undefined => /^(.*\d)-[a-z]$/.exec(zone ?? "")?.[1]

/** Where an instance runs; Qualys names each cloud's attributes in the cloud's own words. */
const placeOf = (host: Metadata) => {
  const attributes = attributesOf(host)
  const first = (...names: ReadonlyArray<string>) => names.flatMap((name) => attributes.get(name) ?? [])[0]
  // Google writes a zone as `projects/123/zones/us-east1-b`.
  const zone = first("availabilityZone", "zone")?.split("/").at(-1)
  return {
    account_id: first("accountId", "subscriptionId", "projectId") ?? null,
    region: first("region", "location") ?? regionOfZone(zone) ?? null,
    availability_zone: zone ?? null
  }
}

/**
 * The cloud in which a host runs, and where; null if Qualys names none. A host that no agent or connector of the cloud reported has no metadata.
 *
 * https://docs.qualys.com/en/vm/qweb-all-api/mergedProjects/qapi-assets/host_lists/host_list.htm
 */
export const cloudOf = ({ CLOUD_PROVIDER, CLOUD_RESOURCE_ID, EC2_INSTANCE_ID, METADATA }: Instance) =>
  CLOUD_PROVIDER === null
    ? null
    : {
        cloud_provider: PROVIDERS[CLOUD_PROVIDER.toLowerCase()] ?? "OTHER",
        ...placeOf({ METADATA }),
        instance_id: CLOUD_RESOURCE_ID ?? EC2_INSTANCE_ID
      }

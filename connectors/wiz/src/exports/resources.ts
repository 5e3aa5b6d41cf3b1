import { Extractor, Pagination, RecordKind, type Records } from "@tributary/core"
import { RESOURCES, WizResource } from "../rows/resource.js"

const PROVIDERS: Readonly<Record<string, Records.CloudProvider>> = { AWS: "AWS", Azure: "AZURE", GCP: "GCP" }

/** The cloud of the account; the platform can be what runs in that cloud, such as Kubernetes. */
const providerOf = ({ cloudAccount, cloudPlatform }: WizResource): Records.CloudProvider | null => {
  const provider = cloudAccount?.cloudProvider || cloudPlatform
  return provider ? (PROVIDERS[provider] ?? "OTHER") : null
}

/** A resource without a name is named by the last part of its id in the cloud, such as an ARN. */
const nameOf = ({ externalId, id, name }: WizResource): string =>
  name || externalId?.split("/").at(-1) || externalId || id

const tagsOf = ({ tags }: WizResource) =>
  tags === null || tags.length === 0 ? null : Object.fromEntries(tags.map(({ key, value }) => [key, value]))

/** Maps a resource; one that Wiz keeps only because it was deleted a short time ago is none. */
export const toResource = (resource: WizResource): RecordKind.Draft<typeof RecordKind.Resource> | null => {
  if (resource.deletedAt) return null
  return {
    name: nameOf(resource),
    type: resource.type,
    vendor_type: resource.nativeType || null,
    cloud_provider: providerOf(resource),
    account_id: resource.cloudAccount?.externalId || null,
    account_name: resource.cloudAccount?.name || null,
    region: resource.region || null,
    tags: tagsOf(resource),
    first_seen: resource.firstSeen,
    last_seen: resource.lastSeen,
    vendor_id: resource.id,
    vendor_data: {
      vendor: "WIZ",
      external_id: resource.externalId,
      provider_unique_id: resource.providerUniqueId,
      status: resource.status,
      cloud_platform: resource.cloudPlatform,
      cloud_account_id: resource.cloudAccount?.id ?? null,
      region_location: resource.regionLocation,
      created_at: resource.createdAt,
      technology: resource.technology,
      projects: resource.projects,
      resource_group: resource.resourceGroup,
      type_fields: resource.typeFields,
      is_open_to_all_internet: resource.isOpenToAllInternet,
      is_accessible_from_internet: resource.isAccessibleFromInternet,
      has_access_to_sensitive_data: resource.hasAccessToSensitiveData,
      has_admin_privileges: resource.hasAdminPrivileges,
      has_high_privileges: resource.hasHighPrivileges,
      has_sensitive_data: resource.hasSensitiveData
    }
  }
}

/** Reads the resources of every type: https://docs.wiz.io/dev/pull-cloud-resources-v2 */
export const resources = Extractor.make({
  record: RecordKind.Resource,
  endpoint: "/graphql",
  // New resources come last, so that they move no other to another page.
  post: {
    operationName: "Resources",
    query: RESOURCES,
    variables: { orderBy: { field: "FIRST_SEEN", direction: "ASC" } }
  },
  row: WizResource,
  // No count: Wiz would count all resources of a tenant for each page.
  pagination: Pagination.graphql({ connection: "data.cloudResourcesV2", limit: 100 }),
  permissions: ["read:resources"],
  since: (instant) => ({ variables: { filterBy: { updatedAt: { after: instant } } } }),
  toRecord: toResource
})

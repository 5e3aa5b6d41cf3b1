import { Extractor, RecordKind, Row } from "@tributary/core"
import { Option, Schema } from "effect"
import { armId, armIdOf, nameOf, typeOf } from "../arm.js"
import { AzureResourceDetails, cloudOf, type NativeResource, nativeOf, resourceIdOf } from "../resourceDetails.js"
import { graphPages, RESOURCE_GRAPH } from "../resourceGraph.js"

const JsonObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** An Azure resource, as `AZURE_QUERY` returns it: https://learn.microsoft.com/en-us/azure/governance/resource-graph/concepts/query-language */
export const AzureResource = Schema.Struct({
  id: Schema.String,
  name: Row.nullish(Schema.String),
  type: Row.nullish(Schema.String),
  kind: Row.nullish(Schema.String),
  location: Row.nullish(Schema.String),
  resourceGroup: Row.nullish(Schema.String),
  subscriptionId: Row.nullish(Schema.String),
  subscriptionName: Row.nullish(Schema.String),
  managedBy: Row.nullish(Schema.String),
  tags: Row.nullish(JsonObject),
  created: Row.nullish(Schema.String)
})
export interface AzureResource extends Schema.Schema.Type<typeof AzureResource> {}

/** An assessment of a resource in another cloud, as `OTHER_CLOUDS_QUERY` returns it: https://learn.microsoft.com/en-us/azure/defender-for-cloud/resource-graph-samples */
export const AssessedResource = Schema.Struct({
  id: Schema.String,
  subscriptionId: Row.nullish(Schema.String),
  details: AzureResourceDetails,
  additionalData: Row.nullish(JsonObject)
})
export interface AssessedResource extends Schema.Schema.Type<typeof AssessedResource> {}

/** The creation time if it is in ISO 8601 format, otherwise null: each resource type has its own format. */
const instant = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : null

const shortType = (type: string | null): string => type?.split("/").at(-1) ?? "UNKNOWN"

/** Maps an Azure resource. */
export const toAzureResource = (resource: AzureResource): RecordKind.Draft<typeof RecordKind.Resource> => ({
  name: resource.name ?? nameOf(resource.id),
  type: shortType(resource.type ?? typeOf(resource.id)),
  vendor_type: resource.type ?? typeOf(resource.id),
  cloud_provider: "AZURE",
  account_id: resource.subscriptionId,
  account_name: resource.subscriptionName,
  region: resource.location,
  tags: resource.tags,
  first_seen: instant(resource.created),
  vendor_id: armId(resource.id),
  vendor_data: {
    vendor: "MS_DEFENDER_CLOUD",
    resource_group: resource.resourceGroup,
    // Resource Graph returns an empty string for a missing value.
    kind: resource.kind || null,
    managed_by: resource.managedBy || null
  }
})

/** The full type of a native resource, such as `ec2/elastic-ip`; the type alone if it names its provider or nobody does. */
const fullType = ({ provider, type }: NativeResource): string | null =>
  type === null || provider === null || type.includes("/") ? type : `${provider.toLowerCase()}/${type}`

/** Maps an assessment to the resource of another cloud that it examines. */
export const toAssessedResource = (assessment: AssessedResource): RecordKind.Draft<typeof RecordKind.Resource> => {
  const { details, additionalData } = assessment
  const native = nativeOf(details, additionalData)
  const resourceId = resourceIdOf(assessment.id, details)
  return {
    name: native.name ?? nameOf(native.id ?? resourceId),
    type: shortType(native.type ?? typeOf(resourceId)),
    vendor_type: fullType(native) ?? typeOf(resourceId),
    cloud_provider: cloudOf(details),
    account_id: native.account,
    region: native.region,
    vendor_id: resourceId,
    vendor_data: {
      vendor: "MS_DEFENDER_CLOUD",
      native_resource_id: native.id,
      subscription_id: assessment.subscriptionId
    }
  }
}

/** Selects every resource of every subscription that the token may read. */
export const AZURE_QUERY = [
  "resources",
  "join kind=leftouter (resourcecontainers | where type == 'microsoft.resources/subscriptions'" +
    " | project subscriptionId, subscriptionName = name) on subscriptionId",
  "project id, name, type, kind, location, resourceGroup, subscriptionId, subscriptionName, managedBy, tags," +
    " created = coalesce(tostring(properties.timeCreated), tostring(properties.creationTime))",
  "order by id asc"
].join(" | ")

/** Selects the assessments of resources outside Azure, so that a resource appears once per assessment. */
export const OTHER_CLOUDS_QUERY = [
  "securityresources",
  "where type == 'microsoft.security/assessments'",
  // Resource Graph's field names are case-sensitive, and their case differs between assessments.
  "extend source = coalesce(tostring(properties.resourceDetails.Source), tostring(properties.resourceDetails.source))",
  "where isnotempty(source) and source !~ 'Azure'",
  "project id, subscriptionId, details = properties.resourceDetails, additionalData = properties.additionalData",
  "order by id asc"
].join(" | ")

const ofAzure = Extractor.make({
  record: RecordKind.Resource,
  endpoint: RESOURCE_GRAPH,
  post: { query: AZURE_QUERY },
  row: AzureResource,
  id: armIdOf,
  pagination: graphPages(),
  permissions: ["*/read"],
  toRecord: toAzureResource
})

/** What the id consists of; the rest of a row may be unreadable. */
const decodeIdentity = Schema.decodeUnknownOption(AssessedResource.pick("id", "details"))

const ofOtherClouds = Extractor.make({
  record: RecordKind.Resource,
  endpoint: RESOURCE_GRAPH,
  post: { query: OTHER_CLOUDS_QUERY },
  row: AssessedResource,
  id: (row) => Option.getOrNull(Option.map(decodeIdentity(row), ({ id, details }) => resourceIdOf(id, details))),
  pagination: graphPages(),
  permissions: ["Microsoft.Security/assessments/read"],
  toRecord: toAssessedResource
})

/** Reads Azure resources, then the resources of other clouds. */
export const resources = Extractor.concat(ofAzure, ofOtherClouds)

import { Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { armId, nameOf, typeOf } from "../arm.js"
import { AzureResourceDetails, arnPart, cloudOf, resourceIdOf } from "../resourceDetails.js"
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
  details: AzureResourceDetails
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

/** Maps an assessment to the resource of another cloud that it examines. */
export const toAssessedResource = ({
  id,
  subscriptionId,
  details
}: AssessedResource): RecordKind.Draft<typeof RecordKind.Resource> => ({
  name: details.resourceName ?? nameOf(details.nativeResourceId ?? resourceIdOf(id, details)),
  type: shortType(details.resourceType ?? typeOf(resourceIdOf(id, details))),
  vendor_type: details.resourceType ?? typeOf(resourceIdOf(id, details)),
  cloud_provider: cloudOf(details),
  account_id: arnPart(details, 4),
  region: details.region ?? arnPart(details, 3),
  vendor_id: resourceIdOf(id, details),
  vendor_data: {
    vendor: "MS_DEFENDER_CLOUD",
    native_resource_id: details.nativeResourceId,
    subscription_id: subscriptionId
  }
})

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
  "project id, subscriptionId, details = properties.resourceDetails",
  "order by id asc"
].join(" | ")

const ofAzure = Extractor.make({
  record: RecordKind.Resource,
  endpoint: RESOURCE_GRAPH,
  post: { query: AZURE_QUERY },
  row: AzureResource,
  pagination: graphPages(),
  permissions: ["*/read"],
  toRecord: toAzureResource
})

const ofOtherClouds = Extractor.make({
  record: RecordKind.Resource,
  endpoint: RESOURCE_GRAPH,
  post: { query: OTHER_CLOUDS_QUERY },
  row: AssessedResource,
  pagination: graphPages(),
  permissions: ["Microsoft.Security/assessments/read"],
  toRecord: toAssessedResource
})

/** Reads Azure resources, then the resources of other clouds. */
export const resources = Extractor.concat(ofAzure, ofOtherClouds)

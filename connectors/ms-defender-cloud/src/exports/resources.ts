import { Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { armId, arnPart, cloudOf, graphPages, nameOf, RESOURCE_GRAPH, resourceIdOf, typeOf } from "../arm.js"
import { AzureResourceDetails } from "./compliance_findings.js"

const JsonObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** A resource of a subscription: https://learn.microsoft.com/en-us/azure/governance/resource-graph/concepts/query-language */
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

/** A resource of another cloud, as an assessment names it: https://learn.microsoft.com/en-us/azure/defender-for-cloud/resource-graph-samples */
export const AssessedResource = Schema.Struct({
  id: Schema.String,
  subscriptionId: Row.nullish(Schema.String),
  details: AzureResourceDetails
})
export interface AssessedResource extends Schema.Schema.Type<typeof AssessedResource> {}

/** Each type of resource writes its creation in its own form; what is no instant is left out. */
const instant = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : null

const shortType = (type: string | null): string => type?.split("/").at(-1) ?? "UNKNOWN"

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
    // Resource Graph writes a text that is not there as an empty one.
    kind: resource.kind || null,
    managed_by: resource.managedBy || null
  }
})

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

/** Every resource of every subscription that the token may read. */
export const AZURE_QUERY = [
  "resources",
  "join kind=leftouter (resourcecontainers | where type == 'microsoft.resources/subscriptions'" +
    " | project subscriptionId, subscriptionName = name) on subscriptionId",
  "project id, name, type, kind, location, resourceGroup, subscriptionId, subscriptionName, managedBy, tags," +
    " created = coalesce(tostring(properties.timeCreated), tostring(properties.creationTime))",
  "order by id asc"
].join(" | ")

/** What Defender for Cloud assessed outside of Azure: a row for each assessment. */
export const OTHER_CLOUDS_QUERY = [
  "securityresources",
  "where type == 'microsoft.security/assessments'",
  // Names of fields are case-sensitive there, and differ between answers.
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

export const resources = Extractor.concat(ofAzure, ofOtherClouds)

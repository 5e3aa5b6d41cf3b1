import { Row } from "@tributary/core"
import { Schema } from "effect"

const Flag = Row.nullish(Schema.Boolean)

/** A resource of a cloud: https://docs.wiz.io/dev/pull-cloud-resources-v2 */
export const WizResource = Schema.Struct({
  id: Schema.String,
  name: Row.text,
  type: Schema.String,
  nativeType: Row.text,
  externalId: Row.text,
  providerUniqueId: Row.text,
  status: Row.text,
  cloudPlatform: Row.text,
  region: Row.text,
  regionLocation: Row.text,
  createdAt: Row.text,
  deletedAt: Row.text,
  firstSeen: Row.text,
  lastSeen: Row.text,
  cloudAccount: Row.nullish(
    Schema.Struct({ id: Row.text, name: Row.text, cloudProvider: Row.text, externalId: Row.text })
  ),
  tags: Row.nullish(Schema.Array(Schema.Struct({ key: Schema.String, value: Row.text }))),
  technology: Row.nullish(Schema.Unknown),
  projects: Row.nullish(Schema.Unknown),
  resourceGroup: Row.nullish(Schema.Unknown),
  typeFields: Row.nullish(Schema.Unknown),
  isOpenToAllInternet: Flag,
  isAccessibleFromInternet: Flag,
  hasAccessToSensitiveData: Flag,
  hasAdminPrivileges: Flag,
  hasHighPrivileges: Flag,
  hasSensitiveData: Flag
})
export interface WizResource extends Schema.Schema.Type<typeof WizResource> {}

/** What the connector asks for each page of resources. */
export const RESOURCES = `query Resources($filterBy: CloudResourceV2Filters, $first: Int, $after: String, $orderBy: CloudResourceOrder) {
  cloudResourcesV2(filterBy: $filterBy, first: $first, after: $after, orderBy: $orderBy) {
    nodes {
      id name type nativeType externalId providerUniqueId status cloudPlatform region regionLocation
      createdAt deletedAt firstSeen lastSeen
      cloudAccount { id name cloudProvider externalId }
      tags { key value }
      technology { id name }
      projects { id name slug isFolder }
      resourceGroup { id name }
      typeFields {
        ... on CloudResourceV2VirtualMachine { instanceType operatingSystem }
        ... on CloudResourceV2Database { kind }
      }
      isOpenToAllInternet isAccessibleFromInternet
      hasAccessToSensitiveData hasAdminPrivileges hasHighPrivileges hasSensitiveData
    }
    pageInfo { hasNextPage endCursor }
  }
}`

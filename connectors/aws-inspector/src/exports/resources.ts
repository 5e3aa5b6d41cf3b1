import { Extractor, Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { AwsInstant, toInstant } from "../instant.js"

const Tags = Row.nullish(Schema.Record({ key: Schema.String, value: Schema.Unknown }))
const Named = Row.nullish(Schema.Struct({ name: Row.text }))
const Tagged = Row.nullish(Schema.Struct({ tags: Tags }))

/** A resource that one kind of scan covers: https://docs.aws.amazon.com/inspector/v2/APIReference/API_CoveredResource.html */
export const InspectorCoverage = Schema.Struct({
  resourceId: Schema.String,
  resourceType: Schema.String,
  accountId: Row.text,
  provider: Row.text,
  providerAccountId: Row.text,
  providerRegion: Row.text,
  lastScannedAt: AwsInstant,
  resourceMetadata: Row.nullish(
    Schema.Struct({
      ec2: Tagged,
      vmInstance: Tagged,
      lambdaFunction: Row.nullish(Schema.Struct({ functionName: Row.text, functionTags: Tags })),
      serverlessFunction: Row.nullish(Schema.Struct({ serverlessFunctionName: Row.text, functionTags: Tags })),
      ecrRepository: Named,
      containerRepository: Named,
      containerRegistry: Named,
      codeRepository: Row.nullish(Schema.Struct({ projectName: Row.text }))
    })
  )
})
export interface InspectorCoverage extends Schema.Schema.Type<typeof InspectorCoverage> {}

const PROVIDERS: Readonly<Record<string, Records.CloudProvider>> = { AWS: "AWS", AZURE: "AZURE" }

/** The cloud of a resource. Older rows name it only in the type, and a code repository is in none. */
const cloudOf = ({ provider, resourceType }: InspectorCoverage): Records.CloudProvider | null => {
  if (resourceType === "CODE_REPOSITORY") return null
  if (provider !== null) return PROVIDERS[provider] ?? "OTHER"
  return resourceType.startsWith("AWS_") ? "AWS" : null
}

const tagsOf = ({ resourceMetadata: of }: InspectorCoverage) =>
  (of?.ec2 ?? of?.vmInstance)?.tags ?? (of?.lambdaFunction ?? of?.serverlessFunction)?.functionTags ?? null

/** The name of a resource, its `Name` tag, or else the last part of its id; the id of an image ends in its repository and digest. */
const nameOf = (row: InspectorCoverage): string => {
  const { resourceId: id, resourceMetadata: of } = row
  const tag = tagsOf(row)?.["Name"]
  const names = [
    of?.lambdaFunction?.functionName,
    of?.serverlessFunction?.serverlessFunctionName,
    (of?.ecrRepository ?? of?.containerRepository ?? of?.containerRegistry)?.name,
    of?.codeRepository?.projectName,
    typeof tag === "string" ? tag : null,
    id.split(":repository/")[1]
  ]
  return names.find((name) => name) ?? id.split("/").at(-1) ?? id
}

/** The region in the row, or else in the ARN; null for an EC2 instance whose row names none, because its id is no ARN. */
const regionOf = ({ providerRegion, resourceId }: InspectorCoverage): string | null =>
  providerRegion ?? (resourceId.startsWith("arn:") ? (resourceId.split(":")[3] ?? null) : null)

/** The type without the name of the cloud, such as `EC2_INSTANCE`, or of the service, such as `virtualMachines`. */
const typeOf = ({ resourceType }: InspectorCoverage): string =>
  resourceType.startsWith("AWS_") ? resourceType.slice("AWS_".length) : (resourceType.split("/").at(-1) ?? resourceType)

/** Maps a resource that Inspector scans. */
export const toResource = (row: InspectorCoverage): RecordKind.Draft<typeof RecordKind.Resource> => ({
  name: nameOf(row),
  type: typeOf(row),
  vendor_type: row.resourceType,
  cloud_provider: cloudOf(row),
  account_id: row.providerAccountId ?? row.accountId,
  region: regionOf(row),
  tags: tagsOf(row),
  last_seen: toInstant(row.lastScannedAt),
  vendor_id: row.resourceId,
  vendor_data: { vendor: "AWS_INSPECTOR", aws_account_id: row.accountId, provider: row.provider }
})

/** How an image is used, which changes while its coverage stays the same. */
const USE_OF_IMAGES = ["ecrImage", "containerImage"].flatMap((image) =>
  ["imagePulledAt", "inUseCount", "lastInUseAt"].map((field) => `resourceMetadata.${image}.${field}`)
)

/** Reads what Inspector scans: https://docs.aws.amazon.com/inspector/v2/APIReference/API_ListCoverage.html */
export const resources = Extractor.make({
  record: RecordKind.Resource,
  endpoint: "/coverage/list",
  post: {},
  row: InspectorCoverage,
  id: "resourceId",
  marks: { volatile: USE_OF_IMAGES },
  pagination: Pagination.cursor({
    items: "coveredResources",
    limit: 200,
    limitParam: "maxResults",
    from: "nextToken",
    param: "nextToken"
  }),
  permissions: ["inspector2:ListCoverage"],
  toRecord: toResource
})

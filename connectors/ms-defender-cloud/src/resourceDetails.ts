import { type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { armId } from "./arm.js"

const lowerFirst = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value])
  )

/** Reads an object whose field names start with an upper-case letter in some answers, and with a lower-case one in others. */
const anyCase = <A, I extends Readonly<Record<string, unknown>>>(schema: Schema.Schema<A, I>) =>
  Schema.compose(
    Schema.transform(
      Schema.Record({ key: Schema.String, value: Schema.Unknown }),
      Schema.Record({ key: Schema.String, value: Schema.Unknown }),
      { strict: true, decode: lowerFirst, encode: (fields) => fields }
    ),
    schema,
    { strict: false }
  )

/**
 * The resource that an assessment examines, in Azure or in another cloud.
 *
 * https://learn.microsoft.com/en-us/rest/api/defenderforcloud/assessments/list
 */
export const AzureResourceDetails = anyCase(
  Schema.Struct({
    source: Row.nullish(Schema.String),
    id: Row.nullish(Schema.String),
    // Some assessments have this ID instead of `id`.
    azureResourceId: Row.nullish(Schema.String),
    // The ID in the resource's own cloud, such as an Amazon Resource Name.
    nativeResourceId: Row.nullish(Schema.String),
    resourceName: Row.nullish(Schema.String),
    resourceType: Row.nullish(Schema.String),
    region: Row.nullish(Schema.String)
  })
)
export interface AzureResourceDetails extends Schema.Schema.Type<typeof AzureResourceDetails> {}

const CLOUDS: Readonly<Record<string, Records.CloudProvider>> = { azure: "AZURE", aws: "AWS", gcp: "GCP" }

/** The cloud of an assessed resource: OTHER for a machine outside every cloud, null if the assessment does not say. */
export const cloudOf = ({ source }: Pick<AzureResourceDetails, "source">): Records.CloudProvider | null =>
  source === null ? null : (CLOUDS[source.toLowerCase()] ?? "OTHER")

/** The normalized ID of the assessed resource; without details, the part of the assessment's ID before the assessment. */
export const resourceIdOf = (
  assessmentId: string,
  details: Pick<AzureResourceDetails, "id" | "azureResourceId"> | null
): string =>
  armId(
    details?.id ??
      details?.azureResourceId ??
      assessmentId.replace(/\/providers\/Microsoft\.Security\/assessments\/[^/]+$/i, "")
  )

/** A part of an Amazon Resource Name, 3 for the region or 4 for the account; null for any other ID. */
export const arnPart = (
  { nativeResourceId }: Pick<AzureResourceDetails, "nativeResourceId">,
  part: 3 | 4
): string | null => {
  const parts = nativeResourceId?.split(":") ?? []
  return parts[0] === "arn" ? parts[part] || null : null
}

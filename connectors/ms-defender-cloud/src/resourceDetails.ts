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
  Schema.Struct(
    {
      source: Row.nullish(Schema.String),
      id: Row.nullish(Schema.String),
      // Some assessments have this ID instead of `id`.
      azureResourceId: Row.nullish(Schema.String)
    },
    { key: Schema.String, value: Schema.Unknown }
  )
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

/** What an assessment says about its resource in the words of the resource's own cloud. */
export interface NativeResource {
  readonly name: string | null
  /** The type without its provider, such as `elastic-ip`. */
  readonly type: string | null
  /** The cloud's service, such as `EC2`. */
  readonly provider: string | null
  readonly region: string | null
  /** The ID in the resource's own cloud, such as an Amazon Resource Name. */
  readonly id: string | null
  /** The AWS account or GCP project. */
  readonly account: string | null
}

/**
 * The names, in lower case, under which assessments keep a fact: they differ between connectors, and between the details of
 * the resource and the additional data.
 *
 * https://learn.microsoft.com/en-us/azure/defender-for-cloud/subassessment-rest-api
 */
const NAMES: Readonly<Record<keyof NativeResource, ReadonlyArray<string>>> = {
  name: ["resourcename", "cloudnativeresourcename", "machinename"],
  type: ["resourcetype"],
  provider: ["resourceprovider"],
  region: ["region", "regionuniquename"],
  id: ["nativeresourceid", "nativeclouduniqueidentifier", "awsresourceid", "gcpresourceid"],
  account: ["hierarchyid", "accountid", "projectid"]
}

type Fields = Readonly<Record<string, unknown>>

const KNOWN: ReadonlySet<string> = new Set(Object.values(NAMES).flat())

const LENGTHS: ReadonlySet<number> = new Set([...KNOWN].map(({ length }) => length))

/** The texts that an object has under one of those names, by the name in lower case. */
const textsOf = (fields: Fields | null): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>()
  for (const name of Object.keys(fields ?? {})) {
    // Most names are of other lengths, and an object can have many.
    const lower = LENGTHS.has(name.length) ? name.toLowerCase() : ""
    const value = KNOWN.has(lower) ? fields?.[name] : null
    if (typeof value === "string" && value !== "") texts.set(lower, value)
  }
  return texts
}

/** The first text that one of the objects has under one of the names. */
const textIn = (objects: ReadonlyArray<ReadonlyMap<string, string>>, names: ReadonlyArray<string>): string | null => {
  for (const texts of objects) {
    const found = names.find((name) => texts.has(name))
    if (found !== undefined) return texts.get(found) ?? null
  }
  return null
}

/** A part of an Amazon Resource Name: 3 is the region, 4 the account; null for any other ID. */
const arnPart = (id: string | null, part: 3 | 4): string | null => {
  const parts = id?.split(":") ?? []
  return parts[0] === "arn" ? parts[part] || null : null
}

/** A part of a Google Cloud resource name such as `//compute.googleapis.com/projects/acme/regions/europe-west1/disks/d-1`. */
const gcpPart = (id: string | null, part: RegExp): string | null => part.exec(id ?? "")?.[1] ?? null

/**
 * What an assessment says about its resource, from the resource's details or else, for AWS and GCP, from the additional
 * data; a region and an account also from the resource's own ID.
 */
export const nativeOf = (details: AzureResourceDetails | null, additionalData: Fields | null): NativeResource => {
  const isElsewhere = details !== null && cloudOf(details) !== "AZURE"
  const objects = [textsOf(details), textsOf(isElsewhere ? additionalData : null)]
  const id = textIn(objects, NAMES.id)
  return {
    name: textIn(objects, NAMES.name),
    type: textIn(objects, NAMES.type),
    provider: textIn(objects, NAMES.provider),
    region:
      textIn(objects, NAMES.region) ??
      arnPart(id, 3) ??
      gcpPart(id, /\/(?:regions|locations)\/([^/]+)/) ??
      gcpPart(id, /\/zones\/([^/]+)-[a-z](?:\/|$)/),
    id,
    account: textIn(objects, NAMES.account) ?? arnPart(id, 4) ?? gcpPart(id, /\/projects\/([^/]+)/)
  }
}

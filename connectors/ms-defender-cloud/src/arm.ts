import { Pagination, type Records } from "@tributary/core"
import { Schema } from "effect"

/**
 * Lists of Azure Resource Manager: the rows in `value`, the next page in `nextLink`.
 *
 * https://learn.microsoft.com/en-us/rest/api/azure/
 */
export const armPages = (apiVersion: string): Pagination.Pagination => ({
  ...Pagination.nextLink({ items: "value", from: "nextLink" }),
  query: { "api-version": apiVersion }
})

/** Azure Resource Graph: https://learn.microsoft.com/en-us/rest/api/azureresourcegraph/resourcegraph/resources/resources */
export const RESOURCE_GRAPH = "/providers/Microsoft.ResourceGraph/resources?api-version=2022-10-01"

/** Rows as objects, which is what one page of the reference calls the default and another does not; the largest page. */
const OPTIONS = { resultFormat: "objectArray", $top: 1_000 }

/**
 * Answers of Azure Resource Graph: the rows in `data`; the token of the next page goes into the options of the question.
 *
 * https://learn.microsoft.com/en-us/azure/governance/resource-graph/concepts/work-with-data
 */
export const graphPages = (): Pagination.Pagination => ({
  ...Pagination.none({ items: "data" }),
  isPaged: true,
  query: { options: OPTIONS },
  next: ({ response }) => {
    const token = Pagination.at(response.body, "$skipToken")
    return typeof token === "string" && token !== "" ? { query: { options: { ...OPTIONS, $skipToken: token } } } : null
  }
})

const lowerFirst = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value])
  )

/** Reads an object whose field names begin in upper case in some answers, and in lower case in others. */
export const anyCase = <A, I extends Readonly<Record<string, unknown>>>(schema: Schema.Schema<A, I>) =>
  Schema.compose(
    Schema.transform(
      Schema.Record({ key: Schema.String, value: Schema.Unknown }),
      Schema.Record({ key: Schema.String, value: Schema.Unknown }),
      { strict: true, decode: lowerFirst, encode: (fields) => fields }
    ),
    schema,
    { strict: false }
  )

/** Azure's ids mean the same in any case, and come in several: one form, so that a record keeps its identity. */
export const armId = (id: string): string => id.toLowerCase()

/** The type of what an id names, such as `Microsoft.Compute/virtualMachines`; null where it does not say. */
export const typeOf = (id: string): string | null => {
  const parts = id.split("/")
  const provider = parts.findLastIndex((part) => part.toLowerCase() === "providers")
  if (provider < 0) return /^\/subscriptions\/[^/]+$/i.test(id) ? "Microsoft.Resources/subscriptions" : null
  const [namespace, ...names] = parts.slice(provider + 1)
  return [namespace, ...names.filter((_, index) => index % 2 === 0)].join("/")
}

/** The name of what an id names: its last part. */
export const nameOf = (id: string): string => id.split("/").at(-1) ?? id

/** Where a resource is, in the words of an assessment: some name it in Azure's own form alone. */
export interface Placed {
  readonly source: string | null
  readonly id: string | null
  readonly azureResourceId: string | null
  readonly nativeResourceId: string | null
}

const clouds: Readonly<Record<string, Records.CloudProvider>> = { azure: "AZURE", aws: "AWS", gcp: "GCP" }

/** The cloud that an assessed resource is in; machines outside every cloud are in another one. */
export const cloudOf = ({ source }: Pick<Placed, "source">): Records.CloudProvider | null =>
  source === null ? null : (clouds[source.toLowerCase()] ?? "OTHER")

/** The resource that an assessment is about: what it says, or else what it hangs below. */
export const resourceIdOf = (assessmentId: string, details: Placed | null): string =>
  armId(
    details?.id ??
      details?.azureResourceId ??
      assessmentId.replace(/\/providers\/Microsoft\.Security\/assessments\/[^/]+$/i, "")
  )

/** A part of an Amazon Resource Name: 3 is the region, 4 the account; null for other names. */
export const arnPart = ({ nativeResourceId }: Pick<Placed, "nativeResourceId">, part: 3 | 4): string | null => {
  const parts = nativeResourceId?.split(":") ?? []
  return parts[0] === "arn" ? parts[part] || null : null
}

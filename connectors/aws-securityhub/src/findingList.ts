import { Pagination } from "@tributary/core"
import { identityOf } from "./finding.js"

/** The ID of a raw finding. */
const idOf = (row: unknown): string | null => {
  const [id, product] = [Pagination.at(row, "Id"), Pagination.at(row, "ProductArn")]
  return typeof id === "string"
    ? identityOf({ Id: id, ProductArn: typeof product === "string" ? product : null })
    : null
}

/** The pages of GetFindings; also reads a lower-case `findings` list, which exported files contain. */
export const findingPages: Pagination.Pagination = {
  ...Pagination.cursor({ limit: 100, limitParam: "MaxResults", from: "NextToken", param: "NextToken" }),
  rows: (body) => {
    const rows = Pagination.at(body, "Findings") ?? Pagination.at(body, "findings")
    return Array.isArray(rows) ? rows : undefined
  }
}

/** A filter that leaves the findings with one of these texts in a field. */
export const equals = (...values: ReadonlyArray<string>) => values.map((Value) => ({ Value, Comparison: "EQUALS" }))

/** An instant later than any finding, because a date filter needs both a start and an end. */
const NO_END = "2999-12-31T23:59:59.999Z"

/**
 * The list of the findings with these values: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_GetFindings.html
 *
 * Each export type has a list of its own, because Security Hub joins filters on several fields with AND: no single request selects the findings
 * of checks, those of GuardDuty and those of Inspector, and leaves out those of all other products. The lists have nearly no finding in common,
 * so that one list would need as many requests.
 */
export const findingsWith = (Filters: Readonly<Record<string, unknown>>) => ({
  endpoint: "/findings",
  post: { Filters },
  // Security Hub sets it each time it receives the finding, whether or not anything has changed.
  marks: { volatile: ["ProcessedAt"] },
  id: idOf,
  pagination: findingPages,
  permissions: ["securityhub:GetFindings"],
  since: (instant: string) => ({ Filters: { UpdatedAt: [{ Start: instant, End: NO_END }] } })
})

import type { Records } from "@tributary/core"
import type { WizIssue } from "./rows/issue.js"

/**
 * The controls of an issue's rule. A rule without a sub-category is a control of its own: otherwise no filter by result or control would find
 * the issue.
 */
export const compliancesOf = ({ sourceRule: rule, status }: WizIssue): ReadonlyArray<Records.FindingCompliance> => {
  const common = { standard_version: null, result: status === "RESOLVED" ? "PASS" : "FAIL" } as const
  const controls = (rule?.securitySubCategories ?? []).flatMap(({ category, title }) => {
    const control = title || category?.name
    if (!control) return []
    return [{ ...common, standard: category?.framework?.name || "Wiz", control, control_name: category?.name ?? null }]
  })
  const own = rule?.id || rule?.name
  if (controls.length > 0 || !own) return controls
  return [{ ...common, standard: "Wiz", control: own, control_name: rule?.name ?? null }]
}

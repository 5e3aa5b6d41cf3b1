import { type Product, toProduct } from "./product.js"
import type { AwsSecurityFinding } from "./rows/finding.js"
import { toControl } from "./standard.js"

type Result = "PASS" | "FAIL" | "NOT_APPLICABLE"

/** The result for a compliance status; WARNING and NOT_AVAILABLE become NOT_APPLICABLE, because neither judges the resource. */
export const toResult = (status: string | null): Result => {
  if (status === "PASSED") return "PASS"
  return status === "FAILED" ? "FAIL" : "NOT_APPLICABLE"
}

/** A text in the fields of the product; null if it is missing or empty. */
export const field = ({ ProductFields }: AwsSecurityFinding, name: string): string | null => {
  const value = ProductFields?.[name]
  return typeof value === "string" && value !== "" ? value : null
}

/** The control that Security Hub names; findings from before AWS consolidated its controls name it in `ProductFields`. */
export const controlOfHub = (finding: AwsSecurityFinding): string | null =>
  finding.Compliance?.SecurityControlId ??
  field(finding, "ControlId") ??
  field(finding, "RuleId") ??
  toControl(finding.GeneratorId)

/** The control of a finding; for a product with checks of its own, the last part of its generator ID names the check. */
export const controlOf = (finding: AwsSecurityFinding): string | null =>
  controlOfHub(finding) ?? (finding.GeneratorId?.split("/").at(-1) || null)

/** The product that generated the finding, and its company. */
export const productOf = (finding: AwsSecurityFinding): Product => {
  const { company, name } = toProduct(finding.ProductArn)
  return {
    company: finding.CompanyName ?? field(finding, "aws/securityhub/CompanyName") ?? company,
    name: finding.ProductName ?? field(finding, "aws/securityhub/ProductName") ?? name
  }
}

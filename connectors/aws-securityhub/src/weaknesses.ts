import { Pagination } from "@tributary/core"

type Vulnerabilities = ReadonlyArray<Readonly<Record<string, unknown>>> | null

const textAt = (value: unknown, path: string): string | null => {
  const found = Pagination.at(value, path)
  return typeof found === "string" && found !== "" ? found : null
}

const textsAt = (values: ReadonlyArray<unknown>, path: string): ReadonlyArray<string> => [
  ...new Set(values.flatMap((value) => textAt(value, path) ?? []))
]

/** The packages that have one of the vulnerabilities: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_SoftwarePackage.html */
const packagesOf = (vulnerabilities: Vulnerabilities): ReadonlyArray<unknown> =>
  (vulnerabilities ?? []).flatMap(({ VulnerablePackages }) =>
    Array.isArray(VulnerablePackages) ? VulnerablePackages : []
  )

/** Whether an exploit is known for one of the vulnerabilities; null if the product does not say. */
const isExploitKnown = (vulnerabilities: ReadonlyArray<unknown>): boolean | null => {
  const words = textsAt(vulnerabilities, "ExploitAvailable")
  return words.length === 0 ? null : words.includes("YES")
}

/** The word that all vulnerabilities have, or else PARTIAL, which is AWS's word for a fix of some packages. */
const fixOf = (vulnerabilities: ReadonlyArray<unknown>): string | null => {
  const [word = null, ...others] = textsAt(vulnerabilities, "FixAvailable")
  return others.length === 0 ? word : "PARTIAL"
}

/** The ids of the vulnerabilities, and of those related to them. */
export const idsOf = (vulnerabilities: Vulnerabilities): ReadonlyArray<string> => [
  ...new Set(
    (vulnerabilities ?? []).flatMap(({ Id, RelatedVulnerabilities }) =>
      [Id, ...(Array.isArray(RelatedVulnerabilities) ? RelatedVulnerabilities : [])].filter(
        (id) => typeof id === "string"
      )
    )
  )
]

/** The score of the advisory. Inspector adds its own score, which has adjustments. */
export const cvssOf = (vulnerabilities: Vulnerabilities) => {
  const scores = (vulnerabilities ?? []).flatMap(({ Cvss }) => (Array.isArray(Cvss) ? Cvss : []))
  const chosen = scores.find((score) => Pagination.at(score, "Adjustments") === undefined) ?? scores[0]
  const score = Pagination.at(chosen, "BaseScore")
  return {
    version: textAt(chosen, "Version"),
    score: typeof score === "number" ? score : null,
    vector: textAt(chosen, "BaseVector")
  }
}

/**
 * What a finding about vulnerable packages says, such as one of Amazon Inspector, in the words that records of vulnerabilities use. The
 * highest EPSS score counts.
 *
 * https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_Vulnerability.html
 */
export const weaknessesOf = (vulnerabilities: Vulnerabilities) => {
  const found = vulnerabilities ?? []
  const scores = found.flatMap(({ EpssScore }) => (typeof EpssScore === "number" ? [EpssScore] : []))
  return {
    cve: vulnerabilities === null ? null : textsAt(found, "Id").filter((id) => id.startsWith("CVE-")),
    epss_score: scores.length === 0 ? null : Math.max(...scores),
    exploit_available: isExploitKnown(found),
    fix_available: fixOf(found),
    fixed_packages:
      vulnerabilities === null
        ? null
        : packagesOf(vulnerabilities).flatMap((each) => {
            const fixedIn = textAt(each, "FixedInVersion")
            return fixedIn === null ? [] : [{ name: textAt(each, "Name"), fixed_in: fixedIn }]
          })
  }
}

/** How to update the packages, such as `yum update kernel`; null if the product does not say. */
export const updatesOf = (vulnerabilities: Vulnerabilities): string | null =>
  textsAt(packagesOf(vulnerabilities), "Remediation").join("\n") || null

import { textOf } from "./rows/definition.js"
import type { QualysDetection } from "./rows/detection.js"

/** What Qualys computed the score of a detection from, by name, such as `epss`; empty if the subscription has no scores. */
export type Factors = Readonly<Record<string, string>>

/** The factors of a detection's score: https://docs.qualys.com/en/vm/latest/mergedProjects/risk_score/risk_score/understanding_your_risk_context.htm */
export const factorsOf = ({ QDS_FACTORS }: Pick<QualysDetection, "QDS_FACTORS">): Factors =>
  Object.fromEntries(
    (QDS_FACTORS?.QDS_FACTOR ?? []).flatMap(({ "@name": name, "#text": text }) => (name && text ? [[name, text]] : []))
  )

/** The words of a factor that may have several. */
const wordsOf = (factor: string | undefined): ReadonlyArray<string> =>
  factor === undefined ? [] : factor.split(",").map((word) => word.trim())

/** The real-time threat indicators of a detection, in Qualys's words. */
export const indicatorsOf = ({ RTI }: Factors): ReadonlyArray<string> => wordsOf(RTI)

/** The score of a detection, and what else than CVSS and EPSS it says; null without a score. */
export const toQds = ({ QDS }: Pick<QualysDetection, "QDS">, factors: Factors) =>
  QDS === null
    ? null
    : {
        score: Number(textOf(QDS)),
        severity: typeof QDS === "string" ? null : QDS["@severity"],
        exploit_maturity: wordsOf(factors["exploit_maturity"]),
        indicators: indicatorsOf(factors),
        mitigation_controls: wordsOf(factors["mitigation_controls"])
      }

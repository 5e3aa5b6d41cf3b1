import type { GitHubDependabotAlert } from "./rows/dependabot_alert.js"

const VERSION = /^CVSS:(\d\.\d)\//

/** The first score with a vector: GitHub sends the score 0 without one if nobody has scored a weakness. Most have one of version 3. */
export const cvssOf = (advisory: GitHubDependabotAlert["security_advisory"]) => {
  const severities = advisory?.cvss_severities
  const scores = [severities?.cvss_v3, severities?.cvss_v4, advisory?.cvss]
  const found = scores.find((score) => (score?.vector_string ?? null) !== null)
  const vector = found?.vector_string ?? null
  return {
    cvss_version: vector === null ? null : (VERSION.exec(vector)?.[1] ?? null),
    cvss_base_score: found?.score ?? null,
    cvss_vector: vector
  }
}

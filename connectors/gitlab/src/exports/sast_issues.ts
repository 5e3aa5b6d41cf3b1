import type { RecordKind } from "@tributary/core"
import type { GitLabVulnerability } from "../rows/vulnerability.js"
import { cwesOf, inCode, lineOf, typeOf } from "../vulnerability.js"

/** Maps a vulnerability that static analysis found to a `sast_issue`; null if another scan found it. */
export const toSastIssue = (found: GitLabVulnerability): RecordKind.Draft<typeof RecordKind.SastIssue> | null => {
  if (typeOf(found) !== "SAST") return null
  const { location, primaryIdentifier: rule } = found
  return {
    ...inCode(found),
    vendor_state: found.state,
    dismissed_reason: found.dismissalReason,
    dismissed_by: found.dismissedBy?.username ?? null,
    rule: rule === null || rule.externalId === null ? null : { id: rule.externalId, name: rule.name, url: rule.url },
    cwe: cwesOf(found),
    file_path: location?.file ?? null,
    start_line: lineOf(location?.startLine),
    end_line: lineOf(location?.endLine),
    tool: found.scanner?.name ?? null
  }
}

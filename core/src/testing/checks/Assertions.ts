import type { HealthName } from "../../contract/Health.js"
import type { SourceList } from "../../extract/ListInfo.js"
import type { RunReport } from "../run/ConnectorRun.js"
import { ENDLESS, type Seen } from "../vendor/ScriptedVendor.js"

/** A connector breaks a promise: which, and what was seen. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError"
}

export const insist = (holds: boolean, message: () => string): void => {
  if (!holds) throw new ConformanceError(message())
}

export const describeFailures = (report: RunReport): string =>
  report.failures.map((failure) => `${failure.health} at ${failure.detail}`).join("; ") || "no failure"

const MOST_SHOWN = 10

const shown = (title: string, lines: ReadonlyArray<string>): string => {
  if (lines.length === 0) return ""
  const more = lines.length > MOST_SHOWN ? [`... and ${lines.length - MOST_SHOWN} more`] : []
  return `\n${title}:${[...lines.slice(0, MOST_SHOWN), ...more].map((line) => `\n  ${line}`).join("")}`
}

/** Why rows were rejected, each reason once. */
export const describeRejections = ({ rejections }: RunReport): string =>
  shown("Rows were rejected", [
    ...new Set(rejections.flatMap(({ kind, issues }) => issues.map((issue) => `${kind} ${issue}`)))
  ])

const request = ({ method, url, body }: Seen): string =>
  `${method} ${url}${body === null ? "" : ` ${JSON.stringify(body)}`}`

/** What was asked, and by which key of `replies` it was answered. */
export const describeRequests = ({ requests }: RunReport): string =>
  shown(
    "Asked, and answered by",
    requests.map((seen) => `${request(seen)}  <-  ${seen.key ?? "no key: script this request"}`)
  )

const AROUND = 80

/** No credential came out of a run. */
export const quiet = ({ output, records, secrets }: RunReport, what = "A run without faults"): void => {
  for (const line of [...output.split("\n"), JSON.stringify(records)]) {
    for (const secret of secrets) {
      insist(!line.includes(secret), () => {
        const at = line.indexOf(secret)
        const before = line.slice(Math.max(0, at - AROUND), at)
        const after = line.slice(at + secret.length, at + secret.length + AROUND).replaceAll(secret, "[CREDENTIAL]")
        return `${what}: a credential came out in a log line, span, error or record:\n  ${before}[CREDENTIAL]${after}`
      })
    }
  }
}

/** Every record as it was, in every kind. */
export const sameRecords = (expected: RunReport, actual: RunReport, what: string): void => {
  const changes = [...expected.stored].flatMap(([kind, before]) => {
    const after = actual.stored.get(kind) ?? new Map<string, string>()
    const lost = [...before.keys()].filter((id) => !after.has(id)).length
    const changed = [...before].filter(([id, wire]) => after.has(id) && after.get(id) !== wire).length
    const added = [...after.keys()].filter((id) => !before.has(id)).length
    if (lost + changed + added === 0) return []
    return [`${kind}: ${before.size} before, ${lost} lost, ${changed} changed, ${added} added`]
  })
  insist(changes.length === 0, () => `${what}, the records must stay as they were:\n  ${changes.join("\n  ")}`)
}

/** As many records as before, whatever they now say. */
export const sameCounts = (expected: RunReport, actual: RunReport, what: string): void => {
  for (const [kind, before] of expected.stored) {
    const after = actual.stored.get(kind)?.size ?? 0
    insist(before.size === after, () => `${what}: ${before.size} records of ${kind} became ${after}.`)
  }
}

/** The run of the list ended with this health, and no other extractor was harmed. */
export const endedWith = (report: RunReport, list: SourceList, health: HealthName, what: string): void => {
  const [failure, ...others] = report.failures
  insist(!describeFailures(report).includes(ENDLESS), () => `${what}: ${ENDLESS}.`)
  const seen = failure?.health ?? "HEALTHY"
  insist(seen === health, () => `${what}: expected ${health}, saw ${seen} (${describeFailures(report)}).`)
  insist(others.length === 0, () => `${what}: other exports failed with it (${describeFailures(report)}).`)
  insist(
    failure === undefined || failure.endpoint === list.endpoint,
    () => `${what}: expected the failure at ${list.endpoint}, saw it at ${failure?.endpoint}.`
  )
}

/** No row more was rejected than before. */
export const noNewRejection = (before: RunReport, after: RunReport, what: string): void =>
  insist(after.rejections.length === before.rejections.length, () => {
    const reasons = new Set(after.rejections.flatMap(({ issues }) => issues))
    return `${what} rejected its row (${[...reasons].join(", ")}).`
  })

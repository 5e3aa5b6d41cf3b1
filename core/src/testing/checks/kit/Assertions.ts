import type { HealthName } from "../../../contract/Health.js"
import type { SourceList } from "../../../extract/list/SourceList.js"
import type * as RecordKind from "../../../record/RecordKind.js"
import { sortedKeys } from "../../../record/sortedKeys.js"
import type { RunReport } from "../../run/ConnectorRun.js"
import { ENDLESS, type Seen } from "../../vendor/ScriptedVendor.js"

/** A connector breaks a promise; the message says which one, what the kit saw, and what to do. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError"
}

/** Throws a `ConformanceError` unless the condition holds. */
export const insist = (holds: boolean, message: () => string): void => {
  if (!holds) throw new ConformanceError(message())
}

/** The run without faults, and a later run over its records. */
export interface Comparison {
  readonly before: RunReport
  readonly after: RunReport
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
  shown("Rejected rows", [
    ...new Set(rejections.flatMap(({ kind, issues }) => issues.map((issue) => `${kind} ${issue}`)))
  ])

const request = ({ method, url, body }: Seen): string =>
  `${method} ${url}${body === null ? "" : ` ${JSON.stringify(body)}`}`

/** Every request, with the key of `replies` that answered it. */
export const describeRequests = ({ requests }: RunReport): string =>
  shown(
    "Requests, each with the key that answered it",
    requests.map((seen) => `${request(seen)}  <-  ${seen.key ?? "no key: script this request"}`)
  )

const AROUND = 80

/** No credential appears in the output or the records of a run. */
export const quiet = ({ output, records, secrets }: RunReport, what = "A run without faults"): void => {
  const said = [output, JSON.stringify(records)]
  const leaked = secrets.find((secret) => said.some((text) => text.includes(secret)))
  if (leaked === undefined) return
  for (const line of said.flatMap((text) => text.split("\n"))) {
    const at = line.indexOf(leaked)
    insist(at < 0, () => {
      const before = line.slice(Math.max(0, at - AROUND), at)
      const after = line.slice(at + leaked.length, at + leaked.length + AROUND).replaceAll(leaked, "[CREDENTIAL]")
      return `${what}: a credential appears in a log line, span, error, checkpoint or record:\n  ${before}[CREDENTIAL]${after}`
    })
  }
}

/** Whether two records have the same content: a field of free-form JSON that was kept may come last there. */
const isSame = (wire: string, other: string | undefined): boolean =>
  wire === other ||
  JSON.stringify(sortedKeys(JSON.parse(wire))) === JSON.stringify(sortedKeys(JSON.parse(other ?? "null")))

/** Every record of every kind is as it was, but for the content of at most `most` records of each kind. */
export const sameRecordsBut = ({ before, after }: Comparison, most: number, what: string): void => {
  const changes = [...before.stored].flatMap(([kind, old]) => {
    const now = after.stored.get(kind) ?? new Map<string, string>()
    const lost = [...old.keys()].filter((id) => !now.has(id)).length
    const changed = [...old].filter(([id, wire]) => now.has(id) && !isSame(wire, now.get(id))).length
    const added = [...now.keys()].filter((id) => !old.has(id)).length
    if (lost + added === 0 && changed <= most) return []
    return [`${kind}: ${old.size} before, ${lost} lost, ${changed} changed, ${added} added`]
  })
  insist(changes.length === 0, () => `${what}, the records must stay as they were:\n  ${changes.join("\n  ")}`)
}

/** Every record of every kind is as it was. */
export const sameRecords = (comparison: Comparison, what: string): void => sameRecordsBut(comparison, 0, what)

/** Every record is still there; new ones are allowed. */
export const noneLost = ({ before, after }: Comparison, what: string): void => {
  for (const [kind, old] of before.stored) {
    const lost = [...old.keys()].filter((id) => after.stored.get(kind)?.has(id) !== true).length
    insist(lost === 0, () => `${what}: ${lost} of ${old.size} records of ${kind} were lost.`)
  }
}

/**
 * There are as many records of every kind as before, without the `others`, and but for rows of which the mapping now makes none, or one more;
 * their fields may differ.
 */
export const sameCounts = (
  { before, after }: Comparison,
  what: string,
  others: ReadonlyArray<RecordKind.Any> = []
): void => {
  for (const [kind, old] of before.stored) {
    if (others.some(({ name }) => name === kind)) continue
    const more = (after.stored.get(kind)?.size ?? 0) - old.size
    const skipped = (after.skipped.get(kind) ?? 0) - (before.skipped.get(kind) ?? 0)
    const isExplained = more * skipped < 0 && Math.abs(more) <= Math.abs(skipped)
    insist(more === 0 || isExplained, () => `${what}: ${old.size} records of ${kind} became ${old.size + more}.`)
  }
}

/** The run of the list ended with this health, or one of these, and no other extractor failed but those that read the same address. */
export const endedWith = (
  report: RunReport,
  list: SourceList,
  health: HealthName | ReadonlyArray<HealthName>,
  what: string
): void => {
  const expected = [health].flat()
  const [failure] = report.failures
  const others = report.failures.filter(
    ({ endpoint, extractor }) => extractor !== failure?.extractor && endpoint !== list.endpoint
  )
  insist(!describeFailures(report).includes(ENDLESS), () => `${what}: ${ENDLESS}.`)
  const seen = failure?.health ?? "HEALTHY"
  insist(
    expected.includes(seen),
    () => `${what}: expected ${expected.join(" or ")}, saw ${seen} (${describeFailures(report)}).`
  )
  insist(others.length === 0, () => `${what}: other exports failed too (${describeFailures(report)}).`)
  insist(
    failure === undefined || failure.endpoint === list.endpoint,
    () => `${what}: expected the failure at ${list.endpoint}, saw it at ${failure?.endpoint}.`
  )
}

/** No more values could not be read than before. */
const noNewUnreadable = ({ before, after }: Comparison, what: string): void =>
  insist(
    after.unreadable.length === before.unreadable.length,
    () => `${what} could not be read (${[...new Set(after.unreadable)].join(", ")}).`
  )

/** Nothing failed, and exactly `rejected` more rows were rejected than before. */
export const endedWell = ({ before, after }: Comparison, rejected: number, what: string): void => {
  insist(after.failures.length === 0, () => `${what}: expected HEALTHY, saw ${describeFailures(after)}.`)
  const more = after.rejections.length - before.rejections.length
  insist(more === rejected, () => `${what}: expected ${rejected} more rejected rows, saw ${more}.`)
  noNewUnreadable({ before, after }, what)
}

/** No more rows were rejected than before, and no more values of rows. */
export const noNewRejection = (comparison: Comparison, what: string): void => {
  const { after, before } = comparison
  insist(after.rejections.length === before.rejections.length, () => {
    const reasons = new Set(after.rejections.flatMap(({ issues }) => issues))
    return `${what} rejected its row (${[...reasons].join(", ")}).`
  })
  noNewUnreadable(comparison, what)
}

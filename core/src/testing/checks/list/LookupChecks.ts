import type { HealthName } from "../../../contract/Health.js"
import type { LookupUse, SourceList } from "../../../extract/list/SourceList.js"
import type { RunReport } from "../../run/ConnectorRun.js"
import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import type { Fault, Seen } from "../../vendor/ScriptedVendor.js"
import {
  type Comparison,
  ConformanceError,
  endedWith,
  insist,
  noNewRejection,
  sameCounts,
  sameRecords
} from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import { type ConnectorUnderTest, changing } from "../kit/ConnectorUnderTest.js"
import { status } from "../kit/Faults.js"
import { differences, isWithin } from "../kit/RecordDifferences.js"
import * as ScriptedList from "../kit/ScriptedList.js"
import { announces } from "./PageChecks.js"

type Fields = Readonly<Record<string, unknown>>

/** Records that were read without the lookup differ from complete ones only in its fields. */
const differOnlyIn = (
  { before, after }: Comparison,
  { endpoint }: SourceList,
  { fields, kind }: Pick<LookupUse, "fields" | "kind">
): void => {
  for (const [name, records] of before.stored) {
    for (const [id, wire] of records) {
      const now = after.stored.get(name)?.get(id)
      insist(now !== undefined, () => `${endpoint}: if it is refused, a record of ${name} is lost.`)
      const changed = now === undefined ? [] : differences(JSON.parse(wire) as Fields, JSON.parse(now) as Fields)
      const other = name === kind.name ? changed.filter((path) => !isWithin(path, fields)) : changed
      insist(
        other.length === 0,
        () =>
          `${endpoint}: if it is refused, ${other.join(", ")} of a new ${name} has another value. Add it to the lookup's fields, or make the lookup required (without isOptional).`
      )
    }
  }
}

/** The fields of all lookups that read the list for records of its kind. */
const fieldsOf = (subject: ConnectorUnderTest, { endpoint, lookup }: SourceList): ReadonlyArray<string> =>
  subject.lists.flatMap(({ list }) =>
    list.endpoint === endpoint && list.lookup?.kind === lookup?.kind ? (list.lookup?.fields ?? []) : []
  )

/** The run names the fields of the lookup that it did not read; `why` says what became of the lookup. */
export const namesUnread = (subject: ConnectorUnderTest, report: RunReport, list: SourceList, why: string): void => {
  const { endpoint, lookup } = list
  if (lookup === undefined || lookup.fields.length === 0) return
  const { answers, kind } = lookup
  const fields = fieldsOf(subject, list)
  // If there is nothing to read below the list, the answers are what is missing.
  const reported = report.unread.filter((each) => [endpoint, answers].includes(each.endpoint) && each.kind === kind)
  insist(
    reported.length > 0 && reported.every((each) => each.fields.every((field) => fields.includes(field))),
    () => `${endpoint}: ${why}, but the run does not report which fields of ${kind.name} are not read.`
  )
}

/** A later run without the lookup leaves every record as it was. */
const keepsRecords = (comparison: Comparison, { endpoint }: SourceList, what: string): void =>
  sameRecords(
    comparison,
    `${what} (${endpoint}: name the fields that come from it in the lookup's fields; for sharedFields, the mapping must return null unless another source has the value)`
  )

const REFUSALS: ReadonlyArray<readonly [status: number, health: HealthName]> = [
  [403, "UNAUTHORIZED"],
  [404, "VENDOR_CLIENT_ERROR"]
]

/** What a refusal of a lookup means: that the export fails, or that certain fields stay as they were. No checks for any other list. */
export const lookupChecks =
  (subject: ConnectorUnderTest) =>
  (list: ScriptedList.ScriptedList): ReadonlyArray<Check> => {
    const { lookup: use } = list.list
    if (use === undefined) return []
    const requests = async () => ScriptedList.requestsOf(list, await subject.healthy())

    const refused = async (code: number): Promise<ReadonlyArray<Fault>> => {
      const asked = new Set((await requests()).map(ScriptedList.identityOf))
      return [{ strikes: (request) => asked.has(ScriptedList.identityOf(request)), outcome: status(code) }]
    }

    const optional = (code: number): Check => ({
      name: `${code} for every row costs only the lookup's fields, and no value that was read before`,
      run: async () => {
        const what = `${code} for every row`
        const faults = await refused(code)
        const later = await subject.alone(list, faults)
        endedWith(later.after, list.list, "HEALTHY", what)
        noNewRejection(later, what)
        keepsRecords(later, list.list, what)
        const first = await subject.fresh(list, faults)
        endedWith(first.after, list.list, "HEALTHY", what)
        differOnlyIn(first, list.list, { kind: use.kind, fields: fieldsOf(subject, list.list) })
        namesUnread(subject, first.after, list.list, "it is refused")
      }
    })

    const required = (code: number, health: HealthName): Check => ({
      name: `${code} for every row fails the export, and nothing is written`,
      run: async () => {
        const what = `${code} for every row`
        const faults = await refused(code)
        const later = await subject.alone(list, faults)
        endedWith(later.after, list.list, health, what)
        sameRecords(later, `After ${what}`)
        const { after } = await subject.fresh(list, faults)
        const written = after.stored.get(use.kind.name)?.size ?? 0
        // The records of other lists that are read as one with this list do not need the answer.
        const own = list.extractor.lists.filter(
          ({ also = [], kind, role }) => role === "own" && (kind === use.kind || also.includes(use.kind))
        )
        const all = later.before.stored.get(use.kind.name)?.size ?? 0
        insist(
          own.length > 1 ? written < all : written === 0,
          () => `${what}: ${written} records of ${use.kind.name} were written without the answer.`
        )
      }
    })

    const rowOf = (request: Pick<Seen, "body"> & { readonly url: URL | string }): string =>
      ScriptedList.addressOf(list.list, request)
    const gone: Check = {
      name: "404 for one row means that the row was deleted after it was listed",
      run: async () => {
        const asked = await requests()
        const [last, ...others] = [...new Set(asked.map(rowOf))].reverse()
        const isShown = asked.some((request) => request.status === 404)
        // If the script has one answer only, its absence means that of all. It may also have a row that is gone already.
        if (last === undefined || others.length === 0 || isShown) return
        const strikes: Fault["strikes"] = (request) => rowOf(request) === last
        const comparison = await subject.alone(list, [{ strikes, outcome: status(404) }])
        endedWith(comparison.after, list.list, "HEALTHY", "404 for one row")
        const judge = use.mayBeMissing ? sameCounts : sameRecords
        judge(comparison, "After a 404 for one row")
      }
    }

    /** Needs an answer with several rows: if the only row is missing, nothing proves that the path is right. */
    const without = ScriptedList.changeOf(list.replies, (reply) =>
      ReplyEdit.rowsOf(reply).length < 2 ? null : ReplyEdit.rows(reply, (all) => all.slice(0, -1))
    )
    const unanswered: Check = {
      name: "an answer without the row of one key loses no record, and no value that was read before",
      run: async () => {
        if (without === null) {
          throw new ConformanceError(`${list.list.endpoint}: script one answer with at least two rows.`)
        }
        const comparison = await subject.alone(list, changing(without))
        // If the vendor announces how many rows there are, the answer is incomplete, and the export fails.
        const isIncomplete = [...without.values()].some((page) => announces(list.list, page))
        const health = isIncomplete ? "VENDOR_SERVER_ERROR" : "HEALTHY"
        endedWith(comparison.after, list.list, health, "An answer without the row of one key")
        const judge = use.mayBeMissing && !isIncomplete ? sameCounts : sameRecords
        judge(comparison, "After an answer without the row of one key")
      }
    }

    const refusals = REFUSALS.map(([code, health]) => (use.isOptional ? optional(code) : required(code, health)))
    const further = { "one row": [gone], "several keys": [unanswered], "all rows": [] }
    return [...refusals, ...further[use.asks]]
  }

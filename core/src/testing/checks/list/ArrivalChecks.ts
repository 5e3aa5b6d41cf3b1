import type { RunReport } from "../../run/ConnectorRun.js"
import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import { insist } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"
import * as ScriptedList from "../kit/ScriptedList.js"

/** What became of the rows that the author's own stream read; equal rows are one. */
const readByStream = (list: ScriptedList.ScriptedList, kind: string, report: RunReport) => {
  const asked = new Set(ScriptedList.requestsOf(list, report).map(({ key }) => key))
  const rows = [...list.replies].flatMap(([key, reply]) => (asked.has(key) ? ReplyEdit.rowsOf(reply) : []))
  const stored = report.stored.get(kind)?.size ?? 0
  const others = [...report.rejections.map((each) => each.kind), ...report.rivals.map((each) => each.kind)]
  return {
    rows: new Set(rows.map((row) => JSON.stringify(row))).size,
    arrived: stored + others.filter((name) => name === kind).length
  }
}

/** What becomes of the rows that an author's own stream reads. No check for other lists, whose rows the SDK counts itself. */
export const arrivalChecks =
  (subject: ConnectorUnderTest) =>
  (list: ScriptedList.ScriptedList): ReadonlyArray<Check> => {
    const { endpoint, kind, pagination, role } = list.list
    if (kind === null || pagination !== null || role !== "own") return []
    const run = async () => {
      const { arrived, rows } = readByStream(list, kind.name, await subject.healthy())
      // The records of its other lists may hide more.
      const atLeast = list.extractor.lists.some((other) => other.role === "further") ? "at least " : ""
      insist(
        arrived >= rows,
        () =>
          `${endpoint}: ${atLeast}${rows - arrived} of ${rows} rows became neither a record nor a rejection. Emit the rows that cannot be read as rejections; leave out of the script what is meant to become no record.`
      )
    }
    return [{ name: "every row of a page becomes a record or a rejection", run }]
  }

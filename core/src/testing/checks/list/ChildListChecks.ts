import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import type { Fault, Seen } from "../../vendor/ScriptedVendor.js"
import { type Comparison, endedWith, insist, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"
import { status } from "../kit/Faults.js"
import * as ScriptedList from "../kit/ScriptedList.js"

/** Only records of this kind are missing, and no more of them than the list below the row had rows. */
const lostOnly = ({ before, after }: Comparison, kind: string, rows: number): void => {
  for (const [name, records] of before.stored) {
    const now = after.stored.get(name) ?? new Map<string, string>()
    const lost = [...records.keys()].filter((id) => !now.has(id)).length
    const changed = [...now].filter(([id, wire]) => records.get(id) !== wire).length
    const allowed = name === kind ? rows : 0
    insist(
      lost <= allowed && changed === 0,
      () =>
        `${name}: ${lost} lost and ${changed} changed or added, after a row that had ${allowed} of them below it was deleted.`
    )
  }
}

/** What a 404 means for a list below rows: one row was deleted, or the path is wrong. No checks for any other list. */
export const childListChecks =
  (subject: ConnectorUnderTest) =>
  (list: ScriptedList.ScriptedList): ReadonlyArray<Check> => {
    const { endpoint, kind, role } = list.list
    if (role !== "child" || kind === null) return []
    const rowOf = (request: Pick<Seen, "body"> & { readonly url: URL | string }): string =>
      ScriptedList.addressOf(list.list, request)
    const requests = async () => ScriptedList.requestsOf(list, await subject.healthy())
    const strike = (strikes: Fault["strikes"]) => subject.alone(list, [{ strikes, outcome: status(404) }])
    return [
      {
        name: "404 below one row means that the row was deleted after it was listed",
        run: async () => {
          const asked = await requests()
          const [, ...others] = new Set(asked.map(rowOf))
          const last = asked.at(-1)
          insist(others.length > 0, () => `${endpoint}: script it below two rows, so that one of them can be deleted.`)
          if (last === undefined) return
          const struck = asked.filter((request) => rowOf(request) === rowOf(last))
          const replies = new Set(struck.map(({ key }) => key))
          const rows = ReplyEdit.rowCount(
            [...list.replies].flatMap(([key, reply]) => (replies.has(key) ? [reply] : []))
          )
          const comparison = await strike((request) => rowOf(request) === rowOf(last))
          endedWith(comparison.after, list.list, "HEALTHY", "404 below one row")
          lostOnly(comparison, kind.name, rows)
        }
      },
      {
        name: "404 below every row means that the path is wrong",
        run: async () => {
          const all = new Set((await requests()).map(rowOf))
          const comparison = await strike((request) => all.has(rowOf(request)))
          endedWith(comparison.after, list.list, "VENDOR_CLIENT_ERROR", "404 below every row")
          sameRecords(comparison, "After a 404 below every row")
        }
      }
    ]
  }

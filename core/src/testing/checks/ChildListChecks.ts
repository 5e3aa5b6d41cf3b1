import type { RunReport } from "../run/ConnectorRun.js"
import * as ReplyEdit from "../vendor/ReplyEdit.js"
import type { Fault, Seen } from "../vendor/ScriptedVendor.js"
import { endedWith, insist, sameRecords } from "./Assertions.js"
import { FOR_EVER, replying } from "./Faults.js"
import type { Check } from "./ListChecks.js"
import * as ScriptedList from "./ScriptedList.js"
import type { Subject } from "./Subject.js"

const gone = () => replying({ status: 404, body: { error: "injected by the test kit" } })

/** Nothing went but what hung below the row: records of this kind, and no more than its list held. */
const wentWith = (before: RunReport, after: RunReport, kind: string, rows: number): void => {
  for (const [name, records] of before.stored) {
    const now = after.stored.get(name) ?? new Map<string, string>()
    const lost = [...records.keys()].filter((id) => !now.has(id)).length
    const changed = [...now].filter(([id, wire]) => records.get(id) !== wire).length
    const allowed = name === kind ? rows : 0
    insist(
      lost <= allowed && changed === 0,
      () => `${name}: ${lost} lost and ${changed} changed or added, where one row with ${allowed} below it had gone.`
    )
  }
}

/** What a 404 means of a list below rows: one row has gone, or the path is wrong; none where the list hangs below nothing. */
export const goneChecks = (subject: Subject, list: ScriptedList.ScriptedList): ReadonlyArray<Check> => {
  const { endpoint, kind, role } = list.list
  if (role !== "child" || kind === null) return []
  const rowOf = (request: Pick<Seen, "url">): string => ScriptedList.addressOf(list.list, new URL(request.url))
  const requests = async () => ScriptedList.requestsOf(list, await subject.healthy())
  const strike = (strikes: Fault["strikes"]) => subject.again({ faults: [{ times: FOR_EVER, strikes, outcome: gone }] })
  return [
    {
      name: "404 below one row is a row that has gone since it was listed",
      run: async () => {
        const asked = await requests()
        const [, ...others] = new Set(asked.map(rowOf))
        const last = asked.at(-1)
        insist(others.length > 0, () => `${endpoint}: script it below two rows, so that one of them can go.`)
        if (last === undefined) return
        const struck = asked.filter((request) => rowOf(request) === rowOf(last))
        const replies = new Set(struck.map(({ key }) => key))
        const rows = ReplyEdit.rowCount([...list.replies].flatMap(([key, reply]) => (replies.has(key) ? [reply] : [])))
        const after = await strike(({ url }) => rowOf({ url: url.href }) === rowOf(last))
        endedWith(after, list.list, "HEALTHY", "404 below one row")
        wentWith(await subject.healthy(), after, kind.name, rows)
      }
    },
    {
      name: "404 below every row is a wrong path",
      run: async () => {
        const all = new Set((await requests()).map(rowOf))
        const after = await strike(({ url }) => all.has(rowOf({ url: url.href })))
        endedWith(after, list.list, "VENDOR_CLIENT_ERROR", "404 below every row")
        sameRecords(await subject.healthy(), after, "After a 404 below every row")
      }
    }
  ]
}

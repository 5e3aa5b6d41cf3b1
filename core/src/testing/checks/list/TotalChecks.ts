import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import type { Fault, Reply } from "../../vendor/ScriptedVendor.js"
import * as TotalEdit from "../../vendor/TotalEdit.js"
import { endedWith, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import { type ConnectorUnderTest, changing } from "../kit/ConnectorUnderTest.js"
import { replying } from "../kit/Faults.js"
import * as ScriptedList from "../kit/ScriptedList.js"

/** The replies of the list, each with a total that counts one row more; null if none announces a total. */
const exaggerated = ({ list, replies }: ScriptedList.ScriptedList): ScriptedList.Change | null => {
  const read = TotalEdit.reader(list.pagination ?? {})
  const change = new Map(
    [...replies].flatMap(([key, reply]): ReadonlyArray<readonly [string, Reply]> => {
      const edited = TotalEdit.withTotal(reply, read, (total) => total + 1)
      return edited === reply ? [] : [[key, edited]]
    })
  )
  return change.size === 0 ? null : change
}

/**
 * A total must be the vendor's own count of all rows, because it proves deletions. A number that says something else, such
 * as how many rows a page has, is no count.
 */
export const totalChecks =
  (subject: ConnectorUnderTest) =>
  (list: ScriptedList.ScriptedList): ReadonlyArray<Check> => {
    const change = exaggerated(list)
    if (change === null) return []
    /** Requests behind the end of the script: the vendor has no more rows. */
    const behind = async (): Promise<Fault> => {
      const asked = new Set((await subject.healthy()).requests.map(ScriptedList.identityOf))
      const [last = {}] = [...change.values()].reverse()
      const empty = ReplyEdit.rows(last, () => []) ?? last
      return {
        strikes: (request) =>
          !asked.has(ScriptedList.identityOf(request)) && (request.key === null || list.replies.has(request.key)),
        outcome: () => replying(empty)
      }
    }
    const run = async () => {
      const what = "A total that counts one row more than the list has"
      const comparison = await subject.alone(list, [await behind(), ...changing(change)])
      endedWith(comparison.after, list.list, "VENDOR_SERVER_ERROR", what)
      sameRecords(comparison, what)
    }
    return [{ name: "a list with fewer rows than the vendor's total fails the export", run }]
  }

import type { RunReport } from "../../run/ConnectorRun.js"
import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import type { Reply } from "../../vendor/ScriptedVendor.js"
import * as TotalEdit from "../../vendor/TotalEdit.js"
import { describeFailures, insist, noneLost } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import { type ConnectorUnderTest, changing } from "../kit/ConnectorUnderTest.js"
import * as ScriptedList from "../kit/ScriptedList.js"

type List = ScriptedList.ScriptedList

/** Whether the list itself reads the reply: at the same endpoint, a lookup may ask for rows of another form. */
const isOwn = ({ list }: List, reply: Reply): boolean => {
  const { accepts } = list
  return accepts === null || ReplyEdit.rowsOf(reply).some(accepts)
}

/** The last row of the script is left out; null if the walk cannot go on as before without it, or if it is the only row. */
const withoutRow = (list: List): ScriptedList.Change | null => {
  const replies = new Map([...list.replies].filter(([, reply]) => isOwn(list, reply)).reverse())
  if (ReplyEdit.rowCount(replies.values()) < 2) return null
  return ScriptedList.steadyChangeOf({ ...list, replies }, (reply) => ReplyEdit.rows(reply, (all) => all.slice(0, -1)))
}

/** How to read a total: where the pagination has it; of an author's own stream, any number that is the number of all rows. */
const totalReader = ({ list, replies }: List): TotalEdit.ReadTotal => {
  if (list.pagination !== null) return TotalEdit.reader(list.pagination)
  const all = ReplyEdit.rowCount(replies.values())
  return (reply) => TotalEdit.numbers(reply).find((number) => number === all || number === all - 1) ?? null
}

/** The change, with totals that count one row less: the vendor has deleted the row. */
const asDeleted = (list: List, change: ScriptedList.Change): ScriptedList.Change => {
  const read = totalReader(list)
  return new Map(
    [...list.replies].flatMap(([key, reply]): ReadonlyArray<readonly [string, Reply]> => {
      const edited = TotalEdit.withTotal(change.get(key) ?? reply, read, (total) => total - 1)
      return edited === reply ? [] : [[key, edited]]
    })
  )
}

/** The replies in which the vendor has deleted a row of the list; null if the script has no such row. */
export const deletionOf = (list: List): ScriptedList.Change | null => {
  const change = withoutRow(list)
  return change === null ? null : asDeleted(list, change)
}

const memoized = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** What a list without one of its rows means: a mistake of the vendor, or a deletion. */
export const deletionChecks =
  (subject: ConnectorUnderTest) =>
  (list: List): ReadonlyArray<Check> => {
    const { also = [], kind, role } = list.list
    const change = role === "own" ? withoutRow(list) : null
    if (change === null || kind === null) return []
    const deleted = asDeleted(list, change)
    const countOf = ({ stored }: RunReport) =>
      [kind, ...also].reduce((sum, { name }) => sum + (stored.get(name)?.size ?? 0), 0)
    const leftOut = memoized(() => subject.twice(list, changing(change)))
    if (list.extractor.isLog) {
      const stays: Check = {
        name: "an event stays although later scans do not return it",
        run: async () => {
          const { before, second } = await leftOut()
          noneLost({ before, after: second }, "An event of a log that was left out twice")
        }
      }
      return [stays]
    }
    // Without a total, a deletion looks like a mistake.
    const isSame = JSON.stringify([...deleted]) === JSON.stringify([...change])
    const once: Check = {
      name: "a row that one scan misses keeps its record, unless the vendor's own total proves that it is gone",
      run: async () => {
        const { before, first } = await leftOut()
        noneLost({ before, after: first }, "A row that was left out once")
      }
    }
    const twice: Check = {
      name: "a row that two scans miss loses its record",
      run: async () => {
        const { before, second } = await (isSame ? leftOut() : subject.twice(list, changing(deleted)))
        // If no run asks for the page of the row, another check says so.
        if (!before.requests.some(({ key }) => key !== null && change.has(key))) return
        insist(
          countOf(second) < countOf(before),
          () =>
            `${kind.name}: two complete scans without a row leave its record in the store (${describeFailures(second)}). A page that may be cut short proves no absence, and neither does a row without a readable id. If pages have Link headers, script that of the last page too, or say isOnEveryPage: false.`
        )
      }
    }
    return [once, twice]
  }

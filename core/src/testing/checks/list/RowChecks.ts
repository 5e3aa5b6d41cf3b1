import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import * as ScriptedNames from "../../vendor/ScriptedNames.js"
import type { Reply } from "../../vendor/ScriptedVendor.js"
import {
  type Comparison,
  endedWell,
  endedWith,
  insist,
  noNewRejection,
  sameCounts,
  sameRecords
} from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import { type ConnectorUnderTest, changing, type Verdict } from "../kit/ConnectorUnderTest.js"
import * as ScriptedList from "../kit/ScriptedList.js"

type List = ScriptedList.ScriptedList

/** What a list must do about a row that is not as the vendor documents it. */
interface RowPromise {
  readonly name: string
  /** The replies with such a row; null if the list cannot show it. */
  readonly change: (list: List, names: ReadonlySet<string>) => ScriptedList.Change | null
  /** The replies with which one run can prove the promise for many lists; null if the list needs a run of its own. */
  readonly joint: RowPromise["change"]
  readonly judge: (comparison: Comparison, list: List) => void
  /** Judges the run of many lists; `struck` is how many answers contained such a row. */
  readonly judgeAll: (comparison: Comparison, struck: number) => void
}

const isLookup = ({ list }: List): boolean => list.role === "lookup"

const NOT_A_ROW = "not a row"

const withBadRow = (list: List) =>
  ScriptedList.steadyChangeOf(list, (normal) => ReplyEdit.rows(normal, (all) => [NOT_A_ROW, ...all]))

const withRepeatedRow = (list: List) =>
  ScriptedList.steadyChangeOf(list, (normal) => ReplyEdit.rows(normal, (all) => [...all, ...all.slice(0, 1)]))

const withUnknownEnums: RowPromise["change"] = (list, names) =>
  ScriptedList.changeOf(list.replies, (normal) =>
    ReplyEdit.firstRow(normal, (row) => ReplyEdit.unknownEnums(row, names))
  )

/**
 * Lists with a single element, if the replies are in another format than JSON, in which such a list can look like a field.
 *
 * The list itself gets a single row if nothing counts its rows, and if it has not to answer for several ids.
 */
const withSingleElements = (list: List): ScriptedList.Change | null => {
  const { pagination, role } = list.list
  const isCounted = pagination === null || pagination.total !== undefined || role === "lookup" || role === "details"
  const change = new Map<string, Reply>()
  for (const [key, reply] of list.replies) {
    if (reply.decoder === undefined) continue
    const cut = ReplyEdit.rows(reply, (all) =>
      (isCounted ? all : all.slice(0, 1)).map((row) => ReplyEdit.singleElements(row))
    )
    const isChanged = cut !== null && JSON.stringify(cut.body) !== JSON.stringify(reply.body)
    if (isChanged && ScriptedList.isSteady(list, key, cut)) change.set(key, cut)
  }
  return change.size === 0 ? null : change
}

const promises: ReadonlyArray<RowPromise> = [
  {
    name: "an unreadable row is rejected and counted, and the other rows are kept",
    // One unreadable row of a lookup fails the export by design: the remaining rows would be a wrong answer.
    change: (list) => {
      if (isLookup(list)) return null
      const added = withBadRow(list)
      if (added !== null || ReplyEdit.rowCount(list.replies.values()) === 1) return added
      return ScriptedList.changeOf(list.replies, (normal) => ReplyEdit.firstRow(normal, () => NOT_A_ROW))
    },
    joint: (list) => (isLookup(list) ? null : withBadRow(list)),
    judge: (comparison, list) => {
      const { before, after } = comparison
      endedWith(after, list.list, "HEALTHY", "One unreadable row")
      insist(after.rejections.length > before.rejections.length, () => "An unreadable row was not counted as rejected.")
      sameRecords(comparison, "After an unreadable row")
    },
    judgeAll: (comparison, struck) => {
      endedWell(comparison, struck, "Unreadable rows")
      sameRecords(comparison, "After unreadable rows")
    }
  },
  {
    name: "a duplicate row is stored once",
    change: (list) => (isLookup(list) ? null : withRepeatedRow(list)),
    joint: (list) => (isLookup(list) ? null : withRepeatedRow(list)),
    judge: (comparison, list) => {
      endedWith(comparison.after, list.list, "HEALTHY", "A repeated row")
      sameRecords(comparison, "After a repeated row")
    },
    judgeAll: (comparison) => {
      endedWell(comparison, 0, "Repeated rows")
      sameRecords(comparison, "After repeated rows")
    }
  },
  {
    name: "an unknown enum value loses no record",
    change: withUnknownEnums,
    joint: withUnknownEnums,
    judge: (comparison, list) => {
      endedWith(comparison.after, list.list, "HEALTHY", "An unknown enum value")
      noNewRejection(comparison, "An unknown enum value (map it to a catch-all)")
      sameCounts(comparison, "After an unknown enum value")
    },
    judgeAll: (comparison) => {
      endedWell(comparison, 0, "Unknown enum values")
      sameCounts(comparison, "After unknown enum values")
    }
  },
  {
    name: "a list with a single element is read as a list",
    change: withSingleElements,
    joint: () => null,
    judge: (comparison, list) => {
      const what = "Lists with a single element (name every list in the decoder's lists)"
      endedWith(comparison.after, list.list, "HEALTHY", what)
      noNewRejection(comparison, what)
    },
    judgeAll: (comparison) => endedWell(comparison, 0, "Lists with a single element")
  }
]

/** What a list does about rows that are not as the vendor documents them. */
export const rowChecks = (subject: ConnectorUnderTest): ((list: List) => ReadonlyArray<Check>) => {
  const names = ScriptedNames.of(subject.options.replies)
  const verdicts = new Map<RowPromise, Promise<Verdict>>()
  const verdictOn = (promise: RowPromise): Promise<Verdict> => {
    const known = verdicts.get(promise)
    if (known !== undefined) return known
    const changes = subject.lists.flatMap((list) => {
      const change = promise.joint(list, names)
      return change === null ? [] : [[list, change] as const]
    })
    const made = subject.changedTogether(new Map(changes), promise.judgeAll)
    verdicts.set(promise, made)
    return made
  }
  return (list) =>
    promises.flatMap((promise) => {
      const change = promise.change(list, names)
      if (change === null) return []
      const run = async () => {
        const { isKept, seen } = await verdictOn(promise)
        if (isKept && seen.has(list)) return
        // Once some list has broken the promise, a whole run also shows which other extractor it harmed.
        const again = isKept ? subject.alone(list, changing(change)) : subject.whole(changing(change))
        promise.judge(await again, list)
      }
      return [{ name: promise.name, run }]
    })
}

import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import type { Reply } from "../../vendor/ScriptedVendor.js"
import { describeFailures, insist, noNewRejection, noneLost, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import { type ConnectorUnderTest, changing } from "../kit/ConnectorUnderTest.js"
import * as ScriptedList from "../kit/ScriptedList.js"
import { namesUnread } from "../list/LookupChecks.js"

type List = ScriptedList.ScriptedList

/** All replies that have rows, without them. */
const emptied = (replies: Iterable<readonly [string, Reply]>): ScriptedList.Change =>
  new Map(
    [...replies].flatMap(([key, reply]) => {
      const empty = ReplyEdit.withoutRows(reply)
      return empty === reply ? [] : [[key, empty] as const]
    })
  )

const emptiedIn = (lists: ReadonlyArray<List>) => emptied(lists.flatMap(({ replies }) => [...replies]))

/** Whether the list is read for the rows of another one. */
const isBeside = ({ list: { role } }: List): boolean =>
  role === "child" || role === "details" || role === "further" || role === "lookup"

/** Whether the lookup must have an answer for every row that it is asked about, so that an empty list is none: an author's own stream judges by itself. */
const mustAnswer = ({ list: { lookup, pagination } }: List): boolean =>
  lookup !== undefined &&
  pagination !== null &&
  (lookup.asks === "several keys" || (lookup.asks === "all rows" && !lookup.mayBeMissing))

/** Lists above answers apart from the others: while one of them is empty, the lists below its rows are not requested. */
export const apart = (lists: ReadonlyArray<List>): ReadonlyArray<ReadonlyArray<List>> => {
  const isAbove = ({ list: { endpoint, lookup } }: List): boolean => lookup !== undefined && lookup.answers !== endpoint
  return [lists.filter((list) => !isAbove(list)), lists.filter(isAbove)]
}

/** What must follow if a list beside the rows is empty once. No checks for a connector without such lists. */
export const sideListChecks = (subject: ConnectorUnderTest): ReadonlyArray<Check> => {
  const { lists, options } = subject
  const beside = lists.filter(isBeside)
  const believed = apart(beside.filter((list) => !mustAnswer(list)))
    .map(emptiedIn)
    .filter(({ size }) => size > 0)
  const refuted = beside.filter(mustAnswer)
  const what = "Lists beside the rows that are empty once"
  // A listed id without its row rejects the row, which then proves nothing about the record.
  const hasDetails = beside.some(({ list }) => list.role === "details")
  const rejectNone: typeof noNewRejection = hasDetails ? () => {} : noNewRejection

  const full: Check = {
    name: "lists beside the rows that are empty once lose nothing",
    run: async () => {
      const before = await subject.healthy()
      for (const change of believed) {
        const first = await subject.again({ missed: new Map(), faults: changing(change) })
        noneLost({ before, after: first }, what)
        rejectNone({ before, after: first }, what)
        const second = await subject.again({ stored: first.stored, missed: first.missed })
        sameRecords({ before, after: second }, "After lists beside the rows that were empty once")
      }
    }
  }

  // Changed rows may have questions of their own, which no list names.
  const named = new Set(
    lists
      .filter((list) => !isBeside(list) || !list.extractor.isIncremental)
      .flatMap(({ replies }) => [...replies.keys()])
  )
  const ofChanges = emptied(Object.entries(options.replies).filter(([key]) => !named.has(key)))
  const delta: Check = {
    name: "lists beside changed rows that are empty once lose nothing",
    run: async () => {
      const { deltas } = await subject.healthy()
      const before = await subject.delta()
      const after = await subject.again({
        since: ScriptedList.SINCE,
        deltas,
        missed: new Map(),
        faults: changing(ofChanges)
      })
      noneLost({ before, after }, what)
      rejectNone({ before, after }, what)
    }
  }

  /** Run apart, because a required lookup ends the scan in which an optional one would be read. */
  const groups = [true, false]
    .flatMap((isOptional) => apart(refuted.filter(({ list }) => list.lookup?.isOptional === isOptional)))
    .map((group) => ({ group, change: emptiedIn(group) }))
    .filter(({ change }) => change.size > 0)
  const unanswered: Check = {
    name: "lookups that are empty once, although every row needs an answer, change no record",
    run: async () => {
      const before = await subject.healthy()
      for (const { change, group } of groups) {
        const after = await subject.again({ faults: changing(change) })
        for (const each of group) {
          const { extractor, list } = each
          const requests = ScriptedList.requestsOf(each, after)
          if (!requests.some(({ key }) => change.has(key ?? ""))) continue
          const endpoints = extractor.lists.map(({ endpoint }) => endpoint)
          if (after.failures.some(({ endpoint }) => endpoints.includes(endpoint))) continue
          insist(
            list.lookup?.isOptional === true,
            () => `${list.endpoint}: no row has an answer: expected a failure, saw ${describeFailures(after)}.`
          )
          namesUnread(subject, after, list, "it is empty")
        }
        sameRecords({ before, after }, "After lookups that were empty once")
      }
    }
  }
  const isIncremental = lists.some(({ extractor }) => extractor.isIncremental)
  return [
    ...(believed.length === 0 ? [] : [full]),
    ...(isIncremental && ofChanges.size > 0 ? [delta] : []),
    ...(groups.length === 0 ? [] : [unanswered])
  ]
}

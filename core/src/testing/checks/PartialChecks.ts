import { lowerCased } from "../../http/Request.js"
import type { RunReport } from "../run/ConnectorRun.js"
import * as ReplyEdit from "../vendor/ReplyEdit.js"
import type { Reply } from "../vendor/ScriptedVendor.js"
import { describeFailures, insist, noNewRejection, noneLost, sameRecords } from "./Assertions.js"
import type { Check } from "./Check.js"
import { announces } from "./PageChecks.js"
import type { Change, ScriptedList } from "./ScriptedList.js"
import { changing, type Subject } from "./Subject.js"

/** Whether nothing but a sign shows that rows are missing: no reply announces how many there are. */
const isUncounted = ({ list, replies }: ScriptedList): boolean =>
  [...replies.values()].every((page) => !announces(list, page))

/** The good replies behind which no page follows, edited; without those that the edit leaves as they are. */
const atTheEnd = (lists: ReadonlyArray<ScriptedList>, edit: (reply: Reply) => Reply | null): Change =>
  new Map(
    lists.filter(isUncounted).flatMap(({ leading, replies }) =>
      [...replies].flatMap(([key, reply]) => {
        const isGood = reply.status === undefined || reply.status === 200
        const edited = isGood && !leading.has(key) ? edit(reply) : null
        return edited === null ? [] : [[key, edited] as const]
      })
    )
  )

const asPartial = (reply: Reply): Reply => ({ ...reply, status: 206 })

/** A proxy that removes the Link header may remove any other one too, such as one with a count. */
const withoutLink = (reply: Reply): Reply | null =>
  lowerCased(reply.headers)["link"] === undefined ? null : { ...reply, headers: {} }

const withoutRows = (reply: Reply): Reply | null =>
  ReplyEdit.rowsOf(reply).length === 0 ? null : ReplyEdit.rows(reply, () => [])

/** Every extractor one of whose lists got a changed reply has failed, and blames the vendor. */
const isIncomplete = (report: RunReport, lists: ReadonlyArray<ScriptedList>, change: Change, what: string): void => {
  for (const { extractor, list, replies } of lists) {
    const requests = report.requestsBy.get(extractor) ?? []
    const isStruck = requests.some(
      ({ isStruck, key }) => isStruck && key !== null && change.has(key) && replies.has(key)
    )
    const endpoints = extractor.lists.map(({ endpoint }) => endpoint)
    const failure = report.failures.find(({ endpoint }) => endpoints.includes(endpoint))
    insist(
      !isStruck || failure?.health === "VENDOR_SERVER_ERROR",
      () =>
        `${list.endpoint}: ${what} is not all of the list: expected VENDOR_SERVER_ERROR, saw ${describeFailures(report)}. An author's own stream emits \`missing\`, which \`Extractor.lackOf\` finds.`
    )
  }
}

/** Whether a list is read for the rows of another one. */
const isBeside = ({ list: { lookup, role } }: ScriptedList): boolean =>
  role === "child" || role === "details" || role === "further" || lookup?.isOptional === false

/** Whether a delta reads the list: its own rows, or what changed in it. */
const tellsChanges = ({ list: { pagination, role } }: ScriptedList): boolean =>
  role === "own" || role === "parent" || pagination?.delta !== undefined

/** An instant before every row of a script. */
const SINCE = "2020-01-01T00:00:00.000Z"

/** What must follow an answer that shows that it lacks rows, and a list beside the rows that is empty once. */
export const partialChecks = (subject: Subject): ReadonlyArray<Check> => {
  const { lists } = subject
  const firsts = lists.filter(({ extractor, list }) => extractor.lists[0] === list)

  /** A check with one run for each group of lists that the edit changes; none if it changes no list. */
  const incomplete = (
    name: string,
    what: string,
    isDelta: boolean,
    edit: (reply: Reply) => Reply | null,
    groups: ReadonlyArray<ReadonlyArray<ScriptedList>>
  ): ReadonlyArray<Check> => {
    const changed = groups
      .map((group) => ({ group, change: atTheEnd(group, edit) }))
      .filter(({ change }) => change.size > 0)
    const run = async () => {
      const { deltas } = await subject.healthy()
      for (const { change, group } of changed) {
        const options = isDelta ? { since: SINCE, deltas } : { stored: new Map() }
        isIncomplete(await subject.again({ ...options, faults: changing(change) }), group, change, what)
      }
    }
    return changed.length === 0 ? [] : [{ name, run }]
  }

  const partial = "an answer with status 206"
  const incremental = lists.filter((list) => list.extractor.isIncremental && tellsChanges(list))
  const linked = [...firsts, ...lists.filter(({ list }) => list.role === "child")].filter(
    ({ list }) => list.pagination?.missing !== undefined
  )
  // An answer that lacks the row of a key has checks of its own.
  const beside = lists.filter(
    ({ list: { lookup, role } }) => role === "child" || (lookup !== undefined && lookup.asks !== "several keys")
  )
  const emptied: Change = new Map(
    beside.flatMap(({ replies }) =>
      [...replies].flatMap(([key, reply]) => {
        const empty = withoutRows(reply)
        return empty === null ? [] : [[key, empty] as const]
      })
    )
  )
  const empty: Check = {
    name: "lists beside the rows that are empty once lose nothing",
    run: async () => {
      const before = await subject.healthy()
      const first = await subject.again({ missed: new Map(), faults: changing(emptied) })
      noneLost({ before, after: first }, "Lists beside the rows that are empty once")
      noNewRejection({ before, after: first }, "Lists beside the rows that are empty once")
      const second = await subject.again({ stored: first.stored, missed: first.missed })
      sameRecords({ before, after: second }, "After lists beside the rows that were empty once")
    }
  }
  return [
    ...incomplete(`${partial} makes a first sync incomplete`, partial, false, asPartial, [
      firsts,
      lists.filter(isBeside)
    ]),
    ...incomplete(`${partial} makes a delta incomplete`, partial, true, asPartial, [incremental]),
    ...incomplete(
      "a last page without its Link header makes a first sync incomplete",
      "a last page that has lost its Link header",
      false,
      withoutLink,
      [linked]
    ),
    ...(emptied.size === 0 ? [] : [empty])
  ]
}

import type { RunReport } from "../run/ConnectorRun.js"
import * as ReplyEdit from "../vendor/ReplyEdit.js"
import type { Fault } from "../vendor/ScriptedVendor.js"
import { ConformanceError, endedWith, insist, noNewRejection, sameCounts, sameRecords } from "./Assertions.js"
import { goneChecks } from "./ChildListChecks.js"
import { FOR_EVER, injections, replying } from "./Faults.js"
import * as ScriptedList from "./ScriptedList.js"
import type { Subject } from "./Subject.js"

/** One thing that a connector must do; `run` throws `ConformanceError` where it does not. */
export interface Check {
  readonly name: string
  readonly run: () => Promise<void>
  /** The check that must pass before this one says anything; null where it may run. */
  readonly waitsFor?: () => Promise<string | null>
}

type List = ScriptedList.ScriptedList

/** A check with one changed reply; none where no reply fits the change. */
const withChange = (
  subject: Subject,
  name: string,
  change: ScriptedList.Change | null,
  judge: (before: RunReport, after: RunReport) => void
): ReadonlyArray<Check> => {
  if (change === null) return []
  return [{ name, run: async () => judge(await subject.healthy(), await subject.changed(change)) }]
}

/** Every fault of the table, at one request of the list. */
const faults = (subject: Subject, list: List): ReadonlyArray<Check> =>
  injections
    .filter((injection) => list.list.role !== "child" || injection.isGone !== true)
    .map((injection) => ({
      name: injection.name,
      run: async () => {
        const before = await subject.healthy()
        const after = await subject.injected(list, injection)
        const lookupHealth =
          list.list.role === "lookup" && list.list.isRequired !== true ? injection.lookupHealth : undefined
        const health = lookupHealth ?? injection.health
        endedWith(after, list.list, health, injection.name)
        if (health === "HEALTHY") noNewRejection(before, after, injection.name)
        const judge = lookupHealth === undefined ? sameRecords : sameCounts
        judge(before, after, injection.name)
      }
    }))

/** What can only be shown by a page after the first. */
const laterPages = (subject: Subject, list: List): ReadonlyArray<Check> => {
  const { endpoint, isPaged, pagination } = list.list
  if (!isPaged) return []
  const scripted: Check = {
    name: "a second page is scripted",
    // It looks at the script alone, and may be why the walk fails.
    waitsFor: async () => null,
    run: async () => {
      insist(
        list.leading.size > 0,
        () =>
          `${endpoint} is paged, but no scripted reply leads to a next page: script a second page${pagination === null ? ", or say isPaged: false" : ""}.`
      )
      const full = [...list.replies.values()].filter((reply) => ReplyEdit.rowsOf(reply).length > 0).length
      insist(
        full !== 1,
        () => `${endpoint} is paged, but only one scripted page holds rows: script a row on a second page.`
      )
    }
  }
  if (list.leading.size === 0) return [scripted]
  const repeated: Check = {
    name: "a repeated page ends in an error, never in success",
    run: async () => {
      const before = await subject.healthy()
      const turn = ScriptedList.pageTurn(list, before)
      if (turn === null) throw new ConformanceError("The page after the first was never asked for.")
      const { page, following } = turn
      const strikes: Fault["strikes"] = (request) =>
        ScriptedList.identityOf(request) === ScriptedList.identityOf(following)
      const after = await subject.again({ faults: [{ times: FOR_EVER, strikes, outcome: () => replying(page) }] })
      endedWith(after, list.list, "INTERNAL_ERROR", "A repeated page")
      sameRecords(before, after, "After a repeated page")
    }
  }
  const foreign = withChange(
    subject,
    "a next link to another host is not followed",
    ScriptedList.changeOf(list.leading, (page) => ReplyEdit.foreignNextLink(page, subject.host)),
    (before, after) => {
      const strayed = after.requests.some(({ url }) => new URL(url).host === ReplyEdit.FOREIGN_HOST)
      insist(!strayed, () => "A request, with its credentials, went to a host that is not declared.")
      endedWith(after, list.list, "INTERNAL_ERROR", "A next link to another host")
      sameRecords(before, after, "After a next link to another host")
    }
  )
  const emptied = withChange(
    subject,
    "an empty page with a next one is not the end",
    ScriptedList.changeOf(list.leading, (page) => ReplyEdit.rows(page, () => [])),
    (before, after) => {
      const turn = ScriptedList.pageTurn(list, before)
      const following = turn === null ? null : ScriptedList.identityOf(turn.following)
      const wentOn = after.requests.some((request) => ScriptedList.identityOf(request) === following)
      insist(wentOn, () => "The walk ended at an empty page that named a next one.")
      endedWith(after, list.list, "HEALTHY", "An empty page")
    }
  )
  const isEmptyPageTold = pagination === null ? foreign.length > 0 : !pagination.endsOnEmptyPage
  return [scripted, repeated, ...foreign, ...(isEmptyPageTold ? emptied : [])]
}

/** What a list does about rows that are not as the vendor's documentation says. */
const rows = (subject: Subject, list: List): ReadonlyArray<Check> => {
  const isLookup = list.list.role === "lookup"
  const isOnlyRow = ReplyEdit.rowCount(list.replies.values()) === 1
  const instead = isOnlyRow
    ? null
    : ScriptedList.changeOf(list.replies, (normal) => ReplyEdit.firstRow(normal, () => "not a row"))
  const unreadable = withChange(
    subject,
    "a row that cannot be read is rejected and counted, the others are kept",
    ScriptedList.steadyChangeOf(list, (normal) => ReplyEdit.rows(normal, (all) => ["not a row", ...all])) ?? instead,
    (before, after) => {
      endedWith(after, list.list, "HEALTHY", "One unreadable row")
      insist(after.rejections.length > before.rejections.length, () => "An unreadable row was not counted as rejected.")
      sameRecords(before, after, "After an unreadable row")
    }
  )
  const twice = withChange(
    subject,
    "a row that comes twice is stored once",
    ScriptedList.steadyChangeOf(list, (normal) => ReplyEdit.rows(normal, (all) => [...all, ...all.slice(0, 1)])),
    (before, after) => {
      endedWith(after, list.list, "HEALTHY", "A repeated row")
      sameRecords(before, after, "After a repeated row")
    }
  )
  const unknownEnum = withChange(
    subject,
    "an unknown enum value loses no record",
    ScriptedList.changeOf(list.replies, (normal) => ReplyEdit.firstRow(normal, ReplyEdit.unknownEnums)),
    (before, after) => {
      endedWith(after, list.list, "HEALTHY", "An unknown enum value")
      noNewRejection(before, after, "An unknown enum value (map it to a catch-all)")
      sameCounts(before, after, "After an unknown enum value")
    }
  )
  // One unreadable row of a lookup fails the export by design: a remainder would be a wrong answer.
  return isLookup ? unknownEnum : [...unreadable, ...twice, ...unknownEnum]
}

/** A field that its row schema accepts as null loses no record; one that it does not rejects its own row alone. */
const fields = (subject: Subject, list: List): ReadonlyArray<Check> => {
  const { accepts, role } = list.list
  const sample = [...list.replies.values()].flatMap(ReplyEdit.rowsOf)[0]
  if (sample === undefined) return []
  // Where the only row of an export cannot be read, nothing tells a bad row from a changed format: the export fails.
  const isOnlyRow = ReplyEdit.rowCount(list.replies.values()) === 1
  const judge = (what: string, isAccepted: boolean | null, before: RunReport, after: RunReport): void => {
    if (isAccepted === true || !isOnlyRow) endedWith(after, list.list, "HEALTHY", what)
    if (isAccepted === true) noNewRejection(before, after, `${what} is accepted by the row schema, but the mapping`)
    if (isAccepted === false) sameRecords(before, after, what)
    else if (after.rejections.length === before.rejections.length) sameCounts(before, after, what)
  }
  const run = async () => {
    const before = await subject.healthy()
    for (const path of ReplyEdit.fieldPaths(sample)) {
      for (const value of [null, undefined]) {
        const isAccepted = accepts?.(ReplyEdit.withField(sample, path, value)) ?? null
        const change = ScriptedList.changeOf(list.replies, (normal) =>
          ReplyEdit.firstRow(normal, (row) => ReplyEdit.withField(row, path, value))
        )
        if (change === null || (role === "lookup" && isAccepted !== true)) continue
        judge(`${path.join(".")}: ${String(value)}`, isAccepted, before, await subject.changed(change))
      }
    }
  }
  return [{ name: "a null or missing field loses no record that its row schema accepts, and no other row", run }]
}

/** Every promise about one list; a promise that the list cannot show is not among them. */
export const listChecks = (subject: Subject, list: List): ReadonlyArray<Check> =>
  [
    ...faults(subject, list),
    ...goneChecks(subject, list),
    ...laterPages(subject, list),
    ...rows(subject, list),
    ...fields(subject, list)
  ].map((check) => ({ ...check, name: `${list.list.endpoint}: ${check.name}` }))

import * as ReplyEdit from "../../vendor/ReplyEdit.js"
import type { Reply } from "../../vendor/ScriptedVendor.js"
import {
  type Comparison,
  describeFailures,
  endedWell,
  endedWith,
  insist,
  noNewRejection,
  noneLost,
  sameCounts,
  sameRecords,
  sameRecordsBut
} from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import { type ConnectorUnderTest, changing, holds, type Verdict } from "../kit/ConnectorUnderTest.js"
import * as DecodedReplies from "../kit/DecodedReplies.js"
import * as ScriptedList from "../kit/ScriptedList.js"

type List = ScriptedList.ScriptedList

/** A field of a row that becomes null, or is left out (undefined). */
interface FieldEdit {
  readonly path: ReadonlyArray<string>
  readonly value: null | undefined
}

/** At ten rejected rows, if they are a quarter of all, the SDK fails the export because the vendor's format must have changed. */
const MOST_REJECTED = 9

const describe = ({ path, value }: FieldEdit): string => `${path.join(".")}: ${value === null ? "null" : "missing"}`

const edited = (row: ReplyEdit.Row, edits: ReadonlyArray<FieldEdit>): ReplyEdit.Row =>
  edits.reduce((changed, { path, value }) => ReplyEdit.withField(changed, path, value), row)

/** Every field of the list's first row, with those of the objects inside it: as null, and left out, if the format has both. */
const editsOf = ({ list, replies }: List): ReadonlyArray<FieldEdit> => {
  const reply = [...replies.values()].find((each) => ReplyEdit.rowsOf(each).length > 0)
  const [sample] = reply === undefined ? [] : ReplyEdit.rowsOf(reply)
  if (reply === undefined || sample === undefined) return []
  const inner = list.pagination?.inner
  // A row whose rows inside it may be absent has none then, which is what the vendor says, and no fault.
  const isEmptied = (edit: FieldEdit) => inner !== undefined && inner.of(edited(sample, [edit])).length === 0
  const isExpressible = (edit: FieldEdit) => {
    const changed = ReplyEdit.firstRow(reply, (row) => edited(row, [edit]))
    return changed === null || DecodedReplies.isExpressible(changed)
  }
  const edits = ReplyEdit.fieldPaths(sample, inner?.path).flatMap(
    (path): ReadonlyArray<FieldEdit> => [
      { path, value: null },
      { path, value: undefined }
    ]
  )
  return edits.filter((edit) => !isEmptied(edit) && isExpressible(edit))
}

/** Edits the first row of the first reply that has one of the fields. */
const instead = ({ replies }: List, edits: ReadonlyArray<FieldEdit>): ScriptedList.Change | null =>
  ScriptedList.changeOf(replies, (reply) => ReplyEdit.firstRow(reply, (row) => edited(row, edits)))

/** Whether the row schema reads the first row with the edit; null if only the author's own stream knows. */
const isAccepted = ({ list, replies }: List, edit: FieldEdit): boolean | null => {
  const [sample] = [...replies.values()].flatMap(ReplyEdit.rowsOf)
  return sample === undefined ? null : (list.accepts?.(edited(sample, [edit])) ?? null)
}

/** Copies of rows, each with one edit, put behind the rows of their replies. */
interface Copies {
  readonly change: ScriptedList.Change
  readonly accepted: ReadonlyArray<FieldEdit>
  readonly refused: ReadonlyArray<FieldEdit>
  /** How many of the copies in a reply the row schema refuses, by the reply's key. */
  readonly refusedIn: ReadonlyMap<string, number>
}

/** Puts each edit into the first reply that has the field, and that leads to the same next page after rows are added. */
const copiesOf = (list: List, edits: ReadonlyArray<FieldEdit>): Copies => {
  const change = new Map<string, Reply>()
  const accepted: Array<FieldEdit> = []
  const refused: Array<FieldEdit> = []
  const refusedIn = new Map<string, number>()
  let left = edits
  for (const [key, reply] of list.replies) {
    const [row] = ReplyEdit.rowsOf(reply)
    if (row === undefined) continue
    const [fitting, others] = partition(left, (edit) => JSON.stringify(edited(row, [edit])) !== JSON.stringify(row))
    const copies = fitting.map((edit) => edited(row, [edit]))
    const changed = ReplyEdit.rows(reply, (all) => [...all, ...copies])
    if (fitting.length === 0 || changed === null || !ScriptedList.isSteady(list, key, changed)) continue
    const [read, unread] = partition(fitting, (edit) => list.list.accepts?.(edited(row, [edit])) === true)
    accepted.push(...read)
    refused.push(...unread)
    refusedIn.set(key, unread.length)
    change.set(key, changed)
    left = others
  }
  return { change, accepted, refused, refusedIn }
}

const partition = <A>(items: ReadonlyArray<A>, is: (item: A) => boolean) =>
  [items.filter(is), items.filter((item) => !is(item))] as const

const chunks = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  items.length === 0 ? [] : [items.slice(0, size), ...chunks(items.slice(size), size)]

/** The items for which `passes` fails, found by bisection: one call if all of them pass together. */
const failing = async <A>(
  items: ReadonlyArray<A>,
  passes: (items: ReadonlyArray<A>) => Promise<boolean>
): Promise<ReadonlyArray<A>> => {
  if (items.length === 0 || (await passes(items))) return []
  if (items.length === 1) return items
  const middle = Math.ceil(items.length / 2)
  return [...(await failing(items.slice(0, middle), passes)), ...(await failing(items.slice(middle), passes))]
}

/** What must hold for one edit; names the culprit after a run with many edits has failed. */
const judge = (list: List, edit: FieldEdit, comparison: Comparison): void => {
  const { before, after } = comparison
  const accepted = isAccepted(list, edit)
  const what = describe(edit)
  // If an export has one row and cannot read it, the format may have changed: the export fails by design.
  const isOnlyRow = ReplyEdit.rowCount(list.replies.values()) === 1
  if (accepted === true || !isOnlyRow) endedWith(after, list.list, "HEALTHY", what)
  if (accepted === true) noNewRejection(comparison, `${what} is accepted by the row schema, but the mapping`)
  if (accepted === false) sameRecords(comparison, what)
  else if (after.rejections.length === before.rejections.length) {
    sameCounts(comparison, what, ScriptedList.containedKinds(list))
  }
}

/**
 * Runs one edit by itself.
 *
 * A lookup's row that cannot be read fails the export by design, so the kit tries only what its row schema accepts.
 */
const runEdit = async (subject: ConnectorUnderTest, list: List, edit: FieldEdit): Promise<void> => {
  const change = instead(list, [edit])
  if (change === null || (list.list.role === "lookup" && isAccepted(list, edit) !== true)) return
  judge(list, edit, await subject.alone(list, changing(change)))
}

/** Whether the SDK judges a list's rows one by one, so that the kit can add copies of a row. */
const hasOwnRows = ({ list }: List): boolean => list.accepts !== null && list.role !== "lookup"

/** The edits that fail when each is made in a copy of a row, next to the row itself. */
const failingCopies = async (subject: ConnectorUnderTest, list: List, edits: ReadonlyArray<FieldEdit>) => {
  const run = async (some: ReadonlyArray<FieldEdit>) => {
    const { change, refusedIn } = copiesOf(list, some)
    const comparison = await subject.alone(list, changing(change))
    const { before, after } = comparison
    insist(after.failures.length === 0, () => describeFailures(after))
    const struck = after.requests.filter(({ isStruck }) => isStruck)
    const expected = struck.reduce((sum, { key }) => sum + (refusedIn.get(key ?? "") ?? 0), 0)
    return { comparison, rejected: after.rejections.length - before.rejections.length, expected, copied: change.size }
  }
  const areAsExpected = (some: ReadonlyArray<FieldEdit>) =>
    holds(async () => {
      const { comparison, copied, rejected, expected } = await run(some)
      insist(rejected === expected, () => "Other copies were rejected than the row schema refuses.")
      // Of the row that is copied in a reply, a copy may be the one that is stored.
      sameRecordsBut(comparison, copied, "After copies of a row")
    })
  const areAccepted = (some: ReadonlyArray<FieldEdit>) =>
    holds(async () => {
      const { comparison, rejected } = await run(some)
      insist(rejected === 0, () => "A copy that the row schema reads was rejected.")
      // If the field is part of the identity, its copy is a new record.
      noneLost(comparison, "After copies of a row")
    })
  const areRefused = (some: ReadonlyArray<FieldEdit>) =>
    holds(async () => {
      const { comparison, rejected, expected } = await run(some)
      insist(rejected >= expected, () => "A copy that the row schema refuses was not rejected.")
      sameRecords(comparison, "After copies of a row")
    })

  const { accepted, change, refused } = copiesOf(list, edits)
  const found = edits.filter((edit) => !accepted.includes(edit) && !refused.includes(edit))
  if (change.size === 0) return found
  const healthy = ScriptedList.requestsOf(list, await subject.healthy())
  const answers = [...change.keys()].map((key) => healthy.filter((request) => request.key === key).length)
  const [first = [], ...more] = chunks(refused, Math.max(1, Math.floor(MOST_REJECTED / Math.max(1, ...answers))))
  if (!(await areAsExpected([...accepted, ...first]))) {
    found.push(...(await failing(accepted, areAccepted)), ...(await failing(first, areRefused)))
  }
  for (const group of more) found.push(...(await failing(group, areRefused)))
  return found
}

/** A field that the row schema accepts as null or missing loses no record; any other one rejects only its own row. */
export const fieldChecks = (subject: ConnectorUnderTest): ((list: List) => ReadonlyArray<Check>) => {
  const acceptedBy = (list: List) => editsOf(list).filter((edit) => isAccepted(list, edit) === true)
  const acceptedAs = (list: List, wanted: FieldEdit["value"]) =>
    acceptedBy(list).filter(({ value }) => value === wanted)
  const keepsCounts = (comparison: Comparison): void => {
    endedWell(comparison, 0, "Every field that may be null or missing")
    // Rows inside a row that may be absent are none then, which is what the vendor says, and no fault.
    const contained = subject.lists.flatMap(ScriptedList.containedKinds)
    sameCounts(comparison, "After every field that may be null or missing", contained)
  }

  /** In one run, the first row of each list has every field as null, or left out, that its row schema accepts so. */
  const emptiest = (value: FieldEdit["value"]): Promise<Verdict> => {
    const changes = subject.lists.filter(hasOwnRows).flatMap((list) => {
      const change = instead(list, acceptedAs(list, value))
      return change === null ? [] : [[list, change] as const]
    })
    return subject.changedTogether(new Map(changes), keepsCounts)
  }
  const verdicts = new Map<FieldEdit["value"], Promise<Verdict>>()
  const verdictOn = (value: FieldEdit["value"]): Promise<Verdict> => {
    const known = verdicts.get(value) ?? emptiest(value)
    verdicts.set(value, known)
    return known
  }

  return (list) => {
    const edits = editsOf(list)
    if (edits.length === 0) return []
    const run = async () => {
      const doubtful = new Set<FieldEdit>(edits)
      if (hasOwnRows(list)) {
        for (const edit of edits) doubtful.delete(edit)
        for (const edit of await failingCopies(subject, list, edits)) doubtful.add(edit)
        for (const value of [null, undefined]) {
          const { isKept, seen } = await verdictOn(value)
          if (isKept && seen.has(list)) continue
          const passes = (some: ReadonlyArray<FieldEdit>) =>
            holds(async () => {
              const change = instead(list, some)
              if (change !== null) keepsCounts(await subject.alone(list, changing(change)))
            })
          for (const edit of await failing(acceptedAs(list, value), passes)) doubtful.add(edit)
        }
      }
      for (const edit of doubtful) await runEdit(subject, list, edit)
    }
    return [
      { name: "a null or missing field rejects its row only if the row schema refuses it, and never another row", run }
    ]
  }
}

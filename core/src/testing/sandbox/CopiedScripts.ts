import type { ScriptedList } from "../checks/kit/ScriptedList.js"
import { idsIn } from "../checks/list/RowIdChecks.js"
import type { RunReport } from "../run/ConnectorRun.js"
import * as ReplyEdit from "../vendor/ReplyEdit.js"
import type { Replies, Reply } from "../vendor/ScriptedVendor.js"
import * as SeenText from "./SeenText.js"

/** A mark that no vendor's text has, so that what it changed can be found. */
const PROBE = "tributarycopy"
const PROBED = /[ -]tributarycopy/g

/** Whether a run read everything. */
export const isHealthy = ({ failures, rejections }: RunReport): boolean => failures.length + rejections.length === 0

/** The ids of all records of a run, and how many records there are, as a text. */
const allIds = ({ stored }: RunReport): string =>
  JSON.stringify([...stored].map(([kind, records]) => [kind, records.size, idsIn(records)]))

/** Whether a run ended well, with records of the same ids as another. */
export const isLike = (after: RunReport, before: RunReport): boolean =>
  isHealthy(after) && allIds(after) === allIds(before)

/** The reply with the mark in what people see of each row; null if it shows them nothing. */
const numbered = (reply: Reply, mark: string): Reply | null =>
  ReplyEdit.rows(reply, (rows) =>
    rows.map((row) => {
      const [path] = SeenText.pathsOf(row)
      return path === undefined ? row : SeenText.changed(row, path, SeenText.numbered(mark))
    })
  )

/** The replies with the mark in those with these keys. */
const withMark = (replies: Replies, lists: ReadonlyArray<ScriptedList>, keys: ReadonlySet<string>, mark: string) => ({
  ...replies,
  ...Object.fromEntries(
    lists.flatMap((list) =>
      [...list.replies].flatMap(([key, reply]): ReadonlyArray<readonly [string, Reply]> => {
        const edited = keys.has(key) ? numbered(reply, mark) : null
        return edited === null ? [] : [[key, edited]]
      })
    )
  )
})

/**
 * Makes the script of a copy, whose rows have other names than those of other copies. `before` is a run of the script without faults. A reply keeps its
 * names if they are more than names: if other rows find its rows by them, for example.
 */
export const make = async (
  replies: Replies,
  lists: ReadonlyArray<ScriptedList>,
  before: RunReport,
  read: (replies: Replies) => Promise<RunReport>
): Promise<(copy: number) => Replies> => {
  const textOf = ({ records }: RunReport) => JSON.stringify(records).replaceAll(PROBED, "")
  const isSafe = async (keys: Iterable<string>): Promise<boolean> => {
    const after = await read(withMark(replies, lists, new Set(keys), PROBE))
    return isLike(after, before) && textOf(after) === textOf(before)
  }
  const all = lists.flatMap((list) => [...list.replies.keys()])
  const safe = new Set<string>()
  if (await isSafe(all)) for (const key of all) safe.add(key)
  else for (const key of all) if (await isSafe([...safe, key])) safe.add(key)
  const made = new Map([[0, replies]])
  return (copy) => {
    const script = made.get(copy) ?? withMark(replies, lists, safe, String(copy + 1))
    made.set(copy, script)
    return script
  }
}

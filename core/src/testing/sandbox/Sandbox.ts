// This folder plays a vendor that lives: it answers from the script of a connector's tests, with instants of today, and changes and deletes rows.
import type { Connector } from "../../Connector.js"
import * as ConnectorUnderTest from "../checks/kit/ConnectorUnderTest.js"
import type { ScriptedList } from "../checks/kit/ScriptedList.js"
import { deletionOf } from "../checks/list/DeletionChecks.js"
import { type RunReport, run } from "../run/ConnectorRun.js"
import * as ReplyEdit from "../vendor/ReplyEdit.js"
import type { Replies, Reply } from "../vendor/ScriptedVendor.js"
import { random } from "./random.js"
import { shifted } from "./shifted.js"

/** What a sandbox needs. */
export interface Options extends ConnectorUnderTest.ConformanceOptions {
  /** The same seed makes the same changes in the same order. */
  readonly seed: number
  /** The instant to which the newest instant of the script is moved, in milliseconds since 1970. */
  readonly now: number
}

/** A vendor that answers from a script, and changes. */
export interface Sandbox {
  /** What it answers now. */
  readonly replies: () => Replies
  /** Changes or removes a row, or brings a removed one back, and says what it did; null if nothing of the script can change. */
  readonly advance: () => Promise<string | null>
}

/** The fields of a row that people see, and that no other row refers to. */
const SEEN =
  /^(?:title|name|display_?name|summary|subject|description|label|device_?name|computer_?name|host_?name|message)$/i

/** The row with another text in the first field that people see, in it or in an object of it; null if it has none. */
const renamed = (row: ReplyEdit.Row, mark: string): ReplyEdit.Row | null => {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === "string" && value !== "" && SEEN.test(name)) {
      return { ...row, [name]: `${value.replace(/ \(\d+\)$/, "")} (${mark})` }
    }
  }
  for (const [name, value] of Object.entries(row)) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) continue
    const inner = renamed(value as ReplyEdit.Row, mark)
    if (inner !== null) return { ...row, [name]: inner }
  }
  return null
}

/** How many records a run left. */
const sizeOf = ({ stored }: RunReport): number => [...stored.values()].reduce((sum, { size }) => sum + size, 0)

const isOwn = ({ list: { kind, role } }: ScriptedList): boolean =>
  kind !== null && (role === "own" || role === "child" || role === "details")

/** Starts a sandbox with the answers of the script. */
export const make = (connector: Connector, options: Options): Sandbox => {
  const dice = random(options.seed)
  const base = shifted(options.replies, options.now)
  const { lists } = ConnectorUnderTest.make(connector, { ...options, replies: base })
  const own = lists.filter(isOwn)
  /** Texts that changed for good, and the row of each list that is away. */
  let changed: Replies = {}
  let away: Replies = {}
  let count = 0

  const now = (more: Replies = {}): Replies => ({ ...base, ...changed, ...away, ...more })
  const readWith = (replies: Replies) => run(connector, { ...options, replies })
  const isHealthy = ({ failures, rejections }: RunReport): boolean => failures.length + rejections.length === 0

  const rename = async (list: ScriptedList): Promise<string | null> => {
    count += 1
    const mark = String(count)
    for (const [key, reply] of list.replies) {
      const current: Reply = { ...reply, ...changed[key] }
      const edited = ReplyEdit.rows(current, (rows) => {
        const at = dice.below(rows.length)
        return rows.map((row, index) => (index === at ? (renamed(row, mark) ?? row) : row))
      })
      if (edited === null || JSON.stringify(edited.body) === JSON.stringify(current.body)) continue
      const next = { ...changed, [key]: edited }
      const [before, after] = await Promise.all([readWith({ ...base, ...changed }), readWith({ ...base, ...next })])
      const isSeen = JSON.stringify(before.records) !== JSON.stringify(after.records)
      if (!isHealthy(after) || !isSeen || sizeOf(before) !== sizeOf(after)) continue
      changed = next
      away = {}
      return `${list.list.endpoint}: a ${list.list.kind?.name} has changed`
    }
    return null
  }

  const remove = async (list: ScriptedList): Promise<string | null> => {
    if (Object.keys(away).length > 0) {
      away = {}
      return `${list.list.endpoint}: what was deleted is back`
    }
    const replies = new Map([...list.replies].map(([key, reply]) => [key, { ...reply, ...changed[key] }]))
    const change = list.extractor.isLog ? null : deletionOf({ ...list, replies })
    if (change === null) return null
    const [before, after] = await Promise.all([readWith(now()), readWith(now(Object.fromEntries(change)))])
    if (!isHealthy(after) || sizeOf(after) >= sizeOf(before)) return null
    away = Object.fromEntries(change)
    return `${list.list.endpoint}: a ${list.list.kind?.name} is deleted`
  }

  return {
    replies: now,
    advance: async () => {
      const steps = [rename, remove]
      for (const list of dice.shuffled(own)) {
        const [first, second] = dice.below(2) === 0 ? steps : [...steps].reverse()
        const done = (await first?.(list)) ?? (await second?.(list)) ?? null
        if (done !== null) return done
      }
      return null
    }
  }
}

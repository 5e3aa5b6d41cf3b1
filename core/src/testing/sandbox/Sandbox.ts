/*
 * This folder plays a vendor that lives: it answers from the script of a connector's tests, several times over and with instants of today, and changes
 * and deletes rows.
 */
import type { Connector } from "../../Connector.js"
import * as MultipliedScript from "../checks/connector/MultipliedScript.js"
import * as ConnectorUnderTest from "../checks/kit/ConnectorUnderTest.js"
import type { ScriptedList } from "../checks/kit/ScriptedList.js"
import { deletionOf } from "../checks/list/DeletionChecks.js"
import { type RunReport, run } from "../run/ConnectorRun.js"
import * as MultipliedVendor from "../vendor/MultipliedVendor.js"
import * as ReplyEdit from "../vendor/ReplyEdit.js"
import type { Answering, Replies, Reply } from "../vendor/ScriptedVendor.js"
import * as CopiedScripts from "./CopiedScripts.js"
import { random } from "./random.js"
import * as SeenText from "./SeenText.js"
import { shifted } from "./shifted.js"

/** What a sandbox needs. */
export interface Options extends Omit<ConnectorUnderTest.ConformanceOptions, "expect" | "times"> {
  /** The same seed makes the same changes in the same order. */
  readonly seed: number
  /** The instant to which the newest instant of the script is moved, in milliseconds since 1970. */
  readonly now: number
  /** How many times the vendor has the rows of the script, each time with ids and names of their own; 20 by default, and 1 has the script alone. */
  readonly times?: number
}

/** A vendor that has the rows of a script several times, and changes. */
export interface Sandbox {
  /** Finds what it answers now to a request, as the option `answering` of a run. */
  readonly answer: Answering
  /** Changes or removes a row, or brings a removed one back, and says what it did; null if nothing of the script can change. */
  readonly advance: () => Promise<string | null>
}

/** As many rows as a small company has of most things. */
const TIMES = 20

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** Every e-mail address in a value, at any depth. */
const emailsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return EMAIL.test(value) ? [value] : []
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(emailsIn) : []
}

/** How many texts of a row are tried before another row is: those further inside are those of what the row refers to. */
const MOST_TEXTS = 3

/** How many records a run left. */
const sizeOf = ({ stored }: RunReport): number => [...stored.values()].reduce((sum, { size }) => sum + size, 0)

const isOwn = ({ list: { kind, role } }: ScriptedList): boolean =>
  kind !== null && (role === "own" || role === "child" || role === "details")

/** A list that has lost a row: its replies without the row. */
interface Away {
  readonly endpoint: string
  readonly replies: Replies
}

/** What differs in a copy that has changed. */
interface Copy {
  /** Its replies with everything that has changed for good. */
  readonly changed: Replies
  /** The lists that have lost a row, no two of which have a reply in common. */
  readonly away: ReadonlyArray<Away>
}

/** What a copy answers now. */
const repliesIn = ({ away, changed }: Copy): Replies =>
  Object.assign({}, changed, ...away.map(({ replies }) => replies))

/** Starts a sandbox with the answers of the script. */
export const make = async (connector: Connector, { times = TIMES, ...options }: Options): Promise<Sandbox> => {
  const dice = random(options.seed)
  const subject = ConnectorUnderTest.make(connector, { ...options, replies: shifted(options.replies, options.now) })
  const { lists } = subject
  const { replies: base } = subject.options
  const own = lists.filter(isOwn)
  const readWith = (replies: Replies) => run(connector, { ...options, replies })

  const healthy = await subject.healthy()
  const emails = lists.flatMap(({ replies }) => [...replies.values()].flatMap(ReplyEdit.rowsOf)).flatMap(emailsIn)
  const multiplied = MultipliedScript.make(lists, base, healthy, emails)
  const scriptOf = await CopiedScripts.make(base, own, healthy, readWith)
  const copies = new Map<number, Copy>()
  const copyAt = (copy: number): Copy => copies.get(copy) ?? { changed: scriptOf(copy), away: [] }
  const repliesOf = (copy: number): Replies => (copies.has(copy) ? repliesIn(copyAt(copy)) : scriptOf(copy))
  /** The replies of the list in a copy. */
  const listIn = (list: ScriptedList, { changed }: Copy): ScriptedList => ({
    ...list,
    replies: new Map(
      [...list.replies].map(([key, reply]): readonly [string, Reply] => [key, { ...reply, ...changed[key] }])
    )
  })
  let count = 0

  /** The replies with a change of a row, once for each of the first texts that people see of it. */
  const renamings = (current: Reply, mark: string): ReadonlyArray<Reply> => {
    const rows = ReplyEdit.rowsOf(current)
    const chosen = dice.below(rows.length)
    return SeenText.pathsOf(rows[chosen] ?? {})
      .slice(0, MOST_TEXTS)
      .flatMap((path) => {
        const revise = (row: ReplyEdit.Row) => SeenText.changed(row, path, SeenText.revised(mark))
        const edited = ReplyEdit.rows(current, (all) => all.map((row, at) => (at === chosen ? revise(row) : row)))
        return edited === null ? [] : [edited]
      })
  }

  const rename = async (list: ScriptedList, copy: number): Promise<string | null> => {
    const state = copyAt(copy)
    count += 1
    const before = await readWith(repliesIn(state))
    for (const [key, current] of dice.shuffled([...listIn(list, state).replies])) {
      for (const edited of renamings(current, String(count))) {
        const next = { ...state, changed: { ...state.changed, [key]: edited } }
        const after = await readWith(repliesIn(next))
        const isSeen = JSON.stringify(before.records) !== JSON.stringify(after.records)
        if (!isSeen || !CopiedScripts.isLike(after, before)) continue
        copies.set(copy, next)
        return `${list.list.endpoint}: a ${list.list.kind?.name} has changed`
      }
    }
    return null
  }

  const remove = async (list: ScriptedList, copy: number): Promise<string | null> => {
    const state = copyAt(copy)
    const change = list.extractor.isLog ? null : deletionOf(listIn(list, state))
    if (change === null) return null
    const { endpoint } = list.list
    const next = { ...state, away: [...state.away, { endpoint, replies: Object.fromEntries(change) }] }
    const [before, after] = await Promise.all([readWith(repliesIn(state)), readWith(repliesIn(next))])
    if (!CopiedScripts.isHealthy(after) || sizeOf(after) >= sizeOf(before)) return null
    copies.set(copy, next)
    return `${endpoint}: a ${list.list.kind?.name} is deleted`
  }

  /** The row of the list that is away returns, because only a whole list can change. */
  const bringBack = (list: ScriptedList, copy: number): string | null => {
    const { away, changed } = copyAt(copy)
    const back = away.find(({ replies }) => Object.keys(replies).some((key) => list.replies.has(key)))
    if (back === undefined) return null
    copies.set(copy, { changed, away: away.filter((each) => each !== back) })
    return `${back.endpoint}: what was deleted is back`
  }

  /** Every list changes and loses a row now and then: what was tried least often is next. */
  const changes = own.flatMap((list) => [rename, remove].map((make) => ({ list, make, tries: 0 })))
  return {
    answer: MultipliedVendor.make(base, { ...multiplied, times, repliesOf }),
    advance: async () => {
      const chosen = dice.below(times)
      const order = dice.shuffled(changes).toSorted((one, other) => one.tries - other.tries)
      for (const change of order) {
        const copy = multiplied.isCopied(change.list) ? chosen : 0
        const back = bringBack(change.list, copy)
        if (back !== null) return back
        change.tries += 1
        const done = await change.make(change.list, copy)
        if (done !== null) return done
      }
      return null
    }
  }
}

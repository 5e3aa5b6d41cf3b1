import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as Access from "./Access.js"
import * as Hints from "./Hints.js"

// Keeps a copy of some lists of a connection in a file. `--once` ends when the copy is current, `--print` prints it.
// runtime-http/guides/keep-a-copy.md explains why each step is needed.
const env = process.env
// Related records as ids: a change of their own fields does not move the record that shows them.
const idp = "/idp/users?includeIdpGroups=true&includeIdpApplications=true&expandAs=ids /idp/groups /idp/applications"
const lists = (env["MIRROR_LISTS"] || idp).split(" ")
const file = env["MIRROR_FILE"] || ".tributary/mirror.json"
const everySecs = Number(env["MIRROR_EVERY_SECS"] || 60)
const limit = env["MIRROR_LIMIT"] || "500"

type Item = Readonly<Record<string, unknown>> & { readonly id: string }

/** The copy of a list, and how far it is. */
interface Copy {
  /** The least `X-As-Of` of the last complete walk, from which the next one goes on; null if it must read the whole list. */
  position: string | null
  /** The `next_cursor` of an unfinished walk, and the least `X-As-Of` of its pages. */
  cursor: string | null
  asOf: string | null
  /** Whether the walk is the second one of a poll, through what has left the list. */
  isLeaving: boolean
  /** Counts the walks through the whole list; `walk` of a record is the last one that found it. */
  walk: number
  records: Record<string, { readonly walk: number; readonly item: Item }>
  /** The position at which the copy had as many live records as the list. */
  counted: string | null
}

const access = await Access.load()
const copies: Record<string, Copy> = JSON.parse(await readFile(file, "utf8").catch(() => "{}"))
let nextSave = 0

/** Writes records and positions together: after a crash the file is only older, and the same changes are read again. */
const save = async (isLast = false): Promise<void> => {
  const begun = performance.now()
  const size = Object.values(copies).reduce((sum, { records }) => sum + Object.keys(records).length, 0)
  // A small file after every page, a large one at most a tenth of the time.
  if (!isLast && size > 10_000 && begun < nextSave) return
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, JSON.stringify(copies), { flush: true })
  await rename(`${file}.new`, file)
  nextSave = performance.now() + 10 * (performance.now() - begun)
}

/** Asks until the service answers, waiting as long as `Retry-After` says, otherwise twice as long each time; null after a 422 to a cursor or to `isDeleted`. */
const ask = async (list: string, parameters: Readonly<Record<string, string | null>>) => {
  const url = new URL(`${access.baseUrl}${list}`)
  for (const [name, value] of Object.entries({ strict: "true", ...parameters }))
    if (value !== null) url.searchParams.set(name, value)
  const headers = { "X-API-KEY": access.apiKey, "X-CONNECTION-ID": access.connectionId }
  for (let pause = 0.1; ; pause = Math.min(2 * pause, 60)) {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(60_000) })
      .then(async (got) => ({ status: got.status, headers: got.headers, body: JSON.parse(await got.text()) }))
      .catch(() => ({ status: 503, headers: new Headers(), body: null }))
    if (answer.status === 200) return { ...answer.body, asOf: answer.headers.get("x-as-of") }
    if (answer.status === 422 && (url.searchParams.has("cursor") || parameters["isDeleted"] === "true")) return null
    if (answer.status < 500 && answer.status !== 429)
      throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
    const seconds = Number(answer.headers.get("retry-after") ?? "none")
    await sleep(1000 * (seconds >= 0 ? seconds : pause))
  }
}

const isDeleted = ({ is_deleted, result, status }: Item) => is_deleted ?? [result, status].includes("DELETED")

/** Takes one page of the changes since the last walk; says whether it was the last one. */
const takePage = async (list: string, copy: Copy): Promise<boolean> => {
  const { cursor, isLeaving, position } = copy
  if (cursor === null && position === null) copy.walk += 1
  const updatedSince = cursor === null ? position : null
  const page = await ask(list, {
    enableCursor: "true",
    limit,
    cursor,
    updatedSince,
    isDeleted: isLeaving ? "true" : null
  })
  // Without an answer the cursor is no longer valid: the walk begins again where it began before. A list that does not say what has left it,
  // such as one with a filter, has no second walk: counting finds what has left.
  const asOf = cursor === null && !isLeaving ? null : copy.asOf
  if (page !== null) copy.asOf = asOf === null || page.asOf < asOf ? page.asOf : asOf
  copy.cursor = page === null ? null : page.next_cursor
  for (const item of page?.items ?? []) {
    if (isLeaving && !isDeleted(item)) delete copy.records[item.id]
    else copy.records[item.id] = { walk: copy.walk, item }
  }
  const hasNoSecond = page === null && cursor === null && isLeaving
  if ((page === null && !hasNoSecond) || copy.cursor !== null) return false
  // Whoever has read the whole list knows what it has. Otherwise, what has left it comes second, and may have left during the first walk.
  copy.isLeaving = position !== null && !isLeaving
  if (copy.isLeaving) return false
  copy.position = copy.asOf
  for (const [id, { walk }] of Object.entries(copy.records)) if (walk < copy.walk) delete copy.records[id]
  return true
}

const deletedOf = ({ records }: Copy) => Object.values(records).filter(({ item }) => isDeleted(item)).length

/** A copy that has more live records than the list reads all of it again, such as after a pause that was longer than deleted records are kept. */
const count = async (list: string, copy: Copy, isSure = false): Promise<void> => {
  const { asOf, total } = await ask(list, { limit: "1", isDeleted: "false", strict: null })
  // If the list has changed since the walk, it is counted after the next one.
  if (asOf !== copy.position) return
  if (total === Object.keys(copy.records).length - deletedOf(copy)) copy.counted = asOf
  else if (isSure) copy.position = null
  // The total may include what was written after the instant. If the instant is still the same, nothing was.
  else await count(list, copy, true)
}

const catchUp = async (list: string): Promise<void> => {
  const isNew = { position: null, cursor: null, asOf: null, isLeaving: false, walk: 0, records: {}, counted: null }
  const copy = copies[list] ?? isNew
  copies[list] = copy
  while (!(await takePage(list, copy))) await save()
  if (copy.position === copy.counted) return
  await count(list, copy)
  if (copy.position === null) while (!(await takePage(list, copy))) await save()
  await save(true)
  const size = Object.keys(copy.records).length
  console.log(`${list}: ${size} records, ${deletedOf(copy)} of them deleted, complete up to ${copy.position}`)
}

if (process.argv.includes("--print"))
  console.log(
    JSON.stringify(copies, (_, value) => (value?.records ? Object.values(value.records) : (value?.item ?? value)))
  )
else if (process.argv.includes("--once")) for (const list of lists) await catchUp(list)
else {
  const hints = Hints.listen(env, access.connectionId)
  for (;;) {
    for (const list of lists) await catchUp(list)
    await hints.rest(1000 * everySecs)
  }
}

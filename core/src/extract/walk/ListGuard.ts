import { v5 } from "uuid"
import type { VendorResponse } from "../../http/Request.js"
import * as VendorError from "../../http/VendorError.js"
import type { Answer, Next, Pagination, Probe } from "./PageShape.js"

/** Only separates these hashes from other names. */
const NAMESPACE = "5b0e6c62-3f5c-4d0a-9a0b-6a8f0d6d6b7e"

/** How many rows of a page its fingerprint covers, evenly spread: a hash of every row would cost as much as reading the page. */
const SAMPLES = 8

/** How many parts of a row, and how many characters of each text, the fingerprint covers: a row can be as long as an answer. */
const MAX_PARTS = 1_000
const MAX_CHARACTERS = 1_000

const shortTextOf = (text: string): string =>
  text.length <= MAX_CHARACTERS
    ? text
    : `${text.slice(0, MAX_CHARACTERS / 2)}${text.slice(-MAX_CHARACTERS / 2)}${text.length}`

/** The outermost parts of a row first, because its id is among them; of each text the start, the end and the length. */
const excerptOf = (row: unknown): ReadonlyArray<unknown> => {
  const parts: Array<unknown> = [row]
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    const room = Math.max(0, MAX_PARTS - parts.length)
    if (typeof part === "string") {
      parts[index] = shortTextOf(part)
    } else if (Array.isArray(part)) {
      parts[index] = ["list", part.length]
      for (const item of part.slice(0, room)) parts.push(item)
    } else if (part !== null && typeof part === "object") {
      const names = Object.keys(part)
      const covered = names.slice(0, room)
      parts[index] = ["fields", names.length, ...covered.map(shortTextOf)]
      for (const name of covered) parts.push((part as Readonly<Record<string, unknown>>)[name])
    }
  }
  return parts
}

/**
 * Identifies a page among those of a list; null for an empty one.
 *
 * Rows have ids, so two pages of the same length with so many equal rows at the same places are the same page.
 */
export const fingerprintOf = (rows: ReadonlyArray<unknown>): string | null => {
  if (rows.length === 0) return null
  const step = Math.max(1, Math.ceil((rows.length - 1) / (SAMPLES - 1)))
  // Only these rows: the others of a long page may not have been parsed.
  const sample: Array<unknown> = []
  for (let index = 0; index < rows.length - 1; index += step) sample.push(rows[index])
  sample.push(rows[rows.length - 1])
  return v5(JSON.stringify([rows.length, sample.map(excerptOf)]), NAMESPACE)
}

/*
 * Whether a list is whole: the one judge for walks, export jobs and authors' own streams. Pure. It notices pages that repeat, lists that never
 * end or end before the vendor's total, positions that shift, and answers that say of themselves that they lack something.
 *
 * What it finds becomes a failure, or a missing part of the scan's verdict; see `ScanVerdict`.
 */

/** The most pages of a list: no list of a security tool has more, and some vendors' lists never end. */
export const MAX_PAGES = 100_000

/** The most pages with the same rows as another page in a delta: vendors tell changes more than once, but not without end. */
export const MAX_REPEATED_PAGES = 100

/** How many equal pages with rows, one after the other at different indices, show that the vendor ignores the index. */
const EQUAL_PAGES_OF_A_LOOP = 3

/**
 * What is counted in one list, in order to compare it with the vendor's own total.
 *
 * It is a part of the checkpoint, so that a resumed run also notices a list that ends before its total.
 */
export interface Tally {
  /** The rows of the list so far; null if a checkpoint without a count was resumed. */
  readonly rows: number | null
  /** The lowest total that a page with rows, or the first page, announced; null if none did. */
  readonly total: number | null
  /** Whether every announced total was the same. */
  readonly isSteady: boolean
  /** The rows so far that the customer did not choose. */
  readonly unchosen: number
  /** The pages so far that had rows. */
  readonly pages: number
}

/** What is known of a list that is being read. */
export interface ListState {
  /** The tokens of all pages so far. One set that grows, because a copy per page would take quadratic time. */
  readonly tokens: Set<string>
  /** The fingerprints of all pages with rows so far. */
  readonly seen: Set<string>
  /** The pages so far in this run. */
  readonly pages: number
  /** The rows so far in this run. */
  readonly rows: number
  /** How many of the pages had the same rows as another one. */
  readonly repeated: number
  /** The fingerprint of the last page with rows, and how many such pages in a row had it. */
  readonly last: { readonly fingerprint: string; readonly times: number } | null
  /** Whether this run continued the list at an index, so that it may have missed rows that had shifted. */
  readonly isInParts: boolean
  /** Whether the first page that leads to another one was answered as a part (206); null before there is one. */
  readonly isOfParts: boolean | null
  /** Whether the last page with a next one had fewer rows than its size; false if there was no such page, or if the size is unknown. */
  readonly wasShort: boolean
  /** The rows of the scan, which earlier runs may have begun. */
  readonly tally: Tally
}

/** The tally at the start of a list; `isKnown` is false if rows of the list were read without a count. */
export const newTally = (isKnown = true): Tally => ({
  rows: isKnown ? 0 : null,
  total: null,
  isSteady: isKnown,
  unchosen: 0,
  pages: 0
})

/** A list before the first page of a run. */
export const begin = (
  known: { readonly tally?: Tally | undefined; readonly isInParts?: boolean | undefined } = {}
): ListState => ({
  tokens: new Set(),
  seen: new Set(),
  pages: 0,
  rows: 0,
  repeated: 0,
  last: null,
  isInParts: known.isInParts ?? false,
  isOfParts: null,
  wasShort: false,
  tally: known.tally ?? newTally()
})

/** The list at the start of another window: its first rows come again, and the vendor counts anew. It still notices a position that repeats. */
export const beginWindow = ({ isInParts, pages, rows, tokens }: ListState): ListState => ({
  ...begin({ isInParts }),
  tokens,
  pages,
  rows
})

/** Whether a page of the list had these rows. */
export const isKnown = ({ seen }: ListState, rows: ReadonlyArray<unknown>): boolean => {
  const fingerprint = fingerprintOf(rows)
  return fingerprint !== null && seen.has(fingerprint)
}

/** One page of a list. */
export interface GuardedPage {
  /** The rows that identify the page. */
  readonly rows: ReadonlyArray<unknown>
  /** How many of the vendor's rows the page contains; the number of `rows` by default. */
  readonly count?: number
  /** How many of these the customer chose; all by default. */
  readonly chosen?: number
  /** The vendor's count of all rows of the list; null if the page has none. */
  readonly total: number | null
}

/** Which repetitions a list may have. */
export interface Repetition {
  /** Whether the list contains changes, of which several pages may have the same ones. */
  readonly isDelta: boolean
  /** Whether rows that are inserted while the list is read by index move others to the next page, so that two pages may be equal. */
  readonly mayShift: boolean
}

/** Whether the pages so far repeat each other as no list does: apart from changes and shifted rows, a list has each row on one page. */
const isLoop = ({ last, repeated }: ListState, { isDelta, mayShift }: Repetition): boolean => {
  if (mayShift && (last?.times ?? 0) >= EQUAL_PAGES_OF_A_LOOP) return true
  return repeated > (isDelta || mayShift ? MAX_REPEATED_PAGES : 0)
}

const tallyWith = (
  { isSteady, pages, rows, total, unchosen }: Tally,
  page: Required<Omit<GuardedPage, "rows">>
): Tally => {
  // A careless vendor's empty page may announce a total of 0: only pages that have rows know the list.
  const isBelieved = page.total !== null && (page.count > 0 || total === null)
  const lowest = isBelieved && page.total !== null ? Math.min(page.total, total ?? page.total) : total
  return {
    rows: rows === null ? null : rows + page.count,
    total: lowest,
    isSteady: isSteady && (!isBelieved || total === null || page.total === total),
    unchosen: unchosen + page.count - page.chosen,
    pages: page.count > 0 ? pages + 1 : pages
  }
}

/** A list with one more page. */
export interface Added {
  /** The list with the page. */
  readonly list: ListState
  /** Whether another page of the list had the same rows. */
  readonly isRepeated: boolean
  /** Why the list cannot be read, because the vendor repeats its pages; null if it does not. */
  readonly failure: string | null
}

/** The list after one more page. */
export const add = (before: ListState, page: GuardedPage, repetition: Repetition): Added => {
  const { count = page.rows.length, total } = page
  const counted = { ...before, pages: before.pages + 1, rows: before.rows + count }
  const tally = tallyWith(before.tally, { count, chosen: page.chosen ?? count, total })
  const fingerprint = fingerprintOf(page.rows)
  if (fingerprint === null) return { list: { ...counted, tally }, isRepeated: false, failure: null }
  const isRepeated = before.seen.has(fingerprint)
  before.seen.add(fingerprint)
  const times = before.last?.fingerprint === fingerprint ? before.last.times + 1 : 1
  const repeated = before.repeated + (isRepeated ? 1 : 0)
  const list = { ...counted, tally, repeated, last: { fingerprint, times } }
  return { list, isRepeated, failure: isLoop(list, repetition) ? "repeated a page" : null }
}

/** Why a list that goes on after so many pages never ends; null if it may. */
export const endlessAfter = (pages: number): string | null =>
  pages >= MAX_PAGES ? `did not end after ${MAX_PAGES} pages` : null

/** The longest address of a next page, in characters: servers accept no longer ones, and each costs time wherever it is read. */
const MAX_LINK = 16_384

/** Any page: a link is an address with each of them, or with none. */
const ANY_PAGE = "https://vendor.example/"

/** Why no request can follow the address of the next page, because of its length or its form; null if one can. */
export const linkFault = (next: Next): string | null => {
  if (!("url" in next)) return null
  const { length } = next.url
  if (length > MAX_LINK) {
    return `has a link to its next page of ${length} characters, and at most ${MAX_LINK} are followed`
  }
  return URL.canParse(next.url, ANY_PAGE) ? null : "has a link to its next page that is no address"
}

/** Remembers the position of the next page; says what is wrong if an earlier page led to it. */
export const follow = ({ tokens }: ListState, next: unknown): string | null => {
  const token = JSON.stringify(next)
  if (tokens.has(token)) return "repeated a page token"
  tokens.add(token)
  return null
}

/** The numbers of a position by their paths, including numbers in the parameters of an address. */
const numbersIn = (value: unknown, path = ""): ReadonlyArray<readonly [path: string, number: number]> => {
  if (typeof value === "number") return [[path, value]]
  if (typeof value === "string") {
    if (/^\d+$/.test(value)) return [[path, Number(value)]]
    const query = value.includes("?") ? value.slice(value.indexOf("?") + 1) : ""
    return [...new URLSearchParams(query)].flatMap(([name, part]) =>
      /^\d+$/.test(part) ? [[`${path} ${name}`, Number(part)]] : []
    )
  }
  if (value === null || typeof value !== "object") return []
  return Object.entries(value).flatMap(([name, part]) => numbersIn(part, `${path}.${name}`))
}

/**
 * Whether the position behind a list is an index and not a token, such as an offset or a page number: a number in it follows the rows or
 * pages so far, from 0 or from 1. Rows that are added or removed shift the rows behind them, so a later run must not continue there.
 *
 * The first position of a list could be one, which only the second one shows: a page size may be the same number.
 */
export const isIndex = ({ pages, rows: own, tally }: ListState, next: unknown, previous: unknown): boolean => {
  const rows = tally.rows ?? own
  const counts = [pages, pages + 1, rows, rows + 1]
  const found = numbersIn(next).filter(([, number]) => counts.includes(number))
  if (previous === null || previous === undefined) return found.length > 0
  const before = new Map(numbersIn(previous))
  return found.some(([path, number]) => before.has(path) && before.get(path) !== number)
}

/** The failure of a list that the vendor does not let end well. */
export const failure = (endpoint: string, detail: string): VendorError.IncompleteList =>
  new VendorError.IncompleteList({ endpoint, status: 200, detail })

/** Says that a list ended before the vendor's own total, so that a page in its middle came back empty or short; null if it did not, or if nobody can know. */
export const shortOf = ({ tally: { rows, total } }: ListState): string | null =>
  rows === null || total === null || rows >= total ? null : `ended after ${rows} of ${total} rows`

/**
 * The chosen rows of the list, if its total proves that none was missed; otherwise null.
 *
 * Between two requests a vendor can delete one row, add another and move a third to a page that was read already: the
 * count fits, but the third row was missed. So only one response proves a list, or the pages of a snapshot.
 */
export const provenTotal = (
  { tally: { isSteady, pages, rows, total, unchosen } }: ListState,
  { isSnapshot }: { readonly isSnapshot: boolean }
): number | null => (rows !== null && isSteady && rows === total && (pages <= 1 || isSnapshot) ? rows - unchosen : null)

/** Statuses of an answer that is not the whole: accepted, and partial content. */
const ACCEPTED = 202
const PARTIAL_CONTENT = 206

/** Whether the vendor has yet to prepare the answer. */
const isPreparing = ({ status }: VendorResponse): boolean => status === ACCEPTED

/** Whether the answer is a part of what was asked for. */
const isPart = ({ status }: VendorResponse): boolean => status === PARTIAL_CONTENT

/** The list with a page that leads to another one. */
export const leadsOn = (list: ListState, { isFull }: Pick<Pagination, "isFull">, answer: Answer): ListState => ({
  ...list,
  isOfParts: list.isOfParts ?? isPart(answer.response),
  wasShort: isFull?.(answer) === false
})

/** Fields of a body that has rows although something failed, in the words of GraphQL, GitHub and Elasticsearch, among others. */
const SIGNS = ["error", "errors", "incomplete_results", "timed_out"]

/** Fields of a body that are false if the request did not succeed. */
const SUCCESSES = ["ok", "success"]

/** Statuses in a body that has rows although the request did not succeed. */
const FAILURES: ReadonlySet<unknown> = new Set(["error", "fail", "failed", "failure"])

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0)

/** Whether errors say only that something does not exist, such as a row that was deleted after it was listed. */
const isNotFound = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((each) => {
    const { code, status } = (each ?? {}) as { readonly code?: unknown; readonly status?: unknown }
    return String(code ?? status) === "404"
  })

/** Whether the answer reports that a part of it failed, beside the rows that it has. */
const reportsFailure = ({ body, reports }: VendorResponse, rows: ReadonlyArray<unknown>): boolean => {
  // If the answer is the row itself, a code in it is a field of the row.
  if (rows.length === 1 && rows[0] === body) return false
  if (reports !== undefined) return true
  if (body === null || typeof body !== "object" || Array.isArray(body)) return false
  const fields = body as Readonly<Record<string, unknown>>
  if (SUCCESSES.some((name) => fields[name] === false) || FAILURES.has(fields["status"])) return true
  return SIGNS.some((name) => fields[name] !== rows && !isEmpty(fields[name]) && !isNotFound(fields[name]))
}

/** Why the answer lacks rows although it has some, by its own words; null if it does not say so. */
const errorBeside = (response: VendorResponse, rows: ReadonlyArray<unknown>): string | null =>
  reportsFailure(response, rows) ? "it reported an error beside its rows" : null

/** Why the answer may not be all of its list from there on, by its status; null if it may be. */
const partOf = (response: VendorResponse, which = "its last page"): string | null =>
  isPreparing(response) || isPart(response) ? `${which} was answered ${response.status}` : null

/** Why the only answer of a list lacks rows; null if it does not say so. */
export const lackOf = (response: VendorResponse, rows: ReadonlyArray<unknown>): string | null =>
  errorBeside(response, rows) ?? partOf(response)

/** A page, as far as it can show that rows are missing. */
export interface Witness extends Added {
  /** The page, and the request for it. */
  readonly answer: Answer
  /** Whether the page ends the list. */
  readonly isEnd: boolean
  /** What the page was requested to find out; null for a page that the one before it led to. */
  readonly probe: Probe | null
}

/** What shows that the vendor left something out of the list before or on this page; null if nothing does. */
export const missingOf = (
  pagination: Pagination,
  { isDelta }: Repetition,
  { answer, isEnd, isRepeated, list: { isOfParts, tally }, probe }: Witness
): string | null => {
  const { response, rows } = answer
  const error = errorBeside(response, rows)
  if (error !== null) return error
  if (isRepeated && !isDelta) return "it repeated a page, perhaps in place of another"
  const isBehindEmpty = probe === "behindEmptyPage" && rows.length > 0
  if (isBehindEmpty && pagination.hasRowsOnEveryPage === true) return "a page in its middle was empty"
  // The vendor's own total is the better witness.
  if (!isEnd) {
    if (tally.total !== null) return null
    if (isPreparing(response)) return partOf(response, "a page")
    // A vendor that cuts pages as ranges answers 206 to full ones, and others do as long as there are more pages.
    const isFull = pagination.isFull?.(answer)
    if (isFull !== undefined) return isFull ? null : partOf(response, "a page")
    return isOfParts !== null && isOfParts !== isPart(response) ? "a page was answered 206" : null
  }
  if (tally.isSteady && tally.total !== null && tally.rows === tally.total) return null
  return partOf(response) ?? (tally.total === null ? (pagination.missing?.(answer) ?? null) : null)
}

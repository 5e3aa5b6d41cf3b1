import type { SourceList, WaitListener } from "@tributary/core"
import type { ExtractorProgress, ListProgress } from "../run/ListProgress.js"
import { counted } from "./Words.js"

/** What an answer to a list of each role is called. */
const nouns: Readonly<Record<SourceList["role"], string>> = {
  own: "page",
  parent: "page",
  child: "page",
  details: "answer",
  lookup: "answer",
  job: "answer",
  further: "answer"
}

/** Why a request waits, in a few words; other reasons do not occur. */
const causes: Readonly<Partial<Record<WaitListener.Wait["reason"], string>>> = {
  RATE_LIMITED: "for the rate limit",
  VENDOR_DOWN: "because the last attempt failed"
}

/** What a request waits for, and how long still. */
export const describeWait = ({ reason, retries, until }: WaitListener.Wait, now: number): string => {
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000))
  const retry = retries === 0 ? "" : `, retry ${retries}`
  return `waits ${seconds} s ${causes[reason] ?? "before it goes on"}${retry}`
}

/** The widths of the columns, so that the lines of a run are aligned. */
export interface Columns {
  readonly endpoint: number
}

/** Longer endpoints move the rest of their line. */
const WIDEST = 56

/** The columns for lists with these endpoints. */
export const columnsFor = (endpoints: ReadonlyArray<string>): Columns => ({
  endpoint: Math.min(WIDEST, Math.max(0, ...endpoints.map((endpoint) => endpoint.length)))
})

const rateOf = ({ rate }: ExtractorProgress): string => {
  if (rate === null) return ""
  return rate.limit === null ? `${rate.remaining} requests left` : `${rate.remaining} of ${rate.limit} requests left`
}

const lineOf = (list: ListProgress, { endpoint }: Columns, rest: string): string => {
  const made = list.kind === null ? "" : counted(list.records, "record")
  const cells = [
    list.endpoint.padEnd(endpoint),
    counted(list.answers, nouns[list.role]).padStart(14),
    made.padStart(15)
  ]
  return `  ${cells.join("")}   ${rest}`.trimEnd()
}

/** One line for each list of an extractor: pages, records, what is left of the rate limit, and what it waits for. */
export const of = (progress: ExtractorProgress, columns: Columns, now: number): ReadonlyArray<string> => {
  const lists = [...progress.lists.values()].filter(({ answers, role }) => answers > 0 || role === "own")
  return lists.map((list, index) => {
    const wait = list.wait === null ? "" : describeWait(list.wait, now)
    return lineOf(list, columns, index === 0 && wait === "" ? rateOf(progress) : wait)
  })
}

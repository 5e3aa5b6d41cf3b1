/*
 * Deltas of a list that the vendor sorts by the time of the last change, but does not filter by it: the newest rows are read until one that changed
 * before the instant.
 */
import { Stream } from "effect"
import type { Query } from "../../http/Request.js"
import * as JsonPath from "../../JsonPath.js"
import * as Result from "../../Result.js"
import { normalize } from "../../Timestamp.js"
import type { Position } from "../walk/PageWalk.js"
import type { WalkedPage } from "../walk/WalkedPage.js"

/** How a vendor sorts a list by the time of the last change. */
export interface NewestFirst {
  /** The query parameters that put the rows that changed last in front, such as `{ sort: "updated", direction: "desc" }`. */
  readonly query: Query
  /** The path of the time of the last change in a raw row, as text. */
  readonly changedAt: string
}

/** When the rows changed, in milliseconds since 1970; without those that do not say it. */
const timesOf = (rows: ReadonlyArray<unknown>, read: (row: unknown) => unknown): ReadonlyArray<number> =>
  rows.flatMap((row) => {
    const found = read(row)
    const utc = typeof found === "string" ? normalize(found) : null
    return utc === null || Result.isFailure(utc) ? [] : [Date.parse(utc.success)]
  })

/** Whether no row is newer than the one before it. A vendor that ignores the parameters returns another order, in which an old row proves nothing. */
const isDescending = (times: ReadonlyArray<number>): boolean =>
  times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time))

/** The pages from a position on, of one list after another. */
type Read<P, E, R> = (from: Position | null) => Stream.Stream<P, E, R>

/** The pages of each of the lists up to the one with a row that changed before the instant, behind which the next list begins. */
export const until = <P extends WalkedPage, E, R>(
  newestFirst: NewestFirst,
  since: string,
  lists: number,
  read: Read<P, E, R>
): Read<P, E, R> => {
  const timeOf = JsonPath.reader(newestFirst.changedAt)
  const start = Date.parse(since)
  const pagesFrom: Read<P, E, R> = (from) =>
    Stream.suspend(() => {
      let list = from?.list ?? 0
      /** The times of the list so far, as far as they matter: that of the last row, or none. */
      let last: ReadonlyArray<number> = []
      let isSorted = true
      let next: Position | null = null
      let isCut = false
      const pages = Stream.map(read(from), (page): P => {
        const times = [...last, ...timesOf(page.rows, timeOf)]
        isSorted &&= isDescending(times)
        last = times.slice(-1)
        isCut = isSorted && last.some((time) => time < start)
        if (isCut) {
          next = list + 1 < lists ? { list: list + 1, next: null } : null
          return { ...page, after: next }
        }
        if (page.after !== null && page.after.list !== list) {
          list = page.after.list
          last = []
          isSorted = true
        }
        return page
      })
      const rest = Stream.suspend(() => (next === null ? Stream.empty : pagesFrom(next)))
      return Stream.concat(
        Stream.takeUntil(pages, () => isCut),
        rest
      )
    })
  return pagesFrom
}

import type { Pagination } from "../../extract/walk/Pagination.js"
import { lowerCased } from "../../http/Request.js"
import type { Reply } from "./ScriptedVendor.js"

/** Reads the vendor's count of all rows from a reply; null if the reply has none. */
export type ReadTotal = (reply: Reply) => number | null

type Fields = Readonly<Record<string, unknown>>

const isCount = (value: unknown): value is number | string =>
  typeof value === "number" ? Number.isSafeInteger(value) : typeof value === "string" && /^\d+$/.test(value)

const numbersIn = (body: unknown): ReadonlyArray<number | string> =>
  body === null || typeof body !== "object" || Array.isArray(body)
    ? []
    : Object.values(body).flatMap((value) => (isCount(value) ? [value] : numbersIn(value)))

/** The number with another one in its form. */
const inForm = (value: number | string, count: number): number | string =>
  typeof value === "string" ? String(count) : count

/** Copies of the object, in each of which one number outside its lists is the count. */
const bodies = (body: unknown, count: number): ReadonlyArray<unknown> => {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return []
  return Object.entries(body as Fields).flatMap(([name, value]) =>
    isCount(value)
      ? [{ ...body, [name]: inForm(value, count) }]
      : bodies(value, count).map((changed) => ({ ...body, [name]: changed }))
  )
}

const headers = (reply: Reply, count: number): ReadonlyArray<Reply> =>
  Object.entries(reply.headers ?? {}).flatMap(([name, value]) =>
    isCount(value) ? [{ ...reply, headers: { ...reply.headers, [name]: String(count) } }] : []
  )

/** Every whole number of a reply, outside its lists. */
export const numbers = ({ body, headers = {} }: Reply): ReadonlyArray<number> =>
  [...numbersIn(body), ...Object.values(headers).filter(isCount)].map(Number)

/** A reader for the place that a pagination declares. */
export const reader =
  ({ total }: Pick<Pagination, "total">): ReadTotal =>
  ({ body = null, headers: named, status = 200 }) =>
    total?.({ status, headers: lowerCased(named), body }) ?? null

/** The reply with another total, wherever it has its total; unchanged if it announces none. */
export const withTotal = (reply: Reply, read: ReadTotal, change: (total: number) => number): Reply => {
  const total = read(reply)
  if (total === null) return reply
  const wanted = change(total)
  const all = [...bodies(reply.body, wanted).map((body): Reply => ({ ...reply, body })), ...headers(reply, wanted)]
  return all.find((edited) => read(edited) === wanted) ?? reply
}

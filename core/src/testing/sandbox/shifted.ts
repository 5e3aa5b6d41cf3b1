import type { Replies, Reply } from "../vendor/ScriptedVendor.js"

/** An instant as most vendors write it. */
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === "string") return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]))
}

/** A script whose instants are of long ago is read as such: events would be too old to be kept. Those of far ahead are no news. */
const instantsIn = ({ body }: Reply, now: number): ReadonlyArray<number> =>
  (JSON.stringify(body ?? null).match(INSTANT) ?? [])
    .map((text) => Date.parse(text))
    .filter((instant) => instant <= now)

/** The replies with all instants moved by the same time, so that the newest one of the past is `now`. */
export const shifted = (replies: Replies, now: number): Replies => {
  const newest = Object.values(replies).reduce(
    (latest, reply) => instantsIn(reply, now).reduce((one, other) => Math.max(one, other), latest),
    Number.NEGATIVE_INFINITY
  )
  if (!Number.isFinite(newest)) return replies
  const later = (text: string): string => {
    const instant = Date.parse(text)
    return Number.isNaN(instant) ? text : new Date(instant + now - newest).toISOString()
  }
  return Object.fromEntries(
    Object.entries(replies).map(([key, reply]) => [
      key,
      reply.body === undefined
        ? reply
        : { ...reply, body: mapTexts(reply.body, (text) => text.replace(INSTANT, later)) }
    ])
  )
}

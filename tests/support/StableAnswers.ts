const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** What stands for every instant of the run; the digits of its fraction stay as many as they are. */
const MOMENT = "2026-01-05T09:00:00"

/** The address of every client of the run, and one of a documentation network, which stands for it. */
const [LOOPBACK, CLIENT] = ["127.0.0.1", "203.0.113.7"]

/** Makes what a run answers the same as what the next run answers. */
export interface StableAnswers {
  /** The body with ids in the order of their first appearance in all bodies, and with one instant for all of the run. */
  readonly stable: (body: unknown) => unknown
}

/** Ids that were random get the same stable one in every body; `since` is when the run started. */
export const make = (since: Date): StableAnswers => {
  const known = new Map<string, string>()
  const idOf = (uuid: string): string => {
    const key = uuid.toLowerCase()
    const found = known.get(key) ?? `00000000-0000-4000-8000-${String(known.size + 1).padStart(12, "0")}`
    known.set(key, found)
    return found
  }

  const text = (value: string): string => {
    const [, fraction = ""] = INSTANT.exec(value) ?? []
    if (INSTANT.test(value) && Date.parse(value) >= since.getTime()) return `${MOMENT}${fraction.replace(/\d/g, "0")}Z`
    return value === LOOPBACK ? CLIENT : value.replace(UUID, idOf)
  }

  const isId = (value: unknown): boolean => typeof value === "string" && value.replace(UUID, "") === ""

  const stable = (value: unknown): unknown => {
    if (typeof value === "string") return text(value)
    if (typeof value !== "object" || value === null) return value
    // Ids that the API sorts are in another order in each run.
    if (Array.isArray(value)) return value.every(isId) ? value.map(stable).toSorted() : value.map(stable)
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, stable(child)]))
  }
  return { stable }
}

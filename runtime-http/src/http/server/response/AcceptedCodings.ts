/** The codings that this server can send. Brotli comes first: its result is smaller, and takes less than half the time. */
const codings = ["br", "gzip"] as const

/** A coding that this server can send. */
export type Coding = (typeof codings)[number]

const NAMES: Readonly<Record<string, string>> = { "x-gzip": "gzip" }

/** What `Accept-Encoding` says of each coding: 0 if the client refuses it, 1 if it likes it best. */
const weights = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(",").map((entry) => {
      const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith("q="))
      const value = weight === undefined ? 1 : Number(weight.slice(2))
      return [NAMES[coding] ?? coding, Number.isFinite(value) ? value : 0]
    })
  )

/** The coding that the client likes best, or null if it accepts none or likes an answer without coding better. */
export const choose = (header: string | undefined): Coding | null => {
  if (header === undefined) return null
  const sent = weights(header)
  const weightOf = (coding: string): number => sent.get(coding) ?? sent.get("*") ?? 0
  const best = codings.reduce((best, coding) => (weightOf(coding) > weightOf(best) ? coding : best))
  return weightOf(best) <= 0 || weightOf(best) < (sent.get("identity") ?? 0) ? null : best
}

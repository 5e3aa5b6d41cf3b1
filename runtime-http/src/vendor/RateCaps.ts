import type { RateBudget } from "@tributary/core"
import { Context, Duration, Either } from "effect"

/** The operator's caps on requests, by vendor. */
export type Caps = ReadonlyMap<string, RateBudget.RateCap>

/** The operator's caps; they replace those of the connectors. None by default. */
export class RateCaps extends Context.Reference<RateCaps>()("@tributary/runtime-http/RateCaps", {
  defaultValue: (): Caps => new Map()
}) {}

const UNITS: Readonly<Record<string, Duration.Duration>> = {
  s: Duration.seconds(1),
  m: Duration.minutes(1),
  h: Duration.hours(1)
}
const CAP = /^([A-Z][A-Z0-9_]*)\s*=\s*([1-9]\d{0,6})\s*\/\s*([1-9]\d{0,4})\s*([smh])$/
const MAX_PERIOD = Duration.hours(24)

/** Reads comma-separated caps such as `OKTA=600/60s`. The error says which entry is invalid. */
export const parse = (text: string): Either.Either<Caps, string> => {
  const caps = new Map<string, RateBudget.RateCap>()
  const entries = text.split(",").map((entry) => entry.trim())
  for (const [index, entry] of entries.entries()) {
    if (entry === "" && entries.length === 1) break
    const [, vendor = "", requests = "", count = "", unit = ""] = CAP.exec(entry) ?? []
    const period = Duration.times(UNITS[unit] ?? Duration.zero, Number(count))
    if (vendor === "" || Duration.greaterThan(period, MAX_PERIOD)) {
      return Either.left(
        `expected comma-separated entries such as OKTA=600/60s, which are a vendor, a number of requests and a period in s, m or h of at most 24 hours; entry ${index + 1} is invalid`
      )
    }
    if (caps.has(vendor)) return Either.left(`expected each vendor once; entry ${index + 1} repeats a vendor`)
    caps.set(vendor, { requests: Number(requests), period })
  }
  return Either.right(caps)
}

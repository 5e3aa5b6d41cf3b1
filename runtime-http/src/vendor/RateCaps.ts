import type { RateBudget } from "@tributary/core"
import { Context, Duration, Either } from "effect"

/** The operator's caps on requests, by vendor; each holds for a period of its own. */
export type Caps = ReadonlyMap<string, ReadonlyArray<RateBudget.RateCap>>

/** The operator's caps; they replace those of the connectors. None by default. */
export class RateCaps extends Context.Reference<RateCaps>()("@tributary/runtime-http/RateCaps", {
  defaultValue: (): Caps => new Map()
}) {}

const UNITS: Readonly<Record<string, Duration.Duration>> = {
  s: Duration.seconds(1),
  m: Duration.minutes(1),
  h: Duration.hours(1)
}
const ENTRY = /^([A-Z][A-Z0-9_]*)\s*=(.*)$/
const CAP = /^([1-9]\d{0,6})\s*\/\s*([1-9]\d{0,4})\s*([smh])$/
const MAX_PERIOD = Duration.hours(24)

const EXPECTED =
  "expected comma-separated entries such as OKTA=600/60s or OKTA=50/10s+600/60s, which are a vendor and, joined by +, numbers of requests with different periods in s, m or h of at most 24 hours"

/** Reads a cap such as `600/60s`; null if it is invalid. */
const capOf = (text: string): RateBudget.RateCap | null => {
  const [, requests = "", count = "", unit = ""] = CAP.exec(text.trim()) ?? []
  const period = Duration.times(UNITS[unit] ?? Duration.zero, Number(count))
  return requests === "" || Duration.greaterThan(period, MAX_PERIOD) ? null : { requests: Number(requests), period }
}

const periodOf = ({ period }: RateBudget.RateCap): number => Duration.toMillis(period)

/** Reads comma-separated caps such as `OKTA=50/10s+600/60s`. The error says which entry is invalid. */
export const parse = (text: string): Either.Either<Caps, string> => {
  const caps = new Map<string, ReadonlyArray<RateBudget.RateCap>>()
  const entries = text.split(",").map((entry) => entry.trim())
  for (const [index, entry] of entries.entries()) {
    if (entry === "" && entries.length === 1) break
    const [, vendor = "", rest = ""] = ENTRY.exec(entry) ?? []
    const parts = rest.split("+").map(capOf)
    const found = parts.flatMap((cap) => cap ?? [])
    if (vendor === "" || found.length < parts.length || new Set(found.map(periodOf)).size < found.length) {
      return Either.left(`${EXPECTED}; entry ${index + 1} is invalid`)
    }
    if (caps.has(vendor)) return Either.left(`expected each vendor once; entry ${index + 1} repeats a vendor`)
    caps.set(vendor, found)
  }
  return Either.right(caps)
}

import { extractorsOf } from "../../../Connector.js"
import type { Fault } from "../../vendor/ScriptedVendor.js"
import { describeFailures, insist, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"
import { status } from "../kit/Faults.js"

/** Later than anything that a vendor says, as the clock of the run without faults is earlier. */
const CLOCK_AHEAD_MILLIS = Date.UTC(2100, 0, 1)

/** What a delta must do. No checks for a connector that only makes full scans. */
export const deltaChecks = (subject: ConnectorUnderTest): ReadonlyArray<Check> => {
  const extractors = extractorsOf(subject.connector)
  const byToken = extractors.filter((extractor) => extractor.usesDeltaToken)
  if (!extractors.some((extractor) => extractor.isIncremental)) return []
  const unchanged: Check = {
    name: "a delta without changes leaves every record as it was",
    run: async () => {
      const before = await subject.healthy()
      const { deltas } = before
      for (const { endpoint } of byToken) {
        insist(deltas.has(endpoint), () => `${endpoint}: no page has the token of the next delta.`)
      }
      const after = await subject.delta()
      insist(after.health.name === "HEALTHY", () => `A delta: expected HEALTHY, saw ${describeFailures(after)}.`)
      sameRecords({ before, after }, "After a delta")
    }
  }
  const expired: Check = {
    name: "an expired delta token starts a new full scan",
    run: async () => {
      const before = await subject.healthy()
      const begins = new Set(before.deltas.values())
      const strikes: Fault["strikes"] = ({ url }) => begins.has(url.href) || begins.has(decodeURIComponent(url.href))
      const after = await subject.again({ deltas: before.deltas, faults: [{ strikes, outcome: status(410) }] })
      insist(
        after.health.name === "HEALTHY",
        () => `An expired token: expected HEALTHY, saw ${describeFailures(after)}.`
      )
      insist(
        after.requests.some(({ isStruck }) => isStruck),
        () => "No request was sent with the delta token."
      )
      sameRecords({ before, after }, "After an expired token")
    }
  }
  const skewed: Check = {
    name: "a clock that is ahead of the vendor's changes nothing about where the next delta begins",
    run: async () => {
      const before = await subject.healthy()
      const after = await subject.again({ clockMillis: CLOCK_AHEAD_MILLIS })
      insist(after.health.name === "HEALTHY", () => `A clock ahead: expected HEALTHY, saw ${describeFailures(after)}.`)
      for (const { endpoint } of byToken) {
        const [token, expected] = [after.deltas.get(endpoint), before.deltas.get(endpoint)]
        insist(
          token === expected,
          () =>
            `${endpoint}: the next delta begins at ${token} or ${expected}, depending on the clock of the service: it loses what changes between the vendor's clock and this one. Take the token from the vendor's answer.`
        )
      }
    }
  }
  return byToken.length === 0 ? [unchanged] : [unchanged, expired, skewed]
}

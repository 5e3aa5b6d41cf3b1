import { extractorsOf } from "../../../Connector.js"
import type { HealthName } from "../../../contract/Health.js"
import { exportTypesOf } from "../../../extract/Extractor.js"
import * as Authentication from "../../../http/Authentication.js"
import { settingsOf } from "../../run/TestCredentials.js"
import type { Fault } from "../../vendor/ScriptedVendor.js"
import { type Comparison, describeFailures, insist, quiet, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"
import { faults, healthsOf, status } from "../kit/Faults.js"

/** Nothing can be read without a token, so every export fails at the token's endpoint. */
const allEndedWith = (
  subject: ConnectorUnderTest,
  { after }: Comparison,
  endpoint: string,
  healths: ReadonlyArray<HealthName>
): void => {
  const exports = extractorsOf(subject.connector).flatMap(exportTypesOf)
  const expected = healths.includes("HEALTHY") ? 0 : exports.length
  insist(
    after.failures.length === expected &&
      after.failures.every((failure) => healths.includes(failure.health) && failure.endpoint === endpoint),
    () => `Expected ${healths.join(" or ")} at ${endpoint} for ${expected} exports, saw ${describeFailures(after)}.`
  )
}

/** What a connector must do if it gets no token, or if its token is refused mid-run. No checks if it needs no token. */
export const tokenChecks = (subject: ConnectorUnderTest): ReadonlyArray<Check> => {
  const { auth } = settingsOf(subject.connector, subject.options)
  const [first] = subject.lists
  if (auth === undefined || first === undefined) return []
  const endpoint = Authentication.endpointOf(auth)
  const isToken = ({ method, url }: { readonly method: string; readonly url: URL | string }) =>
    method === "POST" && new URL(url).pathname === endpoint

  const injected = faults.map((fault) => ({
    name: `${endpoint}: ${fault.name}`,
    run: async () => {
      const { health, name, outcome, times } = fault
      const struck = [{ times, outcome, strikes: isToken }]
      // If the token arrives in the end, only the first extractor requests it; the others reuse it.
      const comparison = await (health === "HEALTHY" ? subject.alone(first, struck) : subject.whole(struck))
      allEndedWith(subject, comparison, endpoint, healthsOf(fault))
      sameRecords(comparison, name)
      quiet(comparison.after, name)
    }
  }))
  const expired: Check = {
    name: `${endpoint}: a token refused mid-run is renewed, and no record is lost`,
    run: async () => {
      const last = (await subject.healthy()).requests.findLast((request) => !isToken(request))
      const strikes: Fault["strikes"] = ({ method, url }) => method === last?.method && url.href === last.url
      const comparison = await subject.whole([{ times: 1, outcome: status(401), strikes }])
      allEndedWith(subject, comparison, endpoint, ["HEALTHY"])
      sameRecords(comparison, "After a token that was refused")
      const asked = comparison.after.requests.filter(isToken).length
      insist(asked === 2, () => `Expected two token requests, the second after the refusal; saw ${asked}.`)
    }
  }
  const refused: Check = {
    name: `${endpoint}: 400 for a token request means that the credentials are refused`,
    run: async () => {
      const comparison = await subject.whole([{ outcome: status(400), strikes: isToken }])
      allEndedWith(subject, comparison, endpoint, ["UNAUTHORIZED"])
      sameRecords(comparison, "After a refusal of the credentials")
    }
  }
  return [...injected, expired, refused]
}

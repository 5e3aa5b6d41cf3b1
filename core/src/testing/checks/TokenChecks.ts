import { extractorsOf } from "../../Connector.js"
import type { HealthName } from "../../contract/Health.js"
import * as Authentication from "../../http/Authentication.js"
import { type RunReport, settingsOf } from "../run/ConnectorRun.js"
import type { Fault } from "../vendor/ScriptedVendor.js"
import { describeFailures, insist, quiet, sameRecords } from "./Assertions.js"
import { FOR_EVER, injections, replying } from "./Faults.js"
import type { Check } from "./ListChecks.js"
import type { Subject } from "./Subject.js"

/** Without a token nothing can be read: every export says so, at the token's endpoint. */
const allEndedWith = (subject: Subject, report: RunReport, endpoint: string, health: HealthName): void => {
  const expected = health === "HEALTHY" ? 0 : extractorsOf(subject.connector).length
  insist(
    report.failures.length === expected &&
      report.failures.every((failure) => failure.health === health && failure.endpoint === endpoint),
    () => `Expected ${health} at ${endpoint} of ${expected} exports, saw ${describeFailures(report)}.`
  )
}

/** What a connector must do when its token cannot be had, or ends in mid-run; nothing where it has no tokens. */
export const tokenChecks = (subject: Subject): ReadonlyArray<Check> => {
  const { auth } = settingsOf(subject.connector, subject.options)
  if (auth === undefined) return []
  const endpoint = Authentication.endpointOf(auth)
  const isToken = ({ method, url }: { readonly method: string; readonly url: URL | string }) =>
    method === "POST" && new URL(url).pathname === endpoint

  const faults = injections.map(({ name, times, outcome, health }) => ({
    name: `${endpoint}: ${name}`,
    run: async () => {
      const report = await subject.again({ faults: [{ times, outcome, strikes: isToken }] })
      allEndedWith(subject, report, endpoint, health)
      sameRecords(await subject.healthy(), report, name)
      quiet(report, name)
    }
  }))
  const expired: Check = {
    name: `${endpoint}: a token that is refused in mid-run is renewed, and nothing is lost`,
    run: async () => {
      const before = await subject.healthy()
      const last = before.requests.findLast((request) => !isToken(request))
      const strikes: Fault["strikes"] = ({ method, url }) => method === last?.method && url.href === last.url
      const outcome = () => replying({ status: 401, body: { error: "invalid_token" } })
      const report = await subject.again({ faults: [{ times: 1, outcome, strikes }] })
      allEndedWith(subject, report, endpoint, "HEALTHY")
      sameRecords(before, report, "After a token that was refused")
      const asked = report.requests.filter(isToken).length
      insist(asked === 2, () => `Expected one token more to be asked for, saw ${asked} token requests.`)
    }
  }
  const refused: Check = {
    name: `${endpoint}: a request for a token that is called wrong (400) is a refusal of the credentials`,
    run: async () => {
      const outcome = () => replying({ status: 400, body: { error: "invalid_client" } })
      const report = await subject.again({ faults: [{ times: FOR_EVER, outcome, strikes: isToken }] })
      allEndedWith(subject, report, endpoint, "UNAUTHORIZED")
      sameRecords(await subject.healthy(), report, "After a refusal of the credentials")
    }
  }
  return [...faults, expired, refused]
}

import { checkAccess } from "../../run/AccessCheckRun.js"
import { settingsOf } from "../../run/TestCredentials.js"
import type { Fault } from "../../vendor/ScriptedVendor.js"
import { insist } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import { type ConnectorUnderTest, only } from "../kit/ConnectorUnderTest.js"
import { status } from "../kit/Faults.js"
import { requestsOf } from "../kit/ScriptedList.js"

/** A customer waits for this test, and its requests count against the vendor's rate limit. */
const cheap = (subject: ConnectorUnderTest): Check => ({
  name: "a test of the credentials requests one page of each list",
  run: async () => {
    const { connector, lists, options } = subject
    const { requests, unreadable } = await checkAccess(connector, options)
    const said = Object.values(unreadable)
    insist(said.length === 0, () => `Without faults, the test of the credentials reports: ${said.join("; ")}.`)
    const { auth, furtherBaseUrls = [] } = settingsOf(connector, options)
    // A list that is prepared as a job may need one more request, to cancel the job; a token needs one.
    const allowed = lists.length * (1 + furtherBaseUrls.length) + (auth === undefined ? 0 : 1)
    const urls = requests.map(({ method, url }) => `${method} ${url}`)
    insist(
      requests.length <= allowed,
      () => `${requests.length} requests for ${lists.length} lists:\n  ${urls.join("\n  ")}`
    )
  }
})

/** What a test of the credentials must say about each list that it asks. */
const forbidden = (subject: ConnectorUnderTest): Check => ({
  name: "a test of the credentials names every list that answers 403",
  run: async () => {
    const { connector, lists, options } = subject
    const { asked } = await checkAccess(connector, options)
    for (const scripted of lists.filter(({ list }) => asked.includes(list.endpoint))) {
      const { endpoint } = scripted.list
      const its = new Set(requestsOf(scripted, await subject.healthy()).map(({ key }) => key))
      const strikes: Fault["strikes"] = ({ key }) => its.has(key)
      const faults = [{ strikes, outcome: status(403) }]
      const report = await checkAccess(only(connector, scripted.extractor), { ...options, faults })
      insist(
        endpoint in report.unreadable || report.without.includes(endpoint),
        () => `${endpoint}: it answers 403, but the test of the credentials does not say so.`
      )
    }
  }
})

/** What a test of the credentials promises. */
export const accessChecks = (subject: ConnectorUnderTest): ReadonlyArray<Check> => [cheap(subject), forbidden(subject)]

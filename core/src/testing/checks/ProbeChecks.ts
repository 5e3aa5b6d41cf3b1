import { settingsOf } from "../run/ConnectorRun.js"
import { probe } from "../run/ProbeRun.js"
import type { Fault } from "../vendor/ScriptedVendor.js"
import { insist } from "./Assertions.js"
import { FOR_EVER, replying } from "./Faults.js"
import type { Check } from "./ListChecks.js"
import { requestsOf } from "./ScriptedList.js"
import type { Subject } from "./Subject.js"

/** Somebody waits for a test of the credentials, and its requests count against the vendor's limits. */
const cheap = (subject: Subject): Check => ({
  name: "a test of the credentials asks each list once, for one page",
  run: async () => {
    const { connector, lists, options } = subject
    const { requests, unreadable } = await probe(connector, options)
    const said = Object.values(unreadable)
    insist(said.length === 0, () => `The scripted vendor is well, yet the test says: ${said.join("; ")}.`)
    const { auth, furtherBaseUrls = [] } = settingsOf(connector, options)
    // A job that prepares a list is cancelled; a token is asked for once.
    const allowed = lists.length * (1 + furtherBaseUrls.length) + (auth === undefined ? 0 : 1)
    const urls = requests.map(({ method, url }) => `${method} ${url}`)
    insist(
      requests.length <= allowed,
      () => `${requests.length} requests for ${lists.length} lists:\n  ${urls.join("\n  ")}`
    )
  }
})

/** What a test of the credentials must say of each list that it asks. */
const forbidden = (subject: Subject): Check => ({
  name: "a test of the credentials names every list that may not be read",
  run: async () => {
    const { connector, lists, options } = subject
    const { asked } = await probe(connector, options)
    for (const scripted of lists.filter(({ list }) => asked.includes(list.endpoint))) {
      const { endpoint } = scripted.list
      const its = new Set(requestsOf(scripted, await subject.healthy()).map(({ key }) => key))
      const strikes: Fault["strikes"] = ({ key }) => its.has(key)
      const outcome = () => replying({ status: 403, body: { error: "injected by the test kit" } })
      const report = await probe(connector, { ...options, faults: [{ times: FOR_EVER, strikes, outcome }] })
      insist(
        endpoint in report.unreadable || report.without.includes(endpoint),
        () => `${endpoint}: it answers 403, and the test says nothing of it.`
      )
    }
  }
})

/** What a test of the credentials promises. */
export const probeChecks = (subject: Subject): ReadonlyArray<Check> => [cheap(subject), forbidden(subject)]

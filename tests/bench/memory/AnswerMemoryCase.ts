import type { Bench } from "../Bench.js"
import * as Case from "../Case.js"
import * as Customer from "../database/Customer.js"
import * as Worker from "../process/Worker.js"
import { connectors } from "../vendor/BenchConnectors.js"
import * as FullestPage from "./FullestPage.js"

/** So many small requests before, until the process has compiled what answers them. */
const WARM_UP = 200
/** So often the page is read, one after another. */
const REQUESTS = 3
const MIB = 1_048_576

/** How much more memory than before a process needs at most while it answers the request, in MiB. */
const neededFor = async (
  bench: Bench,
  customer: Customer.Customer,
  connectionId: string,
  page: keyof typeof FullestPage.paths
): Promise<number> => {
  const worker = await Worker.start(bench, customer)
  const get = async (path: string): Promise<number> => {
    const response = await fetch(`${worker.baseUrl}${path}`, {
      headers: { "x-api-key": customer.apiKey, "x-connection-id": connectionId, "accept-encoding": "identity" }
    })
    const { byteLength } = await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}.`)
    return byteLength / MIB
  }
  for (let request = 0; request < WARM_UP; request += 1) await get("/v1/idp/users?limit=1")
  const { residentMib } = await worker.used()
  for (let request = 0; request < REQUESTS; request += 1) {
    const mib = await get(FullestPage.paths[page])
    if (mib < FullestPage.LEAST_MIB[page]) throw new Error(`The page has only ${mib.toFixed(1)} MiB.`)
  }
  const { peakMib } = await worker.used()
  await worker.stop()
  return Math.max(0, peakMib - residentMib)
}

const run = async (bench: Bench) => {
  const customer = await Customer.create(bench)
  const [connectionId = ""] = await customer.connect({
    vendor: connectors.users.vendor,
    address: "http://127.0.0.1:9",
    count: 1,
    dueInSecs: null
  })
  await FullestPage.fill(customer, connectionId)
  return {
    page: [{ ours: await neededFor(bench, customer, connectionId, "page"), reference: 1 }],
    included: [{ ours: await neededFor(bench, customer, connectionId, "included"), reference: 1 }]
  }
}

const measure = (name: string): Case.Measure => ({ name, unit: "MiB", versus: null, bar: Case.atMost(32) })

/** What the longest answers need. */
export const answerMemoryCase: Case.Case = Case.make({
  name: "answer-memory",
  title: "The longest page, of 8 MiB, and with 8 MiB of groups and of applications each",
  usesDatabase: true,
  measures: { page: measure("memory above idle, page"), included: measure("memory above idle, page with arrays") },
  run
})

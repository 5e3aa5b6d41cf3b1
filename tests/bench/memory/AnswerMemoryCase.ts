import type { Bench } from "../Bench.js"
import * as Case from "../Case.js"
import * as Customer from "../database/Customer.js"
import * as Worker from "../process/Worker.js"
import { connectors } from "../vendor/BenchConnectors.js"
import * as FullestPage from "./FullestPage.js"

/** So many small requests before, until the process has compiled what answers them. */
const WARM_UP = 200
/** How many answers follow each other in the end: what they leave behind is collected some time later. */
const REQUESTS = 10
const MIB = 1_048_576

/** How much more memory than before a process needs at most while it answers, in MiB. */
interface Needed {
  /** For one answer. */
  readonly one: number
  /** For several, one after another. */
  readonly several: number
}

/** Measures it with a process of its own. */
const neededFor = async (
  bench: Bench,
  customer: Customer.Customer,
  connectionId: string,
  page: keyof typeof FullestPage.paths
): Promise<Needed> => {
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
  const peakAfter = async (requests: number) => {
    for (let request = 0; request < requests; request += 1) {
      const mib = await get(FullestPage.paths[page])
      if (mib < FullestPage.LEAST_MIB[page]) throw new Error(`The page has only ${mib.toFixed(1)} MiB.`)
    }
    return Math.max(0, (await worker.used()).peakMib - residentMib)
  }
  const one = await peakAfter(1)
  const several = await peakAfter(REQUESTS - 1)
  await worker.stop()
  return { one, several }
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
  const page = await neededFor(bench, customer, connectionId, "page")
  const included = await neededFor(bench, customer, connectionId, "included")
  return {
    page: [{ ours: page.one, reference: 1 }],
    included: [{ ours: included.one, reference: 1 }],
    several: [{ ours: Math.max(page.several, included.several), reference: 1 }]
  }
}

const measure = (name: string, bar: Case.Bar | null): Case.Measure => ({ name, unit: "MiB", versus: null, bar })

/** What the longest answers need. */
export const answerMemoryCase: Case.Case = Case.make({
  name: "answer-memory",
  title: "The longest page, of 8 MiB, and one that is as long with groups and applications",
  usesDatabase: true,
  measures: {
    page: measure("memory above idle, page", Case.atMost(32)),
    included: measure("memory above idle, page with arrays", Case.atMost(32)),
    several: measure(`memory above idle, ${REQUESTS} answers one after another`, null)
  },
  run
})

import type { Bench } from "../Bench.js"
import * as Case from "../Case.js"
import * as Customer from "../database/Customer.js"
import * as Idle from "../measure/Idle.js"
import * as Worker from "../process/Worker.js"
import { connectors } from "../vendor/BenchConnectors.js"
import * as InstantVendor from "../vendor/InstantVendor.js"

/** How many connections are due at once. */
const CONNECTIONS = 2_000
/** How many jobs run before the first round, and how many in each. */
const WARM_UP = 100
const JOBS = 40

const run = async (bench: Bench) => {
  const customer = await Customer.create(bench)
  const vendor = await InstantVendor.start()
  bench.cleanups.add(vendor.stop)
  const worker = await Worker.start(bench, customer)
  const ids = await customer.connect({
    vendor: connectors.lists.vendor,
    address: vendor.addressOf(0),
    count: CONNECTIONS,
    dueInSecs: null
  })
  await customer.client.query("analyze")
  const [meter] = await Idle.settle([worker.meter])
  if (meter === undefined) throw new Error("There is no meter.")
  await customer.makeDue(ids)
  await customer.untilSucceeded(WARM_UP)
  const rounds = []
  for (let round = 0; round < bench.rounds; round += 1) {
    const from = await customer.succeeded()
    const statements = (await worker.used()).statements
    const { micros } = await meter.during(() => customer.untilSucceeded(from + JOBS))
    const jobs = (await customer.succeeded()) - from
    rounds.push({
      millis: micros / 1_000 / jobs,
      statements: ((await worker.used()).statements - statements) / jobs
    })
  }
  return {
    cpu: rounds.map(({ millis }) => ({ ours: millis, reference: 1 })),
    statements: rounds.map((each) => ({ ours: each.statements, reference: 1 }))
  }
}

/** Many connections that are due at once, and whose vendor answers at once with nothing. */
export const dueCase: Case.Case = Case.make({
  name: "jobs",
  title: `Jobs of an instant vendor with two empty lists, ${CONNECTIONS.toLocaleString("en")} connections due at once`,
  usesDatabase: true,
  measures: {
    cpu: { name: "CPU a job", unit: "ms", versus: null, bar: Case.atMost(35) },
    statements: { name: "statements a job", unit: "", versus: null, bar: Case.atMost(40) }
  },
  run
})

import type { Bench } from "../Bench.js"
import * as Case from "../Case.js"
import * as Customer from "../database/Customer.js"
import * as Worker from "../process/Worker.js"
import { connectors } from "../vendor/BenchConnectors.js"
import * as InstantVendor from "../vendor/InstantVendor.js"

const MANY = 1_000_000
const FEW = 100_000

/** The most memory that a process needs that does nothing but sync so many users of a few fields, in MiB. */
const peakOf = async (bench: Bench, vendor: InstantVendor.InstantVendor, users: number): Promise<number> => {
  const customer = await Customer.create(bench)
  const worker = await Worker.start(bench, customer)
  await customer.connect({
    vendor: connectors.large.vendor,
    address: vendor.addressOf(users, "small"),
    count: 1,
    dueInSecs: 0
  })
  await customer.untilSucceeded(1)
  const { peakMib } = await worker.used()
  bench.say(`${users.toLocaleString("en")} users need ${peakMib.toFixed(0)} MiB`)
  await worker.stop()
  return peakMib
}

const run = async (bench: Bench) => {
  const vendor = await InstantVendor.start()
  bench.cleanups.add(vendor.stop)
  const few = await peakOf(bench, vendor, FEW)
  const many = await peakOf(bench, vendor, MANY)
  return { growth: [{ ours: many, reference: few }], peak: [{ ours: many, reference: 1 }] }
}

/** Whether the memory of a sync depends on the size of the source. */
export const syncMemoryCase: Case.Case = Case.make({
  name: "sync-memory",
  title: `First sync of ${MANY.toLocaleString("en")} small users in pages of 1,000`,
  usesDatabase: true,
  isOnRequest: true,
  measures: {
    growth: {
      name: "peak memory",
      unit: "MiB",
      versus: `with ${FEW.toLocaleString("en")}`,
      bar: Case.atMost(1.2)
    },
    peak: { name: "peak memory", unit: "MiB", versus: null, bar: Case.atMost(350) }
  },
  run
})

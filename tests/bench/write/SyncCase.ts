import { randomUUID } from "node:crypto"
import type { Bench } from "../Bench.js"
import * as Case from "../Case.js"
import * as Customer from "../database/Customer.js"
import * as WrittenTuples from "../database/WrittenTuples.js"
import { alternate } from "../measure/alternate.js"
import * as Idle from "../measure/Idle.js"
import * as Worker from "../process/Worker.js"
import { connectors } from "../vendor/BenchConnectors.js"
import * as InstantVendor from "../vendor/InstantVendor.js"
import type { Size } from "../vendor/UserRow.js"
import * as Upsert from "./Upsert.js"

/** How many records each sync reads, in pages of 200. */
const RECORDS = 20_000
const PAGES = RECORDS / 200

/** What a sync adds to remember what it has seen: a row for a hundred records, and one more once they are merged. */
const BLOCKS = (2 * RECORDS) / 100 + 10

/** What a sync may write that finds no change: nothing about a record but that it was seen, and little for each page. */
const unchanged: WrittenTuples.Bounds = {
  scan_seen_block: { inserted: BLOCKS, deleted: BLOCKS },
  scan: { updated: PAGES + 5 },
  job_progress: { inserted: 1, updated: PAGES, deleted: 1 },
  job: { inserted: 1, updated: 2 },
  schedule: { updated: 5 },
  connection: { updated: 1 },
  record_counter: { updated: 2 }
}

/** A list whose first and second sync are measured. */
export interface SyncedList {
  readonly name: string
  /** What its records are called. */
  readonly records: string
  readonly connector: keyof typeof connectors
  /** How many fields its rows have. */
  readonly size?: Size
  /** The connector that leaves fields of the same rows out, and the bar for what they cost a first sync; absent if nothing is compared. */
  readonly picked?: { readonly connector: keyof typeof connectors; readonly bar: number }
  /** The kind of its records. */
  readonly kind: string
  /** The bar for the first sync, by hand. */
  readonly first: number
}

const measuresOf = ({ first, picked }: SyncedList): Readonly<Record<string, Case.Measure>> => ({
  first: { name: "CPU a record, first sync", unit: "us", versus: "by hand", bar: Case.atMost(first) },
  again: { name: "CPU a record, unchanged sync", unit: "us", versus: "first sync", bar: Case.atMost(0.8) },
  ...(picked === undefined
    ? {}
    : {
        full: {
          name: "CPU a record, first sync",
          unit: "us",
          versus: "without the further fields",
          bar: Case.atMost(picked.bar)
        }
      }),
  beyond: {
    name: "tuples beyond the bounds of their tables, unchanged sync",
    unit: "",
    versus: null,
    bar: Case.atMost(0)
  },
  all: { name: "tuples a record in all tables, unchanged sync", unit: "", versus: null, bar: null }
})

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

const run = async (bench: Bench, { connector, kind, picked, size }: SyncedList): Promise<Case.Rounds> => {
  const customer = await Customer.create(bench)
  const vendor = await InstantVendor.start()
  bench.cleanups.add(vendor.stop)
  const worker = await Worker.start(bench, customer)
  const upsert = await Upsert.start(bench, customer)
  let jobs = 0
  const sync = async (ids: ReadonlyArray<string>) => {
    jobs += 1
    await customer.makeDue(ids)
    await customer.untilSucceeded(jobs)
  }
  const connect = (name = connector) =>
    customer.connect({
      vendor: connectors[name].vendor,
      address: vendor.addressOf(RECORDS, size),
      count: 1,
      dueInSecs: null
    })

  // The first connection warms both sides up, and has the records that are then written by hand.
  const warm = await connect()
  await sync(warm)
  await worker.renewSessions()
  const before = await WrittenTuples.read(customer.client)
  await sync(warm)
  await worker.renewSessions()
  const written = WrittenTuples.difference(before, await WrittenTuples.read(customer.client))
  bench.say(`an unchanged sync of ${RECORDS} records in ${PAGES} pages writes ${WrittenTuples.describe(written)}`)
  const beyond = WrittenTuples.beyond(written, unchanged)
  if (Object.keys(beyond).length > 0) bench.say(`beyond the bounds: ${JSON.stringify(beyond)}`)
  const loaded = await upsert.load(String(warm[0]), kind)
  if (loaded !== RECORDS) throw new Error(`The first sync stored ${loaded} of ${RECORDS} records.`)
  await upsert.write(randomUUID(), kind)

  const [ours, byHand] = await Idle.settle([worker.meter, upsert.meter])
  if (ours === undefined || byHand === undefined) throw new Error("There is no meter.")
  const perRecord = async (meter: Idle.BusyMeter, does: () => Promise<unknown>) =>
    (await meter.during(does)).micros / RECORDS
  const rounds = await alternate(
    bench.rounds,
    async () => {
      const ids = await connect()
      const first = await perRecord(ours, () => sync(ids))
      const again = await perRecord(ours, () => sync(ids))
      if (picked === undefined) return { first, again, less: Number.NaN }
      const others = await connect(picked.connector)
      return { first, again, less: await perRecord(ours, () => sync(others)) }
    },
    () => perRecord(byHand, () => upsert.write(randomUUID(), kind))
  )
  return {
    first: rounds.map(([{ first }, reference]) => ({ ours: first, reference })),
    again: rounds.map(([{ again, first }]) => ({ ours: again, reference: first })),
    ...(picked === undefined ? {} : { full: rounds.map(([{ first, less }]) => ({ ours: first, reference: less })) }),
    beyond: [{ ours: sum(Object.values(beyond)), reference: 1 }],
    all: [{ ours: sum(Object.values(written).map(WrittenTuples.total)) / RECORDS, reference: 1 }]
  }
}

/** First syncs of new connections, and a second one of each that finds no change, beside the hand-written upsert of the same records. */
export const make = (list: SyncedList): Case.Case =>
  Case.make({
    name: list.name,
    title: `First and unchanged syncs of ${RECORDS.toLocaleString("en")} ${list.records} in pages of 200`,
    usesDatabase: true,
    measures: measuresOf(list),
    run: (bench) => run(bench, list)
  })

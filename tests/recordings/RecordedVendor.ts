import { Connector } from "@tributary/core"
import type { ConnectorTest } from "@tributary/core/testing"
import { beforeAll, describe, expect, it } from "vitest"
import type * as Service from "../support/Service.js"
import type * as ScriptedServer from "../support/vendor/ScriptedServer.js"
import type * as VendorReplay from "./VendorReplay.js"

/** A vendor whose answers were recorded, and what the service makes of them. */
export interface RecordedVendor {
  readonly name: string
  readonly connector: Connector.Connector
  readonly credentials: (replayUrl: string) => Readonly<Record<string, string>>
  readonly replay: VendorReplay.Settings
  /** The vendor's fixed hosts; the service sends their requests to the replay. */
  readonly hosts?: ReadonlyArray<string>
  /** A further host, which answers from a script. */
  readonly scripted?: { readonly host: string; readonly replies: ConnectorTest.Replies }
  /** How many records each list has. */
  readonly counts: Readonly<Record<string, number>>
  /** Requests that only read, although they do not use GET. */
  readonly posts?: RegExp
  /** Requests that a job repeats, such as those that a connector repeats until the answer is ready. */
  readonly polls?: RegExp
  /** Requests that nobody recorded; the connector manages without the answers. */
  readonly missing?: RegExp
  /** Strikes after the connector has read a part of its records. */
  readonly fault: Fault
  /** A page of another tenant after a part of the records, if the vendor says which tenants the credentials cover. */
  readonly foreignPage?: Fault
  /** Further tests. */
  readonly ownTests?: (recorded: () => Recorded) => void
}

/** Something that goes wrong at the vendor. */
export interface Fault {
  readonly strike: (recorded: Recorded) => Promise<void>
  readonly heal: (recorded: Recorded) => Promise<void>
  /** The health that the connection must have then. */
  readonly health: object
}

/** A fault in the form of answers of the replay. */
export const replayFault = (
  answers: VendorReplay.Answer | ReadonlyArray<VendorReplay.Answer>,
  health: object
): Fault => ({
  strike: ({ replay }) => replay.arm([answers].flat()),
  heal: ({ replay }) => replay.arm([]),
  health
})

/** The health after a list has refused a page of another tenant. */
export const refusedAt = (endpoint: string, ...types: ReadonlyArray<string>): object => ({
  name: "VENDOR_SERVER_ERROR",
  resolution_owner: "VENDOR",
  details: types.map((data_export_type) => ({ data_export_type, endpoint }))
})

/** All items of the lists that the vendor's `counts` name, by path. */
export type Lists = Readonly<Record<string, ReadonlyArray<Service.Json>>>

/** The servers that answer for a vendor. */
export interface Servers {
  readonly replay: VendorReplay.VendorReplay
  /** Null if the vendor has no further host. */
  readonly scripted: ScriptedServer.ScriptedServer | null
}

/** A connection that has read everything twice. */
export interface Recorded extends Servers {
  readonly service: Service.Service
  readonly firstJob: Service.Json
  readonly secondJob: Service.Json
  /** What the lists held after the first job. */
  readonly firstLists: Lists
  /** The requests of the second job. */
  readonly requests: ReadonlyArray<VendorReplay.JournalEntry>
  /** An instant between the two jobs. */
  readonly betweenJobs: string
  readonly sync: () => Promise<Service.Json>
  readonly health: () => Promise<Service.Json>
  readonly status: () => Promise<Service.Json>
  readonly walk: (path: string) => Promise<ReadonlyArray<Service.Json>>
  readonly lists: () => Promise<Lists>
}

/** The connector with full scans only: every job could delete what it does not see. */
export const readingAll = (connector: Connector.Connector): Connector.Connector => ({
  ...connector,
  exports: Object.fromEntries(
    Object.entries(connector.exports).map(([exportType, extractors]) => [
      exportType,
      extractors.map((extractor) => ({ ...extractor, isIncremental: false }))
    ])
  )
})

/** What a connection reads: the types that are read by default, and those that are left to a choice. */
const typesOf = (connector: Connector.Connector) => [
  ...Connector.defaultExportTypesOf(connector),
  ...(connector.optInExportTypes ?? [])
]

/** Connects a vendor; returns the id of the connection and its first job. */
export const connect = async (service: Service.Service, vendor: string, credentials: object, settings: object = {}) => {
  const { status, text, body } = await service.connect(vendor, credentials, settings)
  if (status !== 201) throw new Error(`${vendor} cannot be connected: ${text}`)
  const connection: string = body.id
  return { connection, firstJob: await service.jobOf(connection) }
}

/** Reads everything twice; the vendors of a run do so at the same time, because a job mostly waits. */
export const readTwice = async (
  vendor: RecordedVendor,
  service: Service.Service,
  servers: Servers
): Promise<Recorded> => {
  const { replay } = servers
  const credentials = vendor.credentials(replay.url)
  const { connection, firstJob } = await connect(service, vendor.connector.vendor, credentials, {
    data_export_types: typesOf(vendor.connector)
  })
  const sync = () => service.sync(connection)
  const walk = (path: string) => service.walk(connection, path)
  const lists = async () =>
    Object.fromEntries(
      await Promise.all(Object.keys(vendor.counts).map(async (path) => [path, await walk(path)] as const))
    )
  const firstLists = await lists()
  const betweenJobs = new Date().toISOString()
  await replay.arm([])
  const secondJob = await sync()
  return {
    ...servers,
    service,
    firstJob,
    secondJob,
    firstLists,
    requests: await replay.journal(),
    betweenJobs,
    sync,
    health: () => service.health(connection),
    status: async () => {
      const path = `/provisioning/organizations/${service.organizationId}/connections/${connection}/status`
      return (await service.call(path)).body
    },
    walk,
    lists
  }
}

const fits = (pattern: RegExp | undefined, url: string): boolean => pattern?.test(url) === true

/** Every export of a job went well, and every recorded row became a record. */
const expectHealthy = (job: Service.Json): void => {
  expect(job, JSON.stringify(job)).toMatchObject({ status: "SUCCESS" })
  for (const one of job.data_exports) {
    expect(one).toMatchObject({
      health: "HEALTHY",
      rejected: 0,
      held_back: 0,
      deleted: 0
    })
  }
}

/** Registers the tests that every recorded vendor passes, and its own after them. */
export const describeRecorded = (vendor: RecordedVendor, reading: () => Promise<Recorded>): void => {
  describe(vendor.name, () => {
    let recorded: Recorded | null = null
    const get = (): Recorded => {
      if (recorded === null) throw new Error("The connection has not been read yet.")
      return recorded
    }

    beforeAll(async () => {
      recorded = await reading()
    })

    it("stores a record for each recorded row, and rejects none", () => {
      const { firstJob, firstLists } = get()
      expectHealthy(firstJob)
      expect(firstJob.data_exports.map((one: Service.Json) => one.data_export_type).toSorted()).toEqual(
        typesOf(vendor.connector).toSorted()
      )
      const counts = Object.entries(firstLists).map(([path, items]) => [path, items.length])
      expect(Object.fromEntries(counts)).toEqual(vendor.counts)
    })

    it("changes nothing in a second job, which reads each page once and writes nothing to the vendor", async () => {
      const { secondJob, requests, firstLists, betweenJobs, lists, walk } = get()
      expectHealthy(secondJob)
      for (const one of secondJob.data_exports) expect(one).toMatchObject({ created: 0, changed: 0 })
      expect(await lists()).toEqual(firstLists)
      for (const path of Object.keys(vendor.counts)) {
        const since = `${path}${path.includes("?") ? "&" : "?"}updatedSince=${betweenJobs}`
        expect(await walk(since)).toEqual([])
      }
      expect(requests.length).toBeGreaterThan(0)
      const gets = requests.filter(({ method, url }) => method === "GET" && !fits(vendor.polls, url))
      const urls = gets.map(({ url }) => url)
      expect(urls.filter((url, index) => urls.indexOf(url) !== index)).toEqual([])
      expect(requests.filter(({ method, url }) => method !== "GET" && !fits(vendor.posts, url))).toEqual([])
      expect(requests.filter(({ how, url }) => how === "unmatched" && !fits(vendor.missing, url))).toEqual([])
    })

    const faults = [
      ["a fault interrupts a walk", vendor.fault] as const,
      ...(vendor.foreignPage === undefined
        ? []
        : [["a walk meets a page of another tenant", vendor.foreignPage] as const])
    ]
    it.each(faults)("loses no record and stores no additional one when %s", async (_, fault) => {
      const { sync, health, lists } = get()
      const before = await lists()
      await fault.strike(get())
      const job = await sync()
      expect(job.status).toBe("FAILED")
      // The fault strikes in the middle: the failing export has read something before.
      const failing = job.data_exports.filter((one: Service.Json) => one.health !== "HEALTHY")
      for (const one of failing) expect(one.unchanged).toBeGreaterThan(0)
      for (const one of job.data_exports) {
        expect(one).toMatchObject({ created: 0, changed: 0, deleted: 0, held_back: 0 })
      }
      expect(await health()).toMatchObject({ status: "UNHEALTHY", ...fault.health })
      expect(await lists()).toEqual(before)
      await fault.heal(get())
      expectHealthy(await sync())
      expect(await health()).toMatchObject({ name: "HEALTHY", details: null })
      expect(await lists()).toEqual(before)
    })

    vendor.ownTests?.(get)
  })
}

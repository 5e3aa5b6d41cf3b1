import type { Connector } from "@tributary/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as ConnectedService from "../support/ConnectedService.js"
import * as Scripts from "../support/Scripts.js"
import type * as Service from "../support/Service.js"
import * as VendorReplay from "./VendorReplay.js"

type Json = Service.Answer["body"]

/** A vendor whose answers were recorded, and what a service makes of them. */
export interface RecordedVendor {
  readonly name: string
  readonly connector: Connector.Connector
  readonly credentials: (replay: string) => Readonly<Record<string, string>>
  /** How the replay answers, from which recordings, how many records a page. */
  readonly profile: string
  readonly recordings: string
  readonly page: number
  /** What was not recorded, and what stands for it. */
  readonly stand?: ReadonlyArray<VendorReplay.Answer>
  /** The vendor's fixed hosts, which the operator sends to the replay. */
  readonly hosts?: ReadonlyArray<string>
  /** Further addresses for hosts. */
  readonly settings?: (replay: string) => Readonly<Record<string, string>>
  /** How many records each list has. */
  readonly counts: Readonly<Record<string, number>>
  /** The requests that are no GET, and yet only read. */
  readonly posts?: RegExp
  /** What is asked for again until it is ready. */
  readonly polls?: RegExp
  /** What was not recorded, and what the connector does without. */
  readonly missing?: RegExp
  /** What goes wrong in the middle of a walk; the health that says so. */
  readonly fault: Fault
}

/** Something that goes wrong after a part was read. */
export interface Fault {
  readonly strike: (recorded: Recorded) => Promise<void>
  readonly heal: (recorded: Recorded) => Promise<void>
  readonly health: object
}

/** A fault of the replay itself. */
export const replayFault = (answer: VendorReplay.Answer, health: object): Fault => ({
  strike: ({ replay }) => replay.arm([answer]),
  heal: ({ replay }) => replay.arm([]),
  health
})

/** A service that has read everything that was recorded. */
export interface Recorded extends ConnectedService.ConnectedService {
  readonly replay: VendorReplay.VendorReplay
  readonly lists: () => Promise<Readonly<Record<string, ReadonlyArray<Json>>>>
}

const fits = (pattern: RegExp | undefined, url: string): boolean => pattern?.test(url) === true

/** Every export of a job went well, and every row became a record. */
const expectHealthy = (job: Json): void => {
  expect(job, JSON.stringify(job)).toMatchObject({ status: "SUCCESS" })
  for (const one of job.data_exports) {
    expect(one).toMatchObject({ health: "HEALTHY", rejected: 0, held_back: 0, deleted: 0 })
  }
}

/** Proves that a job with a fault says so and deletes nothing, and that the next one without it is healthy again. */
export const expectHarmless = async (recorded: Recorded, fault: Fault): Promise<void> => {
  const before = await recorded.lists()
  await fault.strike(recorded)
  const job = await recorded.sync()
  expect(job.status).toBe("FAILED")
  const failing = job.data_exports.filter((one: Json) => one.health !== "HEALTHY")
  // In the middle: something was read again before it.
  for (const one of failing) expect(one.unchanged).toBeGreaterThan(0)
  for (const one of job.data_exports) expect(one).toMatchObject({ created: 0, changed: 0, deleted: 0, held_back: 0 })
  expect(await recorded.health()).toMatchObject({ status: "UNHEALTHY", ...fault.health })
  expect(await recorded.lists()).toEqual(before)
  await fault.heal(recorded)
  expectHealthy(await recorded.sync())
  expect(await recorded.health()).toMatchObject({ name: "HEALTHY", details: null })
  expect(await recorded.lists()).toEqual(before)
}

/** Registers the tests that every recorded vendor passes, and `more` beside them; without recordings they are skipped. */
export const describeRecorded = (
  subject: RecordedVendor,
  more: (recorded: () => Recorded) => void = () => {}
): void => {
  const title = `real ${subject.name} answers, from the vendor to the API`
  const { folder, reason } = VendorReplay.material
  describe.skipIf(folder === null)(`${title}${reason}`, () => {
    let recorded: Recorded | null = null
    const get = (): Recorded => {
      if (recorded === null) throw new Error("The service has not started.")
      return recorded
    }

    beforeAll(async () => {
      const { profile, recordings, page, stand = [] } = subject
      const replay = await VendorReplay.start(profile, recordings, page, stand)
      const settings = subject.settings?.(replay.url) ?? Scripts.overrides(subject.hosts ?? [], replay.url)
      const connector = ConnectedService.readingAll(subject.connector)
      const connected = await ConnectedService.start(connector, subject.credentials(replay.url), settings)
      const lists = async () =>
        Object.fromEntries(
          await Promise.all(
            Object.keys(subject.counts).map(async (path) => [path, await connected.walk(path)] as const)
          )
        )
      recorded = { ...connected, replay, lists }
    })

    afterAll(async () => {
      await recorded?.service.stop()
      recorded?.replay.stop()
    })

    it("become a record each, and none is rejected", async () => {
      const { firstJob, lists } = get()
      expectHealthy(firstJob)
      expect(firstJob.data_exports.map((one: Json) => one.data_export_type).toSorted()).toEqual(
        Object.keys(subject.connector.exports).toSorted()
      )
      const counts = Object.entries(await lists()).map(([path, items]) => [path, items.length])
      expect(Object.fromEntries(counts)).toEqual(subject.counts)
    })

    it("change nothing in a second job, which asks for each page once and writes nothing to the vendor", async () => {
      const { replay, sync, lists } = get()
      const before = await lists()
      await replay.arm([])
      const job = await sync()
      expectHealthy(job)
      for (const one of job.data_exports) expect(one).toMatchObject({ created: 0, changed: 0 })
      expect(await lists()).toEqual(before)
      const journal = await replay.journal()
      expect(journal.length).toBeGreaterThan(0)
      const gets = journal.filter(({ method, url }) => method === "GET" && !fits(subject.polls, url))
      const urls = gets.map(({ url }) => url)
      expect(urls.filter((url, index) => urls.indexOf(url) !== index)).toEqual([])
      expect(journal.filter(({ method, url }) => method !== "GET" && !fits(subject.posts, url))).toEqual([])
      expect(journal.filter(({ how, url }) => how === "unmatched" && !fits(subject.missing, url))).toEqual([])
    })

    it("lose no record to a fault in the middle of a walk", () => expectHarmless(get(), subject.fault))

    more(get)
  })
}

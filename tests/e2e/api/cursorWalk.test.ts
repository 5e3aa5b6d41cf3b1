import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "../../support/Service.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"
import * as ManyUsers from "./ManyUsers.js"

const COUNT = 2_000
const LIMIT = 100
const JOBS = 3

describe("walking users by cursor while jobs change them", () => {
  let service: Service.Service
  let vendor: VendorServer.VendorServer
  let connection: string

  const page = async (cursor: string | null) => {
    const more = cursor === null ? "" : `&cursor=${cursor}`
    const answer = await service.call(`/idp/users?enableCursor=true&limit=${LIMIT}${more}`, { connection })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const idsOf = (items: ReadonlyArray<Service.Json>): ReadonlyArray<string> => items.map(({ vendor_id }) => vendor_id)
  const walk = async () => idsOf(await service.walk(connection, `/idp/users?limit=${LIMIT}`))

  beforeAll(async () => {
    vendor = await VendorServer.start(() => ({}))
    service = await Service.start({ connectors: [ManyUsers.make(COUNT)] })
    const created = await service.connect("MANY_USERS", { base_url: vendor.url, token: "any" })
    connection = created.body.id
    expect(await service.jobOf(connection)).toMatchObject({ status: "SUCCESS", data_exports: [{ created: COUNT }] })
  })

  afterAll(async () => {
    await service?.stop()
    await vendor?.stop()
  })

  it("misses no user on the way forward, and repeats none on the way back [contract: cursor-misses-nothing]", async () => {
    let hasEnded = false
    const syncs = (async () => {
      const jobs: Array<Service.Json> = []
      while (jobs.length < JOBS) jobs.push(await service.sync(connection))
      hasEnded = true
      return jobs
    })()

    // However fast the machine is, every walk but the last begins while a job is writing.
    do {
      const there: Array<string> = []
      let body = await page(null)
      expect(body.previous_cursor).toBeNull()
      there.push(...idsOf(body.items))
      while (body.next_cursor !== null) {
        body = await page(body.next_cursor)
        there.push(...idsOf(body.items))
      }
      // A user who changes meanwhile moves to the end, and shows again.
      expect(new Set(there).size).toBe(COUNT)

      const back: Array<string> = []
      while (body.previous_cursor !== null) {
        body = await page(body.previous_cursor)
        back.push(...idsOf(body.items))
      }
      expect(new Set(back).size).toBe(back.length)
      expect(back.length).toBeGreaterThan(0)
    } while (!hasEnded)

    for (const job of await syncs) {
      expect(job).toMatchObject({ status: "SUCCESS", data_exports: [{ changed: COUNT / 10, deleted: 0 }] })
    }
  })

  it("finds the latest changes at the end", async () => {
    const before = await walk()
    await service.sync(connection)
    const after = await walk()
    expect(after.slice(0, -COUNT / 10)).toEqual(before.filter((id) => !ManyUsers.isChanging(id)))
    expect(after.slice(-COUNT / 10).every(ManyUsers.isChanging)).toBe(true)
  })
})

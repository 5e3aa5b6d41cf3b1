import { createServer, type Server } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "../support/Service.js"
import * as ManyUsers from "./ManyUsers.js"

const COUNT = 10_000
const numbers = Array.from({ length: COUNT }, (_, index) => index)

describe("walking 10,000 users by cursor while they are synced", () => {
  let service: Service.Service
  let vendor: Server
  let connection: string
  let run = 0

  const page = async (cursor: string | null) => {
    const more = cursor === null ? "" : `&cursor=${cursor}`
    const answer = await service.call(`/idp/users?enableCursor=true&limit=500${more}`, { connection })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const idsOf = (body: { items: ReadonlyArray<{ vendor_id: string }> }) => body.items.map(({ vendor_id }) => vendor_id)

  beforeAll(async () => {
    vendor = createServer((_request, response) => response.end("{}"))
    await new Promise<void>((resolve) => vendor.listen(0, "127.0.0.1", resolve))
    const address = vendor.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const connector = ManyUsers.make(
      () => numbers,
      () => `Run ${run++}`
    )
    service = await Service.start({ connectors: [connector] })
    const created = await service.connect("MANY_USERS", { base_url: `http://127.0.0.1:${port}`, token: "any" })
    connection = created.body.id
    await service.sync(connection)
  })

  afterAll(async () => {
    await service?.stop()
    vendor?.close()
  })

  it("misses none", async () => {
    let syncing = true
    const syncs = (async () => {
      const jobs = []
      while (syncing) jobs.push(await service.sync(connection))
      return jobs
    })()

    const forward: Array<string> = []
    const seen = new Set<string>()
    let body = await page(null)
    expect(body.previous_cursor).toBeNull()
    for (;;) {
      forward.push(...idsOf(body))
      for (const id of idsOf(body)) seen.add(id)
      if (body.next_cursor === null) break
      body = await page(body.next_cursor)
    }
    expect(seen.size).toBe(COUNT)
    expect(forward.length).toBeGreaterThanOrEqual(COUNT)

    // Back under the same syncs: what changes meanwhile moves to the end, so a user comes once or not again, never twice.
    const backward: Array<string> = []
    while (body.previous_cursor !== null) {
      body = await page(body.previous_cursor)
      backward.push(...idsOf(body))
    }
    expect(new Set(backward).size).toBe(backward.length)
    expect(backward.length).toBeGreaterThan(0)

    syncing = false
    const jobs = await syncs
    expect(jobs.length).toBeGreaterThan(1)
    expect(jobs.every(({ status }) => status === "SUCCESS")).toBe(true)
  })

  it("walks back over exactly the pages it came along", async () => {
    const forward: Array<ReadonlyArray<string>> = []
    let body = await page(null)
    while (body.next_cursor !== null) {
      forward.push(idsOf(body))
      body = await page(body.next_cursor)
    }
    expect(forward.flat().length + body.items.length).toBe(COUNT)
    const backward: Array<ReadonlyArray<string>> = []
    while (body.previous_cursor !== null) {
      body = await page(body.previous_cursor)
      backward.unshift(idsOf(body))
    }
    expect(backward).toEqual(forward)
  })

  it("lists what changed last at the end", async () => {
    const before = (await service.walk(connection, "/idp/users?limit=500")).map(({ vendor_id }) => vendor_id)
    await service.sync(connection)
    const after = (await service.walk(connection, "/idp/users?limit=500")).map(({ vendor_id }) => vendor_id)
    const isChanging = (id: string) => Number(id.slice(1)) % 10 === 0
    expect(after.slice(0, -COUNT / 10)).toEqual(before.filter((id) => !isChanging(id)))
    expect(after.slice(-COUNT / 10).every(isChanging)).toBe(true)
  })

  it("refuses a cursor together with updatedSince", async () => {
    const { next_cursor } = await page(null)
    const path = `/idp/users?enableCursor=true&cursor=${next_cursor}&updatedSince=2024-01-01T00:00:00Z`
    const answer = await service.call(path, { connection })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ type: "validation_error", code: "CURSOR_CONFLICT" })
  })
})

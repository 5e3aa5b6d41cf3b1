import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Fixture from "../../store/RecordFixture.js"
import { at, dataHeaders, locs, makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

const { Vulnerability } = RecordKind

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
})
afterAll(() => server.stop())

const path = "/vms/vulnerabilities"

const get = (query: string, list = path) =>
  send(`${server.origin}/v1${list}?${query}`, { headers: dataHeaders(tenant) })

interface Page {
  readonly total?: number | null
  readonly next_cursor?: string | null
  readonly items: ReadonlyArray<{ readonly id: string; readonly vendor_id: string; readonly name: string }>
}

const read = async (query: string, list = path) => {
  const reply = await get(query, list)
  expect(reply.status, reply.text).toBe(200)
  return { ...(reply.json as Page), asOf: reply.headers.get("x-as-of") ?? "" }
}

const namesOf = ({ items }: Page) => items.map(({ vendor_id }) => vendor_id)

/** Stores vulnerabilities, and removes others. */
const change = (stored: ReadonlyArray<string>, removed: ReadonlyArray<string> = []) =>
  server.run(
    Effect.flatMap(Fixture.openAnew(at(tenant), Fixture.extractor([Vulnerability])), (scan) =>
      Fixture.write(
        scan,
        Fixture.batch(
          at(tenant),
          Vulnerability,
          stored.map((name) => Fixture.vulnerability(name)),
          removed
        )
      )
    )
  )

describe("records that have left their list", () => {
  it("are read with isDeleted=true, each poll from where the last one ended, until they return", async () => {
    await change(["a", "b", "c", "d"])
    const before = await read("isDeleted=true")
    expect(before).toMatchObject({ total: 0, items: [] })
    const [, b] = (await read("limit=4")).items

    await change([], ["b", "c"])
    expect(namesOf(await read(""))).toEqual(["a", "d"])
    expect(namesOf(await read("isDeleted=false"))).toEqual(["a", "d"])
    const first = await read(`isDeleted=true&updatedSince=${before.asOf}`)
    expect([first.total, ...namesOf(first)]).toEqual([2, "b", "c"])
    // With the id that it had in the list, as it last was.
    expect(first.items[0]).toEqual(b)

    await change([], ["d"])
    const second = await read(`isDeleted=true&updatedSince=${first.asOf}`)
    expect([second.total, ...namesOf(second)]).toEqual([1, "d"])
    expect(await read(`isDeleted=true&updatedSince=${second.asOf}`)).toMatchObject({ total: 0, items: [] })

    await change(["b"])
    expect(namesOf(await read("isDeleted=true"))).toEqual(["c", "d"])
    expect(namesOf(await read(`updatedSince=${second.asOf}`))).toEqual(["b"])
  })

  it("are walked by cursor and skipped by offset like a list", async () => {
    await change(["p", "q", "r", "s"])
    const since = (await read("isDeleted=true&limit=1")).asOf
    await change([], ["p", "q", "r", "s"])
    const query = `isDeleted=true&updatedSince=${since}`
    const walked: Array<string> = []
    let page = await read(`${query}&enableCursor=true&limit=3`)
    walked.push(...namesOf(page))
    while (page.next_cursor) {
      page = await read(`isDeleted=true&enableCursor=true&limit=3&cursor=${encodeURIComponent(page.next_cursor)}`)
      walked.push(...namesOf(page))
    }
    expect(walked).toEqual(["p", "q", "r", "s"])
    expect(namesOf(await read(`${query}&offset=2&limit=1`))).toEqual(["r"])
    // The cursor belongs to what was asked for.
    const own = (await read(`${query}&enableCursor=true&limit=1`)).next_cursor ?? ""
    expect((await get(`enableCursor=true&cursor=${encodeURIComponent(own)}`)).status).toBe(422)
  })

  it("are found by nothing else: another filter is refused, and they are not in other lists", async () => {
    const refused = await get("isDeleted=true&severities=HIGH&ids=00000000-0000-4000-8000-000000000000")
    expect(refused.status).toBe(422)
    expect(locs(refused)).toEqual(["query.severities", "query.ids"])
    expect(refused.text).toContain("isDeleted=true")
    const [gone] = (await read("isDeleted=true&limit=1")).items
    expect((await send(`${server.origin}/v1${path}/${gone?.id}`, { headers: dataHeaders(tenant) })).status).toBe(404)
  })
})

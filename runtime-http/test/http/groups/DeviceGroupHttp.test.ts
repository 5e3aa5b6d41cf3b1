import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as RelatedIds from "../../../src/store/read/RelatedIds.js"
import * as Fixture from "../../store/RecordFixture.js"
import { at, dataHeaders, makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

const { Device, DeviceGroup, DeviceGroupMember, DevicePolicy, DevicePolicyGroup } = RecordKind

let server: TestServer
let tenant: Tenant

const all = Array.from({ length: RelatedIds.MAX_IDS + 1 }, (_, index) => `d${index}`)

/** The group g1 has the devices d1 and d2, g2 has every device, and g3 none; the policy p1 applies to g1 and g3, and p2 to none. */
const fill = Effect.gen(function* () {
  const own = at(tenant)
  yield* Fixture.put(
    own,
    Device,
    all.map((id) => Fixture.device(id, { platform: id === "d2" ? "MAC" : "LINUX" }))
  )
  yield* Fixture.put(
    own,
    DeviceGroup,
    ["g1", "g2", "g3"].map((id) => Fixture.deviceGroup(id))
  )
  yield* Fixture.put(own, DeviceGroupMember, [
    ...["d2", "d1"].map((id) => Fixture.deviceGroupMember("g1", id)),
    ...all.map((id) => Fixture.deviceGroupMember("g2", id))
  ])
  yield* Fixture.put(
    own,
    DevicePolicy,
    ["p1", "p2"].map((id) => ({ name: id, vendor_id: id }))
  )
  yield* Fixture.put(
    own,
    DevicePolicyGroup,
    ["g1", "g3"].map((id) => ({ policy_vendor_id: "p1", group_vendor_id: id }))
  )
})

beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
  await server.run(fill)
})
afterAll(() => server.stop())

const get = (path: string) => send(`${server.origin}/v1/entities${path}`, { headers: dataHeaders(tenant) })

const idOf = (kind: RecordKind.Any, vendorId: string) => Fixture.idOf(at(tenant), kind, vendorId)

interface Page {
  readonly total: number | null
  readonly items: ReadonlyArray<Fixture.Item>
  readonly next_cursor: string | null
}

const list = async (path: string) => {
  const reply = await get(path)
  expect(reply.status, reply.text).toBe(200)
  return reply.json as Page
}

const vendorIds = ({ items }: Page) => Fixture.vendorIds(items.map((item) => JSON.stringify(item))).toSorted()

const known = (...devices: ReadonlyArray<string>) => devices.map((id) => idOf(Device, id)).toSorted()

describe("device_ids", () => {
  it("are in every group with at most 1,000 of them, and in a header if any group omits them [contract: device-group-fields]", async () => {
    const reply = await get("/device-groups")
    const { items } = reply.json as Page
    expect(Object.fromEntries(items.map((item) => [item.vendor_id, item["device_ids"]]))).toEqual({
      g1: known("d1", "d2"),
      g2: undefined,
      g3: []
    })
    expect(reply.headers.get("x-omitted-fields")).toBe("device_ids")
    const some = await get(`/device-groups?ids=${idOf(DeviceGroup, "g1")}`)
    expect(some.headers.get("x-omitted-fields")).toBeNull()
  })

  it("are in a single group, or named by its header, and its ETag changes with them", async () => {
    const one = await get(`/device-groups/${idOf(DeviceGroup, "g1")}`)
    expect([(one.json as Fixture.Item)["device_ids"], one.headers.get("x-omitted-fields")]).toEqual([
      known("d1", "d2"),
      null
    ])
    const large = await get(`/device-groups/${idOf(DeviceGroup, "g2")}`)
    expect(large.json).not.toHaveProperty("device_ids")
    expect(large.headers.get("x-omitted-fields")).toBe("device_ids")
    const tagged = { ...dataHeaders(tenant), "if-none-match": large.headers.get("etag") ?? "" }
    const unchanged = await send(`${server.origin}/v1/entities/device-groups/${idOf(DeviceGroup, "g2")}`, {
      headers: tagged
    })
    expect([unchanged.status, unchanged.headers.get("x-omitted-fields")]).toEqual([304, "device_ids"])
    await server.run(Fixture.put(at(tenant), DeviceGroupMember, [Fixture.deviceGroupMember("g1", "d3")]))
    const joined = await get(`/device-groups/${idOf(DeviceGroup, "g1")}`)
    expect((joined.json as Fixture.Item)["device_ids"]).toEqual(known("d1", "d2", "d3"))
    expect(joined.headers.get("etag")).not.toBe(one.headers.get("etag"))
  })

  it("are omitted with all other fields that the request does not name", async () => {
    const named = await get("/device-groups?fields=name")
    expect(named.headers.get("x-omitted-fields")).toBeNull()
    for (const item of (named.json as Page).items) expect(Object.keys(item)).toEqual(["id", "name"])
    const { items } = await list(`/device-groups?fields=device_ids&ids=${idOf(DeviceGroup, "g3")}`)
    expect(items).toEqual([{ id: idOf(DeviceGroup, "g3"), device_ids: [] }])
  })
})

describe("device_group_ids", () => {
  it("are those of the groups that the policy applies to [contract: device-policy-fields]", async () => {
    const { items } = await list("/device-policies")
    expect(Object.fromEntries(items.map((item) => [item.vendor_id, item["device_group_ids"]]))).toEqual({
      p1: [idOf(DeviceGroup, "g1"), idOf(DeviceGroup, "g3")].toSorted(),
      p2: []
    })
  })
})

describe("GET /entities/device-groups/{device_group_id}/devices", () => {
  const path = (group: string, query = "") => `/device-groups/${idOf(DeviceGroup, group)}/devices${query}`

  it("lists the devices of the group, however many, by offset and by cursor [contract: device-group-fields]", async () => {
    expect((await list(path("g2", "?limit=1"))).total).toBe(all.length)
    expect((await list(path("g3"))).items).toEqual([])
    const found: Array<string> = []
    let cursor: string | null = ""
    while (cursor !== null) {
      const page: Page = await list(
        path("g2", `?enableCursor=true&limit=400${cursor === "" ? "" : `&cursor=${cursor}`}`)
      )
      found.push(...vendorIds(page))
      cursor = page.next_cursor
    }
    expect(found.toSorted()).toEqual(all.toSorted())
  })

  it("takes the filters of devices", async () => {
    expect(vendorIds(await list(path("g1", "?platforms=MAC")))).toEqual(["d2"])
    expect(vendorIds(await list(path("g1", `?ids=${known("d1", "d9").join(",")}`)))).toEqual(["d1"])
    expect(vendorIds(await list(path("g1", "?updatedSince=2999-01-01T00:00:00Z")))).toEqual([])
  })

  it("answers 404 for an unknown group", async () => {
    expect((await get(`/device-groups/${idOf(Device, "d1")}/devices`)).status).toBe(404)
  })
})

describe("GET /entities/device-policies/{device_policy_id}/device-groups", () => {
  it("lists the groups of the policy, with their own ids, and takes the filters of device groups [contract: device-policy-fields]", async () => {
    const path = `/device-policies/${idOf(DevicePolicy, "p1")}/device-groups`
    const reply = await get(path)
    expect(vendorIds(reply.json as Page)).toEqual(["g1", "g3"])
    for (const item of (reply.json as Page).items) expect(item["device_ids"]).toBeInstanceOf(Array)
    expect(vendorIds(await list(`${path}?deviceId=${idOf(Device, "d1")}`))).toEqual(["g1"])
    expect(vendorIds(await list(`${path}?deviceId=${idOf(Device, "d9")}`))).toEqual([])
  })
})

import { describe, expect, it } from "@effect/vitest"
import { Also, Changes, Child, Extractor, Lookup, Mention, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { assets, CloudAsset, toDevice, toResource } from "../../testing/CloudAssets.js"
import { extract } from "../extract.js"

const machine = { id: "m", name: "Machine", type: "machine" }
const bucket = { id: "b", name: "Bucket", type: "bucket" }
const laptop = { id: "l", name: "Laptop", type: "laptop" }

const read = (rows: ReadonlyArray<unknown>, extractor: Extractor.Any = assets, request: object = {}) =>
  extract(extractor, () => ({ body: { assets: rows, next: null } }), request)

const assetList = {
  record: RecordKind.Resource,
  endpoint: "/assets",
  row: CloudAsset,
  permissions: ["assets.read"],
  also: [Also.of<CloudAsset>()({ record: RecordKind.Device, toRecord: toDevice })],
  toRecord: toResource
}

const plain = { ...assetList, pagination: Pagination.none({ items: "assets" }) }

describe("Also.of", () => {
  it("makes a record of each kind of a row with one request, and none of the kinds that the row is not", async () => {
    const { batches, ids, paths, rejections } = await read([machine, bucket, laptop])
    expect(ids).toEqual(["resource m", "resource b", "device m", "device l"])
    expect(paths).toEqual(["/assets"])
    expect(rejections).toEqual([])
    expect(batches.map(({ kind, skipped }) => [kind.name, skipped])).toEqual([
      ["resource", 1],
      ["device", 1]
    ])
  })

  it("has the kinds and the export types of all its records", () => {
    expect(assets.kinds).toEqual([RecordKind.Resource, RecordKind.Device])
    expect(Extractor.exportTypesOf(assets)).toEqual(["devices", "resources"])
    expect(Extractor.kindsOf(assets, "devices")).toEqual([RecordKind.Device])
    expect(
      Extractor.detectionsOf(assets, { refreshIntervalSecs: 60, timeoutSecs: 60, fullScanIntervalSecs: 600 })
    ).toMatchObject([
      { record_kind: "resource", changes: { method: "CHANGES" }, deletions: { method: "FULL_SCAN" } },
      { record_kind: "device", changes: { method: "CHANGES" }, deletions: { method: "FULL_SCAN" } }
    ])
  })

  it("rejects an unreadable row for each kind that it may be, with its id, so that no record counts as missing", async () => {
    const { batches } = await read([machine, { id: "broken" }])
    expect(batches.map(({ kind, rejections }) => [kind.name, rejections.map(({ vendorId }) => vendorId)])).toEqual([
      ["resource", ["broken"]],
      ["device", ["broken"]]
    ])
    const [unknown] = (await read([machine, { name: "without an id", type: "machine" }])).batches
    expect(unknown?.isIncomplete).toBe(true)
  })

  it("counts a row as unreadable if a lost value decides whether it is a record of the kind", async () => {
    const { batches, ids } = await read([machine, laptop, { ...bucket, type: 7 }])
    expect(ids).toEqual(["resource m", "resource b", "device m", "device l"])
    expect(batches.map(({ rejections }) => rejections.map(({ kind, vendorId }) => [kind, vendorId]))).toEqual([
      [],
      [["device", "b"]]
    ])
  })

  it("makes no record of a row whose lost value decides nothing about it", async () => {
    const { ids, rejections } = await read([machine, { ...bucket, host: 7 }, { ...laptop, region: 7 }])
    expect(ids).toEqual(["resource m", "resource b", "device m", "device l"])
    expect(rejections).toEqual([])
  })

  it("leaves a row undecided if a word of the vendor decides that no other row has, so that no record counts as missing", async () => {
    const { batches, rejections } = await read([bucket, { ...machine, type: 7 }])
    expect(rejections).toEqual([])
    expect(batches.map(({ kind, skipped, undecided }) => [kind.name, skipped, undecided])).toEqual([
      ["resource", 0, []],
      ["device", 2, ["m"]]
    ])
    const [, devices] = (await read([bucket, { name: "without an id", type: 7 }])).batches
    expect(devices?.isIncomplete).toBe(true)
  })

  it("leaves a row undecided if only two lost values together decide", async () => {
    const Switch = Schema.Struct({
      id: Schema.String,
      on: Row.nullish(Schema.Boolean),
      live: Row.nullish(Schema.Boolean)
    })
    type Switch = Schema.Schema.Type<typeof Switch>
    const switches = Extractor.make({
      ...plain,
      row: Switch,
      also: [
        Also.of<Switch>()({
          record: RecordKind.DeviceGroup,
          toRecord: ({ id, live, on }) => (on === true && live === true ? { name: id, vendor_id: id } : null)
        })
      ],
      toRecord: ({ id }: Switch) => ({ name: id, type: "switch", vendor_id: id })
    })
    const rows = [
      { id: "1", on: true, live: true },
      { id: "2", on: "yes", live: "yes" }
    ]
    const { batches } = await read(rows, switches)
    expect(batches[1]).toMatchObject({ rejections: [], undecided: ["2"] })
  })

  it("fails over unreadable rows by their share of all rows, not of the few that are records of the kind", async () => {
    const unreadable = Array.from({ length: 20 }, (_, index) => ({ id: `broken ${index}` }))
    const buckets = Array.from({ length: 60 }, (_, index) => ({ ...bucket, id: `b${index}` }))
    const few = await read([...unreadable, ...buckets])
    expect(few.failure).toBeNull()
    expect(few.rejections).toHaveLength(40)
    const most = await read([...unreadable, ...buckets.slice(0, 30)])
    expect(most.failure).toMatchObject({ _tag: "BadPayload", detail: "20 of 50 rows could not be read" })
  })

  it("ends in success if the rows of a list are records of another kind only", async () => {
    const { failure, ids } = await read([laptop])
    expect([failure, ids]).toEqual([null, ["device l"]])
  })

  it("asks its own lookups about each row", async () => {
    const owners = Lookup.of<CloudAsset>()({
      endpoint: "/assets/{id}/owner",
      row: Schema.Struct({ email: Row.nullish(Schema.String) }),
      pagination: Pagination.none(),
      permissions: ["owners.read"],
      fields: ["owner_email"],
      isOptional: true
    })
    const extractor = Extractor.make({
      ...plain,
      also: [
        Also.of<CloudAsset>()({
          record: RecordKind.Device,
          lookups: { owners },
          toRecord: (asset, { owners: found }) => {
            const [owner] = found ?? []
            const device = toDevice(asset)
            return device === null ? null : { ...device, owner_email: owner?.email }
          }
        })
      ]
    })
    const answer = (path: string) =>
      path === "/assets" ? { body: { assets: [machine] } } : { body: [{ email: "ada@acme.example" }] }
    const { batches, paths } = await extract(extractor, answer)
    expect(paths).toEqual(["/assets", "/assets/m/owner"])
    expect(batches[1]?.records[0]?.value).toMatchObject({ owner_email: "ada@acme.example" })
    expect(extractor.optionalPermissions).toEqual(["owners.read"])
    const refused = await extract(extractor, (path) => (path === "/assets" ? answer(path) : { status: 403 }))
    expect(refused.pages.flatMap(({ unread = [] }) => unread)).toMatchObject([
      { kind: { name: "device" }, fields: ["owner_email"] }
    ])
    // A refused question about rows that are no devices, whatever its answer, costs neither the export nor any record.
    const buckets = Array.from({ length: 30 }, (_, index) => ({ ...bucket, id: `b${index}` }))
    const many = await extract(extractor, (path) =>
      path === "/assets" ? { body: { assets: [machine, ...buckets] } } : { status: 403 }
    )
    expect(many.failure).toBeNull()
    expect(many.batches[1]).toMatchObject({
      rejections: [],
      isIncomplete: false,
      undecided: buckets.map(({ id }) => id)
    })
  })

  it("counts a row as unreadable, with its id, if the answer to a refused lookup decides whether it is a record", async () => {
    const owners = Lookup.of<CloudAsset>()({
      endpoint: "/assets/{id}/owner",
      row: Schema.Struct({ email: Row.nullish(Schema.String) }),
      pagination: Pagination.none(),
      permissions: ["owners.read"],
      fields: ["owner_email"],
      isOptional: true
    })
    const owned = Also.of<CloudAsset>()({
      record: RecordKind.Device,
      lookups: { owners },
      toRecord: (asset, { owners: found }) => {
        const device = toDevice({ ...asset, type: "machine" })
        return device === null || (found ?? []).length === 0 ? null : device
      }
    })
    const { batches } = await extract(Extractor.make({ ...plain, also: [owned] }), (path) =>
      path === "/assets" ? { body: { assets: [bucket] } } : { status: 403 }
    )
    expect(batches[1]).toMatchObject({
      isIncomplete: false,
      rejections: [{ vendorId: "b", issues: ["/assets/{id}/owner: Expected an answer for the row"] }]
    })
  })

  it("removes the records of all kinds if the vendor names a row as removed", async () => {
    const changes = Changes.of<CloudAsset>()({
      row: Schema.Struct({ id: Schema.String, deleted: Row.nullish(Schema.Boolean) }),
      toChange: ({ deleted, id }) => ({ id, isRemoved: deleted === true })
    })
    const extractor = Extractor.make({
      ...assetList,
      pagination: Pagination.deltaLink({ items: "assets", from: "next", delta: "token" }),
      changes
    })
    const { batches } = await extract(
      extractor,
      () => ({ body: { assets: [{ id: "m", deleted: true }, laptop], token: "https://acme.example/assets?token=2" } }),
      { delta: "https://acme.example/assets?token=1" }
    )
    expect(batches.map(({ kind, removed }) => [kind.name, removed])).toEqual([
      ["resource", ["m"]],
      ["device", ["m"]]
    ])
    expect(extractor.deltaCoverage?.map(({ hasRemovals, kind }) => [kind.name, hasRemovals])).toEqual([
      ["resource", true],
      // Only a full scan notices that a changed row is no device any more.
      ["device", false]
    ])
  })

  it("says what is wrong if two mappings make one kind of a row", () => {
    const twice = [...assetList.also, ...assetList.also]
    expect(() => Extractor.make({ ...plain, also: twice })).toThrow(
      "/assets: its rows become device twice: write one mapping for each kind in record and also."
    )
    const again = Also.of<CloudAsset>()({ record: RecordKind.Resource, toRecord: toResource })
    expect(() => Extractor.make({ ...plain, also: [again] })).toThrow("/assets: its rows become resource twice")
  })
})

describe("An extractor of several export types", () => {
  it("has those of what its rows contain and of the lists below them, too", async () => {
    const groups = Mention.of<CloudAsset>()({
      record: RecordKind.DeviceGroup,
      things: ({ region }) => (region === null ? [] : [region]),
      toRecord: (region) => ({ name: region, vendor_id: region })
    })
    const users = Child.of<CloudAsset>()({
      record: RecordKind.ItsmUser,
      endpoint: "/assets/{id}/users",
      row: Schema.Struct({ id: Schema.String }),
      pagination: Pagination.none(),
      permissions: ["users.read"],
      toRecord: ({ id }) => ({
        name: id,
        status: "ACTIVE",
        vendor_attributes: { id, vendor: "CLOUD_INVENTORY", created_at: null, updated_at: null, data: null }
      })
    })
    const extractor = Extractor.make({ ...plain, children: [users], mentions: [groups] })
    expect(Extractor.exportTypesOf(extractor)).toEqual(["device_groups", "devices", "resources", "itsm_users"])
    const filed: ReadonlyArray<Extractor.Extractor<"device_groups" | "devices" | "resources" | "itsm_users">> = [
      extractor
    ]
    expect(filed).toHaveLength(1)
    const { ids } = await extract(extractor, (path) =>
      path === "/assets" ? { body: { assets: [{ ...machine, region: "eu-1" }] } } : { body: [{ id: "ada" }] }
    )
    expect(ids).toEqual(["resource m", "device m", "device_group eu-1", "itsm_user ada"])
  })

  it("is what concat makes of lists with different export types", () => {
    const devices = Extractor.make({
      record: RecordKind.DeviceGroup,
      endpoint: "/groups",
      row: Schema.Struct({ id: Schema.String }),
      pagination: Pagination.none(),
      permissions: [],
      toRecord: ({ id }) => ({ name: id, vendor_id: id })
    })
    const both: Extractor.Extractor<"resources" | "devices" | "device_groups"> = Extractor.concat(assets, devices)
    expect(Extractor.exportTypesOf(both)).toEqual(["device_groups", "devices", "resources"])
  })
})

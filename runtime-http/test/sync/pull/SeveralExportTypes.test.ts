import { expect, layer } from "@effect/vitest"
import { Also, Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Effect, Schema } from "effect"
import * as FakeVendor from "../FakeVendor.js"
import * as PullWorld from "./PullWorld.js"

/* A list that fills two export types: what the job, the health and the status say of each, with the true runner and store. */

const Asset = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  isDevice: Row.nullish(Schema.Boolean)
})
type Asset = Schema.Schema.Type<typeof Asset>

const list = {
  record: RecordKind.Resource,
  endpoint: "/assets",
  row: Asset,
  permissions: ["assets.read"],
  also: [
    Also.of<Asset>()({
      record: RecordKind.DeviceGroup,
      toRecord: ({ id, isDevice, name }) => (isDevice === true ? { name, vendor_id: id } : null)
    })
  ],
  toRecord: ({ id, name }: Asset) => ({ name, type: "asset", vendor_id: id })
}
const pagination = Pagination.cursor({ items: "rows", from: "next", param: "after", total: "total" })
const assets = Extractor.make({ ...list, pagination })
const connectorOf = (extractor: typeof assets) =>
  FakeVendor.connector({ device_groups: [extractor], resources: [extractor] })

const rowsOf = (count: number): ReadonlyArray<object> =>
  Array.from({ length: count }, (_, index) => ({ id: `a${index}`, name: `Asset ${index}`, isDevice: index % 3 === 0 }))

layer(PullWorld.stores)("A list that fills two export types", (it) => {
  it.effect("is read once, and each export counts its own records", () =>
    Effect.gen(function* () {
      const rows = [...rowsOf(9), { id: "odd", name: 7 }]
      const world = yield* PullWorld.make(connectorOf(assets), (url) =>
        url.searchParams.get("after") === "5"
          ? { body: { rows: rows.slice(5), next: null, total: 10 } }
          : { body: { rows: rows.slice(0, 5), next: "5", total: 10 } }
      )
      const job = yield* world.job
      expect(job.asked.map((asked) => asked.get("after"))).toEqual([null, "5"])
      expect(job).toMatchObject({ status: "SUCCESS", health: "HEALTHY" })
      expect(job.all).toMatchObject([
        {
          data_export_type: "device_groups",
          seen: 4,
          created: 3,
          rejected: 1,
          message: "rejected rows: device_group name: Expected string"
        },
        {
          data_export_type: "resources",
          seen: 10,
          created: 9,
          rejected: 1,
          message: "rejected rows: resource name: Expected string"
        }
      ])
      const { data_exports } = yield* world.status
      expect(data_exports).toMatchObject([
        {
          data_export_type: "device_groups",
          state: "CURRENT",
          records: [{ record_kind: "device_group", total: 3 }],
          rejected: 1,
          change_detection: [{ record_kind: "device_group" }]
        },
        {
          data_export_type: "resources",
          state: "CURRENT",
          records: [{ record_kind: "resource", total: 9 }],
          rejected: 1,
          change_detection: [{ record_kind: "resource" }]
        }
      ])
      const again = yield* world.job
      expect(again.all).toMatchObject([
        { data_export_type: "device_groups", unchanged: 3, created: 0 },
        { data_export_type: "resources", unchanged: 9, created: 0 }
      ])
    })
  )

  it.effect("deletes by the vendor's total what every row becomes, and by two scans what only some rows become", () =>
    Effect.gen(function* () {
      let rows = rowsOf(9)
      const world = yield* PullWorld.make(connectorOf(assets), () => ({
        body: { rows, next: null, total: rows.length }
      }))
      yield* world.job
      rows = rows.slice(1)
      const once = yield* world.job
      expect(once.all).toMatchObject([
        { data_export_type: "device_groups", deleted: 0, missing_records: [{ record_kind: "device_group", count: 1 }] },
        { data_export_type: "resources", deleted: 1, missing_records: [] }
      ])
      expect((yield* world.status).data_exports).toMatchObject([
        { missing_records: [{ record_kind: "device_group", count: 1 }] },
        { missing_records: [] }
      ])
      yield* world.age(2)
      expect((yield* world.job).all).toMatchObject([
        { data_export_type: "device_groups", deleted: 1, missing_records: [] },
        { data_export_type: "resources", deleted: 0, missing_records: [] }
      ])
    })
  )

  it.effect("holds back the deletions of one type, and not those of the other", () =>
    Effect.gen(function* () {
      const all = rowsOf(300)
      let rows = all
      const world = yield* PullWorld.make(connectorOf(assets), () => ({
        body: { rows, next: null, total: rows.length }
      }))
      yield* world.job
      // No asset is a device any more.
      rows = all.map((row) => ({ ...row, isDevice: false })).slice(0, 299)
      yield* world.job
      yield* world.age(2)
      expect((yield* world.job).all).toMatchObject([
        { data_export_type: "device_groups", deleted: 0, held_back: 100, held_back_deletions: [{ count: 100 }] },
        { data_export_type: "resources", held_back: 0, held_back_deletions: [] }
      ])
    })
  )

  it.effect("keeps the record of a row that may still be one although no value says so", () =>
    Effect.gen(function* () {
      const Host = Schema.Struct({ id: Schema.String, name: Schema.String, type: Row.nullish(Schema.String) })
      type Host = Schema.Schema.Type<typeof Host>
      const hosts = Extractor.make({
        ...list,
        pagination,
        row: Host,
        also: [
          Also.of<Host>()({
            record: RecordKind.DeviceGroup,
            toRecord: ({ id, name, type }) => (type === "cluster" ? { name, vendor_id: id } : null)
          })
        ],
        toRecord: ({ id, name }: Host) => ({ name, type: "host", vendor_id: id })
      })
      const others = [1, 2, 3].map((id) => ({ id: `h${id}`, name: `Host ${id}`, type: "server" }))
      let type: unknown = "cluster"
      const world = yield* PullWorld.make(connectorOf(hosts), () => ({
        body: { rows: [{ id: "c", name: "Cluster", type }, ...others], next: null, total: 4 }
      }))
      yield* world.job
      type = { code: 7 }
      yield* world.job
      yield* world.age(2)
      expect((yield* world.job).all).toMatchObject([
        { data_export_type: "device_groups", deleted: 0, rejected: 0, missing_records: [] },
        { data_export_type: "resources", deleted: 0, unchanged: 4 }
      ])
      type = "server"
      yield* world.job
      yield* world.age(2)
      expect((yield* world.job).all).toMatchObject([{ data_export_type: "device_groups", deleted: 1 }, { deleted: 0 }])
    })
  )

  it.effect("fails for both export types, and recovers for both", () =>
    Effect.gen(function* () {
      let isRefused = true
      const world = yield* PullWorld.make(connectorOf(assets), () =>
        isRefused ? { status: 403, body: {} } : { body: { rows: rowsOf(3), next: null, total: 3 } }
      )
      const job = yield* world.job
      expect(job).toMatchObject({
        status: "FAILED",
        health: "UNAUTHORIZED",
        failure_reason: "Failed: device_groups and resources (/assets: answered 403)."
      })
      expect(job.all).toMatchObject([
        {
          data_export_type: "device_groups",
          health: "UNAUTHORIZED",
          reason: "PERMISSION_MISSING",
          endpoint: "/assets"
        },
        { data_export_type: "resources", health: "UNAUTHORIZED", reason: "PERMISSION_MISSING", endpoint: "/assets" }
      ])
      const failing = yield* world.status
      expect(failing.data_exports.map(({ state }) => state)).toEqual(["FAILING", "FAILING"])
      expect(failing.problems).toMatchObject([
        {
          reason: "PERMISSION_MISSING",
          permissions: ["assets.read"],
          affected: [
            { data_export_type: "device_groups", endpoint: "/assets", record_kinds: ["device_group"] },
            { data_export_type: "resources", endpoint: "/assets", record_kinds: ["resource"] }
          ]
        }
      ])
      isRefused = false
      yield* world.job
      const healthy = yield* world.status
      expect(healthy.data_exports.map(({ state }) => state)).toEqual(["CURRENT", "CURRENT"])
      expect(healthy.problems).toEqual([])
    })
  )

  it.effect("is resumed by the next job, and each job counts for each export what it has stored", () =>
    Effect.gen(function* () {
      const rows = rowsOf(9)
      const world = yield* PullWorld.make(
        connectorOf(assets),
        (url) => {
          const from = Number(url.searchParams.get("after") ?? 0)
          return { body: { rows: rows.slice(from, from + 3), next: from + 3 < 9 ? String(from + 3) : null, total: 9 } }
        },
        { timeoutSecs: PullWorld.ANSWER_SECS + 1 }
      )
      const first = yield* world.job
      expect(first.all.map(({ health }) => health)).toEqual(["EXECUTION_TIMEOUT", "EXECUTION_TIMEOUT"])
      yield* world.giveTime(3_600)
      const second = yield* world.job
      expect(second.all.map(({ data_export_type, health }) => [data_export_type, health])).toEqual([
        ["device_groups", "HEALTHY"],
        ["resources", "HEALTHY"]
      ])
      const created = (exportType: string) =>
        [...first.all, ...second.all].reduce(
          (sum, one) => sum + (one.data_export_type === exportType ? one.created : 0),
          0
        )
      expect([created("device_groups"), created("resources")]).toEqual([3, 9])
    })
  )

  it.effect("is read in full as often as the export type that needs it most", () =>
    Effect.gen(function* () {
      const incremental = Extractor.make({ ...list, pagination, since: (since) => ({ since }) })
      const world = yield* PullWorld.make(connectorOf(incremental), () => ({ body: { rows: rowsOf(3), next: null } }))
      yield* world.job
      expect((yield* world.status).data_exports.map(({ full_scan_interval_secs }) => full_scan_interval_secs)).toEqual([
        28_800, 28_800
      ])
      yield* world.age(7)
      expect((yield* world.job).asked[0]?.has("since")).toBe(true)
      yield* world.age(2)
      expect((yield* world.job).asked[0]?.has("since")).toBe(false)
    })
  )
})

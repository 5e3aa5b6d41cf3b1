import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Extractor, Pagination, RecordKind, VendorError, VendorHttp } from "@tributary/core"
import { Effect, Stream } from "effect"
import type { Lease } from "../../../src/store/schedule/Lease.js"
import * as FakeStore from "../FakeStore.js"
import * as FakeVendor from "../FakeVendor.js"
import { runOnce, stores, twoPages } from "./JobWorld.js"

layer(stores)("JobRunner", (it) => {
  it.effect("starts a new scan, once, if the vendor no longer knows the checkpoint", () =>
    Effect.gen(function* () {
      const store = FakeStore.memory()
      store.checkpoints.set("itsm_user", { list: 0, next: { query: { after: "old" } } })
      const { job } = yield* runOnce({
        store,
        answer: (path, url) => (url.searchParams.get("after") === "old" ? FakeVendor.status(400) : twoPages(path, url))
      })
      expect(job).toMatchObject({ status: "SUCCESS" })
      expect(store.log.slice(2)).toEqual([
        "restart itsm_user",
        "write 2 itsm_user",
        "write 1 itsm_user",
        "close itsm_user"
      ])
    })
  )

  it.effect("lets the vendor release what it holds for scans that are not resumed", () =>
    Effect.gen(function* () {
      const given: Array<unknown> = []
      const extractor = {
        ...Extractor.fromStream({
          record: RecordKind.DeviceGroup,
          endpoint: "/export",
          permissions: [],
          pages: ({ checkpoint }) =>
            checkpoint === null
              ? Stream.empty
              : Stream.concat(
                  Stream.make({ drafts: [], checkpoint: { job: "newer" } }),
                  Stream.fail(new VendorError.CheckpointExpired({ endpoint: "/export", status: 410, detail: "gone" }))
                )
        }),
        giveUp: (checkpoint: Extractor.Checkpoint) =>
          Effect.map(VendorHttp.VendorHttp, () => void given.push(checkpoint))
      }
      let opened = 0
      const scanAt = (lease: Lease, checkpoint: Extractor.Checkpoint | null, abandoned: Extractor.Checkpoint | null) =>
        FakeStore.scan(lease, extractor, { checkpoint, abandoned })
      const store = FakeStore.memory({
        open: (lease) =>
          Effect.sync(() => {
            opened += 1
            return opened === 1 ? scanAt(lease, { job: "running" }, { job: "too old" }) : scanAt(lease, null, null)
          })
      })
      const { job } = yield* runOnce({
        store,
        answer: () => FakeVendor.page([]),
        connector: FakeVendor.connector({ device_groups: [extractor] })
      })
      expect(job).toMatchObject({ status: "SUCCESS" })
      expect(given).toEqual([{ job: "too old" }, { job: "newer" }])
    })
  )

  it.effect(
    "tells the extractor which rows have had all their lists read, and whether another tenant replaces the previous one",
    () =>
      Effect.gen(function* () {
        let known: ReadonlySet<string> = new Set()
        const extractor = Extractor.fromStream({
          record: RecordKind.DeviceGroup,
          endpoint: "/groups",
          permissions: [],
          pages: ({ completedParents }) =>
            Stream.drain(
              Stream.fromEffect(
                Effect.map(completedParents?.(["a", "b"]) ?? Effect.succeed(new Set<string>()), (ids) => {
                  known = ids
                })
              )
            )
        })
        const store = FakeStore.memory({
          open: (lease) => Effect.succeed(FakeStore.scan(lease, extractor, { isNewBaseline: true })),
          completedParents: (_, ids) => Effect.succeed(new Set(ids.slice(0, 1)))
        })
        const { job } = yield* runOnce({
          store,
          answer: () => FakeVendor.page([]),
          connector: FakeVendor.connector({ device_groups: [extractor] })
        })
        expect(known).toEqual(new Set(["a"]))
        expect(job.exports).toMatchObject([
          { health: "HEALTHY", message: expect.stringContaining("another tenant replaces the one before") }
        ])
      })
  )

  it.effect("reads nothing if the vendor answers as another tenant than the one that is stored", () =>
    Effect.gen(function* () {
      const { job, store, vendor } = yield* runOnce({
        tenant: { id: "globex", address: "globex.example", further: [] },
        answer: () => FakeVendor.page(["g1"])
      })
      expect(job).toMatchObject({ status: "FAILED", health: "UNAUTHORIZED" })
      expect(job.exports).toHaveLength(2)
      for (const one of job.exports) {
        expect(one).toMatchObject({ health: "UNAUTHORIZED", seen: 0 })
        expect(one.message).toContain(
          "the stored data is of globex at globex.example, and the vendor now answers as fake"
        )
      }
      expect(store.log).toEqual([])
      expect(vendor.asked).toEqual([])
      const sql = yield* SqlClient.SqlClient
      const problems = yield* sql<{ readonly reason: string }>`select reason from connection_problem`
      expect(problems.some(({ reason }) => reason === "TENANT_CHANGED")).toBe(true)
    })
  )

  it.effect(
    "stores the tenants that rows name before it stores their page, so that they are known even if the job dies later",
    () =>
      Effect.gen(function* () {
        const fake = FakeVendor.connector()
        const ofRow = (row: unknown) => Pagination.at(row, "id") as string
        const connector = {
          ...fake,
          http: (credentials: unknown) => ({ ...fake.http(credentials), tenant: { id: null, ofRow } })
        }
        const store = FakeStore.memory()
        yield* runOnce({
          connector,
          store,
          answer: (path, url) => (path === "/users" ? twoPages(path, url) : FakeVendor.page([]))
        })
        expect(store.log.filter((line) => !line.endsWith("device_group"))).toEqual([
          "tenants a,b",
          "write 2 itsm_user",
          "tenants c",
          "write 1 itsm_user",
          "close itsm_user"
        ])
      })
  )

  it.effect("gives up if the checkpoint of the new scan also expires", () =>
    Effect.gen(function* () {
      const expired = new VendorError.CheckpointExpired({ endpoint: "/delta", status: 410, detail: "answered 410" })
      const extractor = Extractor.fromStream({
        record: RecordKind.DeviceGroup,
        endpoint: "/delta",
        permissions: [],
        pages: () => Stream.fail(expired)
      })
      const { job, store } = yield* runOnce({
        answer: () => FakeVendor.page([]),
        connector: FakeVendor.connector({ device_groups: [extractor] })
      })
      expect(store.log).toEqual(["restart device_group"])
      expect(job).toMatchObject({ status: "FAILED", health: "INTERNAL_ERROR" })
    })
  )
})

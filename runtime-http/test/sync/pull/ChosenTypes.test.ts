import { expect, layer } from "@effect/vitest"
import { Also, Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Effect, Schema } from "effect"
import * as FakeVendor from "../FakeVendor.js"
import * as PullWorld from "./PullWorld.js"

/* Which lists a job reads if the connection has chosen some types of data, and what is left of the others, with the true runner and store. */

const Asset = Schema.Struct({ id: Schema.String, name: Schema.String, isDevice: Row.nullish(Schema.Boolean) })
type Asset = Schema.Schema.Type<typeof Asset>

/** A list whose rows become records of two types. */
const assets = Extractor.make({
  record: RecordKind.Resource,
  endpoint: "/assets",
  row: Asset,
  permissions: ["assets.read"],
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "after", total: "total" }),
  also: [
    Also.of<Asset>()({
      record: RecordKind.DeviceGroup,
      toRecord: ({ id, isDevice, name }) => (isDevice === true ? { name, vendor_id: id } : null)
    })
  ],
  toRecord: ({ id, name }: Asset) => ({ name, type: "asset", vendor_id: id })
})

const rows = Array.from({ length: 6 }, (_, index) => ({
  id: `a${index}`,
  name: `Asset ${index}`,
  isDevice: index % 3 === 0
}))

const separate = FakeVendor.connector()
const shared = FakeVendor.connector({ device_groups: [assets], resources: [assets] })

const page = (ids: ReadonlyArray<string>) => ({ body: FakeVendor.page(ids) })
const forbidden = { body: {}, status: 403 }

const typesOf = (entries: ReadonlyArray<{ readonly data_export_type: string }>) =>
  entries.map(({ data_export_type }) => data_export_type)

layer(PullWorld.stores)("A connection that has chosen types of data", (it) => {
  it.effect("sends no request for another type, and says nothing about it", () =>
    Effect.gen(function* () {
      const paths = new Set<string>()
      const world = yield* PullWorld.make(separate, ({ pathname }) => {
        paths.add(pathname)
        return pathname === "/groups" ? forbidden : page(["a"])
      })
      yield* world.choose(["itsm_users"])
      const job = yield* world.job
      expect([...paths]).toEqual(["/users"])
      expect(job).toMatchObject({ status: "SUCCESS", health: "HEALTHY" })
      expect(typesOf(job.all)).toEqual(["itsm_users"])
      const status = yield* world.status
      expect(status).toMatchObject({ data_export_types: ["itsm_users"], phase: "SYNCED", problems: [] })
      expect(typesOf(status.data_exports)).toEqual(["itsm_users"])
    })
  )

  it.effect(
    "keeps the records of a type that it does not read any more, and loses the problems of that type at once",
    () =>
      Effect.gen(function* () {
        let groups: PullWorld.Answer = page(["g"])
        const world = yield* PullWorld.make(separate, ({ pathname }) => (pathname === "/groups" ? groups : page(["a"])))
        yield* world.job
        groups = forbidden
        expect(yield* world.job).toMatchObject({ status: "FAILED", health: "UNAUTHORIZED" })
        expect((yield* world.status).problems).toHaveLength(1)

        expect(yield* world.choose(["itsm_users"])).toMatchObject({
          data_export_types: ["itsm_users"],
          health: { name: "HEALTHY", details: null }
        })
        expect((yield* world.status).problems).toEqual([])
        expect(yield* world.job).toMatchObject({ status: "SUCCESS", health: "HEALTHY" })
        expect([...(yield* world.live).keys()].toSorted()).toEqual(["a", "g"])
      })
  )

  it.effect("keeps the health of the types that still fail", () =>
    Effect.gen(function* () {
      const world = yield* PullWorld.make(separate, ({ pathname }) =>
        pathname === "/groups" ? forbidden : { body: {}, status: 400 }
      )
      expect(yield* world.job).toMatchObject({ health: "UNAUTHORIZED" })
      expect((yield* world.choose(["itsm_users"])).health).toMatchObject({
        name: "VENDOR_CLIENT_ERROR",
        details: [{ data_export_type: "itsm_users", endpoint: "/users" }]
      })
    })
  )

  it.effect("is due at once if a type is added, and reads that type then", () =>
    Effect.gen(function* () {
      const world = yield* PullWorld.make(separate, ({ pathname }) => page(pathname === "/groups" ? ["g"] : ["a"]))
      yield* world.choose(["itsm_users"])
      yield* world.dueJob
      expect(yield* Effect.exit(world.dueJob)).toMatchObject({ _tag: "Failure" })
      yield* world.choose(["itsm_users", "device_groups"])
      expect(typesOf((yield* world.dueJob).all)).toEqual(["device_groups", "itsm_users"])
      expect([...(yield* world.live).keys()].toSorted()).toEqual(["a", "g"])
    })
  )

  it.effect(
    "stores only records of its types from a list that has others, too, and reads the list anew for a type that it adds",
    () =>
      Effect.gen(function* () {
        const world = yield* PullWorld.make(shared, () => ({ body: { rows, next: null, total: rows.length } }))
        yield* world.choose(["device_groups"])
        expect((yield* world.job).all).toMatchObject([{ data_export_type: "device_groups", seen: 2, created: 2 }])
        expect((yield* world.live).size).toBe(2)

        yield* world.choose(["device_groups", "resources"])
        expect((yield* world.status).data_exports).toMatchObject([{ state: "NEVER" }, { state: "NEVER" }])
        expect((yield* world.dueJob).all).toMatchObject([
          { data_export_type: "device_groups", unchanged: 2, deleted: 0 },
          { data_export_type: "resources", created: 6, deleted: 0 }
        ])
      })
  )

  it.effect.each([
    ["before the tenant is replaced", true],
    ["after it, before any list of the new one was read", false]
  ] as const)("keeps nothing of a former tenant of a type that it stopped reading %s", ([, isBefore]) =>
    Effect.gen(function* () {
      let names = ["a", "b"]
      const world = yield* PullWorld.make(separate, ({ pathname }) =>
        page(names.map((name) => `${name}${pathname === "/groups" ? "-group" : ""}`))
      )
      yield* world.job
      expect((yield* world.live).size).toBe(4)
      names = ["c"]
      if (isBefore) yield* world.choose(["itsm_users"])
      yield* world.replaceTenant
      if (!isBefore) yield* world.choose(["itsm_users"])
      yield* world.dueJob
      expect([...(yield* world.live).keys()]).toEqual(["c"])

      yield* world.choose(["device_groups", "itsm_users"])
      yield* world.dueJob
      yield* world.choose(["itsm_users"])
      yield* world.job
      // They are of the new tenant.
      expect([...(yield* world.live).keys()].toSorted()).toEqual(["c", "c-group"])
    })
  )

  it.effect("keeps nothing of a former tenant of a type that the new credentials cannot read", () =>
    Effect.gen(function* () {
      let groups: PullWorld.Answer = page(["g"])
      const world = yield* PullWorld.make(separate, ({ pathname }) => (pathname === "/groups" ? groups : page(["a"])))
      yield* world.job
      yield* world.replaceTenant
      groups = forbidden
      yield* world.dueJob
      expect([...(yield* world.live).keys()]).toEqual(["a"])
    })
  )

  it.effect("keeps nothing of a former tenant of a type that it does not read in a list that it does", () =>
    Effect.gen(function* () {
      let stored = rows
      const world = yield* PullWorld.make(shared, () => ({ body: { rows: stored, next: null, total: stored.length } }))
      yield* world.job
      expect((yield* world.live).size).toBe(rows.length)
      yield* world.choose(["device_groups"])
      yield* world.replaceTenant
      stored = [{ id: "new", name: "New", isDevice: true }]
      yield* world.dueJob
      expect([...(yield* world.live).keys()]).toEqual(["new"])
    })
  )

  it.effect(
    "takes what an unfinished scan of a former tenant has stored for that, although its type was left out and chosen again",
    () =>
      Effect.gen(function* () {
        let isNew = false
        const world = yield* PullWorld.make(separate, ({ pathname, searchParams }) => {
          if (pathname !== "/groups") return page(["a"])
          if (isNew) return page(["h"])
          return searchParams.size > 1 ? forbidden : { body: FakeVendor.page(["g"], "next") }
        })
        yield* world.job
        expect([...(yield* world.live).keys()].toSorted()).toEqual(["a", "g"])
        yield* world.choose(["itsm_users"])
        yield* world.replaceTenant
        yield* world.choose(["device_groups", "itsm_users"])
        isNew = true
        yield* world.dueJob
        expect([...(yield* world.live).keys()].toSorted()).toEqual(["a", "h"])
      })
  )

  it.effect(
    "keeps the records of its own tenant if it leaves out a type before the list that it shares was read again",
    () =>
      Effect.gen(function* () {
        const both = FakeVendor.connector({
          device_groups: [assets],
          resources: [assets],
          itsm_users: [FakeVendor.users]
        })
        const world = yield* PullWorld.make(both, ({ pathname }) =>
          pathname === "/assets" ? { body: { rows, next: null, total: rows.length } } : page(["a"])
        )
        yield* world.choose(["device_groups"])
        yield* world.replaceTenant
        yield* world.dueJob
        yield* world.choose(["device_groups", "resources"])
        yield* world.choose(["itsm_users"])
        yield* world.dueJob
        expect([...(yield* world.live).keys()].toSorted()).toEqual(["a", "a0", "a3"])
      })
  )

  it.effect("keeps what both tenants have of a type that it stopped reading before a scan proved it", () =>
    Effect.gen(function* () {
      let isCut = false
      const world = yield* PullWorld.make(separate, ({ pathname, searchParams }) => {
        if (pathname !== "/groups") return page(["a"])
        if (!isCut) return page(["g", "h"])
        return searchParams.size > 1 ? forbidden : { body: FakeVendor.page(["g"], "next") }
      })
      yield* world.job
      yield* world.replaceTenant
      isCut = true
      yield* world.dueJob
      yield* world.choose(["itsm_users"])
      yield* world.job
      expect([...(yield* world.live).keys()].toSorted()).toEqual(["a", "g"])
    })
  )

  it.effect("keeps nothing of a former tenant if its connector exports nothing that was chosen", () =>
    Effect.gen(function* () {
      const world = yield* PullWorld.make(separate, () => page(["a"]))
      yield* world.job
      yield* world.choose(["siem_events"])
      yield* world.replaceTenant
      yield* Effect.exit(world.dueJob)
      expect((yield* world.live).size).toBe(0)
    })
  )

  it.effect("keeps nothing of a former tenant of a row with an id of both that cannot be read", () =>
    Effect.gen(function* () {
      let isNew = false
      const world = yield* PullWorld.make(separate, ({ pathname }) => {
        if (!isNew || pathname === "/groups") return page(["a", "b"])
        return {
          body: {
            rows: [
              { id: "a", name: null },
              { id: "b", name: "B" }
            ],
            next: null,
            total: 2
          }
        }
      })
      yield* world.choose(["itsm_users"])
      yield* world.job
      isNew = true
      yield* world.replaceTenant
      expect((yield* world.dueJob).only).toMatchObject({ rejected: 1, deleted: 2 })
      expect([...(yield* world.live).keys()]).toEqual(["b"])
    })
  )

  it.effect("keeps the records of its own tenant of a list that the former one did not have", () =>
    Effect.gen(function* () {
      const world = yield* PullWorld.make(separate, ({ pathname, searchParams }) => {
        if (pathname !== "/groups") return page(["a"])
        return searchParams.size > 1 ? forbidden : { body: FakeVendor.page(["g"], "next") }
      })
      yield* world.choose(["itsm_users"])
      yield* world.job
      yield* world.replaceTenant
      yield* world.choose(["device_groups", "itsm_users"])
      yield* world.dueJob
      yield* world.choose(["itsm_users"])
      yield* world.job
      expect([...(yield* world.live).keys()].toSorted()).toEqual(["a", "g"])
    })
  )

  it.effect(
    "lets its process stop before all records of a former tenant are removed, and another one remove the rest",
    () =>
      Effect.gen(function* () {
        const world = yield* PullWorld.make(separate, () => page(["a"]))
        yield* world.job
        yield* world.choose(["siem_events"])
        yield* world.replaceTenant
        yield* world.handOver(0)
        expect((yield* world.live).size).toBe(1)
        yield* Effect.exit(world.dueJob)
        expect((yield* world.live).size).toBe(0)
      })
  )

  it.effect("fails if its connector exports none of the types any more", () =>
    Effect.gen(function* () {
      const world = yield* PullWorld.make(separate, () => page(["a"]))
      yield* world.choose(["siem_events"])
      expect(yield* Effect.exit(world.job)).toMatchObject({ _tag: "Failure" })
      expect((yield* world.shown).health).toMatchObject({ name: "INTERNAL_ERROR" })
    })
  )

  it.effect("deletes nothing if a type is added while a scan of the list that it shares is unfinished", () =>
    Effect.gen(function* () {
      const world = yield* PullWorld.make(shared, ({ searchParams }) =>
        searchParams.get("after") === "3"
          ? { body: { rows: rows.slice(3), next: null, total: 6 } }
          : { body: { rows: rows.slice(0, 3), next: "3", total: 6 } }
      )
      yield* world.job
      yield* world.choose(["device_groups"])
      yield* world.handOver(1)
      yield* world.choose(["device_groups", "resources"])
      const job = yield* world.dueJob
      expect(job.asked.map((asked) => asked.get("after"))).toEqual([null, "3"])
      expect(job.all).toMatchObject([
        { data_export_type: "device_groups", unchanged: 2, deleted: 0, missing_records: [] },
        { data_export_type: "resources", unchanged: 6, deleted: 0, missing_records: [] }
      ])
    })
  )
})

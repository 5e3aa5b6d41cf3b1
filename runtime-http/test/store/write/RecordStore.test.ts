import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import {
  Batch,
  Checkpoint,
  type DuplicateSample,
  type Extractor,
  RecordKind,
  Result,
  VendorData
} from "@tributary/core"
import { Effect, Schema } from "effect"
import { RecordStore, type Scan } from "../../../src/store/write/RecordStore.js"
import { addCounts, type Counts, type KindCounts, noCounts, totalOf } from "../../../src/store/write/Scan.js"
import * as Fixture from "../RecordFixture.js"

const { IdpUser, IdpGroup, IdpGroupMembership, IdpGroupNesting, ItsmUser, DeviceGroup, Vulnerability } = RecordKind

Fixture.bothDatabases("RecordStore", (it) => {
  it.effect("stores new records, and writes nothing when it gets the same ones again [contract: updated-time]", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const drafts = Fixture.users(1_000)
      const first = yield* Fixture.put(at, IdpUser, drafts)
      expect(first).toMatchObject({ seen: 1_000, created: 1_000, changed: 0, unchanged: 0 })
      const before = { rows: yield* Fixture.stored(at, IdpUser), counter: yield* Fixture.counter(at, IdpUser) }
      expect(before.counter).toMatchObject({ position: 1_000, total: 1_000 })

      const second = yield* Fixture.put(at, IdpUser, drafts)
      expect(second).toMatchObject({ seen: 1_000, created: 0, changed: 0, unchanged: 1_000 })
      const after = { rows: yield* Fixture.stored(at, IdpUser), counter: yield* Fixture.counter(at, IdpUser) }
      expect(after).toEqual(before)
    })
  )

  it.effect("moves only changed records, to the end of the list [contract: list-order]", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, Fixture.users(5))
      const counts = yield* Fixture.put(at, IdpUser, [
        Fixture.user("u0"),
        Fixture.user("u2", { job_title: "CTO" }),
        Fixture.user("u9")
      ])
      expect(counts).toMatchObject({ seen: 3, created: 1, changed: 1, unchanged: 1 })
      const rows = yield* Fixture.stored(at, IdpUser)
      expect(rows.map((row) => row.vendor_id)).toEqual(["u0", "u1", "u3", "u4", "u2", "u9"])
      expect(rows.map((row) => row.updated)).toEqual(rows.map((row) => row.updated).toSorted())
      expect(rows[4]?.updated).not.toBe(rows[0]?.updated)
      expect((yield* Fixture.counter(at, IdpUser)).total).toBe(6)
    })
  )

  it.effect("gives later positions later times, even after the clock was set back [contract: list-order]", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      yield* Fixture.put(at, IdpUser, [Fixture.user("u0")])
      yield* sql`update record_counter set updated_at = '2999-01-01T00:00:00Z' where connection_id = ${at.id}`
      yield* sql`update record set updated_at = '2999-01-01T00:00:00Z' where connection_id = ${at.id}`
      const { asOf } = yield* Fixture.list(at, IdpUser)
      expect(asOf).toBe("2999-01-01T00:00:00.000001Z")
      yield* Fixture.put(at, IdpUser, [Fixture.user("u1")])
      expect(Fixture.vendorIds((yield* Fixture.list(at, IdpUser, { updatedSince: asOf })).items)).toEqual(["u1"])
      yield* Fixture.put(at, IdpUser, [Fixture.user("u2")])
      const times = (yield* Fixture.stored(at, IdpUser)).map((row) => row.updated)
      expect(times).toEqual(times.toSorted())
      expect(new Set(times).size).toBe(3)
    })
  )

  it.effect("treats the same content with another key order as unchanged", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, [Fixture.user("u", { vendor_data: { a: 1, b: { c: 2, d: 3 } } })])
      const counts = yield* Fixture.put(at, IdpUser, [Fixture.user("u", { vendor_data: { b: { d: 3, c: 2 }, a: 1 } })])
      expect(counts.unchanged).toBe(1)
    })
  )

  it.effect("writes nothing if only volatile fields differ, and the volatile fields as well if others do", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const further = VendorData.reader(Schema.Struct({ id: Schema.String }).ast, { volatile: ["seen", "stats.count"] })
      const put = (row: object) =>
        Fixture.put(at, IdpUser, [VendorData.withFurther(Fixture.user("u"), further({ id: "u", ...row }, []))])
      const dataOf = Effect.map(Fixture.list(at, IdpUser), ({ items }) => JSON.parse(String(items[0])).vendor_data)
      yield* put({ seen: 1, room: "12", stats: { count: 1, max: { soft: 1, hard: 2 } } })
      const before = yield* Fixture.stored(at, IdpUser)
      const counts = yield* put({ stats: { max: { hard: 2, soft: 1 }, count: 8 }, seen: 2, room: "12" })
      expect(counts).toMatchObject({ seen: 1, changed: 0, unchanged: 1 })
      expect(yield* Fixture.stored(at, IdpUser)).toEqual(before)
      expect(yield* put({ seen: 3, room: "14", stats: { count: 9, max: { soft: 1, hard: 2 } } })).toMatchObject({
        changed: 1
      })
      expect(yield* dataOf).toEqual({ seen: 3, room: "14", stats: { count: 9, max: { soft: 1, hard: 2 } } })
    })
  )

  it.effect(
    "counts the records of a page with unmapped values, including unchanged ones [contract: unknown-values]",
    () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        const of = Fixture.extractor([Vulnerability, IdpGroup])
        const scan = yield* Fixture.open(at, of)
        const page = [
          Fixture.batch(at, Vulnerability, [
            Fixture.vulnerability("known"),
            Fixture.vulnerability("new", { severity: "UNKNOWN", vendor_severity: "Tier 9" }),
            Fixture.vulnerability("newer", { state: "UNKNOWN" })
          ]),
          Fixture.batch(at, IdpGroup, [Fixture.group("g")])
        ]
        expect(yield* Fixture.write(scan, ...page)).toMatchObject({ seen: 4, created: 4, unmapped: 2 })
        // The scan reads the page again after an interruption.
        expect(yield* Fixture.write(scan, ...page)).toMatchObject({ seen: 0, unmapped: 0 })
        const next = yield* Fixture.openAnew(at, of)
        expect(yield* Fixture.write(next, ...page)).toMatchObject({ seen: 4, unchanged: 4, unmapped: 2 })
        expect(yield* Fixture.close(next)).toMatchObject({ seen: 0, unmapped: 0 })
      })
  )

  it.effect("refuses writes without the lease", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const sql = yield* SqlClient.SqlClient
      const scan = yield* Fixture.open(at, Fixture.extractor([IdpUser]))
      yield* sql`update schedule set fence = 8 where connection_id = ${at.id}`
      const refused = [
        Fixture.write(scan, Fixture.batch(at, IdpUser, Fixture.users(1))),
        Fixture.open(at, Fixture.extractor([IdpUser])),
        Fixture.scanAll(at, Fixture.extractor([IdpUser])),
        store.restart(scan)
      ]
      for (const attempt of refused) expect((yield* Effect.flip(attempt))._tag).toBe("StaleFence")
      expect(yield* Fixture.stored(at, IdpUser)).toEqual([])
    })
  )

  it.effect("refuses to close a scan whose lease is lost", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      yield* Fixture.put(at, IdpUser, Fixture.users(3))
      const closing = Effect.gen(function* () {
        const scan = yield* Fixture.open(at, Fixture.extractor([IdpUser]))
        yield* sql`update schedule set fence = 8 where connection_id = ${at.id}`
        return yield* Fixture.close(scan)
      })
      expect((yield* Effect.flip(closing))._tag).toBe("StaleFence")
      expect((yield* Fixture.stored(at, IdpUser)).filter((row) => row.is_gone)).toEqual([])
    })
  )

  it.effect(
    "moves both ends of a new relation, and nothing while the relation stays the same [contract: updated-time]",
    () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        yield* Fixture.put(at, IdpUser, Fixture.users(3))
        yield* Fixture.put(at, IdpGroup, [Fixture.group("g0"), Fixture.group("g1")])
        const memberships = [Fixture.membership("g0", "u0"), Fixture.membership("g0", "unknown")]
        yield* Fixture.put(at, IdpGroupMembership, memberships)
        const moved = { users: yield* Fixture.stored(at, IdpUser), groups: yield* Fixture.stored(at, IdpGroup) }
        expect(moved.users.map((row) => row.vendor_id)).toEqual(["u1", "u2", "u0"])
        expect(moved.groups.map((row) => row.vendor_id)).toEqual(["g1", "g0"])
        expect(moved.users.at(-1)?.updated).not.toBe(moved.users[0]?.updated)

        yield* Fixture.put(at, IdpGroupMembership, memberships)
        expect({ users: yield* Fixture.stored(at, IdpUser), groups: yield* Fixture.stored(at, IdpGroup) }).toEqual(
          moved
        )

        // Unchanged relations move nothing, even next to a new one.
        yield* Fixture.put(at, IdpGroupMembership, [...memberships, Fixture.membership("g1", "u1")])
        const later = { users: yield* Fixture.stored(at, IdpUser), groups: yield* Fixture.stored(at, IdpGroup) }
        expect(later.users.map((row) => row.vendor_id)).toEqual(["u2", "u0", "u1"])
        expect(later.groups.map((row) => row.vendor_id)).toEqual(["g0", "g1"])
      })
  )

  it.effect("moves both groups when one becomes a member of the other, and when it leaves", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const groups = ["g0", "g1", "g2", "g3"].map((vendorId) => Fixture.group(vendorId))
      yield* Fixture.put(at, IdpGroup, groups)
      const order = Effect.map(Fixture.stored(at, IdpGroup), (rows) => rows.map((row) => row.vendor_id))
      const nested = { group_vendor_id: "g2", member_group_vendor_id: "g0" }
      yield* Fixture.put(at, IdpGroupNesting, [nested])
      const moved = yield* order
      expect([moved.slice(0, 2), moved.slice(2).toSorted()]).toEqual([
        ["g1", "g3"],
        ["g0", "g2"]
      ])
      yield* Fixture.put(at, IdpGroup, [Fixture.group("g1", { description: "changed" })])
      const scan = yield* Fixture.open(at, Fixture.extractor([IdpGroupNesting]))
      yield* Fixture.write(scan, Fixture.batch(at, IdpGroupNesting, [], ['["g2","g0"]']))
      expect((yield* order).slice(2).toSorted()).toEqual(["g0", "g2"])
    })
  )

  it.effect("moves a record when the other end of its relation is stored later than the relation", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, Fixture.users(2))
      yield* Fixture.put(at, IdpGroupMembership, [Fixture.membership("g", "u1"), Fixture.membership("g", "u0")])
      const before = (yield* Fixture.counter(at, IdpUser)).position
      yield* Fixture.put(at, IdpGroup, [Fixture.group("g")])
      const rows = yield* Fixture.stored(at, IdpUser)
      expect(rows.every((row) => row.position > before)).toBe(true)

      // A change to the group's own fields does not move its users.
      yield* Fixture.put(at, IdpGroup, [Fixture.group("g", { description: "changed" })])
      expect(yield* Fixture.stored(at, IdpUser)).toEqual(rows)
    })
  )

  it.effect(
    "removes the records that a delta reports as gone: hides or flags them, depending on the kind [contract: removed-records]",
    () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        yield* Fixture.put(at, IdpUser, Fixture.users(2))
        yield* Fixture.put(at, DeviceGroup, [Fixture.deviceGroup("d0"), Fixture.deviceGroup("d1")])
        const scan = yield* Fixture.open(at, Fixture.extractor([IdpUser, DeviceGroup, ItsmUser]))
        yield* Fixture.write(scan, Fixture.batch(at, ItsmUser, [Fixture.itsmUser("i0"), Fixture.itsmUser("i1")]))

        const removal = () =>
          Fixture.write(
            scan,
            Fixture.batch(at, IdpUser, [], ["u0", "unknown", "u0"]),
            Fixture.batch(at, DeviceGroup, [], ["d0"]),
            Fixture.batch(at, ItsmUser, [], ["i0"])
          )
        expect((yield* removal()).deleted).toBe(3)
        const [u1, u0] = Fixture.parse((yield* Fixture.list(at, IdpUser)).items)
        expect([u1?.["is_deleted"], u0?.["is_deleted"], u0?.vendor_id]).toEqual([false, true, "u0"])
        const devices = yield* Fixture.list(at, DeviceGroup, { wantsTotal: true })
        expect(Fixture.vendorIds(devices.items)).toEqual(["d1"])
        expect(devices.total).toBe(1)
        expect(Fixture.parse((yield* Fixture.list(at, ItsmUser)).items).map((item) => item["status"])).toEqual([
          "ACTIVE",
          "DELETED"
        ])

        const before = yield* Fixture.stored(at, IdpUser)
        expect((yield* removal()).deleted).toBe(0)
        expect(yield* Fixture.stored(at, IdpUser)).toEqual(before)
      })
  )

  it.effect("lists a returning record again, under its former id [contract: removed-records]", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const drafts = { user: [Fixture.user("u0")], device: [Fixture.deviceGroup("d0"), Fixture.deviceGroup("d1")] }
      const of = Fixture.extractor([IdpUser, DeviceGroup])
      const scan = yield* Fixture.open(at, of)
      const all = [Fixture.batch(at, IdpUser, drafts.user), Fixture.batch(at, DeviceGroup, drafts.device)]
      yield* Fixture.write(scan, ...all)
      const before = Fixture.parse((yield* Fixture.list(at, DeviceGroup)).items)
      yield* Fixture.write(
        scan,
        Fixture.batch(at, IdpUser, [], ["u0"]),
        Fixture.batch(at, DeviceGroup, [], ["d0", "d1"])
      )
      expect((yield* Fixture.list(at, DeviceGroup, { wantsTotal: true })).total).toBe(0)

      expect(yield* Fixture.write(scan, ...all)).toMatchObject({ created: 0, changed: 3, unchanged: 0 })
      const after = yield* Fixture.list(at, DeviceGroup, { wantsTotal: true })
      expect(Fixture.parse(after.items)).toEqual(before)
      expect(after.total).toBe(2)
      expect((yield* Fixture.list(at, IdpUser, { wantsTotal: true })).total).toBe(1)
      expect(Fixture.parse((yield* Fixture.list(at, IdpUser)).items)[0]?.["is_deleted"]).toBe(false)

      // A later change to a record that has returned does not count the record twice.
      const next = yield* Fixture.openAnew(at, of)
      yield* Fixture.write(next, Fixture.batch(at, DeviceGroup, [Fixture.deviceGroup("d0", { description: "x" })]))
      expect((yield* Fixture.counter(at, DeviceGroup)).total).toBe(2)
    })
  )

  it.effect("stores text that databases choke on", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const text = `\u0000\ud800 \\u0000 '"\\ \u2028 😀 {"a":1}`
      yield* Fixture.put(at, IdpUser, [
        Fixture.user(`v'"\\ 😀\u0001`, { full_name: text, vendor_data: { [text]: text } })
      ])
      const [item] = Fixture.parse((yield* Fixture.list(at, IdpUser)).items)
      expect(item?.["full_name"]).toBe(text.replace("\u0000", "").replace("\ud800", "\ufffd"))
      expect(item?.vendor_id).toBe(`v'"\\ 😀\u0001`)
    })
  )

  it.effect("stores the same one of several rows with an id in every full scan, whatever the order of the pages", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const named = (name: string) => Fixture.batch(at, IdpUser, [Fixture.user("u0", { name })])
      const of = Fixture.extractor([IdpUser], { isIncremental: true })
      const readAll = (...names: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const samples: Array<DuplicateSample> = []
          const scan = yield* Fixture.openAnew(at, of)
          const store = yield* RecordStore
          let counts: Counts = noCounts
          const also = (_: KindCounts, found: ReadonlyArray<DuplicateSample>) =>
            Effect.sync(() => samples.push(...found))
          for (const batch of [Fixture.batch(at, IdpUser, [Fixture.user("u1")]), ...names.map(named)]) {
            counts = addCounts(counts, totalOf(yield* store.write(scan, Fixture.page([batch]), also)))
          }
          yield* Fixture.close(scan)
          return { counts, samples: samples.map(({ fields, record_kind }) => `${record_kind} ${fields.join(" ")}`) }
        })
      const names = Effect.map(Fixture.list(at, IdpUser), ({ items }) => Fixture.parse(items).map(({ name }) => name))
      const first = yield* readAll("one", "three", "two")
      expect(first.counts).toMatchObject({ seen: 2, created: 2, duplicates: 2 })
      expect(first.samples).toEqual(["idp_user name", "idp_user name"])
      expect(yield* names).toEqual(["u1", "one"])
      for (const order of [
        ["three", "two", "one"],
        ["two", "one", "three"],
        ["one", "two", "three"],
        ["three", "one", "two"]
      ]) {
        const again = yield* readAll(...order)
        expect(again.counts.seen, order.join()).toBe(2)
        expect(again.counts.duplicates, order.join()).toBeGreaterThanOrEqual(1)
        expect(yield* names, order.join()).toEqual(["u1", "one"])
      }
      // The row that had lost is the record as soon as it is the only one.
      yield* readAll("three")
      expect(yield* names).toEqual(["u1", "three"])
      yield* readAll("one")
      // A row that moves to a later page while the list is read is no duplicate.
      expect((yield* readAll("one", "one")).counts).toMatchObject({ duplicates: 0, unchanged: 2 })

      const delta = yield* Fixture.open(at, of)
      expect(delta.mode).toBe("delta")
      yield* Fixture.write(delta, named("third"), named("fourth"))
      yield* Fixture.write(delta, named("last"))
      expect(yield* names).toEqual(["u1", "last"])
    })
  )

  it.effect("stores what the last part of a piece says about a record, even if that is already stored", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const of = Fixture.extractor([IdpUser], { isIncremental: true })
      const named = (name: string) => Fixture.batch(at, IdpUser, [Fixture.user("u0", { name })])
      yield* Fixture.scanAll(at, of, named("stored"))
      const names = Effect.map(Fixture.list(at, IdpUser), ({ items }) => Fixture.parse(items).map(({ name }) => name))
      const delta = yield* Fixture.open(at, of)
      expect(delta.mode).toBe("delta")
      yield* Fixture.write(delta, named("other"), named("stored"))
      expect(yield* names).toEqual(["stored"])
      yield* Fixture.write(delta, Fixture.batch(at, IdpUser, [], ["u0"]), named("stored"))
      expect(yield* names).toEqual(["stored"])
    })
  )

  it.effect("stores a row again if a resumed scan reads it again", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const of = Fixture.extractor([IdpUser], { isIncremental: true })
      const store = yield* RecordStore
      const put = (scan: Scan, checkpoint: Extractor.Checkpoint | null, name: string) =>
        Effect.map(
          store.write(scan, {
            ...Fixture.page([Fixture.batch(at, IdpUser, [Fixture.user("u0", { name })])]),
            checkpoint
          }),
          (counts) => totalOf(counts)
        )
      const name = Effect.map(Fixture.list(at, IdpUser), ({ items }) => Fixture.parse(items)[0]?.["name"])
      yield* put(yield* Fixture.open(at, of), null, "at first")
      const again = yield* Fixture.open(at, of)
      expect(again).toMatchObject({ mode: "full", isResumed: true, checkpoint: Checkpoint.START })
      // The delta that follows may begin here, so nothing else would bring the change.
      expect(yield* put(again, null, "changed since")).toMatchObject({ seen: 1, changed: 1 })
      expect(yield* put(again, { at: 1 }, "repeated")).toMatchObject({ seen: 0 })
      // A run that continues reads some rows again, and what they say now counts.
      expect(yield* put(yield* Fixture.open(at, of), null, "changed again")).toMatchObject({ seen: 1, changed: 1 })
      expect(yield* name).toBe("changed again")
    })
  )

  it.effect("stores a readable row although an unreadable one with its id came first", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const scan = yield* Fixture.open(at, Fixture.extractor([IdpUser]))
      const unreadable = Batch.make(IdpUser, at.owner, [Result.succeed({ vendor_id: "u0" })])
      yield* Fixture.write(scan, unreadable, unreadable)
      const counts = yield* Fixture.write(scan, Fixture.batch(at, IdpUser, [Fixture.user("u0")]), unreadable)
      expect(counts).toMatchObject({ seen: 2, created: 1, rejected: 1 })
    })
  )

  it.effect("remembers the rows whose lists a scan has read completely, until the scan ends", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      const of = Fixture.extractor([IdpGroup])
      const long = "x".repeat(10_000)
      const scan = yield* Fixture.open(at, of)
      yield* store.write(scan, { ...Fixture.page([]), completedParents: ["g0", long] })
      yield* store.write(scan, { ...Fixture.page([]), completedParents: ["g0", "g1\u0000"] })
      const resumed = yield* Fixture.open(at, of)
      expect(yield* store.completedParents(resumed, ["g0", "g2", long, "g1\u0000"])).toEqual(
        new Set(["g0", long, "g1\u0000"])
      )
      const other = yield* Fixture.open(at, Fixture.extractor([IdpUser]))
      expect(yield* store.completedParents(other, ["g0"])).toEqual(new Set())
      yield* Fixture.close(resumed)
      expect(yield* store.completedParents(yield* Fixture.open(at, of), ["g0"])).toEqual(new Set())
    })
  )
})

import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { type Checkpoint, RecordKind, VendorData } from "@tributary/core"
import { Effect, Schema } from "effect"
import { RecordStore } from "../../../src/store/write/RecordStore.js"
import type { Scan } from "../../../src/store/write/Scan.js"
import * as Fixture from "../RecordFixture.js"

const { ComplianceFinding, IdpUser } = RecordKind

const usersOf = Fixture.extractor([IdpUser])
const incremental = Fixture.extractor([IdpUser], { isIncremental: true, lookbackSecs: 600 })
const findingsOf = Fixture.extractor([ComplianceFinding])

/** 40 users, of whom the first so many are administrators. */
const admins = (count: number, fields: Fixture.Draft = {}) =>
  Fixture.users(40).map((user, index) => ({ ...user, is_admin: index < count, ...fields }))

const finding = (vendorId: string, fields: Fixture.Draft): Fixture.Draft => ({
  title: "Encrypt",
  resource_id: vendorId,
  severity: "HIGH",
  vendor_severity: "High",
  status: "NEW",
  vendor_status: "Unhealthy",
  vendor_id: vendorId,
  vendor_data: { categories: ["Data"], threats: ["Loss"] },
  ...fields
})

const findings = (fields: Fixture.Draft = {}) => Array.from({ length: 30 }, (_, index) => finding(`f${index}`, fields))

/** A complete scan, an hour and a little after what happened before. */
const scanAll = (
  at: Fixture.Connection,
  drafts: ReadonlyArray<Fixture.Draft>,
  of = usersOf,
  kind: RecordKind.Any = IdpUser
) => Effect.zipRight(Fixture.later(at, 1.1), scanAtOnce(at, drafts, of, kind))

/** A complete scan, just after what happened before. */
const scanAtOnce = (
  at: Fixture.Connection,
  drafts: ReadonlyArray<Fixture.Draft>,
  of = usersOf,
  kind: RecordKind.Any = IdpUser
) => Fixture.scanUncounted(at, of, Fixture.batch(at, kind, drafts))

/** The values of a field in the stored records. */
const valuesOf = (at: Fixture.Connection, kind: RecordKind.Any, read: (record: Fixture.Draft) => unknown) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly wire: string }>`
      select wire from record where connection_id = ${at.id} and kind = ${kind.name} and not is_gone`
    return rows.map(({ wire }) => read(JSON.parse(wire)))
  })

const adminsOf = (at: Fixture.Connection) =>
  Effect.map(
    valuesOf(at, IdpUser, (user) => user["is_admin"]),
    (all) => all.filter((each) => each === true).length
  )

const leftovers = (at: Fixture.Connection) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly emptied: number; readonly kept: number }>`
      select
        (select count(*)::int from emptied_field where connection_id = ${at.id}) as emptied,
        (select count(*)::int from kept_field where connection_id = ${at.id}) as kept`
    return row
  })

/** The version of the connector that reads from now on. */
const version = (at: Fixture.Connection, connectorVersion: string): Fixture.Connection => ({
  ...at,
  lease: { ...at.lease, origin: { jobId: at.id, connectorVersion } }
})

const pageOf = (
  at: Fixture.Connection,
  drafts: ReadonlyArray<Fixture.Draft>,
  checkpoint: Checkpoint.Checkpoint | null = null
) => Fixture.page([Fixture.batch(at, IdpUser, drafts)], checkpoint)

const writePage = (scan: Scan, page: ReturnType<typeof pageOf>) =>
  Effect.flatMap(RecordStore, (store) => store.write(scan, page))

const marked = VendorData.reader(Schema.Struct({ id: Schema.String }).ast, { volatile: ["stats.count", "seen"] })

/** 40 users whose rows have further fields, of which `stats.count` and `seen` are volatile. */
const usersWith = (fieldsOf: (index: number) => object) =>
  Fixture.users(40).map((user, index) => VendorData.withFurther(user, marked({ id: "u", ...fieldsOf(index) }, [])))

Fixture.eitherDatabase("A scan that would empty a field", (it) => {
  it.effect("writes records that lose a further field once, and not again with the next scan", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const users = (lacking: number) =>
        Fixture.users(40).map((user, index) => ({
          ...user,
          vendor_data: index < lacking ? { room: "12" } : { room: "12", title: "CTO" }
        }))
      yield* scanAll(at, users(0))
      const before = yield* Fixture.stored(at, IdpUser)
      yield* scanAll(at, users(10))
      const after = yield* Fixture.stored(at, IdpUser)
      expect(after.filter(({ updated }) => !before.some((row) => row.updated === updated))).toHaveLength(10)
      yield* scanAll(at, users(10))
      expect(yield* Fixture.stored(at, IdpUser)).toEqual(after)
    })
  )

  it.effect("neither writes nor reports anything if volatile fields are empty for a while", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(
        at,
        usersWith(() => ({ room: "12", seen: 1, stats: { count: 1 } }))
      )
      const before = yield* Fixture.stored(at, IdpUser)
      for (const fields of [
        { room: "12", stats: { count: null } },
        { room: "12", seen: 2 },
        { seen: 3, room: "12", stats: { count: 9 } }
      ]) {
        yield* scanAll(
          at,
          usersWith(() => fields)
        )
        expect(yield* Fixture.stored(at, IdpUser)).toEqual(before)
        expect(yield* leftovers(at)).toEqual({ emptied: 0, kept: 0 })
      }
      const moved = usersWith(() => ({ room: "13", stats: { count: null } }))
      yield* scanAll(at, moved)
      const data = yield* valuesOf(at, IdpUser, ({ vendor_data }) => vendor_data)
      expect(data).toEqual(moved.map(() => ({ room: "13" })))
      expect(yield* leftovers(at)).toEqual({ emptied: 0, kept: 0 })
    })
  )

  it.effect("keeps the field of all administrators, and says since when and until when", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(at, admins(26))
      const closing = yield* scanAll(at, admins(0))
      expect(yield* adminsOf(at)).toBe(26)
      expect(closing).toMatchObject({ changed: 0, unchanged: 0 })
      expect(closing.kept).toMatchObject([{ kind: "idp_user", path: "is_admin", count: 26, all: 26 }])
      const [kept] = closing.kept
      expect((kept?.believableAt ?? 0) - (kept?.since ?? 0)).toBe(3_600_000)
    })
  )

  it.effect(
    "keeps fields that become a catch-all, a word for nothing, null or an empty list, even inside objects",
    () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        yield* scanAll(at, findings(), findingsOf, ComplianceFinding)
        const emptied = {
          severity: "UNKNOWN",
          vendor_severity: "UNKNOWN",
          vendor_data: { categories: null, threats: [] },
          title: "Encrypt it"
        }
        const closing = yield* scanAll(at, findings(emptied), findingsOf, ComplianceFinding)
        expect(closing.kept.map(({ count, path }) => [path, count])).toEqual([
          ["severity", 30],
          ["vendor_severity", 30],
          ["vendor_data.categories", 30],
          ["vendor_data.threats", 30]
        ])
        const severities = yield* valuesOf(at, ComplianceFinding, ({ severity, title, vendor_data }) =>
          JSON.stringify([severity, title, vendor_data])
        )
        const expected = JSON.stringify(["HIGH", "Encrypt it", { categories: ["Data"], threats: ["Loss"] }])
        expect(new Set(severities)).toEqual(new Set([expected]))
      })
  )

  it.effect("empties it when a scan an hour later says the same, but not before", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(at, admins(26))
      const first = yield* scanAll(at, admins(0))
      const soon = yield* scanAtOnce(at, admins(0))
      expect(soon.kept.map(({ since }) => since)).toEqual(first.kept.map(({ since }) => since))
      expect(yield* adminsOf(at)).toBe(26)
      const closing = yield* scanAll(at, admins(0))
      expect(closing).toMatchObject({ changed: 26, unchanged: -26, kept: [] })
      expect(yield* adminsOf(at)).toBe(0)
      expect(yield* leftovers(at)).toEqual({ emptied: 0, kept: 0 })
    })
  )

  it.effect("starts again if a scan in between has seen the field", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(at, admins(26))
      yield* scanAll(at, admins(0))
      expect((yield* scanAtOnce(at, admins(26))).kept).toEqual([])
      expect((yield* scanAll(at, admins(0))).kept).toMatchObject([{ path: "is_admin" }])
      expect(yield* adminsOf(at)).toBe(26)
    })
  )

  it.effect("plans a full scan for the instant from which it can be believed", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      yield* scanAll(at, admins(26))
      const { kept } = yield* scanAll(at, admins(0))
      const [row] = yield* sql<{ readonly at: number }>`
        select floor(extract(epoch from confirm_at) * 1000)::float8 as at from scan where connection_id = ${at.id}`
      expect(row?.at).toBe(kept[0]?.believableAt)
    })
  )

  it.effect.each([
    ["half of the records that have it", 26, 13, 13],
    ["all records, if they are fewer than 20", 19, 0, 0]
  ] as const)("empties it at the end of the scan if it is the field of %s", ([_, before, after, left]) =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(at, admins(before))
      yield* Fixture.later(at, 1.1)
      const scan = yield* Fixture.open(at, usersOf)
      yield* writePage(scan, pageOf(at, admins(after, { full_name: "New" })))
      expect(yield* adminsOf(at)).toBe(before)
      const closing = yield* Fixture.close(scan)
      expect(closing).toMatchObject({ kept: [], changed: 0 })
      expect(yield* adminsOf(at)).toBe(left)
      expect(yield* leftovers(at)).toEqual({ emptied: 0, kept: 0 })
    })
  )

  it.effect("counts a record as changed once, whether or not other fields have changed with it", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(at, admins(26))
      const scan = yield* Fixture.open(at, usersOf)
      const drafts = admins(24).map((draft, index) => (index === 24 ? { ...draft, full_name: "New" } : draft))
      expect(yield* writePage(scan, pageOf(at, drafts))).toMatchObject({
        idp_user: { seen: 40, changed: 1, unchanged: 39 }
      })
      expect(yield* Fixture.close(scan)).toMatchObject({ changed: 1, unchanged: -1 })
      expect(yield* adminsOf(at)).toBe(24)
    })
  )

  it.effect("lets filters find the record by the values that it keeps", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(at, admins(26))
      yield* scanAll(at, admins(0, { full_name: "New" }))
      const listed = yield* Fixture.list(at, IdpUser, { filters: [Fixture.any("is_admin:true")] })
      expect(listed.items).toHaveLength(26)
      yield* scanAll(at, admins(0, { full_name: "New" }))
      expect((yield* Fixture.list(at, IdpUser, { filters: [Fixture.any("is_admin:true")] })).items).toEqual([])
    })
  )

  it.effect("empties it at once in the first scan with another version of the mapping", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(version(at, "1.0.0"), admins(26))
      expect((yield* scanAll(version(at, "1.1.0"), admins(0))).kept).toEqual([])
      expect(yield* adminsOf(at)).toBe(0)
      yield* scanAll(version(at, "1.1.0"), admins(26))
      expect((yield* scanAll(version(at, "1.1.0"), admins(0))).kept).toHaveLength(1)
      expect(yield* adminsOf(at)).toBe(26)
    })
  )

  it.effect("empties it at once if another tenant replaces the previous one", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(at, admins(26))
      yield* scanAll(at, admins(0))
      const scan = yield* Fixture.open(at, usersOf, "another")
      yield* writePage(scan, pageOf(at, admins(0)))
      expect((yield* Fixture.close(scan)).kept).toEqual([])
      expect(yield* adminsOf(at)).toBe(0)
      expect(yield* leftovers(at)).toEqual({ emptied: 0, kept: 0 })
    })
  )

  it.effect("continues its counts when another run resumes it", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(at, admins(26))
      const drafts = admins(0)
      const first = yield* Fixture.open(at, usersOf)
      yield* writePage(first, pageOf(at, drafts.slice(0, 15), { page: 2 }))
      const second = yield* Fixture.open(at, usersOf)
      expect(second.isResumed).toBe(true)
      yield* writePage(second, pageOf(at, drafts.slice(15)))
      expect((yield* Fixture.close(second)).kept).toMatchObject([{ path: "is_admin", count: 26, all: 26 }])
      expect(yield* adminsOf(at)).toBe(26)
    })
  )

  it.effect("counts a record once if another run reads it again after the last checkpoint", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(at, admins(12))
      const drafts = admins(0)
      const first = yield* Fixture.open(at, usersOf)
      yield* writePage(first, pageOf(at, drafts.slice(30), { page: 2 }))
      yield* writePage(first, pageOf(at, drafts.slice(0, 30)))
      const second = yield* Fixture.open(at, usersOf)
      yield* writePage(second, pageOf(at, drafts.slice(0, 30)))
      // 12 administrators are too few to doubt the answer, and 24 would not be.
      expect((yield* Fixture.close(second)).kept).toEqual([])
      expect(yield* adminsOf(at)).toBe(0)
    })
  )

  it.effect("forgets what it would have emptied if it is given up", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const store = yield* RecordStore
      yield* scanAll(at, admins(26))
      const scan = yield* Fixture.open(at, usersOf)
      yield* writePage(scan, pageOf(at, admins(0)))
      expect(yield* leftovers(at)).toEqual({ emptied: 26, kept: 0 })
      yield* store.restart(scan)
      yield* Fixture.open(at, usersOf)
      expect(yield* leftovers(at)).toEqual({ emptied: 0, kept: 0 })
      expect(yield* adminsOf(at)).toBe(26)
    })
  )

  it.effect("keeps it even if no scan was complete before, because all records have the same version", () =>
    Effect.gen(function* () {
      const at = version(yield* Fixture.connection, "1.0.0")
      const missing = [{ endpoint: "/users", detail: "it reported an error beside its rows" }]
      for (const count of [26, 0]) {
        const scan = yield* Fixture.open(at, usersOf)
        yield* writePage(scan, { ...pageOf(at, admins(count)), missing })
        yield* Fixture.close(scan)
        expect(yield* adminsOf(at)).toBe(26)
      }
      expect((yield* Fixture.open(version(at, "1.1.0"), usersOf)).isGuarded).toBe(false)
    })
  )

  it.effect("keeps it without a time limit if the scan is incomplete", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(at, admins(26))
      const scan = yield* Fixture.open(at, usersOf)
      const missing = [{ endpoint: "/users", detail: "it reported an error beside its rows" }]
      yield* writePage(scan, { ...pageOf(at, admins(24)), missing })
      expect(yield* Fixture.close(scan)).toMatchObject({ changed: 0, kept: [], verdict: { _tag: "Incomplete" } })
      expect(yield* adminsOf(at)).toBe(26)
    })
  )

  it.effect.each([
    ["full scan", usersOf, 40],
    ["delta", incremental, 30]
  ] as const)("leaves nothing behind for the next scan if it is an incomplete %s", ([_, of, read]) =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(at, admins(26), of)
      const scan = yield* Fixture.open(at, of)
      const missing = [{ endpoint: "/users", detail: "it reported an error beside its rows" }]
      yield* writePage(scan, { ...pageOf(at, admins(24).slice(0, read)), missing })
      yield* Fixture.close(scan)
      expect(yield* leftovers(at)).toEqual({ emptied: 0, kept: 0 })
      // It sees 24 and 25 as administrators, or does not read them, and empties the field of another record.
      const next = admins(26).map((user, index) => (index === 3 ? { ...user, is_admin: false } : user))
      yield* scanAtOnce(at, next.slice(0, read === 40 ? 40 : 4), of)
      expect(yield* adminsOf(at)).toBe(25)
    })
  )
})

Fixture.eitherDatabase("A delta that would empty a field", (it) => {
  const deltaOf = (at: Fixture.Connection, drafts: ReadonlyArray<Fixture.Draft>) =>
    Effect.gen(function* () {
      const scan = yield* Fixture.open(at, incremental)
      expect(scan.mode).toBe("delta")
      yield* writePage(scan, pageOf(at, drafts))
      return yield* Fixture.close(scan)
    })

  it.effect(
    "keeps it if most of the records in the delta that have it would lose it, until a full scan confirms that",
    () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        yield* scanAll(at, admins(40), incremental)
        expect((yield* deltaOf(at, admins(0).slice(0, 20))).kept).toMatchObject([
          { path: "is_admin", count: 20, all: 20 }
        ])
        expect(yield* adminsOf(at)).toBe(40)
        // A few more: the field stays in doubt.
        expect((yield* deltaOf(at, admins(0).slice(20, 22))).kept).toMatchObject([{ path: "is_admin", count: 20 }])
        expect(yield* adminsOf(at)).toBe(40)
        yield* Fixture.later(at, 1.1)
        const scan = yield* Fixture.open(at, incremental)
        expect(scan.mode).toBe("full")
        yield* writePage(scan, pageOf(at, admins(0)))
        expect((yield* Fixture.close(scan)).kept).toEqual([])
        expect(yield* adminsOf(at)).toBe(0)
      })
  )

  it.effect("empties it if only a few records lose it", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(at, admins(40), incremental)
      expect(yield* deltaOf(at, admins(0).slice(0, 19))).toMatchObject({ kept: [], changed: 19 })
      expect(yield* adminsOf(at)).toBe(21)
    })
  )

  it.effect("uses the last row with an id", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* scanAll(at, admins(40), incremental)
      const scan = yield* Fixture.open(at, incremental)
      yield* writePage(scan, pageOf(at, admins(0).slice(0, 1)))
      yield* writePage(scan, pageOf(at, admins(40).slice(0, 1)))
      yield* Fixture.close(scan)
      expect(yield* adminsOf(at)).toBe(40)
    })
  )
})

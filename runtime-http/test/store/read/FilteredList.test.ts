import { expect } from "@effect/vitest"
import { Facets, RecordKind } from "@tributary/core"
import { Effect } from "effect"
import type { ListRequest, Start } from "../../../src/store/read/PageRequest.js"
import * as Fixture from "../RecordFixture.js"
import * as FindingRows from "./FindingRows.js"
import * as UserRows from "./UserRows.js"

const { ComplianceFinding, DeviceGroup, DeviceGroupMember, IdpUser } = RecordKind

type Conditions = Pick<ListRequest, "filters" | "periods" | "ids">

const all: Conditions = { filters: [], periods: [], ids: null }

/** More records than the query in list order reads at once. */
const ROWS = 12_500

/** What the conditions are compared with. */
interface Row {
  readonly terms: ReadonlySet<string>
  readonly millis: number
}

interface Rows {
  readonly kind: RecordKind.Any
  readonly row: (n: number) => Row
}

const findings: Rows = {
  kind: ComplianceFinding,
  row: (n) => {
    const { control, result, second, status } = FindingRows.finding(n, ROWS)
    const terms = new Set([`status:${status}`, `control:${control}`, `result:${result}`, "standard:CIS"])
    return { terms, millis: Date.UTC(2024, 0, 1) + second * 1_000 }
  }
}

const users: Rows = {
  kind: IdpUser,
  row: (n) => ({ terms: new Set(Facets.terms(IdpUser.facets, { ...UserRows.user(n, ROWS) })), millis: 0 })
}

const since = (instant: string, until: string | null = null): Conditions["periods"][number] => ({
  field: "status_changed_at",
  since: instant,
  until
})

const ascending = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index + 1)

const expected = (
  at: Fixture.Connection,
  { row }: Rows,
  { filters, ids, periods }: Conditions
): ReadonlyArray<string> =>
  ascending(ROWS)
    .filter((n) => {
      const { terms, millis } = row(n)
      return (
        filters.every(({ facet, any }) => any.some((value) => terms.has(`${facet}:${value}`))) &&
        periods.every(
          ({ since, until }) => millis >= Date.parse(since ?? "1970") && millis < Date.parse(until ?? "9999")
        ) &&
        (ids === null || ids.includes(UserRows.idOf(at, n)))
      )
    })
    .map(String)

const having = (...filters: Conditions["filters"]): Conditions => ({ ...all, filters })

type Case = readonly [name: string, rows: Rows, conditions: (at: Fixture.Connection) => Conditions, limit: number]

const cases: ReadonlyArray<Case> = [
  ["a common value", findings, () => having(Fixture.any("status:NEW")), 500],
  ["a rare value", findings, () => having(Fixture.any("control:c7")), 3],
  ["any of several", findings, () => having(Fixture.any("control:c7", "control:c8", "control:none")), 5],
  ["values only at the end", findings, () => having(Fixture.any("status:DELETED")), 150],
  [
    "all of several",
    findings,
    () => having(Fixture.any("result:FAIL"), Fixture.any("control:c6", "control:c9", "control:c10")),
    4
  ],
  ["nothing", findings, () => having(Fixture.any("status:OTHER")), 10],
  ["nothing together", findings, () => having(Fixture.any("control:c6"), Fixture.any("control:c7")), 10],
  ["only a null byte, which no record has", findings, () => having(Fixture.any("control:c\0")), 10],
  ["an instant", findings, () => ({ ...all, periods: [since("2024-01-01T03:00:00.000Z")] }), 400],
  ["an instant that few reach", findings, () => ({ ...all, periods: [since("2024-01-01T03:28:10.000Z")] }), 4],
  [
    "a period",
    findings,
    () => ({ ...all, periods: [since("2024-01-01T01:00:00.000Z", "2024-01-01T01:10:00.000Z")] }),
    100
  ],
  [
    "both",
    findings,
    () => ({ ...having(Fixture.any("result:FAIL")), periods: [since("2024-01-01T02:00:00.000Z")] }),
    400
  ],
  // One in four of the users was stored without facets.
  ["a common value of users", users, () => having(Fixture.any("is_mfa_enabled:false")), 500],
  ["admins without MFA", users, () => having(Fixture.any("is_admin:true"), Fixture.any("is_mfa_enabled:false")), 3],
  ["users at the end", users, () => having(Fixture.any("is_deleted:true")), 150],
  ["addresses", users, () => having(Fixture.any("email:user.8@acme.com", "email:user.9999@acme.com")), 1],
  ["null bytes beside an address", users, () => having(Fixture.any("email:\0", "email:user.8@acme.com")), 1],
  ["only null bytes in an address", users, () => having(Fixture.any("email:\0")), 1],
  ["ids", users, (at) => ({ ...all, ids: [9_000, 4, 12_345, 12_348, 7].map((n) => UserRows.idOf(at, n)) }), 2],
  [
    "ids and values",
    users,
    (at) => ({
      ...having(Fixture.any("vendor_status:SUSPENDED"), Fixture.any("is_mfa_enabled:false", "is_mfa_enabled:true")),
      ids: ascending(100).map((n) => UserRows.idOf(at, n * 50))
    }),
    40
  ]
]

Fixture.eitherDatabase("Filtered lists", (it) => {
  it.effect("return the matches forward, back and by offset, with their total [contract: offset-envelope]", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const other = yield* Fixture.connection
      yield* FindingRows.fill(at, ROWS)
      yield* FindingRows.fill(other, 500)
      yield* UserRows.fill(at, ROWS, ROWS / 2)
      yield* UserRows.fill(other, 500, 0)
      for (const [name, rows, conditionsOf, limit] of cases) {
        const conditions = conditionsOf(at)
        const matches = expected(at, rows, conditions)
        const page = (start: Start, wantsTotal = false) =>
          Fixture.list(at, rows.kind, { ...conditions, start, limit, wantsTotal })
        const pages: Array<ReadonlyArray<string>> = []
        let start: Start | null = Fixture.beginning
        let last: Start = Fixture.beginning
        while (start !== null) {
          last = start
          const read: Fixture.ReadPage = yield* page(start)
          expect([read.previous !== null, read.total], name).toEqual([pages.length > 0, null])
          pages.push(Fixture.vendorIds(read.items))
          start = read.next === null ? null : { _tag: "After", position: read.next }
        }
        expect(pages.flat(), name).toEqual(matches)
        expect(pages.length, name).toBe(Math.max(1, Math.ceil(matches.length / limit)))
        const back: Array<ReadonlyArray<string>> = []
        let before: number | null = (yield* page(last)).previous
        while (before !== null) {
          const read: Fixture.ReadPage = yield* page({ _tag: "Before", position: before })
          back.unshift(Fixture.vendorIds(read.items))
          before = read.previous
        }
        expect(back, name).toEqual(pages.slice(0, -1))
        for (const offset of [0, 1, limit, matches.length - 1, matches.length + 3]) {
          const read = yield* page({ _tag: "Offset", offset: Math.max(0, offset) }, true)
          const from = Math.max(0, offset)
          expect([Fixture.vendorIds(read.items), read.total], name).toEqual([
            matches.slice(from, from + limit),
            matches.length
          ])
        }
      }
    })
  )

  const draft = (vendorId: string, fields: Fixture.Draft = {}): Fixture.Draft => ({
    title: "t",
    severity: "LOW",
    vendor_severity: "low",
    status: "NEW",
    vendor_status: "open",
    resource_id: "r",
    status_changed_at: "2024-05-01T00:00:00Z",
    vendor_id: vendorId,
    rule: { id: "rule-1", name: "Rule", vendor_id: "rule-1" },
    compliances: [
      { standard: "CIS", standard_version: "1", control: "1.1", control_name: null, result: "FAIL" },
      { standard: "PCI", standard_version: null, control: "x,y", control_name: null, result: "PASS" }
    ],
    ...fields
  })

  const findingsWith = (at: Fixture.Connection, ...any: ReadonlyArray<string>) =>
    Effect.map(
      Fixture.list(at, ComplianceFinding, {
        filters: [Fixture.any(...any)],
        onRequest: ["compliances"],
        wantsTotal: true
      }),
      ({ items }) => Fixture.parse(items)
    )

  it.effect("follow a record's changes, its deletion and its return [contract: removed-findings]", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const extractor = Fixture.extractor([ComplianceFinding])
      const scan = (...drafts: ReadonlyArray<Fixture.Draft>) =>
        Fixture.scanAll(at, extractor, Fixture.batch(at, ComplianceFinding, drafts))
      const ids = (...any: ReadonlyArray<string>) =>
        Effect.map(findingsWith(at, ...any), (items) => items.map((item) => item.vendor_id))
      yield* scan(draft("a"), draft("b"), draft("c"))
      expect(yield* ids("control:x,y")).toEqual(["a", "b", "c"])
      // A change to an on-request field is a change to the record.
      yield* scan(draft("a", { rule: null, compliances: null }), draft("b"), draft("c"))
      expect(yield* ids("control:x,y")).toEqual(["b", "c"])
      expect(yield* ids("status:NEW")).toEqual(["b", "c", "a"])
      yield* scan(draft("a", { rule: null, compliances: null }), draft("b"))
      expect(yield* ids("status:NEW")).toEqual(["b", "a"])
      expect(yield* ids("result:DELETED")).toEqual(["c"])
      expect(yield* ids("result:FAIL", "result:PASS")).toEqual(["b"])
      const [gone] = yield* findingsWith(at, "status:DELETED")
      expect(gone).toMatchObject({ status: "DELETED", compliances: [{ result: "DELETED" }, { result: "DELETED" }] })
      yield* scan(draft("a", { rule: null, compliances: null }), draft("b"), draft("c"))
      expect(yield* ids("status:NEW")).toEqual(["b", "a", "c"])
      expect(yield* ids("status:DELETED")).toEqual([])
    })
  )

  it.effect(
    "include records at the beginning of the period, and exclude those at its end and those without an instant [contract: status-changed-since]",
    () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        yield* Fixture.put(at, ComplianceFinding, [draft("a"), draft("b", { status_changed_at: null })])
        const during = (period: Conditions["periods"][number]) =>
          Effect.map(
            Fixture.list(at, ComplianceFinding, { periods: [period], wantsTotal: true }),
            ({ items, total }) => [...Fixture.vendorIds(items), total]
          )
        expect(yield* during(since("2024-05-01T00:00:00.000Z"))).toEqual(["a", 1])
        expect(yield* during(since("2024-05-01T00:00:00.001Z"))).toEqual([0])
        expect(yield* during(since("1999-05-01T00:00:00.000Z"))).toEqual(["a", 1])
        const until = (instant: string) => during({ field: "status_changed_at", since: null, until: instant })
        expect(yield* until("2024-05-01T00:00:00.000Z")).toEqual([0])
        expect(yield* until("2024-05-01T00:00:00.001Z")).toEqual(["a", 1])
      })
  )

  it.effect("separate connections and kinds, and accept values of any length [contract: own-records]", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const other = yield* Fixture.connection
      const control = "very long ".repeat(1_000)
      const compliances = [{ standard: "S", standard_version: null, control, control_name: null, result: "PASS" }]
      yield* Fixture.put(at, ComplianceFinding, [draft("a", { compliances })])
      expect((yield* findingsWith(at, `control:${control}`)).length).toBe(1)
      expect((yield* findingsWith(other, `control:${control}`)).length).toBe(0)
      yield* Fixture.put(at, DeviceGroup, [Fixture.deviceGroup("g"), Fixture.deviceGroup("h")])
      yield* Fixture.put(at, DeviceGroupMember, [Fixture.deviceGroupMember("g", "d")])
      const device = Fixture.idOf(at, RecordKind.Device, "d")
      const groups = (own: Fixture.Connection, id: string) =>
        Fixture.list(own, DeviceGroup, { related: [{ relation: DeviceGroupMember, from: "target", id }] })
      expect(Fixture.vendorIds((yield* groups(at, device)).items)).toEqual(["g"])
      expect((yield* groups(at, at.id)).items).toEqual([])
      expect((yield* groups(other, device)).items).toEqual([])
    })
  )
})

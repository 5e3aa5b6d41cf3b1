import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import type { ListRequest, Start } from "../../../src/store/read/PageRequest.js"
import * as Fixture from "../RecordFixture.js"
import * as FindingRows from "./FindingRows.js"

const { ComplianceFinding, DeviceGroup } = RecordKind

type Conditions = Pick<ListRequest, "filters" | "instantSince">

const all: Conditions = { filters: [], instantSince: null }

/** More records than the query in list order reads at once. */
const ROWS = 12_500

const facetsOf = ({ status, control, result }: FindingRows.Finding) =>
  new Set([`status:${status}`, `control:${control}`, `result:${result}`, "standard:CIS"])

const expected = ({ filters, instantSince }: Conditions): ReadonlyArray<string> =>
  Array.from({ length: ROWS }, (_, index) => index + 1)
    .filter((n) => {
      const finding = FindingRows.finding(n, ROWS)
      const facets = facetsOf(finding)
      const instant = Date.UTC(2024, 0, 1) + finding.second * 1_000
      return (
        filters.every(({ any }) => any.some((facet) => facets.has(facet))) &&
        (instantSince === null || instant >= Date.parse(instantSince))
      )
    })
    .map(String)

const cases: ReadonlyArray<readonly [string, Conditions, number]> = [
  ["a common value", { ...all, filters: [{ any: ["status:NEW"] }] }, 500],
  ["a rare value", { ...all, filters: [{ any: ["control:c7"] }] }, 3],
  ["any of several", { ...all, filters: [{ any: ["control:c7", "control:c8", "control:none"] }] }, 5],
  ["what lies at the end only", { ...all, filters: [{ any: ["status:DELETED"] }] }, 150],
  ["all of several", { ...all, filters: [{ any: ["result:FAIL"] }, { any: ["control:c6", "status:DELETED"] }] }, 40],
  ["nothing", { ...all, filters: [{ any: ["status:OTHER"] }] }, 10],
  ["nothing together", { ...all, filters: [{ any: ["control:c6"] }, { any: ["control:c7"] }] }, 10],
  ["an instant", { ...all, instantSince: "2024-01-01T03:00:00.000Z" }, 400],
  ["an instant that few reach", { ...all, instantSince: "2024-01-01T03:28:10.000Z" }, 4],
  ["both", { filters: [{ any: ["result:FAIL"] }], instantSince: "2024-01-01T02:00:00.000Z" }, 400]
]

Fixture.eitherDatabase("Filtered lists", (it) => {
  it.effect("return the matches forward, back and by offset, with their total", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const other = yield* Fixture.connection
      yield* FindingRows.fill(at, ROWS)
      yield* FindingRows.fill(other, 500)
      for (const [name, conditions, limit] of cases) {
        const matches = expected(conditions)
        const page = (start: Start, wantsTotal = false) =>
          Fixture.list(at, ComplianceFinding, { ...conditions, start, limit, wantsTotal })
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

  const having = (at: Fixture.Connection, ...any: ReadonlyArray<string>) =>
    Effect.map(
      Fixture.list(at, ComplianceFinding, { filters: [{ any }], onRequest: ["compliances"], wantsTotal: true }),
      ({ items }) => Fixture.parse(items)
    )

  it.effect("follow a record's changes, its deletion and its return", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const extractor = Fixture.extractor([ComplianceFinding])
      const scan = (...drafts: ReadonlyArray<Fixture.Draft>) =>
        Fixture.scanAll(at, extractor, Fixture.batch(at, ComplianceFinding, drafts))
      const ids = (...any: ReadonlyArray<string>) =>
        Effect.map(having(at, ...any), (items) => items.map((item) => item.vendor_id))
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
      const [gone] = yield* having(at, "status:DELETED")
      expect(gone).toMatchObject({ status: "DELETED", compliances: [{ result: "DELETED" }, { result: "DELETED" }] })
      yield* scan(draft("a", { rule: null, compliances: null }), draft("b"), draft("c"))
      expect(yield* ids("status:NEW")).toEqual(["b", "a", "c"])
      expect(yield* ids("status:DELETED")).toEqual([])
    })
  )

  it.effect("include records at the instant itself, and exclude records without one", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, ComplianceFinding, [draft("a"), draft("b", { status_changed_at: null })])
      const since = (instantSince: string) =>
        Effect.map(Fixture.list(at, ComplianceFinding, { instantSince, wantsTotal: true }), ({ items, total }) => [
          ...Fixture.vendorIds(items),
          total
        ])
      expect(yield* since("2024-05-01T00:00:00.000Z")).toEqual(["a", 1])
      expect(yield* since("2024-05-01T00:00:00.001Z")).toEqual([0])
      expect(yield* since("1999-05-01T00:00:00.000Z")).toEqual(["a", 1])
    })
  )

  it.effect("keep connections and kinds apart, and accept values of any length", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const other = yield* Fixture.connection
      const control = "very long ".repeat(1_000)
      const compliances = [{ standard: "S", standard_version: null, control, control_name: null, result: "PASS" }]
      yield* Fixture.put(at, ComplianceFinding, [draft("a", { compliances })])
      expect((yield* having(at, `control:${control}`)).length).toBe(1)
      expect((yield* having(other, `control:${control}`)).length).toBe(0)
      yield* Fixture.put(at, DeviceGroup, [Fixture.deviceGroup("g", { device_ids: ["d"] })])
      const device = Fixture.idOf(at, RecordKind.Device, "d")
      const groups = (any: ReadonlyArray<string>) => Fixture.list(at, DeviceGroup, { filters: [{ any }] })
      expect((yield* groups([`device:${device}`])).items.length).toBe(1)
      expect((yield* groups([`device:${at.id}`])).items.length).toBe(0)
    })
  )
})

import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { describe, it as once } from "vitest"
import type { NamedQuery } from "../../../src/store/postgres/Database.js"
import { facetKey, facetVersion } from "../../../src/store/postgres/RecordTable.js"
import * as FilterSql from "../../../src/store/read/FilterSql.js"
import type { ListRequest, Start } from "../../../src/store/read/PageRequest.js"
import * as RecordCounts from "../../../src/store/read/RecordCounts.js"
import * as RecordQuery from "../../../src/store/read/RecordQuery.js"
import * as LargeStatistics from "../LargeStatistics.js"
import * as Partitions from "../Partitions.js"
import * as Fixture from "../RecordFixture.js"
import * as FindingRows from "./FindingRows.js"
import * as KindRows from "./KindRows.js"
import * as Plan from "./Plan.js"
import * as UserRows from "./UserRows.js"

const { ComplianceFinding, Device, IdpAuditEvent, IdpUser, ItsmTicket, VulnerabilityFinding } = RecordKind

const million = process.env["TEST_MILLION_FINDINGS"] === "1"

/** The number of records and the size of their JSON both affect the plan. */
const WIRE_BYTES = 800

type Conditions = Pick<ListRequest, "filters" | "periods" | "ids" | "related">
type Values = ReadonlyArray<string | number>

const all: Conditions = { filters: [], periods: [], ids: null, related: [] }

const since = (instant: string): Conditions["periods"][number] => ({
  field: "status_changed_at",
  since: instant,
  until: null
})

const having = (...filters: Conditions["filters"]): Conditions => ({ ...all, filters })

/** A query of a filtered list. */
interface Case {
  readonly conditions: Conditions
  readonly query: (of: FilterSql.Conditions) => NamedQuery
  /** The parameters from $3 to those of the conditions. */
  readonly from: Values
  readonly indexes: ReadonlyArray<string>
  /** How many pages of the database it may read. */
  readonly most: number
}

/** The index of the facets, and two to look for records that were stored with other ones. */
const facetIndexes = ["record_counter_pkey", "record_facet", "record_position"]

/** What a page reads in order, and the number of records of the list. */
const listIndexes = ["record_counter_pkey", "record_position"]

const page =
  (start: Start["_tag"], from: number, most: number) =>
  (conditions: Conditions, indexes: ReadonlyArray<string> = [...new Set([...facetIndexes, ...listIndexes])]): Case => ({
    conditions,
    query: (of) => FilterSql.pages(of)[start === "Before" ? "down" : "up"],
    from: start === "Offset" ? [0, 101, from] : [from, 102, 0],
    indexes: indexes.toSorted(),
    most
  })

const total = (conditions: Conditions, most: number): Case => ({
  conditions,
  query: FilterSql.total,
  from: [0],
  indexes: facetIndexes,
  most
})

/** The controls of so many of 2,000 findings. */
const controls = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `control:c${20 * index + 7}`)

/** The instant that the first findings have reached, of which each is a second older than the one before. */
const instantOfLast = (rows: number, seconds: number): string =>
  new Date(Date.UTC(2024, 0, 1) + (rows - seconds) * 1_000).toISOString()

const ofFindings = (rows: number): ReadonlyArray<Case> => [
  // Half of all: two pages' worth of records in order, and the first one before the start of the page.
  page("Offset", 0, 100)(having(Fixture.any("status:NEW"))),
  page("After", rows / 2, 100)(having(Fixture.any("status:NEW"))),
  page("Before", rows / 2, 100)(having(Fixture.any("status:NEW"))),
  page("Offset", 1_000, 600)(having(Fixture.any("status:NEW"))),
  // The end of the list: nothing is read from the index.
  page("After", rows - 300, 200)(having(Fixture.any("result:FAIL"))),
  page("Before", 300, 200)(having(Fixture.any("result:FAIL"))),
  // 1 of 20: reading on in order.
  page("Offset", 0, 700)(having(Fixture.any(...controls(100)))),
  // 1 of 2,000: all of them from the index.
  page("Offset", 0, rows / 2_000 + 500)(having(Fixture.any("control:c1700"))),
  page("After", rows / 2, rows / 1_000 + 1_000)(having(Fixture.any("control:c1700"))),
  page("Before", rows, rows / 2_000 + 500)(having(Fixture.any("control:c1700"), Fixture.any("status:NEW"))),
  page("Offset", 0, 500)(having(Fixture.any("status:OTHER"))),
  page(
    "Offset",
    0,
    rows / 2_000 + 500
  )({
    ...having(Fixture.any("control:c1700")),
    periods: [since("2024-01-01T00:01:00Z")]
  }),
  page(
    "Offset",
    0,
    1_000
  )({ ...all, periods: [since(instantOfLast(rows, 1_000))] }, ["record_instant", ...listIndexes]),
  total(having(Fixture.any("control:c1700")), rows / 2_000 + 500)
]

/** How many devices and tickets there are. */
const FEW = 20_000

const deviceValues: KindRows.Values = {
  platform: ["WINDOWS", "MAC", "LINUX"],
  // One in 1,000 is inactive.
  status: Array.from({ length: 1_000 }, (_, index) => (index === 500 ? "INACTIVE" : "ACTIVE"))
}

const ofDevices: ReadonlyArray<Case> = [
  page("Offset", 0, 100)(having(Fixture.any("platform:MAC"))),
  page("Before", FEW / 2, 100)(having(Fixture.any("platform:MAC", "platform:LINUX"), Fixture.any("status:ACTIVE"))),
  page("After", FEW / 2, 1_500)(having(Fixture.any("status:INACTIVE"))),
  total(having(Fixture.any("status:INACTIVE"), Fixture.any("platform:MAC")), 1_000)
]

const ticketValues: KindRows.Values = {
  project: Array.from({ length: 200 }, (_, index) => `p${index}`),
  status: ["OPEN", "CLOSED"]
}

const ofTickets: ReadonlyArray<Case> = [
  page("After", FEW / 2, 100)(having(Fixture.any("status:OPEN"))),
  // 1 of 40 tickets.
  page("Offset", 0, 1_500)(having(Fixture.any("project:p1", "project:p2", "project:p3", "project:p4", "project:p5"))),
  page("Before", FEW, 1_000)(having(Fixture.any("project:p1"), Fixture.any("status:CLOSED"))),
  total(having(Fixture.any("project:p1")), 1_000)
]

const eventValues: KindRows.Values = { outcome: ["SUCCESS", "FAILURE", "DENIED"] }

/** So many of the last seconds of a list of `FEW` records. */
const lastSeconds = (field: string, seconds: number): Conditions["periods"][number] => ({
  field,
  since: instantOfLast(FEW, seconds),
  until: null
})

const ofEvents: ReadonlyArray<Case> = [
  page("Offset", 0, 1_000)({ ...all, periods: [lastSeconds("occurred_at", 200)] }, ["record_instant", ...listIndexes]),
  page(
    "Offset",
    0,
    1_000
  )({ ...all, periods: [{ field: "occurred_at", since: null, until: "2024-01-01T00:03:00Z" }] }, [
    "record_instant",
    ...listIndexes
  ]),
  page("After", FEW / 2, 200)(having(Fixture.any("outcome:DENIED")))
]

const findingValues: KindRows.Values = { severity: ["HIGH", "LOW"] }

const ofVulnerabilityFindings: ReadonlyArray<Case> = [
  page("Offset", 0, 1_000)({ ...all, periods: [lastSeconds("last_seen", 200)] }, ["record_instant_2", ...listIndexes]),
  page(
    "Offset",
    0,
    1_000
  )({ ...all, periods: [lastSeconds("state_updated_at", 200), lastSeconds("first_seen", 100)] }, [
    "record_instant_3",
    ...listIndexes
  ])
]

/** Explains each query as a plan for all values and as one for its values. */
const check = (at: Fixture.Connection, kind: RecordKind.Any, cases: ReadonlyArray<Case>, isAnalyzed: boolean) =>
  Effect.gen(function* () {
    for (const { conditions, query: queryOf, from, indexes } of cases) {
      const query = queryOf(RecordQuery.conditionsOf({ ...conditions, kind }))
      const values = [at.id, kind.name, ...from, ...RecordQuery.valuesOf({ ...conditions, claim: at.claim, kind })]
      for (const mode of ["force_generic_plan", "force_custom_plan"]) {
        const plan = yield* Plan.explain(query, values, mode)
        const label = `${query.name}, ${mode}, analyzed: ${isAnalyzed}\n${plan}`
        expect(plan, label).not.toMatch(/Seq Scan|Hash/)
        expect(Plan.indexes(plan), label).toEqual(indexes)
      }
    }
  })

/** Runs each query: how many pages it reads. That connections keep one plan for all values, `Database.test` shows. */
const checkRuns = (at: Fixture.Connection, kind: RecordKind.Any, cases: ReadonlyArray<Case>) =>
  Effect.gen(function* () {
    const reads: Array<readonly [name: string, pages: number, most: number]> = []
    for (const { conditions, from, most, query: queryOf } of cases) {
      const query = queryOf(RecordQuery.conditionsOf({ ...conditions, kind }))
      const values = [at.id, kind.name, ...from, ...RecordQuery.valuesOf({ ...conditions, claim: at.claim, kind })]
      reads.push([query.name, yield* Plan.pagesRead(query, values), most])
    }
    for (const [name, pages, most] of reads) expect(pages, `${name}: ${JSON.stringify(reads)}`).toBeLessThan(most)
    return reads
  })

/** The indexes of `record` by which records are counted; neither query may read another list. */
const checkCounts = (at: Fixture.Connection) =>
  Effect.gen(function* () {
    const keys = ["ACTIVE", "INACTIVE"].map((value) => facetKey(at.id, Device.name, `status:${value}`))
    const values = [at.id, Device.name, at.id]
    const counts: ReadonlyArray<readonly [NamedQuery, Values, ReadonlyArray<string>]> = [
      [
        RecordCounts.byFacet,
        ["status", "{ACTIVE,INACTIVE}", `{${keys.join(",")}}`, facetVersion(Device)],
        ["record_facet", "record_position"]
      ],
      [RecordCounts.byReading, ["is_managed"], ["record_position"]]
    ]
    for (const [query, more, indexes] of counts) {
      for (const mode of ["force_generic_plan", "force_custom_plan"]) {
        const plan = yield* Plan.explain(query, [...values, ...more], mode)
        expect(plan, plan).not.toMatch(/Seq Scan on record\b/)
        const ofRecords = Plan.indexes(plan).filter((name) => /^record_(?!counter)/.test(name))
        expect(ofRecords, `${query.name}, ${mode}\n${plan}`).toEqual(indexes)
      }
    }
  })

/** Prints how many milliseconds lists take, each the fastest of three runs, and what queries read. */
const show = (
  at: Fixture.Connection,
  kind: RecordKind.Any,
  lists: ReadonlyArray<readonly [string, Partial<ListRequest>]>,
  reads: unknown
) =>
  Effect.gen(function* () {
    const times: Record<string, number> = {}
    for (const [name, fields] of lists) {
      const rounds: Array<number> = []
      for (let round = 0; round < 3; round += 1) {
        const begin = performance.now()
        yield* Fixture.list(at, kind, fields)
        rounds.push(performance.now() - begin)
      }
      times[name] = Math.round(Math.min(...rounds) * 10) / 10
    }
    console.table({ ...times, reads })
  })

const findingLists = (rows: number): ReadonlyArray<readonly [string, Partial<ListRequest>]> => [
  ["half of all, first page", having(Fixture.any("status:NEW"))],
  [
    "half of all, in the middle",
    { ...having(Fixture.any("status:NEW")), start: { _tag: "After", position: rows / 2 } }
  ],
  ["half of all, with its total", { ...having(Fixture.any("status:NEW")), wantsTotal: true }],
  ["1 of 2,000, first page", having(Fixture.any("control:c1700"))],
  ["1 of 2,000, with its total", { ...having(Fixture.any("control:c1700")), wantsTotal: true }],
  ["1 of 2,000 and a third, first page", { filters: [Fixture.any("control:c1700"), Fixture.any("result:FAIL")] }],
  [
    "20 of 2,000, first page",
    having(Fixture.any(...Array.from({ length: 20 }, (_, index) => `control:c${index + 1_000}`)))
  ],
  ["the last 400, first page", having(Fixture.any("status:DELETED"))],
  ["nothing", having(Fixture.any("status:OTHER"))],
  [
    "the last 1,000 seconds",
    { periods: [since(new Date(Date.UTC(2024, 0, 1) + (rows - 1_000) * 1_000).toISOString())] }
  ]
]

Fixture.postgres("The plans of filtered lists", (it) => {
  it.effect(
    `use the indexes at ${million ? "1,000,000" : "100,000"} findings, devices and tickets, analyzed or not, and at the statistics of 10,000,000 records`,
    () =>
      Effect.gen(function* () {
        const rows = million ? 1_000_000 : 100_000
        const sql = yield* SqlClient.SqlClient
        yield* Partitions.withoutAutovacuum("record")
        const at = yield* Fixture.connection
        const other = yield* Fixture.connection
        // The small records first: later ones would be scattered over what the large ones leave free in their pages.
        yield* KindRows.fill(at, Device, FEW, deviceValues)
        yield* KindRows.fill(at, ItsmTicket, FEW, ticketValues)
        yield* FindingRows.fill(other, 20_000, WIRE_BYTES)
        yield* FindingRows.fill(at, rows, WIRE_BYTES)
        const lists = [
          [ComplianceFinding, ofFindings(rows)],
          [Device, ofDevices],
          [ItsmTicket, ofTickets]
        ] as const
        for (const [kind, cases] of lists) yield* check(at, kind, cases, false)
        yield* sql`analyze record`
        for (const [kind, cases] of lists) yield* check(at, kind, cases, true)
        yield* checkCounts(at)
        yield* LargeStatistics.expected
        for (const [kind, cases] of lists) yield* check(at, kind, cases, true)
        yield* checkCounts(at)
        const reads = yield* Effect.forEach(lists, ([kind, cases]) => checkRuns(at, kind, cases))
        if (million) yield* show(at, ComplianceFinding, findingLists(rows), reads)
      }),
    600_000
  )

  it.effect(
    "use the index of each instant of a kind, for the beginning of a period and for its end",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const at = yield* Fixture.connection
        yield* KindRows.fill(at, IdpAuditEvent, FEW, eventValues)
        yield* KindRows.fill(at, VulnerabilityFinding, FEW, findingValues)
        const lists = [
          [IdpAuditEvent, ofEvents],
          [VulnerabilityFinding, ofVulnerabilityFindings]
        ] as const
        yield* sql`analyze record`
        for (const [kind, cases] of lists) yield* check(at, kind, cases, true)
        yield* LargeStatistics.expected
        for (const [kind, cases] of lists) yield* check(at, kind, cases, true)
        for (const [kind, cases] of lists) yield* checkRuns(at, kind, cases)
      }),
    600_000
  )
})

const USERS = 1_000_000

const mfaOff = Fixture.any("is_mfa_enabled:false")
const admins = Fixture.any("is_admin:true")
const deleted = Fixture.any("is_deleted:true")
const ids = Array.from({ length: 100 }, (_, index) => UserRows.manyIdOf(1 + index * 9_999))

const byIds = (conditions: Conditions): Case => page("Offset", 0, 1_000)({ ...conditions, ids }, ["record_pkey"])

const ofUsers: ReadonlyArray<Case> = [
  // A third of all users; the first pages and pages deep in the list read the next records in order.
  page("Offset", 0, 200)(having(mfaOff)),
  page("After", USERS / 2, 200)(having(mfaOff)),
  page("Before", USERS / 2, 200)(having(mfaOff, Fixture.any("vendor_status:ACTIVE"))),
  // 2 of 1,000 users, of whom a third has no second factor.
  page("Offset", 0, 3_000)(having(admins)),
  page("Offset", 0, 1_500)(having(admins, mfaOff)),
  page("After", USERS / 2, 3_000)(having(admins, mfaOff)),
  page("Before", USERS / 2, 3_000)(having(admins, mfaOff)),
  page("Offset", 0, 1_500)(having(admins, mfaOff, Fixture.any("is_deleted:false"))),
  total(having(admins, mfaOff), 1_500),
  // 400 users at the end of the list.
  page("Offset", 0, 500)(having(deleted)),
  page("Before", USERS + 1, 500)(having(deleted, mfaOff)),
  page("Offset", 0, 500)(having(Fixture.any("email:user.123456@acme.com", "email:user.7@acme.com"))),
  byIds(all),
  byIds(having(admins, mfaOff))
]

const userLists: ReadonlyArray<readonly [string, Partial<ListRequest>]> = [
  ["isMfaEnabled=false, first page", having(mfaOff)],
  ["isMfaEnabled=false, in the middle", { ...having(mfaOff), start: { _tag: "After", position: USERS / 2 } }],
  ["isMfaEnabled=false, with its total", { ...having(mfaOff), wantsTotal: true }],
  ["isAdmin=true, first page", having(admins)],
  ["isAdmin=true&isMfaEnabled=false, first page", having(admins, mfaOff)],
  [
    "isAdmin=true&isMfaEnabled=false, in the middle",
    { ...having(admins, mfaOff), start: { _tag: "After", position: USERS / 2 } }
  ],
  ["isAdmin=true&isMfaEnabled=false, with its total", { ...having(admins, mfaOff), wantsTotal: true }],
  ["isDeleted=true, first page", having(deleted)],
  ["isDeleted=false, first page", having(Fixture.any("is_deleted:false"))],
  ["emails of two, first page", having(Fixture.any("email:user.123456@acme.com", "email:user.7@acme.com"))],
  ["100 ids, with their total", { ids, wantsTotal: true }]
]

Fixture.postgres("The plans of filtered users", (it) => {
  it.effect(
    "read few pages of 1,000,000 users, 100 of whom have other facets, analyzed or not, or at the statistics of 10,000,000",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Partitions.withoutAutovacuum("record")
        const at = yield* Fixture.connection
        yield* UserRows.fillMany(at, USERS, USERS - 500)
        yield* check(at, IdpUser, ofUsers, false)
        yield* sql`analyze record`
        yield* check(at, IdpUser, ofUsers, true)
        const reads = yield* checkRuns(at, IdpUser, ofUsers)
        yield* LargeStatistics.expected
        yield* check(at, IdpUser, ofUsers, true)
        if (million) yield* show(at, IdpUser, userLists, reads)
      }),
    600_000
  )
})

describe.skipIf(million)("1,000,000 findings", () => {
  once.skip("(skipped: set TEST_MILLION_FINDINGS=1 to fill as many, which takes a minute)", () => {})
})

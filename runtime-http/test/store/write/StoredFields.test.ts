import { expect } from "@effect/vitest"
import { Batch, RecordKind, Result } from "@tributary/core"
import { Effect } from "effect"
import * as Fixture from "../RecordFixture.js"

const { ComplianceFinding, IdpUser } = RecordKind

/** A batch of records of which these fields could not be read. */
const partly = (
  at: Fixture.Connection,
  kind: RecordKind.Any,
  drafts: ReadonlyArray<Fixture.Draft>,
  unread: ReadonlyArray<string>
): Batch.Batch =>
  Batch.make(
    kind,
    at.owner,
    drafts.map((draft) => Result.succeed(new Batch.PartlyRead({ draft, unread, unreadable: [] })))
  )

const finding = (vendorId: string, fields: Fixture.Draft = {}): Fixture.Draft => ({
  title: vendorId,
  severity: "HIGH",
  vendor_severity: "High",
  status: "NEW",
  vendor_status: "Unhealthy",
  resource_id: "r",
  vendor_id: vendorId,
  compliances: [{ standard: "CIS", standard_version: null, control: "1.1", control_name: null, result: "FAIL" }],
  vendor_data: { categories: ["Data"], portal_url: "old" },
  ...fields
})

/** What a mapping makes of a finding whose lookups were refused. */
const bare = { severity: "UNKNOWN", vendor_severity: "UNKNOWN", compliances: null }
const UNREAD = ["severity", "vendor_severity", "compliances", "vendor_data.categories"]

const admin = Fixture.user("a", { is_admin: true })

const parsed = (at: Fixture.Connection, kind: RecordKind.Any) =>
  Effect.map(Fixture.list(at, kind), ({ items }) => items.map((item) => JSON.parse(item) as Fixture.Draft))

Fixture.eitherDatabase("Fields that could not be read", (it) => {
  it.effect("keep their stored value, and do not count as a change", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, [admin, Fixture.user("b", { is_admin: false })])
      const scan = yield* Fixture.openAnew(at, Fixture.extractor([IdpUser]))
      const drafts = [Fixture.user("a"), Fixture.user("b", { job_title: "CTO" }), Fixture.user("c")]
      const counts = yield* Fixture.write(scan, partly(at, IdpUser, drafts, ["is_admin"]))
      expect(counts).toMatchObject({ seen: 3, created: 1, changed: 1, unchanged: 1 })
      expect(yield* parsed(at, IdpUser)).toMatchObject([
        { vendor_id: "a", is_admin: true },
        { vendor_id: "b", is_admin: false, job_title: "CTO" },
        { vendor_id: "c", is_admin: null }
      ])
    })
  )

  it.effect("keep the filters that find the record, and the unread parts of objects", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, ComplianceFinding, [finding("f")])
      const scan = yield* Fixture.openAnew(at, Fixture.extractor([ComplianceFinding]))
      const later = finding("f", { ...bare, title: "new", vendor_data: { categories: null, portal_url: "new" } })
      expect(yield* Fixture.write(scan, partly(at, ComplianceFinding, [later], UNREAD))).toMatchObject({ changed: 1 })
      const filters = [Fixture.any("control:1.1")]
      const { items } = yield* Fixture.list(at, ComplianceFinding, { filters })
      expect(items.map((item) => JSON.parse(item))).toMatchObject([
        {
          title: "new",
          severity: "HIGH",
          vendor_severity: "High",
          vendor_data: { categories: ["Data"], portal_url: "new" }
        }
      ])
    })
  )

  it.effect("do not keep the values that a deletion wrote when the record returns", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* Fixture.put(at, ComplianceFinding, [finding("f")])
      const scan = yield* Fixture.openAnew(at, Fixture.extractor([ComplianceFinding]))
      yield* Fixture.write(scan, Fixture.batch(at, ComplianceFinding, [], ["f"]))
      yield* Fixture.write(scan, partly(at, ComplianceFinding, [finding("f", bare)], UNREAD))
      const filters = [Fixture.any("result:DELETED")]
      expect((yield* Fixture.list(at, ComplianceFinding, { filters })).items).toEqual([])
      expect(yield* parsed(at, ComplianceFinding)).toMatchObject([{ status: "NEW", severity: "HIGH" }])
    })
  )

  it.effect("keep no values of another tenant, which may have the same ids", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const users = Fixture.extractor([IdpUser])
      yield* Fixture.write(yield* Fixture.open(at, users, "acme"), Fixture.batch(at, IdpUser, [admin]))
      const moved = yield* Fixture.open(at, users, "other")
      yield* Fixture.write(moved, partly(at, IdpUser, [Fixture.user("a")], ["is_admin"]))
      expect(yield* parsed(at, IdpUser)).toMatchObject([{ is_admin: null }])
    })
  )
})

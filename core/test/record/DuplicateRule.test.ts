import { describe, expect, it } from "@effect/vitest"
import { Batch, DuplicateRule, RecordKind, Result, VendorData } from "@tributary/core"
import { FastCheck as fc, Schema } from "effect"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }

const user = (fields: object) => ({
  domain: "acme.example",
  email_addr: "ada@acme.example",
  full_name: "Ada",
  name: "ada",
  vendor_id: "u1",
  vendor_status: "ACTIVE",
  vendor_created_at: "2020-01-02T03:04:05Z",
  ...fields
})

const batchOf = (...rows: ReadonlyArray<object>) =>
  Batch.make(
    RecordKind.IdpUser,
    owner,
    rows.map((row) => Result.succeed(user(row)))
  )
const titleOf = (...rows: ReadonlyArray<object>) => batchOf(...rows).records.map(({ value }) => value["job_title"])

describe("DuplicateRule", () => {
  it("chooses the same row, whatever the order of the rows", () => {
    const row = fc.record({
      job_title: fc.option(fc.string({ maxLength: 3 })),
      last_updated_at: fc.constantFrom(null, "2024-05-01T08:30:00Z", "2024-05-02T08:30:00Z"),
      last_login_at: fc.constantFrom(null, "?"),
      vendor_data: fc.constantFrom(null, { a: 1, b: 2 }, { b: 2, a: 1 })
    })
    const shuffled = fc.array(row, { minLength: 2, maxLength: 6 }).chain((rows) => {
      return fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))
    })
    fc.assert(
      fc.property(shuffled, ([rows, others]) => {
        const [one, other] = [batchOf(...rows), batchOf(...others)]
        expect(other.records.map(({ value, unread }) => ({ value, unread }))).toEqual(
          one.records.map(({ value, unread }) => ({ value, unread }))
        )
        expect(other.duplicates).toHaveLength(one.duplicates.length)
      })
    )
  })

  it("prefers the row with more readable fields, then the one that changed later", () => {
    const later = { job_title: "later", last_updated_at: "2024-05-02T08:30:00Z" }
    const earlier = { job_title: "earlier", last_updated_at: "2024-05-01T08:30:00Z" }
    expect(titleOf(later, earlier)).toEqual(["later"])
    expect(titleOf({ ...later, last_login_at: "?" }, earlier)).toEqual(["earlier"])
  })

  it("counts each different content once, and ignores the order of keys", () => {
    expect(batchOf({ vendor_data: { a: 1, b: 2 } }, { vendor_data: { b: 2, a: 1 } }).duplicates).toEqual([])
    expect(batchOf({}, { job_title: "CTO" }, {}, { job_title: "CTO" }).duplicates).toHaveLength(1)
  })

  it("ignores volatile fields, which may differ between two pages", () => {
    const further = VendorData.reader(Schema.Struct({ id: Schema.String }).ast, { volatile: ["seen"] })
    const rows = (...all: ReadonlyArray<object>) =>
      Batch.make(
        RecordKind.IdpUser,
        owner,
        all.map((row) => Result.succeed(VendorData.withFurther(user({}), further({ id: "u1", ...row }, []))))
      )
    expect(rows({ seen: 1, room: "12" }, { seen: 2, room: "12" }).duplicates).toEqual([])
    const { duplicates, records } = rows({ seen: 1, room: "12" }, { seen: 2, room: "13" })
    const [winner, loser] = [...records, ...duplicates]
    if (winner === undefined || loser === undefined) throw new Error("there is no duplicate")
    expect(DuplicateRule.differences(winner, loser)).toEqual(["vendor_data"])
  })

  it("names the fields that differ, but never their values", () => {
    const { duplicates, records } = batchOf({ job_title: "secret title" }, { manager: "secret name" })
    const [[winner], [loser]] = [records, duplicates]
    if (winner === undefined || loser === undefined) throw new Error("no duplicate")
    expect(DuplicateRule.differences(winner, loser).toSorted()).toEqual(["job_title", "manager"])
  })
})

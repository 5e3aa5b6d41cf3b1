import { describe, expect, it } from "@effect/vitest"
import { NormalizedRecord, RecordKind, StoredFields } from "@tributary/core"
import { valueOf } from "../Results.js"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }

const vulnerability = (fields: object, unread: ReadonlyArray<string> = []) =>
  valueOf(
    NormalizedRecord.normalize(
      RecordKind.Vulnerability,
      owner,
      {
        device: { id: "d", hostnames: ["h"], ipv4s: [], platform: "LINUX", vendor_id: "d" },
        name: "v",
        severity: "HIGH",
        state: "OPEN",
        cve: ["CVE-1"],
        vendor_id: "v",
        ...fields
      },
      unread
    )
  )

const keep = (before: object, after: object, unread: ReadonlyArray<string>) => {
  const stored = vulnerability(before)
  const kept = StoredFields.keep(RecordKind.Vulnerability, vulnerability(after, unread), {
    ...stored,
    isGone: false
  })
  expect(JSON.parse(kept.wire)).toEqual(kept.value)
  return kept.value
}

describe("StoredFields.keep", () => {
  it("tells what vendor_data lacks if all of it is kept", () => {
    const before = { vendor_data: { room: "12", big: "n".repeat(9_000) } }
    expect(keep(before, {}, ["vendor_data"])).toMatchObject({
      vendor_data: { room: "12" },
      vendor_data_omitted: ["big"]
    })
  })

  it("tells which fields the kept part lacks, and keeps the bound", () => {
    const unread = ["vendor_data.os"]
    const before = { vendor_data: { os: { k: 1, notes: "n".repeat(9_000) } } }
    expect(keep(before, { vendor_data: { room: "12" } }, unread)).toMatchObject({
      vendor_data: { os: { k: 1 }, room: "12" },
      vendor_data_omitted: ["os.notes"]
    })
    const long = keep(
      { vendor_data: { os: { notes: "n".repeat(7_000) } } },
      { vendor_data: { log: "l".repeat(7_500) } },
      unread
    )
    expect(long).toMatchObject({ vendor_data: { os: { notes: "n".repeat(7_000) } }, vendor_data_omitted: ["log"] })
  })

  it("takes the fields that could not be read from the stored record, and all others from the new one", () => {
    const after = { severity: "UNKNOWN", cve: [], name: "new" }
    expect(keep({}, after, ["severity", "cve"])).toMatchObject({ severity: "HIGH", cve: ["CVE-1"], name: "new" })
  })

  it("keeps the unread part of vendor_data, also if the new record has nothing else there", () => {
    const unread = ["vendor_data.score"]
    const before = { vendor_data: { score: 9, age: 1 } }
    expect(keep(before, { vendor_data: { score: null, age: 2 } }, unread)).toMatchObject({
      vendor_data: { score: 9, age: 2 }
    })
    expect(keep(before, {}, unread)["vendor_data"]).toEqual({ score: 9 })
    const inner = { vendor_data: { nics: [{ speed: 1 }], os: { build: 2 } } }
    expect(keep(inner, {}, ["vendor_data.os.build"])["vendor_data"]).toEqual({ os: { build: 2 } })
    expect(keep(before, { vendor_data: { age: 2 } }, ["vendor_data.nics"])["vendor_data"]).toEqual({ age: 2 })
    expect(keep({}, { vendor_data: { score: null, age: 2 } }, unread)).toMatchObject({
      vendor_data: { score: null, age: 2 }
    })
  })
})

import { describe, expect, it } from "@effect/vitest"
import { ScanVerdict } from "@tributary/core"

const missing = [{ endpoint: "/users", detail: "its last page was answered 206" }]
const nothing = { missing: [], isInParts: false }

describe("ScanVerdict", () => {
  it("says what a scan proves", () => {
    expect(ScanVerdict.of(nothing)).toEqual({ _tag: "Complete", provesAbsence: true })
    expect(ScanVerdict.of({ ...nothing, isInParts: true })).toEqual({ _tag: "Complete", provesAbsence: false })
    expect(ScanVerdict.of({ ...nothing, missing, isInParts: true })).toEqual({ _tag: "Incomplete", missing })
  })

  it("is a failure of the vendor only if the scan is incomplete", () => {
    expect(ScanVerdict.failureOf(ScanVerdict.of({ ...nothing, missing }))).toMatchObject({
      _tag: "IncompleteList",
      endpoint: "/users",
      detail: "the list is incomplete: its last page was answered 206"
    })
    expect(ScanVerdict.failureOf(ScanVerdict.of(nothing))).toBeNull()
  })

  it("names everything that is missing, and the latest instant at which the vendor accepts requests again", () => {
    const others = [
      { endpoint: "/users", detail: "it ended after 2 of 3 rows", retryAt: 5 },
      { endpoint: "/users/{id}/roles", detail: "it reported an error beside its rows", retryAt: 9 }
    ]
    expect(ScanVerdict.failureOf(ScanVerdict.of({ ...nothing, missing: [...missing, ...others] }))).toMatchObject({
      endpoint: "/users",
      detail:
        "the list is incomplete: its last page was answered 206; it ended after 2 of 3 rows; /users/{id}/roles: it reported an error beside its rows",
      retryAt: 9
    })
  })

  it("remembers each missing part once, and only a few of them", () => {
    expect(ScanVerdict.merge(missing, missing)).toEqual(missing)
    const [part] = missing
    const at = (retryAt: number) => ({ endpoint: "/users", detail: "", ...part, retryAt })
    expect(ScanVerdict.merge([at(7)], [at(3), ...missing])).toEqual([at(7)])
    const many = Array.from({ length: 20 }, (_, index) => ({ endpoint: "/users", detail: `page ${index}` }))
    expect(ScanVerdict.merge(missing, many)).toHaveLength(ScanVerdict.MAX_MISSING)
    expect(ScanVerdict.merge(missing, many)[0]).toEqual(missing[0])
  })
})

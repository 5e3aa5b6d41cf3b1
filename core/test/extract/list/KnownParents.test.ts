import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Pagination, RecordKind } from "@tributary/core"
import { Effect, Schema } from "effect"
import type { Answer } from "../../FakeVendor.js"
import { extract } from "../extract.js"

const SINCE = "2026-11-01T00:00:00.000Z"

const Organization = Schema.Struct({ id: Schema.String })
type Organization = Schema.Schema.Type<typeof Organization>

const child = Child.of<Organization>()({
  record: RecordKind.DeviceGroup,
  endpoint: "/organizations/{id}/groups",
  row: Schema.Struct({ id: Schema.String }),
  pagination: Pagination.none({ items: "groups" }),
  permissions: [],
  since: (instant) => ({ updated_after: instant }),
  toRecord: ({ id }) => ({ name: id, vendor_id: id })
})

const list = {
  endpoint: "/organizations",
  row: Organization,
  pagination: Pagination.none({ items: "rows" }),
  permissions: []
}

const groups = Extractor.below({ ...list, child })

const answer =
  (organizations: ReadonlyArray<string>, refusal: Partial<Record<string, Answer>> = {}) =>
  (path: string): Answer => {
    if (path === "/organizations") return { status: 200, body: { rows: organizations.map((id) => ({ id })) } }
    const [id = ""] = path.slice("/organizations/".length).split("/")
    return refusal[id] ?? { status: 200, body: { groups: [{ id: `group of ${id}` }] } }
  }

/** A scan, and what it leaves for the next one. */
const scan = async (
  vendor: ReturnType<typeof answer>,
  request: Partial<Extractor.ExtractRequest> = {},
  extractor: Extractor.Any = groups
) => {
  const { failure, pages, paths } = await extract(extractor, vendor, request)
  return { failure, paths, delta: pages.findLast((page) => page.delta !== null)?.delta ?? null }
}

const below = (id: string, since?: string) =>
  `/organizations/${id}/groups${since === undefined ? "" : `?updated_after=${encodeURIComponent(since)}`}`

describe("a list below a list with deltas", () => {
  it("is read since an instant below the rows of the scan before, and whole below a new one", async () => {
    const full = await scan(answer(["a", "b"]))
    expect(full.paths).toEqual(["/organizations", below("a"), below("b")])
    const delta = await scan(answer(["a", "b", "c"]), { since: SINCE, delta: full.delta })
    expect(delta.paths).toEqual(["/organizations", below("a", SINCE), below("b", SINCE), below("c")])
    const next = await scan(answer(["a", "b", "c"]), { since: SINCE, delta: delta.delta })
    expect(next.paths).toEqual(["/organizations", below("a", SINCE), below("b", SINCE), below("c", SINCE)])
  })

  it("is read whole below a row whose list was missing in the scan before", async () => {
    const full = await scan(answer(["a", "b"], { b: { status: 404, body: {} } }))
    expect(full.failure).toBeNull()
    const delta = await scan(answer(["a", "b"]), { since: SINCE, delta: full.delta })
    expect(delta.paths).toEqual(["/organizations", below("a", SINCE), below("b")])
  })

  it("is read whole again below a row whose list was missing in the delta before", async () => {
    const full = await scan(answer(["a", "b"]))
    const vendor = answer(["a", "b"], { b: { status: 404, body: {} } })
    const missing = await scan(vendor, { since: SINCE, delta: full.delta })
    expect(missing.failure).toBeNull()
    const next = await scan(answer(["a", "b"]), { since: SINCE, delta: missing.delta })
    expect(next.paths).toEqual(["/organizations", below("a", SINCE), below("b")])
  })

  it("is read whole if nobody knows what the scan before has read", async () => {
    const { paths } = await scan(answer(["a"]), { since: SINCE, delta: "of another release" })
    expect(paths).toEqual(["/organizations", below("a")])
  })

  it("counts rows that the scan has read in an earlier run as read", async () => {
    const resumed = await scan(answer(["a", "b"]), { completedParents: () => Effect.succeed(new Set(["a"])) })
    expect(resumed.paths).toEqual(["/organizations", below("b")])
    const delta = await scan(answer(["a", "b"]), { since: SINCE, delta: resumed.delta })
    expect(delta.paths).toEqual(["/organizations", below("a", SINCE), below("b", SINCE)])
  })

  it("finds changed records, but no removed ones", () => {
    expect(groups).toMatchObject({ isIncremental: true, usesDeltaToken: false, hasDeltaState: true })
    expect(groups.deltaCoverage).toEqual([{ kind: RecordKind.DeviceGroup, hasChanges: true, hasRemovals: false }])
  })

  it("excludes deltas of the list above, and lists that every delta would read whole", () => {
    const twice = () => Extractor.below({ ...list, child, since: (instant) => ({ since: instant }) })
    expect(twice).toThrow("declare since here or in the list below, not in both")
    const { since: _, ...whole } = child
    const mixed = () =>
      Extractor.make({
        ...list,
        record: RecordKind.ItsmGroup,
        children: [child, { ...whole, kind: RecordKind.DeviceGroupMember, endpoint: "/organizations/{id}/members" }],
        toRecord: ({ id }) => ({
          name: id,
          vendor_id: id,
          vendor_attributes: { id, vendor: "ACME", created_at: null, updated_at: null, data: null }
        })
      })
    expect(mixed).toThrow("a delta would read /organizations/{id}/members whole below each row")
  })
})

describe("lists below a row", () => {
  const { kind: _, ...rest } = child
  const second = { ...rest, kind: RecordKind.DevicePolicy, endpoint: "/organizations/{id}/policies" }

  it("are read whole if another one of them was left out before", async () => {
    let isOpen = false
    const both = Extractor.make({
      ...list,
      record: RecordKind.ItsmProject,
      children: [child, { ...second, when: () => isOpen }],
      toRecord: ({ id }: Organization) => ({
        name: id,
        key: id,
        vendor_id: id,
        vendor_attributes: { id, vendor: "ACME", created_at: null, updated_at: null, data: null }
      })
    } as never)
    const full = await scan(answer(["a"]), {}, both)
    isOpen = true
    const delta = await scan(answer(["a"]), { since: SINCE, delta: full.delta }, both)
    expect(delta.paths).toEqual(["/organizations", below("a"), "/organizations/a/policies"])
  })
})

describe("a log below a list", () => {
  const { kind: _, ...options } = child
  const events = Extractor.below({ ...list, isLog: true, child: { ...options, kind: RecordKind.DeviceGroup } })

  it("is read from the first instant of a log below a row that is new", async () => {
    const { delta, paths } = await scan(answer(["a"]), {}, events)
    expect(paths[1]).toMatch(/^\/organizations\/a\/groups\?updated_after=/)
    const next = await scan(answer(["a", "b"]), { since: SINCE, delta }, events)
    expect(next.paths[1]).toBe(below("a", SINCE))
    expect(next.paths[2]).toMatch(/^\/organizations\/b\/groups\?updated_after=/)
    expect(next.paths[2]).not.toBe(below("b", SINCE))
    expect(next.paths[2]).toBe(below("b", "1969-12-25T00:00:00.000Z"))
    const chosen = await scan(answer(["b"]), { since: SINCE, delta, firstLoadDays: 30 }, events)
    expect(chosen.paths[1]).toBe(below("b", "1969-12-02T00:00:00.000Z"))
    // After a long pause, what is new begins where the log was left.
    const old = "1969-12-01T00:00:00.000Z"
    const late = await scan(answer(["b"]), { since: old, delta }, events)
    expect(late.paths[1]).toBe(below("b", old))
  })
})

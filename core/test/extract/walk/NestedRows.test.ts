import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Lookup, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { extract } from "../extract.js"

const Member = Schema.Struct({ name: Schema.String, team: Schema.Struct({ id: Schema.String }) })

const idOf = (row: unknown) => Child.joinedId(Pagination.at(row, "team.id"), Pagination.at(row, "name"))

const toGroup = ({ name, team }: typeof Member.Type) => ({
  name,
  description: team.id,
  types: [],
  vendor_id: `${team.id}/${name}`,
  vendor_created_at: "2024-05-01T08:30:00Z"
})

const pages = Pagination.offset({ counts: "returned", items: "teams", limit: 2, total: "total" })

const members = (mayBeAbsent = false, pagination = pages) =>
  Extractor.make({
    record: RecordKind.IdpGroup,
    endpoint: "/teams",
    row: Member,
    id: idOf,
    pagination: Pagination.nested(pagination, { items: "crew.members", outer: "team", mayBeAbsent }),
    permissions: ["teams.read"],
    toRecord: toGroup
  })

const team = (id: string, ...names: ReadonlyArray<string>) => ({
  id,
  crew: { members: names.map((name) => ({ name })) }
})
const all = [team("a", "x", "y"), team("b"), team("c", "x")]

const vendor =
  (teams: ReadonlyArray<unknown>, total = teams.length) =>
  (path: string) => {
    const parameters = new URLSearchParams(path.split("?")[1])
    const offset = Number(parameters.get("offset"))
    return { body: { teams: teams.slice(offset, offset + Number(parameters.get("limit"))), total } }
  }

describe("Pagination.nested", () => {
  it("makes rows of inner rows, which know their outer row, and counts pages by outer rows", async () => {
    const run = await extract(members(), vendor(all))
    expect(run.paths).toEqual(["/teams?limit=2&offset=0", "/teams?limit=2&offset=2"])
    expect(run.vendorIds).toEqual(["a/x", "a/y", "c/x"])
    expect(run.rejections).toEqual([])
  })

  it("compares the total with the outer rows, and proves the number of inner rows if one page has all of them", async () => {
    const short = await extract(members(), vendor(all, 4))
    expect(short.lacks).toEqual(["it ended after 3 of 4 rows"])
    const whole = await extract(members(), vendor(all.slice(0, 1)))
    expect(whole.pages.map(({ total }) => total)).toEqual([2])
  })

  it.each([
    ["a list that is missing", { id: "b", crew: {} }],
    ["something other than a list", { id: "b", crew: { members: "x" } }],
    ["a value that is not an object", "b"]
  ])("rejects an outer row with %s, and does not prove absence", async (_, broken) => {
    const run = await extract(members(), vendor([team("a", "x"), broken]))
    expect(run.failure).toBeNull()
    expect(run.vendorIds).toEqual(["a/x"])
    expect(run.rejections).toHaveLength(1)
    expect(run.batches.some(({ isIncomplete }) => isIncomplete)).toBe(true)
  })

  it("treats a missing list as empty if the vendor may leave it out", async () => {
    const run = await extract(
      members(true),
      vendor([team("a", "x"), { id: "b", crew: { members: null } }, { id: "c" }])
    )
    expect(run.rejections).toEqual([])
    expect(run.batches.map(({ isIncomplete }) => isIncomplete)).toEqual([false, false])
  })

  it("rejects an inner row alone, with its id", async () => {
    const broken = { id: "a", crew: { members: [{ name: "x" }, { name: 1 }, "y"] } }
    const run = await extract(members(), vendor([broken]))
    expect(run.vendorIds).toEqual(["a/x"])
    expect(run.rejections.map(({ vendorId }) => vendorId)).toEqual(["a/1", null])
  })

  it("cuts many inner rows of one page into pieces", async () => {
    const many = team("a", ...Array.from({ length: 1_200 }, (_, index) => `m${index}`))
    const run = await extract(members(), vendor([many]))
    expect(run.pages.map(({ batches }) => batches[0]?.records.length)).toEqual([500, 500, 200])
    expect(run.pages.map(({ total }) => total)).toEqual([undefined, undefined, 1_200])
  })

  it("works for lists below rows and for lookups", async () => {
    const Team = Schema.Struct({ id: Schema.String })
    const below = Extractor.below({
      endpoint: "/sites",
      row: Team,
      pagination: Pagination.none({ items: "teams" }),
      permissions: ["teams.read"],
      child: Child.of<typeof Team.Type>()({
        record: RecordKind.IdpGroup,
        endpoint: "/sites/{id}/teams",
        row: Member,
        id: idOf,
        pagination: Pagination.nested(pages, { items: "crew.members", outer: "team" }),
        permissions: ["teams.read"],
        lookups: {
          same: Lookup.of<{ readonly id: string }>()({
            endpoint: "/teams/{id}",
            row: Member,
            pagination: Pagination.nested(Pagination.one(), { items: "crew.members", outer: "team" }),
            permissions: ["teams.read"]
          })
        },
        toRecord: (row, _, { same }) => ({ ...toGroup(row), types: (same ?? []).map(({ name }) => name) })
      })
    })
    const run = await extract(below, (path) => {
      if (path === "/sites") return { body: { teams: [{ id: "s" }] } }
      return path.startsWith("/teams/") ? { body: team("s", "p", "q") } : vendor([team("a", "x")])(path)
    })
    expect(run.failure).toBeNull()
    expect(
      run.batches.flatMap(({ records }) => records.map(({ value }) => [value["vendor_id"], value["types"]]))
    ).toEqual([["a/x", ["p", "q"]]])
  })
})

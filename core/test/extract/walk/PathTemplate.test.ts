import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import * as PathTemplate from "../../../src/extract/walk/PathTemplate.js"
import type { Answer } from "../../FakeVendor.js"
import { extract } from "../extract.js"

describe("PathTemplate.matchesTemplate", () => {
  const template = { filter: { owner: [{ value: "{id}", exact: true }] } }

  it.each([
    [{ filter: { owner: [{ value: "any", exact: true }] }, size: 1 }, true],
    [{ filter: { owner: [{ value: "any", exact: false }] } }, false],
    [{ filter: { owner: [{ value: 1, exact: true }] } }, false],
    [{ filter: { owner: [{ value: "any", exact: true }, {}] } }, false],
    [{ filter: null }, false],
    [null, false]
  ])("decides whether a body matches: %j", (body, expected) => {
    expect(PathTemplate.matchesTemplate(template, body)).toBe(expected)
  })
})

describe("PathTemplate, and the braces of a GraphQL query", () => {
  const QUERY = "query { users { nodes { id } } }"

  it("leaves the braces alone", () => {
    const row = { id: "7" }
    expect(PathTemplate.fillBody({ query: QUERY, variables: { id: "{id}" } }, row)).toEqual({
      query: QUERY,
      variables: { id: "7" }
    })
  })

  it("distinguishes two queries", () => {
    expect(PathTemplate.matchesTemplate({ query: QUERY }, { query: "query { groups { nodes { id } } }" })).toBe(false)
  })

  it.each([
    ["a.{id}.b", "a.7.b", true],
    ["a.{id}.b", "a_7_b", false],
    ["{id}", "line\nline", true]
  ])("decides whether a value can come from the template %s", (template, text, expected) => {
    expect(PathTemplate.matchesTemplate(template, text)).toBe(expected)
  })
})

describe("A field that cannot be part of a path", () => {
  const Team = Schema.Struct({ id: Schema.String, site: Row.nullish(Schema.String) })
  const team = ({ id }: typeof Team.Type, types: ReadonlyArray<string> = []) => ({
    name: id,
    description: "",
    types,
    vendor_id: id,
    vendor_created_at: "2024-05-01T08:30:00Z"
  })
  const list = {
    record: RecordKind.IdpGroup,
    endpoint: "/teams",
    row: Team,
    pagination: Pagination.none(),
    permissions: ["teams.read"]
  }
  const members = Child.of<typeof Team.Type>()({
    record: RecordKind.IdpGroupMembership,
    endpoint: "/teams/{id}/members",
    row: Schema.Struct({ id: Schema.String }),
    pagination: Pagination.none(),
    permissions: ["members.read"],
    toRecord: ({ id }, parent) => ({ user_vendor_id: id, group_vendor_id: parent.id })
  })
  const ids = ["a", "b", "c", "d", "e", "f", "g"]
  const vendor =
    (...teams: ReadonlyArray<object>) =>
    (path: string): Answer => ({ body: path === "/teams" ? teams : [{ id: "u", title: path }] })

  it.each([".", ".."])("leads to no other list, and what is below its row is kept: %s", async (id) => {
    const below = Extractor.make({ ...list, children: [members], toRecord: (row) => team(row) })
    const run = await extract(below, vendor({ id }, ...ids.map((each) => ({ id: each }))))
    expect(run.failure).toBeNull()
    expect(run.paths).toEqual(["/teams", ...ids.map((each) => `/teams/${each}/members`)])
    const kept = run.batches.flatMap(({ keptBelow }) => keptBelow)
    expect(kept).toHaveLength(1)
  })

  it("is reported if many rows have it", async () => {
    const below = Extractor.make({ ...list, children: [members], toRecord: (row) => team(row) })
    const run = await extract(below, vendor({ id: "." }, { id: ".." }, { id: "a" }))
    expect(run.failure).toMatchObject({
      _tag: "ClientError",
      endpoint: "/teams/{id}/members",
      detail: 'cannot be requested, because {id} is empty, "." or "..", for 2 of 3 parent rows'
    })
  })

  it("costs only the fields of a lookup", async () => {
    const site = Lookup.of<typeof Team.Type>()({
      endpoint: "/sites/{site}",
      row: Schema.Struct({ title: Schema.String }),
      pagination: Pagination.none(),
      permissions: ["sites.read"],
      fields: ["types"]
    })
    const asking = Extractor.make({
      ...list,
      lookups: { site },
      toRecord: (row, answers) => team(row, answers.site?.map(({ title }) => title) ?? [])
    })
    const sites = ids.map((id) => ({ id: `t-${id}`, site: id }))
    const run = await extract(asking, vendor(...sites, { id: "0", site: "" }, { id: "1", site: null }))
    expect(run.failure).toBeNull()
    expect([...run.paths].sort()).toEqual([...ids.map((each) => `/sites/${each}`), "/teams"])
    const unread = run.batches.flatMap(({ records }) => records.filter((record) => record.unread.length > 0))
    expect(unread.map(({ vendorId }) => vendorId)).toEqual(["0", "1"])
    const odd = await extract(asking, vendor({ id: "1", site: "x\ud800" }))
    expect([odd.failure, odd.defect, odd.paths]).toEqual([null, null, ["/teams", "/sites/x%EF%BF%BD"]])
  })
})

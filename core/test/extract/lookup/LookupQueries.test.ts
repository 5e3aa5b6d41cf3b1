import { describe, expect, it } from "@effect/vitest"
import { Extractor, Lookup, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { type Answer, BASE_URL } from "../../FakeVendor.js"
import { extract } from "../extract.js"

const Person = Schema.Struct({ id: Schema.String })
type Person = typeof Person.Type
const Role = Schema.Struct({ person: Schema.String, name: Schema.String })

const question = {
  row: Role,
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "next" }),
  permissions: [],
  queries: [{ scope: "team" }, { scope: "site" }]
}

const forms = {
  of: Lookup.of<Person>()({ ...question, endpoint: "/people/{id}/roles" }),
  shared: Lookup.shared<Person>()({ ...question, endpoint: "/roles" }),
  joined: Lookup.joined<Person>()({
    ...question,
    endpoint: "/roles",
    key: ({ person }) => person,
    matches: ({ id }) => id
  }),
  batched: Lookup.batched<Person>()({
    ...question,
    endpoint: "/roles",
    batch: 10,
    query: (ids) => ({ ids: ids.join(",") }),
    key: ({ person }) => person,
    keys: ({ id }) => id
  })
}

/** The vendor has the roles of a team on two pages, and one of a site. */
const answer = (path: string): Answer => {
  const { pathname, searchParams } = new URL(path, BASE_URL)
  if (pathname === "/people") return { body: { rows: [{ id: "a" }], next: null } }
  const name = `${searchParams.get("scope")}${searchParams.get("next") ?? ""}`
  return { body: { rows: [{ person: "a", name }], next: name === "team" ? "2" : null } }
}

describe("The queries of a lookup", () => {
  it.each(Object.entries(forms))("are each a list, whose rows together are the answer: Lookup.%s", async (_, roles) => {
    const people = Extractor.make({
      record: RecordKind.DeviceGroup,
      endpoint: "/people",
      row: Person,
      permissions: [],
      pagination: Pagination.cursor({ items: "rows", from: "next", param: "next" }),
      lookups: { roles },
      toRecord: ({ id }, { roles }) => ({ name: (roles ?? []).map(({ name }) => name).join(" "), vendor_id: id })
    })
    const { batches, paths } = await extract(people, answer)
    expect(batches.flatMap(({ records }) => records.map(({ value }) => value["name"]))).toEqual(["team team2 site"])
    expect(paths.slice(1).map((path) => new URL(path, BASE_URL).searchParams.get("scope"))).toEqual([
      "team",
      "team",
      "site"
    ])
  })
})

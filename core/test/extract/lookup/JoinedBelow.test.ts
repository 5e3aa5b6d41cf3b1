import { describe, expect, it } from "@effect/vitest"
import { Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { type Answer, BASE_URL } from "../../FakeVendor.js"
import { extract } from "../extract.js"

const pages = Pagination.cursor({ items: "items", from: "next", param: "next" })

const Person = Schema.Struct({ id: Schema.String })
type Person = typeof Person.Type
const Badge = Schema.Struct({ owner: Row.nullish(Schema.String), colour: Schema.String })

/** Badges are listed for each door. */
const below = {
  endpoint: "/doors",
  row: Schema.Struct({ number: Schema.Number }),
  pagination: pages,
  permissions: ["doors.read"]
}
const options = {
  below,
  endpoint: "/doors/{number}/badges" as const,
  row: Badge,
  pagination: pages,
  permissions: ["badges.read"],
  fields: ["types"] as const,
  key: (badge: typeof Badge.Type) => badge.owner,
  matches: (person: Person) => person.id
}

const peopleList = {
  endpoint: "/people",
  row: Person,
  pagination: pages,
  permissions: ["people.read"]
}
const peopleWith = (badges: Lookup.Lookup<Person, typeof Badge.Type>) =>
  Extractor.make({
    ...peopleList,
    record: RecordKind.IdpGroup,
    lookups: { badges },
    toRecord: ({ id }, answers) => ({
      name: id,
      description: "",
      types: answers.badges?.map(({ colour }) => colour) ?? ["unknown"],
      vendor_id: id,
      vendor_created_at: "2024-05-01T08:30:00Z"
    })
  })
const required = peopleWith(Lookup.joined<Person>()({ ...options, mayBeMissing: true }))
const optional = peopleWith(Lookup.joined<Person>()({ ...options, mayBeMissing: true, isOptional: true }))

const items = (...rows: ReadonlyArray<object>) => ({ body: { items: rows } })
const answers: Readonly<Record<string, Answer>> = {
  "/people": items({ id: "a" }, { id: "b" }, { id: "c" }),
  "/doors": { body: { items: [{ number: 1 }], next: "2" } },
  "/doors?next=2": items({ number: 2 }),
  "/doors/1/badges": { body: { items: [{ owner: "a", colour: "red" }], next: "2" } },
  "/doors/1/badges?next=2": items({ owner: null, colour: "grey" }),
  "/doors/2/badges": items({ owner: "a", colour: "blue" }, { owner: "b", colour: "green" })
}

const read = async (
  extractor: Extractor.Any,
  others: Readonly<Record<string, Answer>> = {},
  settings: Parameters<typeof extract>[3] = {}
) => {
  const run = await extract(extractor, (path) => others[path] ?? answers[path] ?? { status: 404 }, {}, settings)
  return {
    ...run,
    types: run.batches.flatMap(({ records }) =>
      records.map(({ unread, value }) => (unread.length === 0 ? value["types"] : unread))
    ),
    unread: run.pages.at(-1)?.unread?.map(({ kind: _, ...each }) => each) ?? []
  }
}

const forbidden: Answer = { status: 403 }
const notInPlan: Answer = { status: 403, body: { code: "UNLICENSED" } }

describe("Lookup.joined with a list above the answers", () => {
  it("answers from the lists below all rows of that list, and reads each once", async () => {
    const { lacks, paths, types } = await read(required)
    expect(types).toEqual([["red", "blue"], ["green"], []])
    expect(lacks).toEqual([])
    expect(paths).toEqual([
      "/people",
      "/doors",
      "/doors?next=2",
      "/doors/1/badges",
      "/doors/1/badges?next=2",
      "/doors/2/badges"
    ])
  })

  it("has no answers if that list is empty", async () => {
    const { types, unread } = await read(optional, { "/doors": items() })
    expect(types).toEqual([[], [], []])
    expect(unread).toEqual([])
  })

  it("keeps the fields of all rows, and names the refused list, if either list is refused", async () => {
    const outer = await read(optional, { "/doors": forbidden })
    expect(outer.types).toEqual([["types"], ["types"], ["types"]])
    expect(outer.unread).toEqual([
      {
        endpoint: "/doors",
        fields: ["types"],
        permissions: ["doors.read"],
        problem: "PERMISSION_MISSING",
        reason: expect.stringContaining("403")
      }
    ])
    const inner = await read(optional, { "/doors/1/badges": forbidden, "/doors/2/badges": forbidden })
    expect(inner.types).toEqual([["types"], ["types"], ["types"]])
    expect(inner.unread).toMatchObject([{ endpoint: options.endpoint, permissions: ["badges.read"] }])
  })

  it.each([
    ["/doors", { "/doors": forbidden }],
    [options.endpoint, { "/doors/1/badges": forbidden }],
    [options.endpoint, { "/doors/1/badges": { status: 404 }, "/doors/2/badges": { status: 404 } }]
  ])("fails the export if it is required and %s is refused", async (endpoint, others) => {
    const { failure, ids } = await read(required, others)
    expect(failure).toMatchObject({ endpoint })
    expect(ids).toEqual([])
  })

  it.each([
    ["is optional and may not be read", optional, forbidden],
    ["is optional and does not exist", optional, { status: 404 }],
    ["does not exist", required, { status: 404 }]
  ])("keeps the fields of rows without an answer if one of the lists below %s", async (_, extractor, refusal) => {
    const { failure, types } = await read(extractor, { "/doors/1/badges": refusal })
    expect(failure).toBeNull()
    // The list that could not be read may have more badges of each.
    expect(types).toEqual([["types"], ["types"], ["types"]])
  })

  it("says what was refused of an optional answer, and makes the scan of a required one incomplete", async () => {
    const gone = { "/doors/1/badges": { status: 404 } }
    const forbiddenOne = await read(optional, { "/doors/1/badges": forbidden })
    expect(forbiddenOne.unread).toMatchObject([
      { endpoint: options.endpoint, problem: "PERMISSION_MISSING", reason: "answered 403 for 1 of 2 lists" }
    ])
    expect(forbiddenOne.lacks).toEqual([])
    expect((await read(required, gone)).lacks).toEqual([
      `answered 404 to GET ${BASE_URL}${options.endpoint} for 1 of 2 lists`
    ])
  })

  it.each([
    ["the first list", { "/doors/1/badges": forbidden }],
    ["all lists, one because of the plan", { "/doors/1/badges": forbidden, "/doors/2/badges": notInPlan }],
    ["all lists, the first because of the plan", { "/doors/1/badges": notInPlan, "/doors/2/badges": forbidden }]
  ])("keeps all values of a shared field if the vendor refuses %s", async (_, others) => {
    const badges = Lookup.joined<Person>()({
      ...options,
      fields: [],
      sharedFields: ["description"],
      mayBeMissing: true,
      isOptional: true
    })
    const shared = Extractor.make({
      ...peopleList,
      record: RecordKind.DeviceGroup,
      lookups: { badges },
      toRecord: ({ id }, answers) => ({
        name: id,
        vendor_id: id,
        description: answers.badges?.map(({ colour }) => colour).join() ?? null
      })
    })
    const { batches } = await read(shared, others, { errors: { at: "code", codes: { UNLICENSED: "plan" } } })
    expect(batches.flatMap(({ records }) => records.map(({ unread }) => unread))).toEqual([
      ["description"],
      ["description"],
      ["description"]
    ])
  })

  it("keeps all fields of a known record if a required answer without fields lacks a list", async () => {
    const whole = peopleWith(Lookup.joined<Person>()({ ...options, fields: [], mayBeMissing: true }))
    const { batches, failure, lacks } = await read(whole, { "/doors/1/badges": { status: 404 } })
    expect(failure).toBeNull()
    const all = [...RecordKind.IdpGroup.fields, ...RecordKind.IdpGroup.onRequest]
    expect(batches.flatMap(({ records }) => records.map(({ unread }) => unread))).toEqual([all, all, all])
    expect(lacks).toHaveLength(1)
  })

  it("reads each list once if a row of the list above is listed twice", async () => {
    const { paths, types } = await read(required, { "/doors?next=2": items({ number: 2 }, { number: 1 }) })
    expect(types).toEqual([["red", "blue"], ["green"], []])
    expect(paths.filter((path) => path === "/doors/1/badges")).toHaveLength(1)
  })

  it("stops after ten refused lists if none was read", async () => {
    const doors = Array.from({ length: 30 }, (_, number) => ({ number: number + 10 }))
    const { paths, unread } = await read(optional, { "/doors": items(...doors) })
    expect(paths).toHaveLength(2 + 10)
    expect(unread).toMatchObject([{ endpoint: options.endpoint, fields: ["types"] }])
  })

  it("does not take ten refusals for one by the plan because the last was", async () => {
    const doors = Array.from({ length: 12 }, (_, number) => ({ number: number + 10 }))
    const badges = doors.map(({ number }, place) => [`/doors/${number}/badges`, place === 9 ? notInPlan : forbidden])
    const { types, unread } = await read(
      optional,
      { "/doors": items(...doors), ...Object.fromEntries(badges) },
      { errors: { at: "code", codes: { UNLICENSED: "plan" } } }
    )
    expect(types).toEqual([["types"], ["types"], ["types"]])
    expect(unread).toMatchObject([{ problem: "PERMISSION_MISSING" }])
  })

  it("takes a list whose end behind its total is unknown for whole", async () => {
    const pagination = Pagination.offset({ items: "items", limit: 2, counts: "returned", total: "total" })
    const counted = { ...options, pagination, mayBeMissing: true }
    const badges = [
      { owner: "a", colour: "red" },
      { owner: "b", colour: "blue" }
    ]
    const whole = { body: { items: badges, total: 2 } }
    const { types } = await read(peopleWith(Lookup.joined<Person>()(counted)), {
      "/doors": items({ number: 1 }),
      "/doors/1/badges?limit=2&offset=0": whole,
      "/doors/1/badges?limit=2&offset=2": { status: 400 }
    })
    expect(types).toEqual([["red"], ["blue"], []])
  })

  it("refuses paths that cannot lead from one list to the other", () => {
    const site = { ...below, endpoint: "/sites/{id}/doors" }
    expect(() => Lookup.joined<Person>()({ ...options, below: site })).toThrow("{id}")
    const endpoint = "/badges" as const
    expect(() => Lookup.joined<Person>()({ ...options, endpoint })).toThrow(
      "/badges: name a field of the rows of /doors"
    )
  })

  it.each([
    ["the list above it", "/doors?next=2", forbidden],
    ["a list below it", "/doors/1/badges?next=2", forbidden],
    ["a list below it", "/doors/1/badges?next=2", { status: 404 }]
  ])("fails the export, even if it is optional, when a later page of %s is refused", async (_, path, refusal) => {
    const { failure } = await read(optional, { [path]: refusal })
    expect(failure).not.toBeNull()
  })

  it("names the list with an unreadable row", async () => {
    const outer = await read(optional, { "/doors": items({ number: "first" }) })
    expect(outer.failure).toMatchObject({ _tag: "BadPayload", endpoint: "/doors" })
    const inner = await read(optional, { "/doors/2/badges": items({ owner: "a" }) })
    expect(inner.failure).toMatchObject({ _tag: "BadPayload", endpoint: options.endpoint })
  })

  it("declares both lists and their permissions", () => {
    expect(required.lists.map(({ endpoint, permissions }) => [endpoint, permissions])).toEqual([
      ["/people", ["people.read"]],
      ["/doors", ["doors.read"]],
      [options.endpoint, ["badges.read"]]
    ])
    expect(required.permissions).toEqual(["people.read", "doors.read", "badges.read"])
    expect(optional.optionalPermissions).toEqual(["doors.read", "badges.read"])
  })
})

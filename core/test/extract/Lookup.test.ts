import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import { Cause, Effect, Exit, Option, Schema, Stream } from "effect"
import * as LookupCache from "../../src/extract/LookupCache.js"
import { type Answer, BASE_URL, converse, type ReceivedRequest } from "../FakeVendor.js"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }
const pages = Pagination.cursor({ items: "items", from: "next", param: "next" })

const Person = Schema.Struct({ id: Schema.String, department: Schema.String })
type Person = Schema.Schema.Type<typeof Person>
const Badge = Schema.Struct({ owner: Row.nullish(Schema.String), colour: Schema.String })

const badges = Lookup.joined<Person>()({
  endpoint: "/badges",
  row: Badge,
  pagination: pages,
  permissions: ["badges.read"],
  key: (badge) => badge.owner,
  matches: (person) => person.id
})

const Department = Schema.Struct({ id: Schema.String, site: Schema.String })
type Department = Schema.Schema.Type<typeof Department>

const groupOf = (person: { readonly id: string }, found: ReadonlyArray<typeof Badge.Type> | null) => ({
  name: person.id,
  description: "",
  types: found === null ? ["denied"] : found.map(({ colour }) => colour),
  vendor_id: person.id,
  vendor_created_at: "2024-05-01T08:30:00Z"
})

const people = Extractor.make({
  record: RecordKind.IdpGroup,
  endpoint: "/people",
  row: Person,
  pagination: pages,
  permissions: ["people.read"],
  lookups: { badges },
  toRecord: (person, answers) => groupOf(person, answers.badges)
})

const staff = Extractor.below({
  endpoint: "/departments",
  row: Department,
  pagination: pages,
  permissions: ["departments.read"],
  child: Child.of<Department>()({
    record: RecordKind.IdpGroup,
    endpoint: "/departments/{id}/people",
    row: Person,
    pagination: pages,
    permissions: ["people.read"],
    lookups: {
      badges: Lookup.joined<Person & Pick<Department, "site">>()({
        endpoint: "/sites/{site}/badges",
        row: Badge,
        pagination: pages,
        permissions: ["badges.read"],
        key: (badge) => badge.owner,
        matches: (person) => person.id
      })
    },
    toRecord: (person, department, answers) => ({
      ...groupOf(person, answers.badges),
      description: department.id
    })
  })
})

const person = (id: string) => ({ id, department: "d" })
const badge = (of: string | null, colour: string) => ({ owner: of, colour })

const directory = (path: string): Answer => {
  if (path === "/badges") return { body: { items: [badge("a", "red"), badge(null, "grey")], next: "2" } }
  if (path === "/badges?next=2") return { body: { items: [badge("c", "green"), badge("a", "blue")] } }
  if (path === "/people") return { body: { items: ["a", "b"].map(person), next: "2" } }
  if (path === "/people?next=2") return { body: { items: [person("c")] } }
  if (path === "/departments") {
    const rows = ["1", "2", "3"].map((id) => ({ id, site: id === "3" ? "south" : "north" }))
    return { body: { items: rows } }
  }
  if (path.startsWith("/departments/")) return { body: { items: [person(`p${path.slice(13, 14)}`)] } }
  if (path === "/sites/north/badges") return { body: { items: [badge("p1", "red"), badge("p2", "blue")] } }
  return { body: { items: [badge("p2", "of another site"), badge("p3", "green")] } }
}

const read = async (extractor: Extractor.Any, answer: (path: string) => Answer = directory) => {
  const records: Array<unknown> = []
  const reading = extractor.pages({ owner, since: null, checkpoint: null, delta: null }).pipe(
    Stream.tap((page) =>
      Effect.sync(() =>
        records.push(
          ...page.batches.flatMap((batch) => batch.records.map(({ value }) => [value["name"], value["types"]]))
        )
      )
    ),
    Stream.runDrain
  )
  const { exit, received } = await converse((seen) => answer(seen.url.slice(BASE_URL.length)), reading)
  const failure = Exit.isSuccess(exit) ? null : Option.getOrNull(Cause.failureOption(exit.cause))
  return { records, failure, paths: received.map(({ url }) => url.slice(BASE_URL.length)) }
}

describe("Lookup.joined", () => {
  it("reads its list once and gives each row its own part of it", async () => {
    const { records, paths } = await read(people)
    expect(records).toEqual([
      ["a", ["red", "blue"]],
      ["b", []],
      ["c", ["green"]]
    ])
    expect(paths).toEqual(["/people", "/badges", "/badges?next=2", "/people?next=2"])
  })

  it.each([403, 404])("answers null to every row, after one request, if the list answers %s", async (status) => {
    const { records, paths } = await read(people, (path) => (path === "/badges" ? { status } : directory(path)))
    expect(records).toEqual(["a", "b", "c"].map((id) => [id, ["denied"]]))
    expect(paths.filter((path) => path === "/badges")).toHaveLength(1)
  })

  it("fails with the name of the list if the list fails", async () => {
    const { failure } = await read(people, (path) => (path.startsWith("/badges?") ? { status: 500 } : directory(path)))
    expect(failure).toMatchObject({ _tag: "ServerError", endpoint: "/badges" })
  })

  it("appears among the extractor's lists and optional permissions", () => {
    expect(people.lists.map(({ role, endpoint, isPaged }) => [role, endpoint, isPaged])).toEqual([
      ["own", "/people", true],
      ["lookup", "/badges", true]
    ])
    expect(people.optionalPermissions).toEqual(["badges.read"])
  })
})

describe("Lookup.joined, below a child list", () => {
  it("may use fields of the parent, and reads the list again when they change", async () => {
    const { records, paths } = await read(staff)
    expect(records).toEqual([
      ["p1", ["red"]],
      ["p2", ["blue"]],
      ["p3", ["green"]]
    ])
    expect(paths.filter((path) => path.startsWith("/sites"))).toEqual(["/sites/north/badges", "/sites/south/badges"])
    expect(staff.optionalPermissions).toEqual(["badges.read"])
    expect(staff.lists.map(({ role }) => role)).toContain("lookup")
  })
})

const Weakness = Schema.Struct({ id: Schema.String, title: Schema.String })

/** Rows that all look up one of a few weaknesses. */
const findings = (more: { readonly isShared?: boolean; readonly isRequired?: boolean }) =>
  Extractor.make({
    record: RecordKind.IdpGroup,
    endpoint: "/findings",
    row: Schema.Struct({ id: Schema.String, weakness: Schema.String }),
    pagination: Pagination.none(),
    permissions: ["findings.read"],
    lookups: {
      about: Lookup.of<{ readonly weakness: string }>()({
        endpoint: "/weaknesses/{weakness}",
        row: Weakness,
        pagination: Pagination.one(),
        permissions: ["weaknesses.read"],
        ...more
      })
    },
    toRecord: (finding, { about }) => ({
      ...groupOf(finding, null),
      name: about?.[0]?.title ?? "denied"
    })
  })

const scan = async (extractor: Extractor.Any, answer: (path: string) => Answer) => {
  const found: Array<unknown> = []
  const reading = extractor
    .pages({ owner, since: null, checkpoint: null, delta: null })
    .pipe(
      Stream.runForEach((page) =>
        Effect.sync(() =>
          found.push(...page.batches.flatMap(({ records }) => records.map(({ value }) => value["name"])))
        )
      )
    )
  const { exit, received } = await converse(({ url }) => answer(new URL(url).pathname), reading)
  return { exit, found, paths: received.map(({ url }) => new URL(url).pathname) }
}

const rows = Array.from({ length: 12 }, (_, index) => ({ id: `f${index}`, weakness: `w${index % 3}` }))

const catalogue = (path: string): Answer => {
  const id = path.split("/").at(-1) ?? ""
  return path === "/findings" ? { body: rows } : { body: { id, title: `Title of ${id}` } }
}

describe("Lookup.of, shared", () => {
  it("requests an answer once for all rows with the same question", async () => {
    const { found, paths } = await scan(findings({ isShared: true }), catalogue)
    expect(paths.sort()).toEqual(["/findings", "/weaknesses/w0", "/weaknesses/w1", "/weaknesses/w2"])
    expect(found.slice(0, 4)).toEqual(["Title of w0", "Title of w1", "Title of w2", "Title of w0"])
  })

  it("requests it again in the next run", async () => {
    const extractor = findings({ isShared: true })
    const runs = [await scan(extractor, catalogue), await scan(extractor, catalogue)]
    expect(runs.map(({ paths }) => paths.length)).toEqual([4, 4])
  })

  it("caches a missing answer as well", async () => {
    const { found, paths } = await scan(findings({ isShared: true }), (path) =>
      path === "/findings" ? { body: rows } : { status: 404 }
    )
    expect(paths).toHaveLength(4)
    expect(new Set(found)).toEqual(new Set(["denied"]))
  })
})

describe("Lookup.of, required", () => {
  it.each([403, 404])("fails the export if the vendor answers %s", async (status) => {
    const { exit } = await scan(findings({ isRequired: true }), (path) =>
      path === "/findings" ? { body: rows } : { status }
    )
    const failure = Option.getOrNull(Cause.failureOption(Option.getOrThrow(Exit.causeOption(exit))))
    expect(failure).toMatchObject({ endpoint: "/weaknesses/{weakness}", status })
  })

  it("makes its permission a required one", () => {
    expect(findings({ isRequired: true })).toMatchObject({
      permissions: ["findings.read", "weaknesses.read"],
      optionalPermissions: []
    })
    expect(findings({})).toMatchObject({ permissions: ["findings.read"], optionalPermissions: ["weaknesses.read"] })
  })
})

describe("Lookup.of, with POST", () => {
  const EAST = "https://east.acme.example/api"
  const twoPages = ({ body }: ReceivedRequest): Answer => {
    const isSecond = JSON.parse(body ?? "{}").next === "2"
    return { body: { rows: [{ id: isSecond ? "2" : "1" }], ...(isSecond ? {} : { next: "2" }) } }
  }

  it("fills the body from the row, and asks at the base address of the row", async () => {
    const question = Lookup.of<{ readonly id: string }>()({
      endpoint: "/rows",
      row: Schema.Struct({ id: Schema.String }),
      pagination: Pagination.cursor({ items: "rows", from: "next", param: "next", limit: 1, limitParam: "size" }),
      post: { filter: { owner: [{ value: "{id}", exact: true }] } },
      permissions: ["rows.read"]
    })
    const { received } = await converse(twoPages, Lookup.ask(question, { id: "a/b" }, LookupCache.make(), EAST), {
      furtherBaseUrls: [EAST]
    })
    expect(received.map(({ url, body }) => [url, body])).toEqual([
      [`${EAST}/rows`, '{"filter":{"owner":[{"value":"a/b","exact":true}]},"size":1}'],
      [`${EAST}/rows`, '{"filter":{"owner":[{"value":"a/b","exact":true}]},"size":1,"next":"2"}']
    ])
  })
})

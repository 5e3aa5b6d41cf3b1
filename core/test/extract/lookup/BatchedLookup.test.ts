import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Lookup, Mention, Pagination, RecordKind, Row, type VendorError } from "@tributary/core"
import { Schema } from "effect"
import type { Answer } from "../../FakeVendor.js"
import { extract, owner } from "../extract.js"

const Finding = Schema.Struct({ id: Schema.String, codes: Schema.Array(Schema.String) })
type Finding = typeof Finding.Type
const Definition = Schema.Struct({ code: Row.nullish(Schema.String), title: Schema.String })

const definitionList = {
  endpoint: "/definitions",
  row: Definition,
  pagination: Pagination.cursor({ items: "items", from: "next", param: "next" }),
  permissions: ["definitions.read"],
  batch: 2,
  query: (codes: ReadonlyArray<string>) => ({ codes: codes.join(",") }),
  key: ({ code }: typeof Definition.Type) => code,
  keys: ({ codes }: Finding) => codes
}

/** What a test can change about the lookup. */
interface Options {
  readonly batch?: number
  readonly post?: Pagination.Query
  readonly isOptional?: boolean
  readonly mayBeMissing?: boolean
}

const findings = (more: Options = {}) => {
  const definitions = Lookup.batched<Finding>()({ ...definitionList, fields: ["types"], ...more })
  return Extractor.make({
    record: RecordKind.IdpGroup,
    endpoint: "/findings",
    row: Finding,
    pagination: Pagination.cursor({ items: "items", from: "next", param: "next" }),
    permissions: ["findings.read"],
    lookups: { definitions },
    toRecord: ({ id }, { definitions }) => group(id, definitions)
  })
}

const group = (id: string, found: ReadonlyArray<typeof Definition.Type> | null) => ({
  name: id,
  description: "",
  types: found === null ? ["unread"] : found.map(({ title }) => title),
  vendor_id: id,
  vendor_created_at: "2024-05-01T08:30:00Z"
})

const definition = (code: string | null) => ({ code, title: `title of ${code}` })

/** Two pages of findings; the answers to codes are what the test says. */
const vendor =
  (answer: (codes: ReadonlyArray<string>) => Answer) =>
  (path: string, { body }: { readonly body: string | null }): Answer => {
    const finding = (id: string, ...codes: ReadonlyArray<string>) => ({ id, codes })
    if (path === "/findings") {
      return {
        body: { items: [finding("1", "a"), finding("2", "b", "a"), finding("3", "c"), finding("4")], next: "2" }
      }
    }
    if (path === "/findings?next=2") return { body: { items: [finding("5", "a"), finding("6", "d")] } }
    const asked = new URLSearchParams(path.split("?")[1]).get("codes") ?? JSON.parse(body ?? "{}").codes
    return answer(asked.split(","))
  }

const all = (codes: ReadonlyArray<string>): Answer => ({ body: { items: codes.map(definition) } })
const without = (...gone: ReadonlyArray<string>) =>
  vendor((codes) => ({ body: { items: codes.filter((code) => !gone.includes(code)).map(definition) } }))

const typesOf = ({ batches }: Awaited<ReturnType<typeof extract>>) =>
  batches.flatMap(({ records }) => records.map(({ value, vendorId }) => [vendorId, value["types"]]))

/** The requests for definitions, sorted, because batches are requested at the same time. */
const asked = ({ paths }: Awaited<ReturnType<typeof extract>>) =>
  paths
    .filter((path) => path.startsWith("/definitions"))
    .map(decodeURIComponent)
    .sort()

describe("Lookup.batched", () => {
  it("asks for the keys of a page in batches, each key once per run, and joins the answers by key", async () => {
    const run = await extract(findings(), vendor(all))
    expect(asked(run)).toEqual(["/definitions?codes=a,b", "/definitions?codes=c", "/definitions?codes=d"])
    expect(typesOf(run)).toEqual([
      ["1", ["title of a"]],
      ["2", ["title of b", "title of a"]],
      ["3", ["title of c"]],
      ["4", []],
      ["5", ["title of a"]],
      ["6", ["title of d"]]
    ])
  })

  it("sends the keys in the body if the request uses POST, and reads every page of the answer", async () => {
    const bodies: Array<unknown> = []
    const run = await extract(findings({ post: { view: "full" } }), (path, request) => {
      if (path.startsWith("/findings")) return vendor(all)(path, request)
      const body = JSON.parse(request.body ?? "null")
      bodies.push(body)
      const [first, ...others] = body.codes.split(",")
      if (others.length === 0) return all([first])
      if (body.next === undefined) return { body: { items: [definition(first)], next: "p2" } }
      return { body: { items: others.map(definition) } }
    })
    expect(bodies).toHaveLength(4)
    expect(bodies).toEqual(
      expect.arrayContaining([
        { view: "full", codes: "a,b" },
        { view: "full", codes: "a,b", next: "p2" },
        { view: "full", codes: "c" },
        { view: "full", codes: "d" }
      ])
    )
    expect(typesOf(run)).toContainEqual(["2", ["title of b", "title of a"]])
  })

  it("keeps the fields of a row whose key is not in the answer, as if a lookup of the row had answered 404", async () => {
    const run = await extract(findings(), without("b"))
    expect(run.failure).toBeNull()
    const [second] = run.batches.flatMap(({ records }) => records.filter(({ vendorId }) => vendorId === "2"))
    expect(second?.unread).toEqual(["types"])
    expect(typesOf(run)).toContainEqual(["2", ["unread"]])
    expect(typesOf(run)).toContainEqual(["1", ["title of a"]])
  })

  it("fails if more keys have no answer than deleted definitions can explain, and writes nothing of the page", async () => {
    const run = await extract(findings(), without("b", "c"))
    expect(run.failure).toMatchObject({
      _tag: "ClientError",
      endpoint: "/definitions",
      detail: "is missing for 2 of 3 rows"
    })
    expect(run.ids).toEqual([])
  })

  it("fails if no key has an answer, even if the vendor may have none", async () => {
    const run = await extract(findings({ mayBeMissing: true }), without("a", "b", "c", "d"))
    expect(run.failure).toMatchObject({ endpoint: "/definitions", detail: "is missing for 4 of 4 rows" })
  })

  it("ignores a key that may be missing, and gives null if a row has no other key", async () => {
    const run = await extract(findings({ mayBeMissing: true }), without("b", "c"))
    expect(run.failure).toBeNull()
    expect(typesOf(run)).toContainEqual(["2", ["title of a"]])
    expect(typesOf(run)).toContainEqual(["3", ["unread"]])
    expect(run.batches.flatMap(({ records }) => records.flatMap(({ unread }) => unread))).toEqual([])
  })

  it("leaves out empty keys, which would request everything", async () => {
    const run = await extract(findings(), (path, request) =>
      path === "/findings"
        ? {
            body: {
              items: [
                { id: "1", codes: [""] },
                { id: "2", codes: ["", "a", "a"] }
              ]
            }
          }
        : vendor(all)(path, request)
    )
    expect(run.failure).toBeNull()
    expect(asked(run)).toEqual(["/definitions?codes=a"])
    expect(typesOf(run)).toEqual([
      ["1", []],
      ["2", ["title of a"]]
    ])
  })

  it("keeps the fields of all rows of a truncated answer, because a key may have more rows", async () => {
    const run = await extract(findings(), (path, request) => {
      const answered = without("b")(path, request)
      return path.startsWith("/definitions?codes=a") ? { ...(answered as object), status: 206 } : answered
    })
    expect(run.failure).toBeNull()
    const unread = run.batches.flatMap(({ records }) => records.filter(({ unread }) => unread.length > 0))
    expect(unread.map(({ vendorId }) => vendorId)).toEqual(["1", "2", "5"])
  })

  it.each([
    [403, "Unauthorized"],
    [404, "ClientError"],
    [500, "ServerError"]
  ])("fails the export if a required batch answers %i, and writes nothing", async (status, tag) => {
    const run = await extract(
      findings(),
      vendor(() => ({ status, body: {} }))
    )
    expect(run.failure).toMatchObject({ _tag: tag, endpoint: "/definitions" })
    expect(run.ids).toEqual([])
  })

  it("costs only the fields if an optional batch is refused, and reports them", async () => {
    const run = await extract(
      findings({ isOptional: true }),
      vendor(() => ({ status: 403, body: {} }))
    )
    expect(run.failure).toBeNull()
    expect(run.pages.flatMap(({ unread = [] }) => unread)).toContainEqual(
      expect.objectContaining({ endpoint: "/definitions", fields: ["types"] })
    )
  })

  it("fails the export if a row of an answer cannot be read", async () => {
    const run = await extract(
      findings(),
      vendor(() => ({ body: { items: [{ code: "a" }] } }))
    )
    expect(run.failure).toMatchObject<Partial<VendorError.BadPayload>>({ endpoint: "/definitions", status: 200 })
  })

  it("has no placeholder in its path, because it asks for the keys of many rows", () => {
    const at = (endpoint: string) =>
      Lookup.batched<{ readonly code: string }>()({ ...definitionList, endpoint, keys: ({ code }) => code })
    expect(() => at("/orgs/{org_id}/definitions")).toThrow(
      "/orgs/{org_id}/definitions: nothing stands for {org_id} in the path of a list that is below no row: write {$org_id} for a part of the connector's settings, or declare the list with Child.of."
    )
    expect(at("/orgs/{$org_id}/definitions").endpoint).toBe("/orgs/{$org_id}/definitions")
  })

  it("refuses a batch size of zero", () => {
    expect(() => findings({ batch: 0 })).toThrow("batch must be a whole number")
  })

  it("sends one request for the things that all rows of a page mention", async () => {
    const things = Mention.of<Finding>()({
      record: RecordKind.IdpGroupMembership,
      things: ({ codes }: Finding) => codes.map((code) => ({ code })),
      lookups: {
        definitions: Lookup.batched<{ readonly code: string }>()({ ...definitionList, keys: ({ code }) => code })
      },
      toRecord: ({ code }, { id }, { definitions }) => ({
        user_vendor_id: definitions?.[0]?.title ?? code,
        group_vendor_id: id
      })
    })
    const withThings = Extractor.make({
      record: RecordKind.IdpGroup,
      endpoint: "/findings",
      row: Finding,
      pagination: Pagination.cursor({ items: "items", from: "next", param: "next" }),
      permissions: ["findings.read"],
      mentions: [things],
      toRecord: ({ id }) => group(id, [])
    })
    expect(asked(await extract(withThings, vendor(all)))).toEqual([
      "/definitions?codes=a,b",
      "/definitions?codes=c",
      "/definitions?codes=d"
    ])
  })

  it("sends one request for all rows of a list below a row", async () => {
    const Folder = Schema.Struct({ id: Schema.String })
    const below = Extractor.below({
      endpoint: "/folders",
      row: Folder,
      pagination: Pagination.none({ items: "items" }),
      permissions: ["folders.read"],
      child: Child.of<typeof Folder.Type>()({
        record: RecordKind.IdpGroup,
        endpoint: "/folders/{id}/findings",
        row: Finding,
        pagination: Pagination.none({ items: "items" }),
        permissions: ["findings.read"],
        lookups: { definitions: Lookup.batched<Finding>()(definitionList) },
        toRecord: ({ id }, _, { definitions }) => group(id, definitions)
      })
    })
    const run = await extract(below, (path, request) => {
      if (path === "/folders") return { body: { items: [{ id: "x" }, { id: "y" }] } }
      return vendor(all)(path.replace(/^\/folders\/.\/findings/, "/findings"), request)
    })
    expect(asked(run)).toEqual(["/definitions?codes=a,b", "/definitions?codes=c"])
  })

  it("requests one key to check the access", async () => {
    const { converse } = await import("../../FakeVendor.js")
    const { received } = await converse(
      ({ url }) => vendor(all)(url.slice("https://acme.example".length), { body: null }),
      Extractor.checkAccess(findings(), owner)
    )
    expect(received.map(({ url }) => decodeURIComponent(url))).toEqual([
      "https://acme.example/findings",
      "https://acme.example/definitions?codes=a"
    ])
  })
})

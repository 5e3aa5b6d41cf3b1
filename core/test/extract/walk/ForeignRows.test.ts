import { expect, it } from "@effect/vitest"
import { Changes, Child, Extractor, Lookup, Pagination, RecordKind, Row, type Tenant } from "@tributary/core"
import { Effect, Schema, Stream } from "effect"
import { VendorHttp } from "../../../src/http/VendorHttp.js"
import type { Answer } from "../../FakeVendor.js"
import { extract } from "../extract.js"

const Group = Schema.Struct({ id: Schema.String, name: Row.nullish(Schema.String) })
type Group = Schema.Schema.Type<typeof Group>

const tenant: Tenant.Tenant = { id: "acme", ofRow: (row) => Pagination.at(row, "org") as string, covers: [] }

const own = (...ids: ReadonlyArray<string>) => ids.map((id) => ({ id, org: "acme" }))
const foreign = [...own("own"), { id: "foreign", org: "globex" }]

const toGroup = ({ id }: { readonly id: string }) => ({ name: id, vendor_id: id })

const list = {
  record: RecordKind.DeviceGroup,
  endpoint: "/groups",
  row: Group,
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
  permissions: [],
  toRecord: toGroup
}

const question = { row: Group, pagination: Pagination.none({ items: "rows" }), permissions: [] }
const ofGroup = { ...question, endpoint: "/groups/{id}/tags" } as const
/** An optional answer, so that a refusal would cost only the field. */
const fields = { isOptional: true, fields: ["description"] } as const

const asking = (tags: Lookup.Lookup<Group, Group>): Extractor.Any =>
  Extractor.make({ ...list, lookups: { tags }, toRecord: (row) => toGroup(row) })

const reading = Extractor.readRows({ ...list, id: "id" })

const places: Readonly<
  Record<string, { readonly extractor: Extractor.Any; readonly endpoint: string; readonly delta?: string }>
> = {
  "the first page of a list": { extractor: Extractor.make(list), endpoint: "/groups" },
  "a later page of a list": { extractor: Extractor.make(list), endpoint: "/groups?after=2" },
  "the last page of a list": { extractor: Extractor.make(list), endpoint: "/groups?after=3" },
  "a list below a row": {
    extractor: Extractor.make({
      ...list,
      children: [
        Child.of<Group>()({
          ...question,
          record: RecordKind.DeviceGroupMember,
          endpoint: "/groups/{id}/devices",
          toRecord: ({ id }, group) => ({ device_vendor_id: id, group_vendor_id: group.id })
        })
      ]
    }),
    endpoint: "/groups/a/devices"
  },
  "the answer about a row": {
    extractor: asking(Lookup.of<Group>()({ ...ofGroup, ...fields })),
    endpoint: "/groups/a/tags"
  },
  "the answer about rows that ask the same": {
    extractor: asking(Lookup.shared<Group>()({ ...ofGroup, ...fields })),
    endpoint: "/groups/a/tags"
  },
  "the answer about many rows": {
    extractor: asking(
      Lookup.batched<Group>()({
        ...question,
        ...fields,
        endpoint: "/tags",
        batch: 10,
        query: (keys) => ({ ids: keys.join() }),
        key: ({ id }) => id,
        keys: ({ id }) => id
      })
    ),
    endpoint: "/tags?ids=a%2Cb"
  },
  "the list that answers for all rows": {
    extractor: asking(
      Lookup.joined<Group>()({
        ...question,
        ...fields,
        endpoint: "/tags",
        key: ({ id }) => id,
        matches: ({ id }) => id
      })
    ),
    endpoint: "/tags"
  },
  "the details of listed ids": {
    extractor: Extractor.make({
      ...list,
      pagination: Pagination.none({ items: "ids" }),
      detailRequest: {
        endpoint: "/details",
        batch: 10,
        query: (ids) => ({ ids: ids.join() }),
        items: "rows",
        permissions: []
      }
    }),
    endpoint: "/details?ids=a%2Cb"
  },
  "a chunk of an export": {
    extractor: Extractor.make({
      ...list,
      endpoint: "/export",
      pagination: Pagination.none(),
      exportJob: {
        start: "/export",
        body: {},
        id: "job",
        status: "/export/{id}",
        read: () => ({ state: "finished", chunks: [1, 2] }),
        chunk: "/export/{id}/chunks/{chunk}",
        items: "rows"
      }
    }),
    endpoint: "/export/7/chunks/2"
  },
  "a row inside another": {
    extractor: Extractor.make({
      ...list,
      pagination: Pagination.nested(Pagination.none({ items: "rows" }), { items: "groups", outer: "host" })
    }),
    endpoint: "/groups"
  },
  "a list of changes": {
    extractor: Extractor.make({
      ...list,
      pagination: Pagination.nextLink({ items: "rows", from: "next" }),
      changes: Changes.of<Group>()({
        list: {
          endpoint: "/changes",
          query: {},
          pagination: Pagination.deltaLink({ items: "rows", from: "next", delta: "later" }),
          permissions: []
        },
        row: Group,
        toChange: ({ id }) => ({ id, isRemoved: false })
      })
    }),
    endpoint: "/changes?token=1",
    delta: "https://acme.example/changes?token=1"
  },
  "an author's own stream": {
    extractor: Extractor.fromStream({
      record: RecordKind.DeviceGroup,
      endpoint: "/groups",
      permissions: [],
      pages: () =>
        Stream.fromEffect(
          Effect.map(
            Effect.flatMap(VendorHttp, (http) => http.send({ endpoint: "/groups", url: "/groups" })),
            ({ body }) => reading(Pagination.at(body, "rows") as ReadonlyArray<unknown>)
          )
        )
    }),
    endpoint: "/groups"
  }
}

const NEXT: Readonly<Record<string, string>> = { "/groups": "2", "/groups?after=2": "3" }

/** Answers everything with rows of the own tenant, and the endpoint with one more row. */
const answering =
  (endpoint: string) =>
  (path: string): Answer => {
    if (path === "/export") return { body: { job: "7" } }
    const rows = path === endpoint ? foreign : own("a", "b")
    const inner = rows.map((row) => ({ ...row, id: `${row.id} of ${path}` }))
    const groups = endpoint === "/groups" ? [{ id: "host", org: "acme", groups: inner }] : rows
    return {
      body: { rows: path.startsWith("/groups?") ? inner : rows, ids: ["a", "b"], groups, next: NEXT[path] ?? null }
    }
  }

it.each(Object.entries(places))(
  "fails a list before it stores any row of the page if %s has a row of another tenant",
  async (place, { delta = null, endpoint, extractor }) => {
    const answer = (path: string): Answer => {
      if (place !== "a row inside another") return answering(endpoint)(path)
      return { body: { rows: [{ org: "acme", groups: foreign }] } }
    }
    const { failure, vendorIds } = await extract(extractor, answer, { delta }, { tenant })
    expect(failure).toMatchObject({ _tag: "ForeignPage", detail: expect.stringContaining("globex") })
    expect(vendorIds.join()).not.toMatch(/foreign|own/)
  }
)

import { FetchHttpClient, HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { TributaryApi } from "../../../src/api/index.js"
import type { ItemParameters } from "../../../src/api/parts/ItemParameters.js"
import * as Fixture from "../../store/RecordFixture.js"
import { at, dataHeaders, makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

type Item = Readonly<Record<string, unknown>> & { readonly id: string }

interface Page {
  readonly items: ReadonlyArray<Item>
  readonly next_cursor?: string
}

let server: TestServer
let tenant: Tenant

const text = 'a "quoted" text, with {braces} and ,"commas":\\'

beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
  for (const [kind, drafts] of [
    [RecordKind.IdpUser, [Fixture.user("ada", { full_name: text, vendor_data: { full_name: { id: 1 } } })]],
    [RecordKind.IdpUser, [Fixture.user("grace")]],
    [RecordKind.IdpGroup, [Fixture.group("b"), Fixture.group("a")]],
    [RecordKind.IdpGroupMembership, [Fixture.membership("b", "ada"), Fixture.membership("a", "ada")]],
    // The group of this one does not exist.
    [RecordKind.IdpGroupMembership, [Fixture.membership("nowhere", "ada")]],
    [RecordKind.IdpPolicy, [{ name: "MFA", type: "ACCESS", status: "ACTIVE", vendor_id: "p" }]],
    [RecordKind.IdpPolicyUser, [{ policy_vendor_id: "p", user_vendor_id: "ada" }]]
  ] as const) {
    await server.run(Fixture.put(at(tenant), kind, drafts))
  }
})
afterAll(() => server.stop())

const idOf = (kind: RecordKind.Any, vendorId: string) => Fixture.idOf(at(tenant), kind, vendorId)

const get = (path: string) => send(`${server.origin}/v1${path}`, { headers: dataHeaders(tenant) })

const read = async (path: string) => {
  const { json, status, text } = await get(path)
  expect(status, text).toBe(200)
  return json
}

const detailOf = async (path: string) => {
  const { json, status } = await get(path)
  expect(status).toBe(422)
  return (json as { readonly detail: ReadonlyArray<Readonly<Record<string, unknown>>> }).detail
}

/** Every place that shows Ada as an item, with these parameters. */
const adas = async (query: string): Promise<ReadonlyArray<Item>> => {
  const ada = idOf(RecordKind.IdpUser, "ada")
  const ofPolicy = `/idp/policies/${idOf(RecordKind.IdpPolicy, "p")}/users`
  const lists = ["/idp/users?", "/idp/users?enableCursor=true&", `${ofPolicy}?`, `${ofPolicy}?enableCursor=true&`]
  const pages = await Promise.all(lists.map((list) => read(`${list}${query}`) as Promise<Page>))
  const listed = pages.flatMap(({ items }) => items.filter(({ id }) => id === ada))
  expect(listed).toHaveLength(lists.length)
  return [...listed, (await read(`/idp/users/${ada}?${query}`)) as Item]
}

describe("fields", () => {
  it.each([
    ["email_addr", ["id", "email_addr"]],
    ["vendor_data,full_name,id", ["id", "full_name", "vendor_data"]],
    ["name&fields=name", ["id", "name"]],
    [RecordKind.IdpUser.fields.join(","), RecordKind.IdpUser.fields]
  ])("keeps only %s, in the record's order, wherever the record is an item", async (names, kept) => {
    const [whole] = await adas("")
    for (const item of await adas(`fields=${names}`)) {
      expect(Object.keys(item)).toEqual(kept)
      expect(item).toEqual(Object.fromEntries(Object.entries(whole ?? {}).filter(([name]) => kept.includes(name))))
    }
  })

  it("keeps what a flag adds, whether it is named or not", async () => {
    for (const names of ["name", "name,groups"]) {
      for (const item of await adas(`fields=${names}&includeIdpGroups=true`)) {
        expect(Object.keys(item)).toEqual(["id", "name", "groups"])
      }
    }
  })

  it("gets a 422 that names the nearest field if a field is unknown", async () => {
    const known = { enum: expect.arrayContaining(["id", "email_addr", "groups"]) }
    const [misspelt, ...more] = await detailOf("/idp/users?fields=name,emial_addr,%22full%20nmae%22")
    expect([misspelt, more]).toEqual([
      {
        loc: ["query", "fields"],
        msg: 'There is no field "emial_addr". Did you mean email_addr? There is no field "full nmae". Did you mean full_name?',
        type: "enum",
        ctx: { ...known, nearest: "email_addr" },
        input: 'name,emial_addr,"full nmae"'
      },
      []
    ])
    expect(await detailOf(`/idp/users/${idOf(RecordKind.IdpUser, "ada")}?fields=colour`)).toMatchObject([
      { msg: expect.stringMatching(/^There is no field "colour"\. Known are id, domain, /), ctx: known }
    ])
    for (const empty of ["", ",", "name,"]) await detailOf(`/idp/users?fields=${empty}`)
  })

  it("gets a 422 if it names a field that only a missing flag would add", async () => {
    expect(await detailOf("/idp/users?fields=name,groups")).toEqual([
      {
        loc: ["query", "fields"],
        msg: "Send includeIdpGroups=true to get the field groups, or leave it out of fields",
        type: "missing",
        ctx: { parameter: "includeIdpGroups" },
        input: "name,groups"
      }
    ])
  })
})

describe("includeVendorData", () => {
  const whole = RecordKind.IdpUser.fields
  const rest = whole.filter((field) => !field.startsWith("vendor_data"))

  it.each([
    ["includeVendorData=false", rest],
    ["includeVendorData=true", whole],
    ["includeVendorData=false&fields=name,vendor_data", ["id", "name"]]
  ])("decides with %s whether items have vendor_data", async (query, kept) => {
    for (const item of await adas(query)) expect(Object.keys(item)).toEqual(kept)
    for (const item of await adas(`${query}&includeIdpGroups=true`)) {
      expect(Object.keys(item)).toEqual([...kept, "groups"])
    }
  })

  it("is no parameter of a list whose records have no vendor_data", async () => {
    expect(await detailOf("/idp/groups?includeVendorData=false&strict=true")).toMatchObject([
      { loc: ["query", "includeVendorData"] }
    ])
  })
})

describe("expandAs", () => {
  it.each([
    ["ids", "group_ids"],
    ["count", "group_count"]
  ] as const)("shows %s instead of the arrays that the flags add", async (expansion, field) => {
    const groups = ["a", "b"].map((group) => idOf(RecordKind.IdpGroup, group))
    for (const item of await adas(`includeIdpGroups=true&expandAs=${expansion}`)) {
      expect(Object.keys(item)).toEqual([...RecordKind.IdpUser.fields, field])
      expect(item[field]).toEqual({ ids: groups, count: groups.length }[expansion])
    }
    const { items } = (await read(
      `/idp/groups?includeIdpUsers=true&includeIdpApplications=true&expandAs=${expansion}&fields=name`
    )) as Page
    const one = { ids: [idOf(RecordKind.IdpUser, "ada")], count: 1 }[expansion]
    const none = { ids: [], count: 0 }[expansion]
    expect(items.map(({ id: _, name: __, ...shown }) => shown)).toEqual(
      items.map(() => ({ [`user_${expansion}`]: one, [`application_${expansion}`]: none }))
    )
  })

  it.each([
    ["ids", "group_ids"],
    ["count", "group_count"]
  ])("lets fields name what %s adds by its name in the answer", async (expansion, field) => {
    for (const names of [`name,${field}`, "name,groups"]) {
      for (const item of await adas(`fields=${names}&includeIdpGroups=true&expandAs=${expansion}`)) {
        expect(Object.keys(item)).toEqual(["id", "name", field])
      }
    }
    const without = (parameter: string, value: unknown) => ({
      loc: ["query", "fields"],
      msg: `Send ${parameter}=${value} to get the field ${field}, or leave it out of fields`,
      ctx: { parameter }
    })
    expect(await detailOf(`/idp/users?fields=${field}`)).toMatchObject([
      without("includeIdpGroups", true),
      without("expandAs", expansion)
    ])
    expect(await detailOf(`/idp/users?fields=${field}&includeIdpGroups=true`)).toMatchObject([
      without("expandAs", expansion)
    ])
  })

  it("gets a 422 without an include flag, and for an unknown value", async () => {
    expect(await detailOf("/idp/users?expandAs=ids&includeIdpGroups=false")).toEqual([
      {
        loc: ["query", "expandAs"],
        msg: "expandAs says what the include flags add. Send it with includeIdpGroups=true or includeIdpApplications=true, or leave it out",
        type: "missing",
        ctx: { parameters: ["includeIdpGroups", "includeIdpApplications"] },
        input: "ids"
      }
    ])
    expect(await detailOf("/idp/users?expandAs=names&includeIdpGroups=true")).toMatchObject([
      { loc: ["query", "expandAs"], type: "enum", ctx: { enum: ["ids", "count"] } }
    ])
  })

  it("is unknown to a list without include flags", async () => {
    const { headers, status } = await get("/entities/devices?expandAs=ids")
    expect([status, headers.get("x-ignored-parameters")]).toEqual([200, "expandAs"])
  })
})

describe("includeMeta", () => {
  it("adds when an item changed and was seen, and where it comes from", async () => {
    const time = expect.stringMatching(/^20\d\d-.*T.*\.\d{6}Z$/)
    for (const item of await adas("includeMeta=true&fields=meta")) {
      expect(item).toEqual({
        id: idOf(RecordKind.IdpUser, "ada"),
        meta: { updated_at: time, first_seen_at: time, last_seen_at: time, job_id: null, connector_version: null }
      })
    }
    for (const item of await adas("includeMeta=false")) expect(item).not.toHaveProperty("meta")
  })

  it("returns as updated_at the instant that updatedSince compares", async () => {
    const { items } = (await read("/idp/groups?includeMeta=true")) as Page
    for (const { id, meta } of items) {
      const { updated_at } = meta as { readonly updated_at: string }
      const since = (await read(`/idp/groups?updatedSince=${updated_at}`)) as Page
      expect(since.items.map((item) => item.id)).toContain(id)
    }
  })
})

it("a cursor can continue with another shape of the items, and with other include flags", async () => {
  const first = (await read("/idp/users?enableCursor=true&limit=1&fields=name")) as Page
  const rest = `/idp/users?enableCursor=true&cursor=${first.next_cursor}`
  const whole = (await read(rest)) as Page
  const shaped = (await read(`${rest}&includeIdpGroups=true&expandAs=count&fields=id&includeMeta=true`)) as Page
  expect(whole.items.map(({ id }) => id)).toEqual(shaped.items.map(({ id }) => id))
  expect(shaped.items.map((item) => Object.keys(item))).toEqual([["id", "group_count", "meta"]])
})

it("the typed client decodes items with some of their fields, with ids and with counts", async () => {
  const users = await Effect.runPromise(
    Effect.gen(function* () {
      const { idp } = yield* HttpApiClient.make(TributaryApi, {
        baseUrl: server.origin,
        transformClient: HttpClient.mapRequest(HttpClientRequest.setHeaders(dataHeaders(tenant)))
      })
      const shared = { enableCursor: true, excludeTotal: true, limit: 1 }
      const flags = { includeIdpGroups: true, includeIdpApplications: true }
      const ask = (more: ItemParameters) =>
        Effect.map(idp.listIdpUsers({ urlParams: { ...shared, ...flags, ...more } }), ({ items }) => items[0])
      return [
        yield* ask({ expandAs: "ids" }),
        yield* ask({ expandAs: "count" }),
        yield* ask({ expandAs: "count", fields: ["name", "is_deleted"], includeMeta: true })
      ]
    }).pipe(Effect.provide(FetchHttpClient.layer))
  )
  expect(users).toMatchObject([
    { email_addr: expect.any(String), group_ids: expect.any(Array), application_ids: [] },
    { email_addr: expect.any(String), group_count: expect.any(Number), application_count: 0 },
    {}
  ])
  expect(Object.keys(users[2] ?? {}).toSorted()).toEqual([
    "application_count",
    "group_count",
    "id",
    "is_deleted",
    "meta",
    "name"
  ])
})

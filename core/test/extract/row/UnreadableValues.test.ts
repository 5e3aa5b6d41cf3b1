import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Lookup, Mention, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import type { Answer } from "../../FakeVendor.js"
import { extract } from "../extract.js"

const AcmeUser = Schema.Struct({
  id: Schema.String,
  created: Schema.String,
  title: Row.nullish(Schema.String),
  login: Row.nullish(Schema.Struct({ at: Row.nullish(Schema.String), count: Schema.Number })),
  state: Row.nullish(Schema.String),
  roles: Row.nullish(Schema.Array(Schema.String))
})
type AcmeUser = Schema.Schema.Type<typeof AcmeUser>

const STATES: Readonly<Record<string, string>> = { on: "ACTIVE", off: "SUSPENDED" }

const toUser = ({ created, id, login, roles, state, title }: AcmeUser) => ({
  domain: `${id}.example`,
  email_addr: `${id}@acme.example`,
  full_name: id,
  name: id,
  vendor_id: id,
  vendor_status: STATES[state ?? ""] ?? "UNKNOWN",
  vendor_created_at: `${created}T03:04:05Z`,
  last_login_at: login?.at ?? null,
  is_admin: roles?.includes("admin") ?? false,
  job_title: title
})

const list = {
  record: RecordKind.IdpUser,
  endpoint: "/users",
  row: AcmeUser,
  pagination: Pagination.none(),
  permissions: ["users.read"],
  toRecord: toUser
}
const users = Extractor.make(list)

const good = {
  id: "a",
  created: "2020-01-02",
  title: "CTO",
  login: { at: "2024-05-01T08:30:00Z", count: 1 },
  state: "on",
  roles: ["admin"]
}
const read = async (...rows: ReadonlyArray<unknown>) => {
  const { batches, failure, rejections } = await extract(users, () => ({ body: rows }))
  expect(failure).toBeNull()
  return { batch: batches[0], rejections, record: batches[0]?.records.at(-1) }
}

describe("a value that the row schema cannot read", () => {
  it("costs only the fields that the mapping derives from it", async () => {
    const { batch, record, rejections } = await read(good, { ...good, id: "b", login: { at: { unix: 7 }, count: 1 } })
    expect(rejections).toEqual([])
    expect(record).toMatchObject({
      vendorId: "b",
      unread: ["last_login_at"],
      value: { job_title: "CTO", is_admin: true }
    })
    expect(batch).toMatchObject({ unreadable: 1, unreadableIssues: ["login.at: Expected string"] })
  })

  it("costs the nearest nullable value, and what an object there may have beyond the schema", async () => {
    const { batch, record } = await read(good, { ...good, id: "b", login: { at: null, count: "many" } })
    expect(record).toMatchObject({ vendorId: "b", unread: ["last_login_at", "vendor_data.login"] })
    expect(batch).toMatchObject({ unreadableIssues: ["login: Expected number"] })
  })

  it("costs a required field that the mapping derives from it, as far as other rows of the page show", async () => {
    const { record } = await read(good, { ...good, id: "b", state: 1, roles: "admin" })
    expect(record?.unread.toSorted()).toEqual(["is_admin", "vendor_status"])
  })

  it("does not keep a field that the row says is empty", async () => {
    const { record } = await read(good, { ...good, id: "b", title: null, roles: [], login: 7 })
    expect(record).toMatchObject({
      unread: ["last_login_at", "vendor_data.login"],
      value: { job_title: null, is_admin: false }
    })
  })

  it("keeps a field that may be empty because of it, if no other row of the page has a value for it", async () => {
    const { record } = await read({ ...good, title: null, roles: [], login: 7 })
    expect(record?.unread.toSorted()).toEqual(["is_admin", "last_login_at", "vendor_data.login"])
  })

  it("does not keep a field that a lookup has answered", async () => {
    const roles = (path: string) =>
      Lookup.of<AcmeUser>()({
        endpoint: "/users/{id}/roles",
        row: Schema.Struct({ name: Schema.String }),
        pagination: Pagination.none(),
        permissions: [],
        fields: ["is_admin"],
        when: () => path === "asked"
      })
    const unreadWith = async (path: string) => {
      const asked = Extractor.make({
        ...list,
        lookups: { roles: roles(path) },
        toRecord: (row, { roles: found }) => ({ ...toUser(row), is_admin: (found ?? []).length > 0 })
      })
      const { batches } = await extract(asked, (at) => ({ body: at === "/users" ? [{ ...good, login: 7 }] : [] }))
      return batches[0]?.records.map(({ unread }) => unread.toSorted())
    }
    expect(await unreadWith("asked")).toEqual([["last_login_at", "vendor_data.login"]])
    expect(await unreadWith("not asked")).toEqual([["is_admin", "last_login_at", "vendor_data.login"]])
  })

  it("keeps the fields of a lookup if it is the key of the lookup", async () => {
    const managers = Lookup.batched<AcmeUser>()({
      endpoint: "/managers",
      row: Schema.Struct({ title: Schema.String, name: Schema.String }),
      pagination: Pagination.none(),
      permissions: [],
      fields: ["manager"],
      batch: 10,
      query: (titles) => ({ titles: titles.join() }),
      key: ({ title }) => title,
      keys: ({ title }) => title
    })
    const managed = Extractor.make({
      ...list,
      lookups: { managers },
      toRecord: (row, answers) => ({ ...toUser(row), manager: answers.managers?.[0]?.name ?? null })
    })
    const answer = (path: string): Answer => ({
      body: path === "/users" ? [good, { ...good, id: "b", title: {} }] : [{ title: "CTO", name: "Grace" }]
    })
    const { batches } = await extract(managed, answer)
    expect(batches[0]?.records.map(({ unread }) => unread.toSorted())).toEqual([[], ["job_title", "manager"]])
  })

  it("costs the whole list if very many of its items are wrong, but takes few runs of the mapping", async () => {
    let runs = 0
    const Asset = Schema.Struct({
      id: Schema.String,
      name: Schema.String,
      software: Row.nullish(Schema.Array(Schema.Struct({ name: Row.nullish(Schema.String) })))
    })
    const assets = Extractor.make({
      ...list,
      row: Asset,
      toRecord: ({ id, name, software }) => {
        runs += 1
        const job_title = software?.map((each) => each.name).join() ?? null
        return { ...toUser({ ...good, id, title: name }), job_title }
      }
    })
    const asset = (wrong: number) => ({
      id: "a",
      name: "n",
      software: Array.from({ length: 5_000 }, (_, index) => ({ name: index < wrong ? index : "s" }))
    })
    const few = await extract(assets, () => ({ body: [asset(3)] }))
    expect(few.batches[0]).toMatchObject({
      records: [{ unread: expect.arrayContaining(["job_title"]) }],
      unreadable: 3,
      unreadableIssues: ["software.[].name: Expected string"]
    })
    const many = await extract(assets, () => ({ body: [asset(5_000)] }))
    expect(many.batches[0]).toMatchObject({
      records: [{ unread: expect.arrayContaining(["job_title"]) }],
      unreadable: 1,
      unreadableIssues: ["software: Expected at most 20 wrong items"]
    })
    expect(runs).toBeLessThan(100)
  })

  it("rejects its row if a required value, or the id, cannot be read without it", async () => {
    const { rejections } = await read(good, { ...good, id: 7 })
    expect(rejections).toMatchObject([{ vendorId: "7", issues: ["id: Expected string"] }])
    const byTitle = Extractor.make({
      ...list,
      id: "title" as const,
      toRecord: (row) => ({ ...toUser(row), vendor_id: row.title ?? row.id })
    })
    const answer = { body: [good, { ...good, title: { en: "CTO" } }] }
    const named = await extract(byTitle, () => answer)
    expect(named.vendorIds).toEqual(["CTO"])
    expect(named.rejections).toMatchObject([{ vendorId: null, issues: ["title: Expected string"] }])
  })

  it("keeps the fields of lookups that do not run without it", async () => {
    const lookups = {
      manager: Lookup.of<AcmeUser>()({
        endpoint: "/managers/{title}",
        row: Schema.Struct({ name: Schema.String }),
        pagination: Pagination.one(),
        permissions: [],
        fields: ["manager"],
        when: ({ title }) => title !== null
      })
    }
    const managed = Extractor.make({
      ...list,
      lookups,
      toRecord: (row, { manager }) => ({ ...toUser(row), manager: manager?.[0]?.name ?? null })
    })
    const answer = (path: string): Answer => ({
      body: path === "/users" ? [good, { ...good, id: "b", title: {} }] : { name: "Grace" }
    })
    const { batches } = await extract(managed, answer)
    expect(batches[0]?.records.map(({ unread }) => unread.toSorted())).toEqual([[], ["job_title", "manager"]])
  })

  it("keeps what the row mentions, and the lists below it", async () => {
    const Group = Schema.Struct({
      id: Schema.String,
      users: Row.nullish(Schema.Array(Schema.String)),
      kind: Row.nullish(Schema.String)
    })
    type Group = Schema.Schema.Type<typeof Group>
    const groups = Extractor.make({
      record: RecordKind.IdpGroup,
      endpoint: "/groups",
      row: Group,
      pagination: Pagination.none(),
      permissions: ["groups.read"],
      children: [
        Child.of<Group>()({
          record: RecordKind.IdpGroupNesting,
          endpoint: "/groups/{id}/groups",
          row: Schema.Struct({ id: Schema.String }),
          pagination: Pagination.none(),
          permissions: [],
          when: ({ kind }) => kind === "nested",
          toRecord: ({ id }, group) => ({ member_group_vendor_id: id, group_vendor_id: group.id })
        })
      ],
      mentions: [
        Mention.of<Group>()({
          record: RecordKind.IdpGroupMembership,
          things: ({ users: ids }) => ids ?? [],
          toRecord: (id, group) => ({ user_vendor_id: id, group_vendor_id: group.id })
        })
      ],
      toRecord: ({ id }) => ({
        name: id,
        vendor_id: id,
        vendor_created_at: "2020-01-02T03:04:05Z",
        description: "",
        types: []
      })
    })
    const keptBelow = async (row: object) => {
      const { batches } = await extract(groups, (path) => ({ body: path === "/groups" ? [row] : [] }))
      const [own] = batches
      expect(own?.records).toMatchObject([{ vendorId: "g" }])
      expect(batches.some(({ isIncomplete }) => isIncomplete)).toBe(false)
      const kept = batches.filter(({ keptBelow }) => keptBelow.includes(own?.records[0]?.id ?? ""))
      return kept.map(({ kind }) => kind.name).toSorted()
    }
    expect(await keptBelow({ id: "g", users: "everybody", kind: 7 })).toEqual([
      "idp_group_membership",
      "idp_group_nesting"
    ])
    // The list below this group was read.
    expect(await keptBelow({ id: "g", users: "everybody", kind: "nested" })).toEqual(["idp_group_membership"])
  })
})

describe("Extractor.readRows", () => {
  it("reads the other values of a row with a value that cannot be read", () => {
    const rows = Extractor.readRows(list)([good, { ...good, id: "b", title: 7 }])
    expect(rows.rejections).toEqual([])
    expect(rows.drafts).toHaveLength(2)
  })
})

import { describe, expect, it } from "@effect/vitest"
import { Extractor, Lookup, Mention, Pagination, RecordKind, Row } from "@tributary/core"
import { Cause, Effect, Exit, Option, Schema, Stream } from "effect"
import { type Answer, BASE_URL, converse } from "../../FakeVendor.js"
import { extract as run } from "../extract.js"

const Policy = Schema.Struct({
  id: Schema.String,
  users: Row.nullish(Schema.Array(Schema.String)),
  apps: Row.nullish(Schema.Array(Schema.String))
})
type Policy = Schema.Schema.Type<typeof Policy>

const users = Mention.of<Policy>()({
  record: RecordKind.IdpPolicyUser,
  things: (policy) => policy.users ?? [],
  toRecord: (id, policy) => {
    if (id === "broken") throw new Error("unreadable")
    return { policy_vendor_id: policy.id, user_vendor_id: id }
  }
})

const applications = Mention.of<Policy>()({
  record: RecordKind.IdpPolicyApplication,
  things: (policy: Policy) => (policy.apps ?? []).map((code) => ({ code })),
  lookups: {
    known: Lookup.joined<{ readonly code: string }>()({
      endpoint: "/apps",
      row: Schema.Struct({ id: Schema.String, code: Schema.String }),
      pagination: Pagination.none(),
      permissions: ["apps.read"],
      mayBeMissing: true,
      key: ({ code }) => code,
      matches: ({ code }) => code
    })
  },
  toRecord: (_, policy, { known }) => {
    const [app] = known ?? []
    return app === undefined ? null : { policy_vendor_id: policy.id, application_vendor_id: app.id }
  }
})

const policies = Extractor.make({
  record: RecordKind.IdpPolicy,
  endpoint: "/policies",
  row: Policy,
  pagination: Pagination.cursor({ items: "items", from: "next", param: "page" }),
  permissions: ["policies.read"],
  mentions: [users, applications],
  toRecord: ({ id }) => ({ name: id, type: "ACCESS", status: "ENABLED", vendor_id: id })
})

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }

const extract = async (rows: ReadonlyArray<unknown>, apps: Answer = { body: [{ id: "a1", code: "one" }] }) => {
  const pages: Array<Extractor.Page> = []
  const reading = policies.pages({ owner, since: null, checkpoint: null, delta: null }).pipe(
    Stream.tap((page) => Effect.sync(() => pages.push(page))),
    Stream.runDrain
  )
  const answer = (url: string): Answer => {
    if (url.startsWith("/apps")) return apps
    const isLast = url.includes("page=2")
    return { body: { items: isLast ? rows.slice(1) : rows.slice(0, 1), next: isLast ? null : "2" } }
  }
  const { received, exit } = await converse(({ url }) => answer(url.slice(BASE_URL.length)), reading)
  return {
    pages: pages.map(({ batches }) =>
      batches.map(({ kind, records }) => [kind.name, ...records.map((it) => it.vendorId)])
    ),
    rejections: pages.flatMap(({ batches }) => batches.flatMap((batch) => batch.rejections)),
    failure: Exit.isSuccess(exit) ? null : Option.getOrNull(Cause.failureOption(exit.cause)),
    paths: received.map(({ url }) => url.slice(BASE_URL.length))
  }
}

describe("Mention.of", () => {
  it("stores each mentioned record once, with its row, and reads a joined lookup once", async () => {
    const { pages, paths } = await extract([
      { id: "p1", users: ["u1", "u2", "u1"], apps: ["one", "unknown"] },
      { id: "p2", users: null, apps: ["one"] },
      { id: "p3" }
    ])
    expect(pages).toEqual([
      [
        ["idp_policy", "p1"],
        ["idp_policy_user", '["u1","p1"]', '["u2","p1"]'],
        ["idp_policy_application", '["a1","p1"]']
      ],
      [["idp_policy", "p2", "p3"], ["idp_policy_user"], ["idp_policy_application", '["a1","p2"]']]
    ])
    expect(paths.filter((path) => path === "/apps")).toHaveLength(1)
  })

  it("runs no lookup if nothing is mentioned", async () => {
    const { paths } = await extract([{ id: "p1", users: ["u1"] }, { id: "p2" }])
    expect(paths.filter((path) => path === "/apps")).toEqual([])
  })

  it("counts an unreadable row, so that the scan does not delete what the row mentioned", async () => {
    const { pages, rejections } = await extract([
      { id: "p1", users: ["u1"] },
      { id: 2, users: ["u2"] }
    ])
    expect(pages[1]).toEqual([["idp_policy"], ["idp_policy_user"], ["idp_policy_application"]])
    expect(rejections).toMatchObject([{ kind: "idp_policy", vendorId: "2" }])
  })

  it("rejects only the thing whose mapping throws, not the row", async () => {
    const { pages, rejections } = await extract([{ id: "p1", users: ["u1", "broken"] }, { id: "p2" }])
    expect(pages[0]?.slice(0, 2)).toEqual([
      ["idp_policy", "p1"],
      ["idp_policy_user", '["u1","p1"]']
    ])
    expect(rejections).toMatchObject([{ kind: "idp_policy_user", vendorId: null }])
  })

  it("fails the export if a required lookup is refused", async () => {
    const { failure } = await extract([{ id: "p1", apps: ["one"] }, { id: "p2" }], { status: 403, body: {} })
    expect(failure).toMatchObject({ _tag: "Unauthorized", endpoint: "/apps" })
  })

  it("adds its kinds, lookups and permissions to the extractor", () => {
    expect(policies.kinds.map(({ name }) => name)).toEqual(["idp_policy", "idp_policy_user", "idp_policy_application"])
    expect(policies.lists.map(({ endpoint, role }) => [role, endpoint])).toEqual([
      ["own", "/policies"],
      ["lookup", "/apps"]
    ])
    expect(policies.permissions).toEqual(["policies.read", "apps.read"])
  })

  it("checks access to its lookups as well", async () => {
    const answer = (url: string): Answer =>
      url.includes("/apps") ? { status: 403, body: {} } : { body: { items: [{ id: "p1", apps: ["one"] }], next: null } }
    const { exit } = await converse(({ url }) => answer(url), Extractor.checkAccess(policies, owner))
    const findings = Exit.isSuccess(exit) ? exit.value : []
    expect(findings.map(({ list, error }) => [list.endpoint, error?._tag ?? null])).toEqual([
      ["/policies", null],
      ["/apps", "Unauthorized"]
    ])
  })
})

describe("Mention.ofRows", () => {
  const Issue = Schema.Struct({ id: Schema.String, files: Schema.Array(Schema.Unknown) })
  type Issue = Schema.Schema.Type<typeof Issue>
  const File = Schema.Struct({ id: Schema.String, name: Row.nullish(Schema.String), size: Row.nullish(Schema.Number) })
  const files = Mention.ofRows<Issue>()({
    record: RecordKind.ItsmAttachment,
    rows: (issue) => issue.files,
    row: File,
    toRecord: ({ id, name, size }, issue) => ({
      file_name: name ?? id,
      size_bytes: size,
      ticket_id: issue.id,
      vendor_id: id,
      vendor_attributes: { id, vendor: "ACME", created_at: null, updated_at: null, data: null }
    })
  })
  const issues = Extractor.make({
    record: RecordKind.DeviceGroup,
    endpoint: "/issues",
    row: Issue,
    pagination: Pagination.none(),
    permissions: [],
    mentions: [files],
    toRecord: ({ id }) => ({ name: id, vendor_id: id })
  })
  const read = (rows: ReadonlyArray<unknown>) => run(issues, () => ({ body: [{ id: "i1", files: rows }] }))

  it("reads each row that a row contains as a row of a list", async () => {
    const { batches, ids, paths } = await read([{ id: "f1", name: "one", size: 1 }, { id: "f2" }])
    expect(ids).toEqual(["device_group i1", "itsm_attachment f1", "itsm_attachment f2"])
    expect(batches[1]?.records[0]?.value).toMatchObject({ file_name: "one", size_bytes: 1 })
    expect(paths).toEqual(["/issues"])
  })

  it("rejects a row that cannot be read by its id, and no other one", async () => {
    const odd = await read([{ id: "f1", name: "one" }, { id: 2 }, null, { id: "f3" }])
    expect(odd.ids).toEqual(["device_group i1", "itsm_attachment f1", "itsm_attachment f3"])
    expect(odd.rejections.map(({ kind, vendorId }) => [kind, vendorId])).toEqual([
      ["itsm_attachment", "2"],
      ["itsm_attachment", null]
    ])
    expect(odd.batches[1]?.isIncomplete).toBe(true)
  })

  it("leaves only the field unread whose value cannot be read", async () => {
    const { batches, rejections } = await read([
      { id: "f1", name: "one", size: "large" },
      { id: "f2", size: 2 }
    ])
    expect(rejections).toEqual([])
    const [odd, whole] = (batches[1]?.records ?? []).map(({ unread }) => unread)
    expect(odd).toContain("size_bytes")
    expect(odd).not.toContain("file_name")
    expect(whole).toEqual([])
  })

  it("counts the rows that a row contains besides the rows themselves", async () => {
    const broken = Array.from({ length: 12 }, () => ({ id: null }))
    const { failure } = await read([...broken, ...Array.from({ length: 20 }, (_, index) => ({ id: `f${index}` }))])
    expect(failure).toMatchObject({ _tag: "BadPayload", detail: "12 of 33 rows could not be read" })
  })
})

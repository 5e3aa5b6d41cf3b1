import { describe, expect, it } from "@effect/vitest"
import {
  Changes,
  Checkpoint,
  Child,
  Connector,
  Credentials,
  Extractor,
  Lookup,
  Pagination,
  RecordKind,
  Row
} from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect, Schema } from "effect"
import { extract } from "../extract.js"

const Group = Schema.Struct({ id: Schema.String, name: Schema.String })

const GroupChange = Schema.Struct({
  id: Schema.String,
  gone: Row.nullish(Schema.Boolean),
  members: Row.nullish(Schema.Array(Schema.Struct({ id: Schema.String, gone: Row.nullish(Schema.Boolean) })))
})

const groups = (most?: number) =>
  Extractor.make({
    record: RecordKind.IdpGroup,
    endpoint: "/groups",
    row: Group,
    pagination: Pagination.nextLink({ items: "value", from: "next" }),
    permissions: ["groups.read"],
    changes: Changes.of<typeof Group.Type>()({
      list: {
        endpoint: "/groups/changes",
        query: { begin: "now" },
        pagination: Pagination.deltaLink({ items: "value", from: "next", delta: "later" }),
        permissions: ["groups.read"]
      },
      row: GroupChange,
      toChange: ({ id, gone, members }) => ({
        id,
        isRemoved: gone === true,
        related: members?.map((member) => {
          const membership = { group_vendor_id: id, user_vendor_id: member.id }
          return (member.gone === true ? Changes.went : Changes.came)(RecordKind.IdpGroupMembership, membership)
        })
      }),
      reread: { queries: (ids) => [{ ids: ids.join(" ") }], ...(most === undefined ? {} : { most }) }
    }),
    toRecord: (group) => ({
      name: group.name,
      description: "",
      types: [],
      vendor_id: group.id,
      vendor_created_at: "2024-05-01T08:30:00Z"
    })
  })

const connector = (most?: number) =>
  Connector.make({
    vendor: "ACME",
    name: "Acme",
    description: "An invented vendor with a list of changes beside its list of groups.",
    category: "IDP",
    authType: "API_KEY",
    docsUrl: "https://docs.acme.example/",
    credentials: Schema.Struct({
      base_url: Credentials.baseUrl({ title: "Address", help: "Where Acme is." }),
      api_key: Credentials.secret({ title: "Key", help: "Settings > Keys." })
    }),
    http: ({ base_url }) => ({ baseUrl: base_url }),
    check: "/groups",
    exports: { idp: [groups(most)] }
  })

const acme = connector()
const row = (id: string, name = `Group ${id}`) => ({ id, name })
const at = (path: string) => `${ConnectorTest.BASE_URL}${path}`

const replies: ConnectorTest.Replies = {
  "GET /groups": { body: { value: [row("1")], next: at("/groups?skip=2") } },
  "GET /groups?skip=2": { body: { value: [row("2")] } },
  "GET /groups/changes?begin=now": { body: { value: [], later: at("/groups/changes?token=a") } },
  "GET /groups/changes?token=a": { body: { value: [], later: at("/groups/changes?token=b") } }
}

ConnectorTest.conformance(acme, { replies })

const change = (value: ReadonlyArray<unknown>, more: Record<string, unknown> = {}) => ({
  body: { value, later: at("/groups/changes?token=b"), ...more }
})

const later = async (of: Connector.Connector, changed: ConnectorTest.Replies) => {
  const first = await ConnectorTest.run(of, { replies })
  const { deltas, stored } = first
  return { first, later: await ConnectorTest.run(of, { replies: { ...replies, ...changed }, stored, deltas }) }
}

const paths = (report: ConnectorTest.RunReport) => report.requests.map(({ url }) => url.slice(at("").length))
const groupNames = (report: ConnectorTest.RunReport) => report.records["idp_group"]?.map(({ name }) => name)

describe("changes of a list", () => {
  it("requests the first token before it reads the first row", async () => {
    const { requests, deltas } = await ConnectorTest.run(acme, { replies })
    expect(requests.map(({ url }) => url)[0]).toBe(at("/groups/changes?begin=now"))
    expect([...deltas]).toEqual([["/groups", at("/groups/changes?token=a")]])
  })

  it("reads changed rows again and removes deleted ones", async () => {
    const run = await later(acme, {
      "GET /groups/changes?token=a": change([{ id: "1", gone: true }, { id: "2" }, { id: "3" }]),
      "GET /groups?ids=2 3": { body: { value: [row("2", "Renamed"), row("3")] } }
    })
    expect(paths(run.later)).toEqual(["/groups/changes?token=a", "/groups?ids=2+3"])
    expect(groupNames(run.later)).toEqual(["Renamed", "Group 3"])
    expect([...run.later.deltas.values()]).toEqual([at("/groups/changes?token=b")])
  })

  it("requests nothing else if nothing changed", async () => {
    const run = await later(acme, {})
    expect(paths(run.later)).toEqual(["/groups/changes?token=a"])
  })

  it("applies only the last change to a row that changed several times", async () => {
    const rows = [{ id: "1", gone: true }, { id: "1" }, { id: "2" }, { id: "2", gone: true }]
    const run = await later(acme, {
      "GET /groups/changes?token=a": change(rows),
      "GET /groups?ids=1": { body: { value: [row("1", "Restored")] } }
    })
    expect(groupNames(run.later)).toEqual(["Restored"])
  })

  it("adds and removes the related records of a change", async () => {
    const first = await later(acme, {
      "GET /groups/changes?token=a": change([{ id: "1", members: [{ id: "u1" }, { id: "u2" }] }]),
      "GET /groups?ids=1": { body: { value: [row("1")] } }
    })
    const { stored, deltas } = first.later
    const members = (report: ConnectorTest.RunReport) =>
      report.records["idp_group_membership"]?.map((membership) => membership["user_vendor_id"])
    expect(members(first.later)).toEqual(["u1", "u2"])
    const went = [{ id: "1", members: [{ id: "u2" }, { id: "u1", gone: true }, { id: "u2", gone: true }] }]
    const second = await ConnectorTest.run(acme, {
      replies: {
        ...replies,
        "GET /groups/changes?token=b": change(went),
        "GET /groups?ids=1": { body: { value: [row("1")] } }
      },
      stored,
      deltas
    })
    expect(members(second)).toEqual([])
  })

  it.each([
    { sign: "status 206", answer: { status: 206 }, body: {} },
    { sign: "errors", answer: {}, body: { errors: [{ message: "a shard did not answer" }] } }
  ])("leaves a delta incomplete if the changed rows come with $sign", async ({ answer, body }) => {
    const run = await later(acme, {
      "GET /groups/changes?token=a": change([{ id: "1" }, { id: "2" }]),
      "GET /groups?ids=1 2": { ...answer, body: { value: [row("2", "Renamed")], ...body } }
    })
    expect(groupNames(run.later)).toEqual(["Group 1", "Renamed"])
    expect(run.later.health.name).toBe("VENDOR_SERVER_ERROR")
  })

  it("resumes at the page where a delta stopped", async () => {
    const changed = {
      "GET /groups/changes?token=a": { body: { value: [{ id: "1" }], next: at("/groups/changes?token=a2") } },
      "GET /groups/changes?token=a2": change([{ id: "2", gone: true }]),
      "GET /groups?ids=1": { body: { value: [row("1", "Renamed")] } }
    }
    const first = await ConnectorTest.run(acme, { replies })
    const { stored, deltas } = first
    const again = { replies: { ...replies, ...changed }, stored, deltas, isInterrupted: true }
    const report = await ConnectorTest.run(acme, again)
    expect(groupNames(report)).toEqual(["Renamed"])
    expect(paths(report).filter((path) => path === "/groups/changes?token=a")).toHaveLength(1)
  })

  it("counts an unreadable change and applies the others", async () => {
    const run = await later(acme, {
      "GET /groups/changes?token=a": change(["not a change", { id: "2", gone: true }])
    })
    expect(run.later.health.name).toBe("HEALTHY")
    expect(run.later.rejections).toHaveLength(1)
    expect(groupNames(run.later)).toEqual(["Group 1"])
  })

  it("starts a full scan if the vendor resets its changes, on any page", async () => {
    const run = await later(acme, {
      "GET /groups/changes?token=a": { body: { value: [], next: at("/groups/changes?token=a2") } },
      "GET /groups/changes?token=a2": { status: 410, body: {} }
    })
    expect(run.later.health.name).toBe("HEALTHY")
    expect(paths(run.later).slice(-3)).toEqual(["/groups/changes?begin=now", "/groups", "/groups?skip=2"])
  })

  it("starts a full scan if too many rows changed", async () => {
    const many = { "GET /groups/changes?token=a": change([{ id: "1" }, { id: "2" }]) }
    const run = await later(connector(2), many)
    expect(paths(run.later)).toEqual([
      "/groups/changes?token=a",
      "/groups/changes?begin=now",
      "/groups",
      "/groups?skip=2"
    ])
  })

  it("reads all rows in every run if the vendor refuses to list changes", async () => {
    for (const status of [400, 403, 404, 501]) {
      const refused = { "GET /groups/changes?begin=now": { status, body: {} } }
      const report = await ConnectorTest.run(acme, { replies: { ...replies, ...refused } })
      expect([status, report.health.name, report.deltas.size]).toEqual([status, "HEALTHY", 0])
      expect(groupNames(report)).toEqual(["Group 1", "Group 2"])
    }
  })
})

describe("where the changes are, and what they have", () => {
  const pages = { items: "value", from: "next" }
  const list = {
    endpoint: "/groups/changes",
    query: { begin: "now" },
    pagination: Pagination.deltaLink({ ...pages, delta: "later" }),
    permissions: ["groups.read"]
  }
  const Told = Schema.Struct({ id: Schema.String, gone: Row.nullish(Schema.Boolean) })
  const told = { row: Told, toChange: ({ id, gone }: typeof Told.Type) => ({ id, isRemoved: gone === true }) }
  const reread = { queries: (ids: ReadonlyArray<string>) => [{ ids: ids.join(" ") }] }
  const inList = {
    record: RecordKind.IdpGroup,
    endpoint: "/groups",
    row: Group,
    pagination: Pagination.nextLink(pages),
    permissions: ["groups.read"],
    toRecord: (group: typeof Group.Type) => ({
      name: group.name,
      description: "",
      types: [],
      vendor_id: group.id,
      vendor_created_at: "2024-05-01T08:30:00Z"
    })
  }
  const withToken = { ...inList, pagination: list.pagination }

  it("reads changed rows from the list of changes if it contains whole rows", async () => {
    const extractor = Extractor.make({ ...inList, changes: Changes.of<typeof Group.Type>()({ ...told, list }) })
    const value = [row("2", "Renamed"), { id: "1", gone: true }]
    const { batches, pages, paths } = await extract(extractor, () => ({ body: { value, later: "/later" } }), {
      delta: "/groups/changes?token=a"
    })
    expect(paths).toEqual(["/groups/changes?token=a"])
    expect(batches).toMatchObject([{ records: [{ vendorId: "2" }], removed: ["1"] }])
    expect(pages.map(({ delta }) => delta)).toEqual(["/later"])
  })

  it("reads rows again if the list names them as changed since its own token", async () => {
    const extractor = Extractor.make({
      ...withToken,
      queries: [{ fields: "id,name" }],
      changes: Changes.of<typeof Group.Type>()({ ...told, reread })
    })
    const answer = (path: string) =>
      path.includes("token=a")
        ? { body: { value: [{ id: "2" }, { id: "1", gone: true }], later: "/groups?token=b" } }
        : { body: { value: [row("2")], later: "/groups?token=a" } }
    const full = await extract(extractor, answer)
    expect([full.paths, full.pages.map(({ delta }) => delta)]).toEqual([
      ["/groups?fields=id%2Cname"],
      ["/groups?token=a"]
    ])
    const later = await extract(extractor, answer, { delta: "/groups?token=a" })
    expect(later.paths).toEqual(["/groups?token=a", "/groups?fields=id%2Cname&ids=2"])
    expect(later.batches.map(({ records, removed }) => [records.map(({ vendorId }) => vendorId), removed])).toEqual([
      [["2"], []],
      [[], ["1"]]
    ])
  })

  it("stores no token for several lists, because it says nothing about the others", async () => {
    const own = Changes.of<typeof Group.Type>()(told)
    const extractor = Extractor.make({ ...withToken, queries: [{ kind: "a" }, { kind: "b" }], changes: own })
    const { pages } = await extract(extractor, () => ({ body: { value: [], later: "/groups?token=a" } }))
    expect(pages.map(({ delta }) => delta)).toEqual([null, null])
  })

  it.each([
    [
      "of a separate list of changes",
      Extractor.make({ ...inList, changes: Changes.of<typeof Group.Type>()({ ...told, list, reread }) })
    ],
    ["of the list itself", Extractor.make({ ...withToken, changes: Changes.of<typeof Group.Type>()(told) })]
  ])("restarts a delta %s if it cannot read the checkpoint", async (_, extractor) => {
    for (const checkpoint of [{ other: "release" }, { list: 0, next: null }, { list: 1, next: { url: "/x" } }]) {
      const { paths } = await extract(extractor, () => ({ body: { value: [], later: "/later" } }), {
        delta: "/groups/changes?token=a",
        checkpoint
      })
      expect(paths).toEqual(["/groups/changes?token=a"])
    }
  })

  it.each([
    [
      "an instant and a token",
      () =>
        Extractor.make({ ...withToken, since: (since) => ({ since }), changes: Changes.of<typeof Group.Type>()(told) }),
      "declare since or changes"
    ],
    ["a token that nothing uses", () => Extractor.make(withToken), "declare changes, or use Pagination.nextLink"],
    [
      "changes without a token",
      () => Extractor.make({ ...inList, changes: Changes.of<typeof Group.Type>()(told) }),
      "use Pagination.deltaLink, or name the list of changes"
    ],
    [
      "an export job with rows that are read again",
      () =>
        Extractor.make({
          ...inList,
          exportJob: { start: "", body: {}, id: "id", status: "", read: () => null, chunk: "" },
          changes: Changes.of<typeof Group.Type>()({ ...told, list, reread })
        }),
      "leave out changes, or their reread"
    ],
    [
      "an optional lookup without fields for the rows that are read again",
      () => {
        const tags = { endpoint: "/tags", row: Group, pagination: Pagination.none(), permissions: [], isOptional: true }
        const lookups = { tags: Lookup.of<typeof Group.Type>()({ ...tags, fields: ["types"] }) }
        const again = { ...reread, lookups: { tags: Lookup.of<typeof Group.Type>()(tags) } }
        return Extractor.make({
          ...inList,
          lookups,
          changes: Changes.of<typeof Group.Type>()({ ...told, list, reread: again })
        })
      },
      "name in fields or sharedFields"
    ]
  ])("refuses %s", (_, make, message) => {
    expect(make).toThrow(message)
  })
})

/** Groups with a list of members below each. */
const groupsWithMembers = {
  record: RecordKind.IdpGroup,
  endpoint: "/groups",
  row: Group,
  permissions: ["groups.read"],
  children: [
    Child.of<typeof Group.Type>()({
      record: RecordKind.IdpGroupMembership,
      endpoint: "/groups/{id}/members",
      row: Schema.Struct({ id: Schema.String }),
      pagination: Pagination.none({ items: "value" }),
      permissions: ["groups.read"],
      toRecord: (member, group) => ({ group_vendor_id: group.id, user_vendor_id: member.id })
    })
  ],
  toRecord: (group: typeof Group.Type) => ({
    name: group.name,
    description: "",
    types: [],
    vendor_id: group.id,
    vendor_created_at: "2024-05-01T08:30:00Z"
  })
}

describe("changes in the list itself", () => {
  const withMembers = Extractor.make({
    ...groupsWithMembers,
    pagination: Pagination.deltaLink({ items: "value", from: "next", delta: "later" }),
    changes: Changes.of<typeof Group.Type>()({ row: GroupChange, toChange: ({ id }) => ({ id, isRemoved: false }) })
  })

  const read = async (checkpoint: Extractor.Checkpoint) => {
    const { paths } = await extract(
      withMembers,
      (path) =>
        path.includes("members")
          ? { body: { value: [{ id: "u" }] } }
          : { body: { value: [row(path.length > 7 ? "2" : "1")], later: at("/groups?token=b") } },
      { checkpoint, completedParents: (ids) => Effect.succeed(new Set(ids)) }
    )
    return paths.filter((path) => path.includes("members"))
  }

  it("are read from a new token if a scan starts again, and the lists below their rows are read again", async () => {
    expect(await read({ "tributary.start": true })).toEqual(["/groups/1/members"])
  })

  it("are read from the first token if a scan goes on, and no list below a row is read twice", async () => {
    expect(await read({ list: 0, next: { url: at("/groups?skip=2") } })).toEqual([])
  })
})

describe("a separate list of changes", () => {
  const beside = {
    endpoint: "/groups/changes",
    query: { begin: "now" },
    pagination: Pagination.deltaLink({ items: "value", from: "next", delta: "later" }),
    permissions: []
  }
  const withMembers = Extractor.make({
    ...groupsWithMembers,
    pagination: Pagination.nextLink({ items: "value", from: "next" }),
    changes: Changes.of<typeof Group.Type>()({
      list: beside,
      row: GroupChange,
      toChange: ({ id }) => ({ id, isRemoved: false }),
      reread: { queries: (ids) => [{ ids: ids.join(" ") }] }
    })
  })

  /** The tokens of a scan that begins again, below whose rows earlier runs have read the lists of these. */
  const tokensOf = async (...completed: ReadonlyArray<string>) => {
    const { pages } = await extract(
      withMembers,
      (path) => {
        if (path.includes("members")) return { body: { value: [{ id: "u" }] } }
        if (path.includes("changes")) return { body: { value: [], later: "/groups/changes?token=b" } }
        return {
          body: path.includes("skip") ? { value: [row("2")] } : { value: [row("1")], next: "/groups?skip=1" }
        }
      },
      { checkpoint: Checkpoint.START, completedParents: () => Effect.succeed(new Set(completed)) }
    )
    return pages.flatMap(({ checkpoint, delta }) => (delta === null ? [] : [[checkpoint !== null, delta]]))
  }

  it("gives a restarted scan a token only if the scan then reads all rows and the lists below them", async () => {
    expect(await tokensOf()).toEqual([[true, "/groups/changes?token=b"]])
    expect(await tokensOf("1")).toEqual([])
  })
})

import { Child, Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { acme, replies } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const LIMIT_MILLIS = 120_000

const Group = Schema.Struct({ id: Schema.String, name: Schema.String, state: Row.nullish(Schema.String) })

const toGroup = ({ id, name, state }: typeof Group.Type) => ({
  name,
  description: "",
  types: state === null ? [] : [state],
  vendor_id: id,
  vendor_created_at: "2024-05-01T08:30:00Z"
})

const group = (id: string) => ({ id, name: `Group ${id}`, state: "OPEN" })

const QUERY = "query Groups($after: String) { groups(after: $after) { nodes { id name state } } }"

/** Groups behind GraphQL. */
const graphql = (pagination: Pagination.Pagination) =>
  acme({
    groups: Extractor.make({
      record: RecordKind.IdpGroup,
      endpoint: "/graphql",
      post: { query: QUERY, variables: { filter: { state: ["OPEN"] } } },
      row: Group,
      pagination,
      permissions: ["groups.read"],
      toRecord: toGroup
    })
  })

const connection = (rows: object, hasNextPage: boolean): ConnectorTest.Reply => ({
  body: {
    data: { groups: { ...rows, totalCount: 3, pageInfo: { hasNextPage, endCursor: hasNextPage ? "c2" : null } } }
  }
})

const second = 'POST /graphql {"variables":{"after":"c2"}}'

describe("the kit, with GraphQL", () => {
  const ofNodes = (ids: ReadonlyArray<string>) => ({ nodes: ids.map(group) })
  const ofEdges = (ids: ReadonlyArray<string>) => ({ edges: ids.map((id) => ({ cursor: id, node: group(id) })) })

  it.each([
    ["nodes", ofNodes],
    ["edges", ofEdges]
  ] as const)(
    "finds nothing wrong with a connection of %s",
    async (rows, of) => {
      const pagination = Pagination.graphql({ connection: "data.groups", limit: 2, rows })
      const scripted = {
        ...replies,
        "POST /graphql": connection(of(["a", "b"]), true),
        [second]: connection(of(["c"]), false)
      }
      const names = ConnectorTest.checks(graphql(pagination), { replies: scripted }).map(({ name }) => name)
      expect(names).toEqual(
        expect.arrayContaining([
          "/graphql: a repeated page fails the export",
          "/graphql: an empty page that names a next page does not end the list"
        ])
      )
      expect(await failing(graphql(pagination), scripted)).toEqual([])
      const counted = graphql(Pagination.graphql({ connection: "data.groups", rows, total: "data.groups.totalCount" }))
      expect(ConnectorTest.checks(counted, { replies: scripted }).map(({ name }) => name)).toContain(
        "/graphql: an empty page before the vendor's total fails the export"
      )
      expect(await failing(counted, scripted, /total|page/)).toEqual([])
    },
    LIMIT_MILLIS
  )

  it("catches a connection that ends at an empty page", async () => {
    const whole = Pagination.graphql({ connection: "data.groups" })
    const hasty = graphql({ ...whole, next: (answer) => (answer.rows.length === 0 ? null : whole.next(answer)) })
    const scripted = {
      ...replies,
      "POST /graphql": connection(ofNodes(["a", "b"]), true),
      [second]: connection(ofNodes(["c"]), false)
    }
    expect(await failing(hasty, scripted, /^\/graphql: an empty page/)).toEqual([
      "/graphql: an empty page that names a next page does not end the list"
    ])
  })
})

const Member = Schema.Struct({
  name: Schema.String,
  role: Row.nullish(Schema.String),
  team: Schema.Struct({ id: Schema.String, label: Row.nullish(Schema.String) })
})

/** Members, in teams. */
const members = (toTypes: (member: typeof Member.Type) => ReadonlyArray<string>, mayBeAbsent = false) =>
  acme({
    groups: Extractor.make({
      record: RecordKind.IdpGroup,
      endpoint: "/teams",
      row: Member,
      id: (row) => Child.joinedId(Pagination.at(row, "team.id"), Pagination.at(row, "name")),
      pagination: Pagination.nested(Pagination.cursor({ items: "teams", from: "next", param: "next" }), {
        items: "crew.members",
        outer: "team",
        mayBeAbsent
      }),
      permissions: ["teams.read"],
      toRecord: (member) => ({
        name: member.name,
        description: "",
        types: toTypes(member),
        vendor_id: `${member.team.id}/${member.name}`,
        vendor_created_at: "2024-05-01T08:30:00Z"
      })
    })
  })

const team = (id: string, ...names: ReadonlyArray<string>) => ({
  id,
  label: `Team ${id}`,
  crew: { members: names.map((name) => ({ name, role: "LEAD" })) }
})

const teams: ConnectorTest.Replies = {
  ...replies,
  "GET /teams": { body: { teams: [team("a", "x", "y"), team("b", "x")], next: "2" } },
  "GET /teams?next=2": { body: { teams: [team("c", "z")], next: null } }
}

const NULLS = "/teams: a null or missing field rejects its row only if the row schema refuses it, and never another row"

describe("the kit, with rows inside rows", () => {
  it.each([false, true])(
    "finds nothing wrong with a sound connector whose inner rows may be absent: %s",
    async (may) => {
      const sound = members(({ role, team: { label } }) => [role, label].filter((text) => text !== null), may)
      expect(await failing(sound, teams)).toEqual([])
    },
    LIMIT_MILLIS
  )

  it("catches a mapping that fails if a field of an inner row is null", async () => {
    expect(
      await failing(
        members(({ role }) => [role?.toLowerCase() ?? (null as never)]),
        teams,
        /null or missing/
      )
    ).toEqual([NULLS])
  })

  it("catches a mapping that fails if a field of an outer row is null", async () => {
    const broken = members(({ team: { label } }) => [label?.toLowerCase() ?? (null as never)])
    expect(await failing(broken, teams, /null or missing/)).toEqual([NULLS])
  })
})

describe("the kit, with short pages", () => {
  const list = (endsOnShortPage: boolean) =>
    acme({
      groups: Extractor.make({
        record: RecordKind.IdpGroup,
        endpoint: "/groups",
        row: Group,
        pagination: Pagination.offset({ counts: "returned", items: "items", limit: 2, endsOnShortPage }),
        permissions: ["groups.read"],
        toRecord: toGroup
      })
    })
  const scripted: ConnectorTest.Replies = {
    ...replies,
    "GET /groups?offset=0": { body: { items: [group("a"), group("b")] } },
    "GET /groups?offset=2": { body: { items: [group("c")] } }
  }

  it(
    "finds nothing wrong with a list that ends at a short page, as its vendor promises",
    async () => {
      expect(await failing(list(true), scripted)).toEqual([])
    },
    LIMIT_MILLIS
  )

  it("catches the request after a short page if the connector does not declare the promise", async () => {
    expect(await failing(list(false), scripted, /exactly once/)).toEqual([
      "every page of every list is read exactly once"
    ])
  })
})

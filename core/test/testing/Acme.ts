import {
  Child,
  Connector,
  Credentials,
  Extractor,
  Lookup,
  Pagination,
  RecordKind,
  Row,
  VendorHttp
} from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect, Either, Redacted, Schema, Stream } from "effect"

/** A small sound connector for an invented vendor, in parts that a test can replace with broken ones. */

export const AcmeUser = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Row.nullish(Schema.String),
  state: Row.nullish(Schema.String)
})
export type AcmeUser = Schema.Schema.Type<typeof AcmeUser>

export const toItsmUser = (user: AcmeUser): RecordKind.Draft<typeof RecordKind.ItsmUser> => ({
  email: user.email,
  name: user.name,
  status: user.state === "ENABLED" ? "ACTIVE" : "INACTIVE",
  vendor_attributes: { id: user.id, vendor: "ACME", created_at: null, updated_at: null, data: null }
})

export const userList = {
  record: RecordKind.ItsmUser,
  endpoint: "/users",
  row: AcmeUser,
  pagination: Pagination.linkHeader({ limit: 2 }),
  permissions: ["users.read"],
  since: (instant: string) => ({ since: instant }),
  toRecord: toItsmUser
}

/** One request of an author's own stream. */
export const ask = (url: string) =>
  Effect.flatMap(VendorHttp.VendorHttp, (http) =>
    http.send({ endpoint: "/users", url, lacks: ({ body }) => (Array.isArray(body) ? null : "the list of users") })
  )

export const rowsOf = (body: unknown) =>
  Array.isArray(body)
    ? Effect.succeed(body as ReadonlyArray<unknown>)
    : Effect.die(new Error("the answer holds no list"))

/** The draft of a row. */
export const readable = (row: unknown) =>
  Either.match(Schema.decodeUnknownEither(AcmeUser)(row), {
    // A row that cannot be read becomes an empty draft, which the SDK counts as rejected.
    onLeft: () => ({}) as RecordKind.Draft<typeof RecordKind.ItsmUser>,
    onRight: toItsmUser
  })

/** What the stream makes of the rows of a page. */
const readUsers = Extractor.readRows({
  record: RecordKind.ItsmUser,
  endpoint: "/users",
  row: AcmeUser,
  toRecord: toItsmUser
})

type Emission = Extractor.Emitted<RecordKind.Draft<typeof RecordKind.ItsmUser>>

/** The parts of a hand-written stream that a test can break. */
export interface ByHand {
  readonly ask?: typeof ask
  readonly toDrafts?: (rows: ReadonlyArray<unknown>) => Emission["drafts"]
  readonly checkpoint?: (next: string | null) => Extractor.Checkpoint | null
  readonly removed?: (request: Extractor.ExtractRequest) => ReadonlyArray<string>
  readonly isPaged?: boolean
  readonly total?: (rows: ReadonlyArray<unknown>) => number
  /** Whether it says what an answer with this status shows that it lacks; always by default. */
  readonly isJudged?: (request: Extractor.ExtractRequest, status: number) => boolean
  /** What becomes of a finished page. */
  readonly emit?: (emission: Emission, request: Extractor.ExtractRequest) => Emission
}

const firstPage = (since: string | null): string => (since === null ? "/users" : `/users?since=${since}`)

/** The same users, read by a stream written by hand. */
export const byHand = (parts: ByHand = {}) =>
  Extractor.fromStream({
    record: RecordKind.ItsmUser,
    endpoint: "/users",
    permissions: ["users.read"],
    isIncremental: true,
    isPaged: parts.isPaged ?? true,
    pages: (request) =>
      Stream.unfoldEffect((request.checkpoint?.["url"] as string | undefined) ?? firstPage(request.since), (url) =>
        Effect.gen(function* () {
          if (url === "") return yield* Effect.succeedNone
          const response = yield* (parts.ask ?? ask)(url)
          const rows = yield* rowsOf(response.body)
          const next = Pagination.nextLinkOf(response.headers["link"])
          const missing = Extractor.lackOf(response, rows)
          const emission: Emission = {
            ...(parts.toDrafts === undefined ? readUsers(rows) : { drafts: parts.toDrafts(rows) }),
            removed: parts.removed?.(request) ?? [],
            checkpoint: (parts.checkpoint ?? ((url) => (url === null ? null : { url })))(next),
            ...(parts.total === undefined ? {} : { total: parts.total(rows) }),
            ...(missing === null || parts.isJudged?.(request, response.status) === false ? {} : { missing })
          }
          const emitted = parts.emit?.(emission, request) ?? emission
          return yield* Effect.succeedSome([emitted, next ?? ""] as const)
        })
      )
  })

const AcmeGroup = Schema.Struct({ id: Schema.String, name: Schema.String, created: Schema.String })
type AcmeGroup = Schema.Schema.Type<typeof AcmeGroup>

const members = Child.of<AcmeGroup>()({
  record: RecordKind.IdpGroupMembership,
  endpoint: "/groups/{id}/members",
  row: Schema.Struct({ id: Schema.String }),
  pagination: Pagination.cursor({ items: "items", from: "next", param: "cursor" }),
  permissions: ["groups.read"],
  toRecord: (member, group) => ({ user_vendor_id: member.id, group_vendor_id: group.id })
})

/** What a test can change about the lookup of groups. */
export interface TagLookup {
  readonly isOptional?: boolean
  readonly fields?: ReadonlyArray<"types" | "last_updated_at">
  readonly pagination?: Pagination.Pagination
}

const tagsOf = (more: TagLookup) =>
  Lookup.of<AcmeGroup>()({
    endpoint: "/groups/{id}/tags",
    row: Schema.Struct({ label: Row.nullish(Schema.String) }),
    pagination: Pagination.none({ items: "tags" }),
    permissions: ["tags.read"],
    ...more
  })

/** Groups with a child list and a lookup for each row. */
const groupsWith = (tags: ReturnType<typeof tagsOf>) => ({
  record: RecordKind.IdpGroup,
  endpoint: "/groups",
  row: AcmeGroup,
  pagination: Pagination.offset({ counts: "returned", items: "items", limit: 1, total: "total" }),
  permissions: ["groups.read"],
  children: [members],
  lookups: { tags },
  toRecord: (group: AcmeGroup, answers: TagAnswers) => toIdpGroup(group, answers)
})

type TagAnswers = Lookup.Answers<{ readonly tags: ReturnType<typeof tagsOf> }>

const OPTIONAL_TAGS: TagLookup = { isOptional: true, fields: ["types"] }

export const groupList = groupsWith(tagsOf(OPTIONAL_TAGS))

const toIdpGroup = (
  group: AcmeGroup,
  answers: TagAnswers,
  toTypes = (labels: ReadonlyArray<string | null> | null) => labels ?? []
) => ({
  types: toTypes(answers.tags?.map((tag) => tag.label) ?? null).filter((label) => label !== null),
  description: "",
  name: group.name,
  vendor_id: group.id,
  vendor_created_at: group.created
})

/** Extracts the groups; a test can break how the answers to the lookup become types, and the lookup itself. */
export const groups = (
  toTypes = (labels: ReadonlyArray<string | null> | null) => labels ?? [],
  lookup: TagLookup = OPTIONAL_TAGS
) =>
  Extractor.make({
    ...groupsWith(tagsOf(lookup)),
    toRecord: (group, answers) => toIdpGroup(group, answers, toTypes)
  })

/** The parts of the connector; each is sound by default. */
export interface Parts {
  readonly users?: Extractor.Extractor<"itsm_users">
  readonly groups?: Extractor.Extractor<"idp">
  readonly http?: (key: string) => Partial<VendorHttp.VendorHttpSettings>
}

export const acme = (parts: Parts = {}): Connector.Connector =>
  Connector.make({
    vendor: "ACME",
    name: "Acme",
    description: "An invented directory.",
    category: "ITSM",
    authType: "API_KEY",
    docsUrl: "https://acme.example/docs",
    credentials: Schema.Struct({ api_key: Credentials.secret({ title: "API key", help: "Settings > Keys." }) }),
    http: ({ api_key }) => ({
      baseUrl: ConnectorTest.BASE_URL,
      headers: { authorization: Redacted.make(`Bearer ${Redacted.value(api_key)}`) },
      ...parts.http?.(Redacted.value(api_key))
    }),
    check: "/me",
    exports: {
      itsm_users: [parts.users ?? Extractor.make(userList)],
      ...(parts.groups === undefined ? {} : { idp: [parts.groups] })
    }
  })

const user = (id: string, state = "ENABLED") => ({ id, name: `User ${id}`, email: `${id}@acme.example`, state })

const link = { link: `<${ConnectorTest.BASE_URL}/users?after=2>; rel="next"` }

const self = { link: `<${ConnectorTest.BASE_URL}/users?after=2>; rel="self"` }

export const replies: ConnectorTest.Replies = {
  "GET /users": { body: [user("1"), user("2")], headers: link },
  // Without this link, a proxy might have removed the one to a further page.
  "GET /users?after=2": { body: [user("3", "BLOCKED")], headers: self }
}

const group = (id: string) => ({ id, name: `Group ${id}`, created: "2024-05-01T08:30:00Z" })

export const groupReplies: ConnectorTest.Replies = {
  ...replies,
  "GET /groups?offset=0": { body: { items: [group("a")], total: 2 } },
  "GET /groups?offset=1": { body: { items: [group("b")], total: 2 } },
  "GET /groups?offset=2": { body: { items: [], total: 2 } },
  "GET /groups/a/members": { body: { items: [{ id: "1" }], next: "c2" } },
  "GET /groups/a/members?cursor=c2": { body: { items: [{ id: "2" }], next: null } },
  "GET /groups/b/members": { body: { items: [{ id: "1" }], next: null } },
  "GET /groups/a/tags": { body: { tags: [{ label: "red" }] } },
  "GET /groups/b/tags": { body: { tags: [] } }
}

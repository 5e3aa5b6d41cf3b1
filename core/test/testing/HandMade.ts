import {
  Connector,
  Credentials,
  Extractor,
  Pagination,
  type Problem,
  RecordKind,
  Row,
  VendorError,
  VendorHttp
} from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect, Redacted, Schema, Stream } from "effect"

/*
 * A connector whose only list is an author's own stream that uses everything such a stream can say: two lists that become
 * one kind of record, an optional answer about the rows of a page, a total, rejected rows, removals and checkpoints.
 */

const Person = Schema.Struct({ id: Schema.String, name: Schema.String, mail: Row.nullish(Schema.String) })
type Person = Schema.Schema.Type<typeof Person>

const PEOPLE = "/people"
const CONTRACTORS = "/contractors"
const BADGES = "/badges"

type ItsmUserDraft = RecordKind.Draft<typeof RecordKind.ItsmUser>
type Emission = Extractor.Emitted<ItsmUserDraft>

const readPeople = Extractor.readRows({
  record: RecordKind.ItsmUser,
  endpoint: PEOPLE,
  row: Person,
  toRecord: ({ id, mail, name }: Person) => ({
    email: mail,
    name,
    status: "ACTIVE",
    vendor_attributes: { id, vendor: "HAND_MADE", created_at: null, updated_at: null, data: null }
  })
})

const isList = (body: unknown): boolean => Array.isArray(Pagination.at(body, "items"))

const ask = (endpoint: string, query: Pagination.Query = {}) =>
  Effect.flatMap(VendorHttp.VendorHttp, (http) =>
    http.send({ endpoint, url: endpoint, query, lacks: ({ body }) => (isList(body) ? null : "the list of items") })
  )

type Item = Readonly<Record<string, unknown>>

const itemsOf = (body: unknown) => Pagination.at(body, "items") as ReadonlyArray<unknown>

const isRow = (row: unknown): row is Item => typeof row === "object" && row !== null

/** What the badges cost if they are refused, or lack something. */
const unreadOf = (problem: Problem.ProblemReason, reason: string) => ({
  fields: ["email"],
  endpoint: BADGES,
  permissions: ["badges.read"],
  problem,
  reason
})

const isRefused = ({ endpoint, status }: VendorError.VendorError): boolean =>
  endpoint === BADGES && (status === 403 || status === 404)

/** Where the stream is: the list, and the token of the page. */
interface Place {
  readonly endpoint: string
  readonly token: string | null
  /** The sum of the totals of the lists before. */
  readonly total: number
}

/** The parts of the stream that a test can break; each is sound by default. */
export interface Parts {
  readonly further?: ReadonlyArray<Extractor.FurtherEndpoint<"email">>
  /** What becomes of the rows of a page. */
  readonly read?: typeof readPeople
  /** What becomes of a finished page. */
  readonly emit?: (emission: Emission, request: Extractor.ExtractRequest) => Emission
  /** The badges of a page, and what was not read. */
  readonly badges?: (asked: typeof badges) => typeof badges
  /** The answer of the second list. */
  readonly contractors?: (asked: ReturnType<typeof ask>) => ReturnType<typeof ask>
}

const badges = (ids: string) =>
  ask(BADGES, { ids }).pipe(
    Effect.map((answer) => {
      const items = itemsOf(answer.body)
      const lack = Extractor.lackOf(answer, items)
      return { items, unread: lack === null ? [] : [unreadOf("INCOMPLETE", lack)] }
    }),
    Effect.catchIf(isRefused, (error) =>
      Effect.succeed({ items: [], unread: [unreadOf(VendorError.reasonOf(error), VendorError.detailOf(error))] })
    )
  )

const FURTHER: ReadonlyArray<Extractor.FurtherEndpoint<"email">> = [
  { endpoint: CONTRACTORS, permissions: ["contractors.read"], isPaged: true },
  { endpoint: BADGES, permissions: ["badges.read"], fields: ["email"], isOptional: true }
]

const begin = ({ checkpoint }: Extractor.ExtractRequest): Place => ({
  endpoint: PEOPLE,
  token: null,
  ...checkpoint,
  total: 0
})

/** The page after one with this token: of the same list, or the first one of the next list. */
const followingOf = (endpoint: string, next: unknown): Omit<Place, "total"> | null => {
  if (typeof next === "string") return { endpoint, token: next }
  return endpoint === PEOPLE ? { endpoint: CONTRACTORS, token: null } : null
}

const pageAt = (parts: Parts, request: Extractor.ExtractRequest, place: Place) =>
  Effect.gen(function* () {
    const { endpoint, token } = place
    const asked = ask(endpoint, {
      ...(token === null ? {} : { page: token }),
      ...(request.since === null ? {} : { since: request.since })
    })
    const answer = yield* endpoint === CONTRACTORS ? (parts.contractors ?? ((same) => same))(asked) : asked
    const { body } = answer
    const listed = itemsOf(body)
    const missing = Extractor.lackOf(answer, listed)
    const present = listed.filter((row) => !isRow(row) || row["gone"] !== true)
    const ids = [...new Set(present.flatMap((row) => (isRow(row) ? [String(row["id"])] : [])))].join(",")
    const found = yield* (parts.badges ?? ((same) => same))(badges)(ids)
    const mailOf = (id: unknown) => found.items.find((badge) => Pagination.at(badge, "owner") === id)
    const rows = present.map((row) => (isRow(row) ? { ...row, mail: Pagination.at(mailOf(row["id"]), "mail") } : row))
    const next = Pagination.at(body, "next")
    const following = followingOf(endpoint, next)
    const total = typeof next === "string" ? place.total : place.total + Number(Pagination.at(body, "total"))
    const isLast = following === null && request.since === null
    const emission: Emission = {
      ...(parts.read ?? readPeople)(rows),
      endpoint,
      removed: listed.flatMap((row) => (isRow(row) && row["gone"] === true ? [String(row["id"])] : [])),
      checkpoint: following === null ? null : { ...following },
      ...(found.unread.length === 0 ? {} : { unread: found.unread }),
      ...(isLast ? { total } : {}),
      ...(missing === null ? {} : { missing })
    }
    const emitted = (parts.emit ?? ((same) => same))(emission, request)
    return [emitted, following === null ? null : { ...following, total }] as const
  })

/** The extractor of the stream. */
export const people = (parts: Parts = {}): Extractor.Extractor<"itsm_users"> =>
  Extractor.fromStream({
    record: RecordKind.ItsmUser,
    endpoint: PEOPLE,
    permissions: ["people.read"],
    further: parts.further ?? FURTHER,
    isIncremental: true,
    namesRemoved: true,
    total: "total",
    pages: (request) =>
      Stream.unfoldEffect(begin(request) as Place | null, (place) =>
        place === null ? Effect.succeedNone : Effect.asSome(pageAt(parts, request, place))
      )
  })

/** The connector with the stream. */
export const handMade = (parts: Parts = {}): Connector.Connector =>
  Connector.make({
    vendor: "HAND_MADE",
    name: "Hand made",
    description: "An invented directory that no pagination describes.",
    category: "ITSM",
    authType: "API_KEY",
    docsUrl: "https://handmade.example/docs",
    credentials: Schema.Struct({ api_key: Credentials.secret({ title: "API key", help: "Settings > Keys." }) }),
    http: ({ api_key }) => ({
      baseUrl: ConnectorTest.BASE_URL,
      headers: { authorization: Redacted.make(`Bearer ${Redacted.value(api_key)}`) }
    }),
    check: "/me",
    exports: { itsm_users: [people(parts)] }
  })

const person = (id: string) => ({ id, name: `Person ${id}` })
const badge = (owner: string) => ({ owner, mail: `${owner}@handmade.example` })

export const replies: ConnectorTest.Replies = {
  "GET /people": { body: { items: [person("a"), person("b")], next: "t-2", total: 3 } },
  "GET /people?page=t-2": { body: { items: [person("c")], total: 3 } },
  "GET /contractors": { body: { items: [person("d"), person("e")], next: "u-2", total: 3 } },
  "GET /contractors?page=u-2": { body: { items: [person("f")], total: 3 } },
  "GET /badges?ids=a,b": { body: { items: [badge("a"), badge("b")] } },
  "GET /badges?ids=c": { body: { items: [badge("c")] } },
  "GET /badges?ids=d,e": { body: { items: [badge("d")] } },
  "GET /badges?ids=f": { body: { items: [] } }
}

import { Effect, Ref, Schedule } from "effect"
import * as EventLoop from "../EventLoop.js"
import { at } from "../JsonPath.js"
import { type Query, type VendorRequest, type VendorResponse, withoutTrailingSlashes } from "./Request.js"
import * as VendorError from "./VendorError.js"

/** A request whose answer names tenants; it must only read. */
export interface TenantRequest {
  /** The path below the base address, which begins with a slash; or a full address on a declared host. */
  readonly path: string
  /** Parameters of the address; none by default. */
  readonly query?: Query
  /** The body, sent as JSON with POST, such as a GraphQL query; none by default. */
  readonly body?: unknown
  /** What the answer names: the path of a text, such as `container_uuid`, or a function of the body. Several names are a set; null or undefined means that the answer names no tenant. */
  readonly names: string | ((body: unknown) => string | ReadonlyArray<string> | null | undefined)
  /** The parameters of the next page of a long answer; null after the last page. By default there is one page. */
  readonly next?: (body: unknown, sent: Query) => Query | null
}

/** Whose data the credentials lead to, and what shows it in the rows. */
export interface Tenant {
  /**
   * What the vendor calls the tenant: a text in the credentials, such as a directory id, or a request that asks the vendor. It must not be a
   * secret, and must stay the same if a key or token is replaced. Null if nothing names it; then only the base address distinguishes tenants.
   */
  readonly id: string | TenantRequest | null
  /** What a raw row of the list at this endpoint names as its tenant; null or undefined if it names none. By default no row does. */
  readonly ofRow?: (row: unknown, endpoint: string) => string | null | undefined
  /**
   * Every tenant whose rows the credentials cover, besides `id`: names, and requests that ask the vendor for them. A row of another tenant
   * fails the export. If this is absent, or the vendor does not answer one of the requests, rows of any tenant are stored, and the status of
   * the connection shows the new ones.
   */
  readonly covers?: ReadonlyArray<string | TenantRequest>
  /** What the rate limit of a tenant is kept under while `id` is no text, such as the id of an access key; by default the credentials. */
  readonly limitedAs?: string
}

/** A base address as it identifies a tenant that has no other name: its host and path. */
export const addressOf = (baseUrl: string): string => {
  const { host, pathname } = new URL(baseUrl)
  return withoutTrailingSlashes(`${host}${pathname}`)
}

/** The host of an address in a row, such as a self link; null if it is no address. */
export const hostOf = (address: unknown): string | null =>
  typeof address === "string" && URL.canParse(address) ? new URL(address).host : null

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The id of a directory that a customer entered by its id or by one of its domains, in lower case. `discovery` is the address of its OpenID
 * discovery document, which names the id in the issuer and needs no permission: https://openid.net/specs/openid-connect-discovery-1_0.html
 */
export const directory = (entered: string, discovery: string): string | TenantRequest =>
  UUID.test(entered)
    ? entered
    : {
        path: discovery,
        names: (body) => {
          const issuer = at(body, "issuer")
          return typeof issuer === "string" ? issuer.split("/").find((part) => UUID.test(part)) : null
        }
      }

/** The declaration of a connector in full; a text is the name of the tenant, and without one the base address is. */
export const declared = (settings: {
  /** The address that every path is relative to. */
  readonly baseUrl: string
  /** What the connector says of the tenant; the base address names it by default. */
  readonly tenant?: string | Tenant
}): Tenant => {
  const { baseUrl, tenant = addressOf(baseUrl) } = settings
  return typeof tenant === "string" ? { id: tenant } : tenant
}

/** Whose rows a connection may store. It asks the vendor what the credentials do not say, once for each session. */
export interface TenantGuard {
  /** What the vendor calls the tenant of the credentials; null if nothing names it, or the vendor does not say. */
  readonly id: Effect.Effect<string | null>
  /** Every tenant that the credentials cover; null if the set is not closed. */
  readonly covered: Effect.Effect<ReadonlySet<string> | null>
  /** Fails if a row names a tenant that the credentials do not cover. */
  readonly admit: (endpoint: string, rows: ReadonlyArray<unknown>) => Effect.Effect<void, VendorError.ForeignPage>
  /** The tenants that rows have named which no closed set covers. */
  readonly seen: () => ReadonlySet<string>
}

/** Asks nothing and admits every row, for a client that has no vendor. */
export const openGuard: TenantGuard = {
  id: Effect.succeed(null),
  covered: Effect.succeed(null),
  admit: () => Effect.void,
  seen: () => new Set()
}

type Send = (request: VendorRequest) => Effect.Effect<VendorResponse, VendorError.VendorError>

/** For one request: a vendor that does not say who the tenant is must not hold up the data. */
const TIME_LIMIT = "20 seconds"
const FIRST_PAUSE = "500 millis"
const RETRIES = 2
/** The most pages of a set. Security Hub has 50 accounts a page, and at most 10,000 accounts. */
const MAX_PAGES = 1_000
/** How many covered tenants, and how much of a name, an error shows. */
const MAX_SHOWN = 3
const MAX_LENGTH = 100
/** How many tenants of rows are remembered; a list with more of them names something else. */
const MAX_SEEN = 1_000

const textsOf = (found: unknown): ReadonlyArray<string> =>
  (Array.isArray(found) ? found : [found]).filter(
    (name: unknown): name is string => typeof name === "string" && name !== ""
  )

/** What an answer names; null if it has nothing at that place. An empty list is an answer. */
const namesIn = ({ names }: TenantRequest, body: unknown): ReadonlyArray<string> | null => {
  const found = typeof names === "string" ? at(body, names) : names(body)
  return found === null || found === undefined ? null : textsOf(found)
}

/** The bodies of all pages of an answer; null if the vendor does not answer. */
const bodiesOf = (send: Send, request: TenantRequest): Effect.Effect<ReadonlyArray<unknown> | null> =>
  Effect.gen(function* () {
    const { body, path } = request
    const bodies: Array<unknown> = []
    let query: Query | null = request.query ?? {}
    for (let page = 0; query !== null && page < MAX_PAGES; page += 1) {
      const posted = body === undefined ? {} : { method: "POST" as const, body }
      const asked: VendorRequest = { url: path, endpoint: path, query, ...posted, isRepeatable: false }
      const answer: VendorResponse = yield* send(asked).pipe(
        Effect.retry({
          times: RETRIES,
          schedule: Schedule.exponential(FIRST_PAUSE),
          while: ({ _tag }) => _tag === "ServerError" || _tag === "UnreadableAnswer"
        }),
        Effect.timeoutFail({
          duration: TIME_LIMIT,
          onTimeout: () =>
            new VendorError.ServerError({ endpoint: path, status: null, detail: "did not answer in time" })
        })
      )
      bodies.push(answer.body)
      query = request.next?.(answer.body, query) ?? null
    }
    return query === null ? bodies : null
  }).pipe(
    Effect.catchAll((error) =>
      Effect.as(Effect.logDebug(`The vendor does not say which tenant this is: ${error.message}`), null)
    )
  )

/** Finds the names in answers; asks for each answer once, even if several requests read names in it. Null if the vendor does not say. */
const asking = (send: Send) => {
  const answered = new Map<string, ReadonlyArray<unknown> | null>()
  return (request: TenantRequest): Effect.Effect<ReadonlyArray<string> | null> =>
    Effect.gen(function* () {
      const key = JSON.stringify([request.path, request.query, request.body])
      const known = answered.get(key)
      const bodies = known === undefined ? yield* bodiesOf(send, request) : known
      answered.set(key, bodies)
      const names = bodies?.map((body) => namesIn(request, body)) ?? [null]
      return names.includes(null) ? null : names.flatMap((each) => each ?? [])
    })
}

/** A value that is made once; whoever comes meanwhile waits for it. An interrupted attempt leaves nothing behind. */
const once = <A>(make: Effect.Effect<A>) =>
  Effect.gen(function* () {
    const known = yield* Ref.make<{ readonly value: A } | null>(null)
    const single = yield* Effect.makeSemaphore(1)
    return single.withPermits(1)(
      Effect.flatMap(Ref.get(known), (found) =>
        found === null ? Effect.tap(make, (value) => Ref.set(known, { value })) : Effect.succeed(found.value)
      )
    )
  })

const shown = (name: string): string => (name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH)}…` : name)

const listed = (covered: ReadonlySet<string>): string => {
  const rest = covered.size - MAX_SHOWN
  return [...[...covered].slice(0, MAX_SHOWN).map(shown), ...(rest > 0 ? [`${rest} more`] : [])].join(", ")
}

const foreign = (endpoint: string, name: string, covered: ReadonlySet<string>) =>
  new VendorError.ForeignPage({
    endpoint,
    status: 200,
    detail: `a row belongs to the tenant ${shown(name)}, which the credentials do not cover (they cover ${listed(covered)})`
  })

/** The guard of one connection's session. */
export const makeGuard = ({ covers, id: declaredId, ofRow }: Tenant, send: Send): Effect.Effect<TenantGuard> =>
  Effect.gen(function* () {
    const seen = new Set<string>()
    const ask = asking(send)
    /** The names of the tenant itself; null if the vendor does not say. */
    const own = yield* once(
      declaredId === null || typeof declaredId === "string"
        ? Effect.succeed(declaredId === null ? [] : [declaredId])
        : ask(declaredId)
    )
    /** Null if the set is not closed. */
    const askCovered = (ask: ReturnType<typeof asking>): Effect.Effect<ReadonlySet<string> | null> =>
      Effect.gen(function* () {
        if (covers === undefined) return null
        const ids = yield* own
        if (ids === null) return null
        const all = new Set(ids)
        for (const source of covers) {
          const names = typeof source === "string" ? [source] : yield* ask(source)
          if (names === null) return null
          for (const name of names) all.add(name)
        }
        return all
      })
    const covered = yield* once(askCovered(ask))
    // What a row names may have joined the set since: the vendor is asked once more before the row counts as foreign.
    const coveredNow = yield* once(Effect.suspend(() => askCovered(asking(send))))

    const strangersOf = (names: ReadonlySet<string>, set: ReadonlySet<string>): string | undefined =>
      [...names].find((name) => !set.has(name))

    const admit: TenantGuard["admit"] = (endpoint, rows) =>
      Effect.gen(function* () {
        if (ofRow === undefined || rows.length === 0) return
        const names = new Set<string>()
        yield* EventLoop.map(rows, (row) => {
          for (const name of textsOf(ofRow(row, endpoint))) names.add(name)
        })
        if (names.size === 0) return
        const set = yield* covered
        if (set !== null) {
          if (strangersOf(names, set) === undefined) return
          const now = yield* coveredNow
          if (now !== null) {
            const stranger = strangersOf(names, now)
            if (stranger !== undefined) return yield* foreign(endpoint, stranger, now)
            return
          }
        }
        for (const name of names) if (seen.size < MAX_SEEN) seen.add(shown(name))
      })
    // Several names do not say which one is the tenant.
    const id = Effect.map(own, (names) => (names?.length === 1 ? (names[0] ?? null) : null))
    return { id, covered, admit, seen: () => seen }
  })

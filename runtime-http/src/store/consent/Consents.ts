// store/consent: the consents that customers give on the pages of vendors: their tokens, who renews them, and the visits of browsers.

import { randomUUID } from "node:crypto"
import { Context, Data, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { type AccountScope, accountScope } from "../accounts/AccessScope.js"
import { isUuid } from "../postgres/RecordTable.js"
import type { KeyServiceError } from "../secrets/KeyService.js"
import { Vault, type VaultError } from "../secrets/Vault.js"

/** The tokens of a consent. */
export interface Tokens {
  readonly access: Redacted.Redacted
  /** Null if the vendor gave none, so that the customer has to consent again when the access token expires. */
  readonly refresh: Redacted.Redacted | null
  /** For how many seconds the access token is valid from now on; null until the vendor refuses it. */
  readonly expiresInSecs: number | null
}

/** A consent as it is stored now. */
export interface Consent {
  readonly id: string
  readonly connectionId: string
  readonly vendor: string
  readonly accountId: string
  readonly organizationId: string
  /** Which of the ways to sign in the connection uses. */
  readonly authType: string | null
  /** How often the customer has consented. */
  readonly granted: number
  /** How often there were new tokens. */
  readonly generation: number
  /** Null until the customer has consented. */
  readonly tokens: Tokens | null
  /** Why the tokens cannot be renewed any more; null while they can. */
  readonly lostReason: string | null
  /** Where the browser goes after the visit to the vendor's page; null for a page of this service. */
  readonly returnUrl: string | null
  /** JSON of the credential fields that count from the next consent on; null for those of the connection. */
  readonly nextFields: string | null
}

/** What sealed tokens are, as JSON. */
const Sealed = Schema.parseJson(Schema.Struct({ access: Schema.String, refresh: Schema.NullOr(Schema.String) }))

const open = Schema.decodeUnknown(Sealed)

const text = ({ access, refresh }: Pick<Tokens, "access" | "refresh">): Redacted.Redacted =>
  Redacted.make(
    JSON.stringify({ access: Redacted.value(access), refresh: refresh === null ? null : Redacted.value(refresh) })
  )

/** How long one process may take to renew tokens: longer than the limit of its request, so that no other begins before it has ended. */
const LEASE_SECS = 15

/** For how many minutes a browser may stay on the vendor's page. */
export const VISIT_MINUTES = 10

/** The most visits of one consent that are open at once; an older one ends. */
const MOST_VISITS = 20

/** The customer has consented otherwise since the browser left. */
export class ConsentSuperseded extends Data.TaggedError("ConsentSuperseded") {}

/** The consents of customers. */
export class Consents extends Context.Tag("@tributary/runtime-http/Consents")<
  Consents,
  {
    /** A consent with its tokens; null if there is none, or if its connection is deleted. */
    readonly find: (id: string) => Effect.Effect<Consent | null, VaultError | KeyServiceError | SqlError>
    /** The consent of a connection, without its tokens; null if there is none, or if the connection is deleted. */
    readonly ofConnection: (connectionId: string) => Effect.Effect<Omit<Consent, "tokens"> | null, SqlError>
    /** Lets this process renew the tokens for 15 seconds, and returns the lease; null if another one does, or has done it since `generation`. */
    readonly lease: (id: string, generation: number) => Effect.Effect<string | null, SqlError>
    /** Ends the lease without new tokens, if it still is that of this process. */
    readonly release: (id: string, lease: string) => Effect.Effect<void, SqlError>
    /** Stores renewed tokens; false if there are others since `generation`, which then count. */
    readonly renew: (
      consent: Pick<Consent, "id" | "connectionId" | "generation">,
      tokens: Tokens
    ) => Effect.Effect<boolean, KeyServiceError | SqlError>
    /** Notes that the tokens cannot be renewed any more, unless there are others since `generation`, and ends the lease. */
    readonly lose: (id: string, generation: number, reason: string) => Effect.Effect<void, SqlError>
    /**
     * Stores the tokens of a new consent in the place of any others, in one transaction with what connects the connection: both or none. It fails
     * if the customer has consented otherwise meanwhile.
     */
    readonly grant: <A, E, R>(
      consent: Pick<Consent, "id" | "connectionId" | "granted" | "nextFields">,
      tokens: Tokens,
      connect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ConsentSuperseded | KeyServiceError | SqlError, R>
    /** Notes why a visit gave no consent. */
    readonly refuse: (id: string, problem: string) => Effect.Effect<void, SqlError>
    /** Notes that a browser goes to the vendor's page, by the hashes of what the vendor sends back, and of the browser's cookie. */
    readonly depart: (
      id: string,
      visit: { readonly state: Uint8Array; readonly browser: Uint8Array }
    ) => Effect.Effect<void, SqlError>
    /** Ends the visit with this state, so that nobody can end it again; null if there is none, if it is too old or of another browser, or if the customer has consented since. */
    readonly arrive: (visit: {
      readonly state: Uint8Array
      readonly browser: Uint8Array
    }) => Effect.Effect<string | null, SqlError>
  }
>() {}

/** The scope in which a customer who has consented changes the connection: its account, and its organization alone. */
export const scopeOf = ({
  accountId,
  id,
  organizationId
}: Pick<Consent, "accountId" | "id" | "organizationId">): AccountScope =>
  accountScope(accountId, id, { scopes: null, organizations: [organizationId] })

interface Row {
  readonly id: string
  readonly connectionId: string
  readonly vendor: string
  readonly accountId: string
  readonly organizationId: string
  readonly authType: string | null
  readonly granted: number
  readonly generation: number
  readonly lostReason: string | null
  readonly returnUrl: string | null
  readonly nextFields: string | null
}

const COLUMNS = `
  consent.id, connection_id as "connectionId", vendor, account_id as "accountId", organization_id as "organizationId", auth_type as "authType",
  granted, generation, lost_reason as "lostReason", return_url as "returnUrl", next_fields as "nextFields"`

const JOINED = "consent join connection on connection.id = connection_id and state <> 'DELETED'"

/** Stores consents with their sealed tokens. */
export const make: Effect.Effect<Consents["Type"], never, SqlClient.SqlClient | Vault> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const columns = sql.literal(COLUMNS)
  const joined = sql.literal(JOINED)

  const find: Consents["Type"]["find"] = (id) =>
    Effect.gen(function* () {
      if (!isUuid(id)) return null
      const [row] = yield* sql<Row & { readonly sealed: Uint8Array | null; readonly secs: number | null }>`
        select ${columns}, tokens as sealed, lifetime_secs - extract(epoch from clock_timestamp() - issued_at)::float8 as secs
        from ${joined} where consent.id = ${id}`
      if (row === undefined) return null
      const { sealed, secs, ...consent } = row
      if (sealed === null) return { ...consent, tokens: null }
      const opened = yield* vault.open(row.connectionId, sealed)
      // Only `text` makes what is sealed.
      const { access, refresh } = yield* Effect.orDie(open(Redacted.value(opened)))
      const tokens = {
        access: Redacted.make(access),
        refresh: refresh === null ? null : Redacted.make(refresh),
        expiresInSecs: secs
      }
      return { ...consent, tokens }
    })

  const ofConnection: Consents["Type"]["ofConnection"] = (connectionId) =>
    Effect.gen(function* () {
      if (!isUuid(connectionId)) return null
      const [row] = yield* sql<Row>`select ${columns} from ${joined} where connection_id = ${connectionId}`
      return row ?? null
    })

  const lease: Consents["Type"]["lease"] = (id, generation) => {
    const leaseId = randomUUID()
    return Effect.map(
      sql`
        update consent set leased_at = clock_timestamp(), lease_id = ${leaseId}
        where id = ${id}
          and generation = ${generation}
          and (leased_at is null or leased_at < clock_timestamp() - make_interval(secs => ${LEASE_SECS}))
        returning id`,
      ({ length }) => (length > 0 ? leaseId : null)
    )
  }

  const release: Consents["Type"]["release"] = (id, leaseId) =>
    Effect.asVoid(sql`update consent set leased_at = null where id = ${id} and lease_id = ${leaseId}`)

  const seal = ({ connectionId }: Pick<Consent, "connectionId">, tokens: Tokens) =>
    Effect.map(
      vault.seal(connectionId, text(tokens)),
      (sealed) => sql`
      tokens = ${sealed},
      issued_at = clock_timestamp(),
      lifetime_secs = ${tokens.expiresInSecs}::float8,
      generation = generation + 1,
      leased_at = null,
      lost_reason = null`
    )

  const renew: Consents["Type"]["renew"] = (consent, tokens) =>
    Effect.gen(function* () {
      const set = yield* seal(consent, tokens)
      const rows = yield* sql`
        update consent set ${set} where id = ${consent.id} and generation = ${consent.generation} returning id`
      return rows.length > 0
    })

  const grant: Consents["Type"]["grant"] = (consent, tokens, connect) =>
    Effect.flatMap(seal(consent, tokens), (set) =>
      Effect.gen(function* () {
        const connected = yield* connect
        const rows = yield* sql`
          update consent
          set
            ${set}, granted = granted + 1, problem = null,
            -- Those that were entered meanwhile count from the next one on.
            next_fields = case when next_fields is distinct from ${consent.nextFields} then next_fields end
          where id = ${consent.id} and granted = ${consent.granted}
          returning id`
        return rows.length > 0 ? connected : yield* new ConsentSuperseded()
      }).pipe(sql.withTransaction)
    )

  const lose: Consents["Type"]["lose"] = (id, generation, reason) =>
    Effect.asVoid(sql`
      update consent set lost_reason = ${reason}, leased_at = null where id = ${id} and generation = ${generation}`)

  const refuse: Consents["Type"]["refuse"] = (id, problem) =>
    Effect.asVoid(sql`update consent set problem = ${problem} where id = ${id}`)

  const depart: Consents["Type"]["depart"] = (id, { browser, state }) =>
    Effect.gen(function* () {
      yield* sql`
        delete from consent_visit
        where state in (
          select state from consent_visit where consent_id = ${id} order by created_at desc offset ${MOST_VISITS - 1}
        )`
      yield* sql`
        insert into consent_visit (state, browser, consent_id, granted)
        select ${state}, ${browser}, id, granted from consent where id = ${id}`
    })

  const arrive: Consents["Type"]["arrive"] = ({ browser, state }) =>
    Effect.gen(function* () {
      const [visit] = yield* sql<{ readonly consentId: string; readonly isOpen: boolean }>`
        delete from consent_visit where state = ${state}
        returning
          consent_id as "consentId",
          browser = ${browser}
            and created_at > clock_timestamp() - make_interval(mins => ${VISIT_MINUTES})
            and granted = (select granted from consent where consent.id = consent_id) as "isOpen"`
      return visit?.isOpen === true ? visit.consentId : null
    })

  return Consents.of({ find, ofConnection, lease, release, renew, lose, grant, refuse, depart, arrive })
})

/** Stores consents with their sealed tokens. */
export const layer: Layer.Layer<Consents, never, SqlClient.SqlClient | Vault> = Layer.effect(Consents, make)

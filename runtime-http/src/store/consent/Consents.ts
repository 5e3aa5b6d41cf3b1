// store/consent: the consents that customers give on the pages of vendors: their tokens and who renews them, their links, and the visits of browsers.

import { randomUUID } from "node:crypto"
import type { OAuth2Protocol } from "@tributary/core/oauth2"
import { Context, Data, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, type SqlError } from "../../Sql.js"
import { isUuid } from "../postgres/RecordTable.js"
import type { KeyServiceError } from "../secrets/KeyService.js"
import { Vault, VaultError } from "../secrets/Vault.js"
import { type Consent, columns as columnsOfRow, joined as joinedTables, type Untokened } from "./ConsentRow.js"

/** What sealed tokens are, as JSON, with the consent that they are of: the credentials of a connection name it, and must not find those of another. */
const Sealed = Schema.parseJson(
  Schema.Struct({ access: Schema.String, refresh: Schema.NullOr(Schema.String), consent: Schema.String })
)

const open = Schema.decodeUnknown(Sealed)

const text = (
  { access, refresh }: Pick<OAuth2Protocol.Tokens, "access" | "refresh">,
  consent: string
): Redacted.Redacted =>
  Redacted.make(
    JSON.stringify({
      access: Redacted.value(access),
      refresh: refresh === null ? null : Redacted.value(refresh),
      consent
    })
  )

/**
 * How long one process may take to renew tokens and to store the new ones: longer than the limits of both, so that no other sends the refresh
 * token that is used up. `ConsentTokens` allows 3 seconds for the lease, the token endpoint, which is asked once, has 10, and a store that is away
 * is tried for 30, because a database takes that long to be replaced, and nobody else has the new tokens: 43 in all. Only if a process dies in
 * that time do others wait for the end of its lease.
 */
const LEASE_SECS = 45

/** Another consent, or the end of the link, came first. */
export class ConsentSuperseded extends Data.TaggedError("ConsentSuperseded") {}

/** The consents of customers. */
export class Consents extends Context.Tag("@tributary/runtime-http/Consents")<
  Consents,
  {
    /** A consent with its tokens; null if there is none, or if its connection is deleted. */
    readonly find: (id: string) => Effect.Effect<Consent | null, VaultError | KeyServiceError | SqlError>
    /** Lets this process renew the tokens for 45 seconds, and returns the lease; null if another one does, or has done it since `generation`. */
    readonly lease: (id: string, generation: number) => Effect.Effect<string | null, SqlError>
    /** Ends the lease without new tokens, if it still is that of this process. */
    readonly release: (id: string, lease: string) => Effect.Effect<void, SqlError>
    /** Stores renewed tokens; false if there are others since `generation`, which then count, or while another process has a lease. */
    readonly renew: (
      consent: Pick<Consent, "id" | "connectionId" | "generation">,
      tokens: OAuth2Protocol.Tokens,
      lease: string
    ) => Effect.Effect<boolean, KeyServiceError | SqlError>
    /**
     * Notes that the tokens cannot be renewed any more, and ends the lease: unless there are others since `generation`, or another process has a lease,
     * which may have used the refresh token first. The lease is null for tokens that nobody can renew.
     */
    readonly lose: (
      consent: Pick<Consent, "id" | "generation">,
      reason: string,
      lease: string | null
    ) => Effect.Effect<void, SqlError>
    /**
     * Stores the tokens of a new consent in the place of any others, in one transaction with what connects the connection: both or none. It fails
     * if the link that led to it does not count any more. Null for a consent to the operator's own application, which gets its tokens itself.
     */
    readonly grant: <A, E, R>(
      consent: Pick<Consent, "id" | "connectionId" | "link" | "nextFields">,
      tokens: OAuth2Protocol.Tokens | null,
      connect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ConsentSuperseded | KeyServiceError | SqlError, R>
  }
>() {}

/** Stores consents with their sealed tokens. */
export const make: Effect.Effect<Consents["Type"], never, SqlClient.SqlClient | Vault> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const columns = sql.literal(columnsOfRow)
  const joined = sql.literal(joinedTables)

  const find: Consents["Type"]["find"] = (id) =>
    Effect.gen(function* () {
      if (!isUuid(id)) return null
      const [row] = yield* sql<Untokened & { readonly sealed: Uint8Array | null; readonly secs: number | null }>`
        select ${columns}, tokens as sealed, lifetime_secs - extract(epoch from clock_timestamp() - issued_at)::float8 as secs
        from ${joined} where consent.id = ${id}`
      if (row === undefined) return null
      const { sealed, secs, ...consent } = row
      if (sealed === null) return { ...consent, tokens: null }
      const opened = yield* vault.open(row.connectionId, sealed)
      // Only `text` makes what is sealed.
      const { access, consent: sealedFor, refresh } = yield* Effect.orDie(open(Redacted.value(opened)))
      if (sealedFor !== row.id) {
        const message = "The tokens of the consent were sealed for another one."
        return yield* new VaultError({ connectionId: row.connectionId, reason: "NotAuthentic", message })
      }
      const tokens = {
        access: Redacted.make(access),
        refresh: refresh === null ? null : Redacted.make(refresh),
        expiresInSecs: secs
      }
      return { ...consent, tokens }
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

  const seal = ({ connectionId, id }: Pick<Consent, "connectionId" | "id">, tokens: OAuth2Protocol.Tokens) =>
    Effect.map(
      vault.seal(connectionId, text(tokens, id)),
      (sealed) => sql`
      tokens = ${sealed},
      issued_at = clock_timestamp(),
      lifetime_secs = ${tokens.expiresInSecs}::float8,
      generation = generation + 1,
      leased_at = null,
      lost_reason = null`
    )

  /** Whether no other process has a lease. */
  const hasNoOther = (leaseId: string | null) => sql`(lease_id = ${leaseId} or leased_at is null)`

  const renew: Consents["Type"]["renew"] = (consent, tokens, leaseId) =>
    Effect.gen(function* () {
      const set = yield* seal(consent, tokens)
      const rows = yield* sql`
        update consent set ${set}
        where
          id = ${consent.id} and generation = ${consent.generation}
          -- Whoever is late has the only tokens that live, if the process that came next was refused and has given up.
          and ${hasNoOther(leaseId)}
        returning id`
      return rows.length > 0
    })

  const grant: Consents["Type"]["grant"] = (consent, tokens, connect) =>
    Effect.flatMap(tokens === null ? Effect.succeed(sql`lost_reason = null`) : seal(consent, tokens), (set) =>
      Effect.gen(function* () {
        const connected = yield* connect
        const rows = yield* sql`
          update consent
          set
            ${set}, granted = granted + 1, granted_at = clock_timestamp(), link = link + 1, problem = null,
            -- Those that were entered meanwhile count from the next one on.
            next_fields = case when next_fields is distinct from ${consent.nextFields} then next_fields end
          where id = ${consent.id} and link = ${consent.link}
          returning id`
        return rows.length > 0 ? connected : yield* new ConsentSuperseded()
      }).pipe(sql.withTransaction)
    )

  const lose: Consents["Type"]["lose"] = ({ generation, id }, reason, leaseId) =>
    Effect.asVoid(sql`
      update consent set lost_reason = ${reason}, leased_at = null
      where id = ${id} and generation = ${generation} and ${hasNoOther(leaseId)}`)

  return Consents.of({ find, lease, release, renew, lose, grant })
})

/** Stores consents with their sealed tokens. */
export const layer: Layer.Layer<Consents, never, SqlClient.SqlClient | Vault> = Layer.effect(Consents, make)

import { createHmac, hash, timingSafeEqual } from "node:crypto"
import { Context, Data, Effect, Layer } from "effect"
import { configure } from "safe-stable-stringify"
import { SqlClient, type SqlError } from "../../Sql.js"
import { Vault } from "../secrets/Vault.js"

/** For how long a key stands for its first request. */
export const KEPT_SECS = 86_400

/** The key stands for another request of the account, from an API key with the same limits. */
export class IdempotencyKeyReused extends Data.TaggedError("IdempotencyKeyReused") {}

/** What the first request with the key made was erased. */
export class AnswerErased extends Data.TaggedError("AnswerErased") {}

/** A request that has a key. */
export interface KeyedRequest {
  readonly accountId: string
  /** The organizations to which its API key is limited; null if it is not. API keys with other limits do not learn which keys it uses. */
  readonly organizations: ReadonlyArray<string> | null
  readonly key: string
  /** The operation and what it acts on, such as `createConnection <organization>`. */
  readonly target: string
  /** The decoded body. */
  readonly body: unknown
}

/** What the first request got. */
export interface KeptAnswer {
  readonly status: number
  readonly body: string
}

/** Whose data an answer has, so that it goes with them. */
export interface AboutAnswer {
  readonly organizationId: string | null
  readonly connectionId: string | null
}

/** Answers of requests by the keys that their clients chose, so that a repeated request does its work once. */
export class IdempotencyKeys extends Context.Tag("@tributary/runtime-http/IdempotencyKeys")<
  IdempotencyKeys,
  {
    /** The answer that the request has got already; null if it is the first with its key. */
    readonly find: (
      request: KeyedRequest
    ) => Effect.Effect<KeptAnswer | null, AnswerErased | IdempotencyKeyReused | SqlError>
    /**
     * Does the work and keeps its answer in one transaction, unless another request, maybe in another process, has done so meanwhile: then
     * that answer. If the work fails, nothing is kept.
     */
    readonly once: <E, R>(
      request: KeyedRequest,
      work: Effect.Effect<KeptAnswer & AboutAnswer, E, R>
    ) => Effect.Effect<
      KeptAnswer & { readonly isRepeated: boolean },
      E | AnswerErased | IdempotencyKeyReused | SqlError,
      R
    >
  }
>() {}

/**
 * The key as it is stored: a client may have put a name into it. Keys of clients contain no space, so that none of an unlimited API key is the
 * same as one of a limited one.
 */
const storedKey = ({ key, organizations }: KeyedRequest): string =>
  hash("sha256", [...(organizations?.toSorted() ?? []), key].join(" "), "base64url")

interface Row {
  readonly fingerprint: Uint8Array
  readonly status: number
  /** Null if what it is about was erased. */
  readonly body: string | null
  readonly isExpired: boolean
}

/** The same text for the same content: the order of keys does not matter. */
const canonical = configure({ deterministic: true })

const fingerprintsOf = (keys: ReadonlyArray<Buffer>, { body, target }: KeyedRequest): ReadonlyArray<Buffer> => {
  const text = `${target}\n${canonical(body)}`
  return keys.map((key) => createHmac("sha256", key).update(text).digest())
}

/** Stores the keys. Fingerprints are made with the master key: a body may contain a password, which could be guessed from a plain hash. */
export const make: Effect.Effect<IdempotencyKeys["Type"], never, SqlClient.SqlClient | Vault> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const vault = yield* Vault
    const secrets = vault.deriveAll("idempotency/v1")

    const isExpired = sql`idempotency_key.created_at <= statement_timestamp() - make_interval(secs => ${KEPT_SECS})`

    const keptBy = (request: KeyedRequest) =>
      Effect.map(
        sql<Row>`
          select fingerprint, status, answer as body, ${isExpired} as "isExpired"
          from idempotency_key
          where account_id = ${request.accountId} and key = ${storedKey(request)}`,
        ([row]) => row ?? null
      )

    const answerFrom = (
      { body, fingerprint, status }: Row,
      request: KeyedRequest
    ): Effect.Effect<KeptAnswer, AnswerErased | IdempotencyKeyReused> => {
      // Any master key: the first request may have been before a rotation.
      const isSame = fingerprintsOf(secrets, request).some((each) => timingSafeEqual(each, fingerprint))
      if (!isSame) return new IdempotencyKeyReused()
      return body === null ? new AnswerErased() : Effect.succeed({ status, body })
    }

    const find: IdempotencyKeys["Type"]["find"] = (request) =>
      Effect.flatMap(
        keptBy(request),
        (row): Effect.Effect<KeptAnswer | null, AnswerErased | IdempotencyKeyReused> =>
          row === null || row.isExpired ? Effect.succeed(null) : answerFrom(row, request)
      )

    /** Waits for another request that holds the key; returns false if it has kept an answer. */
    const claim = (request: KeyedRequest) =>
      Effect.map(
        sql`
          insert into idempotency_key ${sql.insert({
            account_id: request.accountId,
            key: storedKey(request),
            fingerprint: fingerprintsOf(secrets.slice(0, 1), request)[0],
            master_key: vault.keyIds[0]
          })}
          on conflict (account_id, key) do update
          set
            fingerprint = excluded.fingerprint, master_key = excluded.master_key, status = null, answer = null, organization_id = null, connection_id = null,
            created_at = clock_timestamp()
          where ${isExpired}
          returning 1`,
        (rows) => rows.length > 0
      )

    const once: IdempotencyKeys["Type"]["once"] = (request, work) =>
      Effect.gen(function* () {
        if (!(yield* claim(request))) {
          const row = yield* keptBy(request)
          if (row === null) return yield* Effect.dieMessage("The claim locks the row, and it is gone.")
          return { ...(yield* answerFrom(row, request)), isRepeated: true }
        }
        const { connectionId, organizationId, ...answer } = yield* work
        yield* sql`
          update idempotency_key
          set
            status = ${answer.status}, answer = ${answer.body},
            organization_id = ${organizationId}, connection_id = ${connectionId}
          where account_id = ${request.accountId} and key = ${storedKey(request)}`
        return { ...answer, isRepeated: false }
      }).pipe(sql.withTransaction)

    return IdempotencyKeys.of({ find, once })
  }
)

/** Stores the keys. */
export const layer: Layer.Layer<IdempotencyKeys, never, SqlClient.SqlClient | Vault> = Layer.effect(
  IdempotencyKeys,
  make
)

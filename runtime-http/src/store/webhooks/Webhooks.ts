import { randomBytes, randomUUID } from "node:crypto"
import { Context, Data, Effect, Layer, Redacted } from "effect"
import type { NewWebhook, Webhook, WebhookDelivery, WebhookSecret } from "../../api/parts/WebhookBody.js"
import { type ConnectionEventType, type DeliveryState, TEST } from "../../api/parts/WebhookEvents.js"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"
import type { AccountScope } from "../accounts/AccessScope.js"
import type { OffsetPage } from "../accounts/Organizations.js"
import * as AuditTrail from "../audit/AuditTrail.js"
import * as Announcements from "../schedule/Announcements.js"
import type { KeyServiceError } from "../secrets/KeyService.js"
import { Vault } from "../secrets/Vault.js"
import { TEST_DATA, utc } from "./WebhookEvents.js"
import { columns, type DeliveryRow, deliveryColumns, toDelivery } from "./WebhookRow.js"

/** The webhook does not exist, or is of another account; a caller cannot tell which. */
export class WebhookNotFound extends Data.TaggedError("WebhookNotFound") {}

/** The webhook has no such delivery, or has it no longer. */
export class WebhookDeliveryNotFound extends Data.TaggedError("WebhookDeliveryNotFound") {}

/** The account has as many webhooks as it may have. */
export class TooManyWebhooks extends Data.TaggedError("TooManyWebhooks") {}

/** For how many hours a secret that was replaced signs, too. */
export const FORMER_HOURS = 24

/** What a webhook is, as its account has chosen it. */
export interface WebhookValues {
  readonly url: string
  readonly events: ReadonlyArray<ConnectionEventType>
  readonly description: string | null
}

/** The webhooks of accounts. */
export class Webhooks extends Context.Tag("@tributary/runtime-http/Webhooks")<
  Webhooks,
  {
    /** Seals a new secret, for which it may ask a key service. The effect that it returns creates the webhook, unless the account has `most`. */
    readonly create: (
      scope: AccountScope,
      values: WebhookValues,
      most: number
    ) => Effect.Effect<Effect.Effect<NewWebhook, TooManyWebhooks | SqlError>, KeyServiceError>
    /** Oldest first. */
    readonly list: (
      scope: AccountScope,
      page: { readonly limit: number; readonly offset: number }
    ) => Effect.Effect<OffsetPage<Webhook>, SqlError>
    readonly get: (scope: AccountScope, webhookId: string) => Effect.Effect<Webhook, WebhookNotFound | SqlError>
    /** Absent values stay as they are. */
    readonly update: (
      scope: AccountScope,
      webhookId: string,
      changes: Partial<WebhookValues> & { readonly isPaused?: boolean }
    ) => Effect.Effect<Webhook, WebhookNotFound | SqlError>
    /** Removes it with its deliveries and secrets. */
    readonly remove: (scope: AccountScope, webhookId: string) => Effect.Effect<void, WebhookNotFound | SqlError>
    /** Replaces the secret; the former one signs for a day, too. */
    readonly rotate: (
      scope: AccountScope,
      webhookId: string
    ) => Effect.Effect<WebhookSecret, WebhookNotFound | KeyServiceError | SqlError>
    /** Queues the event of a test. */
    readonly test: (
      scope: AccountScope,
      webhookId: string
    ) => Effect.Effect<WebhookDelivery, WebhookNotFound | SqlError>
    /** The latest first; an empty `states` means any. */
    readonly deliveries: (
      scope: AccountScope,
      webhookId: string,
      page: { readonly states: ReadonlyArray<DeliveryState>; readonly limit: number; readonly offset: number }
    ) => Effect.Effect<OffsetPage<WebhookDelivery>, WebhookNotFound | SqlError>
    /** Makes an attempt due at once, unless one is under way. */
    readonly resend: (
      scope: AccountScope,
      webhookId: string,
      deliveryId: string
    ) => Effect.Effect<WebhookDelivery, WebhookNotFound | WebhookDeliveryNotFound | SqlError>
  }
>() {}

const SECRET_BYTES = 32

/** In the form of Standard Webhooks, whose libraries take it as it is. */
const makeSecret = (): Redacted.Redacted => Redacted.make(`whsec_${randomBytes(SECRET_BYTES).toString("base64")}`)

/** Stores webhooks with their sealed secrets. */
export const make: Effect.Effect<Webhooks["Type"], never, SqlClient.SqlClient | Vault> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const columnsOfWebhook = sql.literal(columns)
  const columnsOfDelivery = sql.literal(deliveryColumns)

  const owned = ({ accountId }: AccountScope, webhookId: string) => sql`id = ${webhookId} and account_id = ${accountId}`

  const only = <E>(rows: ReadonlyArray<Webhook>, none: E): Effect.Effect<Webhook, E> => {
    const [row] = rows
    return row === undefined ? Effect.fail(none) : Effect.succeed(row)
  }

  const get: Webhooks["Type"]["get"] = (scope, webhookId) =>
    Effect.flatMap(sql<Webhook>`select ${columnsOfWebhook} from webhook where ${owned(scope, webhookId)}`, (rows) =>
      only(rows, new WebhookNotFound())
    )

  const note = (scope: AccountScope, action: "create" | "update" | "delete" | "rotate", webhookId: string) =>
    AuditTrail.note(sql, { action: `webhook.${action}`, accountId: scope.accountId, resourceId: webhookId })

  const addSecret = (webhookId: string, sealed: Uint8Array) => sql`
    insert into webhook_secret ${sql.insert({ id: randomUUID(), webhook_id: webhookId, secret: sealed })}`

  const insert = (
    scope: AccountScope,
    { description, events, url }: WebhookValues,
    most: number,
    made: { readonly id: string; readonly secret: Redacted.Redacted; readonly sealed: Uint8Array }
  ) =>
    Effect.gen(function* () {
      // Creations of one account wait for each other, so that they never exceed the bound together.
      yield* sql`select from account where id = ${scope.accountId} for no key update`
      const [row] = yield* sql<{ readonly count: number }>`
        select count(*) as count from webhook where account_id = ${scope.accountId}`
      if ((row?.count ?? 0) >= most) return yield* new TooManyWebhooks()
      const rows = yield* sql<Webhook>`
        insert into webhook (id, account_id, url, events, description)
        values (${made.id}, ${scope.accountId}, ${url}, ${textArray(sql, events)}, ${description})
        returning ${columnsOfWebhook}`
      yield* addSecret(made.id, made.sealed)
      yield* note(scope, "create", made.id)
      // An insert returns its row.
      const webhook = yield* Effect.orDie(only(rows, new Error("The new webhook was not returned.")))
      return { ...webhook, secret: Redacted.value(made.secret) }
    }).pipe(sql.withTransaction)

  // Sealed before the transaction, which must not wait for a key service with its locks.
  const create: Webhooks["Type"]["create"] = (scope, values, most) => {
    const [id, secret] = [randomUUID(), makeSecret()]
    return Effect.map(vault.seal(id, secret), (sealed) => insert(scope, values, most, { id, secret, sealed }))
  }

  const list: Webhooks["Type"]["list"] = ({ accountId }, { limit, offset }) =>
    Effect.gen(function* () {
      const items = yield* sql<Webhook>`
        select ${columnsOfWebhook} from webhook where account_id = ${accountId}
        order by webhook.created_at, id
        limit ${limit} offset ${offset}`
      const [count] = yield* sql<{ readonly total: number }>`
        select count(*) as total from webhook where account_id = ${accountId}`
      return { items, total: count?.total ?? 0 }
    })

  const update: Webhooks["Type"]["update"] = (scope, webhookId, { description, events, isPaused, url }) =>
    Effect.gen(function* () {
      const before = yield* get(scope, webhookId)
      const rows = yield* sql<Webhook>`
        update webhook
        set
          url = ${url ?? before.url},
          events = ${textArray(sql, events ?? before.events)},
          description = ${description === undefined ? before.description : description},
          is_paused = ${isPaused ?? before.is_paused},
          paused_reason = case when ${isPaused === undefined}::boolean then paused_reason end,
          updated_at = clock_timestamp()
        where ${owned(scope, webhookId)}
        returning ${columnsOfWebhook}, ${Announcements.due(sql, "webhooks")}`
      const { pg_notify: _, ...webhook } = (yield* only(rows, new WebhookNotFound())) as Webhook & {
        readonly pg_notify?: unknown
      }
      yield* note(scope, "update", webhook.id)
      return webhook
    }).pipe(sql.withTransaction)

  const remove: Webhooks["Type"]["remove"] = (scope, webhookId) =>
    Effect.gen(function* () {
      const gone = yield* sql`delete from webhook where ${owned(scope, webhookId)} returning 1`
      if (gone.length === 0) return yield* new WebhookNotFound()
      yield* note(scope, "delete", webhookId)
    }).pipe(sql.withTransaction)

  const replace = (scope: AccountScope, webhookId: string, sealed: Uint8Array) =>
    Effect.gen(function* () {
      const found = yield* sql`select 1 from webhook where ${owned(scope, webhookId)} for no key update`
      if (found.length === 0) return yield* new WebhookNotFound()
      // Two secrets sign at most.
      yield* sql`delete from webhook_secret where webhook_id = ${webhookId} and replaced_at is not null`
      const [former] = yield* sql<{ readonly until: string }>`
        update webhook_secret set replaced_at = clock_timestamp()
        where webhook_id = ${webhookId}
        returning ${sql.literal(utc(`(replaced_at + interval '${FORMER_HOURS} hours')`))} as until`
      yield* addSecret(webhookId, sealed)
      yield* note(scope, "rotate", webhookId)
      return former?.until ?? ""
    }).pipe(sql.withTransaction)

  const rotate: Webhooks["Type"]["rotate"] = (scope, webhookId) =>
    Effect.gen(function* () {
      const { id } = yield* get(scope, webhookId)
      const secret = makeSecret()
      const former_valid_until = yield* replace(scope, id, yield* vault.seal(id, secret))
      return { secret: Redacted.value(secret), former_valid_until }
    })

  const deliveryOf = (which: Fragment) =>
    Effect.map(sql<DeliveryRow>`select ${columnsOfDelivery} from webhook_delivery where ${which}`, ([row]) =>
      row === undefined ? null : toDelivery(row)
    )

  const test: Webhooks["Type"]["test"] = (scope, webhookId) =>
    Effect.gen(function* () {
      const { id } = yield* get(scope, webhookId)
      const deliveryId = randomUUID()
      yield* sql`
        insert into webhook_delivery (id, webhook_id, account_id, type, data)
        select ${deliveryId}::uuid, id, account_id, ${TEST}, ${TEST_DATA}
        from webhook where id = ${id}
        for key share
        returning ${Announcements.due(sql, "webhooks")}`
      const delivery = yield* deliveryOf(sql`id = ${deliveryId}`)
      return delivery ?? (yield* new WebhookNotFound())
    }).pipe(sql.withTransaction)

  const deliveries: Webhooks["Type"]["deliveries"] = (scope, webhookId, { limit, offset, states }) =>
    Effect.gen(function* () {
      const { id } = yield* get(scope, webhookId)
      const wanted =
        states.length === 0 ? sql`webhook_id = ${id}` : sql`webhook_id = ${id} and state in ${sql.in(states)}`
      const rows = yield* sql<DeliveryRow>`
        select ${columnsOfDelivery} from webhook_delivery where ${wanted}
        order by webhook_delivery.created_at desc, id
        limit ${limit} offset ${offset}`
      const [count] = yield* sql<{ readonly total: number }>`
        select count(*) as total from webhook_delivery where ${wanted}`
      return { items: rows.map(toDelivery), total: count?.total ?? 0 }
    })

  const resend: Webhooks["Type"]["resend"] = (scope, webhookId, deliveryId) =>
    Effect.gen(function* () {
      const { id } = yield* get(scope, webhookId)
      const own = sql`id = ${deliveryId} and webhook_id = ${id}`
      yield* sql`
        update webhook_delivery
        set
          state = 'PENDING', attempt = 0, finished_at = null, due_at = clock_timestamp(), planned_at = clock_timestamp()
        where ${own} and not is_claimed
        returning ${Announcements.due(sql, "webhooks")}`
      const delivery = yield* deliveryOf(own)
      return delivery ?? (yield* new WebhookDeliveryNotFound())
    }).pipe(sql.withTransaction)

  return Webhooks.of({ create, list, get, update, remove, rotate, test, deliveries, resend })
})

/** Texts as an SQL array: none of the names of events has a comma. */
const textArray = (sql: SqlClient.SqlClient, texts: ReadonlyArray<string>): Fragment =>
  sql`string_to_array(${texts.join(",")}, ',')`

/** Stores webhooks with their sealed secrets. */
export const layer: Layer.Layer<Webhooks, never, SqlClient.SqlClient | Vault> = Layer.effect(Webhooks, make)

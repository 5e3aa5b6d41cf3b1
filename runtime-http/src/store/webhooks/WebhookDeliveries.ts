import { Context, Effect, Layer, type Redacted } from "effect"
import { type Fragment, SqlClient, type SqlError } from "../../Sql.js"
import { uuidArray } from "../postgres/RecordTable.js"
import * as Ending from "../schedule/Ending.js"
import * as StoppedConnectors from "../schedule/StoppedConnectors.js"
import type { KeyServiceError } from "../secrets/KeyService.js"
import { Vault, type VaultError } from "../secrets/Vault.js"
import { utc } from "./WebhookEvents.js"
import { FORMER_HOURS } from "./Webhooks.js"

/** For how many days deliveries are kept. */
export const KEPT_DAYS = 7

/** How many seconds a delivery waits after each attempt that failed, about; after one more it is dead, a day after the first. */
export const WAITS_SECS: ReadonlyArray<number> = [
  5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400, 14_400, 14_400, 14_400
]

/** A webhook with deliveries that are due. */
export interface DueWebhook {
  readonly accountId: string
  readonly webhookId: string
}

/** How many deliveries of a webhook to claim. */
export interface Turn extends DueWebhook {
  readonly deliveries: number
}

/** The right to send one delivery until its lease expires. */
export interface Claim extends DueWebhook {
  readonly id: string
  readonly url: string
  readonly type: string
  /** JSON. */
  readonly data: string
  /** When the event happened, as the receiver gets it. */
  readonly createdAt: string
  /** Now, in whole seconds since 1970, by the clock of the database. */
  readonly nowSecs: number
  /** Starts at 1. */
  readonly attempt: number
  /** What an earlier claim stores is ignored. */
  readonly fence: number
}

/** Why an attempt failed. */
export interface Failed {
  /** The status of the answer; null if there was none. */
  readonly status: number | null
  /** What happened, without anything that the receiver has written. */
  readonly reason: string
}

/** What became of an attempt that failed. */
export type AfterFailure = "PENDING" | "DEAD"

/** Events that are to be sent, each to one webhook. */
export class WebhookDeliveries extends Context.Tag("@tributary/runtime-http/WebhookDeliveries")<
  WebhookDeliveries,
  {
    /** The webhooks with deliveries that are due; none while the installation is held, and no paused ones. */
    readonly due: Effect.Effect<ReadonlyArray<DueWebhook>, SqlError>
    /** In how many milliseconds the first delivery will be due; not above 0 if one is due. Null if there is none. */
    readonly dueIn: Effect.Effect<number | null, SqlError>
    /** Claims due deliveries of these webhooks for `leaseSecs`, the oldest first; no two processes claim the same one. */
    readonly claim: (turns: ReadonlyArray<Turn>, leaseSecs: number) => Effect.Effect<ReadonlyArray<Claim>, SqlError>
    /** What signs the messages of a webhook, the present secret first. */
    readonly secretsOf: (
      webhookId: string
    ) => Effect.Effect<ReadonlyArray<Redacted.Redacted>, VaultError | KeyServiceError | SqlError>
    readonly delivered: (claim: Claim, status: number) => Effect.Effect<void, SqlError>
    /** Makes the next attempt due, or gives up after the last one. */
    readonly failed: (claim: Claim, failure: Failed) => Effect.Effect<AfterFailure, SqlError>
    /** Gives the delivery up and pauses its webhook, because the receiver says that it is gone. */
    readonly gone: (claim: Claim, failure: Failed) => Effect.Effect<void, SqlError>
    /** Makes the delivery due in `secs`; nothing was sent, so the attempt does not count. */
    readonly wait: (claim: Claim, secs: number) => Effect.Effect<void, SqlError>
  }
>() {}

/** Steps from webhook to webhook that has something to send, each with the time of its next delivery. */
const pending = (sql: SqlClient.SqlClient): Fragment => sql`
  pending as (
    (select webhook_id, due_at from webhook_delivery where state = 'PENDING' order by webhook_id, due_at limit 1)
    union all
    select next.webhook_id, next.due_at
    from
      pending,
      lateral (
        select webhook_id, due_at
        from webhook_delivery
        where state = 'PENDING' and webhook_id > pending.webhook_id
        order by webhook_id, due_at
        limit 1
      ) as next
  )`

/** Stores what became of deliveries. */
export const make: Effect.Effect<WebhookDeliveries["Type"], never, SqlClient.SqlClient | Vault> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const vault = yield* Vault
    const isSent = sql`not is_paused and not ${StoppedConnectors.isHeld(sql)}`

    const due: WebhookDeliveries["Type"]["due"] = sql<DueWebhook>`
      /* webhooks_due */
      with recursive ${pending(sql)}
      select webhook.account_id as "accountId", webhook.id as "webhookId"
      from pending join webhook on webhook.id = pending.webhook_id
      where due_at <= statement_timestamp() and ${isSent}`

    const dueIn: WebhookDeliveries["Type"]["dueIn"] = Effect.map(
      sql<{ readonly millis: number | null }>`
        /* webhooks_due_in */
        with recursive ${pending(sql)}
        select (extract(epoch from min(due_at) - statement_timestamp()) * 1000)::float8 as millis
        from pending join webhook on webhook.id = pending.webhook_id
        where not is_paused`,
      ([row]) => row?.millis ?? null
    )

    const claim: WebhookDeliveries["Type"]["claim"] = (turns, leaseSecs) => {
      const webhooks = uuidArray(turns.map(({ webhookId }) => webhookId))
      const limits = `{${turns.map(({ deliveries }) => deliveries).join(",")}}`
      return sql<Claim>`
        /* webhooks_claim */
        with due as materialized (
          select delivery.id, delivery.url
          from
            unnest(${webhooks}::uuid[], ${limits}::int[]) as turn (webhook_id, deliveries),
            lateral (
              select webhook_delivery.id, webhook.url
              from webhook_delivery join webhook on webhook.id = turn.webhook_id
              where
                state = 'PENDING'
                and webhook_delivery.webhook_id = turn.webhook_id
                and due_at <= statement_timestamp()
                and ${isSent}
              order by due_at
              limit turn.deliveries
              for update of webhook_delivery skip locked
            ) as delivery
        )
        update webhook_delivery
        set
          attempt = attempt + 1,
          is_claimed = true,
          fence = nextval('sync_fence'),
          attempted_at = clock_timestamp(),
          due_at = clock_timestamp() + make_interval(secs => ${leaseSecs}),
          planned_at = clock_timestamp()
        from due
        where webhook_delivery.id = due.id
        returning
          webhook_delivery.id, account_id as "accountId", webhook_id as "webhookId", due.url, type, data,
          ${sql.literal(utc("created_at"))} as "createdAt",
          floor(extract(epoch from clock_timestamp()))::float8 as "nowSecs", attempt, fence`
    }

    const secretsOf: WebhookDeliveries["Type"]["secretsOf"] = (webhookId) =>
      Effect.flatMap(
        sql<{ readonly secret: Uint8Array }>`
          /* webhook_secrets */
          select secret from webhook_secret
          where
            webhook_id = ${webhookId}
            and (replaced_at is null or replaced_at > clock_timestamp() - make_interval(hours => ${FORMER_HOURS}))
          order by replaced_at nulls first`,
        (rows) => Effect.forEach(rows, ({ secret }) => vault.open(webhookId, secret))
      )

    const held = ({ fence, id }: Claim) => sql`webhook_delivery.id = ${id} and fence = ${fence} and is_claimed`

    const delivered: WebhookDeliveries["Type"]["delivered"] = (claim, status) =>
      Effect.asVoid(sql`
        update webhook_delivery
        set state = 'DELIVERED', is_claimed = false, status = ${status}, reason = null, finished_at = clock_timestamp()
        where ${held(claim)}`)

    const giveUp = (claim: Claim, { reason, status }: Failed) => sql`
      update webhook_delivery
      set
        state = 'DEAD', is_claimed = false, status = ${status}::int, reason = ${reason}, finished_at = clock_timestamp()
      where ${held(claim)}`

    const again = (claim: Claim, { reason, status }: Failed, secs: number) => sql`
      update webhook_delivery
      set
        is_claimed = false, status = ${status}::int, reason = ${reason}, planned_at = clock_timestamp(),
        due_at = clock_timestamp() + make_interval(secs => ${secs}::int * ${Ending.spread(sql)})
      where ${held(claim)}`

    const failed: WebhookDeliveries["Type"]["failed"] = (claim, failure) => {
      const secs = WAITS_SECS[claim.attempt - 1]
      return secs === undefined
        ? Effect.as(giveUp(claim, failure), "DEAD")
        : Effect.as(again(claim, failure, secs), "PENDING")
    }

    // The webhook first, as its deletion locks them.
    const gone: WebhookDeliveries["Type"]["gone"] = (claim, failure) =>
      Effect.zipRight(
        sql`
          update webhook
          set is_paused = true, paused_reason = ${failure.reason}, updated_at = clock_timestamp()
          where
            id = ${claim.webhookId} and url = ${claim.url} and exists (select from webhook_delivery where ${held(claim)})`,
        giveUp(claim, failure)
      ).pipe(sql.withTransaction, Effect.asVoid)

    const wait: WebhookDeliveries["Type"]["wait"] = (claim, secs) =>
      Effect.asVoid(sql`
        update webhook_delivery
        set
          is_claimed = false, attempt = ${claim.attempt - 1}, planned_at = clock_timestamp(),
          due_at = clock_timestamp() + make_interval(secs => ${secs})
        where ${held(claim)}`)

    return WebhookDeliveries.of({ due, dueIn, claim, secretsOf, delivered, failed, gone, wait })
  }
)

/** Stores what became of deliveries. */
export const layer: Layer.Layer<WebhookDeliveries, never, SqlClient.SqlClient | Vault> = Layer.effect(
  WebhookDeliveries,
  make
)

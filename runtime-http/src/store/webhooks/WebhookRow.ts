import type { WebhookDelivery } from "../../api/parts/WebhookBody.js"
import { utc } from "./WebhookEvents.js"

/** The columns of a webhook as the API shows it, as SQL. */
export const columns = `
  id, url, events, description, is_paused, paused_reason, ${utc("created_at")} as created_at, ${utc("updated_at")} as updated_at`

/** The columns of `toDelivery`, as SQL. */
export const deliveryColumns = `
  id, type, data, state, attempt, status, reason, ${utc("created_at")} as created_at, ${utc("attempted_at")} as attempted_at,
  ${utc("finished_at")} as finished_at,
  case when state = 'PENDING' and not is_claimed then ${utc("due_at")} end as next_attempt_at`

/** A row of `webhook_delivery`. */
export interface DeliveryRow extends Omit<WebhookDelivery, "attempts" | "event"> {
  readonly type: WebhookDelivery["event"]["type"]
  readonly data: string
  readonly attempt: number
}

/** A delivery as the API shows it. */
export const toDelivery = ({ attempt, data, type, ...row }: DeliveryRow): WebhookDelivery => ({
  ...row,
  attempts: attempt,
  // Only `WebhookEvents` and a test write it.
  event: { type, timestamp: row.created_at, data: JSON.parse(data) as WebhookDelivery["event"]["data"] }
})

/** The message about an event, as the receiver gets it: the same bytes in each attempt. */
export const messageOf = ({
  createdAt,
  data,
  type
}: {
  readonly createdAt: string
  readonly data: string
  readonly type: string
}): string => `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(createdAt)},"data":${data}}`

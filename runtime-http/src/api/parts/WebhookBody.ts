import { DataExportType, Health, JobStatus } from "@tributary/core"
import { Schema } from "effect"
import { Label, MAX_LENGTH } from "./ConnectionBody.js"
import * as Described from "./Described.js"
import * as ParameterText from "./ParameterText.js"
import * as WebhookEvents from "./WebhookEvents.js"

const Id = Schema.UUID.annotations({ jsonSchema: { type: "string", format: "uuid" } })
const Instant = Schema.String.annotations({ jsonSchema: { type: "string", format: "date-time" } })
const Integer = Schema.Int.annotations({ jsonSchema: { type: "integer" } })

/** The most webhooks of an account. */
export const MAX_WEBHOOKS = 10

/** The longest address. */
const MAX_URL = 2_000

const urlExpected = `Expected an https address of at most ${MAX_URL} characters, without a user name, a password or a fragment`

const isAddress = (text: string): boolean => {
  if (!ParameterText.isFit(text, MAX_URL) || !URL.canParse(text)) return false
  const { hash, password, protocol, username } = new URL(text)
  return ["http:", "https:"].includes(protocol) && `${hash}${password}${username}` === ""
}

/** The server decides whether it may be called; http is for receivers on its own machine, if it allows them. */
const Address = Schema.String.annotations({ message: () => ({ message: urlExpected, override: true }) })
  .pipe(Schema.filter(isAddress, { message: () => urlExpected }))
  .annotations({ jsonSchema: { type: "string", format: "uri", maxLength: MAX_URL } })

const eventsExpected = `Expected an array of one or more of ${WebhookEvents.names.join(", ")}`

const Events = Schema.Array(Schema.Literal(...WebhookEvents.names))
  .annotations({ message: () => ({ message: eventsExpected, override: true }) })
  .pipe(Schema.minItems(1, { message: () => eventsExpected }))
  .annotations({
    jsonSchema: { type: "array", items: { type: "string", enum: WebhookEvents.names }, minItems: 1 }
  })

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const strict = { parseOptions: { errors: "all", onExcessProperty: "error" } } as const

const Description = Schema.NullOr(Label).annotations({
  message: () => ({
    message: `Expected a string of ${ParameterText.expectedOf(MAX_LENGTH)}, or null`,
    override: true
  }),
  jsonSchema: { type: ["string", "null"], minLength: 1, maxLength: MAX_LENGTH }
})

/** The webhook to create. */
export const CreateWebhook = Described.struct(
  "CreateWebhook",
  {
    /** The https address that gets a POST for each event. Addresses that the operator of this service does not allow are a 422. */
    url: Address,
    /** The types of the events that it is told; all of them if absent. */
    events: optional(Events),
    /** The caller's own words about it. Null or absent for none. */
    description: optional(Description)
  },
  strict
)
export interface CreateWebhook extends Schema.Schema.Type<typeof CreateWebhook> {}

/** What to change about a webhook; absent fields stay as they are. */
export const UpdateWebhook = Described.struct(
  "UpdateWebhook",
  {
    /** The https address that gets a POST for each event, also for those that wait. */
    url: optional(Address),
    /** The types of the events that it is told from now on. */
    events: optional(Events),
    /** The caller's own words about it. Null removes them. */
    description: optional(Description),
    /** Whether nothing is sent. What happens meanwhile is never told; what waited before is sent once this is `false` again. */
    is_paused: optional(Schema.Boolean)
  },
  strict
)
export interface UpdateWebhook extends Schema.Schema.Type<typeof UpdateWebhook> {}

/** An address that is told what happens. */
export const Webhook = Described.struct("Webhook", {
  /** The service's id of the webhook. */
  id: Id,
  /** The address that gets a POST for each event. */
  url: Schema.String,
  /** The types of the events that it is told. */
  events: Schema.Array(Schema.Literal(...WebhookEvents.names)),
  /** The caller's own words about it. Null for none. */
  description: Schema.NullOr(Schema.String),
  /** Whether nothing is sent. */
  is_paused: Schema.Boolean,
  /** Why the service itself has paused it: the receiver answered 410. Null otherwise. */
  paused_reason: Schema.NullOr(Schema.String),
  /** When it was created. */
  created_at: Instant,
  /** When it was changed last. */
  updated_at: Instant
})
export interface Webhook extends Schema.Schema.Type<typeof Webhook> {}

/** A new webhook, with what signs its messages. */
export const NewWebhook = Described.struct("NewWebhook", {
  ...Webhook.fields,
  /** What signs its messages, in the form of Standard Webhooks; shown once. Null in an answer that is given again for an `Idempotency-Key`: rotate the secret if the first answer was lost. */
  secret: Schema.NullOr(Schema.String)
})
export interface NewWebhook extends Schema.Schema.Type<typeof NewWebhook> {}

/** A new secret of a webhook. */
export const WebhookSecret = Described.struct("WebhookSecret", {
  /** What signs the messages from now on; shown once. */
  secret: Schema.String,
  /** Until when the former secret signs them, too. */
  former_valid_until: Instant
})
export interface WebhookSecret extends Schema.Schema.Type<typeof WebhookSecret> {}

/** How the health of a connection has changed. */
export const HealthChange = Described.struct("HealthChange", {
  /** What the job has found. */
  name: Health.HealthName,
  /** What the job before it had found. */
  former_name: Health.HealthName
})

/** The job of an event. */
export const EventJob = Described.struct("EventJob", {
  /** The service's id of the job. */
  id: Id,
  /** How the job ended. */
  status: JobStatus,
  /** When the job started. Null if it never did. */
  started_at: Schema.NullOr(Instant),
  /** When the job ended. */
  finished_at: Instant
})

/** How many records of one type of data a job has changed. */
export const ChangedType = Described.struct("ChangedType", {
  /** The type of data. */
  data_export_type: DataExportType,
  /** Records that were not stored before. */
  created: Integer,
  /** Records whose content differs from what was stored. */
  changed: Integer,
  /** Records that are deleted now, or have left their list. */
  deleted: Integer
})

/** Which records a job has changed, in numbers. */
export const RecordChanges = Described.struct("RecordChanges", {
  /** The `updatedSince` with which a poll finds all of them. A poll from your own position finds them, too. */
  updated_since: Instant,
  /** One entry for each type of data of which it has changed records. */
  types: Schema.Array(ChangedType)
})

/** What has happened to which connection; ids and numbers alone, no records. */
export const WebhookEventData = Described.struct("WebhookEventData", {
  /** The organization of the connection. Null in a test. */
  organization_id: Schema.NullOr(Id),
  /** The connection. Null in a test. */
  connection_id: Schema.NullOr(Id),
  /** The vendor of the connection. Null in a test. */
  vendor: Schema.NullOr(Schema.String),
  /** The account's own reference to the connection. Null if it has none, and in a test. */
  identifier: Schema.NullOr(Schema.String),
  /** The number of the event among all events of the connection: a later event has a higher one. Null in a test. */
  sequence: Schema.NullOr(Integer),
  /** The health before and after. Null unless `type` is `connection.health_changed`. */
  health: Schema.NullOr(HealthChange),
  /** The job that has ended. Null if `type` is `connection.created`, if the health is another one because types of data are not read any more, and in a test. */
  job: Schema.NullOr(EventJob),
  /** What the job has changed. Null unless `type` is `records.changed`. */
  records: Schema.NullOr(RecordChanges)
})

/** The body of the POST that a webhook gets. */
export const WebhookEvent = Described.struct("WebhookEvent", {
  /** What has happened. */
  type: Schema.Literal(...WebhookEvents.names, WebhookEvents.TEST),
  /** When it happened. */
  timestamp: Instant,
  /** To which connection, and what else belongs to it. */
  data: WebhookEventData
})
export interface WebhookEvent extends Schema.Schema.Type<typeof WebhookEvent> {}

/** An event that a webhook is told, and what became of that. */
export const WebhookDelivery = Described.struct("WebhookDelivery", {
  /** The service's id of the delivery, which is also the `webhook-id` of its messages. */
  id: Id,
  /** `PENDING` as long as it is tried, `DELIVERED` once the receiver has answered with a 2xx, `DEAD` once it was given up. */
  state: Schema.Literal(...WebhookEvents.states),
  /** How many attempts have begun since it was queued, or sent again. */
  attempts: Integer,
  /** The status of the receiver's last answer. Null if there was none. */
  status: Schema.NullOr(Integer),
  /** Why the last attempt failed, as human-readable text. Null if it did not, or there was none. */
  reason: Schema.NullOr(Schema.String),
  /** When the event happened. */
  created_at: Instant,
  /** When the last attempt began. Null before the first. */
  attempted_at: Schema.NullOr(Instant),
  /** When it was delivered or given up. Null until then. */
  finished_at: Schema.NullOr(Instant),
  /** When the next attempt is due, unless the webhook is paused. Null while one is under way, and once it was delivered or given up. */
  next_attempt_at: Schema.NullOr(Instant),
  /** What the receiver is told. */
  event: WebhookEvent
})
export interface WebhookDelivery extends Schema.Schema.Type<typeof WebhookDelivery> {}

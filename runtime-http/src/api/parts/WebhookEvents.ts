// What webhooks are told. The store writes these events, the API lists them, and a guide shows them.

/** Each type of event with what it means. */
export const types = {
  "connection.created": "A connection was created.",
  "connection.health_changed": "A job has found another health of the connection than the job before it.",
  "job.finished": "A job that pulls the connection's data has ended.",
  "records.changed": "A job that has ended has created, changed or deleted records."
} as const

/** The type of an event about a connection. */
export type ConnectionEventType = keyof typeof types

/** The types of events about a connection, which a webhook may be told. */
export const names = Object.keys(types) as ReadonlyArray<ConnectionEventType>

/** The type of the event that a request for a test sends. */
export const TEST = "webhook.test"

/** The states of a delivery. */
export const states = ["PENDING", "DELIVERED", "DEAD"] as const
export type DeliveryState = (typeof states)[number]

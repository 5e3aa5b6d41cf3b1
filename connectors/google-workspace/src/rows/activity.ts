import { Pagination, Row } from "@tributary/core"
import { Schema } from "effect"

/** A parameter of an event, with one of the forms of a value. */
const Parameter = Schema.Struct({
  name: Schema.String,
  value: Row.text,
  boolValue: Row.nullish(Schema.Boolean),
  multiValue: Row.nullish(Schema.Array(Schema.String))
})

const ActivityEvent = Schema.Struct({
  type: Row.text,
  name: Schema.String,
  parameters: Row.nullish(Schema.Array(Parameter))
})

/** An activity, which has one event or several: https://developers.google.com/workspace/admin/reports/reference/rest/v1/activities/list#Activity */
export const GoogleActivity = Schema.Struct({
  id: Schema.Struct({ time: Schema.String, uniqueQualifier: Schema.String, applicationName: Schema.String }),
  actor: Row.nullish(Schema.Struct({ profileId: Row.text, email: Row.text, callerType: Row.text, key: Row.text })),
  ipAddress: Row.text,
  networkInfo: Row.nullish(Schema.Struct({ regionCode: Row.text, subdivisionCode: Row.text })),
  events: Schema.Array(ActivityEvent)
})
export interface GoogleActivity extends Schema.Schema.Type<typeof GoogleActivity> {}

const PARTS = ["applicationName", "time", "uniqueQualifier"]

/** What identifies an activity: a qualifier is unique among those of the same time only. */
export const activityId = (row: unknown): string | null => {
  const parts = PARTS.map((name) => Pagination.at(row, `id.${name}`))
  return parts.every((part) => typeof part === "string") ? parts.join("/") : null
}

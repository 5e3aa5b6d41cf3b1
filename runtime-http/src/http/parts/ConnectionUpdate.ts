import { ConnectionWithOrganization } from "@tributary/core"
import { Effect, Schema } from "effect"
import type { UpdateConnection } from "../../api/parts/ConnectionBody.js"
import { MATCH_HEADER, TAG_HEADER } from "../../api/parts/EndpointAnnotations.js"
import * as Errors from "../../api/parts/Errors.js"
import type { ConnectionChanges } from "../../store/accounts/Connections.js"
import type { RequestHead } from "../server/request/Incoming.js"
import { inBody } from "../server/request/ValidationErrors.js"
import * as Answer from "../server/response/Answer.js"
import * as ExportTypeChoice from "./ExportTypeChoice.js"

/*
 * A PATCH takes a connection as it was read. What the body says differently is a change, and `If-Match` says on which reading it is based.
 */

const FIXED = ["id", "vendor", "organization_id", "created_at", "auth_type"] as const

const isEqual = (name: (typeof FIXED)[number], one: string | null, other: string | null): boolean =>
  one === other || (name === "created_at" && Date.parse(String(one)) === Date.parse(String(other)))

/** Fields that cannot be changed, and that the body has with another value. */
const otherwise = (current: ConnectionWithOrganization, body: UpdateConnection) =>
  FIXED.flatMap((name) => {
    const sent = body[name]
    if (sent === undefined || isEqual(name, sent, current[name])) return []
    return [
      inBody({ path: [name], msg: "This cannot be changed. Leave it out, or send it as it is", type: "conflict" })
    ]
  })

/** Whether credentials are those that the connection shows. */
const isAsShown = (
  { credentials: shown }: ConnectionWithOrganization,
  sent: NonNullable<UpdateConnection["credentials"]>
): boolean => Object.entries(sent).every(([name, value]) => Object.hasOwn(shown, name) && shown[name] === value)

const isSettable = (state: string | undefined): state is "ACTIVE" | "PAUSED" | undefined =>
  state === undefined || state === "ACTIVE" || state === "PAUSED"

/** The fields of the body that differ from the connection; 422 if some of them cannot be changed. */
export const differing = (
  current: ConnectionWithOrganization,
  body: UpdateConnection
): Effect.Effect<Differing, Errors.ApiError> => {
  const { credentials, data_export_types, identifier, refresh_interval_secs, timeout_secs } = body
  const { events_first_load_days, full_scan_interval_secs } = body
  const state = body.state === current.state ? undefined : body.state
  const detail = otherwise(current, body)
  if (!isSettable(state)) {
    return Errors.make("InvalidParameter", {
      detail: [...detail, inBody({ path: ["state"], msg: "Expected ACTIVE or PAUSED", type: "enum" })]
    })
  }
  if (current.state === "PENDING" && state !== undefined) {
    const msg = "The connection waits for a consent: leave it out until the connection is ACTIVE"
    return Errors.make("InvalidParameter", { detail: [...detail, inBody({ path: ["state"], msg, type: "conflict" })] })
  }
  if (detail.length > 0) return Errors.make("InvalidParameter", { detail })
  const isChosen =
    data_export_types !== undefined && !ExportTypeChoice.isSame(data_export_types, current.data_export_types)
  return Effect.succeed({
    // These are not shown, so nobody sends them because they were read.
    ...(full_scan_interval_secs === undefined ? {} : { full_scan_interval_secs }),
    ...(events_first_load_days === undefined ? {} : { events_first_load_days }),
    ...(identifier === undefined || identifier === current.identifier ? {} : { identifier }),
    ...(state === undefined ? {} : { state }),
    ...(refresh_interval_secs === undefined || refresh_interval_secs === current.refresh_interval_secs
      ? {}
      : { refresh_interval_secs }),
    ...(timeout_secs === undefined || timeout_secs === current.timeout_secs ? {} : { timeout_secs }),
    ...(isChosen ? { data_export_types } : {}),
    ...(credentials === undefined || isAsShown(current, credentials) ? {} : { credentials })
  })
}

/** What a body changes; what is absent stays as it is. */
export interface Differing {
  readonly full_scan_interval_secs?: number | null
  readonly events_first_load_days?: number | null
  readonly identifier?: string | null
  readonly state?: "ACTIVE" | "PAUSED"
  readonly refresh_interval_secs?: number
  readonly timeout_secs?: number
  readonly data_export_types?: ReadonlyArray<string>
  readonly credentials?: NonNullable<UpdateConnection["credentials"]>
}

/** The changes that need no connector, as the store takes them. A key that is absent from the body must stay absent: null would change the value. */
export const toChanges = (body: Differing): ConnectionChanges => {
  const { events_first_load_days, full_scan_interval_secs, identifier, refresh_interval_secs, state, timeout_secs } =
    body
  return {
    ...(identifier === undefined ? {} : { identifier }),
    ...(state === undefined ? {} : { state }),
    ...(refresh_interval_secs === undefined ? {} : { refreshIntervalSecs: refresh_interval_secs }),
    ...(timeout_secs === undefined ? {} : { timeoutSecs: timeout_secs }),
    ...(full_scan_interval_secs === undefined ? {} : { fullScanIntervalSecs: full_scan_interval_secs }),
    ...(events_first_load_days === undefined ? {} : { eventsFirstLoadDays: events_first_load_days })
  }
}

/** Whatever a caller changes moves `updated_at`; what jobs find out does not. */
const versionOf = ({ updated_at }: ConnectionWithOrganization): string => Date.parse(updated_at).toString(36)

/** Whether the connection is as the caller has read it; true if the request does not say how that was. */
export const isExpected =
  ({ headers }: RequestHead) =>
  (current: ConnectionWithOrganization): boolean => {
    const condition = headers[MATCH_HEADER.toLowerCase()]
    return condition === undefined || Answer.matchesVersion(condition, versionOf(current))
  }

const encode = Schema.encodeSync(ConnectionWithOrganization)

/** Answers with the connection, and with a tag that `If-Match` takes. */
export const send = (connection: ConnectionWithOrganization) =>
  Effect.sync(() => {
    const text = JSON.stringify(encode(connection))
    return Answer.fromText(text, 200, {
      [TAG_HEADER.toLowerCase()]: Answer.entityTagOf(text, versionOf(connection))
    })
  })

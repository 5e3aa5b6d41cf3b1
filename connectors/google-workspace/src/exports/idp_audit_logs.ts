import { Extractor, RecordKind, type Records } from "@tributary/core"
import { adminPages } from "../pagination.js"
import { activityId, GoogleActivity } from "../rows/activity.js"
import { scopes } from "../scopes.js"

/** How events end that can end otherwise: https://developers.google.com/workspace/admin/reports/v1/appendix/activity/login */
const OUTCOMES: Readonly<Record<string, Records.AuditOutcome>> = {
  login_success: "SUCCESS",
  login_failure: "FAILURE",
  risky_sensitive_action_allowed: "SUCCESS",
  risky_sensitive_action_blocked: "DENIED"
}

/** The logs that have only what was done. */
const DONE: Readonly<Record<string, Records.AuditOutcome>> = { admin: "SUCCESS", token: "SUCCESS" }

/** The parameters that name what an event was done to, with what that is: https://developers.google.com/workspace/admin/reports/v1/appendix/activity/admin-event-names */
const TARGETS: Readonly<Record<string, string>> = {
  USER_EMAIL: "user",
  GROUP_EMAIL: "group",
  ORG_UNIT_NAME: "org_unit",
  ROLE_NAME: "role",
  DOMAIN_NAME: "domain",
  DEVICE_ID: "device",
  APPLICATION_NAME: "application",
  client_id: "application"
}

type Event = GoogleActivity["events"][number]

const parameter = (event: Event, wanted: string): string | null =>
  event.parameters?.find(({ name }) => name === wanted)?.value ?? null

const targetsOf = (event: Event): ReadonlyArray<Records.AuditTarget> =>
  event.parameters?.flatMap(({ name, value }) => {
    const type = TARGETS[name]
    if (type === undefined || value === null) return []
    const isId = name === "client_id"
    return [{ vendor_id: isId ? value : null, type, name: isId ? parameter(event, "app_name") : value }]
  }) ?? []

const actorOf = ({ actor }: GoogleActivity): Records.AuditActor | null => {
  if (actor === null) return null
  const { callerType, email, key, profileId } = actor
  return { id: callerType === "KEY" ? null : profileId, vendor_id: profileId, type: callerType, name: key, email }
}

const clientOf = ({ ipAddress, networkInfo }: GoogleActivity): Records.AuditClient | null => {
  if (ipAddress === null && networkInfo === null) return null
  const { regionCode: country = null, subdivisionCode: state = null } = networkInfo ?? {}
  const location = country === null && state === null ? null : { city: null, state, country }
  return { ip_address: ipAddress, user_agent: null, device: null, location }
}

/** Maps an activity to an `idp_audit_event`, which its first event names. */
export const toAuditEvent = (activity: GoogleActivity): RecordKind.Draft<typeof RecordKind.IdpAuditEvent> | null => {
  const { events, id } = activity
  const [event] = events
  if (event === undefined) return null
  const targets = events.flatMap(targetsOf)
  return {
    event_type: event.name,
    category: id.applicationName,
    outcome: OUTCOMES[event.name] ?? DONE[id.applicationName] ?? "UNKNOWN",
    outcome_reason: parameter(event, "login_failure_type"),
    occurred_at: id.time,
    actor: actorOf(activity),
    targets: targets.length === 0 ? null : targets,
    client: clientOf(activity),
    vendor_id: activityId(activity) ?? id.uniqueQualifier,
    vendor_data: { vendor: "GOOGLE_WORKSPACE", events }
  }
}

/** Reads one log. Google sends the newest event first, and cannot sort otherwise. */
const log = (applicationName: string, lookbackSecs: number) =>
  Extractor.make({
    record: RecordKind.IdpAuditEvent,
    endpoint: `/admin/reports/v1/activity/users/all/applications/${applicationName}`,
    row: GoogleActivity,
    id: activityId,
    pagination: adminPages("items", 1_000),
    permissions: [scopes.logs],
    marks: { leftOut: { kind: "the same for each activity", etag: "says nothing about the activity" } },
    since: (instant) => ({ startTime: instant }),
    lookbackSecs,
    toRecord: toAuditEvent
  })

/** The administrators' log lags by minutes, the others by hours, and each now and then by more: https://support.google.com/a/answer/7061566 */
const HOUR = 3_600
const DAY = 86_400

/** Reads the logs of sign-ins, of administrators, and of the access of applications. */
export const auditLogs = Extractor.concat(log("login", DAY), log("admin", HOUR), log("token", DAY))

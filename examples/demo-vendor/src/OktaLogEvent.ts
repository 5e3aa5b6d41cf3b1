import type { OktaUser } from "./OktaUser.js"

/** An event of the System Log; `ordinal` is its place in the log. */
export interface OktaLogEvent {
  readonly ordinal: number
  readonly uuid: string
  readonly published: string
  readonly eventType: "user.session.start" | "user.account.report_suspicious_activity_by_enduser"
  readonly user: OktaUser
}

/** How many users there are for each one who reports a sign-in as suspicious. */
const USERS_PER_REPORT = 20

/** Every user's last sign-in, and the reports of those who do not recognize theirs, oldest first. */
export const logOf = (users: Iterable<OktaUser>): ReadonlyArray<OktaLogEvent> =>
  [...users]
    .flatMap((user): ReadonlyArray<Omit<OktaLogEvent, "ordinal">> => {
      if (user.lastLogin === null) return []
      const published = user.lastLogin
      const signIn = { uuid: `${user.id}-${published}`, published, eventType: "user.session.start", user } as const
      if (user.ordinal % USERS_PER_REPORT !== 0) return [signIn]
      return [
        signIn,
        { ...signIn, uuid: `${signIn.uuid}-report`, eventType: "user.account.report_suspicious_activity_by_enduser" }
      ]
    })
    .toSorted((one, other) => one.published.localeCompare(other.published) || one.uuid.localeCompare(other.uuid))
    .map((event, ordinal) => ({ ...event, ordinal }))

/** The event as Okta returns it: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/SystemLog/ */
export const logEventBody = ({ eventType, published, user, uuid }: OktaLogEvent): unknown => {
  const isReport = eventType !== "user.session.start"
  const { city, state } = user.profile
  return {
    uuid,
    version: "0",
    published,
    eventType,
    displayMessage: isReport ? "User report suspicious activity" : "User login to Okta",
    severity: isReport ? "WARN" : "INFO",
    actor: {
      id: user.id,
      type: "User",
      alternateId: user.profile.login,
      displayName: user.profile.displayName,
      detailEntry: null
    },
    client: {
      userAgent: { rawUserAgent: "Mozilla/5.0", os: "Linux", browser: "FIREFOX" },
      zone: "null",
      device: "Computer",
      id: null,
      ipAddress: "198.51.100.24",
      geographicalContext: {
        city: city ?? null,
        state: state ?? null,
        country: null,
        postalCode: null,
        geolocation: null
      }
    },
    outcome: { result: "SUCCESS", reason: null },
    target: null,
    transaction: { type: "WEB", id: `transaction-${uuid}`, detail: {} },
    authenticationContext: { authenticationStep: 0, externalSessionId: `session-${user.id}` }
  }
}

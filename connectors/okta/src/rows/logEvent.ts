import { type Records, Row } from "@tributary/core"
import { Schema } from "effect"

/** Who did something, or to whom: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/SystemLog/ */
const Party = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  alternateId: Row.text,
  displayName: Row.text
})
type Party = Schema.Schema.Type<typeof Party>

/** An event of the System Log: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/SystemLog/ */
export const OktaLogEvent = Schema.Struct({
  uuid: Schema.String,
  eventType: Schema.String,
  published: Schema.String,
  displayMessage: Row.text,
  severity: Row.text,
  outcome: Row.nullish(Schema.Struct({ result: Row.text, reason: Row.text })),
  actor: Row.nullish(Party),
  target: Row.nullish(Schema.Array(Party)),
  client: Row.nullish(
    Schema.Struct({
      ipAddress: Row.text,
      device: Row.text,
      userAgent: Row.nullish(Schema.Struct({ rawUserAgent: Row.text })),
      geographicalContext: Row.nullish(Schema.Struct({ city: Row.text, state: Row.text, country: Row.text }))
    })
  ),
  authenticationContext: Row.nullish(Schema.Struct({ externalSessionId: Row.text })),
  transaction: Row.nullish(Schema.Struct({ id: Row.text }))
})
export interface OktaLogEvent extends Schema.Schema.Type<typeof OktaLogEvent> {}

/** What a party is if it is a user of the organization; others are services, groups, applications. */
const USER = "User"

/** The party if it is a user; null otherwise. */
export const userOf = (party: Party | null | undefined): Party | null => (party?.type === USER ? party : null)

const SEVERITIES: Readonly<Record<string, Records.Severity>> = {
  DEBUG: "INFORMATIONAL",
  INFO: "INFORMATIONAL",
  WARN: "MEDIUM",
  ERROR: "HIGH"
}

/** The severity in Okta's four words. */
export const severityOf = ({ severity }: OktaLogEvent): Records.Severity => SEVERITIES[severity ?? ""] ?? "UNKNOWN"

/** Where the request came from; null if Okta does not know. */
export const locationOf = ({ client }: OktaLogEvent): Records.GeoLocation | null => {
  const place = client?.geographicalContext ?? null
  return place === null ? null : { city: place.city, state: place.state, country: place.country }
}

import type {
  ConnectorEntry,
  ConnectSessionView,
  CredentialParam,
  ProblemReason,
  ReconnectedConnection
} from "../api/schemas.generated.js"
import * as Draft from "./Draft.js"

/** What the customer has to enter so that a connection works again. */
export type Need = "everything" | "secrets" | "nothing"

/** What has to be entered because of each problem. A consent is given on the vendor's page, and permissions are granted in the tool. */
const needs: Readonly<Record<ProblemReason, Need>> = {
  ADDRESS_INVALID: "everything",
  CONNECTOR_STOPPED: "nothing",
  CONSENT_ENDED: "nothing",
  CONSENT_REQUIRED: "nothing",
  CREDENTIALS_REFUSED: "secrets",
  CREDENTIALS_UNREADABLE: "secrets",
  DELETIONS_UNPROVEN: "nothing",
  FIELDS_EMPTIED: "nothing",
  INCOMPLETE: "nothing",
  INTERNAL: "nothing",
  NOT_IN_PLAN: "nothing",
  PERMISSION_MISSING: "nothing",
  QUOTA_EXCEEDED: "nothing",
  RATE_LIMITED: "nothing",
  TENANT_CHANGED: "everything",
  TIMEOUT: "nothing",
  VENDOR_DOWN: "nothing",
  VENDOR_REFUSED: "nothing"
}

/** A release that is later than this page may know further reasons. */
const needOf = (reason: string): Need => (needs as Readonly<Record<string, Need>>)[reason] ?? "everything"

/** What has to be entered for a connection. Whoever opens the link of one that works wants to enter new secrets. */
export const needFor = ({ problems }: ReconnectedConnection): Need => {
  if (problems.length === 0) return "secrets"
  const all = problems.map(({ reason }) => needOf(reason))
  return (["everything", "secrets"] as const).find((need) => all.includes(need)) ?? "nothing"
}

/** Whether the stored secrets of a connection are of no use any more. */
export const isRefused = ({ problems }: ReconnectedConnection): boolean =>
  problems.some(({ reason }) => needOf(reason) === "secrets")

/** The fields of a form in two parts. */
export interface Parts {
  /** What has to be entered. */
  readonly asked: ReadonlyArray<CredentialParam>
  /** What stays as it is, unless the customer wants to change it. */
  readonly kept: ReadonlyArray<CredentialParam>
}

/** Which fields of a form have to be entered: all of a new connection; of one that is renewed what it needs, and what is required and missing. */
export const partsOf = (connector: ConnectorEntry, { connection }: ConnectSessionView, draft: Draft.Draft): Parts => {
  const fields = Draft.fieldsOf(connector, draft)
  if (connection === null) return { asked: fields, kept: [] }
  const need = needFor(connection)
  const isAsked = ({ is_required, is_secret, name }: CredentialParam) =>
    need === "everything" ||
    (is_secret ? need === "secrets" : is_required && Draft.storedValues(connection)[name] === undefined)
  return { asked: fields.filter(isAsked), kept: fields.filter((field) => !isAsked(field)) }
}

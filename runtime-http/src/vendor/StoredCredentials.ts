import type { Connection, Connector } from "@tributary/core"
import { Effect, Redacted } from "effect"
import { MalformedCredentials, normalized } from "./VendorSession.js"

/*
 * What becomes of stored credentials when a caller sends some of their fields: the others keep their values, but no stored secret goes to a
 * place for which it was not entered.
 */

type Fields = Readonly<Record<string, unknown>>

/** The types of credential fields that are no secret. */
const SHOWN_TYPES: ReadonlyArray<string> = ["text", "choice", "base_url", "fact"]

/** Only what the connector's own form declares as no secret. */
const isShown = ({ credentials }: Connector.Connector, name: string): boolean =>
  Object.hasOwn(credentials.fields, name) && SHOWN_TYPES.includes(credentials.fields[name]?.credential.type ?? "")

const secretsOf = (connector: Connector.Connector): ReadonlyArray<string> =>
  Object.keys(connector.credentials.fields).filter((name) => !isShown(connector, name))

/** The fields of stored credentials that the connector has; none if nothing can be read. */
const fieldsOf = ({ credentials }: Connector.Connector, stored: Redacted.Redacted | null): Fields => {
  if (stored === null) return {}
  // Only `VendorSession.accept` makes what is stored. An earlier release of the connector may have had other fields.
  const all = JSON.parse(Redacted.value(stored)) as Fields
  return Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(credentials.fields, name)))
}

/** Whether a consent has not proven this field yet. */
const isUnproven = ({ credentials }: Connector.Connector, name: string, value: unknown): boolean =>
  value === "" && credentials.fields[name]?.credential.type === "fact"

/** The fields of stored credentials that are not secret, as far as they have a value. */
export const shownOf = (connector: Connector.Connector, stored: Redacted.Redacted): Connection["credentials"] =>
  Object.fromEntries(
    Object.entries(fieldsOf(connector, stored)).flatMap(([name, value]) =>
      isShown(connector, name) && !isUnproven(connector, name, value) && (typeof value === "string" || value === null)
        ? [[name, value]]
        : []
    )
  )

/** Those shown fields of a connection that its connector, as it is loaded now, still declares as no secret; none without a connector. */
export const stillShown = (
  connector: Connector.Connector | undefined,
  // Absent in an answer that was kept by a release before this one.
  shown: Connection["credentials"] | undefined = {}
): Connection["credentials"] =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => connector !== undefined && isShown(connector, name)))

/** Credentials with some new fields. */
export interface Completed {
  /** All fields: those that were sent, and the stored values of the others. */
  readonly credentials: Fields
  /** Whether they differ from the stored ones: a secret that was sent counts as another one. */
  readonly isChanged: boolean
  /** Whether a field was not sent, so that its stored value, or its absence, counts. */
  readonly usesStored: boolean
}

const withheld = (changed: ReadonlyArray<string>) =>
  `Send it again, because ${changed.join(" and ")} ${changed.length === 1 ? "changes" : "change"}: a stored secret is never sent to a place for which it was not entered`

/** Completes the fields that a caller sent; `stored` is null if there are none, or if they cannot be decrypted. */
export const complete = (
  connector: Connector.Connector,
  stored: Redacted.Redacted | null,
  sent: Fields
): Effect.Effect<Completed, MalformedCredentials> =>
  Effect.gen(function* () {
    const before = fieldsOf(connector, stored)
    const credentials = { ...before, ...sent }
    const isSent = (name: string) => Object.hasOwn(sent, name)
    const after = yield* normalized(connector, credentials)
    const valueBefore = (name: string) => before[name] ?? null
    const changed = Object.keys(sent).filter(
      (name) => isShown(connector, name) && (after[name] ?? null) !== valueBefore(name)
    )
    const secrets = secretsOf(connector)
    const missing = changed.length === 0 ? [] : secrets.filter((name) => !isSent(name) && valueBefore(name) !== null)
    if (missing.length > 0) {
      const message = withheld(changed)
      return yield* new MalformedCredentials({ issues: missing.map((name) => ({ path: [name], message })) })
    }
    const usesStored = Object.keys(connector.credentials.fields).some((name) => !isSent(name))
    return { credentials, usesStored, isChanged: changed.length > 0 || secrets.some(isSent) }
  })

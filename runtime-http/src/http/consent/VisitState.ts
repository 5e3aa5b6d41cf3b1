import { KEPT_MINUTES, VISIT_MINUTES } from "../../store/consent/Visits.js"
import type { Vault } from "../../store/secrets/Vault.js"
import * as VisitSecrets from "./VisitSecrets.js"

/*
 * The state of a visit, which the vendor sends back. It is signed, and names its link and when the browser left: so a flood counts against its own
 * connection, and an old state never reaches the database. It also carries what the browser brings from a page before the sign-in.
 */

/** What a state says. */
export interface VisitState {
  readonly connectionId: string
  /** The number of the link with which the browser left. */
  readonly link: number
  /** The state with which the browser left first, by whose hash the visit is stored. */
  readonly first: string
  /** What the browser brought before the sign-in; null if it has not been there yet. */
  readonly brought: Readonly<Record<string, string>> | null
}

/** The oldest visit of two pages is known for so long after the browser left for the first of them. */
const OLDEST_MILLIS = (VISIT_MINUTES + KEPT_MINUTES) * 60_000

const FORM = /^[\w-]{43}-([\da-f-]{36})-(\d+)-(\d+)$/

/** A new state. */
export const make = (
  vault: Vault["Type"],
  { connectionId, link }: Pick<VisitState, "connectionId" | "link">,
  nowMillis: number
): string => {
  const madeSecs = Math.floor(nowMillis / 1_000)
  return VisitSecrets.signed(vault, "state", `${VisitSecrets.random()}-${connectionId}-${link}-${madeSecs}`)
}

/** The state of a visit that goes on to the sign-in. It is the same for whoever brings the same. */
export const goOn = (
  vault: Vault["Type"],
  { first }: Pick<VisitState, "first">,
  brought: Readonly<Record<string, string>>
): string =>
  VisitSecrets.signed(vault, "sign-in", `${first}.${Buffer.from(JSON.stringify(brought)).toString("base64url")}`)

/** Reads a state; null if this service did not make it, or if no visit is known any more that is so old. */
export const read = (vault: Vault["Type"], state: string, nowMillis: number): VisitState | null => {
  const [value = "", signature = "", brought] = state.split(".")
  if (!VisitSecrets.isOwn(vault, brought === undefined ? "state" : "sign-in", state)) return null
  const [, connectionId = "", link = "", madeSecs = ""] = FORM.exec(value) ?? []
  if (nowMillis - Number(madeSecs) * 1_000 > OLDEST_MILLIS) return null
  return {
    connectionId,
    link: Number(link),
    first: `${value}.${signature}`,
    // Only `goOn` makes what is signed.
    brought:
      brought === undefined
        ? null
        : (JSON.parse(Buffer.from(brought, "base64url").toString("utf8")) as Readonly<Record<string, string>>)
  }
}

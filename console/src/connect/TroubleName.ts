import type { Failure } from "../api/Failure.js"
import type { Texts } from "../texts/Texts.js"

/** What the page has a sentence for. */
export type TroubleName = Exclude<keyof Texts["trouble"], "kept" | "tryAgain" | "unexplained" | "wait">

/** What the codes of the API mean to a customer. */
const byCode: Readonly<Record<string, TroubleName>> = {
  ADDRESS_INVALID: "malformed",
  CHANGED_MEANWHILE: "changed",
  CONNECTOR_STOPPED: "stopped",
  CREDENTIALS_MALFORMED: "malformed",
  CREDENTIALS_REJECTED: "rejected",
  IDENTIFIER_TAKEN: "taken",
  INVALID_PARAMETER: "malformed",
  QUOTA_EXCEEDED: "quota",
  REQUEST_TIMEOUT: "network",
  TENANT_CHANGED: "tenant",
  VENDOR_LIMITED: "vendorLimited",
  VENDOR_UNAVAILABLE: "vendorAway"
}

/** The troubles that pass, so that the same can be sent again. */
const passing: ReadonlySet<TroubleName> = new Set([
  "changed",
  "limited",
  "network",
  "server",
  "vendorAway",
  "vendorLimited"
])

/** An operator stops a connector for minutes at least. */
const STOP_SECONDS = 60

/** The troubles that last as long as the link, whatever is entered. */
const final: ReadonlySet<TroubleName> = new Set(["taken"])

/** Which trouble a failure is. A code that this page does not know says at least by its status whether it passes. */
export const nameOf = (failure: Failure): TroubleName => {
  if (failure.is === "network") return "network"
  const known = byCode[failure.code ?? ""]
  if (known !== undefined) return known
  if (failure.status === 429) return "limited"
  return failure.status >= 500 ? "server" : "other"
}

/** Whether a trouble passes. */
export const isPassing = (name: TroubleName): boolean => passing.has(name)

/** Whether a trouble lasts, so that sending anything again is of no use. */
export const isFinal = (name: TroubleName): boolean => final.has(name)

/** How long the page waits after a trouble before it offers to try again, in seconds; null for not at all, if the server does not say. */
export const pauseOf = (name: TroubleName): number | null => (name === "stopped" ? STOP_SECONDS : null)

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

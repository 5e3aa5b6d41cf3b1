import { type HealthName, healthTable, type ResolutionOwner } from "./Health.js"
import type { HeldBackReason } from "./HeldBackDeletion.js"
import type { ProblemReason } from "./ProblemReason.js"

/*
 * Every way in which data cannot be read: the health that follows, and with it who must act; what each side reads; and when to try again.
 * Health, jobs, the status of a connection and the test of credentials take all of it from here, and so do deletions that wait.
 */

/** Who reads a sentence: a customer, the operator of a service, or the author of a connector who tries it. */
export type Reader = "customer" | "operator" | "author"

/** What a sentence about a problem can name. */
export interface Facts {
  /** The source tool's name. */
  readonly tool: string
  /** The data that cannot be read, such as "devices and device groups", or "is_admin of users". */
  readonly data: string
  /** Whether only some fields cannot be read. */
  readonly isPartial: boolean
  /** What happened, such as "/users: answered 403". */
  readonly detail: string
  /** The same without endpoints, for customers. */
  readonly cause: string
  /** What to grant; null if the connector does not say. */
  readonly permissions: string | null
  /** When the source tool allows the next request; null if it did not say. */
  readonly until: string | null
  /** Whether the sentence is about a test of credentials. */
  readonly isTest: boolean
  /** When the next job begins, such as ", at 2026-01-01 07:00 UTC,"; empty if that is not known. */
  readonly nextJob: string
  /** When the data is read next, as a sentence; empty if that is not known. */
  readonly nextAttempt: string
}

/** What follows from one reason. */
export interface Row {
  /** The health of a connection whose data cannot be read for this reason; it also says who must act, unless `owner` does. */
  readonly health: HealthName
  /** Who must act, if the health does not say so. */
  readonly owner?: ResolutionOwner
  /** Whether it may be over soon, so that a job that failed for this reason is repeated after minutes. */
  readonly mayPass: boolean
  /** What is wrong, and what the customer has to do. */
  readonly customer: (facts: Facts) => string
  /** What is wrong, and what the operator has to know or do. */
  readonly operator: (facts: Facts) => string
  /** What is wrong, and what the author of the connector has to look at. */
  readonly author: (facts: Facts) => string
  /** What happens next, unless the connection is paused. */
  readonly next: Readonly<Record<Reader, (facts: Facts) => string>>
}

const testAgain = ({ until }: Facts): string => `Test again ${until === null ? "later" : `after ${until}`}.`

/** Only waiting helps: the customer wants to know how long. */
const wait: Row["next"] = {
  customer: (facts) => (facts.isTest ? testAgain(facts) : `${facts.nextAttempt} There is nothing that you have to do.`),
  operator: (facts) => (facts.isTest ? testAgain(facts) : facts.nextAttempt),
  author: () => ""
}

/** Someone has to act first, so the next attempt is no news for the customer. */
const act: Row["next"] = { customer: () => "", operator: ({ nextAttempt }) => nextAttempt, author: () => "" }

/** A job runs as soon as the credentials are updated, or the customer has consented. */
const enterAgain: Row["next"] = {
  customer: () => "",
  operator: ({ isTest, nextAttempt }) =>
    isTest ? "" : `A job then runs at once; until then, jobs try less and less often. ${nextAttempt}`,
  author: () => ""
}

/** A job reads what was unread as soon as the vendor allows it. */
const grant: Row["next"] = {
  customer: () => "",
  operator: ({ isTest, nextJob }) =>
    isTest ? "" : `The next job${nextJob} then reads this; POST .../sync reads it at once.`,
  author: () => ""
}

/** What to do about missing permissions of the credentials; of the connection for a customer, who may have consented and entered none. */
const toGrant = ({ permissions }: Facts, [they, them]: readonly [string, string] = ["they", "them"]): string =>
  permissions === null ? `check what ${they} may read` : `grant ${them} ${permissions}`

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** What follows from each reason. `VendorError.reasonOf` says which vendor error has which reason. */
export const table: Readonly<Record<ProblemReason, Row>> = {
  CONNECTOR_STOPPED: {
    health: "INTERNAL_ERROR",
    mayPass: false,
    customer: ({ cause, tool }) =>
      `The operator of this service has stopped reading from ${tool} (${cause}). What is stored stays.`,
    operator: ({ cause, tool }) =>
      `The connector of ${tool} is stopped for all customers (${cause}). Run "tributary resume" if "tributary status" says that the installation is held, and "tributary connectors resume" otherwise.`,
    author: ({ detail, tool }) =>
      `The connector of ${tool} is stopped (${detail}). Ask the operator to let it run again.`,
    next: { customer: () => "There is nothing that you have to do.", operator: () => "", author: () => "" }
  },
  CREDENTIALS_REFUSED: {
    health: "UNAUTHORIZED",
    mayPass: false,
    customer: ({ tool }) => `${tool} does not accept the credentials of this connection. Enter valid ones.`,
    operator: ({ detail, tool }) => `${tool} refused the credentials (${detail}). The customer must enter valid ones.`,
    author: ({ detail, tool }) =>
      `${tool} refused the credentials (${detail}). Check that they are valid, and that the connector sends them as ${tool} expects.`,
    next: enterAgain
  },
  CREDENTIALS_UNREADABLE: {
    health: "UNAUTHORIZED",
    mayPass: false,
    customer: ({ tool }) =>
      `This service can no longer read the credentials for ${tool} that were entered. Enter them again.`,
    operator: ({ cause }) =>
      `The stored credentials of the connection cannot be read (${cause}). The customer must enter them again, unless you can restore a lost master key.`,
    author: ({ detail }) => `The stored credentials cannot be read (${detail}). Enter them again.`,
    next: enterAgain
  },
  CONSENT_REQUIRED: {
    // No job has found anything yet, so the health is that of a new connection.
    health: "HEALTHY",
    owner: "CUSTOMER",
    mayPass: false,
    customer: ({ tool }) =>
      `${tool} is not connected yet: one of its administrators has to give consent in the browser.`,
    operator: ({ cause, tool }) =>
      `Nobody has consented yet (${cause}). Send an administrator of ${tool} to oauth2_authorize_url of the connection.`,
    author: ({ detail }) => `Nobody has consented yet (${detail}). Consent at oauth2_authorize_url of the connection.`,
    next: act
  },
  CONSENT_ENDED: {
    health: "UNAUTHORIZED",
    mayPass: false,
    customer: ({ tool }) =>
      `The consent for ${tool} does not work. One of its administrators has to connect it again in the browser.`,
    operator: ({ detail, tool }) =>
      `The consent of the connection does not work any more (${detail}). An administrator of ${tool} must connect again at oauth2_authorize_url of the connection.`,
    author: ({ detail, tool }) =>
      `${tool} does not accept the consent (${detail}). Consent again, and check that the connector sends the token as ${tool} expects.`,
    next: enterAgain
  },
  PERMISSION_MISSING: {
    health: "UNAUTHORIZED",
    mayPass: false,
    customer: (facts) =>
      `${facts.tool} lets this connection sign in, but not read ${facts.data}. ${capitalized(toGrant(facts, ["it", "it"]))}.`,
    operator: (facts) =>
      `${facts.tool} accepts the credentials, but refused ${facts.data} (${facts.detail}). The customer must ${toGrant(facts)}.`,
    author: (facts) =>
      `${facts.tool} accepts the credentials, but refused ${facts.data} (${facts.detail}). ${capitalized(toGrant(facts))}.`,
    next: grant
  },
  NOT_IN_PLAN: {
    health: "UNAUTHORIZED",
    mayPass: false,
    customer: ({ data, tool }) => `Your plan of ${tool} does not include ${data}.`,
    operator: ({ data, detail, tool }) =>
      `The customer's plan of ${tool} does not include ${data} (${detail}). Only another plan makes it readable.`,
    author: ({ data, detail, tool }) =>
      `The plan of this account of ${tool} does not include ${data} (${detail}). Try an account whose plan does.`,
    next: act
  },
  ADDRESS_INVALID: {
    health: "UNAUTHORIZED",
    mayPass: true,
    customer: ({ cause, tool }) =>
      `The address that was entered does not lead to the API of ${tool} (${cause}). Correct it.`,
    operator: ({ detail, tool }) =>
      `The address of the connection does not lead to the API of ${tool} (${detail}). The customer must correct it; if it is right, look at whether this server can reach it.`,
    author: ({ detail, tool }) =>
      `The address does not lead to the API of ${tool} (${detail}). Correct it; if it is right, look at whether this machine can reach it.`,
    next: act
  },
  TENANT_CHANGED: {
    health: "UNAUTHORIZED",
    mayPass: false,
    customer: ({ cause, tool }) =>
      `${tool} now answers as another tenant (${cause}). Connect the tenant before again, or confirm that the new one replaces its data.`,
    operator: ({ cause, tool }) =>
      `${tool} answers as another tenant (${cause}), so nothing was read. The customer must enter credentials of the tenant before, or send them with replace_tenant: true, which replaces the stored data.`,
    author: ({ detail, tool }) =>
      `${tool} answers as another tenant (${detail}). Enter credentials of the tenant before, or begin with an empty store.`,
    next: act
  },
  RATE_LIMITED: {
    health: "RATE_LIMIT_EXCEEDED",
    mayPass: true,
    customer: ({ data, tool, until }) =>
      `${tool} allowed no more requests in the last attempt to read ${data}${until === null ? "" : `; it allows the next one at ${until}`}.`,
    operator: ({ detail, tool, until }) =>
      `The rate limit of ${tool} was used up (${detail})${until === null ? "" : `; ${tool} allows the next request at ${until}`}. If this happens often, raise refresh_interval_secs or set a lower limit in TRIBUTARY_RATE_LIMITS.`,
    author: ({ detail, tool, until }) =>
      `The rate limit of ${tool} is used up (${detail}). Try again ${until === null ? "later" : `after ${until}`}.`,
    next: wait
  },
  VENDOR_DOWN: {
    health: "VENDOR_SERVER_ERROR",
    mayPass: true,
    customer: ({ data, tool }) => `${tool} did not answer as it should in the last attempt to read ${data}.`,
    operator: ({ detail, tool }) => `${tool} failed (${detail}). If it lasts, look for an outage of ${tool}.`,
    author: ({ detail, tool }) =>
      `${tool} failed (${detail}). Try again; if only this request fails, compare it with the documentation of ${tool}.`,
    next: wait
  },
  INCOMPLETE: {
    health: "VENDOR_SERVER_ERROR",
    mayPass: true,
    customer: ({ data, tool }) =>
      `${tool} did not send all ${data} in the last attempt. What it sent of them is stored.`,
    operator: ({ data, detail, tool }) =>
      `${tool} did not send all ${data} (${detail}), so nothing is deleted. If it lasts, report it to the support of ${tool}.`,
    author: ({ data, detail, tool }) =>
      `${tool} did not send all ${data} (${detail}). If it does so each time, compare the pagination with the answers.`,
    next: wait
  },
  DELETIONS_UNPROVEN: {
    health: "HEALTHY",
    mayPass: false,
    customer: ({ data, tool }) =>
      `What is stored of ${data} is up to date, but what was deleted in ${tool} stays for now. The operator of this service can change that.`,
    operator: ({ data, detail, tool }) =>
      `One job has too little time to read all ${data} of ${tool} (${detail}). What changes is read, but rows may move between two jobs, so no deletion is proven.`,
    author: ({ data, detail, tool }) =>
      `Reading ${data} from ${tool} in one run takes too long (${detail}). A token instead of an index would let a later run continue.`,
    next: act
  },
  FIELDS_EMPTIED: {
    health: "HEALTHY",
    mayPass: false,
    customer: ({ data, tool }) =>
      `${tool} suddenly leaves out ${data}. What is stored stays until a later answer of ${tool} confirms that.`,
    operator: ({ data, detail, tool }) =>
      `The last answers of ${tool} leave out ${data} (${detail}). Records keep what they had until then.`,
    author: ({ data, detail, tool }) =>
      `${tool} leaves out ${data} (${detail}). Compare the row schema and the mapping with its answers.`,
    next: act
  },
  VENDOR_REFUSED: {
    health: "VENDOR_CLIENT_ERROR",
    mayPass: false,
    customer: ({ data, tool }) =>
      `${tool} rejected a request for ${data}. The operator of this service has to look into it.`,
    operator: ({ detail, tool }) =>
      `${tool} rejected a request (${detail}). Check whether that address exists in ${tool}, and whether a newer release of the connector asks another one.`,
    author: ({ detail, tool }) =>
      `${tool} rejected a request (${detail}). Compare its path and its parameters with the documentation of ${tool}.`,
    next: act
  },
  TIMEOUT: {
    health: "EXECUTION_TIMEOUT",
    mayPass: false,
    customer: ({ data, tool }) => `Reading ${data} from ${tool} took longer than one run may take.`,
    operator: ({ data, detail, tool }) =>
      `A job could not read ${data} from ${tool} to the end (${detail}). If this lasts, raise timeout_secs of the connection.`,
    author: ({ data, detail, tool }) => `Reading ${data} from ${tool} took too long (${detail}). Read less at once.`,
    next: wait
  },
  QUOTA_EXCEEDED: {
    health: "INTERNAL_ERROR",
    mayPass: false,
    customer: ({ data }) =>
      `This service has no room for new ${data}. What is stored stays as it is; the operator of this service has to look into it.`,
    operator: ({ data, detail }) =>
      `New ${data} are not stored (${detail}). Raise the quota with "tributary accounts quota", or let the account delete connections; what was left out is stored once there is room.`,
    author: ({ data, detail }) => `New ${data} are not stored (${detail}). Raise the quota of the account.`,
    next: act
  },
  INTERNAL: {
    health: "INTERNAL_ERROR",
    mayPass: true,
    customer: ({ data }) => `This service could not update ${data}. Its operator has to look into it.`,
    operator: ({ data, detail }) => `This service could not update ${data} (${detail}).`,
    author: ({ data, detail, tool }) =>
      `The connector could not read ${data} from what ${tool} sent (${detail}). Compare its row schema, its pagination and its hosts with the answer.`,
    next: act
  }
}

/** Who must act on a problem with this reason. */
export const ownerOf = (reason: ProblemReason): ResolutionOwner => {
  const { health, owner } = table[reason]
  return owner ?? healthTable[health].resolution_owner
}

/**
 * When the data is read next. `PAUSED`: not before the connection is resumed. `RUNNING`: a job runs now. `DUE`: as soon as
 * a job can begin. `AT`: at this instant. `TEST`: when somebody tests the credentials again. `UNKNOWN`: not known.
 */
export type NextAttempt =
  | {
      /** Which of the cases it is. */
      readonly when: "PAUSED" | "RUNNING" | "DUE" | "TEST" | "UNKNOWN"
    }
  | {
      /** At an instant. */
      readonly when: "AT"
      /** ISO 8601. */
      readonly instant: string
    }

/** How each side reads an instant: a customer as a date and a time, an operator as the API has it. */
const written: Readonly<Record<Reader, (instant: string) => string>> = {
  customer: (instant) => `${instant.slice(0, 16).replace("T", " ")} UTC`,
  operator: (instant) => instant,
  author: (instant) => instant
}

const PAUSED = "The connection is paused; nothing is read until it is resumed."

const attempts: Readonly<Record<NextAttempt["when"], (instant: string) => string>> = {
  PAUSED: () => PAUSED,
  RUNNING: () => "A job is running now; what it cannot read, the job after it tries again.",
  DUE: () => "The next attempt is due now.",
  AT: (instant) => `The next attempt is at ${instant}.`,
  TEST: () => "",
  UNKNOWN: () => ""
}

/** The sentences about a problem for one side: what is wrong and what to do, and what happens next. */
export const write = (
  reader: Reader,
  reason: ProblemReason,
  { until, ...facts }: Omit<Facts, "isTest" | "nextJob" | "nextAttempt">,
  attempt: NextAttempt
): string => {
  const instantOf = written[reader]
  const instant = attempt.when === "AT" ? instantOf(attempt.instant) : ""
  const known: Facts = {
    ...facts,
    until: until === null ? null : instantOf(until),
    isTest: attempt.when === "TEST",
    nextJob: instant === "" ? "" : `, at ${instant},`,
    nextAttempt: attempts[attempt.when](instant)
  }
  const row = table[reason]
  const rest = facts.isPartial && reader === "operator" ? "Everything else is read." : ""
  const next = attempt.when === "PAUSED" ? PAUSED : row.next[reader](known)
  return [row[reader](known), rest, next.trim()].filter((sentence) => sentence !== "").join(" ")
}

/** What a sentence about deletions that wait can name: what is missing, such as "12 groups", and which tool no longer lists it. */
interface Deletions {
  readonly missing: string
  readonly tool: string
}

const waiting: Readonly<Record<HeldBackReason, (deletions: Deletions) => string>> = {
  UNREADABLE_ROWS: ({ missing, tool }) =>
    `${tool} no longer lists ${missing}, but lists rows that could not be read and may be these records.`,
  LARGE_SHARE: ({ missing, tool }) =>
    `${tool} no longer lists ${missing}, a large share of all; its answer may be incomplete.`,
  EVERYTHING: ({ missing, tool }) => `${tool} no longer lists any of ${missing}; its answer may be incomplete.`,
  EMPTIED_PARENTS: ({ missing, tool }) =>
    `${tool} no longer lists ${missing}, among them all of many groups or the like; its answer may be incomplete.`
}

/** Who decides about deletions that wait, and what each side reads. */
export const heldBack: {
  /** Who decides. */
  readonly owner: ResolutionOwner
  /** What the customer should know or do. */
  readonly customer: (reason: HeldBackReason, deletions: Deletions) => string
  /** What the operator should know or do. */
  readonly operator: (reason: HeldBackReason, deletions: Deletions) => string
} = {
  owner: "SERVICE",
  customer: (reason, deletions) =>
    `${waiting[reason](deletions)} They stay until the operator of this service decides. If they are really gone, tell the operator.`,
  operator: (reason, deletions) =>
    `${waiting[reason](deletions)} If the customer says that they are gone, confirm the deletions, otherwise dismiss them: POST .../held-back-deletions, or "tributary deletions".`
}

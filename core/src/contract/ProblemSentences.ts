import type { ResolutionOwner } from "./Health.js"
import type { ProblemReason } from "./ProblemReason.js"

/**
 * When the data is read next. `PAUSED`: not before the connection is resumed. `RUNNING`: a job runs now. `DUE`: as soon as
 * a job can begin. `AT`: at this instant. `UNKNOWN`: nobody knows.
 */
export type NextAttempt =
  | {
      /** Which of the cases it is. */
      readonly when: "PAUSED" | "RUNNING" | "DUE" | "UNKNOWN"
    }
  | {
      /** At an instant. */
      readonly when: "AT"
      /** ISO 8601. */
      readonly instant: string
    }

/** Who reads a sentence: a customer, the operator of a service, or the author of a connector who tries it. */
export type Reader = "customer" | "operator" | "author"

/** What a sentence about a problem can name. */
interface Facts {
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
  /** When the next job begins, such as ", at 2026-01-01 07:00 UTC,"; empty if nobody knows. */
  readonly nextJob: string
  /** When the data is read next, as a sentence; empty if nobody knows. */
  readonly nextAttempt: string
}

interface Row {
  /** Who must act. */
  readonly resolution_owner: ResolutionOwner
  /** What is wrong, and what the customer has to do. */
  readonly customer: (facts: Facts) => string
  /** What is wrong, and what the operator has to know or do. */
  readonly operator: (facts: Facts) => string
  /** What is wrong, and what the author of the connector has to look at. */
  readonly author: (facts: Facts) => string
  /** What happens next, unless the connection is paused. */
  readonly next: Readonly<Record<Reader, (facts: Facts) => string>>
}

/** Only waiting helps: the customer wants to know how long. */
const wait: Row["next"] = {
  customer: ({ nextAttempt }) => `${nextAttempt} There is nothing that you have to do.`,
  operator: ({ nextAttempt }) => nextAttempt,
  author: () => ""
}

/** Someone has to act first, so the next attempt is no news for the customer. */
const act: Row["next"] = { customer: () => "", operator: ({ nextAttempt }) => nextAttempt, author: () => "" }

const toGrant = ({ permissions }: Facts): string =>
  permissions === null ? "check what they may read" : `grant them ${permissions}`

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Who must act for each reason, and what each side reads. `VendorError.reasonOf` says which vendor error has which reason. */
export const table: Readonly<Record<ProblemReason, Row>> = {
  CREDENTIALS_REFUSED: {
    resolution_owner: "CUSTOMER",
    customer: ({ tool }) => `${tool} does not accept the credentials of this connection. Enter valid ones.`,
    operator: ({ detail, tool }) => `${tool} refused the credentials (${detail}). The customer must enter valid ones.`,
    author: ({ detail, tool }) =>
      `${tool} refused the credentials (${detail}). Check that they are valid, and that the connector sends them as ${tool} expects.`,
    next: {
      customer: () => "",
      operator: ({ nextAttempt }) =>
        `A job then runs at once; until then, jobs try less and less often. ${nextAttempt}`,
      author: () => ""
    }
  },
  PERMISSION_MISSING: {
    resolution_owner: "CUSTOMER",
    customer: (facts) => {
      const licence = facts.isPartial ? `, unless your plan of ${facts.tool} does not include this` : ""
      return `${facts.tool} does not let these credentials read ${facts.data}. ${capitalized(toGrant(facts))}${licence}.`
    },
    operator: (facts) => {
      const rest = facts.isPartial ? " Everything else is read." : ""
      return `${facts.tool} accepts the credentials, but refused ${facts.data} (${facts.detail}).${rest} The customer must ${toGrant(facts)}.`
    },
    author: (facts) =>
      `${facts.tool} accepts the credentials, but refused ${facts.data} (${facts.detail}). ${capitalized(toGrant(facts))}.`,
    next: {
      customer: () => "",
      operator: ({ isPartial, nextJob }) =>
        isPartial
          ? "The next full scan then reads this for all records; POST .../sync?full=true makes one at once."
          : `The next job${nextJob} then reads this; POST .../sync reads it at once.`,
      author: () => ""
    }
  },
  ADDRESS_INVALID: {
    resolution_owner: "CUSTOMER",
    customer: ({ cause, tool }) =>
      `The address that was entered does not lead to the API of ${tool} (${cause}). Correct it.`,
    operator: ({ detail, tool }) =>
      `The address of the connection does not lead to the API of ${tool} (${detail}). The customer must correct it; if it is right, look at whether this server can reach it.`,
    author: ({ detail, tool }) =>
      `The address does not lead to the API of ${tool} (${detail}). Correct it; if it is right, look at whether this machine can reach it.`,
    next: act
  },
  RATE_LIMITED: {
    resolution_owner: "SERVICE",
    customer: ({ tool, until }) =>
      `${tool} allowed no more requests in the last attempt${until === null ? "" : `; it allows the next one at ${until}`}.`,
    operator: ({ detail, tool, until }) =>
      `The rate limit of ${tool} was used up (${detail})${until === null ? "" : `; ${tool} allows the next request at ${until}`}. If this happens often, raise refresh_interval_secs or set a lower limit in TRIBUTARY_RATE_LIMITS.`,
    author: ({ detail, tool, until }) =>
      `The rate limit of ${tool} is used up (${detail}). Try again ${until === null ? "later" : `after ${until}`}.`,
    next: wait
  },
  VENDOR_DOWN: {
    resolution_owner: "VENDOR",
    customer: ({ tool }) => `${tool} did not answer as it should in the last attempt.`,
    operator: ({ detail, tool }) => `${tool} failed (${detail}). If it lasts, look for an outage of ${tool}.`,
    author: ({ detail, tool }) =>
      `${tool} failed (${detail}). Try again; if only this request fails, compare it with the documentation of ${tool}.`,
    next: wait
  },
  VENDOR_REFUSED: {
    resolution_owner: "SERVICE",
    customer: ({ data, tool }) =>
      `${tool} rejected a request for ${data}. The operator of this service has to look into it.`,
    operator: ({ detail, tool }) =>
      `${tool} rejected a request (${detail}). Check whether the customer's plan of ${tool} includes this data, and whether a newer release of the connector exists.`,
    author: ({ detail, tool }) =>
      `${tool} rejected a request (${detail}). Compare its path and its parameters with the documentation of ${tool}.`,
    next: act
  },
  TIMEOUT: {
    resolution_owner: "SERVICE",
    customer: ({ data, tool }) => `Reading ${data} from ${tool} took longer than one run may take.`,
    operator: ({ data, detail, tool }) =>
      `A job could not read ${data} from ${tool} to the end (${detail}). If this lasts, raise timeout_secs of the connection.`,
    author: ({ data, detail, tool }) => `Reading ${data} from ${tool} took too long (${detail}). Read less at once.`,
    next: wait
  },
  INTERNAL: {
    resolution_owner: "SERVICE",
    customer: ({ data }) => `This service could not update ${data}. Its operator has to look into it.`,
    operator: ({ data, detail }) => `This service could not update ${data} (${detail}).`,
    author: ({ data, detail, tool }) =>
      `The connector could not read ${data} from what ${tool} sent (${detail}). Compare its row schema, its pagination and its hosts with the answer.`,
    next: act
  }
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
  UNKNOWN: () => ""
}

/** The sentences about a problem for one side: what is wrong and what to do, and what happens next. */
export const write = (
  reader: Reader,
  reason: ProblemReason,
  { until, ...facts }: Omit<Facts, "nextJob" | "nextAttempt">,
  attempt: NextAttempt
): string => {
  const instantOf = written[reader]
  const instant = attempt.when === "AT" ? instantOf(attempt.instant) : ""
  const known: Facts = {
    ...facts,
    until: until === null ? null : instantOf(until),
    nextJob: instant === "" ? "" : `, at ${instant},`,
    nextAttempt: attempts[attempt.when](instant)
  }
  const row = table[reason]
  const next = attempt.when === "PAUSED" ? PAUSED : row.next[reader](known)
  return `${row[reader](known)} ${next.trim()}`.trim()
}

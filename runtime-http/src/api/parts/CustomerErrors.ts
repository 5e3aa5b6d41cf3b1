import { type ApiError, type ErrorName, table } from "./Errors.js"

const soon = "Try again in a moment."
const tell = "Tell whoever gave you this link."
const stored = "Nothing was stored."

/** Why a link can connect nothing, which a customer reads before a secret is entered, or afterwards if that has come in between. */
export const blocks = {
  /** The account has as many connections as it may have. */
  full: `No more tools can be connected for now. ${tell}`,
  /** Each tool of the link has a connection with its identifier. */
  taken: `What this link is for is connected already. ${tell}`,
  /** No way to sign in can be used. */
  nothing: `Nothing can be connected with this link any more. ${tell}`
} as const

/** What the page of a link says whose sign-in a later link has ended. */
export const supersededConsent = "A newer link was opened for this connection. Go on in the window of that link."

/**
 * What a customer reads in the place of a sentence of the error table that is for whoever calls the API or operates the service. The errors that
 * are not here read the same for everybody.
 */
export const sentences = {
  ConnectSessionInvalid: "This link is not valid any more. Ask for a new one where you found it.",
  ConnectionNotFound: "This connection does not exist any more. Ask for a new link where you found this one.",
  OrganizationNotFound: "This link is not valid any more. Ask for a new one where you found it.",
  QuotaExceeded: `${stored} ${blocks.full}`,
  IdentifierTaken: `${stored} ${blocks.taken}`,
  ChangedMeanwhile: `${stored} Somebody else has changed this connection meanwhile. ${soon}`,
  TooManyRequests: `There were too many requests with this link. ${soon}`,
  TooManyChecks: `This service is too busy now. ${soon}`,
  TooManyUnknownKeys: `There were too many requests from your network. ${soon}`,
  DatabaseShareExhausted: `This service is too busy now. ${soon}`,
  TooManyBodies: `This service is too busy now. ${soon}`,
  TooManyUnreadAnswers: `This service is too busy now. ${soon}`,
  Unexpected:
    "Something went wrong in this service. Try again later; if it happens again, tell whoever gave you this link.",
  StoreUnavailable: `This service is not available. ${soon}`,
  StoreBusy: `This service is too busy now. ${soon}`,
  NotServing: `This service is starting. ${soon}`
} as const satisfies Partial<Record<ErrorName, string>>

const byCode: ReadonlyMap<string | null, string> = new Map(
  Object.entries(sentences).map(([name, sentence]) => [table[name as ErrorName].code, sentence])
)

/** The sentence of an error for a customer. */
export const of = ({ code, message }: Pick<ApiError, "code" | "message">): string => byCode.get(code) ?? message

import { type ApiError, type ErrorName, table } from "./Errors.js"

const soon = "Try again in a moment."

/**
 * What a customer reads in the place of a sentence of the error table that is for whoever calls the API or operates the service. The errors that
 * are not here read the same for everybody.
 */
export const sentences = {
  ConnectSessionInvalid: "This link is not valid any more. Ask for a new one where you found it.",
  ConnectionNotFound: "This connection does not exist any more. Ask for a new link where you found this one.",
  OrganizationNotFound: "This link is not valid any more. Ask for a new one where you found it.",
  QuotaExceeded: "No more tools can be connected for now. Nothing was stored. Tell whoever gave you this link.",
  IdentifierTaken:
    "This tool is connected already. Nothing was stored. Tell whoever gave you this link if it has to change.",
  ChangedMeanwhile: `Somebody else has changed this connection meanwhile. Nothing was stored. ${soon}`,
  TooManyRequests: `There were too many requests with this link. ${soon}`,
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

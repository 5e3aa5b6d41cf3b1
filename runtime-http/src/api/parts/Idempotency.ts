import { withHeader } from "./EndpointAnnotations.js"

/** The header with which a client names a request that it may send again. */
export const KEY_HEADER = "Idempotency-Key"

/** The header of an answer that was given before. */
export const REPLAYED_HEADER = "Idempotency-Replayed"

/** The longest key. */
export const MAX_KEY = 255

const parameter = {
  name: KEY_HEADER,
  in: "header",
  schema: { type: "string", minLength: 1, maxLength: MAX_KEY, pattern: "^[!-~]+$" },
  required: false,
  description:
    "A text that the client chooses for this request, such as a UUID, and sends again if it repeats the request. For a day, a request of the " +
    "same account with the same key and the same body gets the first answer, and nothing is done again; with another body or " +
    "at another operation it is a 422. API keys that are limited to organizations share it only with those that have the same limit. Only an answer with a status below 300 is kept: after an error the key may be used again."
} as const

/** An operation whose requests may have a key; the handler must keep its answers. */
export const keyed = withHeader(parameter)

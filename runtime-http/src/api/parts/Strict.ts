import * as Parameter from "./Parameter.js"

/** The parameter that every operation takes: it makes an unknown parameter an error. */
export const NAME = "strict"

/** The header that names the query parameters that were ignored. */
export const IGNORED_HEADER = "x-ignored-parameters"

const description =
  "`true` makes a query parameter that this operation does not have a 422. Without it such a parameter is ignored, and named in `X-Ignored-Parameters`."

/** The schema of the parameter. */
export const parameter = Parameter.boolean(description)

/** The parameter in the OpenAPI document. It stands there for all operations, because the server reads it before it knows theirs. */
export const documented = {
  name: NAME,
  in: "query",
  schema: { type: "boolean" },
  required: false,
  description
} as const

import { Either, Schema } from "effect"
import * as Errors from "../../../api/parts/Errors.js"
import * as Strict from "../../../api/parts/Strict.js"
import { nearestName } from "../../../NearestName.js"
import type { Route } from "./Routes.js"

/** A query parameter that the operation does not have. */
export interface Unknown {
  readonly name: string
  /** The parameter with the closest name; null if none is close. */
  readonly nearest: string | null
}

/** How many unknown parameters are named, and how many characters of each: a header must stay short. */
const MAX_NAMED = 20
const MAX_NAME = 100

/** The unknown parameters of a query, each once, in their order. */
export const find = ({ parameters }: Route, query: URLSearchParams): ReadonlyArray<Unknown> => {
  const names = [...new Set(query.keys())].filter((name) => name !== "" && !parameters.has(name))
  return names.slice(0, MAX_NAMED).map((name) => ({ name, nearest: nearestName(name.slice(0, MAX_NAME), parameters) }))
}

const clipped = (name: string): string => [...name].slice(0, MAX_NAME).join("")

/** The value of the header: names in percent-encoding, such as `limt;nearest=limit, colour`. */
export const toHeader = (unknown: ReadonlyArray<Unknown>): string =>
  unknown
    .map(({ name, nearest }) => `${encodeURIComponent(clipped(name))}${nearest === null ? "" : `;nearest=${nearest}`}`)
    .join(", ")

const entry = ({ name, nearest }: Unknown, query: URLSearchParams): Errors.ErrorDetail => ({
  loc: ["query", clipped(name)],
  msg: `This operation has no such parameter. ${nearest === null ? "Remove it." : `Did you mean ${nearest}?`}`,
  type: "unexpected",
  ctx: nearest === null ? {} : { nearest },
  input: query.get(name)
})

const isStrict = Schema.decodeUnknownEither(Strict.parameter)

const notBoolean = (sent: ReadonlyArray<string>): Errors.ApiError =>
  Errors.make("InvalidParameter", {
    detail: [
      {
        loc: ["query", Strict.NAME],
        msg: "Expected true or false, sent once",
        type: "boolean",
        ctx: { enum: ["true", "false"] },
        input: sent.length > 1 ? sent : sent[0]
      }
    ]
  })

/** The 422 for a request that wants none of its parameters to be ignored; null if it does not want that, or has no unknown ones. */
export const refusal = (unknown: ReadonlyArray<Unknown>, query: URLSearchParams): Errors.ApiError | null => {
  const sent = query.getAll(Strict.NAME)
  if (sent.length === 0) return null
  const strict = isStrict(sent.length > 1 ? sent : sent[0])
  if (Either.isLeft(strict)) return notBoolean(sent)
  if (!strict.right || unknown.length === 0) return null
  return Errors.make("UnknownParameter", { detail: unknown.map((each) => entry(each, query)) })
}

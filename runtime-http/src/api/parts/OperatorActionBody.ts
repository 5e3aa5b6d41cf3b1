import { Problem } from "@tributary/core"
import { Schema } from "effect"
import * as Described from "./Described.js"
import * as ParameterText from "./ParameterText.js"

/** The most connections that one request changes. */
export const MAX_CONNECTIONS = 100

/** The longest name of a vendor that a filter may have. */
export const MAX_VENDOR = 100

const expecting = (expected: string) => ({ message: () => ({ message: `Expected ${expected}`, override: true }) })

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Id = Schema.UUID.annotations({
  ...expecting("a UUID"),
  jsonSchema: { type: "string", format: "uuid" }
})

const strict = { parseOptions: { errors: "all", onExcessProperty: "error" } } as const

/** Which connections an action is about: those that meet all that is sent. */
export const OperatorActionFilter = Described.struct(
  "OperatorActionFilter",
  {
    /** Only connections of this vendor. */
    vendor: optional(
      Schema.String.pipe(Schema.filter((text) => ParameterText.isFit(text, MAX_VENDOR))).annotations({
        ...expecting(`a string of ${ParameterText.expectedOf(MAX_VENDOR)}`),
        jsonSchema: { type: "string", minLength: 1, maxLength: MAX_VENDOR }
      })
    ),
    /** Only connections of this account. */
    account_id: optional(Id),
    /** Only connections that have a problem with this reason. */
    reason: optional(
      Problem.ProblemReason.annotations(expecting(`one of ${Problem.ProblemReason.literals.join(", ")}`))
    ),
    /** Only these connections. */
    connection_ids: optional(
      Schema.NonEmptyArray(Id)
        .pipe(Schema.maxItems(MAX_CONNECTIONS))
        .annotations({
          ...expecting(`a list of 1 to ${MAX_CONNECTIONS} UUIDs`),
          jsonSchema: {
            type: "array",
            minItems: 1,
            maxItems: MAX_CONNECTIONS,
            items: { type: "string", format: "uuid" }
          }
        })
    )
  },
  strict
)
export interface OperatorActionFilter extends Schema.Schema.Type<typeof OperatorActionFilter> {}

/** What to do with connections. */
export const OperatorActionName = Schema.Literal("pause", "resume", "sync")
export type OperatorActionName = Schema.Schema.Type<typeof OperatorActionName>

/** What to do, and with which connections. */
export const OperatorAction = Described.struct(
  "OperatorAction",
  {
    /** `pause` and `resume` as `PATCH` of `state` does, `sync` as `POST .../sync` does. */
    action: OperatorActionName.annotations(expecting("pause, resume or sync")),
    /** Which connections; an empty one is refused unless `all` is true. */
    filter: OperatorActionFilter,
    /** Whether an empty filter is meant: every connection of every account. */
    all: optional(Schema.Boolean.annotations(expecting("true or false"))),
    /** Whether only to say what would be done. */
    dry_run: optional(Schema.Boolean.annotations(expecting("true or false"))),
    /** The `next` of the answer before, to go on behind its last connection. */
    after: optional(Id)
  },
  strict
)
export interface OperatorAction extends Schema.Schema.Type<typeof OperatorAction> {}

/**
 * What became of one connection. `DONE`: it was changed. `WOULD`: it would be changed, in a dry run. `UNCHANGED`: it was so already.
 * `REFUSED`: it cannot be done now.
 */
export const OperatorActionOutcome = Schema.Literal("DONE", "WOULD", "UNCHANGED", "REFUSED").annotations(
  Described.named("OperatorActionOutcome")
)

/** What an action did to one connection. */
export const OperatorActionResult = Described.struct("OperatorActionResult", {
  /** The id of the connection. */
  connection_id: Schema.String.annotations({ jsonSchema: { type: "string", format: "uuid" } }),
  /** The id of its account. */
  account_id: Schema.String.annotations({ jsonSchema: { type: "string", format: "uuid" } }),
  /** Its vendor. */
  vendor: Schema.String,
  /** What became of it. */
  outcome: OperatorActionOutcome,
  /** Why nothing was done. Null if it was done, or would be. */
  message: Schema.NullOr(Schema.String)
})
export interface OperatorActionResult extends Schema.Schema.Type<typeof OperatorActionResult> {}

/** What an action did. */
export const OperatorActionResults = Described.struct("OperatorActionResults", {
  /** How many connections meet the filter and are not behind `after`. */
  total: Schema.Int.annotations({ jsonSchema: { type: "integer" } }),
  /** The connections of this request, at most 100. */
  items: Schema.Array(OperatorActionResult),
  /** What to send as `after` to go on with the others. Null if there are none. */
  next: Schema.NullOr(Schema.String.annotations({ jsonSchema: { type: "string", format: "uuid" } }))
})

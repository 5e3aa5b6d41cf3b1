import { HeldBackDecision, HeldBackDeletion, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import * as Described from "./Described.js"

const kindNames = Object.keys(RecordKind.table)

const kindsExpected = `Expected a list of one or more record kinds, of ${kindNames.join(", ")}`

/** What to do with deletions that wait. */
export const DecideHeldBackDeletions = Described.struct(
  "DecideHeldBackDeletions",
  {
    /**
     * `CONFIRM` deletes those of the records that the next complete scan still misses; `DISMISS` forgets that they were
     * missing.
     */
    decision: HeldBackDecision.annotations({
      message: () => ({ message: "Expected CONFIRM or DISMISS", override: true })
    }),
    /** The kinds of record that the decision is about, such as `idp_user`; all kinds if absent. */
    record_kinds: Schema.optionalWith(
      Schema.NonEmptyArray(Schema.Literal(...kindNames)).annotations({
        message: () => ({ message: kindsExpected, override: true }),
        jsonSchema: { type: "array", minItems: 1, items: { type: "string", enum: kindNames } }
      }),
      { exact: true }
    )
  },
  { parseOptions: { errors: "all", onExcessProperty: "error" } }
)
export interface DecideHeldBackDeletions extends Schema.Schema.Type<typeof DecideHeldBackDeletions> {}

/** The deletions that a decision was about. */
export const DecidedDeletions = Described.struct("DecidedDeletions", {
  /** One entry for each kind of record; none of them waits any longer. */
  held_back_deletions: Schema.Array(HeldBackDeletion)
})

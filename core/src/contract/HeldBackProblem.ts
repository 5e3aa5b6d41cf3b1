import { Schema } from "effect"
import * as Field from "../records/Field.js"
import * as FailureTable from "./FailureTable.js"
import { ResolutionOwner } from "./Health.js"
import { HeldBackDeletion } from "./HeldBackDeletion.js"
import * as RecordNames from "./RecordNames.js"

/** Deletions of one kind of record that wait for a decision, with who decides and what to tell them. */
export const HeldBackProblem = Field.struct("HeldBackProblem", {
  ...HeldBackDeletion.fields,
  /** Who decides. */
  resolution_owner: ResolutionOwner,
  /** What the customer should know or do, as a sentence that a product can show. */
  customer_message: Schema.String,
  /** What the operator of the service should know or do, as human-readable text. */
  operator_message: Schema.String
})
export interface HeldBackProblem extends Schema.Schema.Type<typeof HeldBackProblem> {}

type Held = Pick<HeldBackDeletion, "count" | "reason" | "record_kind">

/** The deletions as the failure table's sentences name them. */
const factsOf = (tool: string, { count, record_kind }: Held) => ({
  missing: `${count} ${RecordNames.plural(record_kind)}`,
  tool
})

/** What the operator of the service should know or do. `tool` is the name of the source tool. */
export const operatorMessage = (tool: string, held: Held): string =>
  FailureTable.heldBack.operator(held.reason, factsOf(tool, held))

/** The deletions with who decides about them, and what each side reads. `tool` is the name of the source tool. */
export const explain = (tool: string, held: HeldBackDeletion): HeldBackProblem => ({
  ...held,
  resolution_owner: FailureTable.heldBack.owner,
  customer_message: FailureTable.heldBack.customer(held.reason, factsOf(tool, held)),
  operator_message: operatorMessage(tool, held)
})

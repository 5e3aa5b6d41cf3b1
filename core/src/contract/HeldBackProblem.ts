import { Schema } from "effect"
import * as Field from "../records/Field.js"
import { ResolutionOwner } from "./Health.js"
import { HeldBackDeletion, type HeldBackReason } from "./HeldBackDeletion.js"
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

/** What is missing, such as "12 groups", and which tool no longer lists it. */
interface Facts {
  readonly missing: string
  readonly tool: string
}

const sentences: Readonly<Record<HeldBackReason, (facts: Facts) => string>> = {
  UNREADABLE_ROWS: ({ missing, tool }) =>
    `${tool} no longer lists ${missing}, but lists rows that could not be read and may be these records.`,
  LARGE_SHARE: ({ missing, tool }) =>
    `${tool} no longer lists ${missing}, a large share of all; its answer may be incomplete.`,
  EVERYTHING: ({ missing, tool }) => `${tool} no longer lists any of ${missing}; its answer may be incomplete.`,
  EMPTIED_PARENTS: ({ missing, tool }) =>
    `${tool} no longer lists ${missing}, among them all of many groups or the like; its answer may be incomplete.`
}

type Held = Pick<HeldBackDeletion, "count" | "reason" | "record_kind">

const whatOf = (tool: string, { count, reason, record_kind }: Held): string =>
  sentences[reason]({ missing: `${count} ${RecordNames.plural(record_kind)}`, tool })

/** What the operator of the service should know or do. `tool` is the name of the source tool. */
export const operatorMessage = (tool: string, held: Held): string =>
  `${whatOf(tool, held)} If the customer says that they are gone, confirm the deletions, otherwise dismiss them: POST .../held-back-deletions, or "tributary deletions".`

/** The deletions with who decides about them, and what each side reads. `tool` is the name of the source tool. */
export const explain = (tool: string, held: HeldBackDeletion): HeldBackProblem => ({
  ...held,
  resolution_owner: "SERVICE",
  customer_message: `${whatOf(tool, held)} They stay until the operator of this service decides. If they are really gone, tell the operator.`,
  operator_message: operatorMessage(tool, held)
})

import { Row } from "@tributary/core"
import { Schema } from "effect"
import { toResult } from "./controls.js"

/** The part of a finding that judges a control: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_Compliance.html */
export const AwsEvaluation = Schema.Struct({
  Compliance: Row.nullish(
    Schema.Struct({
      Status: Row.nullish(Schema.String),
      SecurityControlId: Row.nullish(Schema.String)
    })
  ),
  GeneratorId: Row.nullish(Schema.String),
  CreatedAt: Row.nullish(Schema.String),
  UpdatedAt: Row.nullish(Schema.String)
})
export interface AwsEvaluation extends Schema.Schema.Type<typeof AwsEvaluation> {}

/** The answers to the lookups of a control. */
export interface AwsControlAnswers {
  /** The control's current findings. */
  readonly evaluations: ReadonlyArray<AwsEvaluation> | null
}

type Result = ReturnType<typeof toResult>

/** How many evaluations have a result; null if they could not be read. */
export const count = (evaluations: ReadonlyArray<AwsEvaluation> | null, result: Result): number | null =>
  evaluations?.filter(({ Compliance }) => toResult(Compliance?.Status ?? null) === result).length ?? null

/**
 * FAIL if a finding failed, PASS if all passed, otherwise NOT_APPLICABLE. In Security Hub, too, a single warning makes the status
 * of a control unknown.
 *
 * https://docs.aws.amazon.com/securityhub/latest/userguide/controls-overall-status.html
 */
export const resultOf = ({ evaluations }: AwsControlAnswers): Result => {
  if ((count(evaluations, "FAIL") ?? 0) > 0) return "FAIL"
  return evaluations !== null && evaluations.length > 0 && count(evaluations, "PASS") === evaluations.length
    ? "PASS"
    : "NOT_APPLICABLE"
}

/** The first creation and the last change of evaluations; null if none has one. AWS writes instants such that their order is that of their texts. */
export const instantsOf = (evaluations: AwsControlAnswers["evaluations"]) => {
  const found = { created: null as string | null, updated: null as string | null }
  for (const { CreatedAt, UpdatedAt } of evaluations ?? []) {
    if (CreatedAt !== null && (found.created === null || CreatedAt < found.created)) found.created = CreatedAt
    if (UpdatedAt !== null && (found.updated === null || UpdatedAt > found.updated)) found.updated = UpdatedAt
  }
  return found
}

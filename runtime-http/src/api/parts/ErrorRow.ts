import { Schema } from "effect"

/** The categories of structured errors. */
export const StructuredErrorType = Schema.Literal("validation_error", "not_found", "unauthorized", "internal_error")
export type StructuredErrorType = Schema.Schema.Type<typeof StructuredErrorType>

/** An error that the API can answer with. */
export interface ErrorRow {
  readonly status: number
  readonly type: StructuredErrorType
  readonly code: string
  /** What happened. */
  readonly cause: string
  /** What the caller can do. */
  readonly remedy: string
}

import { Row, Timestamp } from "@tributary/core"
import { Schema } from "effect"

/**
 * An instant: the API writes seconds since 1970, as a number, and files that the AWS CLI wrote have ISO 8601.
 *
 * https://smithy.io/2.0/aws/protocols/aws-restjson1-protocol.html#shape-serialization
 */
export const AwsInstant = Row.nullish(Schema.Union(Schema.Number, Schema.String))
export type AwsInstant = Schema.Schema.Type<typeof AwsInstant>

/** The instant in ISO 8601; null if there is none. */
export const toInstant = (instant: number | string | null): string | null =>
  typeof instant === "string" ? instant : Timestamp.fromSeconds(instant)

import { Row } from "@tributary/core"
import { Schema } from "effect"

/** A user as other rows name them. */
export const JiraPerson = Schema.Struct({ accountId: Row.nullish(Schema.String) })
export interface JiraPerson extends Schema.Schema.Type<typeof JiraPerson> {}

/** What Jira sends for every user whose record an import lost: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-users/ */
const LOST = "unknown"

/** The account of the first of the users whom Jira knows; null if it knows none. */
export const accountOf = (...people: ReadonlyArray<JiraPerson | null>): string | null =>
  people.map((person) => person?.accountId ?? null).find((id) => id !== null && id !== LOST) ?? null

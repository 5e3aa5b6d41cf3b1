import { Row } from "@tributary/core"
import { Schema } from "effect"

/** Where a policy is assigned to: https://learn.microsoft.com/en-us/graph/api/resources/intune-shared-deviceandappmanagementassignmenttarget */
export const Assignments = Schema.Array(
  Schema.Struct({
    target: Row.nullish(
      Schema.Struct({ "@odata.type": Row.nullish(Schema.String), groupId: Row.nullish(Schema.String) })
    )
  })
)
export type Assignments = Schema.Schema.Type<typeof Assignments>

/** A group that a policy applies to; an exclusion has a type of its own and a group, too. */
const GROUP = "#microsoft.graph.groupAssignmentTarget"

/** The groups that a policy applies to, each once. */
export const groupIdsOf = (assignments: Assignments): ReadonlyArray<string> => [
  ...new Set(
    assignments.flatMap(({ target }) => (target?.["@odata.type"] === GROUP && target.groupId ? [target.groupId] : []))
  )
]

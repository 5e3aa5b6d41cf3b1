import { Row } from "@tributary/core"
import { Schema } from "effect"
import { JiraPerson } from "../person.js"

const Named = Schema.Struct({ id: Row.nullish(Schema.String), name: Row.nullish(Schema.String) })

/** An issue: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/#api-rest-api-3-search-jql-get */
export const JiraIssue = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  self: Row.nullish(Schema.String),
  fields: Schema.Struct({
    summary: Row.nullish(Schema.String),
    description: Row.nullish(Schema.Unknown),
    issuetype: Row.nullish(
      Schema.Struct({
        ...Named.fields,
        subtask: Row.nullish(Schema.Boolean),
        hierarchyLevel: Row.nullish(Schema.Number)
      })
    ),
    status: Row.nullish(
      Schema.Struct({
        name: Row.nullish(Schema.String),
        statusCategory: Row.nullish(Schema.Struct({ key: Row.nullish(Schema.String) }))
      })
    ),
    statuscategorychangedate: Row.nullish(Schema.String),
    priority: Row.nullish(Named),
    resolution: Row.nullish(Named),
    resolutiondate: Row.nullish(Schema.String),
    project: Row.nullish(Schema.Struct({ id: Row.nullish(Schema.String), key: Row.nullish(Schema.String) })),
    parent: Row.nullish(Schema.Struct({ id: Row.nullish(Schema.String) })),
    assignee: Row.nullish(JiraPerson),
    reporter: Row.nullish(JiraPerson),
    creator: Row.nullish(JiraPerson),
    created: Row.nullish(Schema.String),
    updated: Row.nullish(Schema.String),
    duedate: Row.nullish(Schema.String),
    labels: Row.nullish(Schema.Array(Schema.String)),
    components: Row.nullish(Schema.Array(Named)),
    fixVersions: Row.nullish(Schema.Array(Named)),
    versions: Row.nullish(Schema.Array(Named)),
    security: Row.nullish(Named),
    environment: Row.nullish(Schema.Unknown),
    // Absent if a site or project has no attachments; anything but a list says nothing about them, so that the issue counts as unreadable.
    attachment: Schema.optional(Schema.Array(Schema.Unknown))
  })
})
export interface JiraIssue extends Schema.Schema.Type<typeof JiraIssue> {}

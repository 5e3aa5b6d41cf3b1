import { Child, Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { toText } from "../atlassianDocument.js"
import { issueSearchFor } from "../issueSearch.js"
import { linksOf, OF_API } from "../links.js"
import { accountOf, JiraPerson } from "../person.js"

/** An issue, with the number of its comments: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/ */
export const JiraCommentedIssue = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  fields: Schema.Struct({
    comment: Row.nullish(Schema.Struct({ total: Row.nullish(Schema.Number) }))
  })
})
export interface JiraCommentedIssue extends Schema.Schema.Type<typeof JiraCommentedIssue> {}

/** A comment: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-comments/ */
export const JiraComment = Schema.Struct({
  id: Schema.String,
  author: Row.nullish(JiraPerson),
  body: Row.nullish(Schema.Unknown),
  created: Row.nullish(Schema.String),
  updated: Row.nullish(Schema.String),
  visibility: Row.nullish(Schema.Struct({ value: Row.nullish(Schema.String) })),
  jsdPublic: Row.nullish(Schema.Boolean)
})
export interface JiraComment extends Schema.Schema.Type<typeof JiraComment> {}

/** Maps a comment to an `itsm_comment` of its issue. */
export const toItsmComment = (
  comment: JiraComment,
  issue: JiraCommentedIssue
): RecordKind.Draft<typeof RecordKind.ItsmComment> => ({
  body: toText(comment.body),
  ticket_id: issue.id,
  author_user_id: accountOf(comment.author),
  vendor_id: comment.id,
  vendor_attributes: {
    created_at: comment.created,
    id: comment.id,
    updated_at: comment.updated,
    vendor: "JIRA",
    data: {
      vendor: "JIRA",
      issue_key: issue.key,
      visible_to: comment.visibility?.value ?? null,
      is_public: comment.jsdPublic
    }
  }
})

const ofIssue = Child.of<JiraCommentedIssue>()({
  record: RecordKind.ItsmComment,
  endpoint: "/rest/api/3/issue/{id}/comment",
  row: JiraComment,
  // The authors have records, whose changes are none of the comment; another author of a change comes with another `updated`.
  marks: {
    volatile: ["author", "updateAuthor"],
    leftOut: { self: OF_API, ...linksOf("author", "updateAuthor") }
  },
  pagination: Pagination.offset({
    items: "comments",
    limit: 100,
    counts: "requested",
    limitInForce: "maxResults",
    limitParam: "maxResults",
    param: "startAt",
    total: "total"
  }),
  permissions: ["Browse projects"],
  // A new or edited comment sets the issue's `updated`.
  updatesParent: true,
  // The search returns only the first comments of an issue, but also their total.
  when: (issue) => issue.fields.comment?.total !== 0,
  toRecord: toItsmComment
})

/** Extracts the comments of all issues, with one list for each issue that has any. */
export const comments = Extractor.below({
  ...issueSearchFor("comment"),
  row: JiraCommentedIssue,
  permissions: ["Browse projects"],
  child: ofIssue
})

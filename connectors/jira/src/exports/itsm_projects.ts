import { Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { toText } from "../atlassianDocument.js"
import { browseUrl } from "../browseUrl.js"
import { linksOf, OF_EXPANSION, PICTURE } from "../links.js"
import { accountOf, JiraPerson } from "../person.js"
import { addressOf, type JiraSites, sites } from "../sites.js"

/** A project: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-projects/#api-rest-api-3-project-search-get */
export const JiraProject = Schema.Struct({
  id: Schema.String,
  self: Row.nullish(Schema.String),
  key: Row.nullish(Schema.String),
  name: Row.nullish(Schema.String),
  description: Row.nullish(Schema.Unknown),
  projectTypeKey: Row.nullish(Schema.String),
  style: Row.nullish(Schema.String),
  isPrivate: Row.nullish(Schema.Boolean),
  archived: Row.nullish(Schema.Boolean),
  simplified: Row.nullish(Schema.Boolean),
  projectCategory: Row.nullish(Schema.Struct({ name: Row.nullish(Schema.String) })),
  lead: Row.nullish(JiraPerson)
})
export interface JiraProject extends Schema.Schema.Type<typeof JiraProject> {}

/** Maps a project to an `itsm_project`; its name falls back to its key, then to its id. */
export const toItsmProject = (
  project: JiraProject,
  answers: JiraSites
): RecordKind.Draft<typeof RecordKind.ItsmProject> => ({
  name: project.name ?? project.key ?? project.id,
  key: project.key,
  description: toText(project.description),
  url: browseUrl(project.self, project.key, addressOf(answers)),
  vendor_id: project.id,
  vendor_attributes: {
    created_at: null,
    id: project.id,
    updated_at: null,
    vendor: "JIRA",
    data: {
      vendor: "JIRA",
      type: project.projectTypeKey,
      style: project.style,
      category: project.projectCategory?.name ?? null,
      lead_account_id: accountOf(project.lead),
      is_private: project.isPrivate,
      is_team_managed: project.simplified,
      is_archived: project.archived ?? false
    }
  }
})

/** Extracts the projects that the account may browse. */
export const projects = Extractor.make({
  record: RecordKind.ItsmProject,
  endpoint: "/rest/api/3/project/search",
  row: JiraProject,
  marks: {
    // The lead has a record, whose changes are none of the project.
    volatile: ["lead"],
    leftOut: { avatarUrls: PICTURE, expand: OF_EXPANSION, ...linksOf("lead", "projectCategory") }
  },
  pagination: Pagination.offset({
    items: "values",
    limit: 50,
    counts: "requested",
    limitInForce: "maxResults",
    limitParam: "maxResults",
    param: "startAt",
    total: "total"
  }),
  permissions: ["Browse projects"],
  // Without `orderBy`, Jira orders projects by key.
  queries: [{ expand: "description,lead" }],
  lookups: { sites },
  toRecord: toItsmProject
})

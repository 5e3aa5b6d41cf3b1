import { Extractor, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { numberedPages } from "../pagination.js"

/** A project: https://docs.gitlab.com/api/groups/ */
export const GitLabProject = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  path_with_namespace: Row.text,
  description: Row.text,
  web_url: Row.text,
  default_branch: Row.text,
  visibility: Row.text,
  archived: Row.nullish(Schema.Boolean),
  namespace: Row.nullish(Schema.Struct({ full_path: Row.text })),
  topics: Row.nullish(Schema.Array(Schema.String)),
  tag_list: Row.nullish(Schema.Array(Schema.String)),
  created_at: Row.text,
  updated_at: Row.text,
  repository_access_level: Row.text
})
export interface GitLabProject extends Schema.Schema.Type<typeof GitLabProject> {}

const VISIBILITIES: Readonly<Record<string, Records.ApplicationVisibility>> = {
  public: "PUBLIC",
  private: "PRIVATE",
  internal: "INTERNAL"
}

/** Maps a project to an `application`. Topics were called tags before GitLab 14. */
export const toApplication = (project: GitLabProject): RecordKind.Draft<typeof RecordKind.Application> => {
  const topics = project.topics ?? project.tag_list
  return {
    name: project.name,
    full_name: project.path_with_namespace,
    type: project.repository_access_level === "disabled" ? "PROJECT" : "REPOSITORY",
    description: project.description,
    url: project.web_url,
    default_branch: project.default_branch,
    visibility: VISIBILITIES[project.visibility ?? ""] ?? null,
    is_archived: project.archived,
    owner: project.namespace?.full_path ?? null,
    tags: topics?.length ? topics : null,
    vendor_created_at: project.created_at,
    last_updated_at: project.updated_at,
    vendor_id: String(project.id)
  }
}

/** Reads the projects of the group and its subgroups, archived ones included, but not those that other groups share with it. */
export const applications = Extractor.make({
  record: RecordKind.Application,
  endpoint: "/api/v4/groups/{$group}/projects",
  row: GitLabProject,
  marks: {
    secret: ["runners_token", "import_url"],
    volatile: ["last_activity_at", "star_count", "forks_count", "open_issues_count", "statistics"],
    leftOut: {
      _links: "addresses of GitLab's own API",
      avatar_url: "address of a picture",
      "namespace.avatar_url": "address of a picture",
      "owner.avatar_url": "address of a picture",
      permissions: "what the token may do, not what the project is",
      description_html: "the description once more"
    }
  },
  pagination: numberedPages,
  permissions: ["read_api"],
  queries: [{ include_subgroups: true, with_shared: false, order_by: "id", sort: "asc" }],
  toRecord: toApplication
})

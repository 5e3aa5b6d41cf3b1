import { Extractor, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { repositoryLinks, userLinks } from "../links.js"
import { numberedPages } from "../pagination.js"

/** A repository: https://docs.github.com/en/rest/repos/repos#list-organization-repositories */
export const GitHubRepository = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  full_name: Row.text,
  description: Row.text,
  html_url: Row.text,
  default_branch: Row.text,
  language: Row.text,
  visibility: Row.text,
  private: Row.nullish(Schema.Boolean),
  archived: Row.nullish(Schema.Boolean),
  owner: Row.nullish(Schema.Struct({ login: Row.text })),
  topics: Row.nullish(Schema.Array(Schema.String)),
  created_at: Row.text,
  updated_at: Row.text
})
export interface GitHubRepository extends Schema.Schema.Type<typeof GitHubRepository> {}

const VISIBILITIES: Readonly<Record<string, Records.ApplicationVisibility>> = {
  public: "PUBLIC",
  private: "PRIVATE",
  internal: "INTERNAL"
}

/** An internal repository is private, too, so `private` counts only if there is no word. */
const visibilityOf = (repository: GitHubRepository): Records.ApplicationVisibility | null => {
  if (repository.visibility !== null) return VISIBILITIES[repository.visibility] ?? null
  if (repository.private === null) return null
  return repository.private ? "PRIVATE" : "PUBLIC"
}

/** Maps a repository to an `application`. GitHub names only the language that most of it is written in. */
export const toApplication = (repository: GitHubRepository): RecordKind.Draft<typeof RecordKind.Application> => ({
  name: repository.name,
  full_name: repository.full_name,
  type: "REPOSITORY",
  description: repository.description,
  url: repository.html_url,
  default_branch: repository.default_branch,
  languages: repository.language === null ? null : [repository.language],
  visibility: visibilityOf(repository),
  is_archived: repository.archived,
  owner: repository.owner?.login ?? null,
  tags: repository.topics?.length ? repository.topics : null,
  vendor_created_at: repository.created_at,
  last_updated_at: repository.updated_at,
  vendor_id: String(repository.id)
})

/** Extracts the repositories of the organization, archived ones and forks included. */
export const applications = Extractor.make({
  record: RecordKind.Application,
  endpoint: "/orgs/{$organization}/repos",
  row: GitHubRepository,
  marks: {
    secret: ["temp_clone_token"],
    volatile: [
      "size",
      "pushed_at",
      "forks",
      "forks_count",
      "open_issues",
      "open_issues_count",
      "stargazers_count",
      "watchers",
      "watchers_count"
    ],
    leftOut: {
      ...repositoryLinks(),
      ...userLinks("owner"),
      permissions: "what the token may do, not what the repository is"
    }
  },
  pagination: numberedPages,
  permissions: ["Metadata: read"],
  queries: [{ type: "all", sort: "created", direction: "asc" }],
  toRecord: toApplication
})

import { Lookup, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import type { SnykIssue } from "./issue.js"
import { allOrganizations } from "./organization.js"
import { pages } from "./pages.js"

const Target = Schema.Struct({ attributes: Row.nullish(Schema.Struct({ display_name: Row.text, url: Row.text })) })

/** What every reader of a project needs. */
export const projectFields = {
  type: Row.text,
  origin: Row.text,
  target_file: Row.text,
  target_reference: Row.text
}

/** The project of an issue, with its target: https://docs.snyk.io/snyk-api/reference/projects#get-orgs-org_id-projects */
export const SnykIssueProject = Schema.Struct({
  id: Schema.String,
  attributes: Schema.Struct({ ...projectFields, name: Row.text }),
  relationships: Row.nullish(Schema.Struct({ target: Row.nullish(Schema.Struct({ data: Row.nullish(Target) })) }))
})
export interface SnykIssueProject extends Schema.Schema.Type<typeof SnykIssueProject> {}

type Described = { readonly attributes: Omit<SnykIssueProject["attributes"], "name"> }

/** The projects of an organization: https://docs.snyk.io/snyk-api/reference/projects#get-orgs-org_id-projects */
export const PROJECTS = "/rest/orgs/{id}/projects"

export const PROJECT_PERMISSIONS = ["View Projects (org.project.read)"]

/** The types of the operating systems of images: https://docs.snyk.io/snyk-api/api-endpoints-index-and-tips/project-type-responses-from-the-api */
const IMAGE_TYPES: ReadonlySet<string> = new Set(["apk", "deb", "linux", "rpm"])

export const isImage = ({ attributes }: Described): boolean => IMAGE_TYPES.has(attributes.type ?? "")

/** Snyk Container scans images and Dockerfiles: https://docs.snyk.io/scan-with-snyk/snyk-container */
export const isContainer = (project: Described): boolean => isImage(project) || project.attributes.type === "dockerfile"

/** The origins whose targets are repositories: https://docs.snyk.io/developer-tools/scm-integrations/organization-level-integrations */
const REPOSITORY_ORIGINS: ReadonlySet<string> = new Set([
  "azure-repos",
  "bitbucket-cloud",
  "bitbucket-connect-app",
  "bitbucket-server",
  "github",
  "github-cloud-app",
  "github-enterprise",
  "gitlab"
])

const isOfRepository = ({ attributes }: Described): boolean => REPOSITORY_ORIGINS.has(attributes.origin ?? "")

/** The repository of a project: its target, if that was imported from one, or if the CLI found the address of one. */
export const repositoryOf = (project: SnykIssueProject): Records.CodeRepository | null => {
  const { display_name = null, url = null } = project.relationships?.target?.data?.attributes ?? {}
  return display_name && (isOfRepository(project) || url) ? { name: display_name, url: url || null } : null
}

/** The branch that is scanned. For other origins, the reference is whatever the customer chose, such as the tag of an image. */
export const branchOf = (project: Described): string | null =>
  isOfRepository(project) ? project.attributes.target_reference || null : null

/** The file in the repository that the project is about, such as a manifest. */
export const fileOf = (project: Described | null): string | null =>
  project === null || isImage(project) ? null : project.attributes.target_file || null

/** The project of an issue: only its type tells an image from a dependency. The issues of an environment have none. */
export const projectOfIssue = Lookup.joined<SnykIssue>()({
  below: allOrganizations,
  // Otherwise a project has only the id of its target.
  endpoint: `${PROJECTS}?expand=target`,
  row: SnykIssueProject,
  pagination: pages,
  permissions: PROJECT_PERMISSIONS,
  key: ({ id }) => id,
  matches: ({ relationships }) => relationships.scan_item.data.id,
  when: ({ relationships }) => relationships.scan_item.data.type === "project"
})

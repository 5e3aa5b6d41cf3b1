import { Child, Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { organizations, type SnykOrganization } from "../organization.js"
import { pages } from "../pages.js"
import { branchOf, isImage, PROJECT_PERMISSIONS, PROJECTS, projectFields } from "../project.js"

/** A project: https://docs.snyk.io/snyk-api/reference/projects#get-orgs-org_id-projects */
export const SnykProject = Schema.Struct({
  id: Schema.String,
  attributes: Schema.Struct({
    ...projectFields,
    name: Schema.String,
    status: Row.text,
    created: Row.text,
    business_criticality: Row.nullish(Schema.Array(Schema.String)),
    tags: Row.nullish(Schema.Array(Schema.Struct({ key: Row.text, value: Row.text })))
  })
})
export interface SnykProject extends Schema.Schema.Type<typeof SnykProject> {}

/** A project that is not active is no longer watched: https://docs.snyk.io/snyk-api/reference/projects */
const ARCHIVED: Readonly<Record<string, boolean>> = { active: false, inactive: true }

/** Maps a project to an `application`. */
export const toApplication = (
  project: SnykProject,
  organization: SnykOrganization
): RecordKind.Draft<typeof RecordKind.Application> => {
  const { business_criticality: criticality, created, name, status, tags } = project.attributes
  return {
    name,
    type: isImage(project) ? "CONTAINER_IMAGE" : "PROJECT",
    default_branch: branchOf(project),
    is_archived: ARCHIVED[status ?? ""] ?? null,
    owner: organization.attributes?.name ?? null,
    business_criticality: criticality?.length ? criticality.join(", ") : null,
    tags: tags?.length ? tags.map(({ key, value }) => [key, value].filter(Boolean).join(":")) : null,
    vendor_created_at: created,
    vendor_id: project.id,
    vendor_data: {
      vendor: "SNYK",
      type: project.attributes.type,
      origin: project.attributes.origin,
      target_file: project.attributes.target_file,
      target_reference: project.attributes.target_reference
    }
  }
}

const OF_API = "address of Snyk's own API"

/** Extracts the projects of the organizations, deactivated ones included. */
export const applications = Extractor.below({
  ...organizations,
  child: Child.of<SnykOrganization>()({
    record: RecordKind.Application,
    endpoint: PROJECTS,
    row: SnykProject,
    marks: {
      leftOut: {
        "relationships.importer.links": OF_API,
        "relationships.organization.links": OF_API,
        "relationships.owner.links": OF_API,
        "relationships.target.links": OF_API
      }
    },
    pagination: pages,
    permissions: PROJECT_PERMISSIONS,
    toRecord: toApplication
  })
})

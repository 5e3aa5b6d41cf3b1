import { Pagination, type Tenant } from "@tributary/core"
import { Schema } from "effect"

/** The group of the credentials: https://docs.gitlab.com/api/groups/ */
export const GROUP = "/api/v4/groups/{$group}?with_projects=false"

/** What the group says of itself: https://docs.gitlab.com/api/groups/ */
export const GitLabGroup = Schema.Struct({ id: Schema.Number, full_path: Schema.String })
export interface GitLabGroup extends Schema.Schema.Type<typeof GitLabGroup> {}

/** The top-level group in a full path such as `acme/platform/shop`. */
const topOf = (path: unknown): string | null => (typeof path === "string" ? (path.split("/")[0] ?? null) : null)

/**
 * The group by its id, which stays when it is renamed, and the host, because each GitLab counts its groups from 1. A project, or that of a
 * vulnerability, names the top-level group in its path.
 */
export const tenantAt = (host: string): Tenant.Tenant => ({
  id: {
    path: GROUP,
    names: (body) => {
      const id = Pagination.at(body, "id")
      return typeof id === "number" ? `${host}/groups/${id}` : null
    }
  },
  ofRow: (row) => topOf(Pagination.at(row, "path_with_namespace") ?? Pagination.at(row, "project.fullPath")),
  covers: [{ path: GROUP, names: (body) => topOf(Pagination.at(body, "full_path")) }]
})

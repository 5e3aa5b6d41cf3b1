import { Child, Pagination, Row } from "@tributary/core"
import { Schema } from "effect"
import { repositoryLinks, userLinks } from "./links.js"

/** The repository that an alert is in: https://docs.github.com/en/rest/code-scanning/code-scanning#list-code-scanning-alerts-for-an-organization */
export const GitHubAlertRepository = Schema.Struct({
  id: Schema.Number,
  full_name: Schema.String,
  html_url: Row.text
})
export interface GitHubAlertRepository extends Schema.Schema.Type<typeof GitHubAlertRepository> {}

/** An account that an alert names: https://docs.github.com/en/rest/code-scanning/code-scanning#list-code-scanning-alerts-for-an-organization */
export const GitHubAccount = Schema.Struct({ login: Row.text })

/** The features that have alerts, by their names in paths. */
type Feature = "code-scanning" | "dependabot" | "secret-scanning"

/** The number of an alert is unique in one repository and for one feature only: https://docs.github.com/en/rest/code-scanning/code-scanning */
export const alertId = (feature: Feature, repositoryId: unknown, number: unknown): string | null =>
  Child.joinedId(repositoryId, feature, number)

/** Where a raw row of a feature's list has its id. */
export const alertIdOf =
  (feature: Feature) =>
  (row: unknown): string | null =>
    alertId(feature, Pagination.at(row, "repository.id"), Pagination.at(row, "number"))

/** The fields of a record that say which repository has the alert. */
export const placeOf = ({ full_name, html_url, id }: GitHubAlertRepository) => ({
  application_id: String(id),
  application_vendor_id: String(id),
  repository: { name: full_name, url: html_url }
})

/** Further fields of an alert that are not worth storing; `accounts` are the paths of those that it names. */
export const alertLinks = (...accounts: ReadonlyArray<string>): Readonly<Record<string, string>> => ({
  url: "address of GitHub's own API",
  "repository.owner": "the organization, which is the same in every alert",
  ...repositoryLinks("repository"),
  ...userLinks("assignees", ...accounts)
})

/** The oldest first, so that alerts that come meanwhile are behind those that were read; all three lists take these parameters. */
export const OLDEST_FIRST = { sort: "created", direction: "asc" }

/** The alerts that changed last come first, so that a delta ends at one that it knows; no list filters by time. All three take these parameters. */
export const NEWEST_FIRST = { query: { sort: "updated", direction: "desc" }, changedAt: "updated_at" }

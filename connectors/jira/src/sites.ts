import { Lookup, Pagination, Row } from "@tributary/core"
import { Schema } from "effect"
import { isBehindGateway } from "./browseUrl.js"

/** A site, as it describes itself: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-server-info/#api-rest-api-3-serverinfo-get */
export const JiraSite = Schema.Struct({ baseUrl: Schema.String, displayUrl: Row.nullish(Schema.String) })
export interface JiraSite extends Schema.Schema.Type<typeof JiraSite> {}

/** The answers to the lookups of a row that a browser shows. */
export interface JiraSites {
  /** The site; null unless it was asked for. */
  readonly sites: ReadonlyArray<JiraSite> | null
}

/** A row with its address in the API. */
interface Addressed {
  readonly self: string | null
}

/** The site, which only rows behind the gateway need: the others have its address in their own. */
export const sites = Lookup.shared<Addressed>()({
  endpoint: "/rest/api/3/serverInfo",
  row: JiraSite,
  pagination: Pagination.one(),
  permissions: ["scope: read:jira-work"],
  isOptional: true,
  sharedFields: ["url"],
  when: ({ self }) => isBehindGateway(self)
})

/** The address of the site for browsers, without a slash at its end; null if it is unknown. */
export const addressOf = ({ sites: found }: JiraSites): string | null => {
  const { baseUrl = null, displayUrl = null } = found?.[0] ?? {}
  const address = [baseUrl, displayUrl].find((each) => each !== null && !isBehindGateway(each)) ?? null
  return address === null ? null : address.replace(/\/$/, "")
}

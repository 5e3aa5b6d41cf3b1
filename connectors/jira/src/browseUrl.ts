/** An address of Atlassian's API gateway, which has a site's cloud ID instead of its address. */
const GATEWAY = /^https?:\/\/[^/]+\/ex\/jira\//

/** Whether a resource's address in the API is one of the gateway, so that it does not say where a browser finds the resource. */
export const isBehindGateway = (self: string | null): boolean => GATEWAY.test(self ?? "")

/**
 * Derives the address at which a browser shows an issue or project from `self`, the resource's address in the API.
 *
 * Behind the gateway it is at `site`, the site's own address; null if that is unknown.
 */
export const browseUrl = (self: string | null, key: string | null, site: string | null): string | null => {
  const [, own = null] = /^(https?:\/\/.+?)\/rest\/api\//.exec(self ?? "") ?? []
  const found = isBehindGateway(self) ? site : own
  return found === null || key === null ? null : `${found}/browse/${encodeURIComponent(key)}`
}

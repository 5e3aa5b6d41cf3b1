/**
 * Derives the address at which a browser shows an issue or project from `self`, the resource's address in the API.
 *
 * Returns null for addresses of Atlassian's API gateway, which do not contain the site's address.
 */
export const browseUrl = (self: string | null, key: string | null): string | null => {
  const [, site] = /^(https?:\/\/(?!api\.atlassian\.com\/).+?)\/rest\/api\//.exec(self ?? "") ?? []
  return site === undefined || key === null ? null : `${site}/browse/${encodeURIComponent(key)}`
}

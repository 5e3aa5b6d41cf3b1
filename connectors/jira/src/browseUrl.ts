/**
 * Where a browser shows an issue or project; null behind Atlassian's API gateway, which does not tell the site's address.
 *
 * `self` is the resource's own address in the API.
 */
export const browseUrl = (self: string | null, key: string | null): string | null => {
  const [, site] = /^(https?:\/\/(?!api\.atlassian\.com\/).+?)\/rest\/api\//.exec(self ?? "") ?? []
  return site === undefined || key === null ? null : `${site}/browse/${encodeURIComponent(key)}`
}

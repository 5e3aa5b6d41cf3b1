/** The path of a page of 100 users by cursor; the first one without. */
export const pagePath = (cursor: string | null): string =>
  `/v1/idp/users?enableCursor=true&limit=100${cursor === null ? "" : `&cursor=${cursor}`}`

/** The token at the end of a page; reading all of its JSON would cost more than the server does. */
export const nextCursor = (body: string): string | null => /"next_cursor":"([^"]+)"/.exec(body.slice(-500))?.[1] ?? null

/** The path of a page of 100 users; null for the first page. */
export const pagePath = (cursor: string | null): string =>
  `/v1/idp/users?enableCursor=true&limit=100${cursor === null ? "" : `&cursor=${cursor}`}`

/** The next cursor, searched for at the end of the body: parsing all of the JSON would cost more than the server does. */
export const nextCursor = (body: string): string | null => /"next_cursor":"([^"]+)"/.exec(body.slice(-500))?.[1] ?? null

import createClient from "openapi-fetch"
import type { Access } from "./Access.js"
import type { components, paths } from "./generated/api.js"

/** A user, with or without the arrays that the include flags add, in the generated types. */
export type User = components["schemas"]["IdpUser"] | components["schemas"]["IdpUserWithEntities"]

/** Yields every page of the connection's users, with a client generated from the OpenAPI document. */
export async function* userPages(access: Access, limit = 100): AsyncGenerator<ReadonlyArray<User>> {
  const client = createClient<paths>({
    baseUrl: access.baseUrl,
    headers: { "X-API-KEY": access.apiKey, "X-CONNECTION-ID": access.connectionId }
  })
  let cursor: string | undefined
  do {
    const query = { enableCursor: true, limit, ...(cursor === undefined ? {} : { cursor }) }
    const { data, error } = await client.GET("/idp/users", { params: { query } })
    if (data === undefined) throw new Error(JSON.stringify(error))
    yield data.items
    cursor = "next_cursor" in data ? (data.next_cursor ?? undefined) : undefined
  } while (cursor !== undefined)
}

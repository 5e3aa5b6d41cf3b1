import { setTimeout as sleep } from "node:timers/promises"
import type { Access } from "./Access.js"

/** The part of a page of users that this example reads. */
export interface UserPage {
  readonly items: ReadonlyArray<{ readonly id: string; readonly full_name: string }>
  readonly next_cursor: string | null
}

const get = async (url: URL, access: Access): Promise<UserPage> => {
  const { apiKey, connectionId } = access
  const response = await fetch(url, { headers: { "X-API-KEY": apiKey, "X-CONNECTION-ID": connectionId } })
  if (response.status === 429) {
    await sleep(Number(response.headers.get("retry-after") ?? 1) * 1000)
    return get(url, access)
  }
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as UserPage
}

/**
 * Yields every page of the connection's users, oldest change first, with plain `fetch`; waits and retries after a 429.
 */
export async function* userPages(access: Access, limit = 100): AsyncGenerator<UserPage> {
  const url = new URL(`${access.baseUrl}/idp/users?enableCursor=true&limit=${limit}`)
  for (;;) {
    const page = await get(url, access)
    yield page
    if (page.next_cursor === null) return
    url.searchParams.set("cursor", page.next_cursor)
  }
}

import type { ReadServers, Request } from "./ReadServers.js"

/** The items of a page as the bytes that were sent; the whole body of a single record. */
const itemsOf = (body: string): string => {
  const end = body.lastIndexOf('],"next_cursor":')
  return end < 0 ? body : body.slice(0, end)
}

/** Fails unless both servers send the same bytes for each request; only their cursors have another form. */
export const compare = async ({ get }: ReadServers, requests: ReadonlyArray<Request>): Promise<void> => {
  for (const { byHand, ours } of requests) {
    const [real, twin] = [await get("ours", ours), await get("byHand", byHand)]
    if (itemsOf(real) !== itemsOf(twin))
      throw new Error(
        `${ours} and its twin ${byHand} answer differently:\n${real.slice(0, 1_000)}\n${twin.slice(0, 1_000)}`
      )
  }
}

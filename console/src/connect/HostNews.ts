import type { Messages } from "@tributary/connect"
import type { State } from "./Flow.js"

/**
 * What to tell the product's page about the connection, once; null while there is nothing to tell. A missing consent is told when this page can
 * learn no more about it, because the customer closes the page or its session has ended.
 */
export const doneOf = (
  { connectionId, screen }: State,
  page: "open" | "closing"
): Extract<Messages.PageBody, { readonly type: "done" }> | null => {
  if (connectionId === null) return null
  const done = { type: "done", connection_id: connectionId } as const
  if (screen.is === "live") return { ...done, status: "connected" }
  return screen.is === "end" || page === "closing" ? { ...done, status: "pending" } : null
}

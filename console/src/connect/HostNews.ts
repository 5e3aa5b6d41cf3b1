import type { Messages } from "@tributary/connect"
import type { State } from "./Flow.js"

/**
 * What the product's page hears of the connection, once; null for nothing yet. That a consent is missing is told when this page can learn no
 * more of it: the customer closes the page, or its session has ended.
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

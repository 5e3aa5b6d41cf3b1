import type { Messages } from "@tributary/connect"
import type { State } from "./Flow.js"

type Done = Extract<Messages.PageBody, { readonly type: "done" }>

/** The connection that is stored, and of whose consent nothing is known yet; null if there is none. */
export const waitingOf = ({ connectionId, screen }: State): string | null =>
  screen.is === "live" ? null : connectionId

/**
 * What to tell the product's page about the connection, once; null while there is nothing to tell. A missing consent is told when this page can
 * learn no more about it, because the customer closes the page or its session has ended.
 */
export const doneOf = (state: State, page: "open" | "closing"): Done | null => {
  const { connectionId, screen } = state
  if (connectionId === null) return null
  const done = { type: "done", connection_id: connectionId } as const
  if (screen.is === "live") return { ...done, status: "connected" }
  return screen.is === "end" || page === "closing" ? { ...done, status: "pending" } : null
}

/** What the product's page hears when the customer closes this one, in this order. */
export const closing = (state: State, isTold: boolean): ReadonlyArray<Messages.PageBody> => {
  const done = isTold ? null : doneOf(state, "closing")
  return [...(done === null ? [] : [done]), { type: "close" }]
}

import type { Messages } from "@tributary/connect"
import type { State } from "./Flow.js"

type Done = Extract<Messages.PageBody, { readonly type: "done" }>

/** The stored connection that is still waiting for consent, as far as this page knows; null if none is. */
export const waitingOf = ({ connectionId, screen }: State): string | null =>
  screen.is === "live" ? null : connectionId

/**
 * What to tell the product's page about the connection, once; null while there is nothing to tell. This page reports a missing consent only when
 * it can learn no more: when the customer closes it, or when its session has ended.
 */
export const doneOf = (state: State, page: "open" | "closing"): Done | null => {
  const { connectionId, screen } = state
  if (connectionId === null) return null
  const done = { type: "done", connection_id: connectionId } as const
  if (screen.is === "live") return { ...done, status: "connected" }
  return screen.is === "end" || page === "closing" ? { ...done, status: "pending" } : null
}

/** The messages to the product's page, in order, when the customer closes this one. */
export const closing = (state: State, isTold: boolean): ReadonlyArray<Messages.PageBody> => {
  const done = isTold ? null : doneOf(state, "closing")
  return [...(done === null ? [] : [done]), { type: "close" }]
}

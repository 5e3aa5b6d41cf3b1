import { Messages } from "@tributary/connect"
import { useCallback, useEffect, useRef } from "react"
import type { State } from "./Flow.js"
import type { Host } from "./Host.js"

const { toHost } = Messages

/** Tells the product's page once that the connection is stored, and what became of it when the customer closes the page. */
export const useHost = (host: Host | null, { screen }: State) => {
  const isTold = useRef(false)
  const tellDone = useCallback(
    (connectionId: string, status: Messages.ConnectStatus) => {
      if (isTold.current) return
      isTold.current = true
      host?.tell(toHost({ type: "done", connection_id: connectionId, status }))
    },
    [host]
  )
  useEffect(() => {
    if (screen.is === "live") tellDone(screen.connection.id, "connected")
  }, [screen, tellDone])
  const close = useCallback(() => {
    if (screen.is === "consent") tellDone(screen.connection.id, "pending")
    host?.tell(toHost({ type: "close" }))
  }, [host, screen, tellDone])
  useEffect(() => {
    if (host === null) return
    // A key that is pressed here never reaches the product's page, whose dialog it would close.
    const press = ({ defaultPrevented, key }: KeyboardEvent) => {
      if (key === "Escape" && !defaultPrevented) close()
    }
    document.addEventListener("keydown", press)
    return () => document.removeEventListener("keydown", press)
  }, [close, host])
  const resize = useCallback((height: number) => host?.tell(toHost({ type: "resize", height })), [host])
  return { close, resize }
}

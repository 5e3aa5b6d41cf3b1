import { Messages } from "@tributary/connect"
import { useCallback, useEffect, useRef } from "react"
import type { State } from "./Flow.js"
import type { Host } from "./Host.js"
import * as HostNews from "./HostNews.js"

const { toHost } = Messages

/** Tells the product's page once how far the connection is, and that the customer closes the page. */
export const useHost = (host: Host | null, state: State) => {
  const isTold = useRef(false)
  const tell = useCallback(
    (page: "open" | "closing") => {
      const done = HostNews.doneOf(state, page)
      if (done === null || isTold.current) return
      isTold.current = true
      host?.tell(toHost(done))
    },
    [host, state]
  )
  useEffect(() => tell("open"), [tell])
  const close = useCallback(() => {
    tell("closing")
    host?.tell(toHost({ type: "close" }))
  }, [host, tell])
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

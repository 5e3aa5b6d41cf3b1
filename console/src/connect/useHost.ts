import { Messages } from "@tributary/connect"
import { useCallback, useEffect, useRef } from "react"
import type { State } from "./Flow.js"
import type { Host } from "./Host.js"
import * as HostNews from "./HostNews.js"

const { toHost } = Messages

/** Tells the product's page which connection waits for a consent, once how far it is, and that the customer closes the page. */
export const useHost = (host: Host | null, state: State) => {
  const isTold = useRef(false)
  const isWaiting = useRef(false)
  const waiting = HostNews.waitingOf(state)
  useEffect(() => {
    if (waiting === null && !isWaiting.current) return
    isWaiting.current = true
    host?.tell(toHost({ type: "waiting", connection_id: waiting }))
  }, [host, waiting])
  useEffect(() => {
    const done = isTold.current ? null : HostNews.doneOf(state, "open")
    if (done === null) return
    isTold.current = true
    host?.tell(toHost(done))
  }, [host, state])
  const close = useCallback(() => {
    for (const body of HostNews.closing(state, isTold.current)) host?.tell(toHost(body))
    isTold.current ||= HostNews.doneOf(state, "closing") !== null
  }, [host, state])
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

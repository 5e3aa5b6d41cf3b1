import { useCallback, useEffect, useRef, useState } from "react"
import * as ConsentWindow from "./ConsentWindow.js"
import type { State } from "./Flow.js"

/** Opens the window of a consent within the click, and shows its page as soon as the address is known. */
export const useConsentWindow = (state: State) => {
  const opened = useRef<ConsentWindow.ConsentWindow | null>(null)
  const [isBlocked, setBlocked] = useState(false)
  const { screen, trouble } = state
  const address = screen.is === "consent" ? (screen.connection.consent?.authorize_url ?? null) : null
  const show = useCallback((address: string) => {
    setBlocked(opened.current?.show(address) === false)
    opened.current = null
  }, [])
  useEffect(() => {
    if (address !== null && opened.current !== null) show(address)
  }, [address, show])
  useEffect(() => {
    const isWithoutAddress = screen.is === "consent" && address === null
    if (trouble === null && screen.is !== "end" && screen.is !== "live" && !isWithoutAddress) return
    // It has shown nothing, and nothing comes any more.
    opened.current?.close()
    opened.current = null
  }, [screen.is, address, trouble])
  const open = () => {
    opened.current = ConsentWindow.open(window)
  }
  return {
    isBlocked,
    open,
    reopen: (address: string) => {
      open()
      show(address)
    }
  }
}

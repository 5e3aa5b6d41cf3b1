import { Messages } from "@tributary/connect"
import { useCallback, useEffect, useReducer, useRef, useState } from "react"
import { Layout } from "../ui/Layout.js"
import * as ConsentWindow from "./ConsentWindow.js"
import * as Flow from "./Flow.js"
import type { Host } from "./Host.js"
import { type PageData, returnAddressOf } from "./PageAddress.js"
import { CatalogueScreen } from "./screens/CatalogueScreen.js"
import { ConsentScreen } from "./screens/ConsentScreen.js"
import { EndScreen } from "./screens/EndScreen.js"
import { FormScreen } from "./screens/FormScreen.js"
import { LiveScreen } from "./screens/LiveScreen.js"
import { ResultScreen } from "./screens/ResultScreen.js"
import { OpeningScreen, WelcomeScreen } from "./screens/StartScreens.js"
import { type Requests, useRequests } from "./useRequests.js"

/** What the page is given. */
export interface AppProps {
  readonly data: PageData
  readonly requests: Requests
  /** The product's page around this one; null if there is none. */
  readonly host: Host | null
  readonly begin: Flow.State
}

const make = Messages.make<Messages.PageMessage>

/** Opens the window of a consent within the click, and shows its page as soon as the address is known. */
const useConsentWindow = (state: Flow.State) => {
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
    if (trouble === null && screen.is !== "end") return
    opened.current?.close()
    opened.current = null
  }, [screen.is, trouble])
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

/** Tells the product's page once that the connection is stored, and what became of it when the customer closes the page. */
const useHost = (host: Host | null, { screen }: Flow.State) => {
  const isTold = useRef(false)
  const tellDone = useCallback(
    (connectionId: string, status: Messages.ConnectStatus) => {
      if (isTold.current) return
      isTold.current = true
      host?.tell(make({ type: "done", connection_id: connectionId, status }))
    },
    [host]
  )
  useEffect(() => {
    if (screen.is === "live") tellDone(screen.connection.id, "connected")
  }, [screen, tellDone])
  const close = useCallback(() => {
    if (screen.is === "consent") tellDone(screen.connection.id, "pending")
    host?.tell(make({ type: "close" }))
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
  const resize = useCallback((height: number) => host?.tell(make({ type: "resize", height })), [host])
  return { close, resize }
}

/** The page. */
export const App = ({ begin, data, host, requests }: AppProps) => {
  const [state, dispatch] = useReducer(Flow.next, begin)
  useRequests(requests, state, dispatch)
  const { close, resize } = useHost(host, state)
  const consent = useConsentWindow(state)
  const { screen, view } = state
  const props = { state, dispatch }
  const { product } = data
  const logoOf = (vendor: string) => `${data.api}/connectors/${encodeURIComponent(vendor)}/logo`
  const isFramed = host !== null
  const vendorName = view?.connectors.find(({ vendor }) => vendor === state.vendor)?.vendor_name ?? state.vendor ?? ""
  const returnTo = (connectionId: string | null) =>
    isFramed ? null : returnAddressOf(view?.return_url ?? null, connectionId)
  const submit = () => {
    const chosen = Flow.chosenOf(state)
    const isSent = chosen !== null && state.request === null && Object.keys(Flow.problemsOf(chosen)).length === 0
    if (isSent && Flow.isConsent(chosen)) consent.open()
    dispatch({ is: "submitted" })
  }

  const shown = () => {
    switch (screen.is) {
      case "welcome":
        return <WelcomeScreen {...props} product={product} />
      case "opening":
        return <OpeningScreen {...props} />
      case "catalogue":
        return <CatalogueScreen {...props} logoOf={logoOf} />
      case "form":
        return <FormScreen {...props} logoOf={logoOf} onSubmit={submit} />
      case "result":
        return <ResultScreen {...props} onAgain={submit} test={screen.test} />
      case "consent":
        return (
          <ConsentScreen
            connection={screen.connection}
            isBlocked={consent.isBlocked}
            onOpen={consent.reopen}
            vendorName={vendorName}
          />
        )
      case "live":
        return (
          <LiveScreen
            connection={screen.connection}
            hasRead={state.hasRead}
            isReconnect={(view?.connection ?? null) !== null}
            isStale={state.isStale}
            onClose={isFramed ? close : null}
            product={product}
            returnUrl={returnTo(screen.connection.id)}
            vendorName={vendorName}
          />
        )
      case "end":
        return (
          <EndScreen
            ending={screen.ending}
            product={product}
            returnUrl={returnTo(null)}
            said={screen.ending === "nothing" ? (view?.blocked ?? null) : null}
          />
        )
    }
  }
  return (
    <Layout
      isFramed={isFramed}
      logo={data.logo}
      onClose={close}
      onHeight={resize}
      organization={view?.organization_name ?? null}
      product={product}
    >
      {shown()}
    </Layout>
  )
}

import { useReducer } from "react"
import { Layout } from "../ui/Layout.js"
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
import { useConsentWindow } from "./useConsentWindow.js"
import { useHost } from "./useHost.js"
import { type Requests, useRequests } from "./useRequests.js"

/** What the page is given. */
export interface AppProps {
  /** What the server says to the page. */
  readonly data: PageData
  /** What makes its requests. */
  readonly requests: Requests
  /** The product's page around this one; null if there is none. */
  readonly host: Host | null
  /** How it begins. */
  readonly begin: Flow.State
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
            isUnanswered={Flow.isUnanswered(state)}
            onOpen={consent.reopen}
            product={product}
            returnUrl={returnTo(null)}
            vendorName={vendorName}
          />
        )
      case "live":
        return (
          <LiveScreen
            connection={screen.connection}
            isRenewal={Flow.isRenewal(state)}
            isUnanswered={Flow.isUnanswered(state)}
            onClose={isFramed ? close : null}
            product={product}
            returnUrl={returnTo(screen.connection.id)}
            stale={state.stale}
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

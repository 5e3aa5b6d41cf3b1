// console/src/connect: the page with which customers connect their tools. It is a client of the HTTP API, and of nothing else.

import "../theme/tokens.css"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createRoot } from "react-dom/client"
import * as ConnectClient from "../api/ConnectClient.js"
import { LanguageProvider, languageOf } from "../texts/Texts.js"
import { tokensOf } from "../theme/BrandColor.js"
import { App } from "./App.js"
import * as Flow from "./Flow.js"
import * as Host from "./Host.js"
import { readData, readLink } from "./PageAddress.js"
import * as SessionStore from "./SessionStore.js"

const start = (root: HTMLElement) => {
  const data = readData(root.dataset, location.href)
  const language = languageOf(navigator.languages)
  document.documentElement.lang = language.tag
  document.title = language.texts.title(data.product)
  if (data.color !== null) {
    for (const [token, value] of Object.entries(tokensOf(data.color))) {
      document.documentElement.style.setProperty(token, value)
    }
  }
  const link = readLink(location.href)
  const store = SessionStore.make(link?.sessionId ?? "", () => sessionStorage)
  const isFramed = window.parent !== window
  const requests = {
    client: ConnectClient.make({ api: data.api, sessionId: link?.sessionId ?? "" }),
    store,
    link: { token: link?.token ?? null },
    // The token stays nowhere: not in the address, and not in the history.
    onOpened: () => history.replaceState(null, "", location.pathname)
  }
  const begin = Flow.begin({
    hasLink: link !== null && link.token !== null,
    hasSession: link !== null && store.read() !== null,
    isFramed,
    isFirst: store.isFirst(),
    // Outside of a frame, a tab of its own would be no better.
    isForgetful: isFramed && !store.isLasting(),
    waiting: store.waiting()
  })
  const host = () =>
    Host.listen(window, data.origins, (scheme) => {
      document.documentElement.style.colorScheme = scheme
    })
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider value={language}>
        <App begin={begin} data={data} host={isFramed ? host() : null} requests={requests} />
      </LanguageProvider>
    </QueryClientProvider>
  )
}

// Whoever enters the whole link in this tab changes only what is behind the #, for which the browser loads nothing.
window.addEventListener("hashchange", () => {
  if ((readLink(location.href)?.token ?? null) !== null) location.reload()
})

const root = document.getElementById("root")
if (root !== null) start(root)

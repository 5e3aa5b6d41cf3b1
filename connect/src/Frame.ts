import * as ConnectLink from "./ConnectLink.js"
import type { ConnectOptions } from "./ConnectOptions.js"
import * as Messages from "./Messages.js"

/** A framed page, and the way to be rid of it. */
export interface Frame {
  readonly element: HTMLIFrameElement
  /** Stops listening and removes the frame. */
  readonly remove: () => void
  /** Removes the frame, because the customer has closed it from outside its page, and reports the connection if it is waiting for consent. */
  readonly leave: () => void
}

/** How long the frame waits for an answer of the page before it greets it again. */
const HELLO_MILLIS = 1_000

/** How long the page may take until it is shown, also with a slow line. */
const READY_MILLIS = 15_000

/** The lowest and the greatest height of the frame, in CSS pixels. */
const HEIGHT = { least: 240, most: 4_000, first: 480 } as const

/** What the page may do; everything else, such as leading the product's page away, it may not. A pop-up of a vendor is an ordinary window. */
const SANDBOX = "allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox"

const elementOf = (link: ConnectLink.ConnectLink, title: string): HTMLIFrameElement => {
  const element = document.createElement("iframe")
  element.title = title
  element.allow = ""
  element.setAttribute("sandbox", SANDBOX)
  element.referrerPolicy = "no-referrer"
  // Properties of the style, unlike its attribute, need no permission of the product's content security policy.
  Object.assign(element.style, { border: "0", display: "block", width: "100%", height: `${HEIGHT.first}px` })
  element.src = link.href
  return element
}

/** How the product's page looks around the frame. A page that says nothing of it is light, whatever the customer's system is. */
const colorSchemeOf = (element: HTMLElement): Messages.ColorScheme | null => {
  const { colorScheme } = getComputedStyle(element)
  if (!colorScheme.includes("dark")) return "light"
  return colorScheme.includes("light") ? null : "dark"
}

const silentError = (origin: string): Error =>
  new Error(
    `The connect page of ${origin} has not answered for ${READY_MILLIS / 1_000} seconds. The likeliest cause: ${location.origin} is missing in TRIBUTARY_CONNECT_ORIGINS of the service, or ${origin} in frame-src of this page's content security policy, so that the browser does not show it here.`
  )

/**
 * Makes the frame of a link, which the caller puts into its page, and listens to it. The functions of the options are those of the moment at
 * which they are called. Throws a TypeError if the address is no link of a connect session.
 */
export const make = (options: () => ConnectOptions): Frame => {
  const { title = "Connect a tool", url } = options()
  const link = ConnectLink.parse(url)
  const element = elementOf(link, title)
  const said = { ready: false, done: false }
  /** The connection that is waiting for consent, according to the last message of the page; null if none is. */
  let waiting: string | null = null

  const greet = () => {
    const hello = Messages.toPage({ type: "hello", color_scheme: colorSchemeOf(element) })
    element.contentWindow?.postMessage(hello, link.origin)
  }
  let greetings: ReturnType<typeof setInterval> | undefined
  const stopGreeting = () => clearInterval(greetings)
  /** A page that was reloaded has to be greeted again. */
  const startGreeting = () => {
    stopGreeting()
    greet()
    greetings = setInterval(greet, HELLO_MILLIS)
  }

  const giveUp = () => {
    stopGreeting()
    const { onError = console.error } = options()
    onError(silentError(link.origin))
  }
  const patience = setTimeout(giveUp, READY_MILLIS)

  const remove = () => {
    stopGreeting()
    clearTimeout(patience)
    removeEventListener("message", receive)
    element.remove()
  }

  const finish = (connectionId: string, status: Messages.ConnectStatus) => {
    if (!said.done) options().onDone?.({ connectionId, status })
    said.done = true
  }

  const leave = () => {
    remove()
    if (waiting !== null) finish(waiting, "pending")
  }

  const act = (message: Messages.PageMessage) => {
    const { onClose, onReady } = options()
    switch (message.type) {
      case "ready":
        stopGreeting()
        clearTimeout(patience)
        if (!said.ready) onReady?.()
        said.ready = true
        return
      case "resize":
        element.style.height = `${Math.min(Math.max(Math.ceil(message.height), HEIGHT.least), HEIGHT.most)}px`
        return
      case "done":
        finish(message.connection_id, message.status)
        return
      case "waiting":
        waiting = message.connection_id
        return
      case "close":
        remove()
        onClose?.()
    }
  }

  const receive = (event: MessageEvent<unknown>) => {
    if (event.origin !== link.origin || event.source === null || event.source !== element.contentWindow) return
    const message = Messages.readPageMessage(event.data)
    if (message !== null) act(message)
  }

  addEventListener("message", receive)
  element.addEventListener("load", startGreeting)
  return { element, remove, leave }
}

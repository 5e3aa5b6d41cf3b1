import { Messages } from "@tributary/connect"

/** The page of the product that frames this one. */
export interface Host {
  /** Tells it something, as soon as it is known who it is. */
  readonly tell: (message: Messages.PageMessage) => void
  /** Listens to it no more. */
  readonly stop: () => void
}

/** The part of a window that is used. */
export interface FramedWindow {
  /** The window around it. */
  readonly parent: { readonly postMessage: (message: unknown, origin: string) => void }
  /** Begins to listen. */
  readonly addEventListener: (type: "message", listener: (event: HostEvent) => void) => void
  /** Ends it. */
  readonly removeEventListener: (type: "message", listener: (event: HostEvent) => void) => void
}

/** What arrives from another window. */
export interface HostEvent {
  /** The window that has sent it. */
  readonly source: unknown
  /** The origin of the page in that window. */
  readonly origin: string
  /** What it says. */
  readonly data: unknown
}

/**
 * Talks to the page that frames this one, and to no other: only a `hello` of the window around this one counts, and only from an origin that
 * the operator has named. It also says whether it is light or dark. Until it arrives, nothing is posted; that origin is the only one that then gets anything.
 */
export const listen = (
  window: FramedWindow,
  origins: ReadonlyArray<string>,
  onColorScheme: (scheme: Messages.ColorScheme) => void
): Host => {
  let origin: string | null = null
  // The latest of each kind is enough for a host that says hello late.
  const waiting = new Map<string, Messages.PageMessage>()
  const post = (message: Messages.PageMessage) => {
    if (origin === null) waiting.set(message.type, message)
    else window.parent.postMessage(message, origin)
  }
  const hear = ({ data, origin: from, source }: HostEvent) => {
    if (source !== window.parent || !origins.includes(from) || !Messages.isHostMessage(data)) return
    if (origin !== null && origin !== from) return
    origin = from
    const scheme = Messages.colorSchemeIn(data)
    if (scheme !== null) onColorScheme(scheme)
    // Said each time, because the host asks again until it hears it.
    post(Messages.toHost({ type: "ready" }))
    for (const message of waiting.values()) post(message)
    waiting.clear()
  }
  window.addEventListener("message", hear)
  return { tell: post, stop: () => window.removeEventListener("message", hear) }
}

import type { ConnectStatus } from "./Messages.js"

/** The connection that a customer has made or renewed, as the page says: ask your server, which asks the API. */
export interface Done {
  /** The service's id of the connection. */
  readonly connectionId: string
  /** How far the connection is. */
  readonly status: ConnectStatus
}

/** The link of a connect session, and what to do when its page says something, which is for the display alone, because a message proves nothing. */
export interface ConnectOptions {
  /** The whole `url` that the API has answered. It works once. */
  readonly url: string
  /** The name of the frame for screen readers; "Connect a tool" by default. */
  readonly title?: string | undefined
  /** The page is shown. */
  readonly onReady?: (() => void) | undefined
  /** The connection is stored. Called once: when it is connected, or when the page learns no more of a consent that is missing. */
  readonly onDone?: ((done: Done) => void) | undefined
  /** The customer has closed the page, and it is gone. This says nothing about a connection. */
  readonly onClose?: (() => void) | undefined
  /** The page is not shown, and the message says why. Without this function, the console has the error. */
  readonly onError?: ((error: Error) => void) | undefined
}

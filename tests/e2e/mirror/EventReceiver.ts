import * as VendorServer from "../../support/vendor/VendorServer.js"

/** A message that a webhook got. */
export interface Received {
  /** The headers that sign it. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The receiver of a webhook, which keeps what it gets. */
export interface EventReceiver {
  readonly url: string
  /** All messages in the order in which they came. */
  readonly got: () => ReadonlyArray<Received>
  readonly stop: () => void
}

/** Starts a receiver on this machine. */
export const start = async (): Promise<EventReceiver> => {
  const got: Array<Received> = []
  const { stop, url } = await VendorServer.start(({ body, headers }) => {
    const signing = Object.entries(headers).filter(([name]) => name.startsWith("webhook-"))
    got.push({ body, headers: Object.fromEntries(signing.map(([name, value]) => [name, String(value)])) })
    return { status: 204 }
  })
  return { url, got: () => got, stop }
}

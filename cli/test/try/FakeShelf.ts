import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A vendor on this machine that plays Shelf, the invented help desk of the smallest connector. */
export interface FakeShelf {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Starts the vendor with a handler for its requests. */
export const start = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void
): Promise<FakeShelf> => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

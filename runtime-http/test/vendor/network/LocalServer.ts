import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** Starts an HTTP server on this machine that counts its connections. */
export const serve = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.async<{ readonly port: number; readonly connections: () => number; readonly close: () => void }>(
      (resume) => {
        let connections = 0
        const server = createServer(listener).on("connection", () => {
          connections += 1
        })
        server.listen(0, "127.0.0.1", () => {
          const { port } = server.address() as AddressInfo
          const close = () => {
            server.closeAllConnections()
            server.close()
          }
          resume(Effect.succeed({ port, connections: () => connections, close }))
        })
      }
    ),
    ({ close }) => Effect.sync(close)
  )

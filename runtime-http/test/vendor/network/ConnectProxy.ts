import { createServer, type IncomingMessage, type Server } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { type AddressInfo, connect } from "node:net"
import type { Duplex } from "node:stream"
import { Effect } from "effect"
import type { KeyPair } from "./TestAuthority.js"

/** A proxy on this machine. It knows every name, and thinks that this machine has it. */
export interface ConnectProxy {
  readonly port: number
  /** The hosts and ports that it was asked for, in order. */
  readonly asked: ReadonlyArray<string>
  /** The credentials of each request; undefined for none. */
  readonly credentials: ReadonlyArray<string | undefined>
}

/** How a proxy answers, and with which certificate if it speaks TLS. */
export interface ConnectProxySettings {
  readonly status?: number
  readonly tls?: KeyPair
}

/** Starts a proxy. */
export const make = ({ status = 200, tls }: ConnectProxySettings = {}) =>
  Effect.acquireRelease(
    Effect.async<ConnectProxy & { readonly server: Server }>((resume) => {
      const asked: Array<string> = []
      const credentials: Array<string | undefined> = []
      const server = tls === undefined ? createServer() : createTlsServer(tls)
      server.on("connect", ({ headers, url = "" }: IncomingMessage, socket: Duplex) => {
        asked.push(url)
        credentials.push(headers["proxy-authorization"])
        socket.on("error", () => undefined)
        if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\nYour password is wrong`)
        const target = connect(Number(url.split(":").at(-1)), "127.0.0.1", () => {
          socket.write("HTTP/1.1 200 Connection established\r\n\r\n")
          socket.pipe(target).pipe(socket)
        })
        target.on("error", () => socket.destroy())
        return socket.on("close", () => target.destroy())
      })
      server.listen(0, "127.0.0.1", () =>
        resume(Effect.succeed({ port: (server.address() as AddressInfo).port, asked, credentials, server }))
      )
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )

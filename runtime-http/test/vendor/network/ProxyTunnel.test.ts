import { createServer } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo, LookupFunction } from "node:net"
import type { Duplex } from "node:stream"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import * as ProxyTunnel from "../../../src/vendor/network/ProxyTunnel.js"
import * as TestAuthority from "./TestAuthority.js"

const pair = TestAuthority.make().issue("proxy.example")

const lookup: LookupFunction = (_, { all }, callback) =>
  all === true ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4)

/** What a proxy does with a request for a connection. */
const behaviours = {
  "never answers, as if its target were silent": () => undefined,
  "closes the connection instead of an answer": (socket: Duplex) => socket.end(),
  "could not connect": (socket: Duplex) => socket.end("HTTP/1.1 504 No\r\n\r\n"),
  "does not speak HTTP": (socket: Duplex) => socket.end("SSH-2.0-Nothing\r\n")
}

const start = (isTls: boolean, onConnect: (socket: Duplex) => unknown) =>
  Effect.acquireRelease(
    Effect.async<{ readonly port: number; readonly close: () => void }>((resume) => {
      const sockets = new Set<Duplex>()
      const server = isTls ? createTlsServer(pair) : createServer()
      server.on("connect", (_, socket: Duplex) => {
        sockets.add(socket.on("error", () => undefined))
        onConnect(socket)
      })
      server.listen(0, "127.0.0.1", () => {
        const close = () => {
          for (const socket of sockets) socket.destroy()
          server.close()
        }
        resume(Effect.succeed({ port: (server.address() as AddressInfo).port, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const codeOf = (proxy: string) =>
  Effect.async<unknown>((resume) => {
    const open = ProxyTunnel.make({ proxy: new URL(proxy), lookup, secureContext: undefined, timeoutMillis: 1_000 })
    open("vendor.example:443", (...[error]) =>
      resume(Effect.succeed(error === null ? "open" : (error as NodeJS.ErrnoException).code))
    )
  })

describe("a proxy", () => {
  it.scopedLive.each(Object.entries(behaviours))("that is reached did not make the connection if it %s", ([, behave]) =>
    Effect.gen(function* () {
      const { port } = yield* start(false, behave)
      expect(yield* codeOf(`http://proxy.example:${port}`)).toBe("PROXY_FAILED")
    })
  )

  it.scopedLive("is not reached if nothing listens at its port", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(start(false, () => undefined))
      expect(yield* codeOf(`http://proxy.example:${port}`)).toBe("PROXY_UNREACHABLE")
      expect(yield* codeOf(`https://proxy.example:${port}`)).toBe("PROXY_UNREACHABLE")
    })
  )

  it.scopedLive("that is called with https needs TLS, and a certificate that is trusted", () =>
    Effect.gen(function* () {
      const untrusted = yield* start(true, (socket) => socket.end())
      const plain = yield* start(false, (socket) => socket.end())
      expect(yield* codeOf(`https://proxy.example:${untrusted.port}`)).toBe("PROXY_TLS")
      expect(yield* codeOf(`https://proxy.example:${plain.port}`)).toBe("PROXY_TLS")
    })
  )
})

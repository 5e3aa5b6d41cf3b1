import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { Deferred, Effect, Runtime, type Scope } from "effect"
import { CommandFailure } from "../../CommandFailure.js"

/** The path to which the vendor sends the browser back. */
const PATH = "/callback"

/** Where a browser comes back from the vendor's page, on this machine. */
export interface Callback {
  /** The full address, which the vendor must know for the client. */
  readonly redirectUri: string
  /** The parameters with which the visit ends. */
  readonly arrival: Effect.Effect<URLSearchParams>
}

/** What becomes of a browser that comes back: it is of another visit, ends this one, or goes on to this address. */
export type Reception = "STRANGER" | "END" | { readonly goOn: string }

/** Receives a browser with these parameters at this address. */
export type Receive = (query: URLSearchParams, redirectUri: string) => Reception

/** The address to which a vendor sends browsers back at this port. */
const redirectUriOf = (port: number | "<port>"): string => `http://127.0.0.1:${port}${PATH}`

const HEADERS = { "cache-control": "no-store", "referrer-policy": "no-referrer", connection: "close" }

const say = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, {
    ...HEADERS,
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff"
  })
  response.end(`${text}\n`)
}

const goTo = (response: ServerResponse, location: string): void => {
  response.writeHead(302, { ...HEADERS, location })
  response.end()
}

/** Listens on this machine only, at a free port for the port 0, until the scope ends; the browser of another visit changes nothing. */
export const listen = (port: number, receive: Receive): Effect.Effect<Callback, CommandFailure, Scope.Scope> =>
  Effect.gen(function* () {
    const run = Runtime.runSync(yield* Effect.runtime())
    const arrived = yield* Deferred.make<URLSearchParams>()
    const unused = new Set<Socket>()
    const server = createServer((request, response) => {
      const { port: own } = server.address() as AddressInfo
      unused.delete(request.socket)
      // Anything that runs on this machine may ask for a path that is no address, such as `//`.
      const [path, base] = [request.url ?? "/", redirectUriOf(own)] as const
      const url = URL.canParse(path, base) ? new URL(path, base) : null
      if (request.method !== "GET" || url?.pathname !== PATH) return say(response, 404, "There is nothing here.")
      const reception = receive(url.searchParams, redirectUriOf(own))
      if (reception === "STRANGER") {
        return say(
          response,
          400,
          "This visit does not belong to the command that runs now. Open the address that it shows."
        )
      }
      if (reception !== "END") return goTo(response, reception.goOn)
      run(Deferred.succeed(arrived, url.searchParams))
      say(response, 200, "Go back to the terminal. You can close this window.")
    })
    server.on("connection", (socket) => {
      unused.add(socket)
      socket.once("close", () => unused.delete(socket))
    })
    const start = Effect.async<number, CommandFailure>((resume) => {
      server.once("error", ({ code }: NodeJS.ErrnoException) => {
        const why = code === "EADDRINUSE" ? "is in use" : `cannot be used (${code})`
        const message = `Port ${port} of this machine ${why}. Pass another one with --redirect-port, and allow ${redirectUriOf("<port>")} for the client at the vendor.`
        resume(Effect.fail(new CommandFailure({ reason: "FAILED", message })))
      })
      server.listen(port, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    })
    const listening = yield* Effect.acquireRelease(start, () =>
      Effect.sync(() => {
        server.close()
        server.closeIdleConnections()
        // Browsers open connections ahead of time, for which Node waits, and so would the end of the command.
        for (const socket of unused) socket.destroy()
      })
    )
    return { redirectUri: redirectUriOf(listening), arrival: Deferred.await(arrived) }
  })

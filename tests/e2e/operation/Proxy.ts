import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A backend of the proxy. */
interface Backend {
  readonly origin: URL
  isReady: boolean
}

/** A load balancer as in front of a deployment: it asks each backend for its readiness, and sends requests to those that are ready. */
export interface Proxy {
  readonly origin: string
  readonly add: (origin: string) => void
  readonly remove: (origin: string) => void
  /** The origins to which it sends requests. */
  readonly ready: () => ReadonlyArray<string>
  readonly stop: () => void
}

/** Starts a proxy that polls `/readyz` of each backend. It keeps connections open, and never sends a request twice. */
export const start = async (pollMillis: number): Promise<Proxy> => {
  const backends = new Map<string, Backend>()
  const agent = new Agent({ keepAlive: true })
  let next = 0

  const poll = (backend: Backend) => {
    const asked = request(new URL("/readyz", backend.origin), { agent: false }, (answer) => {
      answer.resume()
      backend.isReady = answer.statusCode === 200
    })
    asked.on("error", () => {
      backend.isReady = false
    })
    asked.end()
  }
  const polling = setInterval(() => backends.forEach(poll), pollMillis)

  const fail = (answer: ServerResponse, error: Error) => answer.writeHead(502).end(error.message)

  const forward = (asked: IncomingMessage, answer: ServerResponse) => {
    const ready = [...backends.values()].filter(({ isReady }) => isReady)
    const backend = ready[next % ready.length]
    next += 1
    if (backend === undefined) return fail(answer, new Error("No backend is ready."))
    const sent = request(
      new URL(asked.url ?? "/", backend.origin),
      { agent, method: asked.method ?? "GET", headers: asked.headers },
      (received) => {
        received.on("error", () => answer.destroy())
        answer.writeHead(received.statusCode ?? 502, { "content-type": "application/json" })
        received.pipe(answer)
      }
    )
    sent.on("error", (error) => fail(answer, error))
    return asked.pipe(sent)
  }

  const server = createServer(forward)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (origin) => void backends.set(origin, { origin: new URL(origin), isReady: false }),
    remove: (origin) => void backends.delete(origin),
    ready: () => [...backends].flatMap(([origin, { isReady }]) => (isReady ? [origin] : [])),
    stop: () => {
      clearInterval(polling)
      agent.destroy()
      server.closeAllConnections()
      server.close()
    }
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** What a client gets instead of the answer, or `half` of it. */
export type Fault = "half" | "cut" | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }

/** A request that the proxy got. */
export interface Asked {
  /** When it came, in milliseconds of a clock that only rises. */
  readonly at: number
  readonly path: string
  readonly query: URLSearchParams
}

/** A request that gets no answer until the test decides about it. */
export interface Held extends Asked {
  readonly cut: () => void
}

/** Stands between one client and a server, and disturbs the client. */
export interface FaultyProxy {
  readonly origin: string
  /** All requests in order. */
  readonly asked: () => ReadonlyArray<Asked>
  /** Those whose whole answer was passed on. */
  readonly answered: () => ReadonlyArray<Asked>
  /** Holds the next request that fits, and resolves when it is there. */
  readonly hold: (fits: (asked: Asked) => boolean) => Promise<Held>
  /** Answers the next request that fits with a fault, and resolves when it has. */
  readonly fail: (fits: (asked: Asked) => boolean, fault: Fault) => Promise<Asked>
  readonly stop: () => void
}

interface Waiting {
  readonly fits: (asked: Asked) => boolean
  readonly take: (asked: Asked, response: ServerResponse) => void
}

const PASSED_ON = ["content-type", "x-as-of", "x-error-code", "retry-after"]

/** Starts the proxy; `faultOf` decides about each request by its number. */
export const start = async (
  originOf: () => string,
  faultOf: (request: number) => Fault | null
): Promise<FaultyProxy> => {
  const asked: Array<Asked> = []
  const answered: Array<Asked> = []
  let waiting: ReadonlyArray<Waiting> = []

  const refuse = (response: ServerResponse, fault: Exclude<Fault, "half">) => {
    if (fault === "cut") response.destroy()
    else response.writeHead(fault.status, fault.headers).end('{"detail":"The proxy refuses."}')
  }

  const forward = async (request: IncomingMessage, response: ServerResponse, one: Asked, isHalf: boolean) => {
    const { "x-api-key": key = "", "x-connection-id": connection = "" } = request.headers
    const answer = await fetch(`${originOf()}${request.url}`, {
      headers: { "x-api-key": String(key), "x-connection-id": String(connection) }
    })
    const body = Buffer.from(await answer.arrayBuffer())
    const headers = PASSED_ON.flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    response.writeHead(answer.status, { ...Object.fromEntries(headers), "content-length": String(body.length) })
    if (!isHalf) {
      if (answer.ok) answered.push(one)
      response.end(body)
    } else response.write(body.subarray(0, body.length / 2), () => response.destroy())
  }

  const server = createServer((request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://proxy")
    const one: Asked = { at: performance.now(), path, query }
    const fault = faultOf(asked.push(one) - 1)
    const waits = waiting.find(({ fits }) => fits(one))
    if (waits !== undefined) {
      waiting = waiting.filter((other) => other !== waits)
      waits.take(one, response)
    } else if (fault !== null && fault !== "half") refuse(response, fault)
    // The server is away: a load balancer says so in HTML.
    else forward(request, response, one, fault === "half").catch(() => response.writeHead(502).end("<html></html>"))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))

  const next = <A>(fits: Waiting["fits"], take: (asked: Asked, response: ServerResponse) => A) =>
    new Promise<A>((resolve) => {
      waiting = [...waiting, { fits, take: (one, response) => resolve(take(one, response)) }]
    })

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    answered: () => answered,
    hold: (fits) => next(fits, (one, response) => ({ ...one, cut: () => void response.destroy() })),
    fail: (fits, fault) =>
      next(fits, (one, response) => {
        refuse(response, fault === "half" ? "cut" : fault)
        return one
      }),
    stop: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

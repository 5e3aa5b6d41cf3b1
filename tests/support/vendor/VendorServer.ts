import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

/** A request as it reaches a vendor. */
export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** How an answer reaches the client. */
export type Delivery =
  | "whole"
  /** It never does. */
  | "hang"
  /** In small pieces. */
  | "drip"
  /** The connection closes in the middle of it. */
  | "cut"
  /** The connection closes before it. */
  | "reset"

/** What a vendor answers. */
export interface Answer {
  /** 200 by default. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A text or bytes are sent as they are, and everything else as JSON. */
  readonly body?: unknown
  /** `whole` by default. */
  readonly delivery?: Delivery
}

/** The HTTP server of a vendor, in this process. */
export interface VendorServer {
  /** Such as `http://127.0.0.1:20000`. */
  readonly url: string
  readonly stop: () => Promise<void>
}

const PIECES = 8
const PAUSE_MILLIS = 120
/** Longer than clients keep a connection that they do not use, so that none of them meets one that has just been closed. */
const KEEP_ALIVE_MILLIS = 65_000

const deliver = async (response: ServerResponse, { body = {}, delivery = "whole", headers, status = 200 }: Answer) => {
  if (delivery === "hang") return
  if (delivery === "reset") return void response.destroy()
  response.writeHead(status, { "content-type": "application/json", ...headers })
  const content = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body)
  if (delivery === "whole") return void response.end(content)
  const size = Math.ceil(content.length / PIECES)
  const end = delivery === "cut" ? content.length / 2 : content.length
  for (let from = 0; from < end; from += size) {
    response.write(content.slice(from, from + size))
    await sleep(PAUSE_MILLIS)
  }
  if (delivery === "cut") response.destroy()
  else response.end()
}

/** The first part of a path, which names the customer where several have one server, and what follows it. */
export const customerIn = ({ pathname }: URL): { readonly customer: string; readonly path: string } => {
  const [, customer = "", ...rest] = pathname.split("/")
  return { customer, path: `/${rest.join("/")}` }
}

/** Starts a server on loopback. If the vendor fails, the server answers 500 and says why. */
export const start = async (answer: (asked: Asked) => Answer | Promise<Answer>): Promise<VendorServer> => {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MILLIS }, async (request, response) => {
    const { headers, method = "GET", url = "/" } = request
    try {
      let body = ""
      for await (const chunk of request.setEncoding("utf8")) body += chunk
      await deliver(response, await answer({ method, url: new URL(url, "http://vendor"), headers, body }))
    } catch (error) {
      if (response.headersSent) return void response.destroy()
      await deliver(response, { status: 500, body: { message: `The stand-in failed: ${error}` } })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    }
  }
}

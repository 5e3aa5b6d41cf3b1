import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { Journal } from "../../support/run/Journal.js"
import { MEMBERS_PATH } from "../connectors/lists.js"
import type { Customer } from "./Customer.js"
import type { Reply } from "./ListServer.js"
import { type Fault, honest, type Mischief } from "./Mischief.js"

/** The vendor's HTTP server, in this process. */
export interface VendorServer {
  /** The address of a customer's account. */
  readonly addressOf: (customer: Customer) => string
  readonly stop: () => Promise<void>
}

const LOCKOUT_MILLIS = 3_000
const LIMIT_SECS = 2
/** A client gives up before a hanging answer ends. */
const HANG_MILLIS = 20_000
const LONG_PAGE_ROWS = 30_000
const DRIP_PIECES = 8
const DRIP_MILLIS = 120

const members = new RegExp(`^${MEMBERS_PATH.replace("{id}", "([^/]+)")}$`)

/** A fault that is an answer of its own; null for the others. */
const refusal = (customer: Customer, fault: Fault): Reply | null => {
  const now = Date.now()
  if (fault === "lockout") customer.lockedUntil = now + LOCKOUT_MILLIS
  if (fault === "limit") customer.limitedUntil = now + LIMIT_SECS * 1_000
  if (now < customer.lockedUntil) return { status: 401, body: { message: "The key is not valid at the moment." } }
  if (now < customer.limitedUntil) {
    const secs = Math.ceil((customer.limitedUntil - now) / 1_000)
    return { status: 429, headers: { "retry-after": String(secs) }, body: { message: "Too many requests." } }
  }
  if (fault === "500" || fault === "503") return { status: Number(fault), body: { message: "The vendor failed." } }
  return null
}

const rowsIn = ({ body }: Reply): number =>
  typeof body === "object" && body !== null && "items" in body && Array.isArray(body.items) ? body.items.length : 0

const drip = async (response: ServerResponse, text: string): Promise<void> => {
  const size = Math.ceil(text.length / DRIP_PIECES)
  for (let from = 0; from < text.length; from += size) {
    response.write(text.slice(from, from + size))
    await sleep(DRIP_MILLIS)
  }
  response.end()
}

const send = async (response: ServerResponse, { body, headers, status }: Reply, fault: Fault): Promise<void> => {
  const text = JSON.stringify(body)
  response.writeHead(status, { "content-type": "application/json", ...headers })
  if (fault === "drip") return drip(response, text)
  if (fault !== "cut") return void response.end(text)
  response.write(text.slice(0, text.length / 2))
  await sleep(DRIP_MILLIS)
  response.destroy()
}

/** Starts the vendor. It counts what it did to its clients in the journal. */
export const start = async (
  customers: ReadonlyArray<Customer>,
  mischief: Mischief,
  journal: Journal
): Promise<VendorServer> => {
  let origin = ""

  const contentOf = (customer: Customer, name: string, request: IncomingMessage, url: URL, path: string): Reply => {
    if (path === "/check") return { status: 200, body: {} }
    const [, group] = members.exec(path) ?? []
    if (group !== undefined) return customer.membersOf(decodeURIComponent(group), url.searchParams)
    const server = customer.lists.find(({ list }) => path === list.path || path.startsWith(`${list.path}/`))
    if (server === undefined) return { status: 404, body: { message: "There is no such list." } }
    const lies = mischief.lies()
    if (lies !== honest) {
      if (lies.total !== 0 && server.list.hasTotal) journal.count("vendor: wrong totals")
      if (lies.repeats) journal.count("vendor: repeated ids")
      if (lies.isEmpty) journal.count("vendor: empty pages")
      if (lies.shifts && server.list.isIndexed) journal.count("vendor: shifted indexes")
    }
    const address = `${origin}/${name}${server.list.path}`
    const below = path.slice(server.list.path.length)
    return server.answer({ method: request.method ?? "GET", address, below, params: url.searchParams }, lies)
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", origin)
    const [, name = "", ...rest] = url.pathname.split("/")
    const customer = customers.find(({ addresses }) => addresses.includes(name))
    for await (const _ of request);
    if (customer === undefined) return send(response, { status: 404, body: {} }, "none")
    if (request.headers.authorization !== `Bearer ${customer.key}`) {
      return send(response, { status: 401, body: {} }, "none")
    }
    const fault = mischief.fault()
    journal.count("vendor: requests")
    if (fault !== "none") journal.count(`vendor: ${fault}`)
    if (fault === "reset") return void response.destroy()
    if (fault === "expire") for (const server of customer.lists) server.expire()
    const refused = refusal(customer, fault)
    if (refused !== null) return send(response, refused, "none")
    const reply = contentOf(customer, name, request, url, `/${rest.join("/")}`)
    if (rowsIn(reply) >= LONG_PAGE_ROWS) journal.count(`vendor: pages of ${LONG_PAGE_ROWS.toLocaleString("en")} rows`)
    if (fault === "hang") {
      await sleep(HANG_MILLIS, undefined, { ref: false })
      return void response.destroy()
    }
    return send(response, reply, fault)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      journal.broken("the stand-in works", String(error))
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    addressOf: ({ addresses }) => `${origin}/${addresses.at(-1)}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    }
  }
}

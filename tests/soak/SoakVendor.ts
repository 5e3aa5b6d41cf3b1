import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** How the stand-in treats a customer. */
export type Manner =
  /** Answers truthfully and at once. */
  | "good"
  /** Never answers. */
  | "hangs"
  /** Sends pages of millions of empty rows. */
  | "giant"
  /** Refuses every other request, and asks to wait. */
  | "throttled"

/** A customer of the vendor. */
export interface Customer {
  readonly name: string
  readonly manner: Manner
  /** The name of each user, by id. */
  readonly users: Map<string, string>
}

/** The vendor's HTTP server. */
export interface SoakVendor {
  readonly addressOf: (customer: Customer) => string
  /** Whether the customers misbehave whose manner it is; until then they answer as the good ones do. */
  isNoisy: boolean
  readonly stop: () => Promise<void>
}

const PAGE = 10
const GIANT_ROWS = 3_000_000
const RETRY_AFTER_SECS = 3

/** A customer with some users. */
export const customer = (name: string, manner: Manner, users: number): Customer => ({
  name,
  manner,
  users: new Map(Array.from({ length: users }, (_, index) => [`u${String(index).padStart(5, "0")}`, "version 0"]))
})

/** Changes, adds and removes one user. */
export const change = ({ users }: Customer, version: number): void => {
  const ids = [...users.keys()]
  const changed = ids[version % ids.length]
  if (changed !== undefined) users.set(changed, `version ${version}`)
  const removed = ids[(version * 7) % ids.length]
  if (removed !== undefined) users.delete(removed)
  users.set(`v${String(version).padStart(5, "0")}`, "added")
}

/** The first difference between what a customer has and what was served; null if there is none. */
export const differenceOf = ({ users }: Customer, served: ReadonlyMap<string, string>): string | null => {
  for (const [id, name] of users) {
    if (served.get(id) !== name) return `${id} is ${JSON.stringify(served.get(id))} instead of ${JSON.stringify(name)}`
  }
  const extra = [...served.keys()].find((id) => !users.has(id))
  return extra === undefined ? null : `${extra} is served, but the vendor removed it`
}

const say = (
  response: ServerResponse,
  status: number,
  text: string | Buffer,
  headers: Record<string, string> = {}
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(text)
}

const page = ({ users }: Customer, after: string): string => {
  const rest = [...users]
    .filter(([id]) => id > after)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, name]) => ({ id, name }))
  const items = rest.slice(0, PAGE)
  return JSON.stringify({ items, next: rest.length > PAGE ? items.at(-1)?.id : null })
}

/** Starts the vendor. */
export const start = async (customers: ReadonlyMap<string, Customer>): Promise<SoakVendor> => {
  // Bytes, because this process also measures how long requests take, and would stand still while it encodes nine megabytes.
  const giant = Buffer.from(`{"items":[${Array.from({ length: GIANT_ROWS }, () => "{}").join(",")}],"next":null}`)
  let requests = 0
  const state = { isNoisy: false }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://vendor")
    const [, name = "", leaf] = url.pathname.split("/")
    const known = customers.get(name)
    requests += 1
    if (known === undefined) return say(response, 404, "{}")
    const manner = state.isNoisy && leaf !== "check" ? known.manner : "good"
    if (manner === "hangs") return
    if (manner === "giant") return say(response, 200, giant)
    if (manner === "throttled" && requests % 2 === 0) {
      return say(response, 429, "{}", { "retry-after": String(RETRY_AFTER_SECS) })
    }
    say(response, 200, leaf === "check" ? "{}" : page(known, url.searchParams.get("after") ?? ""))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    addressOf: ({ name }: Customer) => `http://127.0.0.1:${port}/${name}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    }
  })
}

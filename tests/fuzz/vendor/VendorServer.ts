import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import type { Tenant } from "../world/World.js"
import { CHECK_PATH, listPath, TICKETS_PATH } from "./paths.js"
import type { Row } from "./rows.js"

/** The stand-in for a vendor, in this process. */
export interface VendorServer {
  /** The address of a customer. */
  readonly addressOf: (name: string) => string
  /** Adds a customer. */
  readonly add: (tenant: Tenant, lists: ReadonlyMap<string, ReadonlyArray<Row>>) => void
  readonly stop: () => void
}

interface Customer {
  readonly tenant: Tenant
  readonly lists: ReadonlyMap<string, ReadonlyArray<Row>>
  /** How often each list was read. */
  readonly reads: Map<string, number>
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The first scan sees all rows, each later one another quarter of them, so that there are always deletions to decide about. */
const PARTS = 4

const rowsOf = ({ lists, reads }: Customer, kind: string): ReadonlyArray<Row> => {
  const rows = lists.get(kind) ?? []
  const count = reads.get(kind) ?? 0
  reads.set(kind, count + 1)
  return count === 0 ? rows : rows.filter((_, index) => index % PARTS === count % PARTS)
}

const answerTo = (customer: Customer | undefined, path: string, request: IncomingMessage): Answer => {
  if (customer === undefined) return { status: 404, body: {} }
  if (request.headers.authorization !== `Bearer ${customer.tenant.secret}`) return { status: 401, body: {} }
  if (path === CHECK_PATH) return { status: 200, body: {} }
  if (path === TICKETS_PATH && request.method === "POST") return { status: 200, body: { id: "ticket" } }
  const kind = [...customer.lists.keys()].find((name) => path === listPath(name))
  return kind === undefined ? { status: 404, body: {} } : { status: 200, body: { items: rowsOf(customer, kind) } }
}

/** Starts the stand-in. */
export const start = async (): Promise<VendorServer> => {
  const customers = new Map<string, Customer>()
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    const [, name = "", ...rest] = (request.url ?? "/").split("?")[0]?.split("/") ?? []
    const { body, status } = answerTo(customers.get(name), `/${rest.join("/")}`, request)
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    addressOf: (name) => `http://127.0.0.1:${port}/${name}`,
    add: (tenant, lists) => customers.set(tenant.name, { tenant, lists, reads: new Map() }),
    stop: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

import * as VendorServer from "../../support/vendor/VendorServer.js"
import type { Tenant } from "../world/World.js"
import { CHECK_PATH, listPath, TICKETS_PATH } from "./paths.js"
import type { Row } from "./rows.js"

/** The stand-in for a vendor, in this process. */
export interface FuzzVendor {
  /** The address of a customer. */
  readonly addressOf: (name: string) => string
  /** Adds a customer. */
  readonly add: (tenant: Tenant, lists: ReadonlyMap<string, ReadonlyArray<Row>>) => void
  readonly stop: () => Promise<void>
}

interface Customer {
  readonly tenant: Tenant
  readonly lists: ReadonlyMap<string, ReadonlyArray<Row>>
  /** How often each list was read. */
  readonly reads: Map<string, number>
}

/** The first scan sees all rows, each later one another quarter of them, so that there are always deletions to decide about. */
const PARTS = 4

const rowsOf = ({ lists, reads }: Customer, kind: string): ReadonlyArray<Row> => {
  const rows = lists.get(kind) ?? []
  const count = reads.get(kind) ?? 0
  reads.set(kind, count + 1)
  return count === 0 ? rows : rows.filter((_, index) => index % PARTS === count % PARTS)
}

const answerTo = (
  customer: Customer | undefined,
  path: string,
  { headers, method }: VendorServer.Asked
): VendorServer.Answer => {
  if (customer === undefined) return { status: 404 }
  if (headers.authorization !== `Bearer ${customer.tenant.secret}`) return { status: 401 }
  if (path === CHECK_PATH) return {}
  if (path === TICKETS_PATH && method === "POST") return { body: { id: "ticket" } }
  const kind = [...customer.lists.keys()].find((name) => path === listPath(name))
  return kind === undefined ? { status: 404 } : { body: { items: rowsOf(customer, kind) } }
}

/** Starts the stand-in. */
export const start = async (): Promise<FuzzVendor> => {
  const customers = new Map<string, Customer>()
  const { stop, url } = await VendorServer.start((asked) => {
    const { customer, path } = VendorServer.customerIn(asked.url)
    return answerTo(customers.get(customer), path, asked)
  })
  return {
    addressOf: (name) => `${url}/${name}`,
    add: (tenant, lists) => customers.set(tenant.name, { tenant, lists, reads: new Map() }),
    stop
  }
}

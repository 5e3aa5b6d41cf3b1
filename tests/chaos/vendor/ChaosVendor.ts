import type { Journal } from "../../support/run/Journal.js"
import { ok, type Reply, refusal } from "../../support/vendor/Page.js"
import { isIndexed } from "../../support/vendor/PagedList.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"
import type { Customer } from "./Customer.js"
import { type Fault, honest, type Lies, type Mischief } from "./Mischief.js"

/** The vendors that the run plays, on one server. */
export interface ChaosVendor {
  /** The address of a customer's account. */
  readonly addressOf: (customer: Customer) => string
  readonly stop: () => Promise<void>
}

const LOCKOUT_MILLIS = 3_000
const LIMIT_SECS = 2
const LONG_PAGE_ROWS = 30_000

/** A fault that is an answer of its own; null for the others. */
const refused = (customer: Customer, fault: Fault): Reply | null => {
  const now = Date.now()
  if (fault === "lockout") customer.lockedUntil = now + LOCKOUT_MILLIS
  if (fault === "limit") customer.limitedUntil = now + LIMIT_SECS * 1_000
  if (now < customer.lockedUntil) return refusal(401)
  if (now < customer.limitedUntil) {
    return refusal(429, { "retry-after": String(Math.ceil((customer.limitedUntil - now) / 1_000)) })
  }
  return fault === "500" || fault === "503" ? refusal(Number(fault)) : null
}

const rowsIn = ({ body }: Reply): number =>
  typeof body === "object" && body !== null && "items" in body && Array.isArray(body.items) ? body.items.length : 0

const contentOf = (
  customer: Customer,
  { method, url }: VendorServer.Asked,
  baseUrl: string,
  liesOf: (list: Customer["lists"][number]) => Lies
): Reply => {
  const params = Object.fromEntries(url.searchParams)
  const [kind = "", ...place] = VendorServer.customerIn(url).path.slice(1).split("/").map(decodeURIComponent)
  if (kind === "check") return ok({})
  if (place[2] === "members") return customer.membersOf(place[1] ?? "", params)
  const server = customer.listOf(kind)
  return server === undefined ? refusal(404) : server.answer({ method, baseUrl, place, params }, liesOf(server))
}

/** Starts the server. It counts what it did to its clients in the journal. */
export const start = async (
  customers: ReadonlyArray<Customer>,
  mischief: Mischief,
  journal: Journal
): Promise<ChaosVendor> => {
  const liesOf = ({ list }: Customer["lists"][number]): Lies => {
    const lies = mischief.lies()
    if (lies === honest) return lies
    if (lies.total !== 0 && list.hasTotal) journal.count("vendor: wrong totals")
    if (lies.repeats) journal.count("vendor: repeated ids")
    if (lies.isEmpty) journal.count("vendor: empty pages")
    if (lies.shifts && isIndexed(list)) journal.count("vendor: shifted indexes")
    return lies
  }

  const answer = (asked: VendorServer.Asked): VendorServer.Answer => {
    const { customer: name } = VendorServer.customerIn(asked.url)
    const customer = customers.find(({ addresses }) => addresses.includes(name))
    if (customer === undefined) return refusal(404)
    if (asked.headers.authorization !== `Bearer ${customer.key}`) return refusal(401)
    const fault = mischief.fault()
    journal.count("vendor: requests")
    if (fault !== "none") journal.count(`vendor: ${fault}`)
    if (fault === "reset") return { delivery: "reset" }
    if (fault === "expire") customer.pages.forget()
    const reply = refused(customer, fault)
    if (reply !== null) return reply
    const content = contentOf(customer, asked, `${server.url}/${name}`, liesOf)
    if (rowsIn(content) >= LONG_PAGE_ROWS) {
      journal.count(`vendor: pages of ${LONG_PAGE_ROWS.toLocaleString("en")} rows`)
    }
    return fault === "hang" || fault === "drip" || fault === "cut" ? { ...content, delivery: fault } : content
  }

  const server = await VendorServer.start((asked) => {
    try {
      return answer(asked)
    } catch (error) {
      journal.broken("the stand-in works", String(error))
      return { delivery: "reset" }
    }
  })
  return { addressOf: ({ addresses }) => `${server.url}/${addresses.at(-1)}`, stop: server.stop }
}

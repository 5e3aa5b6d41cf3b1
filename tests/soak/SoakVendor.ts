import { ListPages } from "../support/vendor/ListPages.js"
import { refusal, render } from "../support/vendor/Page.js"
import type { PagedList } from "../support/vendor/PagedList.js"
import { RowList } from "../support/vendor/RowList.js"
import * as VendorServer from "../support/vendor/VendorServer.js"

/** How the stand-in treats a customer. */
export type Manner =
  /** Answers truthfully and at once. */
  | "good"
  /** Never answers, not even a check of its credentials. */
  | "hangs"
  /** Sends pages of millions of empty rows. */
  | "giant"
  /** Sends all users, tens of thousands of them, on one page, and another name for each of them the next time. */
  | "huge"
  /** Refuses every other request, and asks to wait. */
  | "throttled"

/** A customer of the vendor. */
export interface Customer {
  readonly name: string
  readonly manner: Manner
  readonly users: RowList
}

/** The vendor's HTTP server. */
export interface SoakVendor {
  readonly addressOf: (customer: Customer) => string
  /** Whether the customers misbehave whose manner it is; until then they answer as the good ones do. */
  isNoisy: boolean
  readonly stop: () => Promise<void>
}

/** The only list of the vendor. */
export const USERS: PagedList = { paging: "cursor", pageSize: 10, hasTotal: false, delta: "none" }

const GIANT_ROWS = 3_000_000
const HUGE_ROWS = 90_000
/** As long as the rows of vendors are. */
const NOTE = "x".repeat(400)
const RETRY_AFTER_SECS = 3

/** A customer with some users. */
export const customer = (name: string, manner: Manner, count: number): Customer => {
  const users = new RowList("users", USERS)
  for (let index = 0; index < count; index += 1) users.put(`u${String(index).padStart(5, "0")}`, index)
  return { name, manner, users }
}

/** Changes, adds and removes one user. */
export const change = ({ users }: Customer, version: number): void => {
  const ids = users.byId().map(({ id }) => id)
  const changed = ids[version % ids.length]
  if (changed !== undefined) users.put(changed, version)
  const removed = ids[(version * 7) % ids.length]
  if (removed !== undefined) users.remove(removed)
  users.put(`v${String(version).padStart(5, "0")}`, version)
}

/** A page of all users with the names of one version, some 40 MB. */
const hugePage = (version: number): Buffer => {
  const rows = Array.from({ length: HUGE_ROWS }, (_, n) => `{"id":"h${n}","name":"h${n} v${version}","note":"${NOTE}"}`)
  return Buffer.from(`{"items":[${rows.join(",")}],"next":null}`)
}

/** The first difference between what a customer has and what was served; null if there is none. */
export const differenceOf = ({ users }: Customer, served: ReadonlyMap<string, string>): string | null => {
  for (const { id, name } of users.byId()) {
    if (served.get(id) !== name) return `${id} is ${JSON.stringify(served.get(id))} instead of ${JSON.stringify(name)}`
  }
  const extra = [...served.keys()].find((id) => !users.has(id))
  return extra === undefined ? null : `${extra} is served, but the vendor removed it`
}

/** Starts the vendor. */
export const start = async (customers: ReadonlyMap<string, Customer>): Promise<SoakVendor> => {
  // Bytes, because this process also measures how long requests take, and would stand still while it encodes nine megabytes.
  const giant = Buffer.from(`{"items":[${Array.from({ length: GIANT_ROWS }, () => "{}").join(",")}],"next":null}`)
  const huge = [hugePage(1), hugePage(2)]
  const pages = new ListPages("soak", 0)
  let requests = 0
  const state = { isNoisy: false }
  const { stop, url: origin } = await VendorServer.start(({ url }): VendorServer.Answer => {
    const { customer: name, path } = VendorServer.customerIn(url)
    const known = customers.get(name)
    requests += 1
    if (known === undefined) return refusal(404)
    const manner = state.isNoisy ? known.manner : "good"
    if (manner === "hangs") return { delivery: "hang" }
    if (path === "/check") return {}
    if (manner === "giant") return { body: giant }
    if (manner === "huge") return { body: huge[requests % huge.length] }
    if (manner === "throttled" && requests % 2 === 0) {
      return refusal(429, { "retry-after": String(RETRY_AFTER_SECS) })
    }
    const page = pages.page(known.users, Object.fromEntries(url.searchParams), 0)
    return page === null ? refusal(400) : render(known.users, page, `${origin}/${name}`)
  })
  return Object.assign(state, { addressOf: ({ name }: Customer) => `${origin}/${name}`, stop })
}

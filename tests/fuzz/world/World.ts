import type { Source } from "../generate/Plan.js"
import type { AccountKeys } from "../server/keys.js"

/** A page that an answer pointed to. */
export interface PageLink {
  /** The query of the request that had the answer, without its cursor. */
  readonly query: string
  readonly cursor: string
}

/** A connection of an account. */
export interface Connection {
  readonly id: string
  readonly organization: string
  /** Whether requests may delete it. */
  readonly isSpare: boolean
  /** The ids of its records, by the path of their list. */
  readonly records: Map<string, ReadonlyArray<string>>
  /** By the path of a list, for those that were seen last. */
  readonly pages: Map<string, Array<PageLink>>
}

/** A customer at the stand-in of a vendor. */
export interface Tenant {
  readonly name: string
  readonly secret: string
  readonly address: string
}

/** An account and what it has. */
export interface Account extends AccountKeys {
  /** Text in every record and name of this account, and in no request of another one. */
  readonly marker: string
  readonly tenants: ReadonlyArray<Tenant>
  /** The organizations that requests must not delete. */
  readonly organizations: Array<string>
  /** The organizations that requests may delete. */
  readonly spareOrganizations: Array<string>
  readonly connections: Array<Connection>
  readonly jobs: Array<string>
  readonly erasures: Array<string>
  readonly webhooks: Array<string>
  /** The deliveries of webhooks, each with its webhook. */
  readonly deliveries: Array<{ readonly id: string; readonly webhook: string }>
  /** The links for customers, each with its organization. */
  readonly sessions: Array<{ readonly id: string; readonly organization: string }>
}

/** What the run knows about the server's data. */
export interface World {
  readonly accounts: ReadonlyArray<Account>
  readonly vendors: ReadonlyArray<string>
  /** The index of the account that owns an id. */
  readonly owners: Map<string, number>
}

const MOST_SPARES = 20
const MOST_PAGES = 20
/** The most jobs, and the most erasures. */
const MOST_JOBS = 200

/** Adds something, and forgets the oldest beyond a number. */
const keep = <A>(all: Array<A>, added: A, most: number): void => {
  all.push(added)
  if (all.length > most) all.shift()
}

export const make = (accounts: ReadonlyArray<Account>, vendors: ReadonlyArray<string>): World => ({
  accounts,
  vendors,
  owners: new Map()
})

export const connectionOf = (id: string, organization: string, isSpare: boolean): Connection => ({
  id,
  organization,
  isSpare,
  records: new Map(),
  pages: new Map()
})

/** One of some things; null if there are none. */
export const pickFrom = <A>(all: ReadonlyArray<A>, pick: number): A | null =>
  all.length === 0 ? null : (all[pick % all.length] as A)

/** A connection of an account; if it may be deleted by the request, one of the spare ones, otherwise mostly one with records. */
export const pickConnection = ({ connections }: Account, pick: number, isDeletion: boolean): Connection | null => {
  const spare = connections.filter(({ isSpare }) => isSpare)
  if (isDeletion) return pickFrom(spare, pick)
  const stable = connections.filter(({ isSpare }) => !isSpare)
  return pickFrom(pick % 4 === 0 && spare.length > 0 ? spare : stable, Math.floor(pick / 4))
}

/** An organization of an account. */
export const pickOrganization = (account: Account, pick: number, isDeletion: boolean): string | null =>
  pickFrom(isDeletion ? account.spareOrganizations : [...account.organizations, ...account.spareOrganizations], pick)

/** The ids of an account's records in a list: of the connection, or of any if it has none there. */
export const recordsOf = (account: Account, source: Source, connection: Connection | null): ReadonlyArray<string> => {
  const path = source.replace("records of ", "")
  const own = connection?.records.get(path) ?? []
  return own.length > 0 ? own : account.connections.flatMap(({ records }) => records.get(path) ?? [])
}

export const addOrganization = (world: World, account: number, id: string): void => {
  world.owners.set(id, account)
  keep(world.accounts[account]?.spareOrganizations ?? [], id, MOST_SPARES)
}

export const addConnection = (world: World, account: number, connection: Connection): void => {
  world.owners.set(connection.id, account)
  const all = world.accounts[account]?.connections ?? []
  all.push(connection)
  const [oldest, ...others] = all.filter(({ isSpare }) => isSpare)
  if (oldest !== undefined && others.length >= MOST_SPARES) all.splice(all.indexOf(oldest), 1)
}

export const addJob = (world: World, account: number, id: string): void => {
  world.owners.set(id, account)
  keep(world.accounts[account]?.jobs ?? [], id, MOST_JOBS)
}

export const addErasure = (world: World, account: number, id: string): void => {
  world.owners.set(id, account)
  keep(world.accounts[account]?.erasures ?? [], id, MOST_JOBS)
}

export const addWebhook = (world: World, account: number, id: string): void => {
  world.owners.set(id, account)
  keep(world.accounts[account]?.webhooks ?? [], id, MOST_SPARES)
}

export const addDelivery = (world: World, account: number, webhook: string, id: string): void => {
  world.owners.set(id, account)
  keep(world.accounts[account]?.deliveries ?? [], { id, webhook }, MOST_SPARES)
}

export const addSession = (world: World, account: number, organization: string, id: string): void => {
  world.owners.set(id, account)
  keep(world.accounts[account]?.sessions ?? [], { id, organization }, MOST_SPARES)
}

export const addPage = (connection: Connection, path: string, link: PageLink): void => {
  const pages = connection.pages.get(path) ?? []
  connection.pages.set(path, pages)
  keep(pages, link, MOST_PAGES)
}

/** Forgets a webhook that was deleted, with its deliveries. */
export const forgetWebhook = ({ deliveries, webhooks }: Account, id: string): void => {
  if (webhooks.includes(id)) webhooks.splice(webhooks.indexOf(id), 1)
  const kept = deliveries.filter(({ webhook }) => webhook !== id)
  deliveries.splice(0, deliveries.length, ...kept)
}

/** Forgets what was deleted. */
export const forget = (account: Account, id: string): void => {
  const kept = account.sessions.filter(({ organization }) => organization !== id)
  account.sessions.splice(0, account.sessions.length, ...kept)
  for (const all of [account.spareOrganizations, account.jobs]) if (all.includes(id)) all.splice(all.indexOf(id), 1)
  const gone = account.connections.filter((each) => each.isSpare && (each.id === id || each.organization === id))
  for (const each of gone) account.connections.splice(account.connections.indexOf(each), 1)
}

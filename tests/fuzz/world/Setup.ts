import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Connector } from "@tributary/core"
import * as Random from "../../support/run/Random.js"
import { whole } from "../connectors/connectors.js"
import type { Document } from "../contract/Document.js"
import type { AccountKeys } from "../server/keys.js"
import type { FuzzVendor } from "../vendor/FuzzVendor.js"
import * as Rows from "../vendor/rows.js"
import { SECRET } from "./secret.js"
import * as World from "./World.js"

/** How many connections each account has; two connections of one account must not see each other's records either. */
const connectionsOf = (account: number): number => (account === 0 ? 2 : 1)

const LIMIT_MILLIS = 120_000
const LOOK_MILLIS = 100

/** The answers that setting up needs, whatever their shape. */
// biome-ignore lint/suspicious/noExplicitAny: the checks of the run judge the shapes of answers
type Json = any

const client = (baseUrl: string, key: string) => {
  return async (path: string, method: "GET" | "POST", body: object | null, connection = ""): Promise<Json> => {
    const answer = await fetch(`${baseUrl}/v1${path}`, {
      method,
      headers: { "x-api-key": key, "x-connection-id": connection, "content-type": "application/json" },
      ...(body === null ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} got ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
}

const untilAllEnded = async (call: ReturnType<typeof client>, jobs: string, count: number): Promise<void> => {
  const giveUpAt = Date.now() + LIMIT_MILLIS
  while (Date.now() < giveUpAt) {
    const { items } = await call(jobs, "GET", null)
    const ended = items.filter(({ finished_at }: Json) => finished_at !== null)
    const failed = ended.find(({ status }: Json) => status !== "SUCCESS")
    if (failed !== undefined) throw new Error(`A job failed: ${JSON.stringify(failed)}`)
    if (ended.length >= count && ended.length === items.length) return
    await sleep(LOOK_MILLIS)
  }
  throw new Error(`No job ended within ${LIMIT_MILLIS / 1_000} s.`)
}

/** Creates a connection with records of every kind, some of which wait for a decision about their deletion. */
const connect = async (
  call: ReturnType<typeof client>,
  organization: string,
  { address, secret }: World.Tenant
): Promise<World.Connection> => {
  const connections = `/provisioning/organizations/${organization}/connections`
  const credentials = { base_url: address, api_key: secret }
  const { id } = await call(connections, "POST", {
    vendor: "FUZZ",
    credentials,
    data_export_types: Connector.exportTypesOf(whole)
  })
  await untilAllEnded(call, `${connections}/${id}/jobs`, 1)
  await call(`${connections}/${id}/sync`, "POST", null)
  await untilAllEnded(call, `${connections}/${id}/jobs`, 2)
  return World.connectionOf(id, organization, false)
}

/** Learns the ids of all records of a connection, and a cursor of each list. */
const explore = async (call: ReturnType<typeof client>, connection: World.Connection, document: Document) => {
  for (const list of document.operations) {
    if (document.itemsOf(list) === null || list.path.includes("{")) continue
    const { items } = await call(`${list.path}?limit=500`, "GET", null, connection.id)
    if (items.length === 0) throw new Error(`${list.path} has no records.`)
    connection.records.set(
      list.path,
      items.map(({ id }: Json) => id)
    )
    const query = "limit=5&enableCursor=true"
    const { next_cursor: cursor } = await call(`${list.path}?${query}`, "GET", null, connection.id)
    if (cursor !== null) World.addPage(connection, list.path, { query, cursor })
  }
}

/** Creates accounts with organizations, connections and records. */
export const setUp = async (
  baseUrl: string,
  keys: ReadonlyArray<AccountKeys>,
  document: Document,
  vendor: FuzzVendor,
  seed: string
): Promise<World.World> => {
  const random = Random.make(seed)
  const accounts = keys.map((own, account): World.Account => {
    const marker = `marker-${account}-${randomBytes(6).toString("hex")}`
    const tenants = Array.from({ length: connectionsOf(account) }, (_, index) => {
      const name = `tenant-${account}-${index}`
      const tenant = {
        name,
        secret: `${SECRET}${name}-${randomBytes(6).toString("hex")}`,
        address: vendor.addressOf(name)
      }
      vendor.add(tenant, Rows.make(document, marker, random.between(0, 1_000_000)))
      return tenant
    })
    return {
      ...own,
      marker,
      tenants,
      organizations: [],
      spareOrganizations: [],
      connections: [],
      jobs: [],
      erasures: [],
      webhooks: [],
      deliveries: [],
      sessions: []
    }
  })
  const vendors: ReadonlyArray<Json> = await client(baseUrl, "")("/connectors", "GET", null)
  const world = World.make(
    accounts,
    vendors.map(({ vendor: name }) => name)
  )
  await Promise.all(
    accounts.map(async (account, index) => {
      const call = client(baseUrl, account.key)
      const { id } = await call("/provisioning/organizations", "POST", { name: `${account.marker} Acme` })
      account.organizations.push(id)
      world.owners.set(id, index)
      const spare = await call("/provisioning/organizations", "POST", { name: `${account.marker} Spare` })
      World.addOrganization(world, index, spare.id)
      await Promise.all(
        account.tenants.map(async (tenant) => {
          const connection = await connect(call, id, tenant)
          await explore(call, connection, document)
          World.addConnection(world, index, connection)
          for (const ids of connection.records.values()) for (const each of ids) world.owners.set(each, index)
          const ticket = await call("/itsm/tickets", "POST", { name: account.marker }, connection.id)
          World.addJob(world, index, ticket.job_id)
        })
      )
    })
  )
  return world
}

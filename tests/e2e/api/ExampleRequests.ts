import type { DemoVendor } from "@tributary/example-demo-vendor"
import type { Json, Service } from "../../support/Service.js"
import { until } from "../../support/Wait.js"
import { endpoints, memberLists } from "./EndpointTable.js"

/** What the examples of operations are asked from. */
export interface Asked {
  readonly service: Service
  readonly demo: DemoVendor
  /** The connection of a vendor. */
  readonly connectionOf: (vendor: string) => string
  /** The credentials of the customer whose organization the examples show. */
  readonly credentials: object
}

/** A request whose answer is the example of an operation. */
export interface ExampleRequest {
  readonly path: string
  readonly method?: string
  readonly connection?: string
  /** The token of a customer's link or session, for its own operations. */
  readonly key?: string
  readonly body?: object
  /** Shortens an answer that no parameter shortens. */
  readonly cut?: (answer: Json) => Json
}

const OKTA = "OKTA"

/** Names the connection that reads the log of Okta's script, because that of the demo has nothing new. */
export const LOGS = "OKTA of the script"

/** The lists that come from that log. */
const OF_LOGS = ["/idp/audit-logs", "/idp/alerts"]

/** The host of the receiver of webhooks. */
export const RECEIVER = "hooks.acme.example"

/** So many of the demo's users that their deletion waits for a decision. */
const LOST_USERS = 40

const vendorIdOf = (item: Json): string => item.vendor_id ?? item.vendor_attributes.id

const shownBy = (item: Json): number => Object.values(item).filter((value) => value !== null).length

/** An answer about what runs now, as it is once nothing does. */
const settled = (answer: Json): Json => ({
  ...answer,
  // The only process of an embedded database does not register.
  ...(typeof answer.processes === "number" ? { processes: 1 } : {}),
  ...("processes" in answer && Array.isArray(answer.processes)
    ? {
        processes: [
          {
            name: "worker-1:7/2f1c",
            seen_at: "2026-01-05T09:00:00.000Z",
            is_alive: true,
            takes_shards: true,
            shards: 128,
            running: 0
          }
        ]
      }
    : {}),
  queue: { due: 0, oldest_due_secs: null, running: 0, stopped: 0, paused: 0 }
})

/** The record that shows most: which one comes first depends on which was stored first. */
const fullest = (items: ReadonlyArray<Json>): Json =>
  items.toSorted((a, b) => shownBy(b) - shownBy(a) || (vendorIdOf(a) < vendorIdOf(b) ? -1 : 1))[0]

const vendorOf = (path: string): string => {
  if (OF_LOGS.includes(path)) return LOGS
  const { records = {} } = endpoints.find(({ kind }) => kind.path === path) ?? {}
  return OKTA in records ? OKTA : (Object.keys(records)[0] ?? "")
}

const recordsOf = async (
  { connectionOf, service }: Asked,
  vendor: string,
  path: string
): Promise<ReadonlyArray<Json>> =>
  (await service.call(`${path}?limit=500`, { connection: connectionOf(vendor) })).body.items

/** The request for a list of records, or for one of them. */
const ofRecords = async (asked: Asked, path: string): Promise<ExampleRequest> => {
  const below = memberLists.find((list) => list.path === path)
  const [, list = path, byId] = /^(.*?)(\/\{\w+\})?$/.exec(path) ?? []
  const vendor = below?.vendor ?? vendorOf(list)
  const parents = below === undefined ? [] : await recordsOf(asked, vendor, below.parent.path)
  const parent = parents.find((one) => vendorIdOf(one).endsWith(below?.parent.vendorId ?? ""))
  const address = below === undefined ? list : path.replace(/\{\w+\}/, parent?.id)
  const { id } = fullest(await recordsOf(asked, vendor, address))
  const connection = asked.connectionOf(vendor)
  return { connection, path: byId === undefined ? `${address}?ids=${id}` : `${address}/${id}` }
}

/** The requests of the operations that show no records, by operation. */
const others = (asked: Asked): Readonly<Record<string, () => ExampleRequest | Promise<ExampleRequest>>> => {
  const { connectionOf, credentials, demo, service } = asked
  const organizations = "/provisioning/organizations"
  const organization = `${organizations}/${service.organizationId}`
  const connections = `${organization}/connections`
  const connection = `${connections}/${connectionOf(OKTA)}`
  const ticket = async () => ({
    path: "/itsm/tickets",
    method: "POST",
    connection: connectionOf("JIRA"),
    body: {
      name: "Replace the certificate of the mail server",
      project_id: fullest(await recordsOf(asked, "JIRA", "/itsm/projects")).id,
      type: "Task",
      priority: "HIGH"
    }
  })
  const added = async (path: string, body: object): Promise<string> =>
    (await service.call(path, { method: "POST", body: JSON.stringify(body) })).body.id
  const addedOrganization = () => added(organizations, { name: "Globex" })
  /** The path of an erasure that has finished. */
  const erased = async (): Promise<string> => {
    const path = `${organizations}/${await addedOrganization()}?erase=true`
    const erasure = `/provisioning/erasures/${(await service.call(path, { method: "DELETE" })).body.erasure_id}`
    await until(async () => ((await service.call(erasure)).body.finished_at === null ? null : true))
    return erasure
  }
  const webhooks = "/provisioning/webhooks"
  const newWebhook = { url: `https://${RECEIVER}/tributary`, events: ["records.changed", "connection.health_changed"] }
  /** The path of a webhook: the first one that there is. */
  const webhook = async (): Promise<string> => {
    const [first] = (await service.call(`${webhooks}?limit=1`)).body.items
    return `${webhooks}/${first?.id ?? (await added(webhooks, newWebhook))}`
  }
  /** The path of a delivery that has arrived. */
  const delivered = async (): Promise<string> => {
    const path = await webhook()
    const id = await added(`${path}/test`, {})
    await until(async () => {
      const { items } = (await service.call(`${path}/deliveries?state=DELIVERED`)).body
      return items.some((item: Json) => item.id === id) ? true : null
    })
    return `${path}/deliveries/${id}`
  }
  const withoutSecret = (answer: Json): Json => ({ ...answer, secret: "whsec_..." })
  const links = `${organization}/connect-sessions`
  const newLink = { vendors: [OKTA], identifier: "apac", return_url: "https://product.example/settings" }
  const link = async (body: object = newLink) => {
    const made = (await service.call(links, { method: "POST", body: JSON.stringify(body) })).body
    return { path: `/connect-sessions/${made.id}`, key: new URL(made.url, service.baseUrl).hash.slice(1) }
  }
  const session = async (body?: object) => {
    const { key, path } = await link(body)
    return { path, key: (await service.call(`${path}/open`, { method: "POST", key })).body.token as string }
  }
  const sent = { vendor: OKTA, credentials }
  /** Renews the credentials of the connection, whose numbers are those of a job that has ended. */
  const renewed = async () => {
    const status = async () => (await service.call(`${connection}/status`)).body
    const before = (await status()).last_sync?.id
    const opened = await session({ connection_id: connectionOf(OKTA) })
    await service.call(`${opened.path}/connection`, { method: "POST", key: opened.key, body: JSON.stringify(sent) })
    // No job runs until the one begins that the renewal has made due.
    await until(async () => {
      const { current_job, last_sync } = await status()
      return current_job === null && last_sync?.id !== before ? true : null
    })
    return opened
  }
  /** What is sent begins a job at once, which may have ended before the answer is written. */
  const atFirst = (answer: Json): Json => ({
    ...answer,
    phase: "FIRST_SYNC_PENDING",
    current_job: null,
    data_exports: []
  })
  return {
    createConnectSession: () => ({
      path: links,
      method: "POST",
      body: newLink,
      cut: (answer) => ({ ...answer, url: `${answer.url.split("#")[0]}#tribl_...` })
    }),
    listConnectSessions: async () => {
      await link()
      return { path: `${links}?limit=1` }
    },
    getConnectSession: async () => {
      const { path } = await link()
      return { path: `${links}/${path.split("/")[2]}` }
    },
    revokeConnectSession: async () => {
      const { path } = await link()
      return { path: `${links}/${path.split("/")[2]}`, method: "DELETE" }
    },
    openConnectSession: async () => {
      const { key, path } = await link()
      return { path: `${path}/open`, key, method: "POST", cut: (answer) => ({ ...answer, token: "tribs_..." }) }
    },
    viewConnectSession: () => session(),
    testConnectSession: async () => {
      const { key, path } = await session()
      return { path: `${path}/test`, key, method: "POST", body: sent }
    },
    connectConnectSession: async () => {
      const { key, path } = await session()
      return { path: `${path}/connection`, key, method: "POST", body: sent, cut: atFirst }
    },
    getConnectSessionConnection: async () => {
      const { key, path } = await renewed()
      return { path: `${path}/connection`, key }
    },
    createWebhook: () => ({ path: webhooks, method: "POST", body: newWebhook, cut: withoutSecret }),
    listWebhooks: async () => {
      await webhook()
      return { path: `${webhooks}?limit=1` }
    },
    getWebhook: async () => ({ path: await webhook() }),
    updateWebhook: async () => ({ path: await webhook(), method: "PATCH", body: { is_paused: false } }),
    deleteWebhook: async () => ({ path: `${webhooks}/${await added(webhooks, newWebhook)}`, method: "DELETE" }),
    rotateWebhookSecret: async () => ({ path: `${await webhook()}/secret`, method: "POST", cut: withoutSecret }),
    testWebhook: async () => ({ path: `${await webhook()}/test`, method: "POST" }),
    listWebhookDeliveries: async () => {
      await delivered()
      return { path: `${await webhook()}/deliveries?state=DELIVERED&limit=1` }
    },
    resendWebhookDelivery: async () => ({ path: `${await delivered()}/resend`, method: "POST" }),
    createTicket: ticket,
    getOutboundJob: async () => {
      const { path, connection, ...init } = await ticket()
      const queued = await service.call(path, { ...init, connection, body: JSON.stringify(init.body) })
      const job = `/outbound-jobs/${queued.body.job_id}`
      await until(async () => ((await service.call(job, { connection })).body.finished_at === null ? null : true))
      return { path: job, connection }
    },
    createOrganization: () => ({
      path: organizations,
      method: "POST",
      body: { name: "Globex", identifier: "customer-42" }
    }),
    listOrganizations: () => ({ path: `${organizations}?limit=1` }),
    getOrganization: () => ({ path: organization }),
    deleteOrganization: async () => ({
      path: `${organizations}/${await addedOrganization()}?erase=true`,
      method: "DELETE"
    }),
    deleteConnection: async () => {
      const below = `${organizations}/${await addedOrganization()}/connections`
      return { path: `${below}/${await added(below, { vendor: OKTA, credentials })}?erase=true`, method: "DELETE" }
    },
    getErasure: async () => ({ path: await erased() }),
    listErasures: async () => {
      await erased()
      return { path: "/provisioning/erasures?limit=1" }
    },
    createConnection: () => ({
      path: connections,
      method: "POST",
      body: { vendor: OKTA, credentials, identifier: "emea", refresh_interval_secs: 3600 }
    }),
    listConnections: () => ({ path: `${connections}?limit=1` }),
    getConnection: () => ({ path: connection }),
    updateConnection: () => ({ path: connection, method: "PATCH", body: { refresh_interval_secs: 3600 } }),
    getConnectionStatus: () => ({ path: `${connection}/status` }),
    testConnection: () => ({ path: `${connection}/test` }),
    listConnectionJobs: () => ({ path: `${connection}/jobs?limit=1` }),
    countConnectionRecords: () => ({ path: `${connection}/counts?kind=idp_user&by=is_admin` }),
    syncConnection: () => ({ path: `${connection}/sync`, method: "POST" }),
    decideHeldBackDeletions: async () => {
      for (const step of ["deactivation", "deletion"] as const) demo.advance(LOST_USERS, step)
      // Two full scans must miss the users.
      for (const _ of [1, 2]) await service.sync(connectionOf(OKTA), "?full=true")
      return { path: `${connection}/held-back-deletions`, method: "POST", body: { decision: "CONFIRM" } }
    },
    getOperatorStatus: () => ({ path: "/operator/status", cut: settled }),
    listOperatorConnections: () => ({ path: "/operator/connections?vendor=OKTA&limit=1" }),
    getOperatorConnection: () => ({ path: `/operator/connections/${connectionOf(OKTA)}` }),
    listOperatorAccounts: () => ({ path: "/operator/accounts?limit=1" }),
    listOperatorJobs: () => ({ path: "/operator/jobs?vendor=JIRA&status=SUCCESS&limit=1" }),
    getOperatorProcesses: () => ({ path: "/operator/processes", cut: settled }),
    listOperatorHeldBackDeletions: () => ({ path: "/operator/held-back-deletions?vendor=OKTA" }),
    countOperatorRecords: () => ({ path: "/operator/records?vendor=OKTA" }),
    listOperatorOutboundJobs: () => ({ path: "/operator/outbound-jobs" }),
    listOperatorFreshness: () => ({
      path: "/operator/freshness?vendor=OKTA",
      cut: (all: ReadonlyArray<Json>) => all.map((one) => ({ ...one, p50_secs: 1_800, oldest_secs: 1_800 }))
    }),
    listOperatorConnectionRecords: () => ({
      path: `/operator/connections/${connectionOf(OKTA)}/records/idp_group?limit=1`
    }),
    actOnOperatorConnections: () => ({
      path: "/operator/connections/actions",
      method: "POST",
      body: { action: "sync", filter: { connection_ids: [connectionOf(OKTA)] }, dry_run: true }
    }),
    getUsage: () => ({ path: "/usage" }),
    listAuditEvents: () => ({
      path: `/audit-events?limit=1&connection_id=${connectionOf(OKTA)}&action=connection.create`
    }),
    listConnectors: () => ({
      path: "/connectors",
      cut: (all: ReadonlyArray<Json>) => all.filter(({ vendor }) => vendor === OKTA)
    }),
    getConnectorLogo: () => ({ path: `/connectors/${OKTA}/logo` })
  }
}

/** The request whose answer is the example of an operation with this path. */
export const of = async (asked: Asked, operationId: string, path: string): Promise<ExampleRequest> =>
  (await others(asked)[operationId]?.()) ?? ofRecords(asked, path)

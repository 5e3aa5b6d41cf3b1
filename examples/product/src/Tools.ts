import { Client, type ConnectionStatus } from "@tributary/client"

/** A tool of the customer, as the page shows it. */
export interface Tool {
  readonly connectionId: string
  readonly name: string
  readonly logo: string
  readonly state: "connected" | "delayed" | "paused" | "pending" | "reading" | "reconnect"
  /** What the customer reads; null if all is well. */
  readonly problem: string | null
}

type Status = Pick<ConnectionStatus, "phase" | "problems" | "state">

/** How a tool stands, and what the customer reads about it. */
export const standingOf = ({ phase, problems, state }: Status): Pick<Tool, "problem" | "state"> => {
  if (state === "PENDING") return { state: "pending", problem: null }
  if (state === "PAUSED") return { state: "paused", problem: null }
  const refused = problems.find(({ health }) => health === "UNAUTHORIZED")
  if (refused !== undefined) return { state: "reconnect", problem: refused.customer_message }
  const failed = problems.find(({ health }) => health !== "HEALTHY")
  if (failed !== undefined) return { state: "delayed", problem: failed.customer_message }
  // What is left is no failure, such as fields that a missing permission hides.
  const [hint] = problems
  return { state: phase === "SYNCED" ? "connected" : "reading", problem: hint?.customer_message ?? null }
}

/** The tools of one customer, which is one organization of the API. A real product keeps them in its database. */
export const make = async (baseUrl: string, apiKey: string, organizationId: string) => {
  const client = Client.make({ baseUrl, apiKey })
  const organization = { organization_id: organizationId }
  const catalogue = new Map((await client.listConnectors()).map((entry) => [entry.vendor, entry]))
  const tools = new Map<string, Tool>()
  const readings = new Map<string, symbol>()

  /** Reads how a connection stands. What a browser or a message says of it is only a reason to ask. */
  const refresh = async (connectionId: string): Promise<void> => {
    // Of two readings at a time, the one that began later is right.
    const reading = Symbol(connectionId)
    readings.set(connectionId, reading)
    const path = { ...organization, connection_id: connectionId }
    const { vendor } = await client.getConnection(path)
    const standing = standingOf(await client.getConnectionStatus(path))
    const entry = catalogue.get(vendor)
    const logo = new URL(entry?.logo_url ?? "", baseUrl).href
    if (readings.get(connectionId) === reading)
      tools.set(connectionId, { connectionId, name: entry?.vendor_name ?? vendor, logo, ...standing })
  }
  const { items } = await client.listConnections(organization)
  for (const { id } of items) await refresh(id)

  return {
    list: (): ReadonlyArray<Tool> => [...tools.values()],
    refresh,
    /** Makes a link with which the customer connects a tool, or reconnects one. */
    link: async (connectionId: string | null): Promise<string> => {
      const body = connectionId === null ? {} : { connection_id: connectionId }
      const { url } = await client.createConnectSession({ ...organization, body })
      return new URL(url ?? "", baseUrl).href
    },
    sync: (connectionId: string) => client.syncConnection({ ...organization, connection_id: connectionId })
  }
}

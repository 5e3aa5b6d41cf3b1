import type { Reply } from "../send/Client.js"
import type { Request } from "../send/Request.js"
import * as World from "./World.js"

interface Answered {
  readonly id?: string
  readonly job_id?: string
  readonly erasure_id?: string
  readonly next_cursor?: string | null
  readonly previous_cursor?: string | null
}

/** The webhook in the path of a request. */
const webhookOf = ({ target }: Request): string => /\/webhooks\/([^/?]+)/.exec(target)?.[1]?.toLowerCase() ?? ""

/** What an operation creates or deletes, by its id and its status. */
const lessons: Readonly<
  Record<string, (world: World.World, account: number, request: Request, answered: Answered) => void>
> = {
  "createOrganization 201": (world, account, _, { id = "" }) => World.addOrganization(world, account, id),
  "createConnection 201": (world, account, { organization }, { id = "" }) =>
    World.addConnection(world, account, World.connectionOf(id, organization ?? "", true)),
  "createConnectSession 201": (world, account, { organization }, { id = "" }) =>
    World.addSession(world, account, organization ?? "", id),
  "createTicket 202": (world, account, _, { job_id = "" }) => World.addJob(world, account, job_id),
  "createWebhook 201": (world, account, _, { id = "" }) => World.addWebhook(world, account, id),
  "testWebhook 202": (world, account, request, { id = "" }) =>
    World.addDelivery(world, account, webhookOf(request), id),
  "deleteWebhook 204": (world, account, request) =>
    World.forgetWebhook(world.accounts[account] as World.Account, webhookOf(request)),
  "deleteOrganization 202": (world, account, { organization }, { erasure_id = "" }) => {
    World.forget(world.accounts[account] as World.Account, organization ?? "")
    World.addErasure(world, account, erasure_id)
  },
  "deleteConnection 202": (world, account, { connection }, { erasure_id = "" }) => {
    World.forget(world.accounts[account] as World.Account, connection?.id ?? "")
    World.addErasure(world, account, erasure_id)
  },
  "deleteOrganization 204": (world, account, { organization }) =>
    World.forget(world.accounts[account] as World.Account, organization ?? ""),
  "deleteConnection 204": (world, account, { connection }) =>
    World.forget(world.accounts[account] as World.Account, connection?.id ?? "")
}

/** The parameters that a cursor contains, and that are refused beside it. */
const contained = new Set(["cursor", "offset", "updatedSince"])

const withoutContained = (query: string): string =>
  query
    .split("&")
    .filter((pair) => !contained.has(pair.split("=")[0] ?? ""))
    .join("&")

/** Remembers what an answer says about the data of the server. */
export const learn = (world: World.World, request: Request, reply: Reply): void => {
  const { account, connection, method, operation, query } = request
  if (account === null || method !== operation.method || reply.status > 299) return
  const isJson = reply.headers["content-type"]?.startsWith("application/json") === true
  const answered: Answered = isJson && reply.body.length > 0 ? JSON.parse(reply.body.toString()) : {}
  lessons[`${operation.id} ${reply.status}`]?.(world, account, request, answered)
  for (const cursor of [answered.next_cursor, answered.previous_cursor]) {
    if (typeof cursor === "string" && connection !== null) {
      World.addPage(connection, operation.path, { query: withoutContained(query), cursor })
    }
  }
}

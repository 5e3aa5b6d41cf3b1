import { readFile } from "node:fs/promises"
import { createServer, type IncomingMessage } from "node:http"
import { ApiError } from "@tributary/client"
import { Webhook, WebhookVerificationError } from "standardwebhooks"
import * as Tools from "./Tools.js"

/** What the product needs to know. */
export interface Settings {
  /** The address of the API; ends in `/v1`. */
  readonly baseUrl: string
  readonly apiKey: string
  /** A real product knows from its own login which customer asks, and so which organization. */
  readonly organizationId: string
  /** What signs the messages of the webhook. */
  readonly webhookSecret: string
  readonly port: number
}

interface Reply {
  readonly status?: number
  readonly type?: string
  readonly body?: string | Buffer
}

const MAX_BODY = 64 * 1024

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ""
  for await (const chunk of request.setEncoding("utf8")) {
    body += chunk
    if (body.length > MAX_BODY) throw new SyntaxError("The body is too long.")
  }
  return body
}

const DONE: Reply = { status: 204 }
const json = (value: unknown): Reply => ({ type: "application/json", body: JSON.stringify(value) })
/** The id of a connection in the body of the page's request. */
const idIn = (body: string): string => JSON.parse(body).connectionId

const file = (url: URL, type: string) => async (): Promise<Reply> => ({ type, body: await readFile(url) })
const part = (name: string, type: string) => file(new URL(`../public/${name}`, import.meta.url), type)

/** The script of the package that shows the page of the service. */
const script = new URL(import.meta.resolve("@tributary/connect/connect.js"))

/** The status of an answer to a request that failed. */
const statusOf = (error: unknown): number => {
  if (error instanceof WebhookVerificationError) return 401
  if (error instanceof SyntaxError) return 400
  return error instanceof ApiError ? 502 : 500
}

/** Starts the product. */
export const start = async ({ apiKey, baseUrl, organizationId, port, webhookSecret }: Settings) => {
  const tools = await Tools.make(baseUrl, apiKey, organizationId)
  const webhook = new Webhook(webhookSecret)
  const service = new URL(baseUrl).origin

  const routes: Readonly<Record<string, (body: string, request: IncomingMessage) => Promise<Reply>>> = {
    "GET /": part("index.html", "text/html"),
    "GET /page.css": part("page.css", "text/css"),
    "GET /page.js": part("page.js", "text/javascript"),
    "GET /connect.js": file(script, "text/javascript"),
    "GET /tools": async () => json(tools.list()),
    "POST /links": async (body) => json({ url: await tools.link(idIn(body)) }),
    "POST /done": (body) => tools.refresh(idIn(body)).then(() => DONE),
    "POST /sync": (body) => tools.sync(idIn(body)).then(() => DONE),
    "POST /webhooks/tributary": async (body, { headers }) => {
      const message = webhook.verify(body, headers as Record<string, string>) as {
        readonly data: { readonly organization_id: string; readonly connection_id: string }
      }
      // A webhook gets messages about every customer. The product then asks for the current status, so their order does not matter.
      if (message.data.organization_id === organizationId) await tools.refresh(message.data.connection_id)
      return DONE
    }
  }
  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const route = routes[`${request.method} ${request.url}`]
    return route === undefined ? { status: 404 } : route(await bodyOf(request), request)
  }

  const server = createServer(async (request, response) => {
    const reply = await answer(request).catch((error: unknown): Reply => {
      console.error(error)
      return { status: statusOf(error), type: "text/plain", body: "That did not work. Try again." }
    })
    response.writeHead(reply.status ?? 200, {
      "content-type": reply.type ?? "text/plain",
      // The page frames the service and nothing else.
      "content-security-policy": `default-src 'self'; img-src ${service}; frame-src ${service}; frame-ancestors 'none'`
    })
    response.end(reply.body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
}

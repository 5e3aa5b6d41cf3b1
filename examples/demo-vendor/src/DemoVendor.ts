import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type Change, makeChanges, type StepName } from "./Change.js"
import { answerControl, CONTROL_PREFIX } from "./Control.js"
import { makeDirectory } from "./Directory.js"
import { type Fault, makeFaults, parseFault } from "./Fault.js"
import { codeForStatus, oktaError } from "./OktaError.js"
import { makeRateLimit, windowEnd } from "./RateLimit.js"
import type { Reply } from "./Reply.js"
import { ROUTES } from "./Routes.js"

/** Options of the demo vendor; every field has a default. */
export interface DemoVendorOptions {
  /** Port on 127.0.0.1; 0, the default, picks a free one. */
  readonly port?: number
  /** Number of people at the start; 320 by default. */
  readonly users?: number
  /** Seed of the generated people and changes; the same seed generates the same ones. 1 by default. */
  readonly seed?: number
  /** The API token to accept at the start; `demo-okta-token` by default. */
  readonly token?: string
  /** The clock, in epoch milliseconds; `Date.now` by default. */
  readonly now?: () => number
  /** Seconds between two small changes; 60 by default, 0 for none. */
  readonly changeEverySeconds?: number
  /** Requests per minute and endpoint family before a 429; 600 by default. */
  readonly rateLimit?: number
}

/** A request that the vendor received; status 0 means that it sent no answer. */
export interface JournalEntry {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly status: number
}

/** A running demo vendor. */
export interface DemoVendor {
  /** Base address, such as `http://127.0.0.1:4010`. */
  readonly url: string
  /** The API token that requests need now. */
  readonly token: string
  /** Stops the server and cuts open connections. */
  readonly close: () => Promise<void>
  /** The latest 10,000 requests, oldest first, without the control paths. */
  readonly journal: () => ReadonlyArray<JournalEntry>
  /** Makes matching requests fail; throws a TypeError when the fault is invalid. */
  readonly fail: (fault: Fault) => void
  /** Ends all faults. */
  readonly clear: () => void
  /** Applies the next small changes now (1 by default), or so many of one kind, and returns those that were possible. */
  readonly advance: (steps?: number, kind?: StepName) => ReadonlyArray<Change>
  /** Revokes the API token and returns the next one, as an administrator does. */
  readonly revoke: () => string
}

const JOURNAL_SIZE = 10_000
const HTML = "<!doctype html><html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n"

const isOurs = (authorization: string | undefined, token: string): boolean =>
  authorization === `SSWS ${token}` || authorization === `Bearer ${token}`

const faultReply = (fault: Fault, limit: number, now: number): Reply => {
  const status = fault.status ?? (fault.html ? 502 : 500)
  if (fault.html) return { status, headers: { "content-type": "text/html", ...fault.headers }, body: HTML }
  const body = fault.body === undefined ? oktaError(codeForStatus(status)).body : fault.body
  // Like Okta's, a 429 says when to try again.
  const whenAgain = {
    "x-rate-limit-limit": `${limit}`,
    "x-rate-limit-remaining": "0",
    "x-rate-limit-reset": `${windowEnd(now)}`
  }
  return { status, headers: { ...(status === 429 && whenAgain), ...fault.headers }, body }
}

const send = (response: ServerResponse, reply: Reply, isCut: boolean, now: number): void => {
  const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body)
  response.statusCode = reply.status
  response.setHeader("content-type", "application/json")
  response.setHeader("date", new Date(now).toUTCString())
  for (const [name, value] of Object.entries(reply.headers ?? {})) {
    response.setHeader(name, typeof value === "string" ? value : [...value])
  }
  response.end(isCut ? text.slice(0, Math.floor(text.length / 2)) : text)
}

/** Starts the demo vendor on 127.0.0.1; resolves once it listens. */
export const startDemoVendor = async (options: DemoVendorOptions = {}): Promise<DemoVendor> => {
  const now = options.now ?? Date.now
  const firstToken = options.token ?? "demo-okta-token"
  let token = firstToken
  let tokens = 1
  const directory = makeDirectory({ seed: options.seed ?? 1, users: options.users ?? 320, now: now() })
  const applyChanges = makeChanges(directory, now)
  const limit = options.rateLimit ?? 600
  const rateLimit = makeRateLimit(limit, now)
  const faults = makeFaults()
  const journal: Array<JournalEntry> = []

  const advance: DemoVendor["advance"] = (steps = 1, kind) => applyChanges(steps, kind)
  const fail = (fault: Fault): void => faults.add(parseFault(fault))

  const revoke = (): string => {
    tokens += 1
    token = `${firstToken}-${tokens}`
    return token
  }

  const record = (request: IncomingMessage, status: number): void => {
    journal.push({ method: request.method ?? "", path: request.url ?? "", status })
    if (journal.length > JOURNAL_SIZE) journal.shift()
  }

  const answer = (request: IncomingMessage, url: URL): Reply => {
    if (!isOurs(request.headers.authorization, token)) return oktaError("E0000011")
    const route = ROUTES.find(({ idIn }) => idIn(url.pathname) !== null)
    if (route === undefined) return oktaError("E0000008")
    const { headers, isExceeded } = rateLimit(route.family)
    if (isExceeded) return { ...oktaError("E0000047"), headers }
    if (request.method !== "GET") return { ...oktaError("E0000022"), headers }
    const id = decodeURIComponent(route.idIn(url.pathname) ?? "")
    const reply = route.handle({ directory, url, id })
    return { ...reply, headers: { ...headers, ...reply.headers } }
  }

  const onVendorRequest = (request: IncomingMessage, response: ServerResponse, url: URL): void => {
    const fault = faults.take(url.pathname, request.url ?? "")
    if (fault?.drop || fault?.hang) {
      record(request, 0)
      if (fault.drop) request.socket.destroy()
      return
    }
    const isAnswered = fault === undefined || fault.truncate === true
    const reply = isAnswered ? answer(request, url) : faultReply(fault, limit, now())
    record(request, reply.status)
    send(response, reply, fault?.truncate === true, now())
  }

  const control = {
    fail: (fault: unknown) => faults.add(parseFault(fault)),
    clear: faults.clear,
    advance,
    journal: () => journal,
    revoke
  }

  const onRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(`http://${request.headers.host ?? "127.0.0.1"}${request.url}`)
    if (!url.pathname.startsWith(CONTROL_PREFIX)) return onVendorRequest(request, response, url)
    send(response, await answerControl(request, url, control), false, now())
  }

  // A malformed address or an interrupted upload fails only its own request, never the server.
  const server = createServer((request, response) => {
    onRequest(request, response).catch(() => {
      record(request, 500)
      send(response, oktaError("E0000009"), false, now())
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port ?? 0, "127.0.0.1", resolve)
  })

  const seconds = options.changeEverySeconds ?? 60
  const timer = seconds > 0 ? setInterval(advance, seconds * 1000, 1).unref() : undefined
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get token() {
      return token
    },
    revoke,
    journal: () => [...journal],
    fail,
    clear: faults.clear,
    advance,
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer)
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

import { RequestFailed, read } from "./Failure.js"
import type {
  ConnectSessionConnection,
  ConnectSessionTest,
  ConnectSessionView,
  CreateConnectSessionConnection,
  OpenedConnectSession
} from "./schemas.generated.js"

/** How long an answer may take: where something is sent, a vendor may be asked several things, one after the other. */
const PATIENCE_MILLIS = { GET: 15_000, POST: 120_000 } as const

/** The session whose requests are made, and the address of its API. */
export interface SessionAddress {
  /** The base address of the API, which ends in `/v1`. */
  readonly api: string
  /** The id of the session, which the link has. */
  readonly sessionId: string
}

/** The requests of the page. Each throws a `RequestFailed`. */
export interface ConnectClient {
  /** Opens the link with its token. The same opener gets the same answer again. */
  readonly open: (linkToken: string, opener: string) => Promise<OpenedConnectSession>
  /** What can be connected. */
  readonly view: (token: string) => Promise<ConnectSessionView>
  /** What the credentials can read. */
  readonly test: (token: string, body: CreateConnectSessionConnection) => Promise<ConnectSessionTest>
  /** Stores the connection. */
  readonly connect: (token: string, body: CreateConnectSessionConnection) => Promise<ConnectSessionConnection>
  /** How far the stored connection is. */
  readonly connection: (token: string) => Promise<ConnectSessionConnection>
}

/** Makes the requests of a session. */
export const make = ({ api, sessionId }: SessionAddress): ConnectClient => {
  const send = async <A>(
    method: keyof typeof PATIENCE_MILLIS,
    path: string,
    token: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {}
  ): Promise<A> => {
    const sent = fetch(`${api}/connect-sessions/${encodeURIComponent(sessionId)}${path}`, {
      method,
      headers: {
        ...headers,
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" })
      },
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(PATIENCE_MILLIS[method])
    })
    const response = await sent.catch(() => {
      throw new RequestFailed({ is: "network" })
    })
    if (!response.ok) throw new RequestFailed(await read(response))
    // An answer that broke off counts as no answer.
    return response.json().catch(() => {
      throw new RequestFailed({ is: "network" })
    })
  }
  return {
    open: (linkToken, opener) => send("POST", "/open", linkToken, undefined, { "X-Connect-Opener": opener }),
    view: (token) => send("GET", "", token),
    test: (token, body) => send("POST", "/test", token, body),
    connect: (token, body) => send("POST", "/connection", token, body),
    connection: (token) => send("GET", "/connection", token)
  }
}

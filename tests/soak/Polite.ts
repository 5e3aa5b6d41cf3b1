import { setTimeout as sleep } from "node:timers/promises"

/** A record as a list returns it. */
interface User {
  readonly id: string
  readonly vendor_id: string
  readonly name: string
  readonly is_deleted: boolean
}

interface Page {
  readonly items: ReadonlyArray<User>
  readonly next_cursor?: string | null
}

const PAUSE_MILLIS = 100
const PAUSE_BETWEEN_CHECKS_MILLIS = 1_000
const TIMEOUT_MILLIS = 30_000
const MAX_ATTEMPTS = 10

/** An answer that refuses a request. */
class Refusal extends Error {
  readonly status: number
  /** How long to wait before the next attempt; 0 if the answer does not say. */
  readonly retryAfterSecs: number

  constructor(path: string, { headers, status }: Response, text: string) {
    super(`${path} got ${status}: ${text.slice(0, 300)}`)
    this.status = status
    this.retryAfterSecs = Number(headers.get("retry-after"))
  }
}

/** A customer who reads a list now and then. */
export class Polite {
  /** The milliseconds of each request in the current phase. */
  millis: Array<number> = []
  /** The milliseconds of each check of credentials in the current phase. */
  checkMillis: Array<number> = []
  /** Answers that the customer should not have got. */
  readonly refused: Array<string> = []

  constructor(
    private readonly baseUrl: string,
    private readonly apiKey: string
  ) {}

  /** Sends a request, and fails if it is refused. */
  async send<A>(path: string, options: { readonly connection?: string; readonly body?: object } = {}): Promise<A> {
    const { body, connection } = options
    const response = await fetch(`${this.baseUrl}/v1${path}`, {
      headers: {
        "x-api-key": this.apiKey,
        "content-type": "application/json",
        ...(connection === undefined ? {} : { "x-connection-id": connection })
      },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MILLIS)
    })
    const text = await response.text()
    if (!response.ok) throw new Refusal(path, response, text)
    return JSON.parse(text)
  }

  /** Requests a sync, unless one runs; later if the customer has asked for too much before. */
  async sync(organization: string, connection: string): Promise<void> {
    const path = `/provisioning/organizations/${organization}/connections/${connection}/sync`
    let status = 429
    for (let attempt = 1; status === 429; attempt += 1) {
      status = await this.send(path, { body: {} }).then(
        () => 202,
        async (error: unknown) => {
          if (!(error instanceof Refusal) || ![409, 429].includes(error.status) || attempt === MAX_ATTEMPTS) throw error
          await sleep(error.retryAfterSecs * 1_000)
          return error.status
        }
      )
    }
  }

  /** Reads pages of the connections, and has their credentials checked by the vendor, until somebody stops it. */
  async run(organization: string, connections: ReadonlyArray<string>, isStopped: () => boolean): Promise<void> {
    const inTurn = async (pause: number, millis: Array<number>, ask: (connection: string) => Promise<unknown>) => {
      for (let turn = 0; !isStopped(); turn += 1) {
        const began = performance.now()
        await ask(connections[turn % connections.length] as string).catch((error) => this.refused.push(String(error)))
        millis.push(performance.now() - began)
        await sleep(pause)
      }
    }
    const read = (connection: string) => this.send("/idp/users?limit=100", { connection })
    const check = (connection: string) =>
      this.send(`/provisioning/organizations/${organization}/connections/${connection}/test`)
    await Promise.all([
      inTurn(PAUSE_MILLIS, this.millis, read),
      inTurn(PAUSE_BETWEEN_CHECKS_MILLIS, this.checkMillis, check)
    ])
  }

  /** The names of the users that a connection has, by the vendor's ids; without deleted ones. */
  async users(connection: string): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (let cursor: string | null | undefined = ""; cursor !== null && cursor !== undefined; ) {
      const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`
      const page: Page = await this.send(`/idp/users?limit=500${from}`, { connection })
      for (const { is_deleted, name, vendor_id } of page.items) if (!is_deleted) found.set(vendor_id, name)
      cursor = page.items.length === 0 ? null : page.next_cursor
    }
    return found
  }
}

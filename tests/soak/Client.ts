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

/** What a request has besides its path. */
interface RequestParts {
  readonly connection?: string
  readonly body?: object
}

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

/** A customer who waits if asked to. */
export class Client {
  constructor(
    private readonly baseUrl: string,
    private readonly apiKey: string
  ) {}

  /** Sends a request, and fails if it is refused. */
  async send<A>(path: string, options: RequestParts = {}): Promise<A> {
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

  /** Sends a request, and repeats it up to ten times while the answer is a 429. */
  async sendPatiently<A>(path: string, options: RequestParts = {}): Promise<A> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.send<A>(path, options)
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 429 || attempt === MAX_ATTEMPTS) throw error
        await sleep(error.retryAfterSecs * 1_000)
      }
    }
  }

  /** Requests a sync, unless one runs. */
  async sync(organization: string, connection: string): Promise<void> {
    const path = `/provisioning/organizations/${organization}/connections/${connection}/sync`
    await this.sendPatiently(path, { body: {} }).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 409) throw error
    })
  }

  /** The names of the users that a connection has, by the vendor's ids; without deleted ones. */
  async users(connection: string): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (let cursor: string | null | undefined = ""; cursor !== null && cursor !== undefined; ) {
      const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`
      const page: Page = await this.sendPatiently(`/idp/users?limit=500${from}`, { connection })
      for (const { is_deleted, name, vendor_id } of page.items) if (!is_deleted) found.set(vendor_id, name)
      cursor = page.items.length === 0 ? null : page.next_cursor
    }
    return found
  }
}

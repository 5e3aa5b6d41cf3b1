import { setTimeout as sleep } from "node:timers/promises"
import type { Journal } from "../../support/run/Journal.js"
import type { Random } from "../../support/run/Random.js"
import type { Fleet } from "../Fleet.js"

/** An answer of the API; `status` is 0 if none came. */
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a check reads into the body as into any JSON
  readonly body: any
  /** The instant up to which a list is complete; null in any other answer. */
  readonly asOf: string | null
}

/** What a request may have besides what `fetch` takes. */
interface Options {
  readonly connection: string
  readonly timeoutMillis: number
}

/** A server that was frozen after it received a request never answers it. */
const TIMEOUT_MILLIS = 10_000
const PAUSE_MILLIS = 100
/** What a client may get while processes die and the database is away. */
const PASSING = [0, 503]

const none: Answer = { status: 0, body: null, asOf: null }

/** The service as its clients see it: several servers behind one name, some of which may be down. */
export class Api {
  constructor(
    readonly fleet: Fleet,
    readonly key: string,
    readonly random: Random,
    readonly journal: Journal
  ) {}

  /** Sends a request once, to one of the servers. */
  async once(
    path: string,
    { timeoutMillis = TIMEOUT_MILLIS, ...init }: RequestInit & Partial<Options> = {}
  ): Promise<Answer> {
    const slot = this.fleet.pick(this.random)
    if (slot?.process == null) return none
    const headers: Record<string, string> = { "x-api-key": this.key }
    if (init.connection !== undefined) headers["x-connection-id"] = init.connection
    if (init.body !== undefined) headers["content-type"] = "application/json"
    try {
      const response = await fetch(`${slot.process.origin}/v1${path}`, {
        ...init,
        headers,
        signal: AbortSignal.timeout(timeoutMillis)
      })
      const text = await response.text()
      if (response.status === 500) {
        this.journal.broken("no request is answered with 500", `${init.method ?? "GET"} ${path}: ${text}`)
      }
      return {
        status: response.status,
        body: text === "" ? null : JSON.parse(text),
        asOf: response.headers.get("x-as-of")
      }
    } catch {
      return none
    }
  }

  /** Reads until somebody answers; null if nobody does before `until` says to give up. */
  async read(path: string, connection?: string, giveUp: () => boolean = () => false): Promise<Answer | null> {
    while (!giveUp()) {
      const answer = await this.once(path, connection === undefined ? {} : { connection })
      if (!PASSING.includes(answer.status)) return answer
      this.journal.count("reads: tried again")
      await sleep(PAUSE_MILLIS)
    }
    return null
  }
}

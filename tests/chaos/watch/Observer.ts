import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"

/** The run's own session with the database, which comes back when the database does. */
export class Observer {
  #client: pg.Client | null = null
  #last: Promise<unknown> = Promise.resolve()
  #listeners = new Set<(payload: string) => void>()

  constructor(readonly url: string) {}

  /** Runs a query after those before it; null while the database is away. */
  query<Row extends object>(text: string, values: ReadonlyArray<unknown> = []): Promise<ReadonlyArray<Row> | null> {
    const result = this.#last.then(() => this.#run<Row>(text, values))
    this.#last = result.catch(() => undefined)
    return result
  }

  async #run<Row extends object>(text: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<Row> | null> {
    const client = await this.#connected()
    if (client === null) return null
    try {
      return (await client.query(text, [...values])).rows
    } catch (error) {
      if (this.#client === client && !isAway(error)) throw error
      this.#client = null
      await client.end().catch(() => undefined)
      return null
    }
  }

  /** Runs a query as soon as the database is there. */
  async insist<Row extends object>(text: string, values: ReadonlyArray<unknown> = []): Promise<ReadonlyArray<Row>> {
    for (;;) {
      const rows = await this.query<Row>(text, values)
      if (rows !== null) return rows
      await sleep(RETRY_MILLIS)
    }
  }

  /** The next notification of the channel `chaos`, which arrives when its transaction has committed; null if none comes in time. */
  nextNotification(limitMillis: number): Promise<string | null> {
    return new Promise((resolve) => {
      const end = (payload: string | null) => {
        clearTimeout(timer)
        this.#listeners.delete(end)
        resolve(payload)
      }
      const timer = setTimeout(end, limitMillis, null)
      this.#listeners.add(end)
    })
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => undefined)
  }

  async #connected(): Promise<pg.Client | null> {
    if (this.#client !== null) return this.#client
    const client = new pg.Client({ connectionString: this.url, application_name: "chaos" })
    // Without a listener, a broken connection would end the process.
    client.on("error", () => {
      if (this.#client === client) this.#client = null
    })
    client.on("notification", ({ payload = "" }) => {
      for (const listener of this.#listeners) listener(payload)
    })
    try {
      await client.connect()
      await client.query("listen chaos")
    } catch {
      return null
    }
    this.#client = client
    return client
  }
}

const RETRY_MILLIS = 100

/** Whether the database refused or lost the session, rather than the statement. */
const isAway = (error: unknown): boolean => {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return !/^(22|23|42)/.test(code)
}

/** A request that the server received. */
export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string
}

/** An answer, as a test says it. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly text?: string
  /** Whether the answer never comes. */
  readonly hangs?: boolean
}

/** Ends only if the caller gives up. */
const nothing = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))

/** A `fetch` that gives these replies in turn, or fails with these errors, and what it was asked. */
export const make = (replies: ReadonlyArray<Reply | Error>) => {
  const asked: Array<Asked> = []
  const left = [...replies]
  const send: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    asked.push({
      method: request.method,
      url: new URL(request.url),
      headers: request.headers,
      body: await request.text()
    })
    init?.signal?.throwIfAborted()
    const reply = left.shift()
    if (reply === undefined) throw new Error("The test expects no further request.")
    if (reply instanceof Error) throw reply
    const { body, hangs = false, headers = {}, status = 200, text } = reply
    if (hangs) return nothing(init?.signal)
    const answer = body === undefined ? (text ?? null) : JSON.stringify(body)
    return new Response(answer, { status, headers })
  }
  return { asked, fetch: send }
}

const page = (ids: ReadonlyArray<string>, next_cursor: string | null, asOf: string): Reply => ({
  body: { items: ids.map((id) => ({ id })), next_cursor, previous_cursor: null },
  headers: { "x-as-of": asOf }
})

/** The earliest instant of `pages`: that of the second. */
export const AS_OF = "2024-05-01T00:00:00.000001Z"

const FIRST_AS_OF = "2024-05-01T00:00:00.000002Z"

/** The instants that pages of a walk carry. */
export const instants: ReadonlyArray<string> = [FIRST_AS_OF, AS_OF, AS_OF]

/** Three pages of a list. */
export const pages: ReadonlyArray<Reply> = [
  page(["1", "2"], "second", FIRST_AS_OF),
  page(["3"], "third", AS_OF),
  page([], null, "2024-05-01T00:00:00.000003Z")
]

/** The limit of the key is used up for some seconds. */
export const tooMany = (seconds: number): Reply => ({
  status: 429,
  headers: { "retry-after": String(seconds), "x-error-code": "TOO_MANY_REQUESTS" },
  body: { detail: "Too many requests." }
})

export const settings = { baseUrl: "http://server.test/v1", apiKey: "key", connectionId: "connection" }

import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import { KEY_HEADER, MAX_KEY, REPLAYED_HEADER } from "../../api/parts/Idempotency.js"
import type { AccountScope } from "../../store/accounts/AccessScope.js"
import { type AboutAnswer, IdempotencyKeys, type KeptAnswer } from "../../store/accounts/IdempotencyKeys.js"
import type { RequestHead } from "../server/request/Incoming.js"
import * as Answer from "../server/response/Answer.js"

type Response = HttpServerResponse.HttpServerResponse

/** Printable ASCII without spaces, as every client can send it. */
const isKey = (text: string): boolean => text.length <= MAX_KEY && /^[!-~]+$/.test(text)

const badKey = Errors.make("InvalidParameter", {
  detail: [
    {
      loc: ["header", KEY_HEADER],
      msg: `Expected 1 to ${MAX_KEY} printable ASCII characters without spaces, such as a UUID`,
      type: "string",
      ctx: { minLength: 1, maxLength: MAX_KEY }
    }
  ]
})

const sentKey = ({ headers }: RequestHead): Effect.Effect<string | null, Errors.ApiError> => {
  const key = headers[KEY_HEADER.toLowerCase()]
  return key === undefined || isKey(key) ? Effect.succeed(key ?? null) : badKey
}

const unchanged = (body: string): string => body

/** What a request asks for, in two steps: the first may take long and changes nothing, such as a check with the vendor, or a key service that seals. */
interface Work<A, E, R, E2, R2, E3, R3> {
  readonly request: RequestHead
  /** What the API key of the request gives access to. */
  readonly scope: Pick<AccountScope, "accountId" | "organizations">
  /** The operation and what it acts on. A key that was used for another target is refused. */
  readonly target: string
  readonly body: unknown
  /** Returns what writes to the database, which runs in one transaction with the key. */
  readonly prepare: Effect.Effect<Effect.Effect<A, E2, R2>, E, R>
  readonly send: (value: A) => Effect.Effect<Response>
  /** Whose data the answer has: an erasure reaches what is kept of it. */
  readonly about: (value: A) => AboutAnswer
  /** The body of the answer as it is kept; by default as it is sent. */
  readonly keep?: (body: string) => string
  /** The body of a kept answer as it may be shown now; by default as it was kept. */
  readonly resend?: (body: string) => Effect.Effect<string, E3, R3>
}

/** Does the work of a request; once for all requests with the same `Idempotency-Key`. */
export const once = <A, E, R, E2, R2, E3 = never, R3 = never>({
  about,
  body,
  keep = unchanged,
  prepare,
  request,
  resend = Effect.succeed,
  scope: { accountId, organizations },
  send,
  target
}: Work<A, E, R, E2, R2, E3, R3>) =>
  Effect.gen(function* () {
    const key = yield* sentKey(request)
    if (key === null) return yield* Effect.flatMap(Effect.flatten(prepare), send)
    const keys = yield* IdempotencyKeys
    const work = { accountId, organizations, key, target, body }
    const repeated = ({ body, status }: KeptAnswer): Effect.Effect<Response, E3, R3> =>
      Effect.map(resend(body), (text) =>
        HttpServerResponse.setHeader(Answer.fromText(text, status), REPLAYED_HEADER.toLowerCase(), "true")
      )
    const kept = yield* keys.find(work)
    if (kept !== null) return yield* repeated(kept)
    const write = yield* prepare
    let sent: Response | null = null
    const answer = yield* keys.once(
      work,
      Effect.flatMap(write, (value) =>
        Effect.map(send(value), (response) => {
          sent = response
          const { body, status } = Answer.toText(response)
          return { status, body: keep(body), ...about(value) }
        })
      )
    )
    if (answer.isRepeated) return yield* repeated(answer)
    return sent ?? Answer.fromText(answer.body, answer.status)
  })

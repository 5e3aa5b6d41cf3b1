import { Effect } from "effect"
import { type Outgoing, refuse } from "./Outgoing.js"
import type { Method, RawAnswer } from "./Request.js"
import type { Exchange } from "./Transport.js"
import type { VendorError } from "./VendorError.js"

const MAX_REDIRECTS = 5

const redirected = (method: Method, status: number): Method =>
  status === 303 || ((status === 301 || status === 302) && method === "POST") ? "GET" : method

/** Follows an answer's redirects, each through the gate like a request of its own, to the answer that is none. */
export const follow = (
  exchange: Exchange,
  request: Outgoing,
  method: Method,
  url: URL,
  redirects = 0
): Effect.Effect<RawAnswer, VendorError> =>
  Effect.gen(function* () {
    const answer = yield* exchange(request, method, url)
    const location = answer.headers["location"]
    if (answer.status < 300 || answer.status >= 400 || location === undefined) return answer
    if (redirects >= MAX_REDIRECTS) return yield* Effect.fail(refuse(request.endpoint, "redirects in a circle"))
    if (!URL.canParse(location, url.href)) {
      return yield* Effect.fail(refuse(request.endpoint, "redirects to something that is no address"))
    }
    const target = new URL(location, url.href)
    return yield* follow(exchange, request, redirected(method, answer.status), target, redirects + 1)
  })

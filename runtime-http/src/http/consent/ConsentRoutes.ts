import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { BASE_PATH } from "../../api/OpenApi.js"
import * as CustomerErrors from "../../api/parts/CustomerErrors.js"
import type { ApiError } from "../../api/parts/Errors.js"
import { PATH } from "../../store/consent/ConsentLink.js"
import { VISIT_MINUTES } from "../../store/consent/Consents.js"
import * as ClientAddress from "../server/access/ClientAddress.js"
import type { Incoming, PlainRoute } from "../server/request/Incoming.js"
import * as Failure from "../server/response/Failure.js"
import * as ConsentFlow from "./ConsentFlow.js"
import * as ConsentPage from "./ConsentPage.js"

/** A name that only this host can set, over https, or on this machine. */
const COOKIE = "__Host-tributary-consent"

const cookieOf = ({ headers }: Incoming): string | null => {
  const sent = (headers.cookie ?? "").split(";").map((part) => part.trim())
  const own = sent.find((part) => part.startsWith(`${COOKIE}=`))
  return own === undefined ? null : own.slice(COOKIE.length + 1)
}

// Lax: the browser comes back from the vendor's site, with a GET of the top page.
const setCookie = (value: string): string =>
  `${COOKIE}=${value}; Path=/; Max-Age=${VISIT_MINUTES * 60}; HttpOnly; Secure; SameSite=Lax`

const redirect = (location: string, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.empty({ status: 302, headers: { location, ...headers } })

/** Where the product gets its customer back. */
const returnTo = (returnUrl: string, connectionId: string, status: "connected" | "failed"): string => {
  const url = new URL(returnUrl)
  url.searchParams.set("connection_id", connectionId)
  url.searchParams.set("status", status)
  return url.href
}

const CONNECTED: ConsentPage.Message = {
  status: 200,
  title: "Connected",
  text: "The first data is being read now. You can close this window."
}

const REFUSED = { status: 400, title: "Not connected" } as const

const unavailable = (error: ApiError) =>
  ConsentPage.make({ status: error.status, title: "Not now", text: CustomerErrors.of(error) })

/** Serves both steps of a consent to browsers. */
export const routes = Effect.map(
  Effect.all([ConsentFlow.make, ClientAddress.TrustedProxies]),
  ([{ arrive, depart }, proxies]): ReadonlyArray<PlainRoute> => {
    const leave: PlainRoute["answer"] = (_, { query }) =>
      depart(query).pipe(
        Effect.map((step) =>
          step._tag === "Departure"
            ? redirect(step.location, { "set-cookie": setCookie(step.cookie) })
            : ConsentPage.make({ ...REFUSED, text: step.text })
        ),
        Failure.toApiErrors,
        Effect.catchAll((error) => Effect.succeed(unavailable(error)))
      )
    const come: PlainRoute["answer"] = (_, incoming) =>
      arrive(incoming.query, cookieOf(incoming), {
        origin: ClientAddress.of(incoming.message, proxies),
        requestId: incoming.requestId
      }).pipe(
        Effect.map((step) => {
          const { visit } = step
          const isConnected = step._tag === "Connected"
          if (visit !== null && visit.returnUrl !== null) {
            return redirect(returnTo(visit.returnUrl, visit.connectionId, isConnected ? "connected" : "failed"))
          }
          return ConsentPage.make(isConnected ? CONNECTED : { ...REFUSED, text: step.text })
        }),
        Failure.toApiErrors,
        Effect.catchAll((error) => Effect.succeed(unavailable(error)))
      )
    return [
      { template: `${BASE_PATH}${PATH}`, answer: leave },
      { template: `${BASE_PATH}${ConsentFlow.CALLBACK}`, answer: come }
    ]
  }
)

import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { BASE_PATH } from "../../api/OpenApi.js"
import * as CustomerErrors from "../../api/parts/CustomerErrors.js"
import type { ApiError } from "../../api/parts/Errors.js"
import { PATH } from "../../store/consent/ConsentLink.js"
import * as ClientAddress from "../server/access/ClientAddress.js"
import type { Incoming, PlainRoute } from "../server/request/Incoming.js"
import * as Failure from "../server/response/Failure.js"
import * as ConsentFlow from "./ConsentFlow.js"
import * as ConsentPage from "./ConsentPage.js"
import { CALLBACK } from "./OfferedConsent.js"
import * as VisitCookie from "./VisitCookie.js"

const redirect = (location: string, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.empty({ status: 302, headers: { location, ...headers } })

/** Where the product gets its customer back. */
const returnTo = (returnUrl: string, connectionId: string, status: "connected" | "failed"): string => {
  const url = new URL(returnUrl)
  url.searchParams.set("connection_id", connectionId)
  url.searchParams.set("status", status)
  return url.href
}

const CONNECTED = { status: 200, title: "Connected", closes: true } as const

const REFUSED_STATUS = 400

const NOT_CONNECTED = { status: REFUSED_STATUS, title: "Not connected" } as const

const unavailable = (error: ApiError) =>
  ConsentPage.make({
    status: error.status,
    title: "Not now",
    text: CustomerErrors.of(error),
    retryAfterSecs: error.retryAfterSecs
  })

/** Whether a page of this service leads here, as far as the browser says: no other page may press the button for the customer. */
const isFromOwnPage = ({ headers }: Incoming): boolean =>
  headers["sec-fetch-site"] === undefined || headers["sec-fetch-site"] === "same-origin"

const answerOf = (step: ConsentFlow.Departure | ConsentFlow.Invitation | ConsentFlow.Refusal) => {
  if (step._tag === "Refused") return ConsentPage.make({ status: REFUSED_STATUS, title: step.title, text: step.text })
  const headers = VisitCookie.header(step.secrets)
  return step._tag === "Departure" ? redirect(step.location, headers) : ConsentPage.invite(step.invitation, headers)
}

/** Answers with a page, whatever happens. */
const showing = Effect.catchAll((error: ApiError) => Effect.succeed(unavailable(error)))

/** Serves the steps of a consent to browsers. */
export const routes: Effect.Effect<
  ReadonlyArray<PlainRoute>,
  never,
  Effect.Effect.Context<typeof ConsentFlow.make>
> = Effect.map(
  Effect.all([ConsentFlow.make, ClientAddress.TrustedProxies]),
  ([{ arrive, depart, show }, proxies]): ReadonlyArray<PlainRoute> => {
    const begin: PlainRoute["answer"] = (_, incoming) =>
      show(incoming.query, VisitCookie.read(incoming)).pipe(Effect.map(answerOf), Failure.toApiErrors, showing)
    const leave: PlainRoute["answer"] = (_, incoming) =>
      (isFromOwnPage(incoming) ? depart : show)(incoming.query, VisitCookie.read(incoming)).pipe(
        Effect.map(answerOf),
        Failure.toApiErrors,
        showing
      )
    const come: PlainRoute["answer"] = (_, incoming) =>
      arrive(incoming.query, VisitCookie.read(incoming), {
        origin: ClientAddress.of(incoming.message, proxies),
        requestId: incoming.requestId
      }).pipe(
        Effect.map((step) => {
          if (step._tag !== "Ended") return answerOf(step)
          const { connectionId, isConnected, returnUrl, text } = step
          return returnUrl === null
            ? ConsentPage.make({ ...(isConnected ? CONNECTED : NOT_CONNECTED), text })
            : redirect(returnTo(returnUrl, connectionId, isConnected ? "connected" : "failed"))
        }),
        Failure.toApiErrors,
        showing
      )
    return [
      { template: `${BASE_PATH}${PATH}`, answer: begin },
      { template: `${BASE_PATH}${ConsentFlow.CONTINUE}`, answer: leave },
      { template: `${BASE_PATH}${CALLBACK}`, answer: come }
    ]
  }
)

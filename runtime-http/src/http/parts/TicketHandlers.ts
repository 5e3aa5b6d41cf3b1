import { Effect, Redacted } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import { CONNECTION_HEADER } from "../../api/parts/Security.js"
import { type CreateTicket, QueuedJob } from "../../api/parts/TicketBody.js"
import { OutboundJobs } from "../../store/jobs/OutboundJobs.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as Auth from "../server/access/Auth.js"
import type { RequestHead } from "../server/request/Incoming.js"
import * as Answer from "../server/response/Answer.js"
import * as Failure from "../server/response/Failure.js"
import * as Idempotency from "./Idempotency.js"
import * as TicketReferences from "./TicketReferences.js"

const send = Answer.json(QueuedJob, 202)

const cannot = (vendor: string) =>
  Errors.make("InvalidParameter", {
    detail: [
      {
        loc: ["header", CONNECTION_HEADER],
        msg: `The ${vendor} connector cannot create tickets. Use a connection whose connector can.`,
        type: "connector",
        ctx: {}
      }
    ]
  })

/** Handles `POST /itsm/tickets`: queues the job that creates the ticket. */
export const create = ({ payload, request }: { readonly payload: CreateTicket; readonly request: RequestHead }) =>
  Effect.gen(function* () {
    const scope = yield* Auth.connection
    const connector = (yield* ConnectorRegistry).get(scope.vendor)
    if (connector?.actions?.createTicket === undefined) return yield* cannot(scope.vendor)
    const jobs = yield* OutboundJobs
    return yield* Idempotency.once({
      request,
      scope,
      target: `createTicket ${scope.connectionId}`,
      body: payload,
      prepare: Effect.flatMap(TicketReferences.resolve(scope, payload), (ticket) =>
        jobs.create(scope, { taskName: "create_ticket", payload: Redacted.make(JSON.stringify(ticket)) })
      ),
      send: (job_id: string) => send({ job_id }),
      about: () => ({ organizationId: null, connectionId: scope.connectionId })
    })
  }).pipe(Failure.toApiErrors)

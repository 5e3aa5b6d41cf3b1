import { Effect, Redacted } from "effect"
import * as Errors from "../api/Errors.js"
import { CONNECTION_HEADER } from "../api/Security.js"
import { type CreateTicket, QueuedJob } from "../api/TicketBody.js"
import { ConnectorRegistry } from "../ConnectorRegistry.js"
import { OutboundJobs } from "../store/OutboundJobs.js"
import * as Answer from "./Answer.js"
import * as Auth from "./Auth.js"
import * as Failure from "./Failure.js"
import * as TicketDraft from "./TicketDraft.js"

const send = Answer.json(QueuedJob, 202)

const cannot = (vendor: string) =>
  Errors.make("InvalidParameter", {
    detail: [
      {
        loc: ["header", CONNECTION_HEADER],
        msg: `Expected a connection whose connector creates tickets, and that of ${vendor} does not`,
        type: "connector",
        ctx: {}
      }
    ]
  })

/** Queues the job that makes a ticket. */
export const create = ({ payload }: { readonly payload: CreateTicket }) =>
  Effect.gen(function* () {
    const scope = yield* Auth.connection
    const connector = (yield* ConnectorRegistry).get(scope.vendor)
    if (connector?.actions?.createTicket === undefined) return yield* cannot(scope.vendor)
    const draft = yield* TicketDraft.resolve(scope, payload)
    const jobId = yield* (yield* OutboundJobs).create(scope, {
      taskName: "create_ticket",
      payload: Redacted.make(JSON.stringify(draft))
    })
    return yield* send({ job_id: jobId })
  }).pipe(Failure.answered)

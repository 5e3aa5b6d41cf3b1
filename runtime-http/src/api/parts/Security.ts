import { HttpApiMiddleware, OpenApi } from "@effect/platform"
import { Context } from "effect"
import * as Errors from "./Errors.js"

/** The account that the key belongs to; opaque here, only the runtime knows its fields. */
export class CurrentAccount extends Context.Tag("@tributary/runtime-http/api/CurrentAccount")<
  CurrentAccount,
  object
>() {}

/** The connection whose data is read; opaque here, only the runtime knows its fields. */
export class CurrentConnection extends Context.Tag("@tributary/runtime-http/api/CurrentConnection")<
  CurrentConnection,
  object
>() {}

/** Requires `X-API-KEY`: the provisioning endpoints. */
export class KeyAccess extends HttpApiMiddleware.Tag<KeyAccess>()("@tributary/runtime-http/api/KeyAccess", {
  failure: Errors.schemas([403, 500]),
  provides: CurrentAccount
}) {}

/** Requires `X-API-KEY` and `X-CONNECTION-ID`: the data of one connection. */
export class ConnectionAccess extends HttpApiMiddleware.Tag<ConnectionAccess>()(
  "@tributary/runtime-http/api/ConnectionAccess",
  { failure: Errors.schemas([403, 500]), provides: CurrentConnection }
) {}

/** The operator whose key was verified; opaque here, only the runtime knows its fields. */
export class CurrentOperator extends Context.Tag("@tributary/runtime-http/api/CurrentOperator")<
  CurrentOperator,
  object
>() {}

/** Requires `X-OPERATOR-KEY`: what those who operate the service see and do, over all accounts. */
export class OperatorAccess extends HttpApiMiddleware.Tag<OperatorAccess>()(
  "@tributary/runtime-http/api/OperatorAccess",
  { failure: Errors.schemas([403, 500]), provides: CurrentOperator }
) {}

/** The session of a customer whose token was verified; opaque here, only the runtime knows its fields. */
export class CurrentSession extends Context.Tag("@tributary/runtime-http/api/CurrentSession")<
  CurrentSession,
  object
>() {}

/** Requires the token of a customer's link or session: what the page behind the link asks. */
export class SessionAccess extends HttpApiMiddleware.Tag<SessionAccess>()("@tributary/runtime-http/api/SessionAccess", {
  failure: Errors.schema(500),
  provides: CurrentSession
}) {}

/** The header that names the connection. */
export const CONNECTION_HEADER = "X-CONNECTION-ID"

/** The header that contains the key. */
export const KEY_HEADER = "X-API-KEY"

/** The header that contains the key of an operator. */
export const OPERATOR_HEADER = "X-OPERATOR-KEY"

/** The security schemes of the OpenAPI document. */
export const schemes = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: KEY_HEADER,
    description:
      "The account's API key. It is shown once, when it is created, can be revoked, may expire, and may be limited to scopes and organizations."
  },
  connectionId: {
    type: "apiKey",
    in: "header",
    name: CONNECTION_HEADER,
    description: "The id of the connection whose data is read: the `id` that the provisioning endpoints return, a UUID."
  },
  operatorKey: {
    type: "apiKey",
    in: "header",
    name: OPERATOR_HEADER,
    description:
      "The key of somebody who operates the service, which `tributary operators create` makes. It is of no account, and customers never get one."
  },
  connectSession: {
    type: "http",
    scheme: "bearer",
    description:
      "The token of a customer's link, which opens it, or of the session that it was opened for. It works for one session, and never in the place of a key."
  }
} as const

/** Both headers in one requirement: a client must send both. */
export const needsConnection = OpenApi.annotations({ override: { security: [{ apiKey: [], connectionId: [] }] } })

/** The key alone: provisioning endpoints need no connection. */
export const needsKey = OpenApi.annotations({ override: { security: [{ apiKey: [] }] } })

/** The key of an operator: the endpoints over all accounts. */
export const needsOperator = OpenApi.annotations({ override: { security: [{ operatorKey: [] }] } })

/** The token of a link or a session: what a customer's page asks. */
export const needsSession = OpenApi.annotations({ override: { security: [{ connectSession: [] }] } })

import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { OffsetEnvelope } from "@tributary/core"
import { Schema } from "effect"
import { ConnectSession, CreateConnectSession, NewConnectSession } from "../parts/ConnectSessionBody.js"
import * as Errors from "../parts/Errors.js"
import * as Idempotency from "../parts/Idempotency.js"
import * as ListParameters from "../parts/ListParameters.js"
import * as Parameter from "../parts/Parameter.js"
import { KeyAccess, needsKey } from "../parts/Security.js"

const organizationId = { organization_id: Parameter.pathId("The service's id of the organization.") }
const sessionId = { ...organizationId, session_id: Parameter.pathId("The service's id of the session.") }

const reading = Errors.schemas([401, 404, 422, 429, 503])

const docs = (identifier: string, summary: string, description: string) =>
  OpenApi.annotations({ identifier, summary, description })

const sessions = "/provisioning/organizations/:organization_id/connect-sessions"
const session = `${sessions}/:session_id` as const

const createConnectSession = HttpApiEndpoint.post("createConnectSession", sessions)
  .setPath(Schema.Struct(organizationId))
  .setPayload(CreateConnectSession)
  .addSuccess(NewConnectSession, { status: 201 })
  .addError(Errors.schemas([401, 404, 409, 413, 415, 422, 429, 503]))
  .annotateContext(
    docs(
      "createConnectSession",
      "Make a link for a customer",
      "Whoever opens the link makes one connection of the organization, or renews the credentials of one, and you never see a secret. The " +
        "link works once; its session lasts an hour, stores one connection, and then only shows how far that is. 409 if the account has as many connections as it may have, " +
        "or if each of `vendors` has a connection with the `identifier`. The link is the account's: it stays if the key that made it is revoked."
    )
  )
  .annotateContext(Idempotency.keyed)

const listConnectSessions = HttpApiEndpoint.get("listConnectSessions", sessions)
  .setPath(Schema.Struct(organizationId))
  .setUrlParams(ListParameters.query(ListParameters.offsetListFields))
  .addSuccess(OffsetEnvelope(ConnectSession))
  .addError(reading)
  .annotateContext(
    docs(
      "listConnectSessions",
      "List links",
      "The organization's links and their sessions, oldest first; they leave the list a week after they ended."
    )
  )

const getConnectSession = HttpApiEndpoint.get("getConnectSession", session)
  .setPath(Schema.Struct(sessionId))
  .addSuccess(ConnectSession)
  .addError(reading)
  .annotateContext(
    docs(
      "getConnectSession",
      "Get a link",
      "Says whether the customer has opened the link, which connection came of it, and whether a consent is still awaited."
    )
  )

const revokeConnectSession = HttpApiEndpoint.del("revokeConnectSession", session)
  .setPath(Schema.Struct(sessionId))
  .addSuccess(HttpApiSchema.NoContent)
  .addError(reading)
  .annotateContext(
    docs(
      "revokeConnectSession",
      "Revoke a link",
      "The link and the session that was opened with it end at once, and so does the link of a consent that the session waits for, unless a later " +
        "session has ended it: nobody connects anything with it any more. A connection that came of the session stays; its present link is its `oauth2_authorize_url`. A session that only expires leaves the consent's link as it is."
    )
  )

/** Links with which customers connect their tools by themselves. For the account's own servers. */
export const ConnectSessionsApi = HttpApiGroup.make("connectSessions")
  .add(createConnectSession)
  .add(listConnectSessions)
  .add(getConnectSession)
  .add(revokeConnectSession)
  .annotateEndpointsContext(needsKey)
  .middleware(KeyAccess)
  .annotateContext(
    OpenApi.annotations({
      title: "Links for customers",
      description: "Links with which customers connect their tools, so that no secret passes through your servers."
    })
  )

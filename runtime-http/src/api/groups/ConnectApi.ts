import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import {
  ConnectProblem,
  ConnectSessionConnection,
  ConnectSessionView,
  CreateConnectSessionConnection,
  OpenedConnectSession
} from "../parts/ConnectSessionBody.js"
import * as Described from "../parts/Described.js"
import { opening, SentToken } from "../parts/EndpointAnnotations.js"
import * as Errors from "../parts/Errors.js"
import * as Parameter from "../parts/Parameter.js"
import { needsSession, SessionAccess } from "../parts/Security.js"
import { ExportTypeTest } from "./ProvisioningApi.js"

/** Which types of data the credentials can read that a customer has entered. */
export const ConnectSessionTest = Described.struct("ConnectSessionTest", {
  /** Whether the credentials can read every type of data. Also false if the test could not be completed; `message` then says why. */
  is_valid: Schema.Boolean,
  /** What the test found, as human-readable text. */
  message: Schema.String,
  /** One entry for each type of data that the connection would read. */
  data_export_types: Schema.Array(ExportTypeTest),
  /** What the credentials cannot read and who must act; empty if they can read everything. */
  problems: Schema.Array(ConnectProblem)
})

const sessionId = { session_id: Parameter.pathId("The service's id of the session, which the link has.") }

const reading = Errors.schemas([401, 404, 422, 429, 503])

const docs = (identifier: string, summary: string, description: string) =>
  OpenApi.annotations({ identifier, summary, description })

const session = "/connect-sessions/:session_id"

const openConnectSession = HttpApiEndpoint.post("openConnectSession", `${session}/open`)
  .setPath(Schema.Struct(sessionId))
  .addSuccess(OpenedConnectSession)
  .addError(Errors.schemas([401, 409, 422, 429, 503]))
  .annotateContext(
    docs(
      "openConnectSession",
      "Open a link",
      "Takes the token of the link, the part of its address behind `#`, and works once; 409 if the link was opened already. An answer that was lost is " +
        "given again to a request with the same `X-CONNECT-OPENER`. An error does not use the link up."
    )
  )
  .annotateContext(opening)
  .annotate(SentToken, "link")

const viewConnectSession = HttpApiEndpoint.get("viewConnectSession", session)
  .setPath(Schema.Struct(sessionId))
  .addSuccess(ConnectSessionView)
  .addError(reading)
  .annotateContext(
    docs(
      "viewConnectSession",
      "Show a session",
      "What the customer may connect, or the connection to renew and what is wrong with it."
    )
  )

const testConnectSession = HttpApiEndpoint.post("testConnectSession", `${session}/test`)
  .setPath(Schema.Struct(sessionId))
  .setPayload(CreateConnectSessionConnection)
  .addSuccess(ConnectSessionTest)
  .addError(Errors.schemas([401, 404, 409, 413, 415, 422, 429, 502, 503]))
  .annotateContext(
    docs(
      "testConnectSession",
      "Test credentials",
      "Checks the credentials with the vendor and says which types of data they can read. Stores nothing. 409 after too many that were wrong, and " +
        "429 after too many to which the vendor gave no answer. 422 for a way to sign in with a consent: what it allows is tested once it is given."
    )
  )

const connectConnectSession = HttpApiEndpoint.post("connectConnectSession", `${session}/connection`)
  .setPath(Schema.Struct(sessionId))
  .setPayload(CreateConnectSessionConnection)
  .addSuccess(ConnectSessionConnection, { status: 201 })
  .addError(Errors.schemas([401, 404, 409, 412, 413, 415, 422, 429, 502, 503]))
  .annotateContext(
    docs(
      "connectConnectSession",
      "Store a session's connection",
      "Checks the credentials with the vendor, then makes the connection, or renews its credentials. For a way to sign in with a consent, it makes " +
        "a `PENDING` connection, or changes nothing of the tokens of one, and `consent` says where the customer consents. That uses the session up: a second request is a 409."
    )
  )

const getConnectSessionConnection = HttpApiEndpoint.get("getConnectSessionConnection", `${session}/connection`)
  .setPath(Schema.Struct(sessionId))
  .addSuccess(ConnectSessionConnection)
  .addError(reading)
  .annotateContext(
    docs(
      "getConnectSessionConnection",
      "Get a session's connection",
      "Whether an awaited consent is given, and how far the first sync is, until the session ends. 404 until the connection is stored."
    )
  )

/** What the page of a link asks, with the token of the link or of the session: a client for customers needs nothing else. */
export const ConnectApi = HttpApiGroup.make("connect")
  .add(openConnectSession)
  .add(viewConnectSession)
  .add(testConnectSession)
  .add(connectConnectSession)
  .add(getConnectSessionConnection)
  .annotateEndpointsContext(needsSession)
  .middleware(SessionAccess)
  .annotateContext(
    OpenApi.annotations({
      title: "Connect",
      description:
        "What the page behind a customer's link asks. Each request sends the token of the session as `Authorization: Bearer`, and no key."
    })
  )

import { Authentication, VendorError } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Redacted } from "effect"
import { acme, type Parts, replies } from "../../Acme.js"
import { type Broken, classifying, fields } from "./Broken.js"

const withToken: ConnectorTest.Replies = {
  ...replies,
  "POST /token": { body: { access_token: "invented-token-1", expires_in: 1_800 } },
  "GET /me": { body: { id: "me" } }
}

type Read = (endpoint: string, status: number) => VendorError.VendorError | null

const connector = (read: Read = () => null) => {
  const parts: Parts = {
    http: (key) => ({
      headers: {},
      auth: Authentication.clientCredentials({
        url: `${ConnectorTest.BASE_URL}/token`,
        clientId: "client-1",
        clientSecret: Redacted.make(key)
      }),
      classify: ({ endpoint, status }) => read(endpoint, status)
    })
  }
  return acme(parts)
}

const broken = (name: string, check: string, read: Read): Broken => ({
  name,
  check,
  connector: connector(read),
  replies: withToken
})

const outage =
  (wanted: number): Read =>
  (endpoint, status) =>
    endpoint === "/token" && status === wanted ? new VendorError.ServerError(fields(status, endpoint)) : null

const misread =
  (wanted: number): Read =>
  (endpoint, status) =>
    endpoint === "/token" && status === wanted ? new VendorError.ClientError(fields(status, endpoint)) : null

/** What concerns the token, and the check of the credentials. */
export const brokenTokens: ReadonlyArray<Broken> = [
  broken(
    "takes a refusal of the credentials for an outage",
    "/token: 400 for a token request means that the credentials are refused",
    outage(400)
  ),
  broken("takes a forbidden token for an outage", "/token: 403", outage(403)),
  broken("takes a wrong address of the token for an outage", "/token: 404", outage(404)),
  broken("takes an outage of the token for its own mistake", "/token: 500 on every attempt", misread(500)),
  broken("does not wait for a token", "/token: 503, twice", misread(503)),
  {
    name: "does not recognize refused credentials in its check",
    check: "/me: the check succeeds with valid credentials, and tells refused ones",
    connector: acme(
      classifying(({ endpoint, status }) =>
        endpoint === "/me" && status === 401 ? new VendorError.ClientError(fields(status, endpoint)) : null
      )
    ),
    replies: { ...replies, "GET /me": { body: { id: "me" } } }
  }
]

/** Users that are read with a token. */
export const soundToken = { connector: connector(), replies: withToken }

import { expect, it } from "@effect/vitest"
import { AuthMethod, type Connector, Credentials } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { acme, replies } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const script: ConnectorTest.Replies = {
  ...replies,
  "POST /token": { body: { access_token: "invented-token-1", expires_in: 1_800 } }
}

const consenting = (path: string): Connector.Connector => ({
  ...acme(),
  auth: [
    AuthMethod.make({
      authType: "OAUTH2_AUTHORIZATION_CODE",
      credentials: Schema.Struct({
        consent: Credentials.oauth2({
          title: "Sign in with Acme",
          help: "An administrator allows it to read users.",
          authorizeUrl: "https://login.acme.example/authorize",
          tokenUrl: `${ConnectorTest.BASE_URL}/token`,
          scopes: ["users.read"]
        })
      }),
      http: ({ consent }) => ({ baseUrl: `${ConnectorTest.BASE_URL}${path}`, auth: consent })
    })
  ]
})

it("The kit signs in each way, and finds one that does not reach the same data", async () => {
  const name = "OAUTH2_AUTHORIZATION_CODE reads the same records as API_KEY"
  expect(ConnectorTest.checks(consenting(""), { replies: script }).map((check) => check.name)).toContain(name)
  expect(await failing(consenting(""), script)).not.toContain(name)
  expect(await failing(consenting("/v2"), script)).toContain(name)
  const moved = Object.entries(script).map(([key, reply]) => [key.replace(/^(\S+) (?!\/token)/, "$1 /v2"), reply])
  // The links of its pages lead to the other address.
  const ways = { OAUTH2_AUTHORIZATION_CODE: { ...script, ...(Object.fromEntries(moved) as ConnectorTest.Replies) } }
  const [check] = ConnectorTest.checks(consenting("/v2"), { replies, ways }).filter((each) => each.name === name)
  await check?.run()
  expect(check).toBeDefined()
})

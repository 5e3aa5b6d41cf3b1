import { describe, expect, it } from "@effect/vitest"
import { type Authentication, OwnClient } from "@tributary/core"
import { Effect, Redacted } from "effect"
import type * as OAuth2Clients from "../../../src/vendor/oauth2/OAuth2Clients.js"
import * as OwnClients from "../../../src/vendor/oauth2/OwnClients.js"
import * as Apps from "../../http/consent/Apps.js"
import * as ConsentVendor from "../../http/consent/ConsentVendor.js"
import type { Issuer } from "../../http/consent/Issuer.js"

const origin = "https://acme.example"
const issuer = { origin } as Issuer
const connector = Apps.connectorOf(issuer, { origin } as Apps.Apps)

const client = {
  clientId: "app",
  clientSecret: Redacted.make("secret"),
  privateKey: Redacted.make("key"),
  appSlug: "our-app"
}
const { privateKey: _, ...withoutKey } = client

const source: Authentication.HeldSource = {
  url: `${origin}/installations/1/tokens`,
  held: { as: "APPS", oauth2: ConsentVendor.oauth2Of(issuer) }
}

/** Why no token request leaves with this client and this installation; null if one may leave. */
const hindrance = (own: OAuth2Clients.OAuth2Client | null, installation_id: string) => {
  const clients: OAuth2Clients.Clients = new Map(own === null ? [] : [["APPS", own]])
  const settings = { baseUrl: origin, auth: { url: source.url } }
  const { held } = OwnClients.prepared(clients, connector, { installation_id }, settings)
  return held === null ? Effect.succeed(null) : Effect.flip(held(source).header)
}

describe("The operator's own application", () => {
  it.effect("is asked for tokens once it is set and somebody has consented", () =>
    Effect.gen(function* () {
      expect(yield* hindrance(client, "1")).toBeNull()
      expect(yield* hindrance(client, "")).toMatchObject({ _tag: "Unauthorized", consent: "REQUIRED", isUnsent: true })
      for (const [own, lacks] of [
        [null, "has no OAuth client of Apps"],
        [withoutKey, "lacks private_key of Apps"]
      ] as const) {
        const error = yield* hindrance(own, "1")
        expect(error).toMatchObject({ _tag: "ServerError", isOfServer: true, detail: expect.stringContaining(lacks) })
      }
    })
  )

  it("takes the place of its name in credentials, and of nothing else", () => {
    const clients = new Map([["APPS", client]])
    const app = OwnClient.textOf({ ...client, clientId: "", heldAs: "c-1", privateKey: Redacted.make("") })
    const filled = OwnClients.filled(clients, connector, { app, installation_id: "1" })
    expect(filled).toEqual({ app: OwnClient.textOf({ ...client, heldAs: "c-1" }), installation_id: "1" })
    for (const other of [{ app: "{}" }, { app: 1 }, null, "text"]) {
      expect(OwnClients.filled(clients, connector, other)).toBe(other)
    }
  })
})

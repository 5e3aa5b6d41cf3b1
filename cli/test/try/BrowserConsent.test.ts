import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it } from "@effect/vitest"
import { okta } from "@tributary/connector-okta"
import type { Authentication, HostPolicy } from "@tributary/core"
import { ScriptedIssuer, ScriptedVendor } from "@tributary/core/testing"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import * as BrowserConsent from "../../src/try/consent/BrowserConsent.js"
import type { Output } from "../../src/try/Output.js"
import * as Secrets from "../../src/try/Secrets.js"

const declared = {
  authorizeUrl: "https://login.acme.example/authorize",
  tokenUrl: "https://login.acme.example/token",
  scopes: ["users.read"]
}
const client = { clientId: "ada", clientSecret: "canary-secret-1d0c" }

/** The issuer over HTTP, until the scope ends. */
const serve = Effect.acquireRelease(
  Effect.promise(async () => {
    const issuer = ScriptedIssuer.make({ oauth2: declared, client })
    const server = createServer(async (request, response) => {
      let body = ""
      for await (const chunk of request.setEncoding("utf8")) body += chunk
      const { authorization } = request.headers
      const url = new URL(request.url ?? "/", declared.authorizeUrl)
      const reply = issuer.answer({ method: request.method ?? "GET", url, headers: { authorization }, body })
      const { content, headers, status } = ScriptedVendor.sentAs(reply ?? { status: 404 })
      response.writeHead(status, headers).end(content)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { issuer, server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
)

it.live("Further runs of one process use the consent of the first, until the connector declares another one", () =>
  Effect.gen(function* () {
    const { issuer, origin } = yield* serve
    const overrides: HostPolicy.Overrides = new Map([["login.acme.example", origin]])
    const consents = yield* BrowserConsent.make
    const secrets = Secrets.make()
    const headerOf = (held: BrowserConsent.Held, oauth2: typeof declared) => {
      const source: Authentication.HeldSource = { url: oauth2.tokenUrl, held: { as: "tributary try", oauth2 } }
      return Effect.map(held(source).header, Redacted.value)
    }
    let visits = 0
    /** Asks for the consent, in the place of a person who opens the address that is shown. */
    const ask = (oauth2: typeof declared) =>
      Effect.gen(function* () {
        const shown = yield* Deferred.make<string>()
        const output: Output = {
          result: () => Effect.void,
          status: (text) => {
            const address = /^ {2}(http\S+)$/m.exec(text)?.[1]
            return address === undefined ? Effect.void : Deferred.succeed(shown, address)
          },
          hide: secrets.hide,
          columns: 120,
          isLive: false
        }
        const visit = Effect.flatMap(Deferred.await(shown), (address) =>
          Effect.promise(() => {
            visits += 1
            return fetch(address)
          })
        )
        const browser = yield* Effect.fork(visit)
        const wanted: BrowserConsent.Wanted = {
          connector: okta,
          oauth2,
          client: { clientId: client.clientId, clientSecret: Redacted.make(client.clientSecret) },
          variables: ["OKTA_OAUTH_CLIENT_ID", "OKTA_OAUTH_CLIENT_SECRET"],
          redirectPort: 0,
          overrides
        }
        const held = yield* consents.ask(wanted, secrets, output)
        yield* Fiber.interrupt(browser)
        return yield* headerOf(held, oauth2)
      })
    const first = yield* ask(declared)
    expect(first).toBe(`Bearer ${issuer.issued()[0]}`)
    expect([yield* ask(declared), visits]).toEqual([first, 1])
    expect(yield* ask({ ...declared, scopes: ["users.read", "groups.read"] })).toBe(`Bearer ${issuer.issued()[1]}`)
    expect(visits).toBe(2)
    for (const token of issuer.issued()) expect(secrets.hide(token)).toBe("[REDACTED]")
  }).pipe(Effect.scoped)
)

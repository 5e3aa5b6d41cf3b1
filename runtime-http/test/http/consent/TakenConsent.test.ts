import { expect, it } from "@effect/vitest"
import { Connector, Consent as ConsentField, ConsentVisit, Credentials } from "@tributary/core"
import { OAuth2Protocol } from "@tributary/core/oauth2"
import { Effect, Fiber, Layer, Redacted, Schema, TestClock } from "effect"
import type { OfferedConsent } from "../../../src/http/consent/OfferedConsent.js"
import * as TakenConsent from "../../../src/http/consent/TakenConsent.js"
import { Connections } from "../../../src/store/accounts/Connections.js"
import type { Untokened } from "../../../src/store/consent/ConsentRow.js"
import { Consents } from "../../../src/store/consent/Consents.js"
import { CredentialTest } from "../../../src/vendor/CredentialTest.js"
import { usersOf } from "./ConsentVendor.js"

const consent: Untokened = {
  id: "consent",
  connectionId: "connection",
  vendor: "ACME",
  accountId: "account",
  organizationId: "organization",
  authType: null,
  granted: 0,
  link: 1,
  generation: 0,
  lostReason: null,
  nextFields: null
}

/** How many questions the proof of the connector asks; each of them is answered after ten seconds. */
const offeredWith = (questions: number): OfferedConsent => {
  const proof: ConsentVisit.Proof = {
    facts: ["site"],
    of: ({ get }) =>
      Effect.as(
        Effect.forEach(Array.from({ length: questions }), () => get("https://acme.example/sites")),
        {
          site: "one"
        }
      ).pipe(Effect.mapError(() => new ConsentVisit.Unproven({ text: "No site." })))
  }
  const connector = Connector.make({
    vendor: "ACME",
    name: "Acme",
    description: "A connector for tests.",
    category: "ITSM",
    authType: "OAUTH2_AUTHORIZATION_CODE",
    docsUrl: "https://acme.example/docs",
    credentials: Schema.Struct({
      consent: Credentials.oauth2({
        title: "Sign in with Acme",
        help: "Allows it to read.",
        authorizeUrl: "https://acme.example/authorize",
        tokenUrl: "https://acme.example/token",
        scopes: ["read"],
        proof
      }),
      site: Credentials.fact({ title: "Site", help: "The site." })
    }),
    http: ({ consent }) => ({ baseUrl: "https://acme.example", auth: consent }),
    check: "/sites",
    exports: { itsm_users: [usersOf("ACME")] }
  })
  const field = ConsentField.fieldOf(connector.credentials.fields)
  if (field === null) throw new Error("The connector has no consent.")
  const client = { clientId: "id", clientSecret: Redacted.make("secret") }
  return { connector, field, client, redirectUri: "https://service.example/callback" }
}

const tokens: OAuth2Protocol.Tokens = {
  access: Redacted.make("access"),
  refresh: Redacted.make("refresh"),
  expiresInSecs: 3_600
}

/** Takes a consent with stores and a vendor in memory, and says in which order something was stored. */
const taking = (questions: number) =>
  Effect.gen(function* () {
    const stored: Array<string> = []
    const store = (what: string) => Effect.sync(() => void stored.push(what))
    const unused = () => Effect.die("unused")
    const take = yield* TakenConsent.make.pipe(
      Effect.provide(
        Layer.mock(Connections, {
          // Nothing else of a connection decides here.
          get: () => Effect.succeed({ credentials: {}, data_export_types: [] } as never),
          prepareUpdate: () => Effect.succeed(Effect.as(store("connection"), undefined as never))
        })
      ),
      Effect.provide(
        Layer.mock(Consents, { grant: (_consent, _tokens, connecting) => Effect.tap(connecting, store("tokens")) })
      ),
      Effect.provideService(
        CredentialTest,
        CredentialTest.of({
          check: () =>
            Effect.succeed({ credentials: Redacted.make("{}"), tenant: { id: null }, unreadFields: [] } as never),
          test: unused
        })
      ),
      Effect.provideService(
        OAuth2Protocol.OAuth2Protocol,
        OAuth2Protocol.OAuth2Protocol.of({
          exchange: () => Effect.succeed({ tokens, lacking: [], claims: {} }),
          get: () => Effect.delay(Effect.succeed({ status: 200, body: {} }), "10 seconds"),
          refresh: unused
        })
      )
    )
    const returned = { code: "code", verifier: "verifier", brought: {} }
    const fiber = yield* Effect.fork(Effect.either(take(consent, offeredWith(questions), returned, store("end"))))
    return { fiber, stored }
  })

it.effect("a consent that takes longer than three minutes is not stored, and its customer is asked to try again", () =>
  Effect.gen(function* () {
    const slow = yield* taking(17)
    const endless = yield* taking(1_000)
    yield* TestClock.adjust("170 seconds")
    expect(yield* Fiber.join(slow.fiber)).toMatchObject({ _tag: "Right" })
    expect(slow.stored).toEqual(["connection", "end", "tokens"])
    expect((yield* Fiber.poll(endless.fiber))._tag).toBe("None")
    yield* TestClock.adjust("10 seconds")
    expect((yield* Fiber.poll(endless.fiber))._tag).toBe("Some")
    expect(yield* Fiber.join(endless.fiber)).toMatchObject({
      left: {
        _tag: "Unconnected",
        text: "Acme takes longer than this service waits. Nothing was connected. Try again later."
      }
    })
    expect(endless.stored).toEqual([])
  })
)

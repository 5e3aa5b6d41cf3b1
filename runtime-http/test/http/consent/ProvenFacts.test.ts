import { expect, it } from "@effect/vitest"
import { AuthMethod, type Connector, ConsentVisit, Credentials, Pagination } from "@tributary/core"
import { Effect, Schema } from "effect"
import { onPostgres } from "../../TestDatabase.js"
import { Browser } from "./Browser.js"
import * as ConsentVendor from "./ConsentVendor.js"
import * as ConsentWorld from "./ConsentWorld.js"
import type { Issuer } from "./Issuer.js"

/** A connector whose consent proves who its first user is, and whether that is the one that was entered. */
const connectorOf = (issuer: Issuer, vendor: ConsentVendor.ConsentVendor): Connector.Connector => {
  const proof: ConsentVisit.Proof = {
    facts: ["first_user"],
    of: ({ fields, get }) =>
      Effect.flatMap(get(`${vendor.origin}/users`), ({ body, status }) => {
        const id = Pagination.at(body, "items.0.id")
        return status === 200 && typeof id === "string" && (fields["region"] === "eu" || fields["region"] === id)
          ? Effect.succeed({ first_user: id, undeclared: "left out" })
          : new ConsentVisit.Unproven({ text: `The vendor names ${String(id)}, and not ${String(fields["region"])}.` })
      })
  }
  return {
    ...ConsentVendor.connectorOf(issuer, vendor),
    auth: [
      AuthMethod.make({
        authType: "OAUTH2_AUTHORIZATION_CODE",
        credentials: Schema.Struct({
          region: Credentials.text({ title: "Region", help: "The region." }),
          consent: Credentials.oauth2({ ...ConsentVendor.oauth2Of(issuer), proof }),
          first_user: Credentials.fact({ title: "First user", help: "The first user." })
        }),
        http: ({ consent }) => ({ baseUrl: vendor.origin, auth: consent })
      })
    ]
  }
}

const world = ConsentWorld.make({ connectors: (issuer, vendor) => [connectorOf(issuer, vendor)] })

onPostgres("a consent that proves a fact", () => {
  it.scopedLive("shows the fact with the connection, and keeps the tokens", () =>
    Effect.gen(function* () {
      const { create, open, query, read, until, visit } = yield* world
      const { connection } = yield* create()
      const browser = new Browser()
      expect((yield* open(browser, yield* visit(browser, connection))).text).toContain("<h1>Connected</h1>")
      expect(yield* read(connection.id)).toMatchObject({ credentials: { region: "eu", first_user: "u1" } })
      yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
      expect(yield* query("select tokens is null as without from consent")).toEqual([{ without: false }])
    })
  )

  it.scopedLive("says what the proof found when it is not what was entered, and stores nothing", () =>
    Effect.gen(function* () {
      const { create, open, query, read, visit } = yield* world
      const { connection } = yield* create({ credentials: { region: "us" } })
      const browser = new Browser()
      const answer = yield* open(browser, yield* visit(browser, connection))
      expect(answer.text).toContain("The vendor names u1, and not us.")
      expect(yield* read(connection.id)).toMatchObject({ state: "PENDING", credentials: { region: "us" } })
      expect(yield* query("select tokens from consent")).toEqual([{ tokens: null }])
    })
  )
})

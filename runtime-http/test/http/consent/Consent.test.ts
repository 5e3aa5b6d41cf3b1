import { expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Wait from "../../../../tests/support/Wait.js"
import { onPostgres } from "../../TestDatabase.js"
import { Browser } from "./Browser.js"
import * as ConsentWorld from "./ConsentWorld.js"

onPostgres("a connection that signs in with a consent", () => {
  it.scopedLive("waits for it as PENDING, is ACTIVE with it, and reads with its tokens", () =>
    Effect.gen(function* () {
      const { account, ask, connections, create, keys, open, query, read, until, vendor, visit } =
        yield* ConsentWorld.make()
      const { connection, reply } = yield* create()
      expect(reply.status).toBe(201)
      const { key } = yield* keys.create(account, "reads", { scopes: ["read"], organizations: null })
      const asReader = { "X-API-KEY": Redacted.value(key) }
      const seen = yield* ask("GET", `${connections}/${connection.id}`, undefined, asReader)
      expect(seen.json).toMatchObject({ state: "PENDING", oauth2_authorize_url: null })
      expect(connection).toMatchObject({
        state: "PENDING",
        auth_type: "OAUTH2_AUTHORIZATION_CODE",
        oauth2_problem: null
      })
      expect(vendor.seen).toEqual([])
      const browser = new Browser()
      const answer = yield* open(browser, yield* visit(browser, connection))
      expect(answer).toMatchObject({ status: 200 })
      expect(answer.text).toContain("<h1>Connected</h1>")
      expect(yield* read(connection.id)).toMatchObject({ state: "ACTIVE" })
      const users = yield* Effect.promise(() =>
        Wait.until(async () => {
          const list = await Effect.runPromise(
            ask("GET", "/itsm/users", undefined, { "X-CONNECTION-ID": connection.id })
          )
          const { items } = list.json as { readonly items: ReadonlyArray<{ readonly name: string }> }
          return items.length > 0 ? items : null
        })
      )
      expect(users.map(({ name }) => name)).toEqual(["Ada"])
      const healthy = yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
      const token = vendor.seen.at(-1)?.replace("Bearer ", "") ?? ""
      expect(token.length).toBeGreaterThan(20)
      expect(JSON.stringify(healthy)).not.toContain(token)
      const [stored] = yield* query("select encode(tokens, 'escape') as tokens, generation from consent")
      expect(stored).toMatchObject({ generation: "1" })
      expect(String(stored?.["tokens"])).not.toContain(token)
    })
  )

  it.scopedLive("goes on with a renewed token when the vendor refuses the one that it had in the middle of a job", () =>
    Effect.gen(function* () {
      const { ask, create, issuer, jobs, open, read, untilRead, vendor, visit } = yield* ConsentWorld.make()
      vendor.names = ["Ada", "Bob", "Cyd"]
      const revoked: Array<string> = []
      vendor.beforeAnswer = async (path) => {
        if (path !== "/users?after=1" || revoked.length > 0) return
        const token = vendor.seen.at(-1)?.replace("Bearer ", "") ?? ""
        revoked.push(token)
        await issuer.revoke(token)
      }
      const { connection } = yield* create()
      const browser = new Browser()
      yield* open(browser, yield* visit(browser, connection))
      yield* untilRead(connection.id)
      expect(yield* jobs(connection.id)).toMatchObject([{ status: "SUCCESS" }])
      const users = yield* ask("GET", "/itsm/users", undefined, { "X-CONNECTION-ID": connection.id })
      const { items } = users.json as { readonly items: ReadonlyArray<{ readonly name: string }> }
      expect(new Set(items.map(({ name }) => name))).toEqual(new Set(vendor.names))
      // The second page was asked for again, and nothing was asked for with the former token after that.
      const [former, renewed] = new Set(vendor.seen)
      expect(former).toBe(`Bearer ${revoked[0]}`)
      expect(vendor.seen.slice(-3)).toEqual([former, renewed, renewed])
      expect(issuer.renewals).toEqual({ done: 1, refused: 0 })
      expect(yield* read(connection.id)).toMatchObject({ state: "ACTIVE", health: { name: "HEALTHY" } })
    })
  )

  it.scopedLive("stays PENDING and says why when the consent is denied; the same link then works", () =>
    Effect.gen(function* () {
      const { create, open, read, visit } = yield* ConsentWorld.make()
      const { connection } = yield* create({ return_url: "https://app.example.com/done?tab=tools" })
      const browser = new Browser()
      const denied = yield* open(browser, yield* visit(browser, connection, false))
      expect(denied).toMatchObject({
        status: 302,
        location: `https://app.example.com/done?tab=tools&connection_id=${connection.id}&status=failed`
      })
      const pending = yield* read(connection.id)
      expect(pending).toMatchObject({
        state: "PENDING",
        oauth2_problem: "The consent was not given on the page of Consenting."
      })
      const given = yield* open(browser, yield* visit(browser, pending))
      expect(given.location).toBe(
        `https://app.example.com/done?tab=tools&connection_id=${connection.id}&status=connected`
      )
      expect(yield* read(connection.id)).toMatchObject({ state: "ACTIVE", oauth2_problem: null })
    })
  )

  it.scopedLive("takes an address of the vendor once, in the browser that left, within ten minutes", () =>
    Effect.gen(function* () {
      const { create, issuer, open, query, read, visit } = yield* ConsentWorld.make()
      const { connection } = yield* create()
      const browser = new Browser()
      const stranger = yield* visit(browser, connection)
      expect(yield* open(new Browser(), stranger)).toMatchObject({ status: 400 })
      // Whoever has no cookie cannot use up the visit of the browser that has it.
      const given = yield* open(browser, stranger)
      expect(given.text).toContain("<h1>Connected</h1>")
      // A page that is loaded again says the same, and the code is not used again.
      expect((yield* open(browser, stranger)).text.replaceAll(/nonce="[^"]*"/g, "")).toBe(
        given.text.replaceAll(/nonce="[^"]*"/g, "")
      )
      expect(yield* open(new Browser(), stranger)).toMatchObject({ status: 400 })
      expect(issuer.asked).toBe(1)
      // So does one whose process died behind the consent, before it noted how the visit ended.
      yield* query("update consent_visit set is_connected = null, told = null")
      expect((yield* open(browser, stranger)).text).toContain("<h1>Connected</h1>")
      const more = yield* Effect.replicateEffect(open(browser, stranger), 30)
      expect(new Set(more.map(({ status }) => status))).toEqual(new Set([200, 429]))

      const other = (yield* create()).connection
      const late = yield* visit(browser, other)
      yield* query("update consent_visit set created_at = created_at - interval '10 minutes'")
      expect((yield* open(browser, late)).text).toContain("This visit has expired")
      const forged = new URL(yield* visit(browser, other))
      forged.searchParams.set("iss", "https://evil.example")
      expect((yield* open(browser, forged.href)).text).toContain("another issuer, or none")
      const nameless = new URL(yield* visit(browser, other))
      nameless.searchParams.delete("iss")
      expect((yield* open(browser, nameless.href)).text).toContain("another issuer, or none")
      expect(yield* read(other.id)).toMatchObject({ state: "PENDING" })
    })
  )

  it.scopedLive(
    "stays PENDING when the address of its visit has the code of another visit, which the issuer refuses",
    () =>
      Effect.gen(function* () {
        const { create, issuer, open, query, read, visit } = yield* ConsentWorld.make()
        const [attacked, attacker] = [(yield* create()).connection, (yield* create()).connection]
        const browser = new Browser()
        const replayed = new URL(yield* visit(browser, attacked))
        const others = new URL(yield* visit(browser, attacker)).searchParams.get("code") ?? ""
        expect(others).not.toBe(replayed.searchParams.get("code"))
        replayed.searchParams.set("code", others)
        const answer = yield* open(browser, replayed.href)
        expect(answer.text).toContain("<h1>Not connected</h1>")
        // The code is valid, and the visit is: only its verifier is not that of the code.
        expect(issuer.asked).toBe(1)
        const pending = yield* read(attacked.id)
        expect(pending).toMatchObject({
          state: "PENDING",
          oauth2_problem: "Consenting did not accept its own code. Try again."
        })
        expect(yield* query("select count(*)::int as count from consent where tokens is not null")).toEqual([
          { count: 0 }
        ])
        expect((yield* open(browser, yield* visit(browser, pending))).text).toContain("<h1>Connected</h1>")
      })
  )

  it.scopedLive("says of a visit in another window what is so at the end, whichever window is the first", () =>
    Effect.gen(function* () {
      const { create, open, query, read, visit } = yield* ConsentWorld.make()
      const { connection } = yield* create({ return_url: "https://app.example.com/" })
      const [winner, loser, denying] = [new Browser(), new Browser(), new Browser()]
      const backs = yield* Effect.all([
        visit(winner, connection),
        visit(loser, connection),
        visit(denying, connection, false),
        visit(denying, connection, false)
      ])
      const end = (status: string) => ({
        location: `https://app.example.com/?connection_id=${connection.id}&status=${status}`
      })
      // The visit that began last has ended first.
      expect(yield* open(denying, backs[3])).toMatchObject(end("failed"))
      yield* query("update consent set problem = 'of the last one'")
      expect(yield* open(denying, backs[2])).toMatchObject(end("failed"))
      expect(yield* read(connection.id)).toMatchObject({ oauth2_problem: "of the last one" })
      expect(yield* open(winner, backs[0])).toMatchObject(end("connected"))
      // Whoever left before the customer consented does not replace that consent.
      expect(yield* open(loser, backs[1])).toMatchObject(end("connected"))
      expect(yield* open(denying, backs[3])).toMatchObject(end("failed"))
      expect(yield* read(connection.id)).toMatchObject({ state: "ACTIVE", oauth2_problem: null })
      expect(yield* query("select granted, generation from consent")).toEqual([{ granted: "1", generation: "1" }])
    })
  )

  it.scopedLive("gives a link that ends with the consent, after seven days, and when it is changed", () =>
    Effect.gen(function* () {
      const { create, open, visit } = yield* ConsentWorld.make()
      const [first, second] = [(yield* create()).connection, (yield* create()).connection]
      const browser = new Browser()
      const link = new URL(first.oauth2_authorize_url ?? "")
      const days = (Number(link.searchParams.get("expires")) * 1_000 - Date.now()) / 86_400_000
      expect(days).toBeGreaterThan(6.9)
      expect(days).toBeLessThan(8.1)
      const changes = { connection_id: second.id, link: "1", expires: "99999999999", signature: "A".repeat(43) }
      for (const [name, value] of Object.entries(changes)) {
        const changed = new URL(link)
        changed.searchParams.set(name, value)
        expect([name, (yield* open(browser, changed.href)).status]).toEqual([name, 400])
      }
      expect(yield* open(browser, link.href)).toMatchObject({ status: 200 })
      yield* open(browser, yield* visit(browser, first))
      expect(yield* open(browser, link.href)).toMatchObject({ status: 400 })
    })
  )

  it.scopedLive("is UNAUTHORIZED when the vendor withdraws the consent, and HEALTHY with another one", () =>
    Effect.gen(function* () {
      const { ask, connections, create, issuer, open, until, untilRead, visit } = yield* ConsentWorld.make()
      const { connection } = yield* create()
      const browser = new Browser()
      yield* open(browser, yield* visit(browser, connection))
      yield* untilRead(connection.id)
      yield* Effect.promise(() => issuer.revokeAll())
      yield* ask("POST", `${connections}/${connection.id}/sync`)
      const refused = yield* until(connection.id, ({ health }) => health.name === "UNAUTHORIZED")
      const status = yield* ask("GET", `${connections}/${connection.id}/status`)
      expect((status.json as { readonly problems: ReadonlyArray<unknown> }).problems).toMatchObject([
        {
          reason: "CONSENT_ENDED",
          health: "UNAUTHORIZED",
          resolution_owner: "CUSTOMER",
          customer_message:
            "The consent for Consenting does not work. One of its administrators has to connect it again in the browser.",
          operator_message: expect.stringContaining("connect again at oauth2_authorize_url of the connection")
        }
      ])
      expect(refused.oauth2_authorize_url).not.toBeNull()
      expect((yield* open(browser, yield* visit(browser, refused))).text).toContain("<h1>Connected</h1>")
      yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
    })
  )

  it.scopedLive(
    "is not created by a way that the connector or the operator does not have, or with a consent that was entered",
    () =>
      Effect.gen(function* () {
        const { create, connections, ask } = yield* ConsentWorld.make()
        const wrong = [
          { auth_type: "BASIC" },
          { credentials: { region: "eu", consent: "mine" } },
          { credentials: { regoin: "eu" } },
          { return_url: "javascript:alert(1)" },
          { return_url: "https://app.example.com/a\u0000b" },
          { return_url: "https://app.example.com@evil.example" },
          { auth_type: "API_KEY", credentials: { key: "k" }, return_url: "https://app.example.com" }
        ]
        for (const each of wrong) expect([each, (yield* create(each)).reply.status]).toEqual([each, 422])
        const { connection } = yield* create()
        for (const credentials of [{ consent: "mine" }, { regoin: "us" }]) {
          const changed = yield* ask("PATCH", `${connections}/${connection.id}`, { credentials })
          expect([credentials, changed.status]).toEqual([credentials, 422])
        }
      })
  )
})

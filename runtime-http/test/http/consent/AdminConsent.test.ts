import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { onPostgres } from "../../TestDatabase.js"
import { Browser } from "./Browser.js"
import * as ConsentWorld from "./ConsentWorld.js"
import * as Directory from "./Directory.js"

/** A runtime with the connector of a directory. */
const world = Effect.gen(function* () {
  const started: Array<Directory.Directory> = []
  const made = yield* ConsentWorld.make({
    clientsOf: ["DIRECTORY"],
    connectors: () => [],
    others: (callback) =>
      Effect.map(Directory.start(callback), (directory) => {
        started.push(directory)
        return [Directory.connectorOf(directory)]
      })
  })
  const [directory] = started
  if (directory === undefined) return yield* Effect.dieMessage("no directory was started")
  const create = (credentials: Readonly<Record<string, string>> = {}) =>
    made.create({ vendor: "DIRECTORY", credentials })
  /** Goes with the link to the page of the consent, and returns the address with which the browser comes back from it. */
  const consent = (browser: Browser, connection: ConsentWorld.Connection) => made.visit(browser, connection)
  /** Comes back from there with this address, and signs in; returns the address with which the browser comes back, and what it says if it does not get there. */
  const signIn = (browser: Browser, address: string) =>
    Effect.gen(function* () {
      const { location, text } = yield* made.open(browser, address)
      if (location === null) return { address: null, text }
      const next = yield* made.visit(browser, { oauth2_authorize_url: location } as ConsentWorld.Connection)
      return { address: next, text }
    })
  /** Both, and what the browser is told at the end. */
  const visit = (browser: Browser, connection: ConsentWorld.Connection) =>
    Effect.gen(function* () {
      const { address, text } = yield* signIn(browser, yield* consent(browser, connection))
      return address === null ? text : (yield* made.open(browser, address)).text
    })
  return { ...made, consent, create, directory, signIn, visit }
})

const changed = (address: string | null, name: string, value: string): string => {
  const url = new URL(address ?? "")
  url.searchParams.set(name, value)
  return url.href
}

onPostgres("a connection with the consent of an administrator", () => {
  it.scopedLive(
    "reads the tenant of the administrator with the operator's application, and stores only the id of the tenant",
    () =>
      Effect.gen(function* () {
        const { create, directory, query, read, until, visit } = yield* world
        const { connection } = yield* create()
        expect(connection.credentials).toEqual({})
        expect(yield* visit(new Browser(), connection)).toContain("<h1>Connected</h1>")
        const shown = yield* read(connection.id)
        expect(shown).toMatchObject({ state: "ACTIVE", credentials: { tenant_id: Directory.TENANT } })
        yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
        expect(new Set(directory.read)).toEqual(new Set([Directory.TENANT]))
        expect(yield* query("select tokens from consent")).toEqual([{ tokens: null }])
      })
  )

  it.scopedLive(
    "refuses the id of a tenant that somebody wrote into the address, although that tenant has the application",
    () =>
      Effect.gen(function* () {
        const { consent, create, directory, open, read, signIn } = yield* world
        const { connection } = yield* create()
        const browser = new Browser()
        const forged = changed(yield* consent(browser, connection), "tenant", Directory.STRANGER)
        const { address } = yield* signIn(browser, forged)
        expect((yield* open(browser, address ?? "")).text).toContain("signed in to another")
        expect(yield* read(connection.id)).toMatchObject({ state: "PENDING", credentials: {} })
        expect(directory.read).toEqual([])
      })
  )

  it.scopedLive(
    "refuses whoever signs in without a role that may consent, and says so if the tokens do not tell roles",
    () =>
      Effect.gen(function* () {
        const { create, directory, read, visit } = yield* world
        const { connection } = yield* create()
        directory.roles = ["b79fbf4d-3ef9-4689-8143-76b194e85509"]
        expect(yield* visit(new Browser(), connection)).toContain("without an active role")
        directory.roles = undefined
        expect(yield* visit(new Browser(), connection)).toContain("The operator of the service has to add")
        expect(yield* read(connection.id)).toMatchObject({ state: "PENDING" })
        directory.roles = [Directory.ADMINISTRATOR]
        expect(yield* visit(new Browser(), connection)).toContain("<h1>Connected</h1>")
      })
  )

  it.scopedLive("needs both pages of one visit in one browser, each once", () =>
    Effect.gen(function* () {
      const { consent, create, open, read, signIn } = yield* world
      const { connection } = yield* create()
      const browser = new Browser()
      // Without the page of the consent, a code alone proves nothing.
      const first = new URL(yield* consent(browser, connection))
      const skipping = new URL(first.origin + first.pathname)
      skipping.searchParams.set("state", first.searchParams.get("state") ?? "")
      skipping.searchParams.set("code", "of-somebody")
      expect((yield* open(browser, skipping.href)).text).toContain("without tenant")
      const { address } = yield* signIn(browser, yield* consent(browser, connection))
      const [value, signature] = (new URL(address ?? "").searchParams.get("state") ?? "").split(".")
      const said = Buffer.from(JSON.stringify({ tenant: Directory.STRANGER })).toString("base64url")
      const [, , , last] = (new URL(address ?? "").searchParams.get("state") ?? "").split(".")
      for (const state of [`${value}.${signature}.${said}`, `${value}.${signature}.${said}.${last}`]) {
        expect((yield* open(browser, changed(address, "state", state))).text).toContain("This visit has expired")
      }
      expect(yield* open(new Browser(), address ?? "")).toMatchObject({ status: 400 })
      expect(yield* read(connection.id)).toMatchObject({ state: "PENDING" })
      expect((yield* open(browser, address ?? "")).text).toContain("<h1>Connected</h1>")
      // The page of the consent was left before: it says how the visit ended.
      const reloaded = yield* open(browser, changed(address, "state", `${value}.${signature}`))
      expect(reloaded.text).toContain("<h1>Connected</h1>")
      expect(yield* open(new Browser(), changed(address, "state", `${value}.${signature}`))).toMatchObject({
        status: 400
      })
    })
  )

  it.scopedLive(
    "goes on to the same sign-in when the page before it is loaded again, and also with another answer",
    () =>
      Effect.gen(function* () {
        const { consent, create, open, read, signIn } = yield* world
        const { connection } = yield* create()
        const browser = new Browser()
        const first = yield* consent(browser, connection)
        const { location } = yield* open(browser, first)
        const strange = yield* open(browser, changed(first, "tenant", Directory.STRANGER))
        expect(strange).toMatchObject({ status: 302, location: expect.not.stringContaining("undefined") })
        expect(strange.location).not.toBe(location)
        const both = yield* Effect.all([open(browser, first), open(browser, first)], { concurrency: 2 })
        expect(both.map((page) => page.location)).toEqual([location, location])
        expect(yield* open(new Browser(), first)).toMatchObject({ status: 400, location: null })
        const { address } = yield* signIn(browser, first)
        expect((yield* open(browser, address ?? "")).text).toContain("<h1>Connected</h1>")
        for (const again of [first, address ?? ""]) {
          expect((yield* open(browser, again)).text).toContain("<h1>Connected</h1>")
        }
        expect(yield* read(connection.id)).toMatchObject({ credentials: { tenant_id: Directory.TENANT } })
      })
  )

  it.scopedLive("stays PENDING when the administrator denies it, and when the identity is signed with other keys", () =>
    Effect.gen(function* () {
      const { create, directory, read, visit } = yield* world
      const { connection } = yield* create()
      directory.gives = false
      expect(yield* visit(new Browser(), connection)).toContain("was not given on the page of Directory")
      directory.gives = true
      directory.hasOtherKeys = true
      expect(yield* visit(new Browser(), connection)).toContain("gave no identity that can be verified")
      expect(yield* read(connection.id)).toMatchObject({ state: "PENDING" })
    })
  )

  it.scopedLive("is UNAUTHORIZED when the tenant removes the application, and HEALTHY with another consent", () =>
    Effect.gen(function* () {
      const { ask, connections, create, directory, until, visit } = yield* world
      const { connection } = yield* create()
      yield* visit(new Browser(), connection)
      yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
      directory.consented.delete(Directory.TENANT)
      yield* ask("POST", `${connections}/${connection.id}/sync`)
      const refused = yield* until(connection.id, ({ health }) => health.name === "UNAUTHORIZED")
      const status = yield* ask("GET", `${connections}/${connection.id}/status`)
      expect(status.text).toContain('"reason":"CONSENT_ENDED"')
      expect(yield* visit(new Browser(), refused)).toContain("<h1>Connected</h1>")
      yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
    })
  )

  it.scopedLive(
    "needs a consent first, and then blames the operator, and not the customer, when the secret of the application is wrong",
    () =>
      Effect.gen(function* () {
        const { ask, connections, create, directory, until, visit } = yield* world
        const { connection } = yield* create()
        const before = yield* ask("GET", `${connections}/${connection.id}/test`)
        expect(before.text).toContain('"reason":"CONSENT_REQUIRED"')
        yield* visit(new Browser(), connection)
        yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
        directory.secret = "another"
        const test = yield* ask("GET", `${connections}/${connection.id}/test`)
        expect(test.text).toContain("refused the OAuth client of this installation")
        expect(test.text).toContain('"resolution_owner":"SERVICE"')
        expect(test.text).not.toContain("UNAUTHORIZED")
      })
  )

  it.scopedLive("still shows what a consent has proven while a customer who renews it is on the way", () =>
    Effect.gen(function* () {
      const { ask, connections, create, query, read, sendWith, visit } = yield* world
      const { connection } = yield* create()
      yield* visit(new Browser(), connection)
      const links = connections.replace(/connections$/, "connect-sessions")
      const link = (yield* ask("POST", links, { connection_id: connection.id })).json as Record<"id" | "url", string>
      const path = `/connect-sessions/${link.id}`
      const opened = yield* sendWith({ Authorization: `Bearer ${new URL(link.url).hash.slice(1)}` })(
        "POST",
        `${path}/open`
      )
      const { token } = opened.json as Record<"token", string>
      const sent = yield* sendWith({ Authorization: `Bearer ${token}` })("POST", `${path}/connection`, {
        vendor: "DIRECTORY",
        credentials: {}
      })
      expect(sent.status, sent.text).toBe(201)
      expect(yield* read(connection.id)).toMatchObject({ credentials: { tenant_id: Directory.TENANT } })
      expect(yield* query("select next_fields from consent")).toEqual([{ next_fields: null }])
    })
  )

  it.scopedLive("lets nobody enter what only a consent proves", () =>
    Effect.gen(function* () {
      const { ask, connections, create, read, visit } = yield* world
      const entered = yield* create({ tenant_id: Directory.STRANGER })
      expect(entered.reply).toMatchObject({ status: 422 })
      expect(entered.reply.text).toContain("follows from the consent")
      const { connection } = yield* create()
      yield* visit(new Browser(), connection)
      const path = `${connections}/${connection.id}`
      const sent = yield* ask("PATCH", path, { credentials: { tenant_id: Directory.STRANGER } })
      expect(sent).toMatchObject({ status: 422 })
      const same = yield* ask("PATCH", path, { credentials: { tenant_id: Directory.TENANT }, identifier: "same" })
      expect(same).toMatchObject({ status: 200 })
      expect(yield* read(connection.id)).toMatchObject({ credentials: { tenant_id: Directory.TENANT } })
    })
  )
})

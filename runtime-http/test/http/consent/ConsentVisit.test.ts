import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { onPostgres } from "../../TestDatabase.js"
import { Browser } from "./Browser.js"
import * as ConsentWorld from "./ConsentWorld.js"

/** A browser that is on the vendor's page, and the address with which it comes back. */
const leaving = (world: ConsentWorld.ConsentWorld, more: Readonly<Record<string, unknown>> = {}) =>
  Effect.gen(function* () {
    const { connection } = yield* world.create(more)
    const browser = new Browser()
    const back = yield* world.visit(browser, connection)
    return { browser, back, connection, path: `${world.connections}/${connection.id}` }
  })

onPostgres("what happens while a browser is on the vendor's page", () => {
  it.scopedLive("deletion of the connection or its organization: the consent is not taken, and no tokens stay", () =>
    Effect.gen(function* () {
      for (const isOfOrganization of [false, true]) {
        const world = yield* ConsentWorld.make()
        const { back, browser, connection, path } = yield* leaving(world)
        yield* world.ask("DELETE", isOfOrganization ? world.organizationPath : path)
        const answer = yield* world.open(browser, back)
        expect(answer).toMatchObject({ status: 400, text: expect.stringContaining("This visit has expired") })
        expect(world.issuer.asked).toBe(0)
        expect(yield* world.open(browser, connection.oauth2_authorize_url ?? "")).toMatchObject({ status: 400 })
        expect(yield* world.query("select tokens from consent")).toEqual([{ tokens: null }])
      }
    })
  )

  it.scopedLive("deletion while the code is exchanged: the product hears that nothing was connected", () =>
    Effect.gen(function* () {
      const world = yield* ConsentWorld.make()
      const { back, browser, connection, path } = yield* leaving(world, { return_url: "https://app.example.com/" })
      world.issuer.beforeTokens = async () => {
        await Effect.runPromise(world.ask("DELETE", path))
      }
      const answer = yield* world.open(browser, back)
      expect(answer).toMatchObject({
        status: 302,
        location: `https://app.example.com/?connection_id=${connection.id}&status=failed`
      })
      expect(yield* world.query("select tokens from consent")).toEqual([{ tokens: null }])
    })
  )

  it.scopedLive("a pause: the connection has the new consent, and stays paused until somebody resumes it", () =>
    Effect.gen(function* () {
      const world = yield* ConsentWorld.make()
      const { back, browser, connection, path } = yield* leaving(world)
      yield* world.open(browser, back)
      yield* world.until(connection.id, ({ health, state }) => state === "ACTIVE" && health.name === "HEALTHY")
      const again = yield* world.visit(browser, yield* world.read(connection.id))
      yield* world.ask("PATCH", path, { state: "PAUSED" })
      expect((yield* world.open(browser, again)).text).toContain("<h1>Connected</h1>")
      expect(yield* world.read(connection.id)).toMatchObject({ state: "PAUSED" })
      expect(yield* world.query("select granted, generation from consent")).toEqual([{ granted: "2", generation: "2" }])
      const seen = world.vendor.seen.length
      yield* world.ask("PATCH", path, { state: "ACTIVE" })
      const resumed = Effect.sync(() => world.vendor.seen.length > seen)
      yield* Effect.repeat(resumed, { until: (isSo) => isSo, schedule: ConsentWorld.often })
    })
  )

  it.scopedLive("other changes of the connection, and the end of the key that made it: the consent is taken", () =>
    Effect.gen(function* () {
      const world = yield* ConsentWorld.make()
      const { back, browser, connection, path } = yield* leaving(world)
      yield* world.ask("PATCH", path, { identifier: "renamed", data_export_types: ["itsm_users"] })
      yield* world.query("update api_key set revoked_at = clock_timestamp()")
      expect((yield* world.open(browser, back)).text).toContain("<h1>Connected</h1>")
      expect(yield* world.query(`select state, identifier from connection where id = '${connection.id}'`)).toEqual([
        { state: "ACTIVE", identifier: "renamed" }
      ])
    })
  )

  it.scopedLive("a stop of the connector: the browser and the product are told, and the link then works", () =>
    Effect.gen(function* () {
      const world = yield* ConsentWorld.make()
      const { back, browser, connection } = yield* leaving(world)
      yield* world.query("insert into connector_stop (vendor, version, reason) values ('CONSENTING', '', 'repairs')")
      const link = connection.oauth2_authorize_url ?? ""
      expect(yield* world.open(browser, link)).toMatchObject({
        status: 409,
        text: expect.stringContaining("<h1>Not now</h1>")
      })
      expect((yield* world.open(browser, back)).text).toContain("stopped the connector of CONSENTING (repairs)")
      expect(yield* world.read(connection.id)).toMatchObject({ oauth2_problem: expect.stringContaining("repairs") })
      expect(world.issuer.asked).toBe(0)
      yield* world.query("delete from connector_stop")
      expect((yield* world.open(browser, yield* world.visit(browser, connection))).text).toContain("Connected")
    })
  )

  it.scopedLive("the loss of the operator's client: nobody can leave or come back", () =>
    Effect.gen(function* () {
      const world = yield* ConsentWorld.make()
      const { back, browser, connection } = yield* leaving(world)
      yield* world.restart({ TRIBUTARY_OAUTH_CLIENTS: "{}" }, Effect.void)
      for (const address of [back, connection.oauth2_authorize_url ?? ""]) {
        const answer = yield* world.open(browser, address)
        expect(answer).toMatchObject({ status: 400, text: expect.stringContaining("does not offer a consent") })
      }
      expect(yield* world.read(connection.id)).toMatchObject({ oauth2_authorize_url: null })
    })
  )

  it.scopedLive("a new master key in front of the old one: the browser can come back", () =>
    Effect.gen(function* () {
      const world = yield* ConsentWorld.make()
      const { back, browser, connection } = yield* leaving(world)
      const fresh = `fresh:${Buffer.alloc(32, 3).toString("base64")}`
      yield* world.restart({ TRIBUTARY_MASTER_KEY: `${fresh},${world.masterKey}` }, Effect.void)
      expect(yield* world.open(new Browser(), connection.oauth2_authorize_url ?? "")).toMatchObject({ status: 200 })
      expect((yield* world.open(browser, back)).text).toContain("<h1>Connected</h1>")
    })
  )

  it.scopedLive("a consent in another window while the code is exchanged: the first one counts", () =>
    Effect.gen(function* () {
      const world = yield* ConsentWorld.make()
      const { back, browser, connection } = yield* leaving(world)
      const other = new Browser()
      const before = yield* world.visit(other, connection)
      let isFirst = true
      world.issuer.beforeTokens = async () => {
        if (!isFirst) return
        isFirst = false
        await Effect.runPromise(world.open(other, before))
      }
      const late = yield* world.open(browser, back)
      expect(late).toMatchObject({ status: 200, text: expect.stringContaining("connected in another window") })
      expect(yield* world.query("select granted, generation from consent")).toEqual([{ granted: "1", generation: "1" }])
      expect(
        yield* world.query("select actor from audit_event where action = 'connection.update' order by id")
      ).toEqual([{ actor: "CONSENT" }])
    })
  )

  it.scopedLive("a database that cannot note the end of the visit: nothing is connected either", () =>
    Effect.gen(function* () {
      const world = yield* ConsentWorld.make()
      const { back, browser, connection } = yield* leaving(world)
      yield* world.query(`
        create function refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$;
        create trigger refuse before update on consent_visit for each row when (new.is_connected) execute function refuse()`)
      for (const _ of ["first", "loaded again"]) {
        expect((yield* world.open(browser, back)).text).not.toContain("onnected in another window")
      }
      expect(yield* world.read(connection.id)).toMatchObject({ state: "PENDING" })
      expect(yield* world.query("select granted, tokens from consent")).toEqual([{ granted: "0", tokens: null }])
      yield* world.query("drop trigger refuse on consent_visit")
      expect((yield* world.open(browser, yield* world.visit(browser, connection))).text).toContain("<h1>Connected</h1>")
    })
  )

  it.scopedLive("a page that is loaded again before the answer: both say how the visit ended", () =>
    Effect.gen(function* () {
      const world = yield* ConsentWorld.make()
      const { back, browser, connection } = yield* leaving(world)
      const text = () => Effect.runPromise(Effect.map(world.open(browser, back), (page) => page.text))
      let again: Promise<string> | null = null
      world.issuer.beforeTokens = async () => {
        again = text()
        // Other requests that began later are answered meanwhile.
        for (let at = 0; at < 3; at += 1) await Effect.runPromise(world.read(connection.id))
      }
      expect(yield* Effect.promise(text)).toContain("<h1>Connected</h1>")
      expect(yield* Effect.promise(async () => again)).toContain("<h1>Connected</h1>")
      expect(world.issuer.asked).toBe(1)
    })
  )

  it.scopedLive("a browser that leaves before the answer: the consent is stored all the same", () =>
    Effect.gen(function* () {
      const world = yield* ConsentWorld.make()
      const { back, browser, connection } = yield* leaving(world)
      const gone = new AbortController()
      const asked = yield* Effect.async<() => void>((resume) => {
        world.issuer.beforeTokens = () =>
          new Promise<void>((answer) => {
            resume(Effect.succeed(answer))
          })
        void browser.get(back, {}, gone.signal).catch(() => {})
      })
      gone.abort()
      asked()
      yield* world.until(connection.id, ({ state }) => state === "ACTIVE")
    })
  )
})

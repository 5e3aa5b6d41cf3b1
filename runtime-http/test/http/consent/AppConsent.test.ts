import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { sentences } from "../../../src/api/parts/CustomerErrors.js"
import { onPostgres } from "../../TestDatabase.js"
import * as Apps from "./Apps.js"
import { Browser } from "./Browser.js"
import * as ConsentWorld from "./ConsentWorld.js"

const world = (client: Readonly<Record<string, string>> = Apps.APP) =>
  Effect.gen(function* () {
    const started: Array<Apps.Apps> = []
    const made = yield* ConsentWorld.make({
      connectors: () => [],
      others: (callback, issuer) =>
        Effect.map(Apps.start(issuer, callback), (apps) => {
          started.push(apps)
          return [Apps.connectorOf(issuer, apps)]
        }),
      settings: { TRIBUTARY_OAUTH_CLIENTS: JSON.stringify({ APPS: client }) }
    })
    const [apps] = started
    if (apps === undefined) return yield* Effect.dieMessage("no vendor was started")
    const create = () => made.create({ vendor: "APPS", credentials: {} })
    /** Installs the app, comes back with an address in which `installation` stands if it is given, and signs in; returns the address with which the browser comes back, and what it is told if it does not get there. */
    const signIn = (browser: Browser, connection: ConsentWorld.Connection, installation?: string) =>
      Effect.gen(function* () {
        const back = new URL(yield* made.visit(browser, connection))
        if (installation !== undefined) back.searchParams.set("installation_id", installation)
        const { location, text } = yield* made.open(browser, back.href)
        if (location === null) return { address: null, text }
        return { address: yield* made.visit(browser, { ...connection, oauth2_authorize_url: location }), text }
      })
    /** The same, and what the browser is told at the end. */
    const visit = (...args: Parameters<typeof signIn>) =>
      Effect.gen(function* () {
        const { address, text } = yield* signIn(...args)
        return address === null ? text : (yield* made.open(args[0], address)).text
      })
    return { ...made, apps, create, signIn, visit }
  })

onPostgres("a connection with an installation of the operator's app", () => {
  it.scopedLive("reads what the app may read, and stores only the id of the installation", () =>
    Effect.gen(function* () {
      const { apps, create, query, read, until, visit } = yield* world()
      const { connection } = yield* create()
      expect(yield* visit(new Browser(), connection)).toContain("<h1>Connected</h1>")
      expect(yield* read(connection.id)).toMatchObject({ credentials: { installation_id: Apps.INSTALLATION } })
      yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
      expect(new Set(apps.read)).toEqual(new Set([Apps.INSTALLATION]))
      expect(yield* query("select tokens from consent")).toEqual([{ tokens: null }])
    })
  )

  it.scopedLive("refuses the installation of another customer, whose id somebody wrote into the address", () =>
    Effect.gen(function* () {
      const { apps, create, read, visit } = yield* world()
      const { connection } = yield* create()
      expect(yield* visit(new Browser(), connection, Apps.STRANGER)).toContain("You may not see this installation.")
      expect(yield* read(connection.id)).toMatchObject({
        state: "PENDING",
        credentials: {},
        oauth2_problem: "You may not see this installation."
      })
      expect(apps.read).toEqual([])
    })
  )

  it.scopedLive("says what to do when the app was only requested", () =>
    Effect.gen(function* () {
      const { apps, create, visit } = yield* world()
      const { connection } = yield* create()
      apps.onlyRequests = true
      expect(yield* visit(new Browser(), connection)).toContain("An owner has to approve it.")
    })
  )

  it.scopedLive("says that the service failed when the proof has a bug, also when the page is loaded again", () =>
    Effect.gen(function* () {
      const { apps, create, open, read, signIn } = yield* world()
      const { connection } = yield* create()
      apps.isBroken = true
      const browser = new Browser()
      const { address } = yield* signIn(browser, connection)
      for (const _ of [1, 2]) {
        const page = yield* open(browser, address ?? "")
        expect(page).toMatchObject({ status: 400, text: expect.stringContaining(sentences.Unexpected) })
      }
      expect(yield* read(connection.id)).toMatchObject({ oauth2_problem: sentences.Unexpected })
    })
  )

  it.scopedLive("is UNAUTHORIZED when the app is uninstalled", () =>
    Effect.gen(function* () {
      const { apps, ask, connections, create, until, visit } = yield* world()
      const { connection } = yield* create()
      yield* visit(new Browser(), connection)
      yield* until(connection.id, ({ health }) => health.name === "HEALTHY")
      apps.installed.delete(Apps.INSTALLATION)
      yield* ask("POST", `${connections}/${connection.id}/sync`)
      yield* until(connection.id, ({ health }) => health.name === "UNAUTHORIZED")
    })
  )

  it.scopedLive("is not offered without the private key of the app", () =>
    Effect.gen(function* () {
      const { create: creating, open, restart } = yield* world()
      const { connection } = yield* creating()
      yield* restart(
        { TRIBUTARY_OAUTH_CLIENTS: JSON.stringify({ APPS: { ...Apps.APP, private_key: undefined } }) },
        Effect.void
      )
      expect((yield* open(new Browser(), connection.oauth2_authorize_url ?? "")).text).toContain(
        "does not offer a consent"
      )

      const { private_key: _, ...client } = Apps.APP
      const { create } = yield* world(client)
      const { reply } = yield* create()
      expect(reply).toMatchObject({ status: 422 })
      expect(reply.text).toContain("lacks private_key of Apps")
    })
  )
})

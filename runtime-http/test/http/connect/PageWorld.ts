import { Effect, Exit, Redacted, Scope } from "effect"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { describe, expect } from "vitest"
import * as Browsers from "../../../../tests/support/Browser.js"
import * as Screens from "../../../../tests/support/Screens.js"
import { onPostgres } from "../../TestDatabase.js"
import * as ConsentVendor from "../consent/ConsentVendor.js"
import * as ConsentWorld from "../consent/ConsentWorld.js"
import type { Reply } from "../TestServer.js"
import * as PageVendor from "./PageVendor.js"

/** How long a page may take on a machine that does other things, too. */
export const PATIENCE = 30_000

/** A name that is wider than a telephone, and is written from right to left at its end. */
export const LONG = `${"Wolkenüberwachung".repeat(4)} ענן`

const others = [
  { vendor: "SCRIPT", name: PageVendor.SCRIPT, category: "IDP" },
  { vendor: "NORTHWIND", name: "Northwind Identity", category: "IDP" },
  { vendor: "CONTOSO", name: "Contoso Endpoint Protection", category: "EDR", logo: PageVendor.LOGO },
  { vendor: "GLOBEX", name: "Globex Vulnerability Scanner", category: "VMS" },
  { vendor: "INITECH", name: LONG, category: "CSPM" }
] as const

/** A runtime whose page customers open: its vendors, and an organization that has links. */
const make = (settings: Readonly<Record<string, string>>, organization: string | undefined) =>
  Effect.gen(function* () {
    const pageVendor = yield* PageVendor.start
    const common = yield* ConsentWorld.make({
      connectors: (issuer, vendor) => [
        PageVendor.fullOf(pageVendor),
        ConsentVendor.connectorOf(issuer, vendor),
        ConsentVendor.soleOf("SOLE", issuer, vendor),
        ConsentVendor.consentOnly(issuer, vendor, "TWO"),
        PageVendor.tenantedOf(pageVendor),
        ...others.map((each) => PageVendor.simpleOf(pageVendor, each))
      ],
      clientsOf: ["CONSENTING", "SOLE", "TWO"],
      settings,
      ...(organization === undefined ? {} : { organization })
    })
    return { ...common, pageVendor, links: common.connections.replace(/connections$/, "connect-sessions") }
  })

/** A job of a connection, or the connection itself. */
type Connection = ConsentWorld.Connection

/** The world, for tests that are no effects. */
export const start = async (settings: Readonly<Record<string, string>> = {}, organization?: string) => {
  const scope = Effect.runSync(Scope.make())
  const run = <A>(effect: Effect.Effect<A, unknown, Scope.Scope>) => Effect.runPromise(Scope.extend(effect, scope))
  const { ask, connections, issuer, keys, links, pageVendor, query, sendWith, until, untilIdle } = await run(
    make(settings, organization)
  )
  const asked = (method: string, path: string, body?: unknown): Promise<Reply> => run(ask(method, path, body))
  const made = async (reply: Promise<Reply>): Promise<{ readonly id: string; readonly url: string }> => {
    const { json, status, text } = await reply
    expect(status, text).toBe(201)
    return json as { readonly id: string; readonly url: string }
  }
  const others = async () => {
    const { key } = await run(Effect.flatMap(keys.createAccount("others"), (account) => keys.create(account, "others")))
    const send = sendWith({ "X-API-KEY": Redacted.value(key) })
    const { id } = await made(run(send("POST", "/provisioning/organizations", { name: "Others" })))
    const path = `/provisioning/organizations/${id}/connect-sessions`
    return { send: (method: string, below: string, body?: unknown) => run(send(method, `${path}${below}`, body)) }
  }
  const ofOthers = await others()
  return {
    vendor: pageVendor,
    links,
    ask: asked,
    /** A new link for the customer. */
    link: (body: object = {}) => made(asked("POST", links, body)),
    /** The connection that a link has made. */
    connectionOf: async (id: string) =>
      ((await asked("GET", `${links}/${id}`)).json as { readonly connection_id: string }).connection_id,
    /** A new link of another account. */
    linkOfOthers: () => made(ofOthers.send("POST", "", {})),
    stateOfOthers: async (id: string) =>
      ((await ofOthers.send("GET", `/${id}`)).json as { readonly state: string }).state,
    /** Makes a connection without a page. */
    connect: async (body: object) => (await made(asked("POST", connections, body))).id,
    pause: (id: string) => asked("PATCH", `${connections}/${id}`, { state: "PAUSED" }),
    remove: (id: string) => asked("DELETE", `${connections}/${id}`),
    sync: (id: string) => asked("POST", `${connections}/${id}/sync`),
    until: (id: string, isSo: (connection: Connection) => boolean) => run(until(id, isSo)),
    untilIdle: (id: string) => run(untilIdle(id)),
    /** Ends all consents, as an administrator does on the vendor's page. */
    revokeConsents: () => issuer.revokeAll(),
    /** What the customer unticks on the vendor's page. */
    untick: (scopes: ReadonlyArray<string>) => {
      issuer.unticked = scopes
    },
    /** Runs a statement on the database. */
    run: (text: string) => run(query(text)),
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

/** What `start` returns. */
export type PageWorld = Awaited<ReturnType<typeof start>>

/** Tests that need a browser and a Postgres server. */
export const withBrowser = (title: string, tests: () => void): void =>
  onPostgres(Browsers.titled(title), () => {
    describe.skipIf(Browsers.program === undefined)("in Chromium", tests)
  })

/** What the page of a link consists of: itself, its files and the logos. */
const SHOWN = /\/(?:connect|v1\/connectors)\//

/** A browser's page, and what it logs: a broken policy arrives there, too. */
export const open = async (browser: Browser, options: BrowserContextOptions = {}) => {
  const context = await browser.newContext({ locale: "en-GB", viewport: Screens.WIDE, ...options })
  context.setDefaultTimeout(PATIENCE)
  const logged: Array<string> = []
  context.on("console", (message) => {
    // The browser itself logs a refused request, whatever the page makes of it; what the page shows must not be missing.
    const isRefusal = message.text().startsWith("Failed to load resource") && !SHOWN.test(message.location().url)
    if (message.type() === "error" && !isRefusal) logged.push(message.text())
  })
  context.on("weberror", (error) => logged.push(String(error.error())))
  return { context, logged, page: await context.newPage() }
}

/** Reads for whom the consent is, on the page of this service that comes first, and goes on to the vendor's page. */
export const goOn = async (popup: Page): Promise<void> => {
  await popup.getByText("sees this data").waitFor()
  await popup.getByRole("link", { name: /^Continue to / }).click()
}

/** What the customer does on the page of this service and those of the vendor. */
export const signIn = async (popup: Page): Promise<void> => {
  await goOn(popup)
  await popup.locator("input[name=login]").fill("ada")
  await popup.locator("input[name=password]").fill("any")
  await popup.locator("button[type=submit]").click()
  await popup.locator("input[value=consent]").waitFor({ state: "attached" })
  await popup.locator("button[type=submit]").click()
}

/** The window that opens because of something. */
export const opened = async (context: BrowserContext, because: () => Promise<void>): Promise<Page> => {
  const [popup] = await Promise.all([context.waitForEvent("page"), because()])
  return popup
}

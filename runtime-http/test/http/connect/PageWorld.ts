import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Effect, Exit, Scope } from "effect"
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { expect } from "vitest"
import * as ConsentVendor from "../consent/ConsentVendor.js"
import * as ConsentWorld from "../consent/ConsentWorld.js"
import type { Reply } from "../TestServer.js"
import * as PageVendor from "./PageVendor.js"

/** How long a page may take on a machine that does other things, too. */
export const PATIENCE = 30_000

const others = [
  { vendor: "SCRIPT", name: PageVendor.SCRIPT, category: "IDP" },
  { vendor: "NORTHWIND", name: "Northwind Identity", category: "IDP" },
  { vendor: "CONTOSO", name: "Contoso Endpoint Protection", category: "EDR" },
  { vendor: "GLOBEX", name: "Globex Vulnerability Scanner", category: "VMS" },
  { vendor: "INITECH", name: "Initech Cloud Guard", category: "CSPM" }
] as const

/** A runtime whose page customers open: its vendors, and an organization that has links. */
const make = (settings: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const pageVendor = yield* PageVendor.start
    const common = yield* ConsentWorld.make({
      connectors: (issuer, vendor) => [
        PageVendor.fullOf(pageVendor),
        ConsentVendor.connectorOf(issuer, vendor),
        ConsentVendor.soleOf("SOLE", issuer, vendor),
        ...others.map((each) => PageVendor.simpleOf(pageVendor, each))
      ],
      clientsOf: ["CONSENTING", "SOLE"],
      settings
    })
    return { ...common, pageVendor, links: common.connections.replace(/connections$/, "connect-sessions") }
  })

/** The world, for tests that are no effects. */
export const start = async (settings: Readonly<Record<string, string>> = {}) => {
  const scope = Effect.runSync(Scope.make())
  const { ask, links, pageVendor, ...rest } = await Effect.runPromise(Scope.extend(make(settings), scope))
  const asked = (method: string, path: string, body?: unknown): Promise<Reply> =>
    Effect.runPromise(ask(method, path, body))
  /** A new link for the customer. */
  const link = async (body: object = {}): Promise<{ readonly id: string; readonly url: string }> => {
    const { json, status, text } = await asked("POST", links, body)
    expect(status, text).toBe(201)
    return json as { readonly id: string; readonly url: string }
  }
  return {
    ...rest,
    ask: asked,
    link,
    links,
    vendor: pageVendor,
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

export type PageWorld = Awaited<ReturnType<typeof start>>

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** What axe finds on the screen as it is: no rule that it breaks, in either colour scheme. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // A script tag would break the policy of the page.
  await page.evaluate(axe)
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    const found = await page.evaluate(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html, failureSummary }) => html + " " + failureSummary).join(" | ")))`
    )
    expect(found, `in ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Pages of a browser that keep what they log: a broken policy arrives there, too. */
export const pagesOf = async (context: BrowserContext) => {
  const logged: Array<string> = []
  context.on("console", (message) => {
    // A refused request is logged by the browser itself, whatever the page makes of it.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) logged.push(message.text())
  })
  context.on("weberror", (error) => logged.push(String(error.error())))
  return { logged }
}

/** The settings of a phone's and a desktop's screen. */
export const screens: Readonly<Record<"narrow" | "wide", BrowserContextOptions>> = {
  narrow: { viewport: { width: 390, height: 844 } },
  wide: { viewport: { width: 1280, height: 900 } }
}

/** Fails if the page can be scrolled sideways. */
export const expectNoSideways = async (page: Page): Promise<void> => {
  const [scrolled, width] = (await page.evaluate(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
  )) as [number, number]
  expect(scrolled).toBeLessThanOrEqual(width)
}

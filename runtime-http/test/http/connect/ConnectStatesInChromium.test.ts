import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import * as Browsers from "../../../../tests/support/Browser.js"
import * as Screens from "../../../../tests/support/Screens.js"
import { supersededConsent } from "../../../src/api/parts/CustomerErrors.js"
import * as PageVendor from "./PageVendor.js"
import * as PageWorld from "./PageWorld.js"

const good = PageVendor.tokenOf("good")

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name })
const token = (page: Page) => page.getByRole("textbox", { name: "API token" })

/** The name of an organization that would run, and is wider than a telephone. */
const HOSTILE = `${PageVendor.SCRIPT} ${PageWorld.LONG}`

PageWorld.withBrowser("the page of a link in its rarer states", () => {
  let world: PageWorld.PageWorld
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let logged: ReadonlyArray<string>

  beforeAll(async () => {
    world = await PageWorld.start({ TRIBUTARY_CONNECT_NAME: "Acme" }, HOSTILE)
    browser = await Browsers.launch()
  })
  beforeEach(async () => {
    ;({ context, logged, page } = await PageWorld.open(browser))
    world.vendor.override = null
    world.vendor.tenant = "acme"
    world.vendor.hold = Promise.resolve()
    world.vendor.isHeld = async () => true
    world.untick([])
  })
  afterEach(async () => {
    // Whoever names an organization or a tenant writes text, and nothing else.
    expect(await page.evaluate("[window.hacked, document.querySelectorAll('[onerror]').length]")).toEqual([
      undefined,
      0
    ])
    await world.run("delete from connector_stop")
    await world.run("delete from account_quota")
    await context.close()
    expect(logged).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const go = async (body: object) => {
    const link = await world.link(body)
    await page.goto(link.url)
    await button(page, "Continue").click()
    return link
  }
  const fill = async (secret: string) => {
    await page.getByLabel("Site").fill("acme")
    await page.getByLabel("Region").selectOption("eu")
    await token(page).fill(secret)
  }
  const opened = (because: () => Promise<void>) => PageWorld.opened(context, because)

  it("says that nothing can be read yet, that not everything could be asked, and which fields are left out", async () => {
    await go({ vendors: ["FULL"] })
    await fill(PageVendor.tokenOf("none"))
    await button(page, "Connect").click()
    await heading(page, "Nothing can be read yet").waitFor()
    await page.getByText("accepts the credentials, but they give access to nothing:").waitFor()
    expect(await button(page, "Connect anyway").count()).toBe(0)
    await Screens.see(page, "result-nothing")

    // The API may answer so, although no test of today ends in this way.
    const message = "The test took too long."
    await page.route("**/test", (route) =>
      route.fulfill({ json: { is_valid: false, message, data_export_types: [], problems: [] } })
    )
    await button(page, "Check again").click()
    await page.getByText(`Fulcrum Service Desk could not be asked about everything. ${message}`).waitFor()
    await Screens.see(page, "result-incomplete")
    await page.unroute("**/test")

    await button(page, "Change the credentials").click()
    await token(page).fill(PageVendor.tokenOf("partial"))
    await page.route("**/test", async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      const unread_fields = [{ fields: ["email", PageVendor.SCRIPT] }]
      const withFields = (type: { readonly is_valid: boolean }) => (type.is_valid ? { ...type, unread_fields } : type)
      await route.fulfill({
        response,
        json: { ...json, data_export_types: json.data_export_types.map(withFields) }
      })
    })
    await button(page, "Connect").click()
    await heading(page, "Not everything can be read").waitFor()
    await page.getByText(`Without email, ${PageVendor.SCRIPT}`).waitFor()
    await Screens.see(page, "result-without-fields")
  })

  it("follows the first reading, and says that the connection is paused or its connector stopped", async () => {
    const { id } = await go({ vendors: ["FULL"], identifier: "followed" })
    await fill(good)
    let answer = () => {}
    world.vendor.hold = new Promise((resolve) => {
      answer = resolve
    })
    // The test of the credentials is answered; the job waits.
    world.vendor.isHeld = async () => (await world.run("select from job where status = 'RUNNING'")).length > 0
    await button(page, "Connect").click()
    await heading(page, "Fulcrum Service Desk is connected").waitFor()
    await page.getByText("The first data is being read").waitFor()
    await page.getByText("Reading", { exact: true }).first().waitFor()
    await Screens.see(page, "live-reading")
    answer()
    await page.getByText("The first data has been read").waitFor()

    await world.pause(await world.connectionOf(id))
    await page.getByText("The connection is paused").waitFor()
    await Screens.see(page, "live-paused")

    await go({ vendors: ["FULL"], identifier: "stopped" })
    await fill(good)
    await button(page, "Connect").click()
    await page.getByText("The first data has been read").waitFor()
    await world.run("insert into connector_stop (vendor, version, reason) values ('FULL', '', 'repairs')")
    await page.getByText("Nothing is read at the moment").waitFor()
    await Screens.see(page, "live-stopped")
  })

  it("says that the connector is stopped, that there is no room, that the tool has a connection, and that this changed meanwhile", async () => {
    const alert = (text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor()
    await page.clock.install()
    await go({ vendors: ["NORTHWIND"], identifier: "late" })
    await token(page).fill(good)
    const send = () => button(page, "Connect").click()
    await world.run("insert into connector_stop (vendor, version, reason) values ('NORTHWIND', '', 'repairs')")
    await send()
    await alert("This tool cannot be connected at the moment")
    // It waits before it asks again, and nothing that was entered is lost.
    const later = button(page, /^Try again in/)
    expect(await later.getAttribute("aria-disabled")).toBe("true")
    await Screens.see(page, "trouble-stopped")
    await world.run("delete from connector_stop")
    expect(await token(page).inputValue()).toBe(good)
    await page.clock.fastForward(60_000)
    await button(page, "Connect").waitFor()

    await world.run(`insert into account_quota (account_id, quota, "limit") select id, 'connections', 0 from account`)
    await send()
    await alert("No more connections are possible")
    await Screens.see(page, "trouble-quota")
    await world.run("delete from account_quota")

    await page.route("**/connection", (route) =>
      route.fulfill({ status: 409, headers: { "x-error-code": "CHANGED_MEANWHILE" }, json: { detail: "A sentence." } })
    )
    await send()
    await alert("The connection was changed meanwhile")
    await Screens.see(page, "trouble-changed")
    await page.unroute("**/connection")

    await world.connect({ vendor: "NORTHWIND", identifier: "late", credentials: { token: good } })
    await send()
    await alert("This tool is connected already")
    await Screens.see(page, "trouble-taken")
    expect(await token(page).inputValue()).toBe(good)
    // Nothing that is entered changes that.
    await token(page).fill(`${good}-2`)
    expect(await button(page, "Connect").getAttribute("aria-disabled")).toBe("true")
    await token(page).press("Enter")

    // A session that was used without a connection has nothing to go on with.
    await go({ vendors: ["NORTHWIND"], identifier: "other" })
    await token(page).fill(good)
    await page.route("**/test", (route) =>
      route.fulfill({ status: 409, headers: { "x-error-code": "CONNECT_SESSION_USED" }, json: { detail: "Used." } })
    )
    await send()
    await heading(page, "This link was used").waitFor()
    await Screens.see(page, "end-used")
  })

  it("renews a connection with which nothing is wrong, or that lacks a permission; and shows what a vendor says as text", async () => {
    world.vendor.tenant = PageVendor.SCRIPT
    const connection_id = await world.connect({ vendor: "TENANTED", credentials: { token: good } })
    await world.sync(connection_id)
    await world.until(connection_id, ({ health }) => health.name === "HEALTHY")
    await go({ connection_id })
    await page.getByText("Nothing is wrong with this connection.").waitFor()
    await Screens.see(page, "reconnect-fine")

    world.vendor.tenant = `${PageVendor.SCRIPT}${"globex".repeat(40)}`
    await token(page).fill(`${good}-2`)
    await button(page, "Connect again").click()
    await page.getByRole("alert").filter({ hasText: "This leads to other data than before" }).waitFor()
    await page.getByRole("alert").filter({ hasText: PageVendor.SCRIPT }).waitFor()
    await Screens.see(page, "trouble-tenant")
    await token(page).fill(PageVendor.tokenOf("rude"))
    await button(page, "Connect again").click()
    await page.getByRole("alert").filter({ hasText: "The tool could not be asked" }).waitFor()
    expect(await page.getByRole("alert").textContent()).not.toContain("hacked")

    const lacking = await world.connect({
      vendor: "FULL",
      identifier: "lacking",
      credentials: { site: "acme", region: "eu", token: good }
    })
    world.vendor.override = "partial"
    await world.sync(lacking)
    await world.until(lacking, ({ health }) => health.name === "UNAUTHORIZED")
    await go({ connection_id: lacking })
    // The rest is read, so the connection works.
    await page.getByText("Not everything can be read from Fulcrum Service Desk").waitFor()
    await page.getByText("Grant it groups.read").waitFor()
    // There is nothing to enter: the customer grants the permission, and the page checks what is stored.
    expect(await page.getByText("Missing permissions").count()).toBe(0)
    await page.getByText("You do not have to enter anything here.").waitFor()
    await page
      .locator("summary")
      .filter({ hasText: /What was entered before.*Stays as it is: Site, Region, API token, Note/s })
      .waitFor()
    expect(await page.locator("input:visible, select:visible").count()).toBe(0)
    await Screens.see(page, "reconnect-permission")
    await button(page, "Check again").click()
    await heading(page, "Not everything can be read").waitFor()
    expect(await page.getByText("groups.read").count()).toBe(1)
    await Screens.see(page, "reconnect-still-missing")
    world.vendor.override = null
    await button(page, "Check again").click()
    await heading(page, "Fulcrum Service Desk is connected").waitFor()
    await world.until(lacking, ({ health }) => health.name === "HEALTHY")
  })

  it("shows how a link ends that expired or was withdrawn, and waits while one opens", async () => {
    for (const [name, title, end] of [
      ["end-expired", "This link has expired", "update connect_session set expires_at = clock_timestamp() where id ="],
      ["end-revoked", "This link was withdrawn", null]
    ] as const) {
      const { id } = await go({ vendors: ["FULL"] })
      await heading(page, "Connect Fulcrum Service Desk").waitFor()
      await (end === null ? world.ask("DELETE", `${world.links}/${id}`) : world.run(`${end} '${id}'`))
      await fill(good)
      await button(page, "Connect").click()
      await heading(page, title).waitFor()
      await Screens.see(page, name)
    }
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route("**/open", (route) => held.then(() => route.continue()))
    await go({ vendors: ["FULL"] })
    await page.getByRole("status").filter({ hasText: "One moment" }).waitFor()
    await Screens.see(page, "opening")
    answer()
    await heading(page, "Connect Fulcrum Service Desk").waitFor()
  })

  it("connects what a consent allows, and says which permission was unticked", async () => {
    world.untick(["groups.read"])
    await go({ vendors: ["TWO"] })
    await PageWorld.signIn(await opened(() => button(page, "Sign in with Consenting").click()))
    await heading(page, "Consenting is connected").waitFor()
    await page.getByText("Not everything could be read").waitFor()
    await page.getByText("groups.read").first().waitFor()
    await Screens.see(page, "live-unticked")
  })

  it("says that another link was used, that a sign-in cannot go on, and that its connection is deleted", async () => {
    const first = await go({ vendors: ["SOLE"], identifier: "emea", return_url: "https://product.example/" })
    await (await opened(() => button(page, "Sign in with Consenting").click())).close()
    await heading(page, "Sign in to Sole").waitFor()
    const connection = await world.connectionOf(first.id)
    const other = await context.newPage()
    await other.goto((await world.link({ vendors: ["SOLE"], identifier: "emea" })).url)
    await button(other, "Continue").click()
    await (await opened(() => button(other, "Sign in with Consenting").click())).close()
    await heading(other, "Sign in to Sole").waitFor()
    await page.getByText(supersededConsent).waitFor()
    // Nothing was refused, and no visit failed.
    expect(await page.getByText("gave no access").count()).toBe(0)
    expect(await button(page, /./).count()).toBe(0)
    // It says so once, and leads back.
    expect(await page.locator("main").locator("h1, p, a").allInnerTexts()).toEqual([
      "This sign-in cannot go on here",
      supersededConsent,
      "Go back to Acme"
    ])
    expect(await page.getByRole("link", { name: "Go back to Acme" }).getAttribute("href")).toBe(
      "https://product.example/"
    )
    await Screens.see(page, "consent-superseded")

    await other.route("**/connection", async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      await route.fulfill({ response, json: { ...json, consent: { ...json.consent, authorize_url: null } } })
    })
    await heading(other, "This sign-in cannot go on here").waitFor()
    await other.getByText("Contact whoever sent you the link.").waitFor()
    await Screens.see(other, "consent-unavailable")
    await other.unroute("**/connection")

    // The tab is elsewhere when that happens, and comes back with its session.
    const address = page.url()
    await page.goto("about:blank")
    await world.remove(connection)
    expect((await world.ask("GET", `${world.links}/${first.id}`)).json).toMatchObject({ state: "CONNECTION_DELETED" })
    await heading(other, "This connection is gone").waitFor()
    await page.goto(address)
    await heading(page, "This connection is gone").waitFor()
    await Screens.see(page, "consent-deleted")
    await other.close()
  })
})

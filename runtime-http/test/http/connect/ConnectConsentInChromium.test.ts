import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import * as Browsers from "../../../../tests/support/Browser.js"
import * as Screens from "../../../../tests/support/Screens.js"
import * as PageWorld from "./PageWorld.js"

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name })

/** What a customer does who refuses. */
const refuse = (popup: Page) => popup.getByRole("link", { name: "Cancel" }).click()

PageWorld.withBrowser("the page of a link whose tool asks for a consent", () => {
  let world: PageWorld.PageWorld
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let logged: ReadonlyArray<string>

  beforeAll(async () => {
    world = await PageWorld.start({ TRIBUTARY_CONNECT_NAME: "Acme" })
    browser = await Browsers.launch()
  })
  beforeEach(async () => {
    ;({ context, logged, page } = await PageWorld.open(browser))
  })
  afterEach(async () => {
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

  const opened = (because: () => Promise<void>) => PageWorld.opened(context, because)

  it("opens the vendor's page in a window, waits, says why a visit gave no access, and goes on by itself after the next", async () => {
    await go({ vendors: ["CONSENTING"] })
    await heading(page, "Connect Consenting").waitFor()
    await page.getByRole("radio", { name: "Sign in with Consenting" }).check()
    await Screens.see(page, "consent-form")
    // No window opens for a form that is wrong.
    await button(page, "Sign in with Consenting").click()
    await page.getByText("Enter a value.").waitFor()
    expect(context.pages()).toHaveLength(1)

    await page.getByLabel("Region").fill("eu")
    const closed = await opened(() => button(page, "Sign in with Consenting").click())
    await PageWorld.goOn(closed)
    await closed.locator("input[name=login]").waitFor()
    await closed.close()
    // That a window is closed is never taken for an answer, however often the page asks after that.
    for (let asked = 0; asked < 2; asked += 1) await page.waitForResponse("**/connection")
    await page.getByText("Waiting for your sign-in").waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)

    const first = await opened(() => button(page, "Open the window again").click())
    await first.getByText("sees this data").waitFor()
    await Screens.see(first, "consent-before-the-sign-in")
    await PageWorld.goOn(first)
    await first.locator("input[name=login]").waitFor()
    expect(await first.evaluate("window.opener")).toBeNull()
    await heading(page, "Sign in to Consenting").waitFor()
    await Screens.see(page, "consent-waiting")
    await refuse(first)
    await heading(first, "Not connected").waitFor()
    await page.getByRole("alert").filter({ hasText: "The sign-in gave no access" }).waitFor()
    await Screens.see(page, "consent-refused")
    await Screens.see(first, "consent-page-not-connected")
    await first.close()

    const second = await opened(() => button(page, "Try again").click())
    // What was said is over, until there is another answer.
    await page.getByText("Waiting for your sign-in").waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
    await Screens.see(page, "consent-again")
    const last = page.getByText("The consent was not given")
    await last.waitFor()
    await PageWorld.goOn(second)
    await last.waitFor({ state: "detached" })
    await refuse(second)
    // The same words are news again.
    await page.getByRole("alert").filter({ hasText: "The sign-in gave no access" }).waitFor()
    await second.close()

    const third = await opened(() => button(page, "Try again").click())
    await PageWorld.signIn(third)
    await heading(page, "Consenting is connected").waitFor()
    await page.getByText("The first data has been read").waitFor()
  })

  it("offers a link where the browser opens no window, and goes on after the page was loaded again", async () => {
    await page.addInitScript("window.open = () => null")
    const { id } = await go({ vendors: ["SOLE"] })
    await button(page, "Sign in with Consenting").click()
    await page.getByText("Your browser did not open a window.").waitFor()
    await Screens.see(page, "consent-blocked")
    // A connection that waits for its first consent was never broken.
    const unfinished = await context.newPage()
    await unfinished.goto((await world.link({ connection_id: await world.connectionOf(id) })).url)
    await button(unfinished, "Continue").click()
    await heading(unfinished, "Connect Sole").waitFor()
    await unfinished.getByText("This connection waits for your sign-in.").waitFor()
    await Screens.see(unfinished, "consent-unfinished")
    await unfinished.close()

    await page.reload()
    await heading(page, "Sign in to Sole").waitFor()
    await button(page, "Open the window again").click()
    const link = page.getByRole("link", { name: "Open Sole" })
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer")
    await (await opened(() => link.click())).close()
    // The customer has opened this tab, so that no script closes it, and its text is read.
    const tab = await context.newPage()
    await tab.goto((await link.getAttribute("href")) ?? "")
    await PageWorld.signIn(tab)
    await heading(page, "Sole is connected").waitFor()
    await heading(tab, "Connected").waitFor()
    await Screens.see(tab, "consent-page-connected")
  })

  it("renews the consent of a connection, and tells what is wrong with it", async () => {
    const { id } = await go({ vendors: ["SOLE"] })
    await PageWorld.signIn(await opened(() => button(page, "Sign in with Consenting").click()))
    await heading(page, "Sole is connected").waitFor()
    await page.getByText("The first data has been read").waitFor()
    const connection_id = await world.connectionOf(id)

    // A connection still works if its consent was not renewed.
    await go({ connection_id })
    const declined = await opened(() => button(page, "Sign in with Consenting").click())
    await PageWorld.goOn(declined)
    await refuse(declined)
    await page.getByRole("alert").filter({ hasText: "The sign-in gave no access" }).waitFor()
    await declined.close()
    await go({ connection_id })
    await page.getByText("Access to Sole was not renewed").waitFor()
    await page.getByText("The connection stays as it was before.").waitFor()
    expect(await page.getByText("does not work").count()).toBe(0)
    await Screens.see(page, "consent-declined")
    await page.goto("about:blank")
    await world.revokeConsents()
    await world.sync(connection_id)
    await world.until(connection_id, ({ health }) => health.name === "UNAUTHORIZED")

    const again = await go({ connection_id })
    await heading(page, "Connect Sole again").waitFor()
    await page.getByText("The connection to Sole does not work").waitFor()
    await Screens.see(page, "consent-reconnect")
    const window = await opened(() => button(page, "Sign in with Consenting").click())
    await PageWorld.goOn(window)
    await window.locator("button[type=submit]").click()
    await heading(page, "Sole is connected").waitFor()
    await world.until(connection_id, ({ health }) => health.name === "HEALTHY")
    expect((await world.ask("GET", `${world.links}/${again.id}`)).json).toMatchObject({ state: "CONNECTED" })
  })

  it("says that no answer comes while it waits, and takes it back; says the same of a first reading when it is loaded again", async () => {
    // On demand, what may take long never ends, and the rest at once.
    await page.addInitScript(`
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (millis) => timeout(window.isImpatient ? (millis > 20_000 ? 1e9 : 100) : millis)
    `)
    const { id } = await go({ vendors: ["SOLE"] })
    await (await opened(() => button(page, "Sign in with Consenting").click())).close()
    await heading(page, "Sign in to Sole").waitFor()
    const silence = page.getByText("There is no response at the moment")
    await context.setOffline(true)
    await silence.waitFor()
    await Screens.see(page, "consent-unanswered")
    await context.setOffline(false)
    await silence.waitFor({ state: "hidden" })
    await page.getByText("Waiting for your sign-in").waitFor()

    // The connection has never worked, so a link for it begins with its first consent.
    const connection_id = await world.connectionOf(id)
    await go({ connection_id })
    await PageWorld.signIn(await opened(() => button(page, "Sign in with Consenting").click()))
    const isRead = page.getByText("The first data has been read")
    await isRead.waitFor()
    await page.reload()
    await heading(page, "Sole is connected").waitFor()
    await isRead.waitFor()

    // A network that is away can also answer nothing at all.
    await page.evaluate("window.isImpatient = true")
    await page.route("**/connection", () => undefined)
    await silence.waitFor()
    await Screens.see(page, "live-unanswered")
    await page.evaluate("window.isImpatient = false")
    await page.unroute("**/connection")
    await silence.waitFor({ state: "hidden" })
    await isRead.waitFor()
  })

  it("asks nothing while nobody sees it, and at once when it is seen again", async () => {
    // Counted in the page, because there a request begins in the same step as the timer that asks for it.
    await page.addInitScript(`
      let isHidden = false
      Object.defineProperty(document, "visibilityState", { get: () => (isHidden ? "hidden" : "visible") })
      window.hide = (hidden) => {
        isHidden = hidden
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
      }
      window.asked = 0
      window.unanswered = 0
      const ask = window.fetch
      window.fetch = async (...request) => {
        window.asked += 1
        window.unanswered += 1
        try {
          return await ask(...request)
        } finally {
          window.unanswered -= 1
        }
      }
    `)
    await page.clock.install()
    await go({ vendors: ["SOLE"] })
    await (await opened(() => button(page, "Sign in with Consenting").click())).close()
    await heading(page, "Sign in to Sole").waitFor()
    await page.waitForResponse("**/connection")
    // From here on, only the test lets time pass.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.evaluate("hide(true)")
    await expect.poll(() => page.evaluate("unanswered")).toBe(0)
    const before = await page.evaluate<number>("asked")
    for (let minute = 0; minute < 3; minute += 1) await page.clock.runFor(60_000)
    expect(await page.evaluate("asked")).toBe(before)
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.evaluate("hide(false)")
    await expect.poll(() => page.evaluate("asked")).toBe(before + 1)
  })
})

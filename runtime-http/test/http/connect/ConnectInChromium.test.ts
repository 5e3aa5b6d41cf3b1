import type { Browser, BrowserContext, Page, Route } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import * as Browsers from "../../../../tests/support/Browser.js"
import * as Screens from "../../../../tests/support/Screens.js"
import * as PageVendor from "./PageVendor.js"
import * as PageWorld from "./PageWorld.js"

const good = PageVendor.tokenOf("good")

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name })
const token = (page: Page) => page.getByRole("textbox", { name: "API token" })

/** What is used of an image of a page. */
interface Image {
  readonly decode: () => Promise<void>
  readonly naturalWidth: number
}

/** The value of an expression in the page. */
const valueOf = (page: Page, expression: string): Promise<unknown> => page.evaluate(expression)

PageWorld.withBrowser("the page of a link", () => {
  let world: PageWorld.PageWorld
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let logged: ReadonlyArray<string>

  beforeAll(async () => {
    world = await PageWorld.start({ TRIBUTARY_CONNECT_NAME: "Acme", TRIBUTARY_CONNECT_COLOR: "#5b3df5" })
    browser = await Browsers.launch()
  })
  beforeEach(async () => {
    ;({ context, logged, page } = await PageWorld.open(browser))
    world.vendor.override = null
    world.vendor.hold = Promise.resolve()
  })
  afterEach(async () => {
    await context.close()
    expect(logged).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const go = async (body: object, goesOn = true): Promise<{ readonly id: string; readonly url: string }> => {
    const link = await world.link(body)
    await page.goto(link.url)
    if (goesOn) await button(page, "Continue").click()
    return link
  }

  const fill = async (secret: string) => {
    await page.getByLabel("Site").fill("acme")
    await page.getByLabel("Region").selectOption("eu")
    await token(page).fill(secret)
  }

  const expire = (id: string) =>
    world.run(`update connect_session set expires_at = clock_timestamp() where id = '${id}'`)
  const revoke = (id: string) => world.ask("DELETE", `${world.links}/${id}`)

  it("connects a tool: finds it, checks what is entered, tests it, and follows the first reading", async () => {
    const { id, url } = await go({ return_url: "https://product.example/tools?tab=2" }, false)
    await heading(page, "Connect a tool to Acme").waitFor()
    await Screens.see(page, "welcome")
    // Nothing is used up by looking at it.
    expect((await world.ask("GET", `${world.links}/${id}`)).json).toMatchObject({ state: "CREATED" })

    await button(page, "Continue").click()
    await heading(page, "What do you want to connect?").waitFor()
    expect(page.url()).toBe(url.split("#")[0])
    const logoOf = (tool: string) => page.getByRole("button", { name: tool }).locator("img")
    const widthOf = async (tool: string) => {
      await logoOf(tool).evaluate((image: Image) => image.decode())
      return logoOf(tool).evaluate((image: Image) => image.naturalWidth)
    }
    // The connector's own logo, and the tile of one that has none.
    expect(await widthOf("Contoso")).toBe(120)
    expect(await widthOf("Fulcrum")).toBeGreaterThan(0)
    await Screens.see(page, "catalogue")
    // A name is text, whatever it contains.
    await page.getByText(PageVendor.SCRIPT).waitFor()
    expect(await valueOf(page, "window.hacked")).toBeUndefined()
    const search = page.getByRole("searchbox")
    await search.fill("endpoint SECURITY")
    expect(await page.getByRole("listitem").allInnerTexts()).toEqual([expect.stringContaining("Contoso")])
    await search.fill("nothing like it")
    await page.getByText("No tool matches “nothing like it”.").waitFor()
    await Screens.see(page, "catalogue-empty")
    await button(page, "Show all tools").click()

    await button(page, /^Fulcrum/).click()
    await heading(page, "Connect Fulcrum Service Desk").waitFor()
    expect(await valueOf(page, "document.activeElement.tagName")).toBe("H1")
    await Screens.see(page, "form")
    expect(await page.getByRole("link", { name: "Where to find it" }).getAttribute("href")).toBe(
      "https://example.com/settings/api"
    )

    await button(page, "Connect").click()
    expect(
      await valueOf(page, "[...document.querySelectorAll('[aria-invalid=true]')].map(({ name }) => name)")
    ).toEqual(["site", "region", "token"])
    expect(await valueOf(page, "document.activeElement.name")).toBe("site")
    await fill("wrong form")
    await page.getByLabel("Site").fill("Not a site!")
    await button(page, "Connect").click()
    await page.getByText("It looks like acme.").waitFor()
    await page.getByText("It looks like s3cr3t-0a1b2c.").waitFor()
    await Screens.see(page, "form-wrong")

    await fill(PageVendor.tokenOf("bad"))
    expect(await token(page).getAttribute("type")).toBe("password")
    await button(page, "Show API token").click()
    expect(await token(page).getAttribute("type")).toBe("text")
    await button(page, "Hide API token").click()
    await button(page, "Connect").click()
    await page.getByRole("alert").filter({ hasText: "The tool did not accept this" }).waitFor()
    await Screens.see(page, "form-rejected")
    expect(await token(page).inputValue()).toBe(PageVendor.tokenOf("bad"))

    await page.getByText("What is read").click()
    await page.getByRole("checkbox", { name: "Users" }).uncheck()
    await page.getByRole("checkbox", { name: "Device groups" }).uncheck()
    await button(page, "Connect").click()
    await page.getByText("Choose at least one type of data.").waitFor()
    await page.getByRole("checkbox", { name: "Users" }).check()
    await page.getByRole("checkbox", { name: "Device groups" }).check()
    await Screens.see(page, "form-types")

    await token(page).fill(PageVendor.tokenOf("partial"))
    await button(page, "Connect").click()
    await heading(page, "Not everything can be read").waitFor()
    await Screens.see(page, "result")
    const [groups, users] = await page.getByRole("listitem").allInnerTexts()
    expect(groups).toMatch(/Device groups\s+Cannot be read[\s\S]*groups\.read[\s\S]*You, or an administrator/)
    expect(users).toMatch(/Users\s+Can be read/)
    await button(page, "Change the credentials").click()
    expect(await token(page).inputValue()).toBe(PageVendor.tokenOf("partial"))
    // A value is a property of its field. What the document contains can be copied, and ends in reports of errors.
    expect(await page.content()).not.toContain("canary")
    expect(
      await valueOf(page, "JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])")
    ).toMatch(new RegExp(`^\\[\\{"tributary-connect:${id}":"tribs_[\\w-]+"\\},\\{\\},""\\]$`))
    await button(page, "Connect").click()
    let answer = () => {}
    await button(page, "Connect anyway").waitFor()
    world.vendor.hold = new Promise((resolve) => {
      answer = resolve
    })
    await button(page, "Connect anyway").click()
    await page.locator("[aria-disabled=true]").first().waitFor()
    await Screens.see(page, "result-busy")
    answer()

    await heading(page, "Fulcrum Service Desk is connected").waitFor()
    await page.getByText("Not everything could be read").waitFor()
    await Screens.see(page, "live-partly")
    await page.reload()
    await heading(page, "Fulcrum Service Desk is connected").waitFor()
    // Whoever did not see the job still sees how it ended, and who can change that.
    await page.getByText("Not everything could be read").waitFor()
    expect((await page.getByRole("listitem").allInnerTexts())[0]).toMatch(
      /Device groups\s+Could not be read[\s\S]*groups\.read[\s\S]*You, or an administrator/
    )
    const { connection_id } = (await world.ask("GET", `${world.links}/${id}`)).json as {
      readonly connection_id: string
    }
    expect(await page.getByRole("link", { name: "Go back to Acme" }).getAttribute("href")).toBe(
      `https://product.example/tools?tab=2&connection_id=${connection_id}&status=connected`
    )
  })

  it("shows the form at once if there is one tool, and works with the keyboard alone", async () => {
    await go({ vendors: ["FULL"] }, false)
    await button(page, "Continue").waitFor()
    const press = async (...keys: ReadonlyArray<string>) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press("Tab", "Enter")
    await heading(page, "Connect Fulcrum Service Desk").waitFor()
    /** Goes on to the element with this label. */
    const tabTo = async (label: string) => {
      for (let step = 0; step < 20; step += 1) {
        await press("Tab")
        const name = `(document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText)`
        if (String(await valueOf(page, name)).startsWith(label)) return
      }
      throw new Error(`No key leads to ${label}.`)
    }
    await tabTo("Site")
    await page.keyboard.type("acme")
    await tabTo("Region")
    await page.keyboard.type("eu")
    await tabTo("API token")
    await page.keyboard.type(good)
    let answer = () => {}
    world.vendor.hold = new Promise((resolve) => {
      answer = resolve
    })
    await press("Enter")
    await page.getByRole("status").filter({ hasText: "Checking with the tool" }).waitFor()
    await Screens.see(page, "form-busy")
    answer()
    await heading(page, "Fulcrum Service Desk is connected").waitFor()
    await page.getByText("The first data has been read").waitFor()
    expect(await page.getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/Device groups\s+1 record/),
      expect.stringMatching(/Users\s+1 record/)
    ])
    await Screens.see(page, "live-done")
    await page.getByText("You can close this page.").waitFor()
  })

  it("keeps what was entered, whatever goes wrong, and goes on when it is over", async () => {
    const alert = page.getByRole("alert")
    const entered = () =>
      Promise.all([
        page.getByLabel("Site").inputValue(),
        page.getByLabel("Region").inputValue(),
        token(page).inputValue()
      ])
    await go({ vendors: ["FULL"] })
    await fill(PageVendor.tokenOf("limited"))
    await button(page, "Connect").click()
    await alert.filter({ hasText: "The tool allows no more requests for now" }).waitFor()
    await button(page, "Try again in 60 min").waitFor()
    await Screens.see(page, "form-limited")
    expect(await entered()).toEqual(["acme", "eu", PageVendor.tokenOf("limited")])

    await go({ vendors: ["FULL"] })
    await fill(PageVendor.tokenOf("away"))
    await button(page, "Connect").click()
    await alert.filter({ hasText: "The tool could not be asked" }).waitFor()
    await Screens.see(page, "form-vendor-away")
    expect(await entered()).toEqual(["acme", "eu", PageVendor.tokenOf("away")])
    world.vendor.override = "good"
    await button(page, "Connect").click()
    await heading(page, "Fulcrum Service Desk is connected").waitFor()
  })

  it("says that no answer came, or that the server fails or allows no more, and sends the same again", async () => {
    await go({ vendors: ["FULL"] })
    await fill(good)
    const alert = page.getByRole("alert")
    await context.setOffline(true)
    await button(page, "Connect").click()
    await alert.filter({ hasText: "No answer came" }).waitFor()
    await context.setOffline(false)

    const answer = (status: number, code: string, headers = {}) =>
      page.route("**/test", (route) =>
        route.fulfill({
          status,
          headers: { "x-error-code": code, "content-type": "application/json", ...headers },
          body: JSON.stringify({ detail: "A sentence." })
        })
      )
    for (const [status, code, text] of [
      [500, "INTERNAL_ERROR", "Something went wrong here"],
      [503, "STORE_UNAVAILABLE", "Something went wrong here"],
      // Something in between, which does not know the API.
      [502, "", "Something went wrong here"],
      [409, "OF_A_LATER_RELEASE", "A sentence."]
    ] as const) {
      await answer(status, code)
      await button(page, "Connect").click()
      await alert.filter({ hasText: text }).waitFor()
      await page.unroute("**/test")
    }
    await answer(429, "TOO_MANY_REQUESTS", { "retry-after": "1" })
    await button(page, "Connect").click()
    await alert.filter({ hasText: "Too many requests" }).waitFor()
    await page.unroute("**/test")
    // The button waits as long as the server has said.
    await button(page, "Connect").click()
    await heading(page, "Fulcrum Service Desk is connected").waitFor()
  })

  it("goes on although answers were lost that opened the link and stored the connection, and after its session ends", async () => {
    const lost = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    const alert = (text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor()
    const { id, url } = await go({ vendors: ["FULL"] }, false)
    const busy = { status: 429, headers: { "x-error-code": "TOO_MANY_REQUESTS", "retry-after": "1" }, body: "{}" }
    await page.route("**/open", (route) => route.fulfill(busy), { times: 1 })
    await button(page, "Continue").click()
    await alert("Too many requests")
    await Screens.see(page, "opening-failed")
    expect(page.url()).toBe(url)

    await page.reload()
    await page.route("**/open", lost, { times: 1 })
    await button(page, "Continue").click()
    await alert("No answer came")
    await page.reload()
    await button(page, "Continue").click()
    await heading(page, "Connect Fulcrum Service Desk").waitFor()
    expect(page.url()).not.toContain("#")

    await fill(good)
    await page.route("**/connection", lost, { times: 1 })
    await button(page, "Connect").click()
    await alert("No answer came")
    await button(page, "Connect").click()
    await heading(page, "Fulcrum Service Desk is connected").waitFor()

    // When the session ends, the connection stays, and nothing moves as if it were still followed.
    const reading = { data_export_type: "itsm_users", reading: ["/users"], is_finished: false, seen: 12 }
    await page.route("**/connection", async (route) => {
      const response = await route.fetch()
      if (!response.ok()) return route.fulfill({ response })
      const current_job = { id, status: "RUNNING", data_exports: [reading] }
      return route.fulfill({ response, json: { ...(await response.json()), current_job } })
    })
    await page.getByText("Reading, 12 so far").waitFor()
    const moving = () => valueOf(page, "document.getAnimations().length")
    expect(await moving()).not.toBe(0)
    await expire(id)
    await page.getByText("This page no longer updates").waitFor()
    await page.getByText("Reading, 12 so far").waitFor()
    expect(await moving()).toBe(0)
    await heading(page, "Fulcrum Service Desk is connected").waitFor()
    await Screens.see(page, "live-expired")
    expect(await valueOf(page, "sessionStorage.length")).toBe(0)
  })

  it("says why a link does not open, and what helps", async () => {
    const first = await go({})
    await heading(page, "What do you want to connect?").waitFor()
    const other = await PageWorld.open(browser)
    await other.page.goto(first.url)
    await button(other.page, "Continue").click()
    await heading(other.page, "This link was opened already").waitFor()
    await Screens.see(other.page, "end-opened")
    expect(other.page.url()).not.toContain("#")

    for (const [name, end] of [
      ["This link has expired", expire],
      ["This link does not work", revoke]
    ] as const) {
      const { id, url } = await world.link()
      await end(id)
      await other.page.goto(url)
      await button(other.page, "Continue").click()
      await heading(other.page, name).waitFor()
    }
    await Screens.see(other.page, "end-invalid")

    const origin = new URL(first.url).origin
    for (const address of [
      `${origin}/connect/nothing#tribl_token`,
      `${origin}/connect/${first.id}`,
      `${origin}/connect/${first.id}#javascript:alert(1)`
    ]) {
      await other.page.goto("about:blank")
      await other.page.goto(address)
      await heading(other.page, "This link is incomplete").waitFor()
    }
    await Screens.see(other.page, "end-incomplete")

    // Whoever enters the rest of the link in the same tab is on the way.
    const whole = new URL((await world.link()).url)
    await other.page.goto(`${origin}${whole.pathname}`)
    await heading(other.page, "This link is incomplete").waitFor()
    await other.page.goto(whole.href)
    await button(other.page, "Continue").waitFor()

    // The token of one link opens no other session, whoever's it is.
    const [one, two] = [await world.link(), await world.linkOfOthers()]
    await other.page.goto(two.url.replace(/#.*$/, new URL(one.url).hash))
    await button(other.page, "Continue").click()
    await heading(other.page, "This link does not work").waitFor()
    expect(await world.stateOfOthers(two.id)).toBe("CREATED")

    // The session says why it can connect nothing.
    const taken = await world.link({ vendors: ["NORTHWIND"], identifier: "emea" })
    await world.connect({ vendor: "NORTHWIND", identifier: "emea", credentials: { token: good } })
    await other.page.goto(taken.url)
    await button(other.page, "Continue").click()
    await heading(other.page, "There is nothing to connect").waitFor()
    await Screens.see(other.page, "end-blocked")
    expect(other.logged).toEqual([])
    await other.context.close()
  })

  it("says that its session has ended while it was open", async () => {
    for (const [name, end] of [
      ["This link has expired", expire],
      ["This link was withdrawn", revoke]
    ] as const) {
      const { id } = await go({ vendors: ["FULL"] })
      await heading(page, "Connect Fulcrum Service Desk").waitFor()
      await end(id)
      await fill(good)
      await button(page, "Connect").click()
      await heading(page, name).waitFor()
      await page.goto("about:blank")
    }
    await go({ vendors: ["FULL"] })
    await fill(PageVendor.tokenOf("bad"))
    for (let sent = 0; sent < 21; sent += 1) {
      const answered = page.waitForResponse((response) => response.url().endsWith("/test"))
      await page.locator("button[type=submit][aria-disabled=false]").click()
      await answered
    }
    await heading(page, "Too many attempts have failed").waitFor()
    await Screens.see(page, "end-locked")
  })

  it("leads nowhere if the address to return to is none of the web, and says so if the connection is deleted", async () => {
    const { id, url } = await world.link({ vendors: ["FULL"] })
    // The API refuses such an address; this is what the page makes of one.
    await world.run(`update connect_session set return_url = 'javascript:alert(1)' where id = '${id}'`)
    await page.goto(url)
    await button(page, "Continue").click()
    await fill(good)
    await button(page, "Connect").click()
    await page.getByText("You can close this page.").waitFor()
    expect(await page.locator("a[href^=javascript]").count()).toBe(0)

    const { connection_id } = (await world.ask("GET", `${world.links}/${id}`)).json as {
      readonly connection_id: string
    }
    await world.remove(connection_id)
    await heading(page, "This connection is gone").waitFor()
    await Screens.see(page, "end-deleted")
    expect(await valueOf(page, "sessionStorage.length")).toBe(0)
  })

  it("renews a connection: says what broke and since when, asks for the secret alone, and opens the rest if something is wrong there", async () => {
    const connection = await world.connect({
      vendor: "FULL",
      credentials: { site: "acme", region: "us", token: good }
    })
    // If the first job still ran, one of its lists might be read and the other refused, and the connection would work in part.
    await world.untilIdle(connection)
    world.vendor.override = "bad"
    await world.sync(connection)
    await world.until(connection, ({ health }) => health.name === "UNAUTHORIZED")
    await world.untilIdle(connection)
    const german = await PageWorld.open(browser, { locale: "de-DE" })
    await german.page.goto((await world.link({ connection_id: connection })).url)
    await button(german.page, "Weiter").click()
    await button(german.page, "Neu verbinden").waitFor()
    await Screens.see(german.page, "de-reconnect")
    await german.context.close()

    await go({ connection_id: connection })
    await heading(page, "Connect Fulcrum Service Desk again").waitFor()
    await Screens.see(page, "reconnect")
    // The token alone is asked for; the keyboard opens the rest.
    const rest = page.locator("summary").filter({ hasText: "Everything else" })
    await rest.filter({ hasText: "Stays as it is: Site, Region, Note" }).waitFor()
    expect(await page.getByRole("textbox").count()).toBe(1)
    expect(await page.getByLabel("Site").isVisible()).toBe(false)
    await rest.press("Enter")
    await page.getByLabel("Site").waitFor()
    await Screens.see(page, "reconnect-opened")
    await page.getByText("The connection to Fulcrum Service Desk does not work").waitFor()
    await page.getByText(/^Since .+ \d/).waitFor()
    expect(await page.getByLabel("Site").inputValue()).toBe("acme")
    expect(await page.getByLabel("Region").inputValue()).toBe("us")
    expect(await token(page).inputValue()).toBe("")
    // The stored token was refused, and there is nothing to show.
    expect(await token(page).getAttribute("placeholder")).toBe("Enter a new one")
    expect(await button(page, "Show API token").count()).toBe(0)
    expect(await page.content()).not.toContain("canary")

    // The vendor must stay broken until here, because a job that begins meanwhile would mend the connection.
    world.vendor.override = null
    await page.getByLabel("Region").selectOption("eu")
    await button(page, "Connect again").click()
    await page.getByText("Enter it again, because another field has changed.").waitFor()
    await token(page).fill(good)
    // What is wrong is never hidden, however often the customer closes it.
    await page.getByLabel("Site").fill("Not a site!")
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await rest.press("Enter")
      await page.getByLabel("Site").waitFor({ state: "hidden" })
      await button(page, "Connect again").click()
      await page.getByText("It looks like acme.").waitFor()
      expect(await valueOf(page, "document.activeElement.name")).toBe("site")
    }
    await Screens.see(page, "reconnect-wrong")
    await page.getByLabel("Site").fill("acme")
    await rest.press("Enter")
    await button(page, "Connect again").click()
    await heading(page, "Fulcrum Service Desk is connected").waitFor()
    await page.getByText("The data has been read again").waitFor()
    await world.until(connection, ({ health }) => health.name === "HEALTHY")
  })

  it("speaks the language of the browser, and has room for names of any length and direction", async () => {
    const german = await PageWorld.open(browser, { locale: "de-AT" })
    const { url } = await world.link({ vendors: ["INITECH"] })
    await german.page.goto(url)
    await heading(german.page, "Ein Tool mit Acme verbinden").waitFor()
    expect(await valueOf(german.page, "document.documentElement.lang")).toBe("de-AT")
    await Screens.see(german.page, "de-welcome")
    await button(german.page, "Weiter").click()
    await heading(german.page, `${PageWorld.LONG} verbinden`).waitFor()
    expect(await german.page.locator("h1 bdi").textContent()).toBe(PageWorld.LONG)
    await Screens.see(german.page, "de-form")
    // What the connector says is English.
    expect(await german.page.locator("label [lang=en]").allInnerTexts()).toContain("API token")
    expect(german.logged).toEqual([])
    await german.context.close()
  })

  it("shows the first letter of a tool whose logo does not load", async () => {
    for (const answer of [
      { status: 404, body: "" },
      { status: 200, contentType: "image/svg+xml", body: "<svg" }
    ]) {
      const other = await PageWorld.open(browser)
      await other.page.route("**/CONTOSO/logo", (route) => route.fulfill(answer))
      await other.page.goto((await world.link()).url)
      await button(other.page, "Continue").click()
      const tool = button(other.page, /Contoso/)
      await tool.locator("span").filter({ hasText: /^C$/ }).waitFor()
      expect(await tool.locator("img").count()).toBe(0)
      await Screens.see(other.page, "catalogue-without-logo")
      await tool.click()
      await heading(other.page, "Connect Contoso Endpoint Protection").waitFor()
      await other.page.locator("main span").filter({ hasText: /^C$/ }).waitFor()
      // A logo that is missing is seen by these tests.
      expect(other.logged.map((text) => text.startsWith("Failed to load resource"))).toEqual(
        answer.status === 404 ? expect.arrayContaining([true]) : []
      )
      await other.context.close()
    }
  })

  it("says what it needs where scripts are off", async () => {
    const plain = await PageWorld.open(browser)
    const devTools = await plain.context.newCDPSession(plain.page)
    await devTools.send("Emulation.setScriptExecutionDisabled", { value: true })
    await plain.page.goto((await world.link()).url)
    expect(await plain.page.locator("noscript").isVisible()).toBe(true)
    await heading(plain.page, "This page needs JavaScript").waitFor()
    // What looks at the screen is a script, too, and passes over the element.
    await devTools.send("Emulation.setScriptExecutionDisabled", { value: false })
    await valueOf(
      plain.page,
      "for (const each of document.querySelectorAll('noscript')) each.replaceWith(...each.childNodes)"
    )
    await Screens.see(plain.page, "no-scripts")
    await heading(plain.page, "This page needs JavaScript").waitFor()
    await plain.context.close()
  })
})

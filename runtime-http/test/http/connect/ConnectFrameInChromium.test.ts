import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import * as Browsers from "../../../../tests/support/Browser.js"
import * as Screens from "../../../../tests/support/Screens.js"
import * as HostPage from "./HostPage.js"
import * as PageVendor from "./PageVendor.js"
import * as PageWorld from "./PageWorld.js"

/** A message of the page, with the origin from which it came. */
interface Heard {
  readonly origin: string
  readonly data: { readonly type: string; readonly height?: number }
}

const heardBy = async (page: Page): Promise<ReadonlyArray<Heard>> =>
  (await page.evaluate("window.heard")) as ReadonlyArray<Heard>

const typesOf = (heard: ReadonlyArray<Heard>) => heard.map(({ data }) => data.type).filter((type) => type !== "resize")

PageWorld.withBrowser("the page of a link within a page of the product", () => {
  let host: Awaited<ReturnType<typeof HostPage.start>>
  let world: PageWorld.PageWorld
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let logged: ReadonlyArray<string>

  beforeAll(async () => {
    host = await HostPage.start()
    world = await PageWorld.start({ TRIBUTARY_CONNECT_ORIGINS: `https://other.example,${host.named}` })
    browser = await Browsers.launch({ isPartitioned: true })
  })
  beforeEach(async () => {
    ;({ context, logged, page } = await PageWorld.open(browser))
  })
  afterEach(() => context.close())
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
    host?.stop()
  })

  const frame = () => page.frameLocator("iframe").first()
  const heading = (name: string) => frame().getByRole("heading", { level: 1, name })

  const show = async (origin: string, body: object) => {
    const link = await world.link(body)
    await page.goto(origin)
    await page.evaluate(`frameLink(${JSON.stringify(link.url)})`)
    return { ...link, origin: new URL(link.url).origin }
  }

  /** The product has heard that the connection of a link waits for its consent. */
  const expectPending = async (id: string) => {
    const { connection_id } = (await world.ask("GET", `${world.links}/${id}`)).json as {
      readonly connection_id: string
    }
    expect((await heardBy(page)).find(({ data }) => data.type === "done")?.data).toMatchObject({
      connection_id,
      status: "pending"
    })
  }

  it("opens at once, and tells the product alone how tall it is, that it has connected, and that it was closed", async () => {
    const { id, origin } = await show(host.named, { vendors: ["FULL"], return_url: "https://product.example/" })
    await heading("Connect Fulcrum Service Desk").waitFor()
    // The storage of a frame in another site is one of its own, and outlives that the frame is loaded again.
    await page.frames()[1]?.goto(`${origin}/connect/${id}`)
    await heading("Connect Fulcrum Service Desk").waitFor()
    // Until the product has said who it is, nothing is said.
    expect(await heardBy(page)).toEqual([])
    await page.evaluate(`hello(${JSON.stringify(origin)})`)
    await expect.poll(async () => typesOf(await heardBy(page))).toEqual(["ready"])
    const content = await frame().locator("#root > div").boundingBox()
    await expect
      .poll(async () => (await heardBy(page)).find(({ data }) => data.type === "resize")?.data.height)
      .toBe(Math.ceil(content?.height ?? 0))

    await frame().getByLabel("Site").fill("acme")
    await frame().getByLabel("Region").selectOption("eu")
    await frame().getByRole("textbox", { name: "API token" }).fill(PageVendor.tokenOf("good"))
    await frame().getByRole("button", { name: "Connect" }).click()
    await heading("Fulcrum Service Desk is connected").waitFor()
    await Screens.see(page, "framed-live")
    // The product's page is dark, and then light, whatever the customer's system is.
    const background = () => page.frames()[1]?.evaluate("getComputedStyle(document.body).backgroundColor")
    for (const [scheme, colour] of [
      ["dark", "rgb(22, 24, 29)"],
      ["light", "rgb(255, 255, 255)"]
    ] as const) {
      await page.evaluate(`hello(${JSON.stringify(origin)}, "${scheme}")`)
      await expect.poll(background).toBe(colour)
      await Screens.see(page, `framed-live-${scheme}`)
      expect(await background()).toBe(colour)
    }
    await frame().getByText("The first data has been read").waitFor()
    // The product decides where it goes on.
    expect(await frame().getByRole("link").count()).toBe(0)
    await frame().getByRole("button", { name: "Close" }).hover()
    await frame().getByRole("button", { name: "Done" }).click()
    // Each hello is answered, and nothing else is said twice.
    await expect.poll(async () => typesOf(await heardBy(page))).toEqual(["ready", "done", "ready", "ready", "close"])
    const heard = await heardBy(page)
    expect(new Set(heard.map((each) => each.origin))).toEqual(new Set([origin]))
    const { connection_id } = (await world.ask("GET", `${world.links}/${id}`)).json as {
      readonly connection_id: string
    }
    expect(heard.find(({ data }) => data.type === "done")?.data).toEqual({
      source: "tributary",
      v: 1,
      type: "done",
      connection_id,
      status: "connected"
    })
    expect(JSON.stringify(heard)).not.toMatch(/canary|trib[ls]_/)
    // The same page outside of the product's site knows nothing of it.
    await page.goto(`${origin}/connect/${id}`)
    await page.getByRole("heading", { name: "This link is incomplete" }).waitFor()
    expect(logged).toEqual([])
  })

  it("says that the connection waits if it is closed before the consent, whose window opens from the frame", async () => {
    const { id, origin } = await show(host.named, { vendors: ["SOLE"] })
    await heading("Connect Sole").waitFor()
    await page.evaluate(`hello(${JSON.stringify(origin)})`)
    const [popup] = await Promise.all([
      context.waitForEvent("page"),
      frame().getByRole("button", { name: "Sign in with Consenting" }).click()
    ])
    await PageWorld.goOn(popup)
    await popup.locator("input[name=login]").waitFor()
    await heading("Sign in to Sole").waitFor()
    await page.bringToFront()
    // The product knows of it before, because it may close the page by itself.
    await expect.poll(async () => typesOf(await heardBy(page))).toEqual(["ready", "waiting"])
    await frame().getByRole("button", { name: "Open the window again" }).press("Escape")
    await expect.poll(async () => typesOf(await heardBy(page))).toEqual(["ready", "waiting", "done", "close"])
    await expectPending(id)
  })

  it("says that the connection waits as soon as its session ends before the consent, and that it was closed after that", async () => {
    await page.addInitScript("window.open = () => null")
    const { id, origin } = await show(host.named, { vendors: ["SOLE"] })
    await heading("Connect Sole").waitFor()
    await page.evaluate(`hello(${JSON.stringify(origin)})`)
    await frame().getByRole("button", { name: "Sign in with Consenting" }).click()
    // The link opens the vendor's page from a frame, too.
    const [popup] = await Promise.all([
      context.waitForEvent("page"),
      frame().getByRole("link", { name: "Open Sole" }).click()
    ])
    await popup.getByRole("link", { name: /^Continue to / }).waitFor()
    await popup.close()
    await Screens.see(page, "framed-blocked")
    await world.run(`update connect_session set expires_at = clock_timestamp() where id = '${id}'`)
    await heading("This link has expired").waitFor()
    await expect.poll(async () => typesOf(await heardBy(page))).toEqual(["ready", "waiting", "done"])
    await expectPending(id)
    await frame().getByRole("button", { name: "Close" }).click()
    await expect.poll(async () => typesOf(await heardBy(page))).toEqual(["ready", "waiting", "done", "close"])
  })

  it("still says which connection waits if its session ends while the frame is loaded again", async () => {
    const { id, origin } = await show(host.named, { vendors: ["SOLE"] })
    await heading("Connect Sole").waitFor()
    await (
      await PageWorld.opened(context, () => frame().getByRole("button", { name: "Sign in with Consenting" }).click())
    ).close()
    await heading("Sign in to Sole").waitFor()
    await page.frames()[1]?.goto("about:blank")
    await world.run(`update connect_session set expires_at = clock_timestamp() where id = '${id}'`)
    await page.frames()[1]?.goto(`${origin}/connect/${id}`)
    await heading("This link has expired").waitFor()
    await page.evaluate(`hello(${JSON.stringify(origin)})`)
    await expect.poll(async () => typesOf(await heardBy(page))).toEqual(["ready", "waiting", "done"])
    await expectPending(id)
  })

  it("says what happened when it is loaded again where the browser lets it keep nothing", async () => {
    await page.addInitScript(`
      Object.defineProperty(window, "sessionStorage", {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError")
        }
      })
    `)
    const { id, origin, url } = await show(host.named, { vendors: ["FULL"] })
    const form = heading("Connect Fulcrum Service Desk")
    const end = heading("This page cannot go on here")
    await form.waitFor()
    // As when its own window is loaded again: the token of the link is not in its address any more.
    await page.frames()[1]?.goto(`${origin}/connect/${id}`)
    await end.waitFor()
    await frame().getByText("open it in a tab of its own").waitFor()
    await Screens.see(page, "framed-forgotten")
    // As when the page of the product is loaded again, and shows the same link.
    await page.goto(host.named)
    await page.evaluate(`frameLink(${JSON.stringify(url)})`)
    await end.waitFor()
    expect(logged).toEqual([])
  })

  it("answers nobody else: not a page beside it, and not a product that speaks in its name from another origin", async () => {
    const { origin } = await show(host.named, { vendors: ["FULL"] })
    await heading("Connect Fulcrum Service Desk").waitFor()
    const loaded = page.waitForEvent("frameattached")
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("iframe"), { src: ${JSON.stringify(`${host.foreign}/sibling`)} }))`
    )
    const sibling = await loaded
    await sibling.waitForLoadState()
    await sibling.evaluate("hello()")
    await page.evaluate(`hello(${JSON.stringify(origin)})`)
    await expect.poll(async () => typesOf(await heardBy(page))).toEqual(["ready"])
    expect(await sibling.evaluate("window.heard")).toEqual([])
  })

  it("is not shown by a foreign site, and its link is not opened there", async () => {
    const { id } = await show(host.foreign, { vendors: ["FULL"] })
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
    await expect.poll(() => logged.join()).toContain("frame-ancestors")
    expect(await heardBy(page)).toEqual([])
    expect((await world.ask("GET", `${world.links}/${id}`)).json).toMatchObject({ state: "CREATED" })
  })
})

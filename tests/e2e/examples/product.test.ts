import { randomUUID } from "node:crypto"
import { rm } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { jira } from "@tributary/connector-jira"
import { okta } from "@tributary/connector-okta"
import { tenable } from "@tributary/connector-tenable"
import { type DemoVendor, startDemoVendor } from "@tributary/example-demo-vendor"
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { bundleFiles } from "../../../runtime-http/test/bundleFiles.mjs"
import * as Child from "../../../runtime-http/test/Child.js"
import * as Chromium from "../../support/Browser.js"
import * as Screens from "../../support/Screens.js"
import * as Service from "../../support/Service.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"
import { until } from "../../support/Wait.js"

const example = fileURLToPath(new URL("../../../examples/product/", import.meta.url))
const logo = fileURLToPath(new URL("../../../console/src/connect/icon.svg", import.meta.url))

/** How long a step may take on a machine that does other things, too. */
const PATIENCE = 60_000

const EVENTS = ["connection.created", "connection.health_changed", "job.finished"]

/** Starts the product of the example, with its sources as they are. */
const startProduct = async (service: Service.Service, port: number) => {
  const name = `test-${process.pid}`
  await bundleFiles({ [name]: `${example}src/main.ts` }, `${example}dist`)
  const url = `http://127.0.0.1:${port}/webhooks/tributary`
  const { body } = await service.call("/provisioning/webhooks", {
    method: "POST",
    body: JSON.stringify({ url, events: EVENTS })
  })
  const child = Child.spawn(`${example}dist/${name}.js`, {
    env: {
      PORT: String(port),
      TRIBUTARY_URL: service.baseUrl,
      TRIBUTARY_KEY: service.key,
      TRIBUTARY_ORGANIZATION: service.organizationId,
      TRIBUTARY_WEBHOOK_SECRET: body.secret
    }
  })
  const isThere = () =>
    fetch(`http://127.0.0.1:${port}/tools`).then(
      ({ ok }) => (ok ? true : null),
      () => (child.hasEnded() ? Promise.reject(new Error(child.output())) : null)
    )
  await until(isThere)
  return {
    webhook: url,
    stop: async () => {
      await child.release()
      await rm(`${example}dist/${name}.js`)
    }
  }
}

describe.skipIf(Chromium.program === undefined)(Chromium.titled("the example of a product"), () => {
  let vendor: DemoVendor
  let service: Service.Service
  let product: Awaited<ReturnType<typeof startProduct>>
  let origin: string
  let browser: Browser
  let page: Page
  /** What the console of the browser has reported. */
  let errors: Array<string>

  beforeAll(async () => {
    const port = await Child.freePort()
    // Another site than the service, which has an address: so are most products.
    origin = `http://localhost:${port}`
    vendor = await startDemoVendor({ users: 5, changeEverySeconds: 0 })
    service = await Service.start({
      connectors: [jira, okta, tenable],
      settings: {
        TRIBUTARY_CONNECT_NAME: "Watchtower",
        TRIBUTARY_CONNECT_COLOR: "#1f5fbf",
        TRIBUTARY_CONNECT_LOGO: logo,
        TRIBUTARY_CONNECT_ORIGINS: `${origin},http://127.0.0.1:${port}`
      }
    })
    product = await startProduct(service, port)
    browser = await Chromium.launch()
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await service?.stop()
    await vendor?.close()
  })
  beforeEach(async () => {
    page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE)
    errors = []
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
    page.on("pageerror", (error) => errors.push(error.message))
  })
  afterEach(() => page.close())

  const connections = async (): Promise<ReadonlyArray<Service.Json>> =>
    (await service.call(`/provisioning/organizations/${service.organizationId}/connections`)).body.items

  const framed = () => page.frameLocator("iframe")
  const button = (name: string) => framed().getByRole("button", { name, exact: true })
  const heading = (name: string) => framed().getByRole("heading", { name }).waitFor()
  /** Uses a button that removes its own frame: for the end of a mouse click, Playwright would wait for a frame that is gone. */
  const leaveBy = (name: string) => button(name).dispatchEvent("click")

  it("lets a customer connect a tool, hears that the tool has revoked the token, and lets the customer reconnect", async () => {
    await page.goto(origin)
    await page.getByText("No tools yet").waitFor()
    await Screens.see(page, "product-1-no-tools")
    await page.getByRole("button", { name: "Connect a tool" }).click()
    await heading("What do you want to connect?")
    await Screens.see(page, "product-2-catalogue")
    await framed().getByRole("button", { name: /Okta/ }).click()
    await framed()
      .getByLabel(/address|domain/i)
      .fill(vendor.url)
    await framed().getByLabel("API token", { exact: true }).fill(vendor.token)
    await button("Connect").click()
    await heading("Okta is connected")
    await framed().getByText("The first data has been read").waitFor()
    await Screens.see(page, "product-3-connected")
    await leaveBy("Done")

    const row = page.getByRole("listitem")
    await row.getByText("Connected", { exact: true }).waitFor()
    await expect.poll(() => page.locator("dialog").count()).toBe(0)
    const [connection] = await connections()
    expect(connection).toMatchObject({ vendor: "OKTA", health: { name: "HEALTHY" } })

    vendor.revoke()
    await row.getByRole("button", { name: "Sync now" }).click()
    await row.getByText("Okta has to be reconnected").waitFor()
    await Screens.see(page, "product-4-revoked")
    await row.getByRole("button", { name: "Reconnect" }).click()
    await framed().getByLabel("API token", { exact: true }).fill(vendor.token)
    await framed()
      .getByRole("button", { name: /onnect/ })
      .click()
    await heading("Okta is connected")
    await Screens.see(page, "product-5-reconnected")
    await leaveBy("Done")
    await row.getByText("Connected", { exact: true }).waitFor()
    await Screens.see(page, "product-6-healed")
    expect((await connections()).map(({ health, id }) => [id, health.name])).toEqual([[connection.id, "HEALTHY"]])
    expect(errors).toEqual([])
  })

  it("shows the page with the logo and the colour of the settings", async () => {
    await page.goto(origin)
    await page.getByRole("button", { name: "Connect a tool" }).click()
    await framed().getByRole("button", { name: /Okta/ }).click()
    await button("Connect").waitFor()
    const background = `window.getComputedStyle(document.querySelector("button[type=submit]")).backgroundColor`
    const [, frame] = page.frames()
    expect(await frame?.evaluate(background)).toBe("rgb(31, 95, 191)")
    await frame?.waitForFunction(`document.querySelector("header img").naturalWidth > 0`)
  })

  it("says that the server could not ask how the connection stands", async () => {
    await page.goto(origin)
    // The page of the service says so of a connection that the API does not have.
    await page.evaluate(
      `TributaryConnect.open = ({ onDone }) => onDone({ connectionId: ${JSON.stringify(randomUUID())} })`
    )
    await page.getByRole("button", { name: "Connect a tool" }).click()
    await page.getByRole("status").getByText("That did not work. Try again.").waitFor()
  })

  it("changes nothing when the customer closes the dialog on the way, with its button or with Escape", async () => {
    const before = await connections()
    await page.goto(origin)
    const pressEscape = async () => {
      // It removes the frame, too.
      page.keyboard.press("Escape").catch(() => undefined)
    }
    for (const close of [() => leaveBy("Close"), pressEscape]) {
      await page.getByRole("button", { name: "Connect a tool" }).click()
      await framed().getByRole("button", { name: /Okta/ }).click()
      await framed().getByLabel("Okta domain").fill(vendor.url)
      await close()
      await expect.poll(() => page.locator("dialog").count()).toBe(0)
    }
    expect(await connections()).toEqual(before)
  })

  it("goes on with a link whose frame was removed and made again, although a link opens once", async () => {
    // Frames of another site have a storage of their own, unless the browser is driven by a test.
    await page.goto(origin.replace("localhost", "127.0.0.1"))
    const mounted = `(async () => {
      window.link ??= (await (await fetch("/links", { method: "POST", body: '{"connectionId":null}' })).json()).url
      window.mounted?.unmount()
      window.mounted = TributaryConnect.mount({ url: window.link, container: document.querySelector("main") })
    })()`
    for (let count = 0; count < 2; count++) {
      await page.evaluate(mounted)
      await heading("What do you want to connect?")
    }
    expect(errors).toEqual([])
  })

  it("believes no message of the webhook that is not signed", async () => {
    const tools = async (): Promise<ReadonlyArray<Service.Json>> =>
      fetch(`${origin}/tools`).then((answer) => answer.json() as Promise<ReadonlyArray<Service.Json>>)
    const { body: connection } = await service.connect("OKTA", { base_url: vendor.url, api_token: vendor.token })
    const standing = async () => (await tools()).find(({ connectionId }) => connectionId === connection.id)?.state
    await expect.poll(standing).toBe("connected")
    const before = await tools()
    vendor.revoke()
    const data = { organization_id: service.organizationId, connection_id: connection.id }
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
      "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}`
    }
    const body = JSON.stringify({ type: "connection.health_changed", data })
    expect((await fetch(product.webhook, { method: "POST", headers, body })).status).toBe(401)
    expect(await tools()).toEqual(before)
  })

  it("is the only site that shows the page: another one gets an error, and the link stays unopened", async () => {
    const script = await (await fetch(`${origin}/connect.js`)).text()
    const links = `/provisioning/organizations/${service.organizationId}/connect-sessions`
    const made = await service.call(links, { method: "POST", body: "{}" })
    const url = new URL(made.body.url, service.baseUrl).href
    const hostile = await VendorServer.start(() => ({
      headers: { "content-type": "text/html" },
      body: `<body><script>${script}
        const told = (text) => document.body.append(Object.assign(document.createElement("p"), { textContent: text }))
        TributaryConnect.mount({ url: ${JSON.stringify(url)}, container: document.body, onReady: () => told("ready"), onError: ({ message }) => told(message) })
      </script>`
    }))
    await page.clock.install()
    await page.goto(hostile.url)
    await expect.poll(() => errors.join("\n")).toContain("frame-ancestors")
    await page.clock.fastForward(15_000)
    await page.getByText(`${hostile.url} is missing in TRIBUTARY_CONNECT_ORIGINS`).waitFor()
    expect(await page.getByText("ready", { exact: true }).count()).toBe(0)
    expect((await service.call(`${links}/${made.body.id}`)).body.state).toBe("CREATED")
    await hostile.stop()
  })
})

import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Browsers from "../../../../tests/support/Browser.js"
import { start, type TestServer } from "../TestServer.js"

/** How long the page may take on a machine that does other things, too. */
const patience = { timeout: 30_000, interval: 100 }

/** A tab that the browser starved of frames on a busy machine draws nothing more, so the test gets another one. */
const anotherTab = { retry: 2 }

const HEIGHT = 1000

/** An expression whose value is the section with this fragment; the renderer puts a prefix in front of it. */
const section = (fragment: string) => `document.getElementById(${JSON.stringify(`api-1/${fragment}`)})`

describe.skipIf(Browsers.program === undefined)(Browsers.titled("the reference in a browser"), anotherTab, () => {
  let server: TestServer
  let browser: Browser
  beforeAll(async () => {
    server = await start()
    browser = await Browsers.launch()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const open = async (fragment: string, width: number) => {
    const tab = await browser.newPage({ viewport: { width, height: HEIGHT } })
    // A tab behind another one draws nothing that it has not drawn yet.
    await tab.bringToFront()
    await tab.goto(`${server.origin}/v1/docs#${fragment}`)
    return tab
  }

  for (const width of [390, 1400]) {
    it(`draws the target of a link at the top of the page, also if the page is open already, at ${width} pixels`, async () => {
      /** What stands below the header, which a narrow page has. */
      const isDrawn = (fragment: string) => `(() => {
        const { top, height } = ${section(fragment)}?.getBoundingClientRect() ?? {}
        return top > -2 && top < 120 && height > 300 && ${section(fragment)}.innerText.length > 300
      })()`
      const operation = "tag/provisioning/POST/provisioning/organizations"
      const tab = await open(operation, width)
      await expect.poll(() => tab.evaluate(isDrawn(operation)), patience).toBe(true)
      for (const fragment of ["tag/limits", "tag/identity-provider/GET/idp/users"]) {
        await tab.evaluate(`location.hash = ${JSON.stringify(fragment)}`)
        await expect.poll(() => tab.evaluate(isDrawn(fragment)), patience).toBe(true)
      }
      await tab.evaluate("history.back()")
      await expect.poll(() => tab.evaluate(isDrawn("tag/limits")), patience).toBe(true)
      expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(width)
      await tab.close()
    })

    it(`shows the whole text of a guide that is closed, at ${width} pixels`, async () => {
      const tab = await open("", width)
      const text = `${section("tag/first-steps")}?.querySelector(".markdown")`
      // What is far below the screen is drawn only when a reader comes near it, and what is above it may push it away again meanwhile.
      const isSeen = `window.turn = (window.turn ?? 0) + 1,
        ${section("tag/first-steps")}?.scrollIntoView({ block: ["start", "center"][window.turn % 2] }),
        ${text}?.clientHeight > 0`
      await expect.poll(() => tab.evaluate(isSeen), patience).toBe(true)
      expect(await tab.evaluate(`${section("tag/first-steps")}.querySelector("h2").innerText`)).toContain("Collapsed")
      const hidden = `(() => {
        const text = ${text}
        return text.lastElementChild.getBoundingClientRect().bottom - text.getBoundingClientRect().bottom
      })()`
      expect(await tab.evaluate(hidden)).toBeLessThanOrEqual(0)
      await tab.close()
    })

    it(`breaks no word in a table, which scrolls by itself where it is wider than the page, at ${width} pixels`, async () => {
      const tab = await open("tag/limits", width)
      const tables = `[...${section("tag/limits")}?.querySelectorAll("table") ?? []]`
      await expect.poll(() => tab.evaluate(`${tables}.length > 0`), patience).toBe(true)
      // A word that is broken has a box on each of its lines.
      const broken = `${tables}.flatMap((table) => [...table.querySelectorAll("code")])
        .filter((code) => /^\\w+$/.test(code.innerText) && code.getClientRects().length > 1).map((code) => code.innerText)`
      expect(await tab.evaluate(broken)).toEqual([])
      const outside = `${tables}.filter((table) => table.getBoundingClientRect().right > ${width}).length`
      expect(await tab.evaluate(outside)).toBe(0)
      const scrolling = `${tables}.map((table) => { table.scrollLeft = 10; return table.scrollLeft }).includes(10)`
      expect(await tab.evaluate(scrolling)).toBe(width === 390)
      expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(width)
      await tab.close()
    })
  }
})

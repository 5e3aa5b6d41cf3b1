import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { Browser, Frame, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import * as Chromium from "../../tests/support/Browser.js"
import * as Pages from "./Pages.js"
import type * as ReactPage from "./ReactPage.js"

/** What the pages of the test have as globals. */
declare global {
  interface Window {
    readonly TributaryConnect: typeof globalThis.TributaryConnect
    readonly ReactPage: typeof ReactPage
    /** What the package has called, in order. */
    calls: Array<unknown>
    /** Ends what the test shows. */
    end: () => void
    /** The origins that have greeted the stand-in of the connect page. */
    readonly hellos: ReadonlyArray<string>
    /** What they have said of their colours. */
    readonly scheme: string | null
    /** Lets the stand-in say something. */
    readonly say: (body: object) => void
  }
}

const ID = "5f0c7a52-52a0-4a4e-8f0a-0a5f6f6f1b01"
const done = { type: "done", connection_id: ID, status: "connected" }

describe.skipIf(Chromium.program === undefined)(Chromium.titled("the embedded page"), () => {
  let browser: Browser
  let pages: Pages.Pages
  let page: Page
  /** What the console of the browser has reported. */
  let errors: Array<string>

  beforeAll(async () => {
    pages = await Pages.start()
    browser = await Chromium.launch()
  })
  afterAll(async () => {
    await browser?.close()
    await pages?.stop()
  })
  beforeEach(async () => {
    const context = await browser.newContext()
    await context.clock.install()
    page = await context.newPage()
    errors = []
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
    page.on("pageerror", (error) => errors.push(error.message))
  })
  afterEach(() => page.context().close())

  const linkOf = (name: string) => `${pages.service}/connect/${name}#token`

  /** Opens the page of the product and shows a link there, in the page or in a dialog. */
  const show = async (how: "mount" | "open", url = linkOf("page"), hasOnError = true) => {
    await page.goto(pages.product)
    await page.getByRole("button", { name: "Connect" }).focus()
    await page.evaluate(
      ({ hasOnError, how, url }) => {
        window.calls = []
        const options = {
          url,
          onReady: () => void window.calls.push("ready"),
          onDone: (made: object) => void window.calls.push(made),
          onClose: () => void window.calls.push("close"),
          ...(hasOnError ? { onError: (error: Error) => void window.calls.push(error.message) } : {})
        }
        const container = document.querySelector("#tools") ?? document.body
        if (how === "open") window.end = window.TributaryConnect.open(options).close
        else window.end = window.TributaryConnect.mount({ ...options, container }).unmount
      },
      { how, url, hasOnError }
    )
  }
  const calls = () => page.evaluate(() => window.calls)
  const frameAt = (path: string): Frame => {
    const found = page.frames().find((each) => each.url().startsWith(`${pages.service}${path}`))
    if (found === undefined) throw new Error(`No frame has ${path}.`)
    return found
  }
  const say = (body: object, frame = frameAt("/connect/page")) => frame.evaluate((said) => window.say(said), body)
  /** Shows a link, and waits until its page has said that it is ready. */
  const showReady = async (how: "mount" | "open") => {
    await show(how)
    await expect.poll(calls).toEqual(["ready"])
  }
  /** Whatever a page has said before has arrived when its next words have. */
  const settled = async (height: number) => {
    await say({ type: "resize", height })
    await expect
      .poll(() =>
        page
          .locator("iframe")
          .first()
          .evaluate(({ style }) => style.height)
      )
      .toBe(`${height}px`)
  }

  describe("in the product's page", () => {
    it("is a frame that may do no more than it needs", async () => {
      await showReady("mount")
      const frame = page.locator("#tools > iframe")
      expect(await frame.evaluate((each) => each.getAttributeNames().toSorted())).toEqual([
        "allow",
        "referrerpolicy",
        "sandbox",
        "src",
        "style",
        "title"
      ])
      expect(await frame.getAttribute("sandbox")).toBe(
        "allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      )
      expect(await frame.getAttribute("title")).toBe("Connect a tool")
      expect(await frame.getAttribute("referrerpolicy")).toBe("no-referrer")
      expect(errors).toEqual([])
    })

    it("is greeted by the origin of the product, and is as high as it says, within bounds", async () => {
      await showReady("mount")
      expect(await frameAt("/connect/page").evaluate(() => window.hellos)).toEqual([pages.product])
      const height = () => page.locator("iframe").evaluate((each) => each.style.height)
      for (const [said, shown] of [
        [700.2, "701px"],
        [-5, "240px"],
        [1e9, "4000px"]
      ] as const) {
        await say({ type: "resize", height: said })
        await expect.poll(height).toBe(shown)
      }
    })

    it("is told whether the product's page is light, dark, or as the customer's system", async () => {
      const schemeOf = async (colorScheme: string) => {
        await page.addInitScript((value) => {
          addEventListener("DOMContentLoaded", () => {
            if (document.querySelector("#tools") !== null) document.documentElement.style.colorScheme = value
          })
        }, colorScheme)
        await showReady("mount")
        return frameAt("/connect/page").evaluate(() => window.scheme)
      }
      expect([
        await schemeOf("normal"),
        await schemeOf("light"),
        await schemeOf("dark"),
        await schemeOf("light dark")
      ]).toEqual(["light", "light", "dark", null])
    })

    it("says once that the connection is stored, and goes when the customer closes it", async () => {
      await showReady("mount")
      await say(done)
      await say(done)
      await say({ type: "close" })
      const made = { connectionId: ID, status: "connected" }
      await expect.poll(calls).toEqual(["ready", made, "close"])
      expect(await page.locator("iframe").count()).toBe(0)
    })

    it("calls nothing more when the product has removed it", async () => {
      await show("mount", linkOf("silent"))
      await page.frameLocator("iframe").getByRole("heading").waitFor()
      await page.evaluate(() => window.end())
      expect(await page.locator("iframe").count()).toBe(0)
      await page.clock.fastForward(20_000)
      expect([await calls(), errors]).toEqual([[], []])
    })

    it("is greeted again when its window is loaded again", async () => {
      await showReady("mount")
      await frameAt("/connect/page").evaluate(() => location.reload())
      await expect
        .poll(() =>
          frameAt("/connect/page")
            .evaluate(() => window.hellos)
            .catch(() => [])
        )
        .toEqual([pages.product])
      expect(await calls()).toEqual(["ready"])
    })

    it("is greeted each second until it answers", async () => {
      await show("mount", linkOf("silent"))
      const frame = page.frameLocator("iframe")
      await frame.getByRole("heading").waitFor()
      await frameAt("/connect/silent").evaluate(() => {
        window.calls = []
        addEventListener("message", ({ data }) => window.calls.push(data))
      })
      await page.clock.fastForward(2_000)
      const hello = { source: "tributary", v: 1, type: "hello", color_scheme: "light" }
      await expect.poll(() => frameAt("/connect/silent").evaluate(() => window.calls)).toEqual([hello])
    })
  })

  describe("believes", () => {
    it("no message of the product's page itself, or of another frame of the service", async () => {
      await showReady("mount")
      await page.evaluate((url) => {
        window.postMessage({ source: "tributary", v: 1, type: "close" }, "*")
        document.body.append(Object.assign(document.createElement("iframe"), { src: url }))
      }, linkOf("another"))
      await expect.poll(() => page.frames().length).toBe(3)
      await page.frameLocator("iframe >> nth=1").getByRole("heading").waitFor()
      await say(done, frameAt("/connect/another"))
      await settled(500)
      expect(await calls()).toEqual(["ready"])
    })

    it("no message of its own frame once that shows another origin", async () => {
      await showReady("mount")
      const foreign = pages.service.replace("127.0.0.1", "localhost")
      await frameAt("/connect/page").evaluate((url) => location.assign(url), `${foreign}/connect/page`)
      await expect.poll(() => page.frames().some((each) => each.url().startsWith(foreign))).toBe(true)
      const other = page.frames().find((each) => each.url().startsWith(foreign))
      await other?.waitForFunction(() => window.say !== undefined)
      await other?.evaluate((said) => window.say(said), done)
      await other?.evaluate(() => window.say({ type: "close" }))
      // The page of the product hears each message before it answers this.
      await other?.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
      expect(await calls()).toEqual(["ready"])
      expect(await page.locator("iframe").count()).toBe(1)
    })

    it("no message that is malformed", async () => {
      await showReady("mount")
      for (const body of [
        { type: "done" },
        { ...done, status: "yes" },
        { ...done, v: 2 },
        { type: "resize", height: "9" }
      ]) {
        await say(body)
      }
      await settled(500)
      expect(await calls()).toEqual(["ready"])
    })
  })

  describe("that is not shown", () => {
    const problem = () =>
      `The connect page of ${pages.service} has not answered for 15 seconds. The likeliest cause: ${pages.product} is missing in TRIBUTARY_CONNECT_ORIGINS`

    for (const name of ["silent", "refused"]) {
      it(`is an error with the likeliest cause after 15 seconds: ${name}`, async () => {
        await show("mount", linkOf(name))
        await expect.poll(() => page.frames().length).toBe(2)
        await page.clock.fastForward(14_000)
        expect(await calls()).toEqual([])
        await page.clock.fastForward(1_500)
        expect(await calls()).toEqual([expect.stringContaining(problem())])
      })
    }

    it("is an error in the console if the product listens to none", async () => {
      await show("mount", linkOf("silent"), false)
      await page.clock.fastForward(16_000)
      await expect.poll(() => errors.join()).toContain(problem())
    })

    it("is an error at once if the address is no link", async () => {
      await expect(show("open", `${pages.service}/docs#token`)).rejects.toThrow("its path is /docs")
      expect(await page.locator("dialog").count()).toBe(0)
    })
  })

  describe("in a dialog", () => {
    const focused = () => page.evaluate(() => document.activeElement?.tagName)

    it("has the focus until it is closed, and gives it back", async () => {
      await showReady("open")
      expect(await focused()).toBe("IFRAME")
      expect(await page.locator("dialog").getAttribute("aria-label")).toBe("Connect a tool")
      for (let count = 0; count < 4; count++) {
        await page.keyboard.press("Tab")
        expect(await page.locator("main button").evaluate((each) => each === document.activeElement)).toBe(false)
      }
      await say({ type: "close" })
      await expect.poll(calls).toEqual(["ready", "close"])
      expect(await page.locator("dialog, iframe").count()).toBe(0)
      expect(await focused()).toBe("BUTTON")
    })

    for (const how of ["its button", "Escape"]) {
      it(`closes with ${how} while its page is not shown, without a question and without success`, async () => {
        await show("open", linkOf("refused"))
        const button = page.getByRole("button", { name: "Close" })
        await button.waitFor()
        if (how === "Escape") await page.keyboard.press("Escape")
        else await button.click()
        await expect.poll(calls).toEqual(["close"])
        expect(await page.locator("dialog").count()).toBe(0)
        expect(await focused()).toBe("BUTTON")
      })
    }

    it("leaves closing to its page once that is shown", async () => {
      await showReady("open")
      expect(await page.locator("dialog button").count()).toBe(0)
    })

    it("closes when its page says so, after the connection is stored", async () => {
      await showReady("open")
      await say({ ...done, status: "pending" })
      await say({ type: "close" })
      await expect.poll(calls).toEqual(["ready", { connectionId: ID, status: "pending" }, "close"])
      expect(await page.locator("dialog").count()).toBe(0)
    })

    /** Presses Escape in the product's page, outside of the frame. */
    const escape = async () => {
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      })
      await page.keyboard.press("Escape")
    }
    const waiting = { type: "waiting", connection_id: ID }

    it("says which connection waits if Escape closes it outside of the frame", async () => {
      await showReady("open")
      await say(waiting)
      await settled(500)
      expect(await calls()).toEqual(["ready"])
      await escape()
      await expect.poll(calls).toEqual(["ready", { connectionId: ID, status: "pending" }, "close"])
    })

    for (const [what, last] of [
      ["the connection is gone", { ...waiting, connection_id: null }],
      ["was said before", done]
    ] as const) {
      it(`says nothing more of a connection if Escape closes it outside of the frame: ${what}`, async () => {
        await showReady("open")
        await say(waiting)
        await say(last)
        await settled(500)
        const before = await calls()
        await escape()
        await expect.poll(calls).toEqual([...before, "close"])
      })
    }

    it("does not report as the customer's what the product closes", async () => {
      await showReady("open")
      await say(waiting)
      await settled(500)
      await page.evaluate(() => window.end())
      await expect.poll(() => page.locator("dialog").count()).toBe(0)
      expect(await calls()).toEqual(["ready"])
    })

    it("fits on a telephone, breaks no rule of accessibility, and needs nothing of the product's policy", async () => {
      await page.setViewportSize({ width: 390, height: 700 })
      await showReady("open")
      await say({ type: "resize", height: 3_000 })
      const box = () => page.locator("dialog").boundingBox()
      await expect.poll(async () => (await box())?.height).toBe(612)
      expect((await box())?.width).toBe(358)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"))
      const found = await page.evaluate("axe.run(document, { iframes: false })")
      expect((found as { readonly violations: ReadonlyArray<object> }).violations).toEqual([])
      expect(errors).toEqual([])
    })
  })

  describe("and its sandbox", () => {
    it("opens a vendor's page as an ordinary window, and cannot lead the product's page away", async () => {
      await showReady("mount")
      const frame = frameAt("/connect/page")
      const popup = page.waitForEvent("popup")
      await page.frameLocator("iframe").getByRole("textbox").click()
      await frame.evaluate((url) => void window.open(url), `${pages.product}/vendor`)
      const vendor = await popup
      await vendor.waitForLoadState()
      // In the sandbox, the browser would ignore this.
      const asked = new Promise<string>((resolve) =>
        vendor.once("dialog", async (dialog) => {
          await dialog.accept()
          resolve(dialog.message())
        })
      )
      await vendor.evaluate(() => alert("Sign in"))
      expect(await asked).toBe("Sign in")
      const refusal = frame.evaluate((url) => {
        if (window.top !== null) window.top.location.href = url
      }, `${pages.service}/connect/page`)
      await expect(refusal).rejects.toThrow("does not have permission to navigate the target frame")
    })
  })

  describe("as a component of React", () => {
    const render = (props: { readonly url: string; readonly call: string } | null) =>
      page.evaluate((given) => {
        window.calls ??= []
        window.ReactPage.render(
          given && { url: given.url, className: "tools", onClose: () => void window.calls.push(given.call) }
        )
      }, props)
    const openedSince = (before: number) => pages.opened() - before

    it("opens its link once, although strict mode mounts it twice, and stays when only its functions change", async () => {
      const before = pages.opened()
      await page.goto(`${pages.product}/react`)
      await render({ url: linkOf("page"), call: "first" })
      await expect.poll(() => frameAt("/connect/page").evaluate(() => window.hellos.length)).toBe(1)
      // The page sends it before it says hello, but the two arrive in either order.
      await expect.poll(() => openedSince(before)).toBe(1)
      await render({ url: linkOf("page"), call: "second" })
      await say({ type: "close" })
      await expect.poll(calls).toEqual(["second"])
      expect(openedSince(before)).toBe(1)
      expect(await page.locator(".tools iframe").count()).toBe(0)
      expect(errors).toEqual([])
    })

    it("shows another page if it gets another link, and goes without a word", async () => {
      await page.goto(`${pages.product}/react`)
      await render({ url: linkOf("page"), call: "page" })
      await expect.poll(() => page.locator("iframe").getAttribute("src")).toBe(linkOf("page"))
      await render({ url: linkOf("another"), call: "another" })
      await expect.poll(() => page.locator("iframe").getAttribute("src")).toBe(linkOf("another"))
      expect(await page.locator("iframe").count()).toBe(1)
      await render(null)
      await expect.poll(() => page.locator("iframe").count()).toBe(0)
      expect(await calls()).toEqual([])
    })

    it("fails where the product sees it if the address is no link", async () => {
      await page.goto(`${pages.product}/react`)
      await render({ url: "/connect/relative#token", call: "" })
      expect(await page.getByRole("alert").textContent()).toContain("it is no absolute address")
    })
  })
})

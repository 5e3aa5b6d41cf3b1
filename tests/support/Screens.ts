import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"
import { expect } from "vitest"

/** A window of a desktop. */
export const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 390, height: 844 }

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** What axe looks at in each colour scheme: everything in one of them, and in the other what depends on colours. Each frame looks at itself. */
const looks = {
  light: { iframes: false },
  dark: { iframes: false, runOnly: ["color-contrast", "link-in-text-block"] }
} as const

const violationsIn = (scheme: keyof typeof looks): string =>
  `axe.run(document, ${JSON.stringify(looks[scheme])}).then(({ violations }) => violations.map(({ id, nodes }) => id + nodes.map(({ html, failureSummary }) => html + failureSummary)))`

/** Where pictures of the screens are put; none are taken by default. */
const pictures = process.env["TEST_SCREENSHOTS"]

/** Looks at a screen: axe finds nothing in either colour scheme, and at either width nothing is cut off or scrolls sideways. */
export const see = async (page: Page, name: string): Promise<void> => {
  // A script tag would break the policy of the page.
  for (const frame of page.frames()) await frame.evaluate(axe)
  for (const [width, viewport] of [
    ["wide", WIDE],
    ["narrow", NARROW]
  ] as const) {
    await page.setViewportSize(viewport)
    expect(await page.evaluate("document.documentElement.scrollWidth"), `${name} at ${width}`).toBe(viewport.width)
    // Colours do not depend on the width.
    if (width === "narrow" && pictures === undefined) continue
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      for (const frame of width === "wide" ? page.frames() : []) {
        expect(await frame.evaluate(violationsIn(colorScheme)), `${name} in ${colorScheme}`).toEqual([])
      }
      if (pictures !== undefined) {
        await page.screenshot({ path: `${pictures}/${name}-${viewport.width}-${colorScheme}.png`, fullPage: true })
      }
    }
  }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize(WIDE)
}

import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import * as BrandColor from "../../src/theme/BrandColor.js"

const tokens = readFileSync(new URL("../../src/theme/tokens.css", import.meta.url), "utf8")

/** The colours of a token in both schemes. */
const valuesOf = (token: string): ReadonlyArray<string> => {
  const [, light = "", dark = ""] = new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(tokens) ?? []
  return [light, dark]
}

describe("the colour of a product", () => {
  it("has black or white on it, whichever can be read", () => {
    for (const color of ["#000000", "#ffffff", "#ffcc00", "#0055aa", "#777777", "#ff0000", "#00ff00", "#5b3df5"]) {
      const { "--button": button = "", "--on-button": text = "" } = BrandColor.tokensOf(color)
      expect(button).toBe(color)
      expect(BrandColor.contrastOf(text, color), color).toBeGreaterThanOrEqual(4.5)
    }
  })

  it("is the colour of text only where it can be read, and a button that cannot be seen gets an edge", () => {
    expect(BrandColor.tokensOf("#ffcc00")).toMatchObject({
      "--accent": "light-dark(var(--plain-accent-light), #ffcc00)",
      "--button-edge": "light-dark(var(--plain-edge-light), #ffcc00)"
    })
    expect(BrandColor.tokensOf("#0055aa")["--accent"]).toBe("light-dark(#0055aa, var(--plain-accent-dark))")
  })

  it("is compared with the backgrounds that the styles have", () => {
    expect(valuesOf("surface")).toEqual(Object.values(BrandColor.backgrounds))
  })
})

describe("the colours of the page", () => {
  it("can be read on each background on which they are used", () => {
    const pairs = [
      ["text", "surface"],
      ["text", "page"],
      ["text", "sunken"],
      ["muted", "surface"],
      ["muted", "page"],
      ["muted", "sunken"],
      ["text", "code"],
      ["text", "good-surface"],
      ["text", "warn-surface"],
      ["text", "bad-surface"],
      ["muted", "warn-surface"],
      ["bad", "surface"]
    ] as const
    for (const [text, background] of pairs) {
      const [texts, backgrounds] = [valuesOf(text), valuesOf(background)]
      for (const scheme of [0, 1]) {
        const contrast = BrandColor.contrastOf(texts[scheme] ?? "", backgrounds[scheme] ?? "")
        expect(contrast, `${text} on ${background}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})

/** A colour as its three parts, each from 0 to 255. */
type Parts = readonly [number, number, number]

const partsOf = (color: string): Parts => {
  const number = Number.parseInt(color.slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** The relative luminance of WCAG 2, from 0 for black to 1 for white. */
const luminanceOf = (color: string): number => {
  const [red, green, blue] = partsOf(color)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const BLACK = "#000000"
const WHITE = "#ffffff"

/** The colours behind text in both schemes; `tokens.css` has the same. */
export const backgrounds = { light: "#ffffff", dark: "#16181d" } as const

/** What a text needs, and what a part of the page that is no text does. */
const TEXT = 4.5
const PART = 3

/** The tokens that a product's colour replaces. */
export const tokensOf = (color: string): Readonly<Record<string, string>> => {
  const text = contrastOf(color, WHITE) >= contrastOf(color, BLACK) ? WHITE : BLACK
  const readable = (scheme: keyof typeof backgrounds) => contrastOf(color, backgrounds[scheme]) >= TEXT
  const visible = (scheme: keyof typeof backgrounds) => contrastOf(color, backgrounds[scheme]) >= PART
  // Where it cannot be read, text and lines keep the colour of the page, and a button whose edge cannot be seen gets one.
  const token = (usable: typeof readable, token: string) => {
    const of = (scheme: keyof typeof backgrounds) => (usable(scheme) ? color : `var(--plain-${token}-${scheme})`)
    return `light-dark(${of("light")}, ${of("dark")})`
  }
  return {
    "--button": color,
    "--on-button": text,
    "--accent": token(readable, "accent"),
    "--button-edge": token(visible, "edge")
  }
}

import type { Connector } from "@tributary/core"
import { escaped } from "../server/response/HtmlText.js"

/** Muted background colours, dark enough for a white letter. */
const colours = ["#2f5d8a", "#3b6e5a", "#7a4f6d", "#8a5a2f", "#4d4f8c", "#2f6f77", "#7b3f45", "#566032"]

const colourOf = (vendor: string): string => {
  const sum = [...vendor].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return colours[sum % colours.length] ?? "#2f5d8a"
}

const tile = ({ name, vendor }: Connector.Connector): string => {
  const [letter = "?"] = name.trim().toUpperCase()
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img">`,
    `<title>${escaped(name)}</title>`,
    `<rect width="64" height="64" rx="12" fill="${colourOf(vendor)}"/>`,
    `<text x="32" y="44" font-family="system-ui, sans-serif" font-size="34" font-weight="600" fill="#fff"`,
    ` text-anchor="middle">${escaped(letter)}</text>`,
    "</svg>"
  ].join("")
}

/** An SVG document: the connector's own logo, or a tile with the first letter of its name. */
export const of = (connector: Connector.Connector): string => connector.logo ?? tile(connector)

/** A logo may contain styles, but no script; `max-age` is an hour, because a logo has no version in its address. */
export const headers = {
  "cache-control": "public, max-age=3600",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"
} as const

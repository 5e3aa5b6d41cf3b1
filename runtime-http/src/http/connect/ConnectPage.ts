import { HttpServerResponse } from "@effect/platform"
import { escaped } from "../server/response/HtmlText.js"
import type { PageAssets } from "./PageAssets.js"
import type { PageSettings } from "./PageSettings.js"

/** What the page may do: load its own parts, ask this server, and be framed by the product's sites. */
export const policy = (origins: ReadonlyArray<string>): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(" ")}`,
    "require-trusted-types-for 'script'"
  ].join("; ")

/** Addresses are relative to the page, because a proxy may serve it below a path of its own. */
const API = "../v1"
const LOGO = "logo"

const attributesOf = ({ color, logo, name, origins }: PageSettings): string =>
  Object.entries({
    "data-api": API,
    "data-product": name,
    "data-color": color,
    "data-logo": logo === null ? null : LOGO,
    "data-origins": origins.length === 0 ? null : origins.join(" ")
  })
    .flatMap(([attribute, value]) => (value === null ? [] : [` ${attribute}="${escaped(value)}"`]))
    .join("")

/** The page, which is the same for every link: its script reads which one it is. */
export const html = (assets: PageAssets, settings: PageSettings): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${escaped(settings.name ?? "Connect")}</title>
    <link rel="icon" href="${settings.logo === null ? `assets/${assets.icon}` : LOGO}">
    <link rel="stylesheet" href="assets/${assets.style}">
    <script type="module" src="assets/${assets.script}"></script>
  </head>
  <body>
    <div id="root"${attributesOf(settings)}></div>
    <noscript>
      <main>
        <h1>This page needs JavaScript</h1>
        <p>Turn it on and load the page again, or open the link in another browser.</p>
        <p lang="de">Diese Seite braucht JavaScript. Schalten Sie es ein und laden Sie die Seite neu, oder öffnen Sie den Link in einem anderen Browser.</p>
      </main>
    </noscript>
  </body>
</html>
`

/** The answer that has the page. */
export const make = (assets: PageAssets, settings: PageSettings): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(html(assets, settings), {
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": policy(settings.origins),
      // A vendor's page that opens in a window of its own keeps the connection to this one only where it needs it.
      "cross-origin-opener-policy": "same-origin-allow-popups"
    }
  })

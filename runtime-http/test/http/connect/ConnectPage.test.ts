import { once } from "node:events"
import { readFileSync } from "node:fs"
import { get, type IncomingMessage } from "node:http"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as PageSettings from "../../../src/http/connect/PageSettings.js"
import { send, start, type TestServer } from "../TestServer.js"

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`

const product: PageSettings.PageSettings = {
  name: `Acme "Security" <script>alert(1)</script>`,
  color: "#0055aa",
  logo: { contentType: "image/svg+xml", bytes: Buffer.from(LOGO) },
  origins: ["https://app.example.com", "http://localhost:3000"]
}

const page = "/connect/00000000-0000-4000-8000-000000000000"

/** What the page loads, as a browser resolves it. */
const loadedBy = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(([, address = ""]) => address)

/** What comes over the network for an address: `fetch` would show only what it is decoded to. */
const sentFor = async (address: URL): Promise<{ readonly bytes: number; readonly coding: string | undefined }> => {
  const [response] = (await once(
    get(address, { headers: { "accept-encoding": "gzip, deflate, br, zstd" } }),
    "response"
  )) as [IncomingMessage]
  let bytes = 0
  for await (const part of response) bytes += (part as Buffer).byteLength
  return { bytes, coding: response.headers["content-encoding"] }
}

describe("the page of a link", () => {
  let plain: TestServer
  let named: TestServer
  beforeAll(async () => {
    plain = await start()
    named = await start({ settings: { connectPage: product } })
  })
  afterAll(async () => {
    await plain?.stop()
    await named?.stop()
  })

  it("allows no script, style or request that is not of this server, no frame, and no HTML that a script makes of text", async () => {
    const { headers, status, text } = await send(plain.origin + page)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "cross-origin-opener-policy": "same-origin-allow-popups",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff"
    })
    expect(headers.get("x-frame-options")).toBeNull()
    expect(headers.get("content-security-policy")?.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'"
    ])
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
    expect(text).toContain('<div id="root" data-api="../v1"></div>')
    expect(text).toContain("<noscript>")
  })

  it("shows the product as text, and may be framed by its origins alone", async () => {
    const { headers, text } = await send(named.origin + page)
    expect(headers.get("content-security-policy")).toContain(
      "; frame-ancestors https://app.example.com http://localhost:3000; "
    )
    expect(text).toContain('data-product="Acme &quot;Security&quot; &lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(text).toContain('data-color="#0055aa" data-logo="logo"')
    expect(text).toContain('data-origins="https://app.example.com http://localhost:3000"')
    expect(text).not.toContain("<script>alert")
    const logo = await send(`${named.origin}/connect/logo`)
    expect([logo.status, logo.text, logo.headers.get("content-type")]).toEqual([200, LOGO, "image/svg+xml"])
    // Whoever opens it by itself runs no script of it.
    expect(logo.headers.get("content-security-policy")).toContain("sandbox")
    expect((await send(`${plain.origin}/connect/logo`)).headers.get("x-error-code")).toBe("PATH_NOT_FOUND")
  })

  it("loads parts whose names contain a hash of their content, and no others are there", async () => {
    const { text } = await send(plain.origin + page)
    const loaded = loadedBy(text)
    expect(loaded).toHaveLength(3)
    for (const address of loaded) {
      expect(address).toMatch(/^assets\/\w+-[\da-f]{16}\.(?:css|js|svg)$/)
      const part = await send(new URL(address, plain.origin + page).href)
      expect([part.status, part.headers.get("cache-control")], address).toEqual([
        200,
        "public, max-age=31536000, immutable"
      ])
      expect(part.headers.get("content-type"), address).toMatch(/^(?:text\/(?:css|javascript)|image\/svg)/)
    }
    for (const name of ["nothing.js", "manifest.json", "embed.js", "..%2Fmanifest.json", "%2e%2e%2fpackage.json"]) {
      const missing = await send(`${plain.origin}/connect/assets/${name}`)
      expect([name, missing.status, missing.headers.get("x-error-code")]).toEqual([name, 404, "PATH_NOT_FOUND"])
    }
  })

  it("is there for every id, because its script says what is wrong with a link, and does not show whether a session exists", async () => {
    const [first, second] = await Promise.all([send(plain.origin + page), send(`${plain.origin}/connect/nothing`)])
    expect(second.text).toBe(first.text)
  })

  it("loads at most 160 kB over the network, because its parts come compressed", async () => {
    const { text } = await send(plain.origin + page)
    const addresses = [page, ...loadedBy(text)].map((address) => new URL(address, plain.origin + page))
    const parts = await Promise.all(addresses.map(async (address) => ({ address, ...(await sentFor(address)) })))
    const plainParts = parts.filter(({ bytes, coding }) => coding === undefined && bytes > 2_000)
    expect(plainParts).toEqual([])
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
    expect(bytes).toBeLessThan(160_000)
    // A page of nothing would pass, too.
    expect(bytes).toBeGreaterThan(50_000)
  })

  it("is framed by a script that other sites may load, at an address that stays", async () => {
    const { headers, status, text } = await send(`${plain.origin}/connect/embed.js`)
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=300"])
    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8")
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin")
    expect(text).toContain("TributaryConnect")
  })
})

describe("the built page", () => {
  const dist = join(dirname(createRequire(import.meta.url).resolve("@tributary/console/package.json")), "dist")

  it("comes with the licence of each package that is in it", () => {
    const notice = readFileSync(join(dist, "NOTICE"), "utf8")
    for (const name of ["react", "react-dom", "scheduler", "@tanstack/react-query", "@tanstack/query-core"]) {
      expect(notice).toMatch(new RegExp(`^${name} \\d+\\.`, "m"))
    }
    expect(notice.match(/^License: MIT$/gm)).toHaveLength(5)
  })
})

describe("the logo of a product", () => {
  it("is known by its content, whatever the name of its file is", () => {
    const read = PageSettings.readLogo
    expect(read("")).toMatchObject({ _tag: "Right", right: null })
    const icon = new URL("../../../../console/src/connect/icon.svg", import.meta.url).pathname
    expect(read(icon)).toMatchObject({ _tag: "Right", right: { contentType: "image/svg+xml" } })
    expect(read(import.meta.filename)).toMatchObject({
      _tag: "Left",
      left: `the file ${import.meta.filename} is neither an SVG nor a PNG image`
    })
  })
})

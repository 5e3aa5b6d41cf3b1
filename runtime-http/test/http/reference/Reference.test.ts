import { readdirSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Guides from "../../../src/http/reference/Guides.js"
import { send, start, type TestServer } from "../TestServer.js"

interface Document {
  readonly info: { readonly description: string }
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>
  readonly "x-tagGroups": ReadonlyArray<{ readonly name: string; readonly tags: ReadonlyArray<string> }>
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters: ReadonlyArray<object> } }>>
}

const folder = new URL("../../../guides/", import.meta.url)

describe("the reference", () => {
  let server: TestServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.stop())

  const request = (path: string) => send(server.origin + path)
  /** Follows a link of the page, as a browser resolves it. */
  const linked = (address: string) => send(new URL(address, `${server.origin}/v1/docs`).href)
  const addressesOf = (page: string) =>
    [...page.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].flatMap(([, address = ""]) =>
      address.startsWith("data:") ? [] : [address]
    )

  it("is where the root address redirects to, next to the OpenAPI document", async () => {
    const root = await fetch(`${server.origin}/`, { redirect: "manual" })
    expect([root.status, root.headers.get("location")]).toEqual([302, "/v1/docs"])
    expect((await request("/v1/openapi.json")).json).toMatchObject({ openapi: "3.1.0", servers: [{ url: "/v1" }] })
  })

  it("allows no inline script, and inline styles only with the nonce of this answer", async () => {
    const [first, second] = [await request("/v1/docs"), await request("/v1/docs")]
    expect(first.headers.get("content-type")).toContain("text/html")
    expect(first.headers.get("cache-control")).toBe("no-store")
    const policy = first.headers.get("content-security-policy") ?? ""
    const directives = Object.fromEntries(
      policy.split("; ").map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1)])
    )
    const [, nonce = ""] = /property="csp-nonce" content="([\w-]{22})"/.exec(first.text) ?? []
    expect(directives).toMatchObject({
      "default-src": ["'none'"],
      "script-src": ["'self'"],
      "style-src": ["'self'", `'nonce-${nonce}'`],
      "connect-src": ["'self'"]
    })
    expect(second.text).not.toContain(nonce)
    expect(first.text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
  })

  it("loads its parts from this server, at addresses that contain a hash of their content", async () => {
    const { text } = await request("/v1/docs")
    const addresses = addressesOf(text)
    expect(addresses.length).toBeGreaterThan(8)
    const folders = new Set(addresses.map((address) => address.split("/").slice(0, 2).join("/")))
    expect([...folders]).toEqual([expect.stringMatching(/^docs\/[0-9a-f]{16}$/)])
    for (const address of addresses) {
      const part = await linked(address)
      expect([part.status, part.headers.get("cache-control")], address).toEqual([
        200,
        "public, max-age=31536000, immutable"
      ])
      expect(part.headers.get("content-type"), address).toMatch(/^(text\/javascript|application\/json)/)
    }
    const [base = ""] = folders
    expect((await linked(`${base}/nothing.js`)).headers.get("X-Error-Code")).toBe("PATH_NOT_FOUND")
    expect((await linked(`docs/0000000000000000/start.js`)).status).toBe(404)
  })

  it("preloads what the start script imports, directly and indirectly", async () => {
    const { text } = await request("/v1/docs")
    const addresses = addressesOf(text)
    const start = addresses.find((address) => address.endsWith("/start.js")) ?? ""
    const preloaded = new Set(addresses.map((address) => address.split("/").at(-1)))
    const script = (await linked(start)).text
    const [, main = ""] = /import\("\.\/([^"]+)"\)/.exec(script) ?? []
    expect(preloaded).toContain(main)
    const module = (await linked(start.replace("start.js", main))).text
    const imported = [...module.matchAll(/from"\.\/chunks\/([^"]+)"/g)].map(([, name]) => name)
    expect(imported.length).toBeGreaterThan(3)
    for (const name of imported) expect(preloaded).toContain(name)
    expect(script).toContain("reference.json")
  })

  it("ranks a word in the title of a guide above the name of a parameter", async () => {
    const main = addressesOf((await request("/v1/docs")).text).find((address) => address.endsWith("standalone.esm.js"))
    const { text } = await linked(main ?? "")
    const weightOf = (field: string) => Number(new RegExp(`name:\`${field}\`,weight:([.\\d]+)`).exec(text)?.[1])
    expect([weightOf("title"), weightOf("parameters")]).toEqual([0.7, 0.01])
  })

  it("styles only classes that the renderer has", async () => {
    const addresses = addressesOf((await request("/v1/docs")).text)
    const textOf = async (file: string) => (await linked(addresses.find((each) => each.endsWith(file)) ?? "")).text
    const [, styles = ""] = /"customCss":"((?:[^"\\]|\\.)*)"/.exec(await textOf("/start.js")) ?? []
    const classes = new Set([...styles.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name))
    expect(classes).toContain("markdown")
    const renderer = await textOf("/standalone.esm.js")
    for (const name of classes) expect(renderer).toMatch(new RegExp(`[\\s.\`"]${name}[\\s.:{\`"]`))
  })

  it("shows every guide before the operations, and example calls without an empty cursor, which would get a 422", async () => {
    const address = addressesOf((await request("/v1/docs")).text).find((each) => each.endsWith("reference.json"))
    const document = (await linked(address ?? "")).json as Document
    const titles = Guides.read().map(({ title }) => title)
    expect(document["x-tagGroups"][0]).toEqual({ name: "Guides", tags: titles })
    expect(document.tags.slice(0, titles.length).map(({ name }) => name)).toEqual(titles)
    expect(document["x-tagGroups"].flatMap(({ tags }) => tags)).toEqual(document.tags.map(({ name }) => name))
    expect(document.paths["/idp/users"]?.get?.parameters).toContainEqual(
      expect.objectContaining({ name: "cursor", content: expect.anything() })
    )
  })
})

describe("guides", () => {
  it("have a title and a text of their own", () => {
    const files = readdirSync(folder)
    const guides = Guides.read()
    expect(guides).toHaveLength(files.length)
    expect(new Set(guides.map(({ title }) => title)).size).toBe(files.length)
    for (const file of files) {
      const { text, title } = Guides.parse(readFileSync(new URL(file, folder), "utf8"))
      expect([title, text], file).not.toContain("")
    }
  })

  it("are shown without the comments around their generated parts", () => {
    const markdown = "# A title\n\n<!-- begin: a. Written by `pnpm generate`. -->\n\ntext\n\n<!-- end: a -->\n\nmore\n"
    expect(Guides.parse(markdown)).toEqual({ title: "A title", text: "text\n\nmore" })
  })
})

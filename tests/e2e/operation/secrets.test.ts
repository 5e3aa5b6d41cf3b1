import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { okta } from "@tributary/connector-okta"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Service from "../../support/Service.js"
import * as SpanRecorder from "../../support/telemetry/SpanRecorder.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"

const SECRET = "00planted-C4nary_token-7f3a9b2c5d"
const OTHER_SECRET = "00planted-second-Canary-1a2b3c4d5e"
const forms = [SECRET, OTHER_SECRET].flatMap((secret) => [
  secret,
  Buffer.from(secret).toString("base64"),
  Buffer.from(secret).toString("base64url"),
  Buffer.from(secret).toString("hex"),
  encodeURIComponent(secret)
])

/** How the vendor answers. It is careless: each answer but the good ones repeats the token. */
type Mood = "well" | "401" | "403" | "404" | "429" | "500" | "garbage" | "redirect" | "link"

const answers: Readonly<
  Record<Mood, { readonly status: number; readonly headers?: (token: string) => Readonly<Record<string, string>> }>
> = {
  well: { status: 200 },
  401: { status: 401, headers: (token) => ({ "www-authenticate": token }) },
  403: { status: 403 },
  404: { status: 404 },
  429: { status: 429, headers: () => ({ "retry-after": "7200" }) },
  500: { status: 500 },
  garbage: { status: 200 },
  redirect: {
    status: 302,
    headers: (token) => ({ location: `https://foreign.example/?token=${encodeURIComponent(token)}` })
  },
  link: {
    status: 200,
    headers: (token) => ({ link: `<https://foreign.example/${encodeURIComponent(token)}>; rel="next"` })
  }
}

describe("a planted credential", () => {
  let vendor: VendorServer.VendorServer
  let service: Service.Service
  let mood: Mood = "well"
  const spans = SpanRecorder.make()
  const said: Array<string> = []
  const bodies: Array<string> = []
  const keep = (...values: ReadonlyArray<unknown>) => {
    said.push(values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(" "))
  }

  beforeAll(async () => {
    for (const method of ["log", "info", "warn", "error", "debug"] as const) {
      vi.spyOn(console, method).mockImplementation(keep)
    }
    vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(...String(text).trimEnd().split("\n")) > 0)
    vendor = await VendorServer.start(({ headers: { authorization: token = "" } }) => {
      const { status, headers = () => ({}) } = answers[mood]
      const said = status === 200 ? [] : { errorSummary: `Invalid token ${token}` }
      return { status, headers: headers(token), body: mood === "garbage" ? `<html>${token}` : said }
    })
    service = await Service.start({
      // The test searches the files of the database.
      isEmbedded: true,
      connectors: [okta],
      settings: { TRIBUTARY_LOG_LEVEL: "All" },
      around: spans.layer
    })
  })

  afterAll(async () => {
    vi.restoreAllMocks()
    await service?.stop()
    await vendor?.stop()
  })

  const expectClean = (place: string, text: string) => {
    for (const form of forms) {
      const at = text.indexOf(form)
      expect(at < 0 ? "" : text.slice(Math.max(0, at - 200), at + 100), `${place} contains the credential`).toBe("")
    }
  }

  it("appears in no answer, log line, span or file [contract: credentials-stay-secret]", async () => {
    const record = async (answer: Promise<Service.Answer>) => {
      const { status, text, headers, body } = await answer
      bodies.push(text, JSON.stringify([...headers]))
      return { status, body }
    }
    const created = await record(service.connect("OKTA", { base_url: vendor.url, api_token: SECRET }))
    expect(created.status).toBe(201)
    const connections = `/provisioning/organizations/${service.organizationId}/connections`
    const one = `${connections}/${created.body.id}`
    await service.jobOf(created.body.id)

    // Each of these fails without long retries. In each, the service tests the connection, reads it, and gets new credentials.
    for (const next of ["401", "403", "404", "429", "garbage", "redirect", "link"] as const) {
      mood = next
      await record(service.call(`${one}/test`))
      keep(JSON.stringify(await service.sync(created.body.id)))
      const body = JSON.stringify({ credentials: { base_url: vendor.url, api_token: OTHER_SECRET } })
      const patched = await record(service.call(one, { method: "PATCH", body }))
      expect([200, 422, 502]).toContain(patched.status)
      await record(service.call(one))
      await record(service.call(`${one}/jobs`))
    }
    mood = "well"
    const wrong: ReadonlyArray<unknown> = [
      { base_url: SECRET, api_token: SECRET },
      { base_url: vendor.url, api_token: { nested: SECRET } },
      { base_url: vendor.url, api_token: [SECRET] },
      { base_url: `${vendor.url}/?token=${SECRET}`, api_token: SECRET },
      SECRET,
      [SECRET]
    ]
    for (const credentials of wrong) {
      // A secret in place of the address names a host that does not exist.
      expect([422, 502]).toContain((await record(service.connect("OKTA", credentials))).status)
    }
    const cut = `{"vendor":"OKTA","credentials":{"api_token":"${SECRET}"`
    expect((await record(service.call(connections, { method: "POST", body: cut }))).status).toBe(422)
    await service.dispose()

    expect(said.length).toBeGreaterThan(50)
    expect(spans.lines.length).toBeGreaterThan(50)
    expectClean("an answer", bodies.join("\n"))
    expectClean("a log line", said.join("\n"))
    expectClean("a span", spans.lines.join("\n"))
    const files = await readdir(service.dataDir, { recursive: true, withFileTypes: true })
    const contents = files.filter((file) => file.isFile())
    expect(contents.length).toBeGreaterThan(100)
    for (const file of contents) {
      expectClean(file.name, await readFile(join(file.parentPath, file.name), "latin1"))
    }
  })
})

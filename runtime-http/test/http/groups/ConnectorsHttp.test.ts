import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { locs, send, start, type TestServer } from "../TestServer.js"

let server: TestServer
beforeAll(async () => {
  server = await start({ settings: { servers: [{ url: "https://api.example.com/v1" }] } })
})
afterAll(() => server.stop())

const get = (path: string) => send(`${server.origin}/v1/connectors${path}`)

const param = {
  input: "TEXT",
  is_secret: false,
  is_required: true,
  example: null,
  pattern: null,
  choices: [],
  url: null
}

describe("GET /connectors", () => {
  it("answers with an array, without a key [contract: catalogue]", async () => {
    expect((await get("")).json).toEqual([
      {
        vendor: "ACME",
        vendor_name: "Acme <Directory>",
        vendor_description: "An invented directory.",
        category: "IDP",
        auth_type: "API_KEY",
        credentials_params: ["base_url", "api_token"],
        credentials_form: [
          { ...param, name: "base_url", title: "Address", help: "Of the tenant.", input: "URL" },
          { ...param, name: "api_token", title: "API token", help: "In the admin console.", is_secret: true }
        ],
        setup_steps: ["Create a token."],
        auth_methods: [
          {
            auth_type: "API_KEY",
            credentials_params: ["base_url", "api_token"],
            credentials_form: [
              { ...param, name: "base_url", title: "Address", help: "Of the tenant.", input: "URL" },
              { ...param, name: "api_token", title: "API token", help: "In the admin console.", is_secret: true }
            ],
            setup_steps: ["Create a token."],
            consent: null
          }
        ],
        export_permissions: [
          { data_export_type: "idp", is_default: true, permissions: ["read"], optional_permissions: [] }
        ],
        data_export_types: ["idp"],
        docs_url: "https://example.com/docs",
        logo_url: "https://api.example.com/v1/connectors/ACME/logo"
      }
    ])
  })

  it("names the kinds that a connector exports, and their lists, on request", async () => {
    const [{ record_kinds, ...entry }] = (await get("?includeRecordKinds=true")).json as [{ record_kinds: unknown }]
    expect([entry]).toEqual((await get("?includeRecordKinds=false")).json)
    expect(record_kinds).toContainEqual({ record_kind: "idp_user", data_export_type: "idp", path: "/v1/idp/users" })
    // A membership has no list.
    expect(JSON.stringify(record_kinds)).not.toContain("membership")
  })

  it("filters by category and export type [contract: catalogue-filters]", async () => {
    const count = async (query: string) => ((await get(query)).json as ReadonlyArray<unknown>).length
    expect(await count("?category=IDP&dataExportType=idp")).toBe(1)
    expect(await count("?category=EDR")).toBe(0)
    expect(await count("?dataExportType=devices")).toBe(0)
    expect(await count("?whatever=x")).toBe(1)
  })

  it("names the known categories in a header if no connector has the requested one", async () => {
    const known = async (query: string) => {
      const { headers, json, status } = await get(query)
      expect([status, json]).toEqual([200, []])
      return headers.get("x-known-categories")
    }
    expect(await known("?category=IPD")).toBe("IDP")
    expect(await known("?category=IDP&dataExportType=devices")).toBeNull()
    expect((await get("?category=IDP")).headers.get("x-known-categories")).toBeNull()
  })

  it.each([
    ["?dataExportType=nope", "query.dataExportType"],
    ["?category=", "query.category"],
    ["?category=a&category=b", "query.category"]
  ])("rejects %s with the validation shape [contract: catalogue-filters]", async (query, loc) => {
    const reply = await get(query)
    expect([reply.status, Object.keys(reply.json as object), locs(reply)]).toEqual([422, ["detail"], [loc]])
  })
})

describe("GET /connectors/{vendor}/logo", () => {
  it("draws a tile when the connector has no logo", async () => {
    const logo = await get("/ACME/logo")
    expect(logo.headers.get("content-type")).toBe("image/svg+xml")
    expect(logo.headers.get("content-security-policy")).toContain("sandbox")
    expect(logo.text).toMatch(/^<svg [^>]*>.*Acme &lt;Directory&gt;.*>A<\/text><\/svg>$/)
  })

  it("answers 404 for an unknown vendor", async () => {
    for (const vendor of ["acme", "NOPE", "__proto__", "%00"]) {
      const reply = await get(`/${vendor}/logo`)
      expect([reply.status, reply.json]).toEqual([
        404,
        {
          detail: "Unknown vendor. GET /v1/connectors lists the supported ones."
        }
      ])
    }
  })
})

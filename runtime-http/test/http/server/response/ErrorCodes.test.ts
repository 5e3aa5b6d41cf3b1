import { readdirSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Errors, openApiDocument } from "../../../../src/api/index.js"
import * as Readme from "../../../Readme.js"
import { dataHeaders, makeTenant, send, start, type Tenant, type TestServer } from "../../TestServer.js"

// `send` checks for every test that an error has a code of the table, with its status.

describe("X-Error-Code", () => {
  let server: TestServer
  let tenant: Tenant
  beforeAll(async () => {
    server = await start()
    tenant = await server.run(makeTenant)
  })
  afterAll(() => server.stop())

  const codeOf = async (
    path: string,
    init: RequestInit = {},
    headers: Record<string, string> = dataHeaders(tenant)
  ) => {
    const { headers: received, status } = await send(server.origin + path, { headers, ...init })
    return [status, received.get("X-Error-Code")]
  }

  it("names the cause of each error, whichever layer answers [contract: error-codes]", async () => {
    expect(await codeOf("/nowhere")).toEqual([404, "PATH_NOT_FOUND"])
    expect(await codeOf("/healthz", { method: "DELETE" })).toEqual([405, "METHOD_NOT_ALLOWED"])
    expect(await codeOf("/v1/idp/users", {}, {})).toEqual([401, "KEY_INVALID"])
    expect(await codeOf("/v1/idp/users?limit=x")).toEqual([422, "INVALID_PARAMETER"])
    expect(await codeOf("/v1/idp/users?enableCursor=true&cursor=x")).toEqual([422, "CURSOR_INVALID"])
    expect(await codeOf(`/v1/idp/users/${tenant.connection.id}`)).toEqual([404, "RECORD_NOT_FOUND"])
    expect(await codeOf("/v1/connectors/NONE/logo")).toEqual([404, "CONNECTOR_NOT_FOUND"])
    const organizations = "/v1/provisioning/organizations"
    expect(await codeOf(organizations, { method: "POST", body: "{" })).toEqual([422, "BODY_NOT_JSON"])
    expect(await codeOf(organizations, { method: "POST", body: "x".repeat(2 ** 20 + 1) })).toEqual([
      413,
      "BODY_TOO_LARGE"
    ])
  })

  it("is absent from other answers", async () => {
    expect(await codeOf("/v1/idp/users")).toEqual([200, null])
  })

  it("is the code of the structured body", async () => {
    const reply = await send(`${server.origin}/v1/itsm/users?limit=x`, { headers: dataHeaders(tenant) })
    expect(reply.json).toMatchObject({ code: reply.headers.get("X-Error-Code") })
  })
})

describe("the table of error codes", () => {
  const rows = Object.entries(Errors.table)
  const source = new URL("../../../../src/", import.meta.url)
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))
  const code = files
    .filter((name) => !name.endsWith("parts/Errors.ts"))
    .map((name) => readFileSync(new URL(name, source), "utf8"))
    .join("\n")

  it("has only errors that the code uses", () => {
    const unused = rows.filter(([name]) => !code.includes(`"${name}"`) && !code.includes(`table.${name}`))
    expect(unused.map(([name]) => name)).toEqual([])
  })

  it("says the cause and the remedy of each code, in the README and in the reference [contract: error-codes]", () => {
    const reference = openApiDocument().info.description ?? ""
    for (const [, { code, status, cause, remedy }] of rows) {
      const row = `| \`${code}\` | ${status} | ${cause} | ${remedy} |`
      expect(Readme.text).toContain(row)
      expect(reference).toContain(row)
      expect(
        [cause, remedy].every((text) => /^[A-Z0-9].+\.$/.test(text)),
        code
      ).toBe(true)
    }
  })
})

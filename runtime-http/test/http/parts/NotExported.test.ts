import { RecordKind } from "@tributary/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  acme,
  dataHeaders,
  makeTenant,
  putRecords,
  send,
  start,
  type Tenant,
  type TestServer,
  user
} from "../TestServer.js"

const NOBODY = "00000000-0000-4000-8000-000000000000"

describe("a kind that the connector of the connection does not export", () => {
  let server: TestServer
  let tenant: Tenant
  const connector = { ...acme, exports: { itsm_users: [{ kinds: [RecordKind.ItsmUser] } as never] } }
  beforeAll(async () => {
    server = await start({ connectors: [connector] })
    tenant = await server.run(makeTenant)
  })
  afterAll(() => server.stop())

  const get = (path: string) => send(`${server.origin}/v1${path}`, { headers: dataHeaders(tenant) })

  it("has an empty list with a header that says so, in both envelopes, unlike a list without records", async () => {
    for (const envelope of ["", "?enableCursor=true"]) {
      const { headers, json, status } = await get(`/idp/users${envelope}`)
      expect([status, json]).toMatchObject([200, { items: [] }])
      expect(headers.get("x-not-exported")).toBe(
        "The ACME connector does not export idp_user. GET /v1/connectors?includeRecordKinds=true says what it exports."
      )
      expect((await get(`/itsm/users${envelope}`)).headers.get("x-not-exported")).toBeNull()
    }
  })

  it("has counts of zero with a header that says so", async () => {
    const counts = `/provisioning/organizations/${tenant.organization.id}/connections/${tenant.connection.id}/counts`
    const { headers, json, status } = await get(`${counts}?kind=idp_user&by=is_admin`)
    expect([status, json]).toMatchObject([200, { total: 0 }])
    expect(headers.get("x-not-exported")).toContain("does not export idp_user")
    expect((await get(`${counts}?kind=itsm_user&by=status`)).headers.get("x-not-exported")).toBeNull()
  })

  it("has its own code for a record that is not found, in the shape of its endpoint", async () => {
    const codeOf = async (path: string) => {
      const { headers, status } = await get(path)
      return [status, headers.get("x-error-code")]
    }
    expect(await codeOf(`/idp/users/${NOBODY}`)).toEqual([404, "KIND_NOT_EXPORTED"])
    expect(await codeOf(`/idp/policies/${NOBODY}/users`)).toEqual([404, "KIND_NOT_EXPORTED"])
    expect(await codeOf(`/itsm/users/${NOBODY}`)).toEqual([404, "RECORD_NOT_FOUND"])
    expect((await get(`/cspm/compliance_findings/${NOBODY}`)).json).toEqual({
      type: "not_found",
      code: "KIND_NOT_EXPORTED",
      message: expect.stringContaining("does not export"),
      detail: []
    })
  })

  it("still serves what an earlier release of the connector stored", async () => {
    const [id] = await server.run(putRecords(tenant.connection.id, RecordKind.IdpUser, [user(1)]))
    expect((await get(`/idp/users/${id}`)).status).toBe(200)
  })
})

import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Effect, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ApiError, Client, type ErrorCode } from "../../../client/src/index.js"
import * as ApiKeys from "../../../runtime-http/src/store/accounts/ApiKeys.js"
import * as Child from "../../../runtime-http/test/Child.js"
import { makeTenant, start, type Tenant, type TestServer } from "../../../runtime-http/test/http/TestServer.js"

const PYTHON = "python3"
const folder = fileURLToPath(new URL("../../../client/python", import.meta.url))
const hasPython = spawnSync(PYTHON, ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]).status === 0

describe("a client whose key may only read", () => {
  let server: TestServer
  let tenant: Tenant
  let key = ""

  beforeAll(async () => {
    server = await start()
    tenant = await server.run(makeTenant)
    const made = await server.run(
      Effect.flatMap(ApiKeys.Keys, (keys) => keys.create(tenant.accountId, "reads", { scopes: ["read"] }))
    )
    key = Redacted.value(made.key)
  })
  afterAll(() => server?.stop())

  const code = "SCOPE_MISSING" satisfies ErrorCode
  const said = "does not have the scope provisioning, which deleteOrganization needs; it has read."

  it("reads, and gets an error with a code and the missing scope otherwise", async () => {
    const client = Client.make({
      baseUrl: `${server.origin}/v1`,
      apiKey: key,
      connectionId: tenant.connection.id
    })
    expect((await client.listIdpUsers()).items).toEqual([])
    const error: unknown = await client
      .deleteOrganization({ organization_id: tenant.organization.id })
      .catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 403, code, message: expect.stringContaining(said) })
  })

  it.skipIf(!hasPython)("gets the same with Python", async () => {
    const program = `
import json, sys
from tributary_client import ApiError, Client
client = Client(*sys.argv[1:4])
items = client.list_idp_users().items
try:
    client.delete_organization(sys.argv[4])
except ApiError as error:
    print(json.dumps([items, error.status, error.code, str(error)]))`
    const { ended, err, out } = Child.spawn("-c", {
      program: PYTHON,
      args: [program, `${server.origin}/v1`, key, tenant.connection.id, tenant.organization.id],
      env: { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" }
    })
    expect(await ended, err()).toBe(0)
    expect(JSON.parse(out())).toEqual([[], 403, code, expect.stringContaining(said)])
  })
})

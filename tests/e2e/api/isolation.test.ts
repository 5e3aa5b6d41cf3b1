import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { okta } from "@tributary/connector-okta"
import { startDemoVendor } from "@tributary/example-demo-vendor"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "../../support/Service.js"

interface Operation {
  readonly method: string
  readonly path: string
  readonly takesConnection: boolean
}

interface Described {
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>
}

const methods = ["get", "post", "patch", "delete"]

/** Every operation of the OpenAPI document that needs a key. */
const operations = (): ReadonlyArray<Operation> => {
  const text = readFileSync(new URL("../../../runtime-http/openapi.json", import.meta.url), "utf8")
  const paths: Readonly<Record<string, Readonly<Record<string, Described>>>> = JSON.parse(text).paths
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const schemes = Object.keys(item[method]?.security?.[0] ?? {})
      if (item[method] === undefined || schemes.length === 0) return []
      return [{ method: method.toUpperCase(), path, takesConnection: schemes.length > 1 }]
    })
  )
}

const bodies: Readonly<Record<string, object>> = {
  "POST /provisioning/organizations/{organization_id}/connections": {
    vendor: "OKTA",
    credentials: { base_url: "https://acme.okta.com", api_token: "any" }
  },
  "POST /provisioning/organizations/{organization_id}/connect-sessions": {},
  "PATCH /provisioning/organizations/{organization_id}/connections/{connection_id}": { identifier: "other" },
  "POST /provisioning/organizations/{organization_id}/connections/{connection_id}/held-back-deletions": {
    decision: "CONFIRM"
  },
  "POST /itsm/tickets": { name: "A ticket" },
  "POST /provisioning/webhooks": { url: "https://hooks.example" },
  "PATCH /provisioning/webhooks/{webhook_id}": { description: "other" }
}

/** The queries of operations that refuse a request without one. */
const queries: Readonly<Record<string, string>> = {
  "GET /provisioning/organizations/{organization_id}/connections/{connection_id}/counts": "?kind=idp_user&by=is_admin"
}

describe("resources of another account", () => {
  let service: Service.Service
  let vendor: Awaited<ReturnType<typeof startDemoVendor>>
  let connection: string
  let user: string
  // Operators see all accounts; their operations refuse the key of an account, which the table of scopes, roles and keys tests.
  // A customer's page sends the token of its own session, which `ConnectHttp.test.ts` tests.
  const all = operations().filter(({ path }) => !/^\/(?:operator|connect-sessions)\//.test(path))

  beforeAll(async () => {
    vendor = await startDemoVendor({ port: 0, users: 20, changeEverySeconds: 0, rateLimit: 100_000 })
    service = await Service.start({ connectors: [okta] })
    const created = await service.connect("OKTA", { base_url: vendor.url, api_token: vendor.token })
    connection = created.body.id
    await service.jobOf(connection)
    user = (await service.walk(connection, "/idp/users"))[0].id
  })

  afterAll(async () => {
    await service?.stop()
    await vendor?.close()
  })

  const ask = async (operation: Operation, ids: { readonly key: string; readonly own: (name: string) => string }) => {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => ids.own(name))
    const name = `${operation.method} ${operation.path}`
    const body = bodies[name]
    const answer = await service.call(`${path}${queries[name] ?? ""}`, {
      method: operation.method,
      key: ids.key,
      ...(operation.takesConnection ? { connection: ids.own("connection_id") } : {}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const { status, text, headers } = answer
    const kept = [...headers].filter(([name]) => !["x-request-id", "date"].includes(name))
    return { status, text, headers: kept }
  }

  const real = (name: string): string => {
    if (name === "organization_id") return service.organizationId
    return name === "connection_id" ? connection : user
  }

  it("are requested with every operation that needs a key", () => {
    expect(all.length).toBeGreaterThan(30)
    expect(all.filter(({ takesConnection }) => takesConnection).length).toBeGreaterThan(20)
  })

  it("get the same answer as missing ones, byte for byte [contract: own-records]", async () => {
    for (const operation of all) {
      if (!operation.takesConnection && !operation.path.includes("{")) continue
      const foreign = await ask(operation, { key: service.strangersKey, own: real })
      const missing = await ask(operation, { key: service.strangersKey, own: () => randomUUID() })
      expect(foreign, `${operation.method} ${operation.path}`).toEqual(missing)
      expect(foreign.status, `${operation.method} ${operation.path}: ${foreign.text}`).toBe(404)
    }
  })

  it("are unchanged after the attempts", async () => {
    expect(await service.health(connection)).toMatchObject({ name: "HEALTHY" })
    expect((await service.walk(connection, "/idp/users")).length).toBe(20)
  })

  it("cannot be reached through an address inside the operator's network, and the refusal names the field", async () => {
    const one = `/provisioning/organizations/${service.organizationId}/connections/${connection}`
    for (const base_url of [
      "https://[::ffff:10.0.0.1]",
      "https://169.254.169.254",
      "https://10.0.0.1",
      "https://1.1.1.1:22"
    ]) {
      const credentials = { base_url, api_token: vendor.token }
      const changed = { method: "PATCH", body: JSON.stringify({ credentials }) }
      for (const answer of [await service.connect("OKTA", credentials), await service.call(one, changed)]) {
        expect(answer.status, answer.text).toBe(422)
        expect(answer.body.detail).toMatchObject([{ loc: ["body", "credentials", "base_url"] }])
        expect(answer.body.detail[0].msg).toMatch(
          /^This address cannot be used: the operator of this server does not allow/
        )
      }
    }
  })

  it("get the same answer as records of another connection of the same account", async () => {
    const second = await service.connect("OKTA", { base_url: vendor.url, api_token: vendor.token })
    const elsewhere = await service.call(`/idp/users/${user}`, { connection: second.body.id })
    const nowhere = await service.call(`/idp/users/${randomUUID()}`, { connection: second.body.id })
    expect(elsewhere.status).toBe(404)
    expect(elsewhere.text).toBe(nowhere.text)
  })
})

import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { RecordKind } from "@tributary/core"
import { Effect, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Errors, KeyScopes, openApiDocument } from "../../../../src/api/index.js"
import * as AccountUsage from "../../../../src/store/accounts/AccountUsage.js"
import * as ApiKeys from "../../../../src/store/accounts/ApiKeys.js"
import * as Connections from "../../../../src/store/accounts/Connections.js"
import * as OperatorKeys from "../../../../src/store/accounts/OperatorKeys.js"
import * as Organizations from "../../../../src/store/accounts/Organizations.js"
import {
  makeTenant,
  putRecords,
  type Reply,
  send,
  start,
  type Tenant,
  type TestServer,
  user
} from "../../TestServer.js"

let server: TestServer
let tenant: Tenant
/** Another organization of the same account, with a connection. */
let second: Ids
/** The ids of another account. */
let foreign: Ids

interface Ids {
  readonly organization: string
  readonly connection: string
}

const nowhere = "00000000-0000-4000-8000-000000000000"
const idsOf = ({ connection, organization }: Tenant): Ids => ({
  organization: organization.id,
  connection: connection.id
})

const organizationIn = ({ scope }: Pick<Tenant, "scope">) =>
  Effect.gen(function* () {
    const organization = yield* (yield* Organizations.Organizations).create(scope, { name: "Second", identifier: null })
    const connection = yield* Effect.flatten(
      (yield* Connections.Connections).create(scope, organization.id, {
        vendor: "ACME",
        credentials: Redacted.make(`{"base_url":"https://acme.example","api_token":"s3cret-token"}`),
        identifier: null,
        refreshIntervalSecs: 3600,
        timeoutSecs: 600
      })
    )
    return { organization: organization.id, connection: connection.id }
  })

beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
  second = await server.run(organizationIn(tenant))
  foreign = idsOf(await server.run(makeTenant))
  const [userId = ""] = await server.run(putRecords(tenant.connection.id, RecordKind.IdpUser, [user(0)]))
  expect(userId).not.toBe("")
})
afterAll(() => server.stop())

const keyWith = (limits: Partial<ApiKeys.NewKey>): Promise<string> =>
  server.run(
    Effect.flatMap(ApiKeys.Keys, (keys) =>
      Effect.map(keys.create(tenant.accountId, "limited", limits), ({ key }) => Redacted.value(key))
    )
  )

interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly scopes: ReadonlyArray<string> | undefined
  /** The role that an operator needs; undefined if it is not for operators. */
  readonly role: string | undefined
  readonly description: string
  readonly needsConnection: boolean
  readonly statuses: ReadonlyArray<string>
}

const operations: ReadonlyArray<Operation> = Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): Operation => {
    const { "x-operator-role": role, "x-scopes": scopes } = operation as {
      readonly "x-scopes"?: ReadonlyArray<string>
      readonly "x-operator-role"?: string
    }
    return {
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      scopes,
      role,
      description: operation.description ?? "",
      needsConnection: JSON.stringify(operation.security).includes("connectionId"),
      statuses: Object.keys(operation.responses)
    }
  })
)

/** What makes a request valid, where the operation would otherwise stop before it looks for anything. */
const queries: Readonly<Record<string, string>> = { countConnectionRecords: "?kind=idp_user&by=is_admin" }
const bodies: Readonly<Record<string, unknown>> = {
  createConnection: { vendor: "ACME", credentials: { base_url: "https://acme.example", api_token: "x" } },
  updateConnection: { identifier: null },
  decideHeldBackDeletions: { decision: "DISMISS" },
  createTicket: { title: "t", description: "d" },
  createOrganization: { name: "New" },
  actOnOperatorConnections: { action: "pause", filter: { connection_ids: [nowhere] } }
}

const ask = (
  operation: Operation,
  key: string,
  ids: Ids,
  body: string = JSON.stringify(bodies[operation.name] ?? {})
): Promise<Reply> => askWith({ "X-API-KEY": key }, operation, ids, body)

const askWith = (
  keys: Readonly<Record<string, string>>,
  { method, name, needsConnection, path }: Operation,
  ids: Ids,
  body: string = JSON.stringify(bodies[name] ?? {})
): Promise<Reply> => {
  const filled = path
    .replace("{organization_id}", ids.organization)
    .replace("{connection_id}", ids.connection)
    .replace("{vendor}", "ACME")
    .replace("{record_kind}", "idp_user")
    .replace(/\{\w+\}/g, nowhere)
  return send(`${server.origin}/v1${filled}${queries[name] ?? ""}`, {
    method,
    headers: { ...keys, ...(needsConnection ? { "X-CONNECTION-ID": ids.connection } : {}) },
    ...(method === "GET" || method === "DELETE" ? {} : { body })
  })
}

const codeOf = ({ headers, status }: Reply) => [status, headers.get("X-Error-Code")]

const deletes = (operation: Operation) => operation.method === "DELETE"

/** Those that delete come last: if they did so by mistake, the others would find nothing for another reason. */
const keyed = operations
  .filter(({ scopes }) => scopes !== undefined)
  .toSorted((one, other) => Number(deletes(one)) - Number(deletes(other)))
const isOfAccount = (name: string): boolean => {
  const requirement = KeyScopes.of(name)
  return requirement?.key === "account" && requirement.isOfAccount
}
const creates = (operation: Operation) => operation.name.startsWith("create")

describe("the table of scopes", () => {
  it("has every operation of the document, and no other; the document shows what it says [contract: key-scopes]", () => {
    expect(Object.keys(KeyScopes.operations).toSorted()).toEqual(operations.map(({ name }) => name).toSorted())
    for (const { description, name, role, scopes, statuses } of operations) {
      const requirement = KeyScopes.of(name)
      expect(scopes, name).toEqual(requirement?.key === "account" ? requirement.scopes : undefined)
      expect(role, name).toBe(requirement?.key === "operator" ? requirement.role : undefined)
      expect(description, name).toContain(KeyScopes.sentenceOf(requirement))
      expect(statuses.includes("403"), name).toBe(requirement !== null)
    }
  })

  it("lets a key that only reads send nothing but GET, and no key that does not read see a record", () => {
    for (const { method, name, needsConnection, scopes = [] } of keyed) {
      if (scopes.includes("read")) expect(method, name).toBe("GET")
      if (needsConnection && method === "GET" && name !== "getOutboundJob") expect(scopes, name).toEqual(["read"])
    }
  })
})

describe.each(KeyScopes.names)("a key with the scope %s alone", (scope) => {
  let key = ""
  beforeAll(async () => {
    key = await keyWith({ scopes: [scope] })
    // From here on, its requests for records take the way of keys that the process knows.
    await send(`${server.origin}/v1/usage`, { headers: { "X-API-KEY": key } })
  })

  const allowed = keyed.filter(({ scopes = [] }) => scopes.includes(scope))
  const refused = keyed.filter(({ scopes = [] }) => !scopes.includes(scope))

  it.each(allowed.map((operation) => [operation.name, operation] as const))(
    "gets from %s what a key without limits gets [contract: key-scopes]",
    async (_, operation) => {
      // What would change something is asked of nothing.
      const ids = deletes(operation) ? { organization: nowhere, connection: nowhere } : idsOf(tenant)
      const body = creates(operation) ? "{}" : undefined
      const whole = await ask(operation, tenant.key, ids, body)
      for (const _time of ["first", "second"]) {
        const limited = await ask(operation, key, ids, body)
        expect([limited.status, limited.headers.get("X-Error-Code")]).toEqual(codeOf(whole))
        if (operation.method === "GET" && operation.name !== "getConnectionStatus") {
          expect(limited.text).toBe(whole.text)
        }
      }
    }
  )

  it.each(refused.map((operation) => [operation.name, operation] as const))(
    "gets a 403 from %s, whatever exists, before its body is read [contract: key-scopes]",
    async (_, operation) => {
      const replies = [
        await ask(operation, key, idsOf(tenant)),
        await ask(operation, key, foreign),
        await ask(operation, key, { organization: nowhere, connection: nowhere }),
        await ask(operation, key, { organization: "no-uuid", connection: "no-uuid" }),
        await ask(operation, key, idsOf(tenant), "{")
      ]
      for (const reply of replies) expect(codeOf(reply)).toEqual([403, "SCOPE_MISSING"])
      const [text, ...others] = new Set(replies.map((reply) => reply.text))
      expect(others).toEqual([])
      const { detail } = JSON.parse(text ?? "") as { readonly detail: string }
      expect(detail).toContain(
        `does not have the scope ${operation.scopes?.join(" or ")}, which ${operation.name} needs; it has ${scope}.`
      )
      expect(detail).toContain(`--scope ${operation.scopes?.[0]}`)
    }
  )
})

describe("a key without the scope", () => {
  it("cannot delete a customer if it only reads", async () => {
    const key = await keyWith({ scopes: ["read"] })
    const url = `${server.origin}/v1/provisioning/organizations/${second.organization}`
    const headers = { "X-API-KEY": key }
    expect(codeOf(await send(url, { method: "DELETE", headers }))).toEqual([403, "SCOPE_MISSING"])
    expect((await send(url, { headers })).status).toBe(200)
  })

  it("is refused before a misspelled parameter is", async () => {
    const key = await keyWith({ scopes: ["write"] })
    const headers = { "X-API-KEY": key, "X-CONNECTION-ID": tenant.connection.id }
    expect(codeOf(await send(`${server.origin}/v1/idp/users?strict=true&limt=1`, { headers }))).toEqual([
      403,
      "SCOPE_MISSING"
    ])
  })

  it("has all that its scopes allow, if it has several", async () => {
    const key = await keyWith({ scopes: ["read", "write"] })
    for (const operation of keyed) {
      const isAllowed = operation.scopes?.some((scope) => scope !== "provisioning")
      const { status } = await ask(operation, key, { organization: nowhere, connection: nowhere }, "{}")
      expect(status === 403, operation.name).toBe(!isAllowed)
    }
  })
})

describe("a key that is limited to an organization", () => {
  let key = ""
  beforeAll(async () => {
    key = await keyWith({ organizations: [tenant.organization.id] })
    await send(`${server.origin}/v1/provisioning/organizations`, { headers: { "X-API-KEY": key } })
  })

  const withIds = keyed.filter(({ needsConnection, path }) => needsConnection || path.includes("{organization_id}"))

  it.each(withIds.map((operation) => [operation.name, operation] as const))(
    "gets from %s for another organization of the account what it gets for another account [contract: key-organizations]",
    async (_, operation) => {
      for (const _time of ["first", "second"]) {
        const hidden = await ask(operation, key, second)
        const others = await ask(operation, key, foreign)
        expect(codeOf(hidden)[0]).toBe(404)
        expect([hidden.status, hidden.text]).toEqual([others.status, others.text])
      }
      // Nor does the connection exist below the organization that the key may see.
      if (!operation.needsConnection && !operation.path.includes("{connection_id}")) return
      const mixed = { organization: tenant.organization.id, connection: second.connection }
      expect((await ask(operation, key, mixed)).status).toBe(404)
    }
  )

  it.each(withIds.map((operation) => [operation.name, operation] as const))(
    "gets from %s for its own organization what any key gets",
    async (_, operation) => {
      if (deletes(operation)) return
      const body = creates(operation) ? "{}" : undefined
      const own = await ask(operation, key, idsOf(tenant), body)
      const whole = await ask(operation, tenant.key, idsOf(tenant), body)
      expect(codeOf(own)).toEqual(codeOf(whole))
    }
  )

  it.each(keyed.filter(({ name }) => isOfAccount(name)).map((each) => [each.name, each] as const))(
    "gets a 403 from %s, which concerns the whole account [contract: key-organizations]",
    async (_, operation) => {
      const reply = await ask(operation, key, idsOf(tenant))
      expect([codeOf(reply), reply.json]).toEqual([[403, "KEY_LIMITED"], { detail: Errors.table.KeyLimited.message }])
    }
  )

  it("does not learn how many connections the account has, when it has as many as it may have", async () => {
    const limit = (value: number | "default") =>
      server.run(
        Effect.flatMap(AccountUsage.AccountUsage, ({ setQuota }) => setQuota(tenant.accountId, "connections", value))
      )
    await limit(1)
    const create = keyed.find(({ name }) => name === "createConnection") as Operation
    const [limited, whole] = [await ask(create, key, idsOf(tenant)), await ask(create, tenant.key, idsOf(tenant))]
    await limit("default")
    expect([codeOf(limited), codeOf(whole)]).toEqual(Array.from({ length: 2 }, () => [409, "QUOTA_EXCEEDED"]))
    expect(whole.text).toMatch(/has \d+ connections/)
    expect(limited.text).not.toMatch(/\d/)
  })

  it("sees no other organization in the list, nor in its total", async () => {
    const { json } = await send(`${server.origin}/v1/provisioning/organizations`, { headers: { "X-API-KEY": key } })
    expect(json).toMatchObject({ total: 1, items: [{ id: tenant.organization.id }] })
  })

  it("finds its organization whatever the case of the letters", async () => {
    const headers = { "X-API-KEY": key, "Idempotency-Key": randomUUID() }
    const url = `${server.origin}/v1/provisioning/organizations/${tenant.organization.id.toUpperCase()}/connections`
    const body = JSON.stringify(bodies["createConnection"])
    expect((await send(url, { method: "POST", headers, body })).status).toBe(201)
  })

  it("does not get the answer that another key has got with its Idempotency-Key for another organization", async () => {
    const create = (sender: string) =>
      send(`${server.origin}/v1/provisioning/organizations/${second.organization}/connections`, {
        method: "POST",
        headers: { "X-API-KEY": sender, "Idempotency-Key": "key-of-another" },
        body: JSON.stringify(bodies["createConnection"])
      })
    expect((await create(tenant.key)).status).toBe(201)
    expect((await create(tenant.key)).headers.get("Idempotency-Replayed")).toBe("true")
    expect(codeOf(await create(key))).toEqual([404, "ORGANIZATION_NOT_FOUND"])
  })

  it("shares its Idempotency-Keys only with keys that have the same limit, whatever the others use", async () => {
    const create = async (sender: string, organization: string) => {
      const reply = await send(`${server.origin}/v1/provisioning/organizations/${organization}/connections`, {
        method: "POST",
        headers: { "X-API-KEY": sender, "Idempotency-Key": "key-of-several" },
        body: JSON.stringify(bodies["createConnection"])
      })
      return [...codeOf(reply), reply.headers.get("Idempotency-Replayed")]
    }
    const both = [tenant.organization.id, second.organization]
    const same = await keyWith({ organizations: [tenant.organization.id] })
    const others = [
      await keyWith({ organizations: [second.organization] }),
      await keyWith({ organizations: both }),
      tenant.key
    ]
    expect(await create(key, tenant.organization.id)).toEqual([201, null, null])
    expect(await create(same, tenant.organization.id)).toEqual([201, null, "true"])
    for (const other of others) expect(await create(other, second.organization)).toEqual([201, null, null])
    const reversed = await keyWith({ organizations: both.toReversed() })
    expect(await create(reversed, second.organization)).toEqual([201, null, "true"])
    expect(await create(tenant.key, tenant.organization.id)).toEqual([422, "IDEMPOTENCY_KEY_REUSED", null])
  })
})

describe("an expired key", () => {
  const asks = (key: string) =>
    Promise.all([
      send(`${server.origin}/v1/provisioning/organizations`, { headers: { "X-API-KEY": key } }),
      send(`${server.origin}/v1/idp/users`, {
        headers: { "X-API-KEY": key, "X-CONNECTION-ID": tenant.connection.id }
      })
    ])

  const endKey = (key: string, column: "expires_at" | "revoked_at") =>
    server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update api_key set ${sql(column)} = clock_timestamp() where hash = ${ApiKeys.hashOf(key)}`
      )
    )

  it("gets a 401 that says so, also if it was used before; any other gets that of an unknown key", async () => {
    const key = await keyWith({ expires: new Date(Date.now() + 3_600_000).toISOString() })
    for (const { status } of [...(await asks(key)), ...(await asks(key))]) expect(status).toBe(200)
    await endKey(key, "expires_at")
    const expired = JSON.stringify({ detail: Errors.table.KeyExpired.message })
    for (const _time of ["first", "second"]) {
      for (const reply of await asks(key)) {
        expect([...codeOf(reply), reply.text]).toEqual([401, "KEY_EXPIRED", expired])
      }
    }
    for (const reply of await asks(`${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`)) {
      expect(codeOf(reply)).toEqual([401, "KEY_INVALID"])
    }
    await endKey(key, "revoked_at")
    for (const reply of await asks(key)) expect(codeOf(reply)).toEqual([401, "KEY_INVALID"])
  })

  it("is a 401 even where it lacks the scope", async () => {
    const key = await keyWith({ scopes: ["write"], expires: new Date(Date.now() - 1_000).toISOString() })
    for (const reply of await asks(key)) expect(codeOf(reply)).toEqual([401, "KEY_EXPIRED"])
  })
})

const operatorKeyWith = (
  rights: OperatorKeys.OperatorRights,
  expires: string | null = null
): Promise<{ readonly id: string; readonly key: string }> =>
  server.run(
    Effect.flatMap(OperatorKeys.OperatorKeys, (keys) =>
      Effect.map(keys.create("operator", rights, expires), ({ id, key }) => ({ id, key: Redacted.value(key) }))
    )
  )

const ofOperators = operations.filter(({ role }) => role !== undefined)
const isOfRecords = ({ name }: Operation): boolean => {
  const requirement = KeyScopes.of(name)
  return requirement?.key === "operator" && requirement.isOfRecords
}

const rightsOf = ["read", "act"].flatMap((role) =>
  [false, true].map((mayReadRecords) => ({ role, mayReadRecords }) as OperatorKeys.OperatorRights)
)

describe.each(rightsOf)("an operator's key with %j", (rights) => {
  let key = ""
  beforeAll(async () => {
    key = (await operatorKeyWith(rights)).key
  })

  it.each(ofOperators.map((operation) => [operation.name, operation] as const))(
    "may use %s if its role and right allow it, and gets a 403 otherwise [contract: operator-roles]",
    async (_, operation) => {
      const lacksRole = operation.role === "act" && rights.role !== "act"
      const lacksRight = isOfRecords(operation) && !rights.mayReadRecords
      const code = lacksRole ? "ROLE_MISSING" : "RECORDS_NOT_ALLOWED"
      const reply = await askWith({ "X-OPERATOR-KEY": key }, operation, idsOf(tenant))
      expect(codeOf(reply), reply.text).toEqual(lacksRole || lacksRight ? [403, code] : [200, null])
    }
  )

  it.each(keyed.map((operation) => [operation.name, operation] as const))(
    "gets a 403 from %s, which is about one account, in either header [contract: operator-roles]",
    async (_, operation) => {
      for (const headers of [{ "X-OPERATOR-KEY": key }, { "X-API-KEY": key }]) {
        const reply = await askWith(headers, operation, idsOf(tenant))
        expect([codeOf(reply), reply.text]).toMatchObject([
          [403, "KEY_OF_OPERATOR"],
          expect.stringContaining("X-API-KEY")
        ])
      }
    }
  )
})

describe.each(ofOperators.map((operation) => [operation.name, operation] as const))("%s", (_, operation) => {
  const answer = async (keys: Readonly<Record<string, string>>) => codeOf(await askWith(keys, operation, idsOf(tenant)))

  it("refuses the key of an account with a 403, in either header [contract: operator-roles]", async () => {
    expect(await answer({ "X-API-KEY": tenant.key })).toEqual([403, "KEY_OF_ACCOUNT"])
    expect(await answer({ "X-OPERATOR-KEY": tenant.key })).toEqual([403, "KEY_OF_ACCOUNT"])
  })

  it("refuses no key, and one that is unknown, expired or revoked, with a 401 [contract: operator-roles]", async () => {
    expect(await answer({})).toEqual([401, "KEY_INVALID"])
    expect(await answer({ "X-OPERATOR-KEY": "" })).toEqual([401, "KEY_INVALID"])
    expect(await answer({ "X-OPERATOR-KEY": "tribop_" })).toEqual([401, "KEY_INVALID"])
    const rights = { role: "act", mayReadRecords: true } as const
    const { id, key } = await operatorKeyWith(rights)
    const other = `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`
    expect(await answer({ "X-OPERATOR-KEY": other })).toEqual([401, "KEY_INVALID"])
    expect((await answer({ "X-OPERATOR-KEY": key }))[0]).toBe(200)
    await server.run(Effect.flatMap(OperatorKeys.OperatorKeys, ({ revoke }) => revoke(id)))
    expect(await answer({ "X-OPERATOR-KEY": key })).toEqual([401, "KEY_INVALID"])
    const expired = await operatorKeyWith(rights, new Date(Date.now() - 1_000).toISOString())
    expect(await answer({ "X-OPERATOR-KEY": expired.key })).toEqual([401, "KEY_EXPIRED"])
  })
})

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  acme,
  dataHeaders,
  locs,
  makeTenant,
  type Reply,
  send,
  start,
  type Tenant,
  type TestServer
} from "../../TestServer.js"

const HEADER = "X-Ignored-Parameters"

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await start()
  tenant = await server.run(makeTenant)
})
afterAll(() => server.stop())

const get = (path: string) => send(server.origin + path, { headers: dataHeaders(tenant) })
const ignored = (reply: Reply) => [reply.status, reply.headers.get(HEADER)]

describe("unknown query parameters", () => {
  it("are ignored, and named with the nearest known one [contract: unknown-parameters]", async () => {
    expect(ignored(await get("/v1/idp/users?limt=1&colour=red&Cursor=x&limit=1"))).toEqual([
      200,
      "limt;nearest=limit, colour, Cursor;nearest=cursor"
    ])
    expect(ignored(await get("/v1/idp/users?limit=1"))).toEqual([200, null])
    expect(ignored(await get("/v1/idp/users"))).toEqual([200, null])
  })

  it("are compared with the parameters of their own operation", async () => {
    const organization = `/v1/provisioning/organizations/${tenant.organization.id}`
    expect(ignored(await get(`${organization}/connections?healthStatusCode=UNAUTHORIZED`))).toEqual([
      200,
      "healthStatusCode;nearest=healthStatusCodes"
    ])
    expect(ignored(await get(`${organization}?limit=1`))).toEqual([200, "limit"])
    expect(ignored(await get(`/v1/connectors?catgory=${acme.category}`))).toEqual([200, "catgory;nearest=category"])
  })

  it("are named in errors too", async () => {
    expect(ignored(await get("/v1/idp/users?limit=0.5&ofset=1"))).toEqual([422, "ofset;nearest=offset"])
    expect(ignored(await get(`/v1/idp/users/${tenant.connection.id}?includeGroups=true`))).toEqual([
      404,
      "includeGroups;nearest=includeIdpGroups"
    ])
  })

  it("are named once, escaped, and twenty at most", async () => {
    expect(ignored(await get("/v1/idp/users?a%0d%0aX-Evil:%201=1&b,c;d=2&%C3%A9=3&b,c;d=4&=5&%F0%9F%98%80=6"))).toEqual(
      [200, "a%0D%0AX-Evil%3A%201, b%2Cc%3Bd, %C3%A9, %F0%9F%98%80"]
    )
    const many = Array.from({ length: 30 }, (_, index) => `z${index}=1`).join("&")
    expect((await get(`/v1/idp/users?${many}`)).headers.get(HEADER)?.split(", ")).toHaveLength(20)
    const long = await get(`/v1/idp/users?${"z".repeat(9_000)}=1`)
    expect(long.headers.get(HEADER)).toBe("z".repeat(100))
  })
})

describe("strict=true", () => {
  it("makes unknown parameters a 422 that names them", async () => {
    const reply = await get("/v1/idp/groups?strict=true&limt=1&colour=red")
    expect([reply.status, reply.headers.get("X-Error-Code")]).toEqual([422, "UNKNOWN_PARAMETER"])
    expect(reply.json).toEqual({
      detail: [
        {
          loc: ["query", "limt"],
          msg: "This operation has no such parameter. Did you mean limit?",
          type: "unexpected",
          ctx: { nearest: "limit" },
          input: "[redacted]"
        },
        {
          loc: ["query", "colour"],
          msg: "This operation has no such parameter. Remove it.",
          type: "unexpected",
          ctx: {},
          input: "[redacted]"
        }
      ]
    })
  })

  it.each(["sort", "sortBy", "order_by"])("says of %s that lists are ordered by change", async (name) => {
    const reply = await get(`/v1/idp/users?strict=true&${name}=name`)
    expect(reply.json).toMatchObject({ detail: [{ msg: expect.stringContaining("ordered by change") }] })
  })

  it("has the error shape of the operation", async () => {
    expect((await get("/v1/itsm/users?strict=true&limt=1")).json).toMatchObject({ code: "UNKNOWN_PARAMETER" })
  })

  it("changes nothing if all are known, on every operation", async () => {
    const organization = `/v1/provisioning/organizations/${tenant.organization.id}`
    for (const path of ["/v1/idp/users?limit=1&", `${organization}?`, "/v1/connectors?", "/v1/connectors/ACME/logo?"]) {
      expect(ignored(await get(`${path}strict=true`)), path).toEqual([200, null])
      expect((await get(`${path}strict=true&x=1`)).status, path).toBe(422)
      expect(ignored(await get(`${path}strict=false&x=1`)), path).toEqual([200, "x"])
    }
  })

  it("is not checked before the key", async () => {
    for (const path of ["/v1/idp/groups", "/v1/provisioning/organizations"]) {
      for (const query of ["strict=true&limt=1", "strict=x"]) {
        expect((await send(`${server.origin}${path}?${query}`)).status, `${path}?${query}`).toBe(401)
        expect((await get(`${path}?${query}`)).status, `${path}?${query}`).toBe(422)
      }
    }
  })

  it("prevents a request from changing anything", async () => {
    const reply = await send(`${server.origin}/v1/provisioning/organizations?strict=true&nmae=x`, {
      method: "POST",
      headers: { "X-API-KEY": tenant.key },
      body: '{"name":"Initech"}'
    })
    expect(reply.status).toBe(422)
    expect((await get("/v1/provisioning/organizations")).json).toMatchObject({ total: 1 })
  })

  it("accepts only true and false, once", async () => {
    for (const sent of ["strict=yes", "strict=", "strict=true&strict=false"]) {
      const reply = await get(`/v1/idp/users?${sent}`)
      expect([reply.status, locs(reply)], sent).toEqual([422, ["query.strict"]])
    }
  })
})

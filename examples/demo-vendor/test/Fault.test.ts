import { afterEach, describe, expect, it, vi } from "vitest"
import { type DemoVendor, type Fault, startDemoVendor } from "../src/index.js"

let vendor: DemoVendor

const start = async (): Promise<void> => {
  vendor = await startDemoVendor({ users: 30, changeEverySeconds: 0 })
}

const get = (path: string): Promise<Response> =>
  fetch(vendor.url + path, { headers: { authorization: `SSWS ${vendor.token}` } })

const post = (path: string, body: string): Promise<Response> => fetch(vendor.url + path, { method: "POST", body })

afterEach(() => vendor.close())

describe("faults", () => {
  it("answer with the given status, headers and body, the given number of times", async () => {
    await start()
    vendor.fail({ path: "^/api/v1/groups$", times: 2, status: 503, headers: { "retry-after": "3" } })
    vendor.fail({ path: "^/api/v1/apps", times: 1, status: 200, body: { strange: true } })
    const first = await get("/api/v1/groups?limit=3")
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, "3"])
    expect(await first.json()).toMatchObject({ errorCode: "E0000010" })
    expect((await get("/api/v1/users")).status).toBe(200)
    expect((await get("/api/v1/groups")).status).toBe(503)
    expect((await get("/api/v1/groups")).status).toBe(200)
    expect(await (await get("/api/v1/apps")).json()).toEqual({ strange: true })
  })

  it("say when to retry after a 429", async () => {
    await start()
    vendor.fail({ path: "users", times: 1, status: 429 })
    const response = await get("/api/v1/users")
    expect(response.headers.get("x-rate-limit-remaining")).toBe("0")
    expect(Number(response.headers.get("x-rate-limit-reset")) * 1000).toBeGreaterThan(
      Date.parse(response.headers.get("date") ?? "")
    )
    expect(await response.json()).toMatchObject({ errorCode: "E0000047" })
  })

  it("cut the connection, answer with a web page, and truncate an answer", async () => {
    await start()
    const next = /<([^>]+)>; rel="next"/.exec((await get("/api/v1/users?limit=1")).headers.get("link") ?? "")?.[1] ?? ""
    vendor.fail({ path: "after=", times: 1, drop: true })
    await expect(get(next.slice(vendor.url.length))).rejects.toThrow()
    vendor.fail({ path: "^/api/v1/users$", times: 1, html: true })
    const page = await get("/api/v1/users")
    expect([page.status, page.headers.get("content-type")]).toEqual([502, "text/html"])
    vendor.fail({ path: "^/api/v1/users$", times: 1, truncate: true })
    const cut = await get("/api/v1/users")
    expect(cut.status).toBe(200)
    await expect(cut.json()).rejects.toThrow(SyntaxError)
    expect(vendor.journal().map(({ status }) => status)).toEqual([200, 0, 502, 200])
  })

  it("can leave a request hanging without delaying close", async () => {
    await start()
    vendor.fail({ path: "^/api/v1/users$", times: 1, hang: true })
    const hanging = get("/api/v1/users").catch((error: unknown) => error)
    await vi.waitFor(() => expect(vendor.journal()).toEqual([{ method: "GET", path: "/api/v1/users", status: 0 }]))
    await vendor.close()
    expect(await hanging).toBeInstanceOf(Error)
  })
})

describe("control paths", () => {
  it("accept faults, changes and journal requests without a token", async () => {
    await start()
    expect((await post("/__demo/fail", '{"path":"users","times":9,"status":500}')).status).toBe(200)
    expect((await get("/api/v1/users")).status).toBe(500)
    expect((await fetch(`${vendor.url}/__demo/fail`, { method: "DELETE" })).status).toBe(200)
    expect((await get("/api/v1/users?limit=5")).status).toBe(200)
    expect(await (await post("/__demo/advance", '{"steps":2}')).json()).toMatchObject({
      changes: [{ kind: "login" }, { kind: "title" }]
    })
    expect(await (await post("/__demo/advance", "")).json()).toMatchObject({
      changes: [{ groupId: expect.any(String) }]
    })
    expect(await (await post("/__demo/advance", '{"kind":"deletion"}')).json()).toMatchObject({
      changes: [{ kind: "deletion" }]
    })
    const unknown = await post("/__demo/advance", '{"kind":"merger"}')
    expect([unknown.status, await unknown.json()]).toMatchObject([
      400,
      { error: expect.stringContaining("deactivation, deletion") }
    ])
    expect(await (await fetch(`${vendor.url}/__demo/journal`)).json()).toEqual([
      { method: "GET", path: "/api/v1/users", status: 500 },
      { method: "GET", path: "/api/v1/users?limit=5", status: 200 }
    ])
    expect((await post("/__demo/explode", "")).status).toBe(404)
  })

  it.each([
    ["{", "not valid JSON"],
    ["", "a fault is an object"],
    ["[]", "a fault is an object"],
    ['{"times":1}', "path must be"],
    ['{"path":"(","times":1}', "not a valid regular expression"],
    ['{"path":"x"}', "times must be"],
    ['{"path":"x","times":0}', "times must be"],
    ['{"path":"x","times":1,"status":"503"}', "status must be"],
    ['{"path":"x","times":1,"status":100}', "status must be"],
    ['{"path":"x","times":1,"headers":{"a":1}}', "header a must be a string"],
    ['{"path":"x","times":1,"headers":{"a b":"c"}}', "cannot be sent"],
    ['{"path":"x","times":1,"drop":1}', "drop must be true or false"],
    ['{"path":"x","times":1,"drop":true,"hang":true}', "cannot be combined"],
    ['{"path":"x","times":1,"hang":true,"status":500}', "has no effect"],
    ['{"path":"x","times":1,"statsu":500}', "unknown key statsu"]
  ])("refuse %s", async (body, message) => {
    await start()
    const response = await post("/__demo/fail", body)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { readonly error: string }).error).toContain(message)
  })

  it("revoke the token for the next one", async () => {
    await start()
    const first = vendor.token
    const { token } = (await (await post("/__demo/revoke", "")).json()) as { readonly token: string }
    const statusWith = async (each: string) =>
      (await fetch(`${vendor.url}/api/v1/users/me`, { headers: { authorization: `SSWS ${each}` } })).status
    expect([await statusWith(first), await statusWith(token), vendor.token]).toEqual([401, 200, token])
    expect(vendor.revoke()).not.toBe(token)
  })

  it("refuse invalid faults from code as well", async () => {
    await start()
    expect(() => vendor.fail({ path: "x", times: 0 } satisfies Fault)).toThrow(TypeError)
  })

  it("survive a malformed address", async () => {
    await start()
    expect((await get("/api/v1/users/%E0%A4%A")).status).toBe(500)
    expect((await get(`/api/v1/users?search=${"(".repeat(12_000)}`)).status).toBeGreaterThanOrEqual(400)
    expect((await get("/api/v1/users/me")).status).toBe(200)
  })
})

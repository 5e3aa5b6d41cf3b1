import { afterEach, describe, expect, it } from "vitest"
import { type DemoVendor, type DemoVendorOptions, startDemoVendor } from "../src/index.js"

interface Row {
  readonly id: string
  readonly status: string
  readonly lastLogin: string | null
  readonly lastUpdated: string
  readonly statusChanged: string | null
  readonly lastMembershipUpdated: string
  readonly type: string
  readonly conditions?: { readonly people: { readonly groups: { readonly include: ReadonlyArray<string> } } }
  readonly profile: { readonly title?: string; readonly description?: string | null; readonly name?: string }
}

const NOW = Date.parse("2026-03-02T10:00:30.000Z")
const opened: Array<DemoVendor> = []

const start = async (options: DemoVendorOptions = {}): Promise<DemoVendor> => {
  const vendor = await startDemoVendor({ changeEverySeconds: 0, now: () => NOW, ...options })
  opened.push(vendor)
  return vendor
}

const get = (vendor: DemoVendor, path: string, scheme = "SSWS"): Promise<Response> =>
  fetch(new URL(path, vendor.url), { headers: { authorization: `${scheme} ${vendor.token}` } })

const nextLink = (response: Response): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1]

const walk = async (vendor: DemoVendor, path: string): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  let next: string | undefined = path
  while (next !== undefined) {
    const response = await get(vendor, next)
    expect(response.status).toBe(200)
    rows.push(...((await response.json()) as ReadonlyArray<Row>))
    next = nextLink(response)
  }
  return rows
}

const one = async (vendor: DemoVendor, path: string): Promise<Row> => (await get(vendor, path)).json() as Promise<Row>
const byId = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => rows.map(({ id }) => id)
const query = (name: string, expression: string): string => `/api/v1/users?${name}=${encodeURIComponent(expression)}`

afterEach(async () => {
  await Promise.all(opened.splice(0).map((vendor) => vendor.close()))
})

describe("lists", () => {
  it("return every user exactly once, without deprovisioned ones", async () => {
    const vendor = await start()
    const rows = await walk(vendor, "/api/v1/users?limit=7")
    const gone = await walk(vendor, query("filter", 'status eq "DEPROVISIONED"'))
    expect(new Set(byId(rows)).size).toBe(rows.length)
    expect(rows.some(({ status }) => status === "DEPROVISIONED")).toBe(false)
    expect(gone.length).toBeGreaterThan(5)
    expect(gone.every(({ status }) => status === "DEPROVISIONED")).toBe(true)
    expect(rows.length + gone.length).toBe(320)
    expect(rows.some(({ lastLogin }) => lastLogin === null)).toBe(true)
  })

  it("return the policies of one type, and refuse a type that the organization does not have", async () => {
    const vendor = await start()
    const groups = await walk(vendor, "/api/v1/groups")
    const policies = await walk(vendor, "/api/v1/policies?type=OKTA_SIGN_ON")
    const included = policies.map(({ conditions }) => conditions?.people.groups.include)
    const named = (name: string) => groups.filter(({ profile }) => profile.name === name).map(({ id }) => id)
    expect(included).toEqual([named("Production Access"), named("Everyone")])
    const refused = await get(vendor, "/api/v1/policies?type=ACCESS_POLICY")
    expect([refused.status, await refused.json()]).toMatchObject([400, { errorCode: "E0000002" }])
  })

  it("neither skip nor repeat a user while users leave and arrive", async () => {
    const vendor = await start({ users: 60 })
    const before = await walk(vendor, "/api/v1/users")
    const first = await get(vendor, "/api/v1/users?limit=20")
    const seen = byId((await first.json()) as ReadonlyArray<Row>)
    vendor.advance(25)
    const after = await walk(vendor, "/api/v1/users")
    const rest = byId(await walk(vendor, nextLink(first) ?? ""))
    const staying = byId(before).filter((id) => byId(after).includes(id))
    expect(new Set([...seen, ...rest]).size).toBe(seen.length + rest.length)
    expect(staying.filter((id) => !seen.includes(id) && !rest.includes(id))).toEqual([])
  })

  it("cap the page size, link to the requested host, and refuse invalid parameters", async () => {
    const vendor = await start()
    const response = await get(vendor, "/api/v1/users?limit=1000")
    expect(await response.json()).toHaveLength(200)
    expect(nextLink(response)?.startsWith(`${vendor.url}/api/v1/users?`)).toBe(true)
    expect(response.headers.get("link")).toContain('rel="self"')
    for (const bad of ["/api/v1/users?limit=0", "/api/v1/users?after=zzz", query("search", "salary gt 3")]) {
      expect((await get(vendor, bad)).status).toBe(400)
    }
    expect(await (await get(vendor, query("filter", 'status ne "ACTIVE"'))).json()).toMatchObject({
      errorCode: "E0000031",
      errorLink: "E0000031"
    })
  })

  it("return groups with their members, and applications with their users", async () => {
    const vendor = await start()
    const groups = await walk(vendor, "/api/v1/groups?limit=10")
    const users = await walk(vendor, "/api/v1/users")
    const everyone = groups.find(({ type }) => type === "BUILT_IN")
    expect(groups).toHaveLength(25)
    expect(groups.some(({ profile }) => profile.description === null)).toBe(true)
    expect(groups.some(({ type }) => type === "APP_GROUP")).toBe(true)
    expect(byId(await walk(vendor, `/api/v1/groups/${everyone?.id}/users?limit=50`))).toEqual(byId(users))
    const apps = await walk(vendor, "/api/v1/apps?limit=5")
    expect(apps).toHaveLength(12)
    const appGroups = await walk(vendor, `/api/v1/apps/${apps[0]?.id}/groups?limit=1`)
    expect(appGroups.length).toBeGreaterThan(0)
    const appUsers = await walk(vendor, `/api/v1/apps/${apps[0]?.id}/users`)
    expect(new Set(byId(appUsers))).toEqual(new Set(byId(users)))
    expect(appUsers[0]).toMatchObject({
      scope: "GROUP",
      externalId: expect.any(String),
      credentials: { userName: expect.any(String) }
    })
  })

  it("return administrators, roles, factors and the token's owner", async () => {
    const vendor = await start()
    const me = await one(vendor, "/api/v1/users/me")
    const admins = (await (await get(vendor, "/api/v1/iam/assignees/users?limit=2")).json()) as {
      readonly value: ReadonlyArray<Row>
      readonly _links: { readonly next?: { readonly href: string } }
    }
    expect(admins.value[0]?.id).toBe(me.id)
    expect(admins._links.next?.href).toContain("after=")
    expect(await (await get(vendor, `/api/v1/users/${me.id}/roles`)).json()).toMatchObject([{ type: "SUPER_ADMIN" }])
    const users = await walk(vendor, "/api/v1/users")
    const counts = await Promise.all(
      users.map(
        async ({ id }) =>
          ((await (await get(vendor, `/api/v1/users/${id}/factors`)).json()) as ReadonlyArray<Row>).length
      )
    )
    const share = counts.filter((count) => count > 0).length / users.length
    expect(share).toBeGreaterThan(0.55)
    expect(share).toBeLessThan(0.8)
    const missing = await get(vendor, "/api/v1/users/00uNobody/roles")
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ errorCode: "E0000007" })
  })

  it("return the same people for the same seed", async () => {
    const [left, right, other] = await Promise.all([start(), start(), start({ seed: 7 })])
    const rows = (vendor: DemoVendor) => walk(vendor, "/api/v1/users").then(byId)
    expect(await rows(left)).toEqual(await rows(right))
    expect(await rows(left)).not.toEqual(await rows(other))
  })
})

describe("access", () => {
  it("requires the token, with either scheme", async () => {
    const vendor = await start({ token: "secret" })
    const refused = await fetch(`${vendor.url}/api/v1/users`, { headers: { authorization: "SSWS wrong" } })
    expect(refused.status).toBe(401)
    expect(await refused.json()).toEqual({
      errorCode: "E0000011",
      errorSummary: "Invalid token provided",
      errorLink: "E0000011",
      errorId: expect.any(String),
      errorCauses: []
    })
    expect((await get(vendor, "/api/v1/users/me", "Bearer")).status).toBe(200)
  })

  it("counts down the rate limit of each endpoint family, and resets it every minute", async () => {
    let now = NOW
    const vendor = await start({ rateLimit: 2, now: () => now })
    const first = await get(vendor, "/api/v1/groups")
    expect(first.headers.get("x-rate-limit-limit")).toBe("2")
    expect(first.headers.get("x-rate-limit-remaining")).toBe("1")
    expect(first.headers.get("x-rate-limit-reset")).toBe(String((NOW + 30_000) / 1000))
    await get(vendor, "/api/v1/groups")
    const refused = await get(vendor, "/api/v1/groups")
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ errorCode: "E0000047" })
    expect((await get(vendor, "/api/v1/users")).status).toBe(200)
    now += 30_000
    expect((await get(vendor, "/api/v1/groups")).status).toBe(200)
  })
})

describe("small changes", () => {
  it("change the records as reported", async () => {
    let now = NOW
    const vendor = await start({ now: () => now })
    const before = await walk(vendor, "/api/v1/users")
    const at = new Date(NOW + 1000).toISOString()
    now += 1000
    const [login, title, move, hire, leaver, ...rest] = vendor.advance(5)
    expect(rest).toEqual([])
    expect([login?.kind, title?.kind, hire?.kind, leaver?.kind]).toEqual(["login", "title", "hire", "deactivation"])
    expect(["join", "leave"]).toContain(move?.kind)

    const was = (id: string | undefined) => before.find((row) => row.id === id)
    const loggedIn = await one(vendor, `/api/v1/users/${login?.userId}`)
    expect([loggedIn.lastLogin, loggedIn.lastUpdated]).toEqual([at, was(login?.userId)?.lastUpdated])
    const promoted = await one(vendor, `/api/v1/users/${title?.userId}`)
    expect(promoted.lastUpdated).toBe(at)
    expect(promoted.profile.title).not.toBe(was(title?.userId)?.profile.title)
    const group = (await walk(vendor, "/api/v1/groups")).find(({ id }) => id === move?.groupId)
    expect(group?.lastMembershipUpdated).toBe(at)
    const members = byId(await walk(vendor, `/api/v1/groups/${move?.groupId}/users`))
    expect(members.includes(move?.userId ?? "")).toBe(move?.kind === "join")
    expect(await one(vendor, `/api/v1/users/${leaver?.userId}`)).toMatchObject({
      status: "DEPROVISIONED",
      lastUpdated: at
    })

    for (const operator of ["ge", "gt"]) {
      const since = operator === "ge" ? at : new Date(NOW).toISOString()
      const changed = byId(await walk(vendor, query("search", `lastUpdated ${operator} "${since}"`)))
      expect(new Set(changed)).toEqual(new Set([title?.userId, hire?.userId, leaver?.userId]))
    }
    expect(await walk(vendor, query("search", `lastUpdated gt "${at}"`))).toEqual([])
    const both = `(status eq "ACTIVE" or status eq "STAGED") and lastUpdated ge "${at}"`
    expect(byId(await walk(vendor, query("search", both)))).not.toContain(leaver?.userId)
  })

  it("delete the user that was deactivated first, with memberships and assignments, and do not reuse the position of a user", async () => {
    const vendor = await start({ users: 60 })
    const before = await walk(vendor, query("filter", 'status eq "DEPROVISIONED"'))
    const [deletion, ...rest] = vendor.advance(6).filter(({ kind }) => kind === "deletion")
    expect(rest).toEqual([])
    const gone = before.find(({ id }) => id === deletion?.userId)
    expect(gone?.statusChanged).toBe(before.map(({ statusChanged }) => statusChanged).sort()[0])
    expect((await get(vendor, `/api/v1/users/${gone?.id}`)).status).toBe(404)
    const groups = await walk(vendor, "/api/v1/groups")
    const apps = await walk(vendor, "/api/v1/apps")
    const below = [...groups.map(({ id }) => `groups/${id}`), ...apps.map(({ id }) => `apps/${id}`)]
    const members = await Promise.all(below.map((path) => walk(vendor, `/api/v1/${path}/users`)))
    expect(members.flatMap(byId)).not.toContain(gone?.id)

    // All that were deactivated, then one who was hired last and deactivated: the next hire comes after all of them.
    expect(vendor.advance(50, "deletion")).toHaveLength(before.length)
    vendor.advance(1, "hire")
    expect(new Set(byId(await walk(vendor, "/api/v1/users?limit=1"))).size).toBe(
      (await walk(vendor, "/api/v1/users")).length
    )
  })

  it("continue for a thousand steps", async () => {
    const vendor = await start({ users: 5 })
    expect(vendor.advance(1000).length).toBeGreaterThan(900)
    expect((await walk(vendor, "/api/v1/users")).length).toBeGreaterThan(0)
  })
})

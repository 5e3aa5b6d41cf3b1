import { jumpcloud } from "@tributary/connector-jumpcloud"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "../../support/Service.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"
import { until } from "../../support/Wait.js"

/** The organizations of JumpCloud by the keys that lead to them. All have the same address. */
const organizations: Readonly<Record<string, string>> = {
  "key of acme": "acme",
  "another key of acme": "acme",
  "key of globex": "globex"
}

const USERS = 200

const usersOf = (organization: string) =>
  Array.from({ length: USERS }, (_, index) => ({
    // Both organizations have the first user.
    _id: index === 0 ? "shared" : `${organization}-${index}`,
    username: `${organization}.user${index}`,
    organization
  }))

/** Whether the vendor does not say which organization a key leads to. */
let isSilent = true

/** Whether the list of users does not answer, and how many requests wait because of that. */
let isHanging = false
let waiting = 0

const answer = (status: number, body: unknown): VendorServer.Answer => ({
  status,
  headers: { "x-total-count": "0" },
  body
})

const answerTo = ({ headers, url }: VendorServer.Asked): VendorServer.Answer => {
  const organization = organizations[String(headers["x-api-key"])]
  if (organization === undefined) return answer(401, { message: "Unauthorized" })
  if (url.pathname === "/api/organizations") {
    if (isSilent) return answer(403, { message: "Forbidden" })
    return answer(200, { results: [{ id: organization }], totalCount: 1 })
  }
  if (url.pathname.startsWith("/api/v2/")) return answer(200, [])
  if (url.pathname !== "/api/systemusers") return answer(200, { results: [], totalCount: 0 })
  if (isHanging && url.searchParams.has("sort")) {
    waiting += 1
    return { delivery: "hang" }
  }
  const from = Number(url.searchParams.get("skip") ?? 0)
  const results = usersOf(organization).slice(from, from + Number(url.searchParams.get("limit") ?? USERS))
  return answer(200, { results, totalCount: USERS })
}

describe("a connection whose credentials change", () => {
  let vendor: VendorServer.VendorServer
  let service: Service.Service
  let connection: string
  let base_url: string

  const path = () => `/provisioning/organizations/${service.organizationId}/connections/${connection}`
  const change = (api_key: string, more: object = {}) =>
    service.call(path(), { method: "PATCH", body: JSON.stringify({ credentials: { base_url, api_key }, ...more }) })
  const status = async () => (await service.call(`${path()}/status`)).body
  const jobs = async (): Promise<ReadonlyArray<Service.Json>> => (await service.call(`${path()}/jobs`)).body.items

  /** The job that follows an act, once it has ended. */
  const jobAfter = async (act: () => Promise<Service.Answer>): Promise<Service.Json> => {
    const before = (await jobs()).map(({ id }) => id)
    expect((await act()).status).toBe(200)
    return until(async () => {
      const job = (await jobs()).find(({ id }) => !before.includes(id))
      return job === undefined || job.finished_at === null ? null : job
    })
  }
  const users = async () => {
    const all = await service.walk(connection, "/idp/users")
    const present = all.filter(({ is_deleted }) => !is_deleted)
    return present.map(({ name, vendor_id }) => `${vendor_id} ${name}`).toSorted()
  }
  const expected = (organization: string) =>
    usersOf(organization)
      .map(({ _id, username }) => `${_id} ${username}`)
      .toSorted()

  beforeAll(async () => {
    vendor = await VendorServer.start(answerTo)
    base_url = vendor.url
    service = await Service.start({ connectors: [jumpcloud] })
    const { body, text } = await service.connect("JUMPCLOUD", { base_url, api_key: "key of acme" })
    if (body?.id === undefined) throw new Error(text)
    connection = body.id
    await service.jobOf(connection)
  })

  afterAll(async () => {
    await vendor?.stop()
    await service?.stop()
  })

  it("learns from a later job which tenant it is", async () => {
    expect(await status()).toMatchObject({ tenant: new URL(base_url).host })
    isSilent = false
    await service.sync(connection)
    expect(await status()).toMatchObject({ tenant: "acme" })
  })

  it.each([
    ["", "another key of acme", false],
    [", also while the vendor does not say which tenant it is", "key of acme", true]
  ])("keeps all records as they are if the new key belongs to the same tenant%s", async (_, key, silent) => {
    isSilent = silent
    expect(await users()).toEqual(expected("acme"))
    const before = await service.walk(connection, "/idp/users")
    const job = await jobAfter(() => change(key))
    isSilent = false
    expect(await status()).toMatchObject({ tenant: "acme" })
    expect(job).toMatchObject({ status: "SUCCESS" })
    for (const { created, changed, deleted, message } of job.data_exports) {
      expect([created, changed, deleted, message]).toEqual([0, 0, 0, null])
    }
    expect(await service.walk(connection, "/idp/users")).toEqual(before)
  })

  it("refuses a key of another tenant, and a wrong key of any tenant, and changes nothing", async () => {
    const before = (await jobs()).length
    const refused = await change("key of globex")
    expect(refused.status).toBe(422)
    expect(refused.body.detail).toMatchObject([{ type: "tenant_changed", loc: ["body", "credentials"] }])
    expect(refused.text).toContain("acme")
    expect(refused.text).toContain("globex")
    const wrong = await change("wrong key", { replace_tenant: true })
    expect(wrong.status).toBe(422)
    expect(wrong.body.detail).not.toMatchObject([{ type: "tenant_changed" }])
    expect(await status()).toMatchObject({ tenant: "acme" })
    expect((await jobs()).length).toBe(before)
    expect(await users()).toEqual(expected("acme"))
  })

  it("has none of the former tenant's 200 users once a full scan of the new tenant is complete", async () => {
    isHanging = true
    await service.call(`${path()}/sync`, { method: "POST" })
    await until(async () => (waiting > 0 ? true : null))
    const [running] = await jobs()
    isHanging = false
    const job = await jobAfter(() => change("key of globex", { replace_tenant: true }))
    expect(job).toMatchObject({ status: "SUCCESS" })
    const ended = (await jobs()).find(({ id }) => id === running?.id)
    expect(ended).toMatchObject({ status: "FAILED", failure_reason: expect.stringContaining("another tenant") })
    expect(await users()).toEqual(expected("globex"))
    expect(await status()).toMatchObject({ tenant: "globex", row_tenants: [] })
    const idp = job.data_exports.find((one: Service.Json) => one.data_export_type === "idp")
    expect(idp).toMatchObject({ deleted: USERS, created: USERS - 1, changed: 1, held_back: 0 })
  })

  it("has the first tenant's users again when that tenant replaces the second one", async () => {
    expect(await jobAfter(() => change("key of acme", { replace_tenant: true }))).toMatchObject({ status: "SUCCESS" })
    expect(await users()).toEqual(expected("acme"))
  })
})

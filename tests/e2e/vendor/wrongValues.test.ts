import { okta } from "@tributary/connector-okta"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readingAll } from "../../recordings/RecordedVendor.js"
import * as Service from "../../support/Service.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"

const user = (id: string, fields: object = {}, profile: object = {}) => ({
  id,
  status: "ACTIVE",
  created: "2024-01-01T00:00:00.000Z",
  lastLogin: "2024-05-01T08:30:00.000Z",
  ...fields,
  profile: { login: `${id}@acme.example`, title: "Engineer", department: "Research", ...profile }
})

const LAST_LOGIN = "last_login_at: Expected an ISO 8601 date-time with an offset"

describe("a vendor with values that cannot be read, and several rows with one id", () => {
  let vendor: VendorServer.VendorServer
  let service: Service.Service
  let connection: string
  let users: ReadonlyArray<object> = []
  let admins: ReadonlyArray<string> = []

  const answerTo = (path: string): unknown => {
    const [, id, list] = /^\/api\/v1\/users\/([^/]+)\/(roles|factors)$/.exec(path) ?? []
    if (list !== undefined) return list === "roles" && admins.includes(id ?? "") ? [{ status: "ACTIVE" }] : []
    if (path.startsWith("/api/v1/users/me")) return users[0]
    return path.startsWith("/api/v1/users") && !path.includes("filter") ? users : []
  }

  const recordsById = async () =>
    new Map((await service.walk(connection, "/idp/users")).map((record) => [record.vendor_id, record]))

  const exportOf = async () => {
    const job = await service.sync(connection)
    const found = job.data_exports.find((one: Service.Json) => one.data_export_type === "idp")
    expect(found, JSON.stringify(job)).toMatchObject({ health: "HEALTHY" })
    const path = `/provisioning/organizations/${service.organizationId}/connections/${connection}/status`
    const { body } = await service.call(path)
    const shown = body.data_exports.find((one: Service.Json) => one.data_export_type === "idp")
    return { found, shown }
  }

  beforeAll(async () => {
    vendor = await VendorServer.start(({ url: { pathname, search } }) => ({
      headers: { link: '<https://acme.example>; rel="self"' },
      body: answerTo(`${pathname}${search}`)
    }))
    service = await Service.start({ connectors: [readingAll(okta)] })
    users = [user("a"), user("b"), user("c")]
    admins = ["b"]
    const { body, text } = await service.connect("OKTA", { base_url: vendor.url, api_token: "any" })
    if (body?.id === undefined) throw new Error(`Okta cannot be connected: ${text}`)
    connection = body.id
    await service.jobOf(connection)
  })

  afterAll(async () => {
    await service?.stop()
    await vendor?.stop()
  })

  it("keeps the field of each wrong value and reads the rest of its row, counts them, and rejects ids that no database holds", async () => {
    users = [
      user("a", { lastLogin: "last Tuesday" }, { title: "Director" }),
      user("b", { lastLogin: 1_714_552_200 }, { department: null }),
      user("c"),
      user("new", { lastLogin: "?" }),
      user("c\0"),
      user("\ud800"),
      user("\udfff")
    ]
    admins = []
    const { found, shown } = await exportOf()
    const counts = {
      unreadable: 3,
      unreadable_samples: [`idp_user ${LAST_LOGIN}`, "idp_user lastLogin: Expected string"]
    }
    expect(found).toMatchObject({ rejected: 3, created: 1, changed: 2, duplicates: 0, ...counts })
    expect(shown).toMatchObject({ rejected: 3, ...counts })
    const last_login_at = "2024-05-01T08:30:00.000Z"
    const records = await recordsById()
    expect([...records.keys()].toSorted()).toEqual(["a", "b", "c", "new"])
    expect(records.get("a")).toMatchObject({ last_login_at, job_title: "Director", department: "Research" })
    expect(records.get("b")).toMatchObject({ last_login_at, department: null, is_admin: false })
    expect(records.get("new")).toMatchObject({ last_login_at: null, job_title: "Engineer" })
  })

  it("stores the same one of several rows with an id, and counts the others", async () => {
    const rows = ["first", "second", "third"].map((title) => user("a", {}, { title }))
    const rest = [user("b"), user("c"), user("new")]
    const samples = { duplicates: 2, duplicate_samples: [{ record_kind: "idp_user", fields: ["job_title"] }] }
    users = [...rows, ...rest]
    const { found, shown } = await exportOf()
    expect(found).toMatchObject(samples)
    expect(shown).toMatchObject(samples)
    const title = (await recordsById()).get("a")?.job_title
    users = [...rest, ...rows.toReversed()]
    expect((await exportOf()).found).toMatchObject(samples)
    expect((await recordsById()).get("a")?.job_title).toBe(title)
  })
})

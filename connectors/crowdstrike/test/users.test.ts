import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { classify } from "../src/errors.js"
import { CrowdStrikeGrant, CrowdStrikeUser, toConfigUser } from "../src/exports/config_users.js"
import { crowdstrike } from "../src/index.js"
import { replies } from "./fixtures/replies.js"
import { administers, administrator, analyzes, analyzesToo, responds } from "./fixtures/users.js"

/*
 * Nobody recorded these lists. Their shape was checked against CrowdStrike's reference
 * (developer.crowdstrike.com/api-reference/collections/user-management/), the types of CrowdStrike/gofalcon (domain_user.go and
 * flightcontrolapi_combined_user_roles_resource_v2.go), the calls of CrowdStrike/terraform-provider-crowdstrike (internal/user), and answers in
 * demisto/content (Packs/CrowdStrikeFalcon, test_data/list_users_command).
 */

const read = ConnectorTest.run(crowdstrike, { replies })

const LIST = "/user-management/queries/users/v1"
const ROLES = "/user-management/combined/user-roles/v2"

/** Reads again after somebody has taken away a part of the answers. */
const readAgain = async (
  strikes: (url: URL) => boolean,
  reply: ConnectorTest.Reply
): Promise<ConnectorTest.RunReport> => {
  const { stored } = await read
  const fault = { strikes: ({ url }: { readonly url: URL }) => strikes(url), outcome: () => answer(reply) }
  return ConnectorTest.run(crowdstrike, { replies, stored, faults: [fault] })
}
const answer = (reply: ConnectorTest.Reply) => ({ _tag: "Reply" as const, reply })

const mapped = (user: object, roles: ReadonlyArray<object> | null) =>
  toConfigUser(Schema.decodeUnknownSync(CrowdStrikeUser)(user), {
    grants: roles?.map((role) => Schema.decodeUnknownSync(CrowdStrikeGrant)(role)) ?? null
  })

const role = (role_id: string, role_name: string | null = null) => ({ role_id, role_name })

describe("CrowdStrike users", () => {
  it("have every field that CrowdStrike returns, and their roles", async () => {
    const { records } = await read
    const absent = {
      parent_cid: null,
      cid_group_id: null,
      cid_group_name: null,
      user_group_id: null,
      user_group_name: null
    }
    const direct = { ...absent, cid: "c1", grant_type: "direct" }
    expect(records["config_user"]?.[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Ada Lovelace",
      email: "ada@acme.example",
      username: "ada@acme.example",
      vendor_user_id: "user-1",
      role: "Falcon Administrator, Real Time Responder - Active",
      is_admin: true,
      is_active: true,
      is_mfa_enabled: null,
      last_login: "2024-05-20T10:05:44.491Z",
      access_data: {
        roles: [
          {
            ...direct,
            role_id: "falconhost_admin",
            role_name: "Falcon Administrator",
            expires_at: "2027-01-01T00:00:00Z"
          },
          {
            ...direct,
            role_id: "remote_responder_one",
            role_name: "Real Time Responder - Active",
            expires_at: null
          }
        ]
      },
      is_deleted: false,
      vendor: "CROWDSTRIKE",
      vendor_id: "user-1",
      vendor_data: {
        vendor: "CROWDSTRIKE",
        status: "active",
        cid: "c1",
        user_type: "person",
        factors: ["code"],
        access_granted_at: administrator.access_granted_at,
        created_at: administrator.created_at,
        updated_at: administrator.updated_at
      },
      vendor_data_omitted: null
    })
  })

  it("may be at home in a customer that the credentials do not cover", async () => {
    const { failures, records } = await read
    expect(failures).toEqual([])
    expect(records["config_user"]?.[1]).toMatchObject({
      name: "Grace",
      role: "Falcon Analyst",
      is_admin: false,
      is_active: false,
      last_login: null,
      access_data: { roles: [{ user_group_id: "group-1", parent_cid: "c9" }, { user_group_id: "group-2" }] },
      vendor_data: { cid: "c9" }
    })
  })

  it("without anything but an id are known by it", async () => {
    const { records } = await read
    expect(records["config_user"]?.[2]).toMatchObject({
      vendor_id: "user-3",
      username: "user-3",
      name: null,
      email: null,
      role: null,
      is_admin: false,
      is_active: null,
      last_login: null,
      access_data: { roles: [] }
    })
  })

  it("are listed by their email addresses", async () => {
    const { requests } = await read
    const [first, second] = requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === LIST)
    expect(Object.fromEntries(first?.searchParams ?? [])).toEqual({ sort: "uid|asc", limit: "500", offset: "0" })
    expect(second?.searchParams.get("offset")).toBe("2")
  })

  it("fail only their own export type if the client may not read them", async () => {
    const { stored } = await read
    const report = await readAgain(({ pathname }) => pathname.startsWith("/user-management/"), { status: 403 })
    expect(report.failures).toMatchObject([
      { data_export_type: "config_users", endpoint: LIST, health: "UNAUTHORIZED" }
    ])
    expect(report.stored).toEqual(stored)
  })

  it("keep their roles if the client may not read these any more", async () => {
    const { stored } = await read
    const report = await readAgain(({ pathname }) => pathname === ROLES, { status: 403 })
    expect(report.failures).toEqual([])
    expect(report.stored).toEqual(stored)
  })

  it("have no role if they were deleted since they were listed", async () => {
    const gone = { status: 400, body: { errors: [{ code: 400, message: "invalid user uuid" }], resources: [] } }
    const report = await readAgain(({ searchParams }) => searchParams.get("user_uuid") === "user-2", gone)
    expect(report.failures).toEqual([])
    expect(report.records["config_user"]).toMatchObject([
      { is_admin: true },
      { vendor_id: "user-2", role: null, is_admin: null, access_data: null },
      { is_admin: false }
    ])
  })

  it("fail their export type if CrowdStrike refuses the question about roles for another reason", () => {
    const body = { errors: [{ code: 400, message: "invalid limit" }] }
    expect(classify({ endpoint: ROLES, status: 400, headers: {}, body })).toBeNull()
  })

  it.each([
    [[administers], "Falcon Administrator", true],
    [[responds, administers], "Falcon Administrator, Real Time Responder - Active", true],
    [[analyzes, analyzesToo], "Falcon Analyst", false],
    [[role("help_desk")], "help_desk", false],
    // A custom role may permit anything, and so may one that is newer than the connector.
    [[role("0a1b2c", "Plant")], "Plant", null],
    [[role("help_desk", "Help Desk"), role("0a1b2c", "Plant")], "Help Desk, Plant", null],
    [[role("0a1b2c", "Plant"), administers], "Falcon Administrator, Plant", true],
    [[], null, false],
    [null, null, null]
  ])("with the grants %j have the role %s, and are administrators: %s", (grants, expected, is_admin) => {
    expect(mapped(administrator, grants)).toMatchObject({ role: expected, is_admin })
  })

  it("have the same roles in whatever order CrowdStrike lists them", () => {
    const forth = mapped(administrator, [analyzes, analyzesToo, administers])
    expect(mapped(administrator, [administers, analyzesToo, analyzes])).toEqual(forth)
  })

  it.each([
    [{ status: "active" }, { is_active: true }],
    [{ status: "inactive" }, { is_active: false }],
    [{ status: "asleep" }, { is_active: null }],
    [{ status: null }, { is_active: null }],
    [{ first_name: "" }, { name: "Lovelace" }],
    [{ first_name: null, last_name: null }, { name: null }],
    [{ uid: "ada" }, { email: null, username: "ada" }],
    [{ uid: null }, { email: null, username: "user-1" }]
  ])("with %j are mapped to %j", (row, expected) => {
    expect(mapped({ ...administrator, ...row }, [])).toMatchObject(expected)
  })
})

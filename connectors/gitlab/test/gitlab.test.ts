import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { gitlab } from "../src/index.js"
import { ada, GITLAB, RUNNERS_TOKEN, replies } from "./fixtures/replies.js"

/*
 * What the shapes were checked against:
 *
 * | List | Documentation | Others |
 * | --- | --- | --- |
 * | vulnerability report | docs.gitlab.com/api/graphql/reference, Vulnerability | the source of GitLab Enterprise Edition (ee/app/graphql/types/vulnerability_type.rb, resolvers/vulnerabilities_resolver.rb, policies/ee/group_policy.rb); its spec of locations (Query.vulnerabilities.location) |
 * | projects | docs.gitlab.com/api/groups | recorded answers; the source of GitLab (lib/api/groups.rb) |
 * | members | docs.gitlab.com/api/group_members | recorded answers; the source of GitLab (lib/api/entities/member.rb, ee/lib/ee/api/entities/member.rb) |
 */

ConnectorTest.conformance(gitlab, { replies })

ConnectorTest.readme(gitlab, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(gitlab, { replies }, new URL("mapping.txt", import.meta.url))

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

/** The list of members, and the Link header of its only page. */
const MEMBERS = "GET /api/v4/groups/acme%2Fplatform/members/all"
const LAST = `<${GITLAB}/api/v4/groups/acme%2Fplatform/members/all?page=1>; rel="first"`

const run = (changed: ConnectorTest.Replies = {}) => ConnectorTest.run(gitlab, { replies: { ...replies, ...changed } })

/** The healthy run, which every test of its records reads. */
const healthy = run()

const recordsOf = async (kind: string) => (await healthy).records[kind] ?? []

describe("GitLab's projects and members", () => {
  it("fill every field of a project that GitLab provides, but the token of its runners", async () => {
    const [shop, wiki, attic] = await recordsOf("application")
    expect(shop).toEqual({
      id: uuid,
      name: "Shop",
      full_name: "acme/platform/shop",
      type: "REPOSITORY",
      description: "Where customers buy",
      url: `${GITLAB}/acme/platform/shop`,
      default_branch: "main",
      languages: null,
      visibility: "INTERNAL",
      is_archived: false,
      owner: "acme/platform",
      business_criticality: null,
      tags: ["payments", "web"],
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      last_updated_at: "2024-05-19T08:30:00.000Z",
      last_scanned_at: null,
      is_deleted: false,
      vendor: "GITLAB",
      vendor_id: "7001",
      vendor_data: {
        name_with_namespace: "Acme / Platform / Shop",
        path: "shop",
        ssh_url_to_repo: "git@gitlab.acme.example:acme/platform/shop.git",
        http_url_to_repo: `${GITLAB}/acme/platform/shop.git`,
        readme_url: `${GITLAB}/acme/platform/shop/-/blob/main/README.md`,
        forks_count: 1,
        star_count: 3,
        last_activity_at: "2024-05-20T08:30:00.000Z",
        namespace: {
          id: 900,
          name: "Platform",
          path: "platform",
          kind: "group",
          parent_id: 800,
          web_url: `${GITLAB}/groups/acme/platform`
        },
        empty_repo: false,
        open_issues_count: 2,
        security_and_compliance_enabled: true
      },
      vendor_data_omitted: null
    })
    expect(wiki).toMatchObject({ type: "PROJECT", visibility: "PUBLIC", is_archived: true, tags: null })
    expect(attic).toMatchObject({ type: "REPOSITORY", visibility: null, tags: ["old"], owner: null, full_name: null })
    const { output, records } = await healthy
    expect(JSON.stringify(records) + output).not.toContain(RUNNERS_TOKEN)
  })

  it("are asked for with those of subgroups, the oldest first", async () => {
    const { requests } = await healthy
    const [first] = requests.filter(({ url }) => url.includes("/projects?"))
    expect(first?.url).toBe(
      `${GITLAB}/api/v4/groups/acme%2Fplatform/projects?per_page=100&include_subgroups=true&with_shared=false&order_by=id&sort=asc`
    )
    expect(first?.headers).toMatchObject({ "private-token": ConnectorTest.PLANTED_SECRET })
  })

  it("fill every field of a member that GitLab provides", async () => {
    const [first, grace, robot, deployer, stranger] = await recordsOf("organization_identity")
    expect(first).toEqual({
      id: uuid,
      name: "Ada Rivers",
      username: "ada",
      email: "ada@acme.example",
      type: "USER",
      role: "Owner",
      is_admin: true,
      is_mfa_enabled: null,
      organization: { name: "acme/platform", vendor_id: "900" },
      external_identity: "ada@idp.acme.example",
      last_active_at: null,
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      is_deleted: false,
      vendor: "GITLAB",
      vendor_id: "101",
      vendor_data: {
        state: "active",
        locked: false,
        web_url: `${GITLAB}/ada`,
        created_by: {
          id: 102,
          username: "grace",
          name: "Grace Hill",
          state: "active",
          locked: false,
          web_url: `${GITLAB}/grace`
        },
        group_saml_identity: { provider: "group_saml", saml_provider_id: 4 },
        membership_state: "active"
      },
      vendor_data_omitted: null
    })
    expect(grace).toMatchObject({
      email: "grace@hill.example",
      role: "Security reviewer",
      is_admin: false,
      external_identity: "scim-102"
    })
    expect(robot).toMatchObject({ type: "BOT", role: "Reporter", email: null })
    expect(deployer).toMatchObject({ type: "SERVICE_ACCOUNT", name: "service_account_group_800_4c5d", role: "35" })
    expect(stranger).toMatchObject({ type: "USER", name: "stranger", role: null, is_admin: null })
  })

  it("map each access level to its role", async () => {
    const roles: ReadonlyArray<readonly [level: number, role: string, isAdmin: boolean]> = [
      [0, "No access", false],
      [5, "Minimal access", false],
      [10, "Guest", false],
      [15, "Planner", false],
      [20, "Reporter", false],
      [25, "Security Manager", false],
      [30, "Developer", false],
      [40, "Maintainer", false],
      [50, "Owner", true],
      [60, "Admin", true]
    ]
    const body = roles.map(([access_level]) => ({ ...ada, id: 1_000 + access_level, access_level }))
    const { records } = await run({ [MEMBERS]: { body, headers: { link: LAST } } })
    expect(records["organization_identity"]?.map(({ is_admin, role }) => [role, is_admin])).toEqual(
      roles.map(([, role, isAdmin]) => [role, isAdmin])
    )
  })
})

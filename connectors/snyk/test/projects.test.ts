import { describe, expect, it } from "vitest"
import { toApplication } from "../src/exports/applications.js"
import { recordOf, recordsOf } from "./fixtures/healthyRun.js"

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe("Snyk projects", () => {
  it("have every field that Snyk provides", async () => {
    expect(await recordOf("application", "project-1")).toEqual({
      id: uuid,
      name: "acme/shop:package.json",
      full_name: null,
      type: "PROJECT",
      description: null,
      url: null,
      default_branch: "main",
      languages: null,
      visibility: null,
      is_archived: false,
      owner: "Acme Shop",
      business_criticality: "critical, high",
      tags: ["team:payments"],
      vendor_created_at: "2024-05-01T08:30:00.000Z",
      last_updated_at: null,
      last_scanned_at: null,
      is_deleted: false,
      vendor: "SNYK",
      vendor_id: "project-1",
      vendor_data: {
        vendor: "SNYK",
        type: "npm",
        origin: "github",
        target_file: "package.json",
        target_reference: "main",
        attributes: {
          environment: ["frontend"],
          lifecycle: ["production"],
          read_only: false,
          settings: { recurring_tests: { frequency: "daily" } }
        },
        relationships: {
          organization: { data: { id: "org-1", type: "org" } },
          target: { data: { id: "target of acme/shop", type: "target" } },
          importer: { data: { id: "user-1", type: "user" } }
        }
      },
      vendor_data_omitted: null
    })
  })

  it("are images or projects, and have no branch if they come from no repository", async () => {
    const image = { type: "CONTAINER_IMAGE", is_archived: true, default_branch: null, tags: null }
    expect(await recordOf("application", "project-2")).toMatchObject({ ...image, business_criticality: null })
    expect(await recordOf("application", "project-3")).toMatchObject({ type: "PROJECT", default_branch: null })
    expect(await recordOf("application", "project-4")).toMatchObject({ type: "PROJECT", default_branch: "main" })
    const unknown = { is_archived: null, owner: null, business_criticality: null, vendor_created_at: null }
    expect(await recordOf("application", "project-5")).toMatchObject({ type: "PROJECT", ...unknown })
  })

  it("keep a tag that has only one half", () => {
    const attributes = { name: "a", type: null, origin: null, target_file: null, target_reference: null, created: null }
    const tags = [
      { key: "team", value: null },
      { key: null, value: "payments" }
    ]
    const project = { id: "p", attributes: { ...attributes, status: null, business_criticality: null, tags } }
    expect(toApplication(project, { id: "o", attributes: null })).toMatchObject({ tags: ["team", "payments"] })
  })
})

describe("Snyk memberships", () => {
  it("have every field that Snyk provides", async () => {
    expect(await recordOf("config_user", "membership-1")).toEqual({
      id: uuid,
      name: "Ada Rivers",
      email: "ada@acme.example",
      username: "ada",
      vendor_user_id: "user-1",
      role: "Org Admin",
      is_admin: true,
      is_active: null,
      is_mfa_enabled: null,
      last_login: null,
      access_data: {
        organization: { id: "org-1", name: "Acme Shop" },
        role: { id: "role of Org Admin", name: "Org Admin" }
      },
      is_deleted: false,
      vendor: "SNYK",
      vendor_id: "membership-1",
      vendor_data: {
        type: "org_memberships",
        attributes: { created_at: "2024-03-01T08:30:00Z" },
        relationships: {
          org: { data: { id: "org-1", type: "org", attributes: { name: "Acme Shop" } } },
          user: { data: { type: "user", attributes: { login_method: "saml" } } },
          role: { data: { type: "org_role" } }
        }
      },
      vendor_data_omitted: null
    })
  })

  it("name a person by what is known, and do not guess what a role of the customer's own allows", async () => {
    const [, grace, auditor, bare] = await recordsOf("config_user")
    expect(grace).toMatchObject({ username: "grace@acme.example", is_admin: false })
    expect(auditor).toMatchObject({ username: "user-3", role: "Auditor", is_admin: null })
    expect(bare).toMatchObject({
      vendor_user_id: "user-1",
      username: "user-1",
      role: null,
      is_admin: null,
      email: null
    })
  })
})

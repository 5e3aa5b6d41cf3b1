import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { addressOf } from "../src/credentials.js"
import { classify } from "../src/errors.js"
import { snyk } from "../src/index.js"
import { isChosen } from "../src/organization.js"
import { cursorPages } from "../src/pages.js"
import { healthy, path, requestsOf } from "./fixtures/healthyRun.js"
import { GROUP, replies } from "./fixtures/replies.js"

/*
 * Somebody published answers with issues of code, which `recordings.test.ts` reads. What else the shapes were checked against:
 *
 * | List | Documentation | Others |
 * | --- | --- | --- |
 * | issues | docs.snyk.io/snyk-api/reference/issues | Snyk's OpenAPI document of 2026-03-25; an answer in the README of elastic/integrations, packages/snyk |
 * | projects | docs.snyk.io/snyk-api/reference/projects | Snyk's OpenAPI document; recorded answers of the older API, for words of types and origins |
 * | organizations | docs.snyk.io/snyk-api/reference/orgs | Snyk's OpenAPI document; links in snyk-labs/pysnyk, issue 191 |
 * | memberships | docs.snyk.io/snyk-api/reference/orgs | Snyk's OpenAPI document; recorded answers of the older API, for names of roles |
 */

ConnectorTest.conformance(snyk, { replies })

ConnectorTest.readme(snyk, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(snyk, { replies }, new URL("mapping.txt", import.meta.url))

const answering = (pathname: string, reply: ConnectorTest.Reply) => ({
  strikes: ({ url }: { readonly url: URL }) => url.pathname === pathname,
  outcome: () => ({ _tag: "Reply" as const, reply })
})

const error = (status: number, detail: string) => ({
  status,
  body: { jsonapi: { version: "1.0" }, errors: [{ id: "e", status: String(status), detail }] }
})

describe("The Snyk connector", () => {
  it("sends the token and the version with each request", async () => {
    const { requests } = await healthy
    expect(new Set(requests.map(({ headers }) => headers["authorization"]))).toEqual(
      new Set([expect.stringMatching(/^token ./)])
    )
    expect(new Set(requests.map(({ url }) => new URL(url).searchParams.get("version")))).toEqual(
      new Set(["2024-10-15"])
    )
  })

  it("asks no organization that the customer did not choose", async () => {
    const { requests } = await healthy
    expect(requests.filter(({ url }) => /org-[89]/.test(String(url)))).toEqual([])
    const row = (id: string, group_id: string | null) => ({
      id,
      attributes: { group_id, is_personal: group_id === null }
    })
    const ofOrganization = isChosen({ scope: "ORGANIZATION", scope_id: "org-1" })
    expect(ofOrganization("/rest/orgs", row("ORG-1", GROUP))).toBe(true)
    expect(ofOrganization("/rest/orgs", row("org-2", GROUP))).toBe(false)
    const ofGroup = isChosen({ scope: "GROUP", scope_id: GROUP })
    expect(ofGroup("/rest/orgs?limit=100", row("org-8", null))).toBe(false)
    expect(ofGroup("/rest/orgs?limit=100", { id: "org-1" })).toBe(true)
    expect(ofGroup("/rest/orgs/{id}/projects", row("org-9", "another"))).toBe(true)
  })

  it("reads one organization if the customer chose one", async () => {
    const scope_id = "5d3b1f60-9a2e-4c47-8f10-2b6d7e8c9a01"
    const organization = { id: scope_id, type: "org", attributes: { name: "Acme Shop", is_personal: false } }
    const body = { jsonapi: { version: "1.0" }, data: [], links: {} }
    const one: ConnectorTest.Replies = {
      "GET /rest/orgs": { body: { ...body, data: [organization] } },
      [`GET /rest/orgs/${scope_id}/issues`]: { body },
      [`GET /rest/orgs/${scope_id}/projects`]: { body },
      [`GET /rest/orgs/${scope_id}/memberships`]: { body }
    }
    const report = await ConnectorTest.run(snyk, { replies: one, credentials: { scope: "ORGANIZATION", scope_id } })
    expect(report.failures).toEqual([])
    expect(requestsOf(report, `/rest/orgs/${scope_id}/issues`)).toHaveLength(1)
  })

  it.each([
    [null, null, "https://api.snyk.io"],
    ["SNYK-US-01", null, "https://api.snyk.io"],
    ["SNYK-US-02", null, "https://api.us.snyk.io"],
    ["SNYK-EU-01", null, "https://api.eu.snyk.io"],
    ["SNYK-AU-01", null, "https://api.au.snyk.io"],
    ["SNYK-EU-01", "https://api.acme.example", "https://api.acme.example"]
  ] as const)("finds the API of the region %s at the address %s: %s", (region, base_url, address) => {
    expect(addressOf({ region, base_url })).toBe(address)
  })

  it.each([
    ["/rest/orgs?starting_after=v1.a%3D&limit=100", { query: { starting_after: "v1.a=" } }],
    ["/orgs/org-1/projects?starting_after=p2", { query: { starting_after: "p2" } }],
    [{ href: "https://api.snyk.io/rest/orgs?starting_after=o2" }, { query: { starting_after: "o2" } }],
    ["", null],
    [null, null]
  ])("finds the next page in %j", (next, expected) => {
    const response = { status: 200, headers: {}, body: { data: [], links: { next } } }
    const answer = { response, rows: [], query: {}, isFirst: true, read: 0 }
    expect(cursorPages.next(answer)).toEqual(expected)
    expect(cursorPages.missing?.(answer)).toBeNull()
  })

  it("does not take a link without a cursor for the end of a list", async () => {
    const reply = {
      body: { jsonapi: { version: "1.0" }, data: [], links: { next: "/rest/orgs/org-1/memberships?page=2" } }
    }
    const report = await ConnectorTest.run(snyk, {
      replies,
      faults: [answering("/rest/orgs/org-1/memberships", reply)]
    })
    expect(report.failures).toMatchObject([{ endpoint: "/rest/orgs/{id}/memberships" }])
  })

  it("says that the plan is the reason if it does not include the API", async () => {
    const detail = "The org acme is not entitled for api access. Please upgrade your plan to access this capability"
    const report = await ConnectorTest.run(snyk, { replies, faults: [answering(path, error(403, detail))] })
    expect(report.failures[0]).toMatchObject({ detail: expect.stringContaining("the plan does not include the API") })
    const refusal = { endpoint: "/rest/orgs/{id}/projects", status: 403, headers: {} }
    const expected = { _tag: "Unauthorized", isOfPlan: true, isOfCredentials: false }
    expect(classify({ ...refusal, ...error(403, detail) })).toMatchObject(expected)
    expect(classify({ ...refusal, body: { code: 403, message: detail } })).toMatchObject(expected)
    expect(classify({ ...refusal, ...error(403, "Forbidden") })).toBeNull()
  })

  it("blames a missing permission on the customer, and only for what needs it", async () => {
    const refused = error(403, "Forbidden")
    const memberships = answering("/rest/orgs/org-1/memberships", refused)
    const report = await ConnectorTest.run(snyk, { replies, faults: [memberships] })
    expect(report.failures).toMatchObject([{ endpoint: "/rest/orgs/{id}/memberships", health: "UNAUTHORIZED" }])
    expect(report.records["appsec_issue"]).toHaveLength(9)
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
  })

  it("blames an ID that leads to nothing on the customer", async () => {
    const report = await ConnectorTest.run(snyk, { replies, faults: [answering(path, error(404, "Group not found"))] })
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
    expect(report.failures[0]).toMatchObject({
      detail: expect.stringContaining("no group or organization with this ID")
    })
  })

  it("blames a refused token on the customer", async () => {
    const refused = answering("/rest/orgs", { status: 401, body: { status: "401", code: "Unauthorized" } })
    const report = await ConnectorTest.run(snyk, { replies, faults: [refused] })
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
  })
})

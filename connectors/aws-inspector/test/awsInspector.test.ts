import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { awsInspector } from "../src/index.js"
import { replies } from "./fixtures/replies.js"

const credentials = { access_key_id: "AKIAIOSFODNN7EXAMPLE", regions: "eu-west-1" }
const role = { role_arn: "arn:aws:iam::123456789012:role/security-reader", external_id: "tributary-1" }
const assumed = {
  "POST /": {
    body: {
      AssumeRoleResponse: {
        AssumeRoleResult: {
          Credentials: {
            AccessKeyId: "ASIAEXAMPLE",
            SecretAccessKey: "role-secret-77aa",
            SessionToken: "role-session-88bb",
            Expiration: 3_600
          }
        }
      }
    }
  }
}

// The findings are also in the recording below. The shape of ListCoverage was checked against the API reference of AWS (API_ListCoverage and
// API_CoveredResource), the types of its client for Rust (aws-sdk-inspector2), and those of its client for Ruby (aws-sdk-inspector2).
ConnectorTest.conformance(awsInspector, { replies, credentials })

ConnectorTest.readme(awsInspector, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(awsInspector, { replies, credentials }, new URL("mapping.txt", import.meta.url))

const run = (options: Partial<ConnectorTest.RunOptions> = {}) =>
  ConnectorTest.run(awsInspector, { replies, credentials, ...options })

describe("Requests to Inspector", () => {
  it("ask for what was updated since an instant, in seconds, with the same order", async () => {
    const { requests } = await run({ since: "2024-05-09T00:00:00.000Z" })
    const asked = requests.flatMap(({ body, url }) => (url.endsWith("/findings/list") ? [body] : []))
    expect(asked[0]).toEqual({
      filterCriteria: { updatedAt: [{ startInclusive: Date.parse("2024-05-09T00:00:00.000Z") / 1_000 }] },
      sortCriteria: { field: "FIRST_OBSERVED_AT", sortOrder: "ASC" },
      maxResults: 100
    })
    expect(asked[1]).toMatchObject({ filterCriteria: {}, nextToken: "f2" })
  })

  it("are signed for the service and the region, and read every region", async () => {
    const { requests, health } = await run({ credentials: { ...credentials, regions: "eu-west-1, cn-north-1" } })
    expect(health.name).toBe("HEALTHY")
    const places = requests.map(({ headers, url }) => [
      new URL(url).host,
      headers["authorization"]?.split("/").slice(2, 4).join("/")
    ])
    expect([...new Set(places.map((place) => place.join(" ")))]).toEqual([
      "inspector2.eu-west-1.amazonaws.com eu-west-1/inspector2",
      "inspector2.cn-north-1.amazonaws.com.cn cn-north-1/inspector2"
    ])
    expect(requests[0]?.headers["x-amz-date"]).toBe("19700101T000000Z")
  })

  it("send the session token of the assumed role", async () => {
    const options = { replies: { ...assumed, ...replies }, credentials: { ...credentials, ...role } }
    const { requests, health, output } = await run(options)
    expect(health.name).toBe("HEALTHY")
    const [first, second] = requests
    expect(first?.url).toBe("https://sts.eu-west-1.amazonaws.com/")
    expect(Object.fromEntries(new URLSearchParams(String(first?.body)))).toEqual({
      Action: "AssumeRole",
      Version: "2011-06-15",
      RoleArn: role.role_arn,
      RoleSessionName: "tributary",
      ExternalId: "tributary-1"
    })
    expect(second?.headers["authorization"]).toContain("Credential=ASIAEXAMPLE/19700101/eu-west-1/inspector2/")
    expect(second?.headers["x-amz-security-token"]).toBe("role-session-88bb")
    // The ARN of the role names the account.
    expect(requests.filter(({ url }) => url.includes("//sts."))).toHaveLength(1)
    expect(output).not.toMatch(/role-secret-77aa|role-session-88bb/)
  })

  it("that are refused fail only the export types that need the permission", async () => {
    const refused = {
      strikes: ({ url }: { readonly url: URL }) => url.pathname === "/coverage/list",
      outcome: () => ({
        _tag: "Reply" as const,
        reply: { status: 403, headers: { "x-amzn-ErrorType": "AccessDeniedException" }, body: {} }
      })
    }
    const { failures, records } = await run({ faults: [refused] })
    expect(failures).toMatchObject([
      { data_export_type: "resources", health: "UNAUTHORIZED", endpoint: "/coverage/list" }
    ])
    expect(records["vulnerability"]).toHaveLength(5)
  })

  it("explain how to fix a region without Inspector", async () => {
    const off = {
      strikes: ({ url }: { readonly url: URL }) => url.host.startsWith("inspector2.us-east-1."),
      outcome: () => ({
        _tag: "Reply" as const,
        reply: {
          status: 400,
          body: { __type: "ValidationException", message: "Inspector is not enabled for this account" }
        }
      })
    }
    const result = await run({ credentials: { ...credentials, regions: "eu-west-1,us-east-1" }, faults: [off] })
    expect(result.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
    expect(result.failures[0]?.detail).toContain("not enabled in one of the entered regions")
    // The findings of the regions before it remain.
    expect(result.records["vulnerability"]).toHaveLength(5)
  })

  const throttlings: ReadonlyArray<ConnectorTest.Reply> = [
    { status: 400, headers: { "x-amzn-ErrorType": "ThrottlingException:http://internal.example" }, body: {} },
    { status: 429, headers: { "x-amzn-ErrorType": "ThrottlingException", "retry-after": "2" }, body: {} }
  ]
  it.each(throttlings)("are repeated when AWS throttles them: %j", async (reply) => {
    const throttled = {
      times: 1,
      strikes: ({ url }: { readonly url: URL }) => url.pathname === "/findings/list",
      outcome: () => ({ _tag: "Reply" as const, reply })
    }
    expect((await run({ faults: [throttled] })).health.name).toBe("HEALTHY")
  })

  it.each([
    [400, { __type: "ExpiredTokenException" }, "UNAUTHORIZED"],
    [403, { __type: "AccessDeniedException" }, "UNAUTHORIZED"],
    [403, { __type: "UnrecognizedClientException" }, "UNAUTHORIZED"],
    [400, { Code: "IncompleteSignature" }, "UNAUTHORIZED"],
    [429, { Code: "LimitExceededException" }, "RATE_LIMIT_EXCEEDED"],
    [400, { Code: "ValidationException", message: "maxResults is too high" }, "VENDOR_CLIENT_ERROR"],
    [500, { Code: "InternalServerException" }, "VENDOR_SERVER_ERROR"]
  ])("that fail with status %s and %j are %s", async (status, body, name) => {
    const failing = { strikes: () => true, outcome: () => ({ _tag: "Reply" as const, reply: { status, body } }) }
    expect((await run({ faults: [failing] })).health.name).toBe(name)
  })
})

describe("AWS credentials", () => {
  it.each([
    [{ regions: "Ireland" }, "regions"],
    [{ regions: "eu-west-1;us-east-1" }, "regions"],
    [{ access_key_id: "no key" }, "access_key_id"],
    [{ role_arn: "security-reader" }, "role_arn"]
  ])("with malformed values are rejected: %j", async (entered, field) => {
    await expect(run({ credentials: { ...credentials, ...entered } })).rejects.toThrow(field)
  })
})

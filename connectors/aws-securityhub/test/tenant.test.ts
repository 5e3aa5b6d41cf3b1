import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { awsSecurityHub } from "../src/index.js"
import { allFindings, openBucket, replies } from "./fixtures/replies.js"

const credentials = { access_key_id: "AKIAIOSFODNN7EXAMPLE", regions: "eu-west-1" }

const foreignPages: ReadonlyArray<readonly [request: string, reply: ConnectorTest.Reply, endpoint: string]> = [
  [
    allFindings(),
    { body: { Findings: [openBucket, { ...openBucket, Id: "foreign-row", AwsAccountId: "999999999999" }] } },
    "/findings"
  ]
]

it.each(foreignPages)(
  "refuses %s with a row of another tenant, and stores nothing of it",
  async (request, reply, endpoint) => {
    const report = await ConnectorTest.run(awsSecurityHub, { replies: { ...replies, [request]: reply }, credentials })
    const foreign = report.failures.filter(({ detail }) => detail.includes("belongs to the tenant"))
    expect(foreign).toMatchObject([{ endpoint, health: "VENDOR_SERVER_ERROR" }])
    expect(JSON.stringify(report.records)).not.toContain("foreign-row")
  }
)

import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { awsInspector } from "../src/index.js"
import { ACCOUNT, packageFinding, replies } from "./fixtures/replies.js"

const credentials = { access_key_id: "AKIAIOSFODNN7EXAMPLE", regions: "eu-west-1" }

it("stores findings of the member accounts of an administrator", async () => {
  const ofMember = { ...packageFinding, awsAccountId: "210987654321" }
  const report = await ConnectorTest.run(awsInspector, {
    replies: { ...replies, "POST /findings/list": { body: { findings: [ofMember] } } },
    credentials
  })
  expect(report.failures).toEqual([])
  expect(report.records["vulnerability"]).toMatchObject([{ vendor_data: { awsAccountId: "210987654321" } }])
})

it("asks AWS for the account of the key, without which it reads all the same", async () => {
  const { "GET /?Action=GetCallerIdentity&Version=2011-06-15": _, ...others } = replies
  const report = await ConnectorTest.run(awsInspector, { replies: others, credentials })
  expect(report.health.name).toBe("HEALTHY")
  expect(report.records["vulnerability"]?.[0]).toMatchObject({ vendor_data: { awsAccountId: ACCOUNT } })
})

import { ConnectorTest } from "@tributary/core/testing"
import { beforeAll, describe, expect, it } from "vitest"
import { toResource } from "../src/exports/resources.js"
import { awsInspector } from "../src/index.js"
import { ACCOUNT, instanceCoverage, replies } from "./fixtures/replies.js"

const credentials = { access_key_id: "AKIAIOSFODNN7EXAMPLE", regions: "eu-west-1" }

const run = (options: Partial<ConnectorTest.RunOptions> = {}) =>
  ConnectorTest.run(awsInspector, { replies, credentials, ...options })

let report: ConnectorTest.RunReport

beforeAll(async () => {
  report = await run()
})

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe("Resources that Inspector scans", () => {
  it("have every field that Inspector returns", () => {
    expect(report.records["resource"]?.[0]).toEqual({
      id: uuid,
      name: "web-1",
      type: "EC2_INSTANCE",
      vendor_type: "AWS_EC2_INSTANCE",
      cloud_provider: "AWS",
      account_id: ACCOUNT,
      account_name: null,
      region: "eu-west-1",
      tags: { Name: "web-1", team: "shop" },
      first_seen: null,
      last_seen: "2024-05-10T08:30:00.000Z",
      is_deleted: false,
      vendor: "AWS_INSPECTOR",
      vendor_id: "i-0abc1234def567890",
      vendor_data: {
        vendor: "AWS_INSPECTOR",
        aws_account_id: ACCOUNT,
        provider: "AWS",
        scanType: "PACKAGE",
        scanMode: "EC2_SSM_AGENT_BASED",
        scanStatus: { statusCode: "ACTIVE", reason: "SUCCESSFUL" },
        resourceMetadata: { ec2: { amiId: "ami-0abc1234def567890", platform: "LINUX" } }
      },
      vendor_data_omitted: null
    })
  })

  it("have the region of their ARN, and the name that their kind has", () => {
    const [, image, code, odd] = report.records["resource"] ?? []
    expect(image).toMatchObject({
      name: expect.stringMatching(/^shop\/web\/sha256:c+$/),
      type: "ECR_CONTAINER_IMAGE",
      cloud_provider: "AWS",
      account_id: ACCOUNT,
      region: "eu-west-1",
      tags: null
    })
    expect(code).toMatchObject({ name: "invoices", region: "eu-west-1", tags: { team: "shop" }, last_seen: null })
    expect(odd).toMatchObject({
      name: "thing-12345678",
      type: "things",
      cloud_provider: null,
      account_id: null,
      region: null
    })
  })

  const none = {
    accountId: ACCOUNT,
    provider: null,
    providerAccountId: null,
    providerRegion: null,
    lastScannedAt: null
  }
  const metadata = {
    ec2: null,
    vmInstance: null,
    lambdaFunction: null,
    serverlessFunction: null,
    ecrRepository: null,
    containerRepository: null,
    containerRegistry: null,
    codeRepository: null
  }
  it.each([
    [
      { resourceType: "AWS_ECR_REPOSITORY", resourceMetadata: { ...metadata, ecrRepository: { name: "shop" } } },
      "shop",
      "AWS"
    ],
    [
      {
        resourceType: "CODE_REPOSITORY",
        resourceMetadata: { ...metadata, codeRepository: { projectName: "acme/shop" } }
      },
      "acme/shop",
      null
    ],
    [{ resourceType: "Microsoft.Web/sites", provider: "AZURE", resourceMetadata: null }, "site-1", "AZURE"],
    [{ resourceType: "Acme/things", provider: "BANANA", resourceMetadata: null }, "site-1", "OTHER"]
  ])("are in the cloud that the row names: %j", (row, name, cloud_provider) => {
    expect(toResource({ ...none, resourceId: "/subscriptions/s-1/site-1", ...row })).toMatchObject({
      name,
      cloud_provider
    })
  })

  it("become one record each, even if several kinds of scan cover them", async () => {
    const rows = ["PACKAGE", "NETWORK"].map((scanType) => ({ ...instanceCoverage, scanType }))
    const { records, health } = await run({
      replies: {
        "POST /findings/list": { body: { findings: [] } },
        "POST /coverage/list": { body: { coveredResources: rows } }
      }
    })
    expect(health.name).toBe("HEALTHY")
    expect(records["resource"]).toHaveLength(1)
  })
})

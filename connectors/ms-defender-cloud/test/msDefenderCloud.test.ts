import { ConnectorTest } from "@tributary/core/testing"
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { msDefenderCloud } from "../src/index.js"
import {
  ASSESSMENTS,
  ENCRYPTION,
  OPEN_PORTS,
  PUBLIC_BUCKET,
  publicBucket,
  replies,
  TENANT
} from "./fixtures/replies.js"

ConnectorTest.conformance(msDefenderCloud, { replies })

const VM = "/subscriptions/sub-1/resourcegroups/prod/providers/microsoft.compute/virtualmachines/web-1"
const BUCKET =
  "/subscriptions/sub-1/resourcegroups/aws/providers/microsoft.security/securityconnectors/acme/securityentitydata/aws-s3-bucket-logs"

const refused = (path: string, code = 403) => ({
  strikes: ({ url }: { readonly url: URL }) => url.pathname.endsWith(path),
  outcome: () => ({
    _tag: "Reply" as const,
    reply: { status: code, body: { error: { code: "AuthorizationFailed", message: "not allowed" } } }
  })
})

ConnectorTest.readme(msDefenderCloud, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(msDefenderCloud, { replies }, new URL("mapping.txt", import.meta.url))

describe("Defender for Cloud findings", () => {
  it("maps every field that Defender returns [contract: finding-per-resource-and-control]", async () => {
    const { records } = await ConnectorTest.run(msDefenderCloud, { replies })
    expect(records["compliance_finding"]?.[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: "Management ports should be closed",
      description: "What key-open-ports examines",
      remediation: "What to do about key-open-ports",
      resource_id: VM,
      resource_name: "web-1",
      resource_region: "westeurope",
      resource_type: "Microsoft.Compute/virtualMachines",
      severity: "HIGH",
      vendor_severity: "High",
      status: "NEW",
      vendor_status: "Unhealthy",
      status_changed_at: "2024-05-05T08:30:00.123Z",
      start_time: "2024-05-01T08:30:00.123Z",
      vendor: "MS_DEFENDER_CLOUD",
      vendor_id: `${VM}/providers/microsoft.security/assessments/${OPEN_PORTS}`,
      vendor_data: {
        vendor: "MS_DEFENDER_CLOUD",
        cloud_provider: "AZURE",
        native_resource_id: null,
        native_account_id: null,
        resource_provider: null,
        subscription_id: "sub-1",
        subscription_name: "Production",
        status_cause: null,
        status_description: null,
        categories: ["Compute"],
        threats: ["dataExfiltration"],
        assessment_type: "BuiltIn",
        policy_definition_id: `/providers/Microsoft.Authorization/policyDefinitions/${OPEN_PORTS}`,
        portal_url: "portal.azure.com/#open-ports",
        resource_details: {
          source: "Azure",
          id: "/subscriptions/sub-1/resourceGroups/Prod/providers/Microsoft.Compute/virtualMachines/Web-1",
          azureResourceId: null,
          vmuuid: "vm-uuid-1"
        },
        additional_data: { openPorts: "22" },
        type: "Microsoft.Security/assessments",
        properties: {
          risk: { level: "High", riskFactors: ["Exposed to the internet"] },
          partnersData: { partnerName: "Acme Scanner" }
        }
      },
      vendor_data_omitted: null,
      rule: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: "Management ports should be closed",
        vendor_id: OPEN_PORTS
      },
      compliances: [
        { standard: "ISO-27001", standard_version: null, control: "A.13", control_name: null, result: "FAIL" },
        {
          standard: "PCI-DSS",
          standard_version: "3.2.1",
          control: "1.2",
          control_name: "Firewalls restrict connections",
          result: "FAIL"
        }
      ]
    })
  })

  it("maps upper-case field names, other clouds and unknown values [contract: unknown-values]", async () => {
    const { records } = await ConnectorTest.run(msDefenderCloud, { replies })
    const [, switchedOff, publicBucket, unexamined] = records["compliance_finding"] ?? []
    expect(switchedOff).toMatchObject({
      status: "SUPPRESSED",
      vendor_status: "NotApplicable",
      resource_id: "/subscriptions/sub-1",
      resource_type: "Microsoft.Resources/subscriptions",
      resource_region: null,
      severity: "UNKNOWN",
      vendor_severity: "UNKNOWN",
      // Only Resource Graph has its times.
      status_changed_at: "2024-05-04T08:30:00.123Z",
      start_time: "2024-05-03T08:30:00.123Z",
      vendor_data: { status_cause: "OffByPolicy", status_description: "Switched off in the policy" },
      rule: { vendor_id: ENCRYPTION },
      compliances: [{ standard: "PCI-DSS", control: "3.4", result: "NOT_APPLICABLE" }]
    })
    expect(publicBucket).toMatchObject({
      status: "RESOLVED",
      vendor_status: "Healthy",
      resource_id: BUCKET,
      resource_name: "logs",
      resource_type: "s3.bucket",
      resource_region: "eu-west-1",
      severity: "UNKNOWN",
      vendor_severity: "Severe",
      vendor_data: { cloud_provider: "AWS", native_resource_id: "arn:aws:s3:eu-west-1:123456789012:logs" },
      rule: { vendor_id: PUBLIC_BUCKET },
      // It belongs to no standard.
      compliances: [{ standard: "Microsoft Defender for Cloud", control: PUBLIC_BUCKET, result: "PASS" }]
    })
    expect(unexamined).toMatchObject({
      title: "A rule",
      status: "UNKNOWN",
      vendor_status: "Undecided",
      status_changed_at: null,
      severity: "LOW",
      resource_id: "/subscriptions/sub-2/resourcegroups/lab",
      resource_name: "lab",
      vendor_data: { subscription_name: "Test" }
    })
  })

  // Cloud connectors keep what they know of a resource in one of two objects, under several names.
  const IN_AWS = { resource_name: "eip-1", resource_type: "elastic-ip", resource_region: "eu-west-2" }
  const IN_GCP = { resource_name: "d-1", resource_type: "disk", resource_region: "europe-west1" }
  const ADDRESS = "arn:aws:ec2:eu-west-2:123456789012:elastic-ip/eip-1"
  const DISK = "//compute.googleapis.com/projects/acme/zones/europe-west1-b/disks/d-1"
  it.each([
    [
      { Source: "Aws", Id: BUCKET, ConnectorId: "c-1" },
      {
        HierarchyId: "123456789012",
        ResourceProvider: "EC2",
        ResourceType: "elastic-ip",
        CloudNativeResourceName: "eip-1",
        Region: "eu-west-2",
        NativeCloudUniqueIdentifier: ADDRESS
      },
      { ...IN_AWS, vendor_data: { native_resource_id: ADDRESS, native_account_id: "123456789012" } }
    ],
    [
      { source: "Aws", id: BUCKET },
      { resourceName: "eip-1", resourceType: "elastic-ip", nativeResourceId: ADDRESS },
      { ...IN_AWS, vendor_data: { native_resource_id: ADDRESS, native_account_id: "123456789012" } }
    ],
    [
      { source: "GCP", id: BUCKET, nativeCloudUniqueIdentifier: DISK, resourceType: "disk", resourceName: "d-1" },
      null,
      { ...IN_GCP, vendor_data: { native_resource_id: DISK, native_account_id: "acme" } }
    ],
    [
      { source: "OnPremise", machineName: "web-7" },
      null,
      { resource_name: "web-7", vendor_data: { cloud_provider: "OTHER" } }
    ],
    // For Azure, such names belong to what the assessment measured.
    [
      { source: "Azure", id: BUCKET },
      { resourceName: "other", region: "other" },
      { resource_name: "aws-s3-bucket-logs", resource_region: null }
    ]
  ])(
    "reads the resource of an assessment with the details %j and the additional data %j",
    async (resourceDetails, additionalData, expected) => {
      const row = { ...publicBucket, properties: { ...publicBucket.properties, resourceDetails, additionalData } }
      const { records } = await ConnectorTest.run(msDefenderCloud, {
        replies: { ...replies, [ASSESSMENTS]: { body: { value: [row] } } }
      })
      expect(records["compliance_finding"]?.[0]).toMatchObject(expected)
    }
  )

  it("leaves fields of a new finding null if the token may not read them", async () => {
    const faults = ["/Microsoft.ResourceGraph/resources", "/sub-1/resources"].map((path) => refused(path))
    const report = await ConnectorTest.run(msDefenderCloud, { replies, faults })
    expect(report.failures.map(({ data_export_type }) => data_export_type)).toEqual(["resources"])
    expect(report.records["compliance_finding"]).toHaveLength(4)
    expect(report.records["compliance_finding"]?.[0]).toMatchObject({
      title: "Management ports should be closed",
      severity: "HIGH",
      resource_region: null,
      compliances: null
    })
  })
})

describe("Defender for Cloud metadata", () => {
  it.each([
    [403, "UNAUTHORIZED"],
    [404, "VENDOR_CLIENT_ERROR"]
  ])("fails the export and changes no severity if it is refused (%s)", async (code, health) => {
    const { stored } = await ConnectorTest.run(msDefenderCloud, { replies })
    const faults = [refused("/assessmentMetadata", code)]
    const report = await ConnectorTest.run(msDefenderCloud, { replies, stored, faults })
    expect(report.failures).toMatchObject([
      { health, endpoint: "/subscriptions/{subscriptionId}/providers/Microsoft.Security/assessmentMetadata" }
    ])
    expect(report.stored).toEqual(stored)
  })
})

describe("Defender for Cloud resources", () => {
  it("maps every field that Azure returns", async () => {
    const { records } = await ConnectorTest.run(msDefenderCloud, { replies })
    const [vm, account] = records["resource"] ?? []
    expect(vm).toEqual({
      id: expect.any(String),
      name: "Web-1",
      type: "virtualmachines",
      vendor_type: "microsoft.compute/virtualmachines",
      cloud_provider: "AZURE",
      account_id: "sub-1",
      account_name: "Production",
      region: "westeurope",
      tags: { team: "web" },
      first_seen: "2024-05-01T08:30:00.123Z",
      last_seen: null,
      is_deleted: false,
      vendor: "MS_DEFENDER_CLOUD",
      vendor_id: VM,
      vendor_data: { vendor: "MS_DEFENDER_CLOUD", resource_group: "prod", kind: null, managed_by: null },
      vendor_data_omitted: null
    })
    // A creation time in another format becomes null, but does not lose the resource.
    expect(account).toMatchObject({ name: "logs", tags: null, first_seen: null })
  })

  it("maps the resources of other clouds", async () => {
    const { records } = await ConnectorTest.run(msDefenderCloud, { replies })
    const [, , bucket, disk] = records["resource"] ?? []
    expect(bucket).toMatchObject({
      name: "logs",
      type: "s3.bucket",
      cloud_provider: "AWS",
      account_id: "123456789012",
      region: "eu-west-1",
      vendor_id: BUCKET
    })
    expect(disk).toMatchObject({
      name: "d-1",
      type: "disk",
      vendor_type: "compute/disk",
      cloud_provider: "GCP",
      region: "europe-west1",
      account_id: "acme",
      vendor_data: { native_resource_id: "//compute.googleapis.com/projects/acme/disks/d-1" }
    })
  })
})

describe("Azure subscriptions", () => {
  const ONE = "0b1f6471-1bf0-4dda-aec3-cb9272f09590"
  const TWO = "4f8c2d3a-7e19-4b6d-9a05-c1d2e3f4a5b6"

  /** The same answers, with UUIDs as subscription IDs. */
  const withUuids = JSON.parse(
    JSON.stringify(replies).replaceAll("sub-1", ONE).replaceAll("sub-2", TWO)
  ) as ConnectorTest.Replies

  it("reads all subscriptions if the customer chose none", async () => {
    const { records } = await ConnectorTest.run(msDefenderCloud, {
      replies: withUuids,
      credentials: { subscription_ids: "" }
    })
    expect(records["compliance_finding"]).toHaveLength(4)
    expect(records["resource"]).toHaveLength(4)
  })

  it("reads only the chosen subscriptions, ignoring case, and sends no request for the others", async () => {
    const { records, requests } = await ConnectorTest.run(msDefenderCloud, {
      replies: withUuids,
      credentials: { subscription_ids: ` ${TWO.toUpperCase()} ` }
    })
    expect(records["compliance_finding"]).toMatchObject([{ vendor_data: { subscription_id: TWO } }])
    expect(records["resource"] ?? []).toEqual([])
    expect(requests.filter(({ url }) => url.includes(ONE))).toEqual([])
  })

  it("skips the findings of an unregistered subscription, but reads those of the others", async () => {
    const assessments = "GET /subscriptions/sub-2/providers/Microsoft.Security/assessments"
    const error = { code: "Subscription Not Registered", message: "Please register to Microsoft.Security" }
    const unregistered = { ...replies, [assessments]: { status: 401, body: { error } } }
    const report = await ConnectorTest.run(msDefenderCloud, { replies: unregistered })
    expect(report.health.name).toBe("HEALTHY")
    expect(report.records["compliance_finding"]).toHaveLength(3)
    // A rejected token has the same status, but is a failure.
    const other = {
      ...replies,
      [assessments]: { status: 401, body: { error: { code: "InvalidAuthenticationToken" } } }
    }
    expect((await ConnectorTest.run(msDefenderCloud, { replies: other })).health.name).toBe("UNAUTHORIZED")
  })

  it("accepts only comma-separated subscription IDs", () => {
    const read = Schema.decodeUnknownEither(msDefenderCloud.credentials)
    const entered = (subscription_ids: string) =>
      Either.isRight(read({ tenant_id: TENANT, client_id: "c", client_secret: "s", subscription_ids }))
    expect([`${ONE}, ${TWO}`, ONE, "Production", `${ONE} ${TWO}`].map(entered)).toEqual([true, true, false, false])
  })
})

describe("Azure Resource Graph", () => {
  it("requests rows as objects and the largest page, on every page", async () => {
    const { requests } = await ConnectorTest.run(msDefenderCloud, { replies })
    const asked = requests.filter(({ url }) => url.includes("Microsoft.ResourceGraph"))
    expect(asked).toHaveLength(10)
    for (const { body } of asked) expect(body).toMatchObject({ options: { resultFormat: "objectArray", $top: 1_000 } })
  })
})

describe("The Microsoft identity platform", () => {
  it("issues one token for the whole run", async () => {
    const { requests } = await ConnectorTest.run(msDefenderCloud, { replies })
    const tokens = requests.filter(({ url }) => url.includes("oauth2"))
    expect(tokens.map(({ url }) => url)).toEqual([`https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/token`])
    const others = requests.filter(({ url }) => !url.includes("oauth2"))
    expect(new Set(others.map(({ headers }) => headers["authorization"]))).toEqual(new Set(["Bearer issued-token"]))
  })
})

describe("Defender for Cloud alerts", () => {
  it("maps every field that Defender returns, and keeps words that it does not know", async () => {
    const { records } = await ConnectorTest.run(msDefenderCloud, { replies })
    const [first, second, third, other] = records["cspm_alert"] ?? []
    const id = "/subscriptions/sub-1/resourcegroups/prod/providers/microsoft.security/locations/westeurope/alerts/a-1"
    const none = { tactic_id: null, tactic_name: null, technique_id: null, technique_name: null }
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: "Port scan from a virtual machine",
      description: "A virtual machine scans its network.",
      severity: "HIGH",
      vendor_severity: "High",
      status: "IN_PROGRESS",
      vendor_status: "InProgress",
      category: "VM_PortScan",
      resource_id: VM,
      resource_name: "Web-1",
      resource_type: "Microsoft.Compute/virtualMachines",
      cloud_provider: "AZURE",
      account_id: "sub-1",
      region: null,
      first_event_time: "2024-05-11T08:30:00.123Z",
      last_event_time: "2024-05-12T08:30:00.123Z",
      resolved_time: null,
      remediation: "Isolate the machine.\nLook for malware.",
      mitre: [
        { ...none, tactic_id: "TA0007", tactic_name: "Discovery" },
        { ...none, tactic_id: "TA0008", tactic_name: "LateralMovement" },
        { ...none, technique_id: "T1046" }
      ],
      url: "https://portal.azure.com/#alert-a-1",
      vendor: "MS_DEFENDER_CLOUD",
      vendor_id: id,
      vendor_data: expect.objectContaining({ vendor: "MS_DEFENDER_CLOUD", compromised_entity: "web-1" }),
      vendor_data_omitted: null
    })
    expect([second, third]).toMatchObject([
      { severity: "LOW", status: "SUPPRESSED", title: "A-2", resource_id: null, cloud_provider: null, mitre: null },
      { severity: "MEDIUM", status: "NEW" }
    ])
    expect(other).toMatchObject({
      severity: "UNKNOWN",
      vendor_severity: "Worst",
      status: "UNKNOWN",
      vendor_status: "Snoozed",
      account_id: "sub-2"
    })
  })
})

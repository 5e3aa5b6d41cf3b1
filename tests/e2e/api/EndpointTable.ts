import { RecordKind } from "@tributary/core"

/** Names a record of another list by the path of that list and the end of the record's id in the source tool. */
export type Named = (path: string, vendorId: string) => string

/**
 * A field that the list must show of a record in the vendor's script. One for each kind and vendor, and the ids of other records: the
 * tests of the connectors prove every field.
 */
export interface Known {
  readonly vendor: string
  /** The end of the id in the source tool. */
  readonly vendorId: string
  readonly says: (id: Named) => Readonly<Record<string, unknown>>
}

/** What a query flag adds to a record of a vendor. */
export interface Added {
  readonly vendor: string
  readonly vendorId: string
  /** The items of an array are in the order of their ids in the source tool, or of their controls. */
  readonly shows: unknown
}

/** What a filter leaves. */
export interface Filtered {
  readonly vendor: string
  readonly query: (id: Named) => Readonly<Record<string, string>>
  /** The ends of the ids that remain, in any order. */
  readonly leaves: ReadonlyArray<string>
}

/** One list of the API: which vendors fill it, and with what. */
export interface Endpoint {
  readonly kind: RecordKind.Any
  /** How many records each vendor's script has. */
  readonly records: Readonly<Record<string, number>>
  readonly known: ReadonlyArray<Known>
  /** By query flag, the field that it adds. */
  readonly flags?: Readonly<Record<string, { readonly field: string; readonly added: ReadonlyArray<Added> }>>
  /** Every query parameter that filters the list takes part in at least one. */
  readonly filters?: ReadonlyArray<Filtered>
}

const known = (vendor: string, vendorId: string, says: Readonly<Record<string, unknown>> | Known["says"]): Known => ({
  vendor,
  vendorId,
  says: typeof says === "function" ? says : () => says
})

const filtered = (
  vendor: string,
  query: Readonly<Record<string, string>>,
  ...leaves: ReadonlyArray<string>
): Filtered => ({
  vendor,
  query: () => query,
  leaves
})

const ids = (...all: ReadonlyArray<string>) => all.map((vendor_id) => ({ vendor_id }))

const at = (day: string) => `2024-05-${day}T08:30:00.000Z`

/** The id of no record. */
const NOBODY = "00000000-0000-4000-8000-000000000000"

/** Every list of records. */
export const endpoints: ReadonlyArray<Endpoint> = [
  {
    kind: RecordKind.IdpUser,
    records: { GOOGLE_WORKSPACE: 3, JUMPCLOUD: 3, OKTA: 3, MS_ENTRA: 3 },
    known: [
      known("GOOGLE_WORKSPACE", "100000000000000000002", { vendor_status: "SUSPENDED", is_admin: true }),
      known("JUMPCLOUD", "u2", { vendor_status: "SUSPENDED" }),
      known("OKTA", "00u1", {
        address: {
          street: "1 Mill Lane",
          city: "Leeds",
          state: "West Yorkshire",
          country: "GB",
          postal_code: "LS1 1AA"
        }
      }),
      known("MS_ENTRA", "u-1", {
        vendor_data: {
          vendor: "MS_ENTRA",
          mail_nickname: "ada",
          password_policies: "DisablePasswordExpiration",
          on_premises_distinguished_name: "CN=Ada,OU=Staff,DC=acme,DC=example"
        }
      })
    ],
    flags: {
      includeIdpGroups: {
        field: "groups",
        added: [
          {
            vendor: "GOOGLE_WORKSPACE",
            vendorId: "100000000000000000001",
            shows: [{ vendor_id: "00research", name: "Research" }]
          },
          { vendor: "JUMPCLOUD", vendorId: "u1", shows: [{ vendor_id: "g1", name: "Research" }] },
          { vendor: "OKTA", vendorId: "00u1", shows: [{ vendor_id: "00g1", name: "Everyone" }, { vendor_id: "00g2" }] },
          { vendor: "OKTA", vendorId: "00u3", shows: [] },
          { vendor: "MS_ENTRA", vendorId: "u-1", shows: [{ vendor_id: "g-1", name: "Everyone" }] },
          { vendor: "MS_ENTRA", vendorId: "u-3", shows: [{ vendor_id: "g-2", name: "Administrators" }] }
        ]
      },
      includeIdpApplications: {
        field: "applications",
        added: [
          {
            vendor: "GOOGLE_WORKSPACE",
            vendorId: "100000000000000000002",
            shows: [{ vendor_id: "1.apps.googleusercontent.com", name: "Acme Calendar" }]
          },
          { vendor: "JUMPCLOUD", vendorId: "u3", shows: [{ vendor_id: "p1", name: "Acme Mail" }] },
          { vendor: "OKTA", vendorId: "00u2", shows: [{ vendor_id: "0oa1", name: "chat", labels: ["Acme Chat"] }] },
          { vendor: "MS_ENTRA", vendorId: "u-1", shows: [{ vendor_id: "sp-1", user_app_last_login_at: null }] },
          { vendor: "MS_ENTRA", vendorId: "u-2", shows: [] }
        ]
      }
    },
    filters: [
      filtered("OKTA", { emails: "GRACE@acme.example,nobody@acme.example" }, "00u2"),
      filtered("OKTA", { vendorStatuses: "ACTIVE,SUSPENDED" }, "00u1", "00u2"),
      filtered("OKTA", { isMfaEnabled: "false" }, "00u2"),
      filtered("MS_ENTRA", { isAdmin: "true", isMfaEnabled: "false" }, "u-3"),
      filtered("MS_ENTRA", { userTypes: "GUEST" }, "u-3"),
      filtered("MS_ENTRA", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.IdpGroup,
    records: { GOOGLE_WORKSPACE: 3, JUMPCLOUD: 2, OKTA: 2, MS_ENTRA: 2 },
    known: [
      known("GOOGLE_WORKSPACE", "00sales", { name: "sales@acme.example" }),
      known("JUMPCLOUD", "g2", { name: "Sales" }),
      known("OKTA", "00g2", { types: ["OKTA_GROUP"] }),
      known("MS_ENTRA", "g-1", { name: "Everyone" })
    ],
    flags: {
      includeIdpUsers: {
        field: "users",
        added: [
          {
            vendor: "GOOGLE_WORKSPACE",
            vendorId: "00research",
            shows: ids("100000000000000000001", "100000000000000000002")
          },
          { vendor: "JUMPCLOUD", vendorId: "g1", shows: ids("u1", "u2") },
          { vendor: "OKTA", vendorId: "00g1", shows: ids("00u1", "00u2") },
          { vendor: "MS_ENTRA", vendorId: "g-1", shows: ids("u-1", "u-2") }
        ]
      },
      includeIdpGroups: {
        field: "groups",
        added: [
          { vendor: "GOOGLE_WORKSPACE", vendorId: "00research", shows: ids("00sales") },
          { vendor: "JUMPCLOUD", vendorId: "g1", shows: [] },
          { vendor: "OKTA", vendorId: "00g1", shows: [] },
          { vendor: "MS_ENTRA", vendorId: "g-1", shows: ids("g-2") }
        ]
      },
      includeIdpApplications: {
        field: "applications",
        added: [
          { vendor: "GOOGLE_WORKSPACE", vendorId: "00research", shows: [] },
          { vendor: "JUMPCLOUD", vendorId: "g2", shows: ids("p1") },
          { vendor: "OKTA", vendorId: "00g2", shows: ids("0oa1") },
          { vendor: "MS_ENTRA", vendorId: "g-1", shows: ids("sp-1") },
          { vendor: "MS_ENTRA", vendorId: "g-2", shows: ids("sp-1") }
        ]
      }
    },
    filters: [filtered("OKTA", { isDeleted: "true" })]
  },
  {
    kind: RecordKind.IdpApplication,
    records: { GOOGLE_WORKSPACE: 2, JUMPCLOUD: 2, OKTA: 2, MS_ENTRA: 2 },
    known: [
      known("GOOGLE_WORKSPACE", "2.apps.googleusercontent.com", { name: "Acme Chat" }),
      known("JUMPCLOUD", "p1", { name: "Acme Mail" }),
      known("OKTA", "0oa2", { labels: ["Acme Wiki"] }),
      known("MS_ENTRA", "sp-1", { vendor_created_at: at("03") })
    ],
    flags: {
      includeIdpUsers: {
        field: "users",
        added: [
          {
            vendor: "GOOGLE_WORKSPACE",
            vendorId: "1.apps.googleusercontent.com",
            shows: ids("100000000000000000001", "100000000000000000002")
          },
          { vendor: "JUMPCLOUD", vendorId: "p1", shows: ids("u1", "u3") },
          { vendor: "OKTA", vendorId: "0oa1", shows: ids("00u1", "00u2") },
          { vendor: "MS_ENTRA", vendorId: "sp-1", shows: ids("u-1", "u-3") },
          { vendor: "MS_ENTRA", vendorId: "sp-2", shows: [] }
        ]
      },
      includeIdpGroups: {
        field: "groups",
        added: [
          { vendor: "GOOGLE_WORKSPACE", vendorId: "1.apps.googleusercontent.com", shows: [] },
          { vendor: "JUMPCLOUD", vendorId: "p1", shows: ids("g1", "g2") },
          { vendor: "OKTA", vendorId: "0oa1", shows: ids("00g1", "00g2") },
          { vendor: "MS_ENTRA", vendorId: "sp-1", shows: ids("g-1", "g-2") },
          { vendor: "MS_ENTRA", vendorId: "sp-2", shows: [] }
        ]
      }
    },
    filters: [filtered("OKTA", { isDeleted: "true" })]
  },
  {
    kind: RecordKind.IdpPolicy,
    records: { MS_ENTRA: 3, OKTA: 7 },
    known: [known("MS_ENTRA", "p-1", { type: "CONDITIONAL_ACCESS" }), known("OKTA", "00p2", { status: "DISABLED" })],
    filters: [filtered("MS_ENTRA", { isDeleted: "true" })]
  },
  {
    kind: RecordKind.ComplianceFinding,
    records: { AWS_SECURITYHUB: 3, MS_DEFENDER_CLOUD: 4, WIZ: 3 },
    known: [
      known("WIZ", "i1", { resource_id: "arn:aws:s3:::acme-logs" }),
      known("AWS_SECURITYHUB", "finding/f-1", { status: "IN_PROGRESS" }),
      known("MS_DEFENDER_CLOUD", "key-open-ports", { remediation: "What to do about key-open-ports" })
    ],
    flags: {
      includeRule: {
        field: "rule",
        added: [
          { vendor: "AWS_SECURITYHUB", vendorId: "finding/f-1", shows: { vendor_id: "S3.8" } },
          { vendor: "MS_DEFENDER_CLOUD", vendorId: "key-open-ports", shows: { vendor_id: "key-open-ports" } },
          { vendor: "WIZ", vendorId: "i1", shows: { vendor_id: "wc-1" } }
        ]
      },
      includeCompliances: {
        field: "compliances",
        added: [
          {
            vendor: "AWS_SECURITYHUB",
            vendorId: "finding/f-3",
            shows: [{ standard: "CIS AWS Foundations Benchmark", control: "1.1", result: "PASS" }]
          },
          {
            vendor: "MS_DEFENDER_CLOUD",
            vendorId: "key-open-ports",
            shows: [
              { control: "1.2", control_name: "Firewalls restrict connections", result: "FAIL" },
              { control: "A.13", control_name: null, result: "FAIL" }
            ]
          },
          {
            vendor: "WIZ",
            vendorId: "i1",
            shows: [
              { control: "2.1.5 Block public access", standard: "CIS AWS 1.4.0" },
              { control: "Public exposure", standard: "Wiz" }
            ]
          }
        ]
      }
    },
    filters: [
      filtered("AWS_SECURITYHUB", { findingStatuses: "RESOLVED,NEW" }, "finding/f-3", "scanner/check-7"),
      filtered("MS_DEFENDER_CLOUD", { findingStatuses: "SUPPRESSED" }, "key-encryption"),
      filtered("AWS_SECURITYHUB", { complianceResults: "PASS" }, "finding/f-3"),
      filtered("MS_DEFENDER_CLOUD", { controls: "A.13" }, "key-open-ports"),
      filtered("MS_DEFENDER_CLOUD", { controls: '"3.4"' }, "key-encryption"),
      filtered("AWS_SECURITYHUB", { standards: "AWS Foundational Security Best Practices" }, "finding/f-1"),
      filtered("AWS_SECURITYHUB", { statusChangedSince: at("10") }, "finding/f-1", "finding/f-3"),
      filtered("AWS_SECURITYHUB", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.Compliance,
    records: { AWS_SECURITYHUB: 3 },
    known: [known("AWS_SECURITYHUB", "IAM.9", { control_name: "The root user has MFA" })],
    filters: [filtered("AWS_SECURITYHUB", { isDeleted: "true" })]
  },
  {
    kind: RecordKind.Device,
    records: {
      CROWDSTRIKE: 3,
      GOOGLE_WORKSPACE: 4,
      INSIGHTVM: 2,
      JAMF: 6,
      JUMPCLOUD: 3,
      KANDJI: 3,
      MS_DEFENDER_ENDPOINT: 4,
      MS_ENTRA: 3,
      MS_INTUNE: 3,
      QUALYS: 3,
      SENTINELONE: 4,
      TENABLE: 2
    },
    known: [
      known("JUMPCLOUD", "s2", { owner_email: "grace@acme.example" }),
      known("CROWDSTRIKE", "d2", {
        cloud_metadata: { cloud_provider: "AWS", region: "eu-west-1", instance_id: "i-0abc" }
      }),
      known("INSIGHTVM", "11", { installed_software: ["Acme Reader 1.2", "Editor 3"] }),
      known("GOOGLE_WORKSPACE", "chrome-1", { platform: "CHROME_OS", owner_email: "ada@acme.example" }),
      known("KANDJI", "kandji-1", { is_encrypted: true }),
      known("MS_ENTRA", "d-2", { platform: "IOS" }),
      known("MS_INTUNE", "intune-1", { serial_number: "SN-1" }),
      known("QUALYS", "1001", { cloud_metadata: { cloud_provider: "AWS", region: "eu-west-1", instance_id: "i-0a1" } }),
      known("TENABLE", "a-1", { fqdns: ["web-1.acme.example"] }),
      known("JAMF", "computer/1", { hostnames: ["Ada's MacBook"], platform: "MAC" }),
      known("MS_DEFENDER_ENDPOINT", "m-1", { hostnames: ["ada-laptop"], platform: "WINDOWS" }),
      known("SENTINELONE", "2001", { hostnames: ["ADA-LAPTOP"], platform: "WINDOWS" })
    ],
    filters: [
      filtered("CROWDSTRIKE", { platforms: "LINUX,OTHER" }, "d2", "d3"),
      filtered("MS_ENTRA", { statuses: "ACTIVE", platforms: "WINDOWS,IOS" }, "d-1"),
      filtered("TENABLE", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.DeviceGroup,
    records: { CROWDSTRIKE: 2, JAMF: 6, JUMPCLOUD: 2, MS_DEFENDER_ENDPOINT: 2, MS_INTUNE: 3, SENTINELONE: 3 },
    known: [
      known("MS_INTUNE", "group-1", { name: "Engineers' computers" }),
      known("JUMPCLOUD", "d1", (id) => ({
        device_ids: [id("/entities/devices", "s1"), id("/entities/devices", "s3")].toSorted()
      })),
      known("CROWDSTRIKE", "g1", (id) => ({
        device_ids: [id("/entities/devices", "d1"), id("/entities/devices", "d3")].toSorted()
      })),
      known("JAMF", "computer/1", { name: "All Managed Clients" }),
      known("MS_DEFENDER_ENDPOINT", "74", { name: "Workstations" }),
      known("SENTINELONE", "301", { name: "Default Group" })
    ],
    filters: [
      {
        vendor: "CROWDSTRIKE",
        query: (id) => ({ deviceId: id("/entities/devices", "d3") }),
        leaves: ["g1"]
      },
      { vendor: "CROWDSTRIKE", query: (id) => ({ deviceId: id("/entities/devices", "d2") }), leaves: [] },
      filtered("CROWDSTRIKE", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.DevicePolicy,
    records: { CROWDSTRIKE: 4, JAMF: 6, JUMPCLOUD: 2, KANDJI: 3, MS_INTUNE: 3 },
    known: [
      known("KANDJI", "blueprint-1", { type: "CLASSIC" }),
      known("MS_INTUNE", "policy-1", { type: "COMPLIANCE" }),
      known("CROWDSTRIKE", "p1", (id) => ({ device_group_ids: [id("/entities/device-groups", "g1")] })),
      known("JUMPCLOUD", "y1", { platform: "darwin" }),
      known("JAMF", "computer/1", { name: "Corporate Wi-Fi", type: "MACOS_CONFIGURATION_PROFILE" })
    ],
    filters: [filtered("JUMPCLOUD", { isDeleted: "true" })]
  },
  {
    kind: RecordKind.Resource,
    records: { AWS_INSPECTOR: 4, MS_DEFENDER_CLOUD: 4, WIZ: 3 },
    known: [
      known("MS_DEFENDER_CLOUD", "virtualmachines/web-1", { tags: { team: "web" } }),
      known("AWS_INSPECTOR", "i-0abc1234def567890", { name: "web-1", type: "EC2_INSTANCE" }),
      known("WIZ", "r1", { name: "acme-logs", type: "BUCKET" })
    ],
    filters: [filtered("MS_DEFENDER_CLOUD", { isDeleted: "true" })]
  },
  {
    kind: RecordKind.ScanConfiguration,
    records: { INSIGHTVM: 2, QUALYS: 3, TENABLE: 3 },
    known: [
      known("INSIGHTVM", "1", { severity_frequency: { critical: 1, high: 2, info: 0, low: 0, medium: 3 } }),
      known("TENABLE", "2", { scan_targets: ["web-1"] }),
      known("QUALYS", "160642", { name: "Nightly scan" })
    ],
    filters: [filtered("TENABLE", { isDeleted: "true" })]
  },
  {
    kind: RecordKind.Vulnerability,
    records: {
      AWS_INSPECTOR: 5,
      AWS_SECURITYHUB: 4,
      CROWDSTRIKE: 4,
      INSIGHTVM: 5,
      MS_DEFENDER_ENDPOINT: 3,
      QUALYS: 4,
      SENTINELONE: 5,
      TENABLE: 3,
      WIZ: 3
    },
    known: [
      known("WIZ", "v1", { cve: ["CVE-2024-3094"] }),
      known("CROWDSTRIKE", "d1_v1", (id) => ({
        device: {
          id: id("/entities/devices", "d1"),
          hostnames: ["ADA-LAPTOP"],
          ipv4s: ["192.0.2.10"],
          platform: "WINDOWS",
          vendor_id: "d1"
        }
      })),
      known("INSIGHTVM", "11/weak-cipher", { port: 443 }),
      known("QUALYS", "90001", { cve: ["CVE-2022-3602", "CVE-2022-3786"] }),
      known("TENABLE", "a-1/4711/22/TCP", { vendor_scan_id: "run-1" }),
      known("AWS_INSPECTOR", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", { severity: "HIGH" }),
      known("AWS_SECURITYHUB", "v-1", { severity: "CRITICAL" }),
      known("MS_DEFENDER_ENDPOINT", "m-1_mozilla_firefox_130.0_CVE-2026-1001", { severity: "CRITICAL" }),
      known("SENTINELONE", "7001", { severity: "HIGH" })
    ],
    filters: [
      filtered("CROWDSTRIKE", { severities: "CRITICAL,INFORMATIONAL" }, "d1_v1", "d2_v1"),
      filtered("INSIGHTVM", { states: "OPEN" }, "11/acme-reader-cve-2024-0001", "12/telnet-open"),
      filtered("QUALYS", { states: "FIXED,SUPPRESSED" }, "90003", "90004"),
      filtered("TENABLE", { cves: "cve-2024-0001" }, "a-1/4711/22/TCP", "a-1/4711/2222/TCP"),
      filtered("WIZ", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.IdpAlert,
    records: { GOOGLE_WORKSPACE: 3, MS_ENTRA: 3, OKTA: 2 },
    known: [
      known("GOOGLE_WORKSPACE", "alert-1", { title: "Suspicious login", user_name: "grace@acme.example" }),
      known("OKTA", "e3", (id) => ({
        title: "User risk detected",
        user_id: id("/idp/users", "00u2"),
        location: { city: "Leeds", state: "England", country: "United Kingdom" }
      })),
      known("MS_ENTRA", "rd-1", (id) => ({ vendor_status: "atRisk", user_id: id("/idp/users", "u-1") }))
    ],
    filters: [
      filtered("OKTA", { severities: "HIGH,CRITICAL", statuses: "NEW" }, "e4"),
      { vendor: "OKTA", query: (id) => ({ userIds: id("/idp/users", "00u2") }), leaves: ["e3"] },
      { vendor: "OKTA", query: (id) => ({ applicationIds: id("/idp/applications", "0oa1") }), leaves: [] },
      filtered("OKTA", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.IdpAuditEvent,
    records: { GOOGLE_WORKSPACE: 7, MS_ENTRA: 6, OKTA: 3 },
    known: [
      known("GOOGLE_WORKSPACE", "login/2024-05-22T08:30:00.000Z/-22", {
        event_type: "login_failure",
        outcome: "FAILURE"
      }),
      known("OKTA", "e1", { event_type: "user.session.start", occurred_at: at("21"), session_id: "s1" }),
      known("MS_ENTRA", "si-2", { event_type: "signIn", outcome: "DENIED", request_id: "corr-3" })
    ],
    filters: [
      filtered("OKTA", { outcomes: "SUCCESS", severities: "INFORMATIONAL" }, "e1"),
      filtered("OKTA", { eventTypes: "user.session.start,user.risk.detect" }, "e1", "e3"),
      { vendor: "OKTA", query: (id) => ({ actorIds: id("/idp/users", "00u1") }), leaves: ["e1"] },
      filtered("OKTA", { occurredSince: at("21"), occurredUntil: at("23") }, "e1", "e2")
    ]
  },
  {
    kind: RecordKind.CspmAlert,
    records: { AWS_SECURITYHUB: 3, MS_DEFENDER_CLOUD: 4 },
    known: [
      known("MS_DEFENDER_CLOUD", "a-1", { title: "Port scan from a virtual machine", account_id: "sub-1" }),
      known("AWS_SECURITYHUB", "t-1", {
        title: "198.51.100.7 is performing SSH brute force attacks against web-1.",
        severity: "LOW"
      })
    ],
    filters: [
      filtered("MS_DEFENDER_CLOUD", { severities: "HIGH,UNKNOWN" }, "a-1", "b-1"),
      filtered("MS_DEFENDER_CLOUD", { statuses: "SUPPRESSED,NEW" }, "a-2", "a-3"),
      filtered("MS_DEFENDER_CLOUD", { cloudProviders: "AZURE" }, "a-1"),
      filtered("MS_DEFENDER_CLOUD", { resourceIds: "/subscriptions/sub-1" }),
      filtered("MS_DEFENDER_CLOUD", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.EdrAlert,
    records: { CROWDSTRIKE: 5, MS_DEFENDER_ENDPOINT: 3, SENTINELONE: 4 },
    known: [
      known("CROWDSTRIKE", "1001", { process_filename: "powershell.exe", pid: 4242 }),
      known("MS_DEFENDER_ENDPOINT", "da1_1", { title: "Suspicious process injection observed", severity: "HIGH" }),
      known("SENTINELONE", "4001", { title: "invoice.exe", severity: "HIGH" })
    ],
    filters: [
      filtered("CROWDSTRIKE", { severities: "CRITICAL,UNKNOWN" }, "1003", "1004"),
      filtered("CROWDSTRIKE", { statuses: "NEW" }, "1002", "1004"),
      filtered("CROWDSTRIKE", { platforms: "WINDOWS" }, "1001"),
      { vendor: "CROWDSTRIKE", query: (id) => ({ deviceIds: id("/entities/devices", "d1") }), leaves: ["1001"] },
      filtered("CROWDSTRIKE", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.Application,
    records: { GITHUB: 2, GITLAB: 3, SNYK: 5 },
    known: [
      known("GITHUB", "7001", { name: "shop", visibility: "INTERNAL" }),
      known("GITLAB", "7001", { name: "Shop", type: "REPOSITORY" }),
      known("SNYK", "project-1", { name: "acme/shop:package.json", type: "PROJECT" })
    ],
    filters: [
      filtered("GITHUB", { types: "REPOSITORY", visibilities: "PUBLIC" }, "7002"),
      filtered("GITHUB", { isArchived: "false" }, "7001"),
      filtered("GITHUB", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.OrganizationIdentity,
    records: { GITHUB: 3, GITLAB: 5 },
    known: [
      known("GITHUB", "101", { external_identity: "ada@acme.example", is_admin: true }),
      known("GITLAB", "101", { name: "Ada Rivers", role: "Owner" })
    ],
    filters: [
      filtered("GITHUB", { types: "BOT" }, "103"),
      filtered("GITHUB", { isAdmin: "true", isMfaEnabled: "false" }, "103"),
      filtered("GITHUB", { emails: "ada@acme.example" }),
      filtered("GITHUB", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.ConfigUser,
    records: {
      CROWDSTRIKE: 3,
      GITHUB: 4,
      INSIGHTVM: 3,
      JAMF: 4,
      QUALYS: 3,
      SENTINELONE: 3,
      SNYK: 4,
      TENABLE: 3,
      WIZ: 3
    },
    known: [
      known("CROWDSTRIKE", "user-2", { username: "grace@acme.example", role: "Falcon Analyst" }),
      known("GITHUB", "104", { role: "outside_collaborator" }),
      known("INSIGHTVM", "1", { username: "ada", role: "Global Administrator" }),
      known("JAMF", "1", { username: "ada", role: "ADMINISTRATOR" }),
      known("QUALYS", "63", { username: "acme_ab1", role: "Manager" }),
      known("SENTINELONE", "6001", { username: "ada@acme.example", role: "Admin" }),
      known("SNYK", "membership-1", { username: "ada", role: "Org Admin" }),
      known("TENABLE", "user-1", { username: "ada@acme.example", role: "Administrator" }),
      known("WIZ", "u1", { username: "ada@acme.example", role: "Global Admin" })
    ],
    filters: [
      filtered("GITHUB", { isAdmin: "true", isMfaEnabled: "true" }, "101"),
      filtered("GITHUB", { isActive: "true" }),
      filtered("GITHUB", { emails: "ada@acme.example" }),
      filtered("GITHUB", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.AppsecIssue,
    records: { GITHUB: 7, GITLAB: 7, SNYK: 9, WIZ: 3 },
    known: [
      known("GITHUB", "dependabot/4", (id) => ({ type: "SCA", application_id: id("/entities/applications", "7001") })),
      known("GITLAB", "120000501", { title: "Eval with user input", type: "SAST" }),
      known("SNYK", "issue-1", { title: "Prototype Pollution", type: "SCA" }),
      known("WIZ", "i1", { title: "Publicly readable bucket", type: "CSPM" })
    ],
    filters: [
      filtered("GITHUB", { types: "SECRET", states: "OPEN" }, "secret-scanning/6"),
      filtered("GITHUB", { severities: "CRITICAL,HIGH" }, "code-scanning/4", "dependabot/4"),
      filtered("GITHUB", { cves: "cve-2024-0001" }, "dependabot/4"),
      filtered("GITHUB", { isPatchable: "false" }, "dependabot/6"),
      { vendor: "GITHUB", query: (id) => ({ applicationIds: id("/entities/applications", "7002") }), leaves: [] },
      filtered("GITHUB", { resourceIds: "none" }),
      filtered("GITHUB", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.SastIssue,
    records: { GITHUB: 2, GITLAB: 1, SNYK: 1 },
    known: [
      known("GITHUB", "code-scanning/4", { severity: "CRITICAL", tool: "CodeQL" }),
      known("GITLAB", "120000501", { title: "Eval with user input", severity: "HIGH" }),
      known("SNYK", "issue-2", { title: "SQL Injection", severity: "CRITICAL" })
    ],
    filters: [
      filtered("GITHUB", { severities: "LOW", states: "UNKNOWN" }, "code-scanning/5"),
      filtered("GITHUB", { confidences: "HIGH" }),
      { vendor: "GITHUB", query: (id) => ({ applicationIds: id("/entities/applications", "7002") }), leaves: [] },
      filtered("GITHUB", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.ScaIssue,
    records: { GITHUB: 2, GITLAB: 1, SNYK: 1 },
    known: [
      known("GITHUB", "dependabot/4", { state: "FIXED", cve: ["CVE-2024-0001"] }),
      known("GITLAB", "120000502", {
        title: "left-shift evaluates its input",
        package: { name: "left-shift", version: "2.0.1", ecosystem: null }
      }),
      known("SNYK", "issue-1", {
        title: "Prototype Pollution",
        package: { name: "left-shift", version: "2.0.1", ecosystem: "npm" }
      })
    ],
    filters: [
      filtered("GITHUB", { severities: "UNKNOWN", states: "SUPPRESSED" }, "dependabot/6"),
      filtered("GITHUB", { cves: "CVE-2024-0001", isPatchable: "true", isDirect: "false" }, "dependabot/4"),
      { vendor: "GITHUB", query: (id) => ({ applicationIds: id("/entities/applications", "7002") }), leaves: [] },
      filtered("GITHUB", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.AppsecFinding,
    records: { GITHUB: 3, GITLAB: 4, SNYK: 6 },
    known: [
      known("GITHUB", "secret-scanning/4", { validity: "INACTIVE" }),
      known("GITLAB", "120000503", { title: "Acme Pay Key", severity: "CRITICAL" }),
      known("SNYK", "issue-3", { title: "CVE-2024-10002", severity: "LOW" })
    ],
    filters: [
      filtered("GITHUB", { types: "SECRET", severities: "UNKNOWN", states: "OPEN" }, "secret-scanning/6"),
      filtered("GITHUB", { validities: "INACTIVE" }, "secret-scanning/4"),
      { vendor: "GITHUB", query: (id) => ({ applicationIds: id("/entities/applications", "7002") }), leaves: [] },
      filtered("GITHUB", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.VulnerabilityFinding,
    records: { AWS_INSPECTOR: 5, GITLAB: 7, QUALYS: 4, WIZ: 3 },
    known: [
      known("WIZ", "v1", { title: "CVE-2024-3094", type: "HOST", has_fix: true }),
      known("AWS_INSPECTOR", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", {
        title: "CVE-2024-0001 - kernel, kernel-tools",
        type: "HOST"
      }),
      known("GITLAB", "120000501", { title: "Eval with user input", type: "CODE" }),
      known("QUALYS", "90001", { title: "OpenSSL X.509 Buffer Overflow", type: "HOST" })
    ],
    filters: [
      filtered("WIZ", { severity: "HIGH", state: "OPEN", types: "HOST", hasFix: "true" }, "v1"),
      filtered("WIZ", { cves: "cve-2024-3094", firstSeenSince: at("01"), lastSeenSince: at("20") }, "v1", "v2"),
      filtered("WIZ", { stateUpdatedSince: at("10") }, "v2"),
      filtered("WIZ", { deviceIds: NOBODY, applicationIds: NOBODY, resourceId: "none" }),
      filtered("WIZ", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.ItsmUser,
    records: { JIRA: 4, SERVICENOW: 2, ZENDESK: 4 },
    known: [
      known("ZENDESK", "12", { status: "INACTIVE", name: "Grace Rivers" }),
      known("JIRA", "robot", {
        vendor_attributes: {
          created_at: null,
          id: "robot",
          updated_at: null,
          vendor: "JIRA",
          data: { vendor: "JIRA", accountType: "app" }
        }
      }),
      known("SERVICENOW", "u2", { name: "grace" })
    ],
    filters: [
      filtered("JIRA", { isDeleted: "true" }, "gone"),
      filtered("JIRA", { isDeleted: "false" }, "ada", "grace", "robot")
    ]
  },
  {
    kind: RecordKind.ItsmGroup,
    records: { JIRA: 2, SERVICENOW: 2, ZENDESK: 2 },
    known: [
      known("ZENDESK", "21", { name: "Millers" }),
      known("JIRA", "g-1", { name: "millers" }),
      known("SERVICENOW", "g1", { description: "Those who keep the mill" })
    ],
    filters: [filtered("JIRA", { isDeleted: "true" })]
  },
  {
    kind: RecordKind.ItsmProject,
    records: { JIRA: 2 },
    known: [known("JIRA", "10", { key: "MILL" })],
    filters: [filtered("JIRA", { isDeleted: "true" })]
  },
  {
    kind: RecordKind.ItsmTicket,
    records: { JIRA: 3, SERVICENOW: 4, ZENDESK: 3 },
    known: [
      known("ZENDESK", "101", (id) => ({
        assigned_user_id: id("/itsm/users", "11"),
        created_by_user_id: id("/itsm/users", "12")
      })),
      known("JIRA", "100", (id) => ({
        project_id: id("/itsm/projects", "10"),
        parent_ticket_id: id("/itsm/tickets", "101"),
        assigned_user_id: id("/itsm/users", "grace"),
        created_by_user_id: id("/itsm/users", "ada")
      })),
      known("SERVICENOW", "i1", (id) => ({
        assigned_user_id: id("/itsm/users", "u2"),
        parent_ticket_id: id("/itsm/tickets", "i2")
      }))
    ],
    filters: [
      filtered("JIRA", { statuses: "TODO,IN_REVIEW" }, "101", "102"),
      {
        vendor: "JIRA",
        query: (id) => ({ statuses: "RESOLVED", projectIds: id("/itsm/projects", "10") }),
        leaves: ["100"]
      },
      filtered("JIRA", { isDeleted: "true" })
    ]
  },
  {
    kind: RecordKind.ItsmComment,
    records: { JIRA: 3, SERVICENOW: 2, ZENDESK: 4 },
    known: [
      known("ZENDESK", "1001", (id) => ({
        ticket_id: id("/itsm/tickets", "101"),
        author_user_id: id("/itsm/users", "12")
      })),
      known("JIRA", "1000", (id) => ({
        ticket_id: id("/itsm/tickets", "100"),
        author_user_id: id("/itsm/users", "grace")
      })),
      known("SERVICENOW", "n1", (id) => ({
        ticket_id: id("/itsm/tickets", "i1"),
        author_user_id: id("/itsm/users", "u1")
      }))
    ],
    filters: [filtered("SERVICENOW", { isDeleted: "true" })]
  },
  {
    kind: RecordKind.ItsmAttachment,
    records: { JIRA: 3, SERVICENOW: 2, ZENDESK: 3 },
    known: [
      known("ZENDESK", "2001", (id) => ({ ticket_id: id("/itsm/tickets", "101") })),
      known("JIRA", "2000", (id) => ({
        ticket_id: id("/itsm/tickets", "100"),
        author_user_id: id("/itsm/users", "grace")
      })),
      known("SERVICENOW", "a1", (id) => ({ ticket_id: id("/itsm/tickets", "i1") }))
    ],
    filters: [filtered("SERVICENOW", { isDeleted: "true" })]
  }
]

/** A list below a record: the records of another list that belong to it. */
export interface MemberList {
  /** As the OpenAPI document writes it. */
  readonly path: string
  /** The list of the members' kind. */
  readonly of: RecordKind.Any
  readonly vendor: string
  readonly parent: { readonly path: string; readonly vendorId: string }
  readonly members: ReadonlyArray<string>
  /** A parent without members. */
  readonly empty: string
}

const belowEntity = (list: Pick<MemberList, "path" | "of" | "parent" | "members" | "empty">): MemberList => ({
  vendor: "CROWDSTRIKE",
  ...list
})

const ofPolicy = (segment: string, of: RecordKind.Any, ...members: ReadonlyArray<string>): MemberList => ({
  path: `/idp/policies/{policy_id}/${segment}`,
  of,
  vendor: "MS_ENTRA",
  parent: { path: "/idp/policies", vendorId: "p-2" },
  members,
  empty: "p-1"
})

/** Every list below a record. */
export const memberLists: ReadonlyArray<MemberList> = [
  ofPolicy("users", RecordKind.IdpUser, "u-1", "u-2"),
  ofPolicy("groups", RecordKind.IdpGroup, "g-1"),
  ofPolicy("applications", RecordKind.IdpApplication, "sp-2"),
  belowEntity({
    path: "/entities/device-groups/{device_group_id}/devices",
    of: RecordKind.Device,
    parent: { path: "/entities/device-groups", vendorId: "g1" },
    members: ["d1", "d3"],
    empty: "g2"
  }),
  belowEntity({
    path: "/entities/device-policies/{device_policy_id}/device-groups",
    of: RecordKind.DeviceGroup,
    parent: { path: "/entities/device-policies", vendorId: "p1" },
    members: ["g1"],
    empty: "p3"
  })
]

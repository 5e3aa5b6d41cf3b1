import { RecordKind } from "@tributary/core"

/** A record of another list, as the service names it: where it is listed, and the end of its id in the source tool. */
export type Named = (path: string, vendorId: string) => string

/** Something that the vendor's script says, as the list must say it. */
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
  /** Arrays by the source tool's id of their items, or by their control. */
  readonly shows: unknown
}

/** What a filter leaves. */
export interface Filtered {
  readonly vendor: string
  readonly query: (id: Named) => Readonly<Record<string, string>>
  /** The ends of the ids that stay, in any order. */
  readonly leaves: ReadonlyArray<string>
}

/** One list of the API: which vendors fill it, and what is known of what they say. */
export interface Endpoint {
  readonly kind: RecordKind.Any
  /** How many records each vendor's script has. */
  readonly records: Readonly<Record<string, number>>
  readonly known: ReadonlyArray<Known>
  /** By query flag, the field it adds. */
  readonly flags?: Readonly<Record<string, { readonly field: string; readonly added: ReadonlyArray<Added> }>>
  /** By query parameter; one that takes part in no filter here is not proven. */
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

/** Every list of records. */
export const endpoints: ReadonlyArray<Endpoint> = [
  {
    kind: RecordKind.IdpUser,
    records: { OKTA: 3, MS_ENTRA: 3 },
    known: [
      known("OKTA", "00u1", {
        full_name: "Ada R.",
        email_addr: "ada@acme.example",
        domain: "acme.example",
        vendor_status: "ACTIVE",
        is_admin: true,
        is_mfa_enabled: true,
        last_login_at: at("20"),
        address: {
          street: "1 Mill Lane",
          city: "Leeds",
          state: "West Yorkshire",
          country: "GB",
          postal_code: "LS1 1AA"
        }
      }),
      known("OKTA", "00u3", { vendor_status: "DEPROVISIONED", last_login_at: null, is_deleted: false }),
      known("MS_ENTRA", "u-1", {
        name: "ada@acme.example",
        email_addr: "ada@mail.acme.example",
        is_admin: true,
        is_mfa_enabled: true,
        manager: "grace@acme.example",
        vendor_data: {
          vendor: "MS_ENTRA",
          mail_nickname: "ada",
          password_policies: "DisablePasswordExpiration",
          on_premises_distinguished_name: "CN=Ada,OU=Staff,DC=acme,DC=example"
        }
      }),
      known("MS_ENTRA", "u-3", { email_addr: "linus@partner.example", last_login_at: at("19"), activated_at: at("02") })
    ],
    flags: {
      includeIdpGroups: {
        field: "groups",
        added: [
          { vendor: "OKTA", vendorId: "00u1", shows: [{ vendor_id: "00g1", name: "Everyone" }, { vendor_id: "00g2" }] },
          { vendor: "OKTA", vendorId: "00u3", shows: [] },
          { vendor: "MS_ENTRA", vendorId: "u-1", shows: [{ vendor_id: "g-1", name: "Everyone" }] },
          { vendor: "MS_ENTRA", vendorId: "u-3", shows: [{ vendor_id: "g-2", name: "Administrators" }] }
        ]
      },
      includeIdpApplications: {
        field: "applications",
        added: [
          { vendor: "OKTA", vendorId: "00u2", shows: [{ vendor_id: "0oa1", name: "chat", labels: ["Acme Chat"] }] },
          { vendor: "MS_ENTRA", vendorId: "u-1", shows: [{ vendor_id: "sp-1", user_app_last_login_at: null }] },
          { vendor: "MS_ENTRA", vendorId: "u-2", shows: [] }
        ]
      }
    }
  },
  {
    kind: RecordKind.IdpGroup,
    records: { OKTA: 2, MS_ENTRA: 2 },
    known: [
      known("OKTA", "00g2", { name: "Research", description: "Those who look into things", types: ["OKTA_GROUP"] }),
      known("MS_ENTRA", "g-1", { name: "Everyone", description: "All of us", is_deleted: false })
    ],
    flags: {
      includeIdpUsers: {
        field: "users",
        added: [
          { vendor: "OKTA", vendorId: "00g1", shows: ids("00u1", "00u2") },
          { vendor: "MS_ENTRA", vendorId: "g-1", shows: ids("u-1", "u-2") }
        ]
      },
      includeIdpApplications: {
        field: "applications",
        added: [
          { vendor: "OKTA", vendorId: "00g2", shows: ids("0oa1") },
          { vendor: "MS_ENTRA", vendorId: "g-1", shows: ids("sp-1") },
          { vendor: "MS_ENTRA", vendorId: "g-2", shows: ids("sp-1") }
        ]
      }
    }
  },
  {
    kind: RecordKind.IdpApplication,
    records: { OKTA: 2, MS_ENTRA: 2 },
    known: [
      known("OKTA", "0oa2", {
        name: "wiki",
        labels: ["Acme Wiki"],
        vendor_status: "INACTIVE",
        last_updated_at: at("06")
      }),
      known("MS_ENTRA", "sp-1", { name: "Chat", vendor_status: "ENABLED", vendor_created_at: at("03") })
    ],
    flags: {
      includeIdpUsers: {
        field: "users",
        added: [
          { vendor: "OKTA", vendorId: "0oa1", shows: ids("00u1", "00u2") },
          { vendor: "MS_ENTRA", vendorId: "sp-1", shows: ids("u-1", "u-3") },
          { vendor: "MS_ENTRA", vendorId: "sp-2", shows: [] }
        ]
      },
      includeIdpGroups: {
        field: "groups",
        added: [
          { vendor: "OKTA", vendorId: "0oa1", shows: ids("00g1", "00g2") },
          { vendor: "MS_ENTRA", vendorId: "sp-1", shows: ids("g-1", "g-2") },
          { vendor: "MS_ENTRA", vendorId: "sp-2", shows: [] }
        ]
      }
    }
  },
  {
    kind: RecordKind.IdpPolicy,
    records: { MS_ENTRA: 3 },
    known: [
      known("MS_ENTRA", "p-1", { name: "Require MFA", type: "CONDITIONAL_ACCESS", last_updated_at: at("05") }),
      known("MS_ENTRA", "p-2", { name: "Block legacy", vendor_created_at: at("01"), is_deleted: false })
    ]
  },
  {
    kind: RecordKind.ComplianceFinding,
    records: { AWS_SECURITYHUB: 3, MS_DEFENDER_CLOUD: 4 },
    known: [
      known("AWS_SECURITYHUB", "finding/f-1", {
        title: "S3 buckets should block public access",
        resource_id: "arn:aws:s3:::acme-invoices",
        resource_region: "eu-west-1",
        severity: "HIGH",
        status: "IN_PROGRESS",
        vendor_status: "NOTIFIED",
        status_changed_at: at("10"),
        start_time: at("01")
      }),
      known("AWS_SECURITYHUB", "finding/f-3", { severity: "INFORMATIONAL", status: "RESOLVED" }),
      known("MS_DEFENDER_CLOUD", "key-open-ports", {
        title: "Management ports should be closed",
        severity: "HIGH",
        status: "NEW",
        resource_region: "westeurope",
        remediation: "What to do about key-open-ports"
      }),
      known("MS_DEFENDER_CLOUD", "key-encryption", { status: "SUPPRESSED", severity: "UNKNOWN", start_time: null })
    ],
    flags: {
      includeRule: {
        field: "rule",
        added: [
          { vendor: "AWS_SECURITYHUB", vendorId: "finding/f-1", shows: { vendor_id: "S3.8" } },
          { vendor: "MS_DEFENDER_CLOUD", vendorId: "key-open-ports", shows: { vendor_id: "key-open-ports" } }
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
      filtered("AWS_SECURITYHUB", { statusChangedSince: at("10") }, "finding/f-1", "finding/f-3")
    ]
  },
  {
    kind: RecordKind.Compliance,
    records: { AWS_SECURITYHUB: 3 },
    known: [
      known("AWS_SECURITYHUB", "S3.8", { result: "FAIL", passed_count: 1, failed_count: 1, last_updated_at: at("13") }),
      known("AWS_SECURITYHUB", "IAM.9", {
        standard: "CIS AWS Foundations Benchmark",
        standard_version: "1.2.0",
        control: "IAM.9",
        control_name: "The root user has MFA",
        result: "NOT_APPLICABLE"
      })
    ]
  },
  {
    kind: RecordKind.Device,
    records: { CROWDSTRIKE: 3, INSIGHTVM: 2, MS_ENTRA: 3, TENABLE: 2 },
    known: [
      known("CROWDSTRIKE", "d1", {
        status: "ACTIVE",
        platform: "WINDOWS",
        hostnames: ["ADA-LAPTOP"],
        serial_number: "SN-1001",
        owner_email: "ada@acme.example",
        first_seen: at("01"),
        last_seen: at("20")
      }),
      known("CROWDSTRIKE", "d2", {
        ipv6s: ["2001:db8::2"],
        cloud_metadata: { cloud_provider: "AWS", region: "eu-west-1", instance_id: "i-0abc" }
      }),
      known("INSIGHTVM", "11", { platform: "WINDOWS", installed_software: ["Acme Reader 1.2", "Editor 3"] }),
      known("INSIGHTVM", "12", { platform: "NETWORK", ipv4s: ["192.0.2.1"] }),
      known("MS_ENTRA", "d-2", { status: "INACTIVE", platform: "IOS", hostnames: ["grace-phone"] }),
      known("TENABLE", "a-1", {
        fqdns: ["web-1.acme.example"],
        cloud_metadata: { cloud_provider: "AWS", region: "eu-west-1", instance_id: "i-0a1" }
      }),
      known("TENABLE", "a-2", { status: "INACTIVE", platform: "WINDOWS" })
    ]
  },
  {
    kind: RecordKind.DeviceGroup,
    records: { CROWDSTRIKE: 2 },
    known: [
      known("CROWDSTRIKE", "g1", (id) => ({
        name: "Research",
        created_by: "ada@acme.example",
        device_ids: [id("/entities/devices", "d1"), id("/entities/devices", "d3")]
      })),
      known("CROWDSTRIKE", "g2", { name: "Servers", description: null, device_ids: [] })
    ],
    filters: [
      {
        vendor: "CROWDSTRIKE",
        query: (id) => ({ deviceId: id("/entities/devices", "d3") }),
        leaves: ["g1"]
      },
      { vendor: "CROWDSTRIKE", query: (id) => ({ deviceId: id("/entities/devices", "d2") }), leaves: [] }
    ]
  },
  {
    kind: RecordKind.DevicePolicy,
    records: { CROWDSTRIKE: 4 },
    known: [
      known("CROWDSTRIKE", "p1", (id) => ({
        name: "Strict",
        type: "PREVENTION",
        is_enabled: true,
        device_group_ids: [id("/entities/device-groups", "g1")]
      })),
      known("CROWDSTRIKE", "p4", { name: "Late updates", type: "SENSOR_UPDATE", platform: "Mac" })
    ]
  },
  {
    kind: RecordKind.Resource,
    records: { MS_DEFENDER_CLOUD: 4 },
    known: [
      known("MS_DEFENDER_CLOUD", "virtualmachines/web-1", {
        name: "Web-1",
        cloud_provider: "AZURE",
        account_id: "sub-1",
        account_name: "Production",
        region: "westeurope",
        tags: { team: "web" }
      }),
      known("MS_DEFENDER_CLOUD", "aws-s3-bucket-logs", { name: "logs", type: "s3.bucket", cloud_provider: "AWS" })
    ]
  },
  {
    kind: RecordKind.ScanConfiguration,
    records: { INSIGHTVM: 2, TENABLE: 3 },
    known: [
      known("INSIGHTVM", "1", {
        name: "Plant",
        is_scheduled: true,
        last_scan_vendor_id: "7",
        scan_targets: ["192.0.2.0 - 192.0.2.255", "ada.acme.example"],
        severity_frequency: { critical: 1, high: 2, info: 0, low: 0, medium: 3 }
      }),
      known("TENABLE", "1", {
        owner: "ada@acme.example",
        device_target_count: 2,
        severity_frequency: { critical: 2, high: 4, info: 80, low: 6, medium: 0 }
      }),
      known("TENABLE", "2", { is_enabled: false, is_scheduled: false, scan_targets: ["web-1"] })
    ]
  },
  {
    kind: RecordKind.Vulnerability,
    records: { CROWDSTRIKE: 4, INSIGHTVM: 5, TENABLE: 3 },
    known: [
      known("CROWDSTRIKE", "d1_v1", (id) => ({
        severity: "CRITICAL",
        state: "OPEN",
        cve: ["CVE-2024-0001"],
        cvss_version: "3.1",
        cvss_base_score: 9.8,
        device: {
          id: id("/entities/devices", "d1"),
          hostnames: ["ADA-LAPTOP"],
          ipv4s: ["192.0.2.10"],
          platform: "WINDOWS",
          vendor_id: "d1"
        }
      })),
      known("CROWDSTRIKE", "d2_v1", { severity: "INFORMATIONAL", state: "FIXED", state_updated_at: at("18") }),
      known("INSIGHTVM", "11/weak-cipher", { state: "SUPPRESSED", port: 443, protocol: "tcp", service: "HTTPS" }),
      known("TENABLE", "a-1/4711/22/TCP", { severity: "HIGH", port: 22, protocol: "TCP", vendor_scan_id: "run-1" })
    ]
  },
  {
    kind: RecordKind.ItsmUser,
    records: { JIRA: 4, SERVICENOW: 2 },
    known: [
      known("JIRA", "ada", { email: "ada@acme.example", name: "Ada Rivers", status: "ACTIVE" }),
      known("JIRA", "robot", {
        email: null,
        vendor_attributes: {
          created_at: null,
          id: "robot",
          updated_at: null,
          vendor: "JIRA",
          data: { vendor: "JIRA", accountType: "app" }
        }
      }),
      known("SERVICENOW", "u2", { name: "grace", email: null, status: "INACTIVE" })
    ]
  },
  {
    kind: RecordKind.ItsmGroup,
    records: { JIRA: 2, SERVICENOW: 2 },
    known: [
      known("JIRA", "g-1", { name: "millers", vendor: "JIRA" }),
      known("SERVICENOW", "g1", { name: "Millers", description: "Those who keep the mill" }),
      known("SERVICENOW", "g2", { name: "All", description: null })
    ]
  },
  {
    kind: RecordKind.ItsmProject,
    records: { JIRA: 2 },
    known: [
      known("JIRA", "10", { name: "Mill", key: "MILL", description: "Everything about the mill" }),
      known("JIRA", "11", { name: "Weir", key: "WEIR", description: null })
    ]
  },
  {
    kind: RecordKind.ItsmTicket,
    records: { JIRA: 2, SERVICENOW: 4 },
    known: [
      known("JIRA", "100", (id) => ({
        name: "The wheel stands still",
        status: "RESOLVED",
        priority: "CRITICAL",
        identifier: "MILL-1",
        tags: ["urgent", "water"],
        project_id: id("/itsm/projects", "10"),
        parent_ticket_id: id("/itsm/tickets", "101"),
        assigned_user_id: id("/itsm/users", "grace"),
        created_by_user_id: id("/itsm/users", "ada"),
        ticket_created_at: at("01"),
        closed_at: at("04")
      })),
      known("SERVICENOW", "i1", (id) => ({
        type: "incident",
        status: "CLOSED",
        priority: "CRITICAL",
        assigned_user_id: id("/itsm/users", "u2"),
        parent_ticket_id: id("/itsm/tickets", "i2")
      })),
      known("SERVICENOW", "c2", { type: "change_request", status: "CLOSED", priority: "UNKNOWN", is_active: false })
    ]
  },
  {
    kind: RecordKind.ItsmComment,
    records: { JIRA: 3 },
    known: [
      known("JIRA", "1000", (id) => ({
        body: "Seen\nand heard",
        ticket_id: id("/itsm/tickets", "100"),
        author_user_id: id("/itsm/users", "grace")
      })),
      known("JIRA", "1001", (id) => ({ ticket_id: id("/itsm/tickets", "100"), author_user_id: null }))
    ]
  },
  {
    kind: RecordKind.ItsmAttachment,
    records: { JIRA: 3 },
    known: [
      known("JIRA", "2000", (id) => ({
        file_name: "wheel.png",
        content_type: "image/png",
        size_bytes: 2048,
        ticket_id: id("/itsm/tickets", "100"),
        author_user_id: id("/itsm/users", "grace")
      })),
      known("JIRA", "2001", { file_name: "letter", content_type: null, size_bytes: 0, author_user_id: null })
    ]
  }
]

/** A list below a record: those records of another list that belong to it. */
export interface MemberList {
  /** As the document writes it. */
  readonly path: string
  /** The list of the members' kind. */
  readonly of: RecordKind.Any
  readonly vendor: string
  readonly parent: { readonly path: string; readonly vendorId: string }
  readonly members: ReadonlyArray<string>
  /** A record that nothing belongs to. */
  readonly empty: string
}

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
  ofPolicy("applications", RecordKind.IdpApplication, "sp-2")
]

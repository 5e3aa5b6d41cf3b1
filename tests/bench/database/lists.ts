import { RecordKind } from "@tributary/core"
import { attributesOf } from "../vendor/UserRow.js"

/** A connection of the filled database. */
export interface FilledConnection {
  readonly id: string
  readonly vendor: string
}

/** The connections whose lists are read. */
export const connections = {
  /** An identity provider with many users. */
  users: { id: "5f0c1d3e-0a51-4b7e-9d6f-1c2b3a495801", vendor: "OKTA" },
  /** A smaller one, whose users are in groups. */
  groups: { id: "5f0c1d3e-0a51-4b7e-9d6f-1c2b3a495802", vendor: "OKTA" },
  /** One whose users have many attributes of the customer's own. */
  wide: { id: "5f0c1d3e-0a51-4b7e-9d6f-1c2b3a495804", vendor: "OKTA" },
  /** A cloud account with findings. */
  findings: { id: "5f0c1d3e-0a51-4b7e-9d6f-1c2b3a495803", vendor: "AWS_SECURITYHUB" }
} as const satisfies Readonly<Record<string, FilledConnection>>

/**
 * The number of a record as seven digits, which the draft contains wherever a record differs from others. The database replaces it, so that
 * a million records are made from a few that the real store wrote.
 */
export type NumberText = string

/** How a number looks in a record. */
export const numberText = (number: number): NumberText => String(number).padStart(7, "0")

/** A list of records to fill. */
export interface FilledList {
  readonly connection: FilledConnection
  readonly kind: RecordKind.Any
  readonly count: number
  /** How many different records there are, apart from their numbers: the record n is the variant n % variants. */
  readonly variants: number
  /** What the connector would make of the record with the number `own`, of this variant; `other` is the number of what it relates to. */
  readonly draft: (own: NumberText, variant: number, other: NumberText) => Readonly<Record<string, unknown>>
  /** The numbers in the nth record; only its own number n by default. */
  readonly numbers?: (n: number) => { readonly own: number; readonly other: number }
}

const userId = (number: NumberText): string => `00u${number}okta`
const groupId = (number: NumberText): string => `00g${number}okta`

const user = (number: NumberText, variant: number) => ({
  domain: "acme.example",
  email_addr: `user${number}@acme.example`,
  full_name: `Given${number} Family${number}`,
  name: `user${number}@acme.example`,
  vendor_id: userId(number),
  vendor_status: variant % 10 === 9 ? "DEPROVISIONED" : "ACTIVE",
  vendor_created_at: "2024-01-01T00:00:00.000Z",
  activated_at: "2024-01-02T00:00:00.000Z",
  last_status_changed_at: "2024-01-02T00:00:00.000Z",
  last_login_at: "2025-03-04T05:06:07.000Z",
  last_updated_at: "2025-03-04T05:06:07.000Z",
  last_password_changed_at: "2024-06-01T00:00:00.000Z",
  is_mfa_enabled: variant % 3 !== 0,
  is_admin: variant === 0,
  employee_id: `E-${number}`,
  job_title: "Site Reliability Engineer",
  department: "Engineering",
  manager: "Some Manager",
  address: { street: "1 Long Street", city: "Springfield", state: "IL", country: "US", postal_code: "62701" },
  vendor_data: { vendor: "OKTA", type_id: "oty1", user_type: "employee", organization: "Acme", division: "Products" }
})

const wideUser = (number: NumberText, variant: number) => {
  const { vendor_data, ...rest } = user(number, variant)
  return { ...rest, vendor_data: { ...vendor_data, profile: attributesOf(variant) } }
}

const group = (number: NumberText) => ({
  types: ["OKTA_GROUP"],
  description: `Everyone who works on product ${number}`,
  name: `Product ${number}`,
  vendor_id: groupId(number),
  vendor_created_at: "2024-01-01T00:00:00.000Z",
  last_membership_updated_at: "2025-03-04T05:06:07.000Z",
  last_updated_at: "2025-03-04T05:06:07.000Z"
})

/** How many findings there are for one with the rare status. */
const RARE = 500

/** The status of a variant of the findings: every second is new, one in 500 is in progress. */
const statusOf = (variant: number): string => {
  if (variant === 0) return "IN_PROGRESS"
  return variant % 2 === 1 ? "NEW" : "RESOLVED"
}

const finding = (number: NumberText, variant: number) => ({
  title: "S3 general purpose buckets should block public access",
  description:
    "This control checks whether an Amazon S3 general purpose bucket blocks public access at the bucket level. It fails if one of the block public access settings is off.",
  remediation: "https://docs.aws.amazon.com/console/securityhub/S3.8/remediation",
  resource_id: `arn:aws:s3:::acme-bucket-${number}`,
  resource_name: `acme-bucket-${number}`,
  resource_region: "eu-west-1",
  resource_type: "AwsS3Bucket",
  severity: "HIGH",
  vendor_severity: "HIGH",
  status: statusOf(variant),
  vendor_status: statusOf(variant),
  status_changed_at: "2025-03-04T05:06:07.000Z",
  start_time: "2024-01-01T00:00:00.000Z",
  vendor_id: `arn:aws:securityhub:eu-west-1:123456789012:security-control/S3.8/finding/${number}`,
  vendor_data: {
    product_name: "Security Hub",
    company_name: "AWS",
    account_id: "123456789012",
    types: ["Software and Configuration Checks/Industry and Regulatory Standards"],
    resources: [{ type: "AwsS3Bucket", id: `arn:aws:s3:::acme-bucket-${number}`, partition: "aws" }]
  },
  rule: { id: `S3.${variant % 50}`, name: "S3 general purpose buckets should block public access", vendor_id: "S3.8" },
  compliances: [
    {
      standard: "AWS Foundational Security Best Practices",
      standard_version: "1.0.0",
      control: `S3.${variant % 50}`,
      control_name: "S3 general purpose buckets should block public access",
      result: variant % 3 === 0 ? "FAIL" : "PASS"
    }
  ]
})

const USERS_IN_GROUPS = 50_000
const GROUPS = 500

/** How many groups each user of the smaller connection is in. */
export const GROUPS_OF_A_USER = 5

/** All lists, with their sizes. */
export const lists = {
  users: { connection: connections.users, kind: RecordKind.IdpUser, count: 1_000_000, variants: 60, draft: user },
  usersInGroups: {
    connection: connections.groups,
    kind: RecordKind.IdpUser,
    count: USERS_IN_GROUPS,
    variants: 60,
    draft: user
  },
  wideUsers: { connection: connections.wide, kind: RecordKind.IdpUser, count: 20_000, variants: 60, draft: wideUser },
  groups: { connection: connections.groups, kind: RecordKind.IdpGroup, count: GROUPS, variants: 1, draft: group },
  memberships: {
    connection: connections.groups,
    kind: RecordKind.IdpGroupMembership,
    count: USERS_IN_GROUPS * GROUPS_OF_A_USER,
    variants: 1,
    draft: (own, _, other) => ({ user_vendor_id: userId(own), group_vendor_id: groupId(other) }),
    numbers: (n) => {
      // Five rows in a row have the same user, and the groups of a user are spread over all of them.
      const place = (n - 1) % GROUPS_OF_A_USER
      const user = (n - 1 - place) / GROUPS_OF_A_USER
      return { own: user + 1, other: 1 + ((user * 7 + place * 101) % GROUPS) }
    }
  },
  findings: {
    connection: connections.findings,
    kind: RecordKind.ComplianceFinding,
    count: 200_000,
    variants: RARE,
    draft: finding
  }
} as const satisfies Readonly<Record<string, FilledList>>

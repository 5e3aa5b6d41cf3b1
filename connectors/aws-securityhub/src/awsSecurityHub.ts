import { Connector, Pagination, type Tenant } from "@tributary/core"

import { AwsCredentials, AwsRegions, AwsSignature } from "@tributary/core/aws"

import { classify } from "./errors.js"
import { findings } from "./exports/compliance_findings.js"
import { compliances } from "./exports/compliances.js"
import { alerts } from "./exports/cspm_alerts.js"
import { vulnerabilities } from "./exports/vulnerabilities.js"
import { core, version } from "./version.generated.js"

const credentials = AwsCredentials.make({
  regions:
    "The regions to read, separated by commas; enter only the home region if it aggregates the findings of the others. Security Hub > Settings > Regions lists them."
})

/** The account in an ARN; null if it names none: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html */
const accountIn = (arn: unknown): string | null => {
  const account = typeof arn === "string" ? arn.split(":")[4] : undefined
  return account === undefined || account === "" ? null : account
}

/** The account whose Security Hub answers: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_DescribeHub.html */
const hub: Tenant.TenantRequest = { path: "/accounts", names: (body) => accountIn(Pagination.at(body, "HubArn")) }

/** The accounts that a Security Hub administers, those included that have left: https://docs.aws.amazon.com/securityhub/1.0/APIReference/API_ListMembers.html */
const members = (region: string): Tenant.TenantRequest => ({
  path: `${AwsRegions.addressOf("securityhub", region)}/members`,
  query: { OnlyAssociated: false, MaxResults: 50 },
  names: (body) => {
    const listed = Pagination.at(body, "Members")
    return Array.isArray(listed) ? listed.map((member) => String(Pagination.at(member, "AccountId"))) : null
  },
  next: (body, sent) => {
    const token = Pagination.at(body, "NextToken")
    return typeof token === "string" && token !== "" ? { ...sent, NextToken: token } : null
  }
})

/** The account of the credentials, and the member accounts whose findings its Security Hub shows in each region. */
export const tenantOf = (credentials: AwsCredentials.AwsCredentials): Tenant.Tenant => ({
  id: AwsCredentials.accountOfRole(credentials) ?? hub,
  ofRow: (row) => {
    const account = Pagination.at(row, "AwsAccountId")
    return typeof account === "string" ? account : accountIn(Pagination.at(row, "StandardsSubscriptionArn"))
  },
  covers: AwsRegions.regionsOf(credentials).map(members),
  limitedAs: credentials.access_key_id
})

/** The connector for AWS Security Hub CSPM: https://docs.aws.amazon.com/securityhub/1.0/APIReference/Welcome.html */
export const awsSecurityHub = Connector.make({
  vendor: "AWS_SECURITYHUB",
  name: "AWS Security Hub",
  version,
  core,
  description:
    "Cloud security posture on AWS: compliance findings, the result of each control of each enabled standard, threats and vulnerabilities.",
  category: "CSPM",
  authType: "API_KEY",
  docsUrl: "https://docs.aws.amazon.com/securityhub/1.0/APIReference/Welcome.html",
  credentials,
  setupSteps: AwsCredentials.setupSteps({
    account: "the account that sees the findings, which is the Security Hub administrator account if you have one",
    check: "securityhub:DescribeHub",
    regions:
      "Security Hub > Settings > Regions: note the home region and the regions linked to it, and enter the ones to read."
  }),
  http: (credentials) => {
    const [home, ...regions] = AwsRegions.regionsOf(credentials)
    const auth = AwsSignature.assumeRole(credentials)
    return {
      baseUrl: AwsRegions.addressOf("securityhub", home),
      tenant: tenantOf(credentials),
      furtherBaseUrls: regions.map((region) => AwsRegions.addressOf("securityhub", region)),
      sign: AwsSignature.signRequest("securityhub", credentials),
      classify,
      // AWS limits each operation of an account in a region: https://docs.aws.amazon.com/securityhub/1.0/APIReference/Welcome.html
      rateLimitedBy: "tenant",
      rateLimitCovers: "endpoint",
      ...(auth === null ? {} : { auth })
    }
  },
  check: "/accounts",
  exports: {
    compliances: [compliances],
    compliance_findings: [findings],
    cspm_alerts: [alerts],
    vulnerabilities: [vulnerabilities]
  }
})
